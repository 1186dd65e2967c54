//! Pictures of the beams, and of fields on them.

use super::{curves, droop_spaces, final_heights, rotation_spaces, with_dofs};
use crate::{
    experiments::skinning_eigenmodes::{Beam, Droop, Parameters, Reproduction, rotated},
    figures::{
        Figure, FigureError,
        colors::ColorScale,
        drawing::Drawing,
        field::{Fill, Panel, draw_panels},
        look::{BODY, FULL},
        modes::{displaced, draw_displacement_scale, relative_to_largest},
        numbers::{error, listed, significant, subscript, two_digits},
    },
    linalg::column,
};

/// Both beams: the pinned wall as blue squares, the tracked tip as an orange dot.
pub fn meshes(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (p, timing_beam, beam) = (&results.parameters, &results.timing_beam, &results.beam);
    let counts = |Beam { mesh, .. }: &Beam| {
        format!(
            "{} vertices, {} triangles, {} DOFs",
            mesh.vertex_count(),
            mesh.triangle_count(),
            mesh.dofs()
        )
    };
    let tip = vec![beam.mesh.positions()[beam.tip]];
    let panels =
        [("timing", timing_beam, vec![]), ("dynamics", beam, tip)].map(|(what, beam, dots)| {
            let title = format!("{what} beam: {}", counts(beam));
            let plain = Panel::new(title, &beam.mesh, beam.rest(), Fill::Plain(BODY));
            Panel { pinned: &beam.pinned, dots, ..plain }
        });
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 1)?;
    Ok(drawing.finish(
        format!(
            "The two beams, {} m by {} m: above, the one that is timed; below, the one that sags and turns. Blue squares \
             mark the pinned wall, {} and {} vertices; the orange dot marks the tip whose height is tracked.",
            p.width,
            p.height,
            timing_beam.pinned.len(),
            beam.pinned.len(),
        ),
        format!(
            "Two triangulated rectangles of the same size, pinned along their left edge. The finer one has {}, the coarser \
             one {}, and a dot at its bottom right corner.",
            counts(timing_beam),
            counts(beam),
        ),
    ))
}

/// The lumped mass of every vertex of the dynamics beam.
pub fn vertex_mass(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let beam = &results.beam;
    let masses: Vec<f64> = beam.masses.iter().step_by(2).copied().collect();
    let scale = ColorScale::magnitudes(masses.iter().copied());
    let [lightest, heaviest] =
        [f64::min, f64::max].map(|pick| masses.iter().copied().reduce(pick).unwrap_or(0.0));
    let [lightest, heaviest] = [lightest, heaviest].map(|mass| significant(mass, 3));
    let total = significant(masses.iter().sum(), 3);
    let mut drawing = Drawing::new(name);
    let fill = Fill::PerVertex(masses.into(), scale);
    draw_panels(
        &mut drawing,
        &[Panel::new("lumped vertex mass".into(), &beam.mesh, beam.rest(), fill)],
        1,
    )?;
    drawing.color_bar(&scale, "mass of a vertex (kg)");
    Ok(drawing.finish(
        format!(
            "The lumped mass of every vertex of the dynamics beam, from {lightest} kg at a corner to {heaviest} kg inside; \
             together {total} kg."
        ),
        format!(
            "The beam coloured by vertex mass: uniformly {heaviest} kg inside, less along the boundary, least at corners \
             ({lightest} kg)."
        ),
    ))
}

/// A few skinning weights, each coloured relative to its largest magnitude.
pub fn skinning_weights(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (beam, weights) = (&results.beam, &results.subspaces.weights);
    let scale = ColorScale::blue_to_red([-1.0, 1.0]);
    let shown: Vec<usize> =
        [0, 1, 4, 8].into_iter().filter(|j| *j < weights.values.len()).collect();
    let panels: Vec<Panel> = shown
        .iter()
        .map(|&j| {
            let (relative, _) = relative_to_largest(column(&weights.vectors, j), 1);
            let title = format!(
                "skinning weight W{} (eigenvalue {})",
                subscript(j),
                two_digits(weights.values[j])
            );
            Panel::new(title, &beam.mesh, beam.rest(), Fill::PerVertex(relative.into(), scale))
        })
        .collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 1)?;
    drawing.color_bar(&scale, "weight, relative to its largest magnitude");
    let names = listed(&shown.iter().map(|j| format!("W{}", subscript(*j))).collect::<Vec<_>>());
    Ok(drawing.finish(
        format!(
            "Of the {} skinning weights, the lowest eigenvectors of the Laplacian, these are {names} (red positive, blue \
             negative; eigenvalues in 1/m²). The first is constant; the larger the eigenvalue, the faster a weight varies.",
            weights.values.len()
        ),
        format!(
            "The beam coloured by the skinning weights {names}: W₀ is one colour throughout, the others alternate \
             between red and blue, the more often the higher their index."
        ),
    ))
}

