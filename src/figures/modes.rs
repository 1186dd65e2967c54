//! Vibration modes as displaced bodies.

use super::{
    Figure, FigureError,
    colors::ColorScale,
    drawing::Drawing,
    field::{Fill, Panel, draw_panels},
    numbers::{self, eigenvalue, significant},
};
use crate::{linalg::column, mesh::Mesh, reduction::Eigenmodes};

/// Most modes in the figure of any mesh.
const MOST: usize = 12;

/// Largest displacement in the figure of any mesh, as a share of the mesh's larger side.
const SHARE: f64 = 0.175;

/// The lowest modes of any mesh, twelve at most.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn modes(name: &'static str, mesh: &Mesh, modes: &Eigenmodes) -> Result<Figure, FigureError> {
    let shown = modes.values.len().min(MOST);
    let sides = [0, 1].map(|axis| numbers::extent(mesh.positions().iter().map(|x| x[axis])));
    let amplitude = SHARE * sides.map(|[low, high]| high - low).into_iter().fold(0.0, f64::max);
    let largest = modes.values.iter().copied().fold(0.0, f64::max);
    let titles: Vec<String> =
        (0..shown).map(|j| title(j, eigenvalue(modes.values[j], largest))).collect();
    let panels: Vec<Panel> = (0..shown)
        .map(|j| displaced(titles[j].clone(), mesh, column(&modes.vectors, j), amplitude))
        .collect();
    let mut drawing = Drawing::new(name);
    draw_panels(&mut drawing, &panels, 2)?;
    draw_displacement_scale(&mut drawing, amplitude);
    Ok(drawing.finish(
        format!(
            "The {shown} lowest vibration modes: the rest shape (dashed) displaced along each, by {} m at most, and \
             coloured by the displacement. Modes with eigenvalue 0 cost no energy.",
            significant(amplitude, 2)
        ),
        format!("A body displaced along its vibration modes: {}.", numbers::listed(&titles)),
    ))
}

/// `mode 3 (eigenvalue 0.125)`.
pub fn title(number: usize, eigenvalue: String) -> String {
    format!("mode {number} (eigenvalue {eigenvalue})")
}

/// A body displaced along a mode by some length (m) at most, coloured by its displacement, with the
/// rest shape behind it.
pub fn displaced<'a>(title: String, mesh: &'a Mesh, mode: &[f64], amplitude: f64) -> Panel<'a> {
    let (relative, magnitudes) = relative_to_largest(mode, 2);
    let rest = mesh.rest_state();
    let state: Vec<f64> = rest.iter().zip(relative).map(|(x, d)| x + amplitude * d).collect();
    let magnitudes: Vec<f64> = magnitudes.iter().map(|m| amplitude * m).collect();
    let fill = Fill::PerVertex(magnitudes.into(), displacement_scale(amplitude));
    Panel { ghost: Some(rest.into()), ..Panel::new(title, mesh, state, fill) }
}

/// Adds the colour bar of such bodies.
pub fn draw_displacement_scale(drawing: &mut Drawing, amplitude: f64) {
    drawing.color_bar(&displacement_scale(amplitude), "displacement as drawn (m)");
}

fn displacement_scale(amplitude: f64) -> ColorScale {
    ColorScale::magnitudes([0.0, amplitude])
}

/// A field of vectors with `components` entries divided by its largest magnitude, and the
/// magnitudes that it then has.
pub fn relative_to_largest(field: &[f64], components: usize) -> (Vec<f64>, Vec<f64>) {
    let magnitudes: Vec<f64> = field
        .chunks_exact(components)
        .map(|v| v.iter().map(|x| x * x).sum::<f64>().sqrt())
        .collect();
    let largest = magnitudes.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let relative = |values: &[f64]| values.iter().map(|x| x / largest).collect();
    (relative(field), relative(&magnitudes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{figures::assert_sound, mesh::triangulated_grid, reduction::linear_modal_analysis};

    #[test]
    fn modes_of_a_small_mesh() {
        let mesh = triangulated_grid(5, 3, 20.0, 10.0).unwrap();
        for count in [1, 15] {
            let found = linear_modal_analysis(&mesh, count).unwrap();
            let figure = modes("modes", &mesh, &found).unwrap();
            assert!(figure.caption.starts_with(&format!("The {} lowest", count.min(12))));
            assert_sound(&[figure], &["modes"]);
        }
    }
}
