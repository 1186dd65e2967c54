//! Pictures of the creature at rest, and of fields on it.

use super::mode_number;
use crate::{
    experiments::modal_muscles::{ContactSetup, Parameters, Reproduction},
    figures::{
        Figure, FigureError,
        colors::ColorScale,
        drawing::Drawing,
        field::{Fill, Panel, draw_panels},
        look::{CATERPILLAR, CATERPILLAR_EDGE},
        modes::{displaced, draw_displacement_scale, relative_to_largest, title},
        numbers::{eigenvalue, listed, significant, subscript, two_digits},
        scene::Floor,
    },
    linalg::column,
    mesh::Mesh,
    reduction::displacement_gradients,
};

/// The creature with its triangles.
fn body(title: String, mesh: &Mesh) -> Panel<'_> {
    let fill = Fill::Edged { face: CATERPILLAR, edge: CATERPILLAR_EDGE };
    Panel::new(title, mesh, mesh.rest_state(), fill)
}

/// `1676 vertices, 3014 triangles`.
fn counts(mesh: &Mesh) -> String {
    format!("{} vertices, {} triangles", mesh.vertex_count(), mesh.triangle_count())
}

/// The rest mesh.
pub fn mesh(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let mesh = &results.model.creature.mesh;
    let legs = results.parameters.caterpillar.legs;
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &[body(counts(mesh), mesh)], 1)?;
    Ok(drawing.finish(
        format!(
            "The caterpillar at rest: a bar and {legs} legs in one mesh of {}, free of pins and handles.",
            counts(mesh)
        ),
        format!("A triangulated horizontal bar with {legs} legs below it; {}.", counts(mesh)),
    ))
}

/// The muscle modes, displaced along and coloured by their displacement.
pub fn modes(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    /// Largest displacement in the drawing, in m.
    const AMPLITUDE: f64 = 0.35;
    let (model, mesh) = (&results.model, &results.model.creature.mesh);
    let values = &model.modes.values;
    let largest = values.iter().copied().fold(0.0, f64::max);
    let titles: Vec<String> = (0..model.ceilings.len())
        .map(mode_number)
        .map(|number| title(number, eigenvalue(values[number], largest)))
        .collect();
    let panel = |(k, title): (usize, &String)| {
        displaced(title.clone(), mesh, column(&model.muscles, k), AMPLITUDE)
    };
    let panels: Vec<Panel> = titles.iter().enumerate().map(panel).collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 2)?;
    draw_displacement_scale(&mut drawing, AMPLITUDE);
    Ok(drawing.finish(
        format!(
            "The muscles: the rest shape (dashed) displaced along each of the {} lowest modes that deform it, with the \
             signs of the crawl, by {AMPLITUDE} m at most, and coloured by the displacement; eigenvalues in 1/m².",
            titles.len()
        ),
        format!("The caterpillar displaced along {}.", listed(&titles)),
    ))
}

/// The skinning weights, each relative to its largest magnitude, and the rotation clusters.
pub fn subspace(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (model, mesh) = (&results.model, &results.model.creature.mesh);
    let scale = ColorScale::blue_to_red([-1.0, 1.0]);
    let weight = |j: usize| {
        let (relative, _) = relative_to_largest(column(&model.weights.vectors, j), 1);
        let fill = Fill::PerVertex(relative.into(), scale);
        Panel::new(format!("w{}", subscript(j)), mesh, mesh.rest_state(), fill)
    };
    let weights: Vec<Panel> = (0..model.weights.values.len()).map(weight).collect();
    let (count, dimension) = (weights.len(), model.subspace.dimension());
    let clusters = model.clusters.count;
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &weights, 4)?;
    drawing.color_bar(&scale, "skinning weight, relative to its largest magnitude");
    let fill = Fill::Classes(&model.clusters.labels);
    let title = format!("rotation clusters: {clusters}");
    draw_panels(&mut drawing, &[Panel::new(title, mesh, mesh.rest_state(), fill)], 1)?;
    Ok(drawing.finish(
        format!(
            "Above: the skinning weights (red positive, blue negative). The {count} of them span a subspace of {dimension} \
             coordinates. Below: the clusters of triangles that share a passive \
             rotation, {clusters} in all; their colours only tell neighbours apart."
        ),
        format!(
            "The caterpillar coloured by skinning weights from w₀, which is constant, to w{}; below, divided into \
             clusters, {clusters} in all.",
            subscript(count - 1)
        ),
    ))
}

