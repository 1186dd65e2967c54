//! The data of a chart: lines, markers, columns and bars.

use plotters::{
    element::{Circle, PathElement, Polygon, Rectangle, Text},
    style::{
        Color, RGBColor, ShapeStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::{
    FigureError,
    chart::{Area, Chart, Context, Curve, Kind, fine, stand_in, text_style},
    look::Marker,
};

/// Half the width of a column or bar, on an axis where their distance is one.
const HALF: f64 = 0.36;

/// Draws the curve of some index in the colour that stands in for its own.
pub fn draw(
    root: &Area<'_>,
    context: &Context<'_>,
    chart: &Chart,
    i: usize,
) -> Result<(), FigureError> {
    let (curve, color) = (&chart.curves[i], stand_in(i));
    let shown = |&[x, y]: &[f64; 2]| chart.x.shows(x) && chart.y.shows(y);
    let points = || curve.points.iter().copied().filter(shown);
    let pixel = |at: [f64; 2]| context.backend_coord(&at.into());
    if matches!(curve.kind, Kind::Marked | Kind::Dots) {
        points().try_for_each(|at| draw_marker(root, curve.look.marker, color, pixel(at)))?;
    }
    match &curve.kind {
        Kind::Dots => {}
        Kind::Line | Kind::Marked => {
            root.draw(&PathElement::new(points().map(pixel).collect::<Vec<_>>(), line(color)))?;
        }
        Kind::Columns(labels) => {
            for ([x, y], label) in points().zip(labels) {
                draw_bar(root, color, [[x - HALF, 0.0], [x + HALF, y]].map(pixel))?;
                let (x, top) = pixel([x, y.max(0.0)]);
                draw_label(root, label, (x, top - fine(4.0)), (HPos::Center, VPos::Bottom))?;
            }
        }
        Kind::Bars(labels) => {
            for ([x, y], label) in points().zip(labels) {
                draw_bar(root, color, [[0.0, y - HALF], [x, y + HALF]].map(pixel))?;
                let (gap, side) = if x < 0.0 { (-6.0, HPos::Right) } else { (6.0, HPos::Left) };
                let (end, y) = pixel([x, y]);
                draw_label(root, label, (end + fine(gap), y), (side, VPos::Center))?;
            }
        }
    }
    Ok(())
}

/// Draws what stands before the legend entry of a curve.
pub fn draw_sample(
    root: &Area<'_>,
    i: usize,
    curve: &Curve,
    [left, right]: [f64; 2],
    middle: f64,
) -> Result<(), FigureError> {
    let color = stand_in(i);
    let centre = (fine(0.5 * (left + right)), fine(middle));
    let ends = [left, right].map(|x| (fine(x), fine(middle)));
    match curve.kind {
        Kind::Columns(_) | Kind::Bars(_) => {
            let corners = ends.map(|(x, y)| if x < centre.0 { (x, y - 50) } else { (x, y + 50) });
            return draw_bar(root, color, corners);
        }
        Kind::Line => {}
        Kind::Marked | Kind::Dots => draw_marker(root, curve.look.marker, color, centre)?,
    }
    if !matches!(curve.kind, Kind::Dots) {
        root.draw(&PathElement::new(ends.to_vec(), line(color)))?;
    }
    Ok(())
}

fn draw_marker(
    root: &Area<'_>,
    marker: Marker,
    color: RGBColor,
    (x, y): (i32, i32),
) -> Result<(), FigureError> {
    let r = fine(4.5);
    let corners = match marker {
        Marker::Disc => return Ok(root.draw(&Circle::new((x, y), r, color.filled()))?),
        Marker::Square => [(-9, -9), (9, -9), (9, 9), (-9, 9)].as_slice(),
        Marker::Triangle => &[(-11, 9), (11, 9), (0, -12)],
        Marker::Diamond => &[(-12, 0), (0, -12), (12, 0), (0, 12)],
    };
    let corners: Vec<(i32, i32)> =
        corners.iter().map(|(dx, dy)| (x + r * dx / 10, y + r * dy / 10)).collect();
    root.draw(&Polygon::new(corners, color.filled()))?;
    Ok(())
}

fn draw_bar(
    root: &Area<'_>,
    color: RGBColor,
    [(x0, y0), (x1, y1)]: [(i32, i32); 2],
) -> Result<(), FigureError> {
    let corners = [(x0.min(x1), y0.min(y1)), (x0.max(x1), y0.max(y1))];
    root.draw(&Rectangle::new(corners, color.filled()))?;
    Ok(())
}

fn draw_label(
    root: &Area<'_>,
    label: &str,
    at: (i32, i32),
    (horizontal, vertical): (HPos, VPos),
) -> Result<(), FigureError> {
    let style = text_style().pos(Pos::new(horizontal, vertical));
    root.draw(&Text::new(label.to_string(), at, style))?;
    Ok(())
}

fn line(color: RGBColor) -> ShapeStyle {
    color.stroke_width(fine(2.8).unsigned_abs())
}
