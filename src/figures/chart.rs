//! Curves over axes, by plotters.

use std::sync::LazyLock;

use plotters::{
    backend::SVGBackend,
    chart::{ChartBuilder, ChartContext},
    coord::{Shift, cartesian::Cartesian2d},
    drawing::{DrawingArea, IntoDrawingArea},
    element::{Circle, PathElement, Polygon, Text},
    style::{Color, FontStyle, IntoFont, RGBColor, ShapeStyle, TextStyle, register_font},
};

use super::{
    FigureError,
    axis::Axis,
    drawing::{Drawing, LINE, TEXT_SIZE, WIDTH},
    look::{Look, Marker},
};

/// Curves over a pair of axes, with a legend above them where it can hide nothing.
pub struct Chart {
    /// What this chart shows, if the figure holds several.
    pub title: Option<String>,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, from the back to the front.
    pub curves: Vec<Curve>,
    /// Height of the chart below title and legend.
    pub height: f64,
}

/// One curve.
pub struct Curve {
    /// Its entry in the legend.
    pub label: String,
    /// Colour, dashes and marker.
    pub look: Look,
    /// The data.
    pub points: Vec<[f64; 2]>,
    /// Whether every data point is marked.
    pub marked: bool,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane = Cartesian2d<Axis, Axis>;

/// The foreground colour until the SVG is finished; then it becomes the page's.
const FOREGROUND: RGBColor = RGBColor(1, 2, 3);

/// plotters' SVG coordinates are whole numbers: charts are drawn this much larger and scaled down.
const FINE: f64 = 10.0;

fn fine(length: f64) -> i32 {
    (FINE * length).round() as i32
}

impl Chart {
    /// Adds the chart below what is drawn.
    pub fn draw(&self, drawing: &mut Drawing) -> Result<(), FigureError> {
        FONT.as_ref().map_err(|()| FigureError::Font)?;
        let left = self.left();
        let rows = self.legend_rows(left);
        let title_height = if self.title.is_some() { LINE } else { 0.0 };
        let head_height = title_height + LINE * rows.len() as f64;
        let height = head_height + self.height;
        let mut svg = String::new();
        {
            let size = (fine(WIDTH).unsigned_abs(), fine(height).unsigned_abs());
            let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            if let Some(title) = &self.title {
                root.draw(&Text::new(title.clone(), (fine(left), fine(2.0)), text_style()))?;
            }
            for (row, entries) in rows.iter().enumerate() {
                self.draw_legend_row(&root, entries, title_height + LINE * (row as f64 + 0.5))?;
            }
            let (_, body) = root.split_vertically(fine(head_height));
            let mut chart = ChartBuilder::on(&body)
                .margin_top(fine(7.0))
                .margin_left(fine(4.0))
                .margin_right(fine(20.0))
                .x_label_area_size(fine(2.2 * LINE))
                .y_label_area_size(fine(left))
                .build_cartesian_2d(self.x.clone(), self.y.clone())?;
            self.draw_axes(&mut chart)?;
            for curve in &self.curves {
                self.draw_curve(&root, &chart, curve)?;
            }
            root.present()?;
        }
        self.embed(drawing, &svg);
        drawing.bottom += height;
        Ok(())
    }

    fn draw_axes(
        &self,
        chart: &mut ChartContext<'_, SVGBackend<'_>, Plane>,
    ) -> Result<(), FigureError> {
        chart
            .configure_mesh()
            .bold_line_style(FOREGROUND.mix(0.15).stroke_width(10))
            .light_line_style(FOREGROUND.mix(0.0))
            .axis_style(FOREGROUND.stroke_width(10))
            .set_all_tick_mark_size(fine(4.0))
            .label_style(text_style())
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .draw()?;
        Ok(())
    }

    fn draw_curve(
        &self,
        root: &Area<'_>,
        chart: &ChartContext<'_, SVGBackend<'_>, Plane>,
        curve: &Curve,
    ) -> Result<(), FigureError> {
        let pixels: Vec<(i32, i32)> = curve
            .points
            .iter()
            .filter(|&&[x, y]| self.x.shows(x) && self.y.shows(y))
            .map(|&[x, y]| chart.backend_coord(&(x, y)))
            .collect();
        if curve.marked {
            for &at in &pixels {
                draw_marker(root, &curve.look, at)?;
            }
        }
        root.draw(&PathElement::new(pixels, line_style(&curve.look)))?;
        Ok(())
    }

    /// Width of the area for the labels of the vertical axis, where the axis label stands left of
    /// those of the ticks.
    fn left(&self) -> f64 {
        self.y.tick_labels().map(text_width).fold(30.0, f64::max) + 32.0
    }