/// A few modes of linear modal analysis, displaced along and coloured by their displacement.
pub fn lma_modes(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    /// Largest displacement in the drawing, in m.
    const AMPLITUDE: f64 = 0.4;
    let (beam, modes) = (&results.beam, &results.subspaces.vibration);
    let shown: Vec<usize> = [2, 3, 4, 6].into_iter().filter(|j| *j < modes.values.len()).collect();
    let panels: Vec<Panel> = shown
        .iter()
        .map(|&j| {
            let title = format!("LMA mode {j} (eigenvalue {})", two_digits(modes.values[j]));
            displaced(title, &beam.mesh, column(&modes.vectors, j), AMPLITUDE)
        })
        .collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 2)?;
    draw_displacement_scale(&mut drawing, AMPLITUDE);
    let described: Vec<String> = shown
        .iter()
        .map(|&j| format!("mode {j} (eigenvalue {})", two_digits(modes.values[j])))
        .collect();
    Ok(drawing.finish(
        format!(
            "Modes of linear modal analysis: the rest beam (dashed) displaced along each, by {AMPLITUDE} m at most, and \
             coloured by the displacement; eigenvalues in 1/m². The first three of all modes are rigid motions, with \
             eigenvalue zero; the others deform the beam."
        ),
        format!("The beam displaced along {}, with its rest shape behind it.", listed(&described)),
    ))
}

/// The last state of each droop, with the rest shape as a ghost.
pub fn droop(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (p, beam, spaces) = (&results.parameters, &results.beam, droop_spaces(results));
    let panels: Vec<Panel> = results
        .droops
        .iter()
        .zip(&spaces)
        .map(|(droop, (label, look))| {
            let plain =
                Panel::new(label.clone(), &beam.mesh, droop.last_state(), Fill::Plain(look.color));
            Panel { ghost: Some(beam.rest().into()), pinned: &beam.pinned, ..plain }
        })
        .collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 2)?;
    let heights = final_heights(results);
    let time = significant(p.time_step * p.steps as f64, 2);
    Ok(drawing.finish(
        format!(
            "The same beam, {time} s after it was let go, in four spaces; its rest shape is dashed. The tip ends with \
             {heights}."
        ),
        format!("Four sagging beams, pinned at the left. Final tip heights: {heights}."),
    ))
}

/// One droop: its last state, with the rest shape as a ghost, above the height of the tip over
/// time.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn single_droop(
    beam: &Beam,
    droop: &Droop,
    parameters: &Parameters,
) -> Result<Figure, FigureError> {
    let label = with_dofs("the beam", droop.dofs);
    let plain = Panel::new(label.clone(), &beam.mesh, droop.last_state(), Fill::Plain(BODY));
    let dots = droop.tip.last().copied().into_iter().collect();
    let panel = Panel { ghost: Some(beam.rest().into()), pinned: &beam.pinned, dots, ..plain };
    let mut drawing = Drawing::new("beam");
    draw_panels(&mut drawing, &[panel], 1)?;
    curves::tip_heights(vec![curves::tip_height_curve(droop, label, FULL, parameters)])
        .draw(&mut drawing)?;
    let (time, height) =
        (significant(parameters.time_step * parameters.steps as f64, 2), droop.final_tip_height());
    Ok(drawing.finish(
        format!("The beam {time} s after it was let go, and the height of its tip over time."),
        format!(
            "A sagging beam, pinned at the {}, whose tip ends at {} m.",
            parameters.pinned_side,
            two_digits(height)
        ),
    ))
}

/// det F of the last state of each droop, on the rest beam.
pub fn area_ratio(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let beam = &results.beam;
    let scale = ColorScale::blue_to_red([0.7, 1.3]);
    let titles: Vec<String> = results
        .area_ratios
        .iter()
        .zip(droop_spaces(results))
        .map(|(ratios, (label, _))| {
            let [low, high] = ratios.range().map(two_digits);
            format!("{label}: det F from {low} to {high}")
        })
        .collect();
    let panels: Vec<Panel> = results
        .area_ratios
        .iter()
        .zip(&titles)
        .map(|(ratios, title)| {
            Panel::new(
                title.clone(),
                &beam.mesh,
                beam.rest(),
                Fill::PerTriangle(&ratios.values, scale),
            )
        })
        .collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 1)?;
    drawing.color_bar(&scale, "area ratio det F (below 1 compressed, above 1 stretched)");
    Ok(drawing.finish(
        "The area ratio det F of every triangle at the end of each droop, drawn on the rest beam: red is stretched, blue is \
         compressed. Only skinning shows the pattern of the full beam."
            .into(),
        format!("Four beams coloured by area ratio. {}.", titles.join("; ")),
    ))
}

/// The turned rest shape as each subspace reconstructs it where modal analysis errs most, and the
/// errors over the angle.
pub fn rotation(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (beam, errors) = (&results.beam, &results.rotation);
    let worst = (0..errors.modal.len())
        .max_by(|&i, &j| errors.modal[i].total_cmp(&errors.modal[j]))
        .unwrap_or(0);
    let (angle, target) = &rotated(beam, results.parameters.angles)[worst];
    let spaces = rotation_spaces(results);
    let titles: Vec<String> = spaces
        .iter()
        .map(|space| format!("{}: error {}", space.label, error(space.errors[worst])))
        .collect();
    let panels: Vec<Panel> = spaces
        .iter()
        .zip(&titles)
        .map(|(space, title)| {
            let fit = space.subspace.nearest_state(&beam.unit_masses, target);
            let plain = Panel::new(title.clone(), &beam.mesh, fit, Fill::Plain(space.look.color));
            Panel { ghost: Some(target.into()), ..plain }
        })
        .collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 1)?;
    curves::rotation_errors(results).draw(&mut drawing)?;
    Ok(drawing.finish(
        format!(
            "Above: the beam turned by {angle:.0}° (dashed), where modal analysis errs most, and its best fit in each \
             subspace. Below: the relative error of the best fit over a full turn, in the mass norm."
        ),
        format!("The beam turned by {angle:.0} degrees as three subspaces reconstruct it: {}.", titles.join("; ")),
    ))
}
