//! Curves, dots and bars over axes, by plotters.

use std::sync::LazyLock;

use plotters::{
    backend::SVGBackend,
    chart::{ChartBuilder, ChartContext},
    coord::{Shift, cartesian::Cartesian2d},
    drawing::{DrawingArea, IntoDrawingArea},
    element::Text,
    style::{Color, FontStyle, IntoFont, RGBColor, TextStyle, register_font},
};

use super::{
    Figure, FigureError,
    axis::Axis,
    drawing::{Drawing, LINE, TEXT_SIZE, WIDTH},
    look::Look,
    series,
};

/// Curves over a pair of axes, with a legend above them where it can hide nothing.
#[derive(Clone)]
pub struct Chart {
    /// What this chart shows, if the figure holds several.
    pub title: Option<String>,
    /// The horizontal axis; without a label, it is that of the chart below.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, from the back to the front.
    pub curves: Vec<Curve>,
    /// Height of the chart below title and legend.
    pub height: f64,
}

/// One curve, or some dots or bars.
#[derive(Clone)]
pub struct Curve {
    /// Its entry in the legend; none if it is empty.
    pub label: String,
    /// Colour, dashes and marker.
    pub look: Look,
    /// The data.
    pub points: Vec<[f64; 2]>,
    /// How the data are drawn.
    pub kind: Kind,
}

/// How data are drawn.
#[derive(Clone)]
pub enum Kind {
    /// Joined by a line.
    Line,
    /// Joined by a line, and each marked.
    Marked,
    /// Each marked.
    Dots,
    /// Each as a column from zero, with a text above it.
    Columns(Vec<String>),
    /// Each as a bar from zero, with a text at its end.
    Bars(Vec<String>),
}

/// All abscissas or all ordinates of some curves.
pub fn coordinates(curves: &[Curve], axis: usize) -> impl Iterator<Item = f64> {
    curves.iter().flat_map(move |curve| curve.points.iter().map(move |point| point[axis]))
}

/// A chart as a figure of its own.
pub fn figure(
    name: &'static str,
    chart: &Chart,
    caption: String,
    alt: String,
) -> Result<Figure, FigureError> {
    let mut drawing = Drawing::new(name);
    chart.draw(&mut drawing)?;
    Ok(drawing.finish(caption, alt))
}

/// Adds charts one below the other, with their vertical axes aligned.
pub fn draw_stacked(drawing: &mut Drawing, charts: &[Chart]) -> Result<(), FigureError> {
    FONT.as_ref().map_err(|()| FigureError::Font)?;
    let left = charts.iter().map(Chart::left).fold(0.0, f64::max);
    for (i, chart) in charts.iter().enumerate() {
        drawing.bottom += if i > 0 { 8.0 } else { 0.0 };
        chart.draw_from(drawing, left)?;
    }
    Ok(())
}

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Context<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;

/// The foreground colour until the SVG is finished; then it becomes the page's.
const FOREGROUND: RGBColor = RGBColor(1, 2, 3);

/// The colour of a curve until the SVG is finished; then it becomes its own, dashed.
pub(super) fn stand_in(curve: usize) -> RGBColor {
    RGBColor(1, 3, curve as u8)
}

/// plotters' SVG coordinates are whole numbers: charts are drawn this much larger and scaled down.
const FINE: f64 = 10.0;

pub(super) fn fine(length: f64) -> i32 {
    (FINE * length).round() as i32
}

impl Chart {
    /// The chart while its curves are being traced: some points of each (which every curve must
    /// have), the last of them marked, over the axes of the whole.
    pub fn traced(&self, points: &[usize]) -> Self {
        let mut chart = self.clone();
        for curve in &mut chart.curves {
            curve.points = points.iter().map(|&i| curve.points[i]).collect();
        }
        let heads = chart.curves.clone().into_iter().map(|mut curve| {
            curve.label.clear();
            curve.points.drain(..curve.points.len().saturating_sub(1));
            Curve { kind: Kind::Dots, ..curve }
        });
        chart.curves.extend(heads.collect::<Vec<_>>());
        chart
    }

    /// Adds the chart below what is drawn.
    pub fn draw(&self, drawing: &mut Drawing) -> Result<(), FigureError> {
        draw_stacked(drawing, std::slice::from_ref(self))
    }

