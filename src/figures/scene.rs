//! What stands around a body: the floor, the path it took, dots.

use colorous::Color;

use super::{
    drawing::{Drawing, LINE},
    look::TRACKED,
    numbers,
    outline::polyline,
};

/// A floor that a body stands on.
#[derive(Clone, Copy)]
pub struct Floor {
    /// Its height, in m.
    pub height: f64,
    /// Whether the metres along it have numbers.
    pub numbered: bool,
}

/// Thickness of the shaded ground.
const GROUND: f64 = 8.0;

impl Floor {
    /// What it takes below its line, besides the margin of a panel.
    pub fn depth(&self) -> f64 {
        GROUND + if self.numbered { LINE } else { 0.0 }
    }

    /// Draws it over the whole cell.
    pub fn draw(&self, drawing: &mut Drawing, place: &Placement) {
        let [left, right] = place.cell;
        let [_, y] = place.point([0.0, self.height]);
        let width = right - left;
        drawing.push(format_args!(
            r#"<rect x="{left:.1}" y="{y:.1}" width="{width:.1}" height="{GROUND}" fill-opacity="0.15"/>"#
        ));
        drawing.push(format_args!(
            r#"<path d="M{left:.1} {y:.1}H{right:.1}" stroke="currentColor" stroke-width="1.5"/>"#
        ));
        let [first, last] = [left, right].map(|x| (x - place.origin[0]) / place.scale);
        let (ticks, step) = numbers::round_ticks(first, last, 6);
        for (x, metres) in ticks.into_iter().map(|tick| (place.point([tick, 0.0])[0], tick)) {
            let to = y + GROUND;
            drawing
                .push(format_args!(r#"<path d="M{x:.1} {y:.1}V{to:.1}" stroke="currentColor"/>"#));
            if self.numbered && (left + 30.0..right - 30.0).contains(&x) {
                drawing.text(x, to + 18.0, &format!("{} m", numbers::tick(metres, step)));
            }
        }
    }
}

/// Adds a path through some points, and a dot at the end.
pub fn draw_trace(drawing: &mut Drawing, trace: &[[f64; 2]], color: Color, place: &Placement) {
    let path = polyline(trace.iter().map(|point| place.point(*point)));
    drawing.push(format_args!(
        r##"<path d="{path}" fill="none" stroke="#{color:x}" stroke-width="2" stroke-linejoin="round"/>"##
    ));
    draw_colored_dots(drawing, &trace[trace.len() - 1..], color, place);
}

/// Adds orange dots, with a rim that keeps them apart from yellow bodies in every theme.
pub fn draw_dots(drawing: &mut Drawing, dots: &[[f64; 2]], place: &Placement) {
    draw_colored_dots(drawing, dots, TRACKED, place);
}

fn draw_colored_dots(drawing: &mut Drawing, dots: &[[f64; 2]], color: Color, place: &Placement) {
    for [x, y] in dots.iter().map(|dot| place.point(*dot)) {
        drawing.push(format_args!(
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="#{color:x}" stroke="#222"/>"##
        ));
    }
}

/// From metres, y upward, to the units of the drawing, y downward.
pub struct Placement {
    /// Where the origin is.
    pub origin: [f64; 2],
    /// Units per metre.
    pub scale: f64,
    /// Left and right end of the cell.
    pub cell: [f64; 2],
}

impl Placement {
    /// Where a point is.
    pub fn point(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.origin[0] + self.scale * x, self.origin[1] - self.scale * y]
    }

    /// Where the points of a state are.
    pub fn points(&self, state: &[f64]) -> Vec<[f64; 2]> {
        state.as_chunks().0.iter().map(|point| self.point(*point)).collect()
    }
}