    /// Which curves stand in each row of the legend: as many as fit.
    fn legend_rows(&self, left: f64) -> Vec<Vec<(f64, &Curve)>> {
        let mut rows: Vec<Vec<(f64, &Curve)>> = Vec::new();
        let mut right = f64::INFINITY;
        for curve in &self.curves {
            let width = SAMPLE + 8.0 + text_width(&curve.label) + 18.0;
            if right + width > WIDTH + 10.0 {
                rows.push(Vec::new());
                right = left;
            }
            rows.last_mut().expect("a row was just made").push((right, curve));
            right += width;
        }
        rows
    }

    fn draw_legend_row(
        &self,
        root: &Area<'_>,
        entries: &[(f64, &Curve)],
        middle: f64,
    ) -> Result<(), FigureError> {
        let y = fine(middle);
        for &(left, curve) in entries {
            let ends = vec![(fine(left), y), (fine(left + SAMPLE), y)];
            root.draw(&PathElement::new(ends, line_style(&curve.look)))?;
            if curve.marked {
                draw_marker(root, &curve.look, (fine(left + 0.5 * SAMPLE), y))?;
            }
            let at = (fine(left + SAMPLE + 8.0), fine(middle - 0.42 * TEXT_SIZE));
            root.draw(&Text::new(curve.label.clone(), at, text_style()))?;
        }
        Ok(())
    }

    /// Puts plotters' elements into the drawing, with the page's colour as foreground and the
    /// curves dashed.
    fn embed(&self, drawing: &mut Drawing, svg: &str) {
        let inner = svg
            .split_once('>')
            .and_then(|(_, rest)| rest.rsplit_once("</svg>"))
            .map_or("", |(inner, _)| inner);
        let mut inner = inner
            .replace("=\"#010203\"", "=\"currentColor\"")
            .replace(" opacity=\"1\"", "")
            .replace(" font-family=\"sans-serif\"", "");
        // Markers are filled; only lines have these strokes.
        for Look { color, dashes, .. } in self.curves.iter().map(|curve| curve.look) {
            let lengths: Vec<String> =
                dashes.iter().map(|d| fine(f64::from(*d)).to_string()).collect();
            let lengths = if lengths.is_empty() { "none".into() } else { lengths.join(" ") };
            let dashed = format!("stroke=\"#{color:x}\" stroke-dasharray=\"{lengths}\"");
            inner = inner.replace(&format!("stroke=\"#{color:X}\""), &dashed);
        }
        let (top, scale) = (drawing.bottom, 1.0 / FINE);
        drawing.push(format_args!(
            r#"<g transform="translate(0 {top:.1}) scale({scale})" stroke-linejoin="round">{inner}</g>"#
        ));
    }
}

/// Length of the line in front of a legend entry.
const SAMPLE: f64 = 30.0;

fn draw_marker(root: &Area<'_>, look: &Look, (x, y): (i32, i32)) -> Result<(), FigureError> {
    let style = plotters_color(look).filled();
    let r = fine(4.5);
    let corners = match look.marker {
        Marker::Disc => return Ok(root.draw(&Circle::new((x, y), r, style))?),
        Marker::Square => [(-9, -9), (9, -9), (9, 9), (-9, 9)].as_slice(),
        Marker::Triangle => &[(-11, 9), (11, 9), (0, -12)],
        Marker::Diamond => &[(-12, 0), (0, -12), (12, 0), (0, 12)],
    };
    let corners: Vec<(i32, i32)> =
        corners.iter().map(|(dx, dy)| (x + r * dx / 10, y + r * dy / 10)).collect();
    root.draw(&Polygon::new(corners, style))?;
    Ok(())
}

fn line_style(look: &Look) -> ShapeStyle {
    plotters_color(look).stroke_width(fine(2.8).unsigned_abs())
}

fn plotters_color(look: &Look) -> RGBColor {
    RGBColor(look.color.r, look.color.g, look.color.b)
}

/// plotters' SVG backend divides sizes by 1.24.
fn text_style() -> TextStyle<'static> {
    ("sans-serif", 1.24 * FINE * TEXT_SIZE).into_font().color(&FOREGROUND)
}

fn text_width(text: &str) -> f64 {
    let font = ("sans-serif", FINE * TEXT_SIZE).into_font();
    font.box_size(text)
        .map_or(0.6 * TEXT_SIZE * text.len() as f64, |(width, _)| f64::from(width) / FINE)
}

/// The font that plotters measures labels with. Readers see their own sans-serif font, which is
/// hardly ever wider.
static FONT: LazyLock<Result<(), ()>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../assets/fonts/DejaVuSans-subset.ttf");
    register_font("sans-serif", FontStyle::Normal, bytes).map_err(|_| ())
});