    /// Adds the chart with a width of the area for the labels of the vertical axis.
    fn draw_from(&self, drawing: &mut Drawing, left: f64) -> Result<(), FigureError> {
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
                .x_label_area_size(fine(if self.x.label.is_empty() { 1.2 } else { 2.2 } * LINE))
                .y_label_area_size(fine(left))
                .build_cartesian_2d(self.x.clone(), self.y.clone())?;
            self.draw_axes(&mut chart)?;
            (0..self.curves.len()).try_for_each(|i| series::draw(&root, &chart, self, i))?;
            root.present()?;
        }
        self.embed(drawing, &svg);
        drawing.bottom += height;
        Ok(())
    }

    fn draw_axes(&self, chart: &mut Context<'_>) -> Result<(), FigureError> {
        let mut mesh = chart.configure_mesh();
        if self.x.has_names() {
            mesh.disable_x_mesh();
        }
        if self.y.has_names() {
            mesh.disable_y_mesh();
        }
        mesh.bold_line_style(FOREGROUND.mix(0.15).stroke_width(10))
            .light_line_style(FOREGROUND.mix(0.0))
            .axis_style(FOREGROUND.stroke_width(10))
            .set_all_tick_mark_size(fine(4.0))
            .label_style(text_style())
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .draw()?;
        Ok(())
    }

    /// Width of the area for the labels of the vertical axis, where the axis label stands left of
    /// those of the ticks.
    fn left(&self) -> f64 {
        self.y.tick_labels().map(text_width).fold(30.0, f64::max) + 32.0
    }

    /// Which curves stand in each row of the legend, and where: as many as fit.
    fn legend_rows(&self, left: f64) -> Vec<Vec<(f64, usize)>> {
        let mut rows: Vec<Vec<(f64, usize)>> = Vec::new();
        let mut right = f64::INFINITY;
        for (i, curve) in self.curves.iter().enumerate().filter(|(_, c)| !c.label.is_empty()) {
            let width = SAMPLE + 8.0 + text_width(&curve.label) + 18.0;
            if right + width > WIDTH + 10.0 {
                rows.push(Vec::new());
                right = left;
            }
            rows.last_mut().expect("a row was just made").push((right, i));
            right += width;
        }
        rows
    }

    fn draw_legend_row(
        &self,
        root: &Area<'_>,
        entries: &[(f64, usize)],
        middle: f64,
    ) -> Result<(), FigureError> {
        for &(left, i) in entries {
            series::draw_sample(root, i, &self.curves[i], [left, left + SAMPLE], middle)?;
            let at = (fine(left + SAMPLE + 8.0), fine(middle - 0.42 * TEXT_SIZE));
            root.draw(&Text::new(self.curves[i].label.clone(), at, text_style()))?;
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
        for (i, Look { color, dashes, .. }) in self.curves.iter().map(|c| c.look).enumerate() {
            let lengths: Vec<String> =
                dashes.iter().map(|d| fine(f64::from(*d)).to_string()).collect();
            let dashed = match lengths.join(" ") {
                lengths if lengths.is_empty() => String::new(),
                lengths => format!(" stroke-dasharray=\"{lengths}\""),
            };
            let RGBColor(r, g, b) = stand_in(i);
            let stand_in = format!("\"#{r:02X}{g:02X}{b:02X}\"");
            inner = inner
                .replace(&format!("stroke={stand_in}"), &format!("stroke=\"#{color:x}\"{dashed}"))
                .replace(&stand_in, &format!("\"#{color:x}\""));
        }
        let (top, scale) = (drawing.bottom, 1.0 / FINE);
        drawing.push(format_args!(
            r#"<g transform="translate(0 {top:.1}) scale({scale})" stroke-linejoin="round">{inner}</g>"#
        ));
    }
}

/// Length of the line in front of a legend entry.
const SAMPLE: f64 = 30.0;

/// plotters' SVG backend divides sizes by 1.24.
pub(super) fn text_style() -> TextStyle<'static> {
    ("sans-serif", 1.24 * FINE * TEXT_SIZE).into_font().color(&FOREGROUND)
}

fn text_width(text: &str) -> f64 {
    /// plotters measures as if the size were that from the lowest to the highest letter. In this
    /// font, those are so many times the font size apart.
    const LETTERS: f64 = 1.164;
    let font = ("sans-serif", LETTERS * FINE * TEXT_SIZE).into_font();
    font.box_size(text)
        .map_or(0.6 * TEXT_SIZE * text.len() as f64, |(width, _)| f64::from(width) / FINE)
}

/// The bundled font, DejaVu Sans.
pub(super) const FONT_FILE: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans-subset.ttf");

/// The font that plotters measures labels with. Readers see their own sans-serif font, which is
/// hardly ever wider.
static FONT: LazyLock<Result<(), ()>> =
    LazyLock::new(|| register_font("sans-serif", FontStyle::Normal, FONT_FILE).map_err(|_| ()));