/// The displacement gradient of every muscle mode.
pub fn mode_stretch(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (model, mesh) = (&results.model, &results.model.creature.mesh);
    let gradients: Vec<Vec<f64>> = (0..model.ceilings.len())
        .map(|k| displacement_gradients(&model.creature.triangles, column(&model.muscles, k)))
        .collect();
    let scale = ColorScale::magnitudes(gradients.iter().flatten().copied().chain([0.0]));
    let panels: Vec<Panel> = gradients
        .iter()
        .zip(&model.ceilings)
        .enumerate()
        .map(|(k, (gradients, ceiling))| {
            let number = mode_number(k);
            let title = format!("mode {number}: ceiling {} m²", significant(*ceiling, 3));
            let fill = Fill::PerTriangle(gradients, scale);
            let dots = vec![centroid(mesh, steepest(gradients))];
            Panel { dots, ..Panel::new(title, mesh, mesh.rest_state(), fill) }
        })
        .collect();
    let peaks: Vec<String> = gradients
        .iter()
        .enumerate()
        .map(|(k, g)| format!("{} in mode {}", significant(g[steepest(g)], 3), mode_number(k)))
        .collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 2)?;
    drawing.color_bar(&scale, "displacement gradient |∇φ| of a triangle (1/m²)");
    let largest = results.parameters.largest_gradient;
    Ok(drawing.finish(
        format!(
            "How steep each muscle mode is, per triangle; the dot marks the steepest. A muscle's ceiling is the amplitude \
             that takes this triangle to a gradient of {largest}: the steeper the mode, the lower the ceiling.",
        ),
        format!(
            "The caterpillar coloured by the displacement gradient of each muscle mode. Largest values: {}.",
            listed(&peaks)
        ),
    ))
}

/// The triangle with the largest value.
fn steepest(values: &[f64]) -> usize {
    (0..values.len()).max_by(|&i, &j| values[i].total_cmp(&values[j])).unwrap_or(0)
}

fn centroid(mesh: &Mesh, triangle: usize) -> [f64; 2] {
    let corners = mesh.triangles()[triangle].map(|v| mesh.positions()[v]);
    [0, 1].map(|axis| corners.iter().map(|corner| corner[axis] / 3.0).sum())
}

/// The contact points and the floor.
pub fn contact(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    body_over_floor(name, &results.model.creature.mesh, &results.contact, &results.parameters)
}

/// The same of any body.
pub fn body_over_floor(
    name: &'static str,
    mesh: &Mesh,
    contact: &ContactSetup,
    parameters: &Parameters,
) -> Result<Figure, FigureError> {
    let (count, height) = (contact.vertices.len(), two_digits(contact.ground));
    let dots = contact.vertices.iter().map(|&v| mesh.positions()[v]).collect();
    let floor = Some(Floor { height: contact.ground, numbered: true });
    let title = format!("contact points: {count}; floor at y = {height} m");
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &[Panel { dots, floor, ..body(title, mesh) }], 1)?;
    let gap = parameters.ground_gap;
    Ok(drawing.finish(
        format!(
            "The boundary vertices that can touch the floor, spread far apart ({count}, orange), and the floor, {gap} m \
             below the feet."
        ),
        format!(
            "A body with contact points around its boundary, {count} in all, above a floor at {height} m."
        ),
    ))
}
