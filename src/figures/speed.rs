//! The figure of the page on speed: cost against the size of the mesh.

use super::{
    Figure, FigureError,
    axis::Axis,
    chart::{Chart, Curve, Kind, coordinates, draw_stacked},
    drawing::Drawing,
    look::{FULL, Look, MODAL, SKINNING},
    numbers::{listed, significant},
};
use crate::speed::{Grown, Record};

/// The names of the figures.
pub const NAMES: [&str; 1] = ["speed-sizes"];

/// Draws every figure, in the order of [`NAMES`].
///
/// # Errors
/// [`FigureError`] for the first figure that cannot be drawn.
pub fn figures(record: &Record) -> Result<Vec<Figure>, FigureError> {
    NAMES.into_iter().map(|name| figure(name, record)).collect()
}

fn figure(name: &'static str, record: &Record) -> Result<Figure, FigureError> {
    match name {
        "speed-sizes" => sizes(name, record),
        _ => unreachable!("every name has its figure"),
    }
}

/// The work whose cost is followed: its id, what it is called, how it looks.
const WORK: [(&str, &str, Look); 3] = [
    ("assembly", "assembly", FULL),
    ("sparse-solve", "sparse solve", MODAL),
    ("modes", "modes", SKINNING),
];

/// The time, and the time for each triangle or unknown, against their number.
fn sizes(name: &'static str, record: &Record) -> Result<Figure, FigureError> {
    let curves = |is_named: bool, time: fn(&Grown) -> f64| -> Vec<Curve> {
        let curve = |(id, label, look): (&str, &str, Look)| Curve {
            label: if is_named { label.into() } else { String::new() },
            look,
            points: record.grown(id).map(|grown| [grown.size as f64, time(grown)]).collect(),
            kind: Kind::Marked,
        };
        WORK.map(curve).to_vec()
    };
    let chart = |x: &str, y: &str, curves: Vec<Curve>| Chart {
        title: None,
        x: Axis::logarithmic(x, coordinates(&curves, 0).map(rounded)).padded(),
        y: Axis::logarithmic(y, coordinates(&curves, 1)).padded(),
        curves,
        height: 240.0,
    };
    let mut drawing = Drawing::new(name);
    let charts = [
        chart("", "time (ms)", curves(true, |grown| grown.ms)),
        chart(
            "triangles, or unknowns",
            "time for each of them (µs)",
            curves(false, |grown| 1e3 * grown.ms / grown.size as f64),
        ),
    ];
    draw_stacked(&mut drawing, &charts)?;
    let described: Vec<String> = WORK
        .iter()
        .filter_map(|(id, label, _)| {
            let (first, last) = (record.grown(id).next()?, record.grown(id).last()?);
            let [a, b] = [first, last].map(|grown| significant(grown.ms, 2));
            let Grown { size, unit, .. } = last;
            Some(format!("{label} from {a} ms at {} {unit} to {b} ms at {size}", first.size))
        })
        .collect();
    Ok(drawing.finish(
        "What assembly costs per triangle, and a sparse solve and twelve vibration modes per unknown, on beams from a \
         coarse mesh to a fine one; recorded, all scales logarithmic. Above the whole time, below the same over the \
         number of triangles or unknowns."
            .into(),
        format!(
            "Two charts with three curves each, against the size of the mesh. Above they rise: {}. Below, assembly stays \
             nearly level, and the other two rise.",
            listed(&described)
        ),
    ))
}

/// To one digit. No grid has just a thousand triangles, and an axis need not begin a decade earlier
/// for the few that are missing.
fn rounded(x: f64) -> f64 {
    let decade = 10_f64.powf(x.log10().floor());
    decade * (x / decade).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::assert_sound;

    /// A record without any sizes, and that of the book.
    #[test]
    fn figures_of_records() {
        let record = Record::of_the_book().unwrap();
        assert_sound(&figures(&record).unwrap(), &NAMES);
        let empty = Record { sizes: Vec::new(), ..record };
        assert_sound(&figures(&empty).unwrap(), &NAMES);
    }
}
