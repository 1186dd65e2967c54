//! Bodies and the fields on them, side by side at one scale.

use std::{borrow::Cow, collections::BTreeMap};

use colorous::{Color, Gradient};

use super::{
    FigureError,
    drawing::{Drawing, LINE, WIDTH},
    look::{PINNED, TRACKED, darker},
    numbers,
    raster::{Coloring, Raster, data_url},
};
use crate::mesh::{Mesh, boundary_edges};

/// How values become colours.
#[derive(Clone, Copy)]
pub struct ColorScale {
    /// The values at the ends; those beyond get the colours of the ends.
    pub range: [f64; 2],
    gradient: Gradient,
    reversed: bool,
}

impl ColorScale {
    /// Viridis over the range of some magnitudes.
    pub fn magnitudes(values: impl IntoIterator<Item = f64>) -> Self {
        Self { range: numbers::extent(values), gradient: colorous::VIRIDIS, reversed: false }
    }

    /// Red below and blue above the middle of a range.
    pub fn red_to_blue(range: [f64; 2]) -> Self {
        Self { range, gradient: colorous::RED_BLUE, reversed: false }
    }

    /// Blue below and red above the middle of a range.
    pub fn blue_to_red(range: [f64; 2]) -> Self {
        Self { reversed: true, ..Self::red_to_blue(range) }
    }

    /// The colour of a value, to one of [`SHADES`].
    pub fn color(&self, value: f64) -> Color {
        let [low, high] = self.range;
        let t = ((value - low) / (high - low) * SHADES).round() / SHADES;
        self.gradient.eval_continuous(if self.reversed { 1.0 - t } else { t })
    }
}

/// Steps of a colour scale: too many to be seen, and few enough to make bitmaps much smaller.
const SHADES: f64 = 256.0;

/// How a body is filled.
pub enum Fill<'a> {
    /// With one colour, and the edges of the triangles.
    Plain(Color),
    /// By a value per vertex, interpolated.
    PerVertex(Cow<'a, [f64]>, ColorScale),
    /// By a value per triangle.
    PerTriangle(&'a [f64], ColorScale),
}

/// A body in some state.
pub struct Panel<'a> {
    /// What stands above it.
    pub title: String,
    /// Its triangles.
    pub mesh: &'a Mesh,
    /// Where its vertices are.
    pub state: Cow<'a, [f64]>,
    /// Its colours.
    pub fill: Fill<'a>,
    /// Another state, faint and behind it.
    pub ghost: Option<&'a [f64]>,
    /// Vertices with a blue square.
    pub pinned: &'a [usize],
    /// A vertex with an orange dot.
    pub tracked: Option<usize>,
}

impl<'a> Panel<'a> {
    /// A body, without ghost or marks.
    pub fn new(
        title: String,
        mesh: &'a Mesh,
        state: impl Into<Cow<'a, [f64]>>,
        fill: Fill<'a>,
    ) -> Self {
        Self { title, mesh, state: state.into(), fill, ghost: None, pinned: &[], tracked: None }
    }
}

/// Pixels of a bitmap per unit of length: twice what a column of a page shows.
const RESOLUTION: f64 = 2.5;

/// Adds panels in rows of `columns`, all at the same scale.
pub fn draw_panels(
    drawing: &mut Drawing,
    panels: &[Panel<'_>],
    columns: usize,
) -> Result<(), FigureError> {
    const MARGIN: f64 = 8.0;
    let cell = WIDTH / columns as f64;
    let [left, right] = extent(panels, 0);
    let [low, high] = extent(panels, 1);
    let scale = ((cell - 2.0 * MARGIN) / (right - left)).min(300.0 / (high - low));
    for row in panels.chunks(columns) {
        let [low, high] = extent(row, 1);
        let top = drawing.bottom + LINE;
        for (column, panel) in row.iter().enumerate() {
            let centre = cell * (column as f64 + 0.5);
            drawing.text(centre, top - 6.0, &panel.title);
            let origin = [centre - 0.5 * scale * (left + right), top + MARGIN + scale * high];
            panel.draw(drawing, &Placement { origin, scale })?;
        }
        drawing.bottom = top + scale * (high - low) + 2.0 * MARGIN;
    }
    Ok(())
}

/// What some panels cover along an axis, ghosts included, in m.
fn extent(panels: &[Panel<'_>], axis: usize) -> [f64; 2] {
    let states =
        panels.iter().flat_map(|panel| [Some(panel.state.as_ref()), panel.ghost]).flatten();
    numbers::extent(states.flat_map(|x| x.iter().skip(axis).step_by(2).copied()))
}

/// From metres, y upward, to the units of the drawing, y downward.
struct Placement {
    origin: [f64; 2],
    scale: f64,
}

impl Placement {
    fn points(&self, state: &[f64]) -> Vec<[f64; 2]> {
        let [x0, y0] = self.origin;
        state.chunks_exact(2).map(|p| [x0 + self.scale * p[0], y0 - self.scale * p[1]]).collect()
    }
}

impl Panel<'_> {
    fn draw(&self, drawing: &mut Drawing, place: &Placement) -> Result<(), FigureError> {
        let outline = trails(boundary_edges(self.mesh));
        if let Some(ghost) = self.ghost {
            let path = svg_path(&outline, &place.points(ghost));
            drawing.push(format_args!(
                r#"<path d="{path}" fill-opacity="0.1" stroke="currentColor" stroke-opacity="0.5" stroke-dasharray="4 3"/>"#
            ));
        }
        let points = place.points(&self.state);
        match &self.fill {
            Fill::Plain(color) => {
                self.draw_bitmap(drawing, &points, &|_, _| *color)?;
                let edges = svg_path(&trails(inner_edges(self.mesh)), &points);
                let (stroke, width) =
                    (darker(*color), (0.1 * self.edge_length(&points)).clamp(0.15, 0.6));
                drawing.push(format_args!(
                    r##"<path d="{edges}" fill="none" stroke="#{stroke:x}" stroke-width="{width:.2}"/>"##
                ));
            }
            Fill::PerVertex(values, scale) => {
                self.draw_bitmap(drawing, &points, &|triangle, weights| {
                    let corners = self.mesh.triangles()[triangle].iter().zip(weights);
                    scale.color(corners.map(|(&v, weight)| weight * values[v]).sum())
                })?
            }
            Fill::PerTriangle(values, scale) => {
                self.draw_bitmap(drawing, &points, &|triangle, _| scale.color(values[triangle]))?;
            }
        }
        let path = svg_path(&outline, &points);
        drawing.push(format_args!(
            r#"<path d="{path}" fill="none" stroke="currentColor" stroke-opacity="0.8" stroke-linejoin="round"/>"#
        ));
        self.draw_marks(drawing, &points);
        Ok(())
    }

    fn draw_marks(&self, drawing: &mut Drawing, points: &[[f64; 2]]) {
        let side = (0.45 * self.edge_length(points)).clamp(3.0, 5.0);
        for &v in self.pinned {
            let [x, y] = points[v].map(|x| x - 0.5 * side);
            drawing.push(format_args!(
                r##"<rect x="{x:.1}" y="{y:.1}" width="{side:.1}" height="{side:.1}" fill="#{PINNED:x}"/>"##
            ));
        }
        if let Some([x, y]) = self.tracked.map(|v| points[v]) {
            drawing.push(format_args!(
                r##"<circle cx="{x:.1}" cy="{y:.1}" r="5" fill="#{TRACKED:x}" stroke="currentColor"/>"##
            ));
        }
    }

    fn draw_bitmap(
        &self,
        drawing: &mut Drawing,
        points: &[[f64; 2]],
        coloring: &Coloring<'_>,
    ) -> Result<(), FigureError> {
        let [[left, right], [top, bottom]] =
            [0, 1].map(|axis| numbers::extent(points.iter().map(|p| p[axis])));
        let pixels: Vec<[f64; 2]> = points
            .iter()
            .map(|&[x, y]| [RESOLUTION * (x - left), RESOLUTION * (y - top)])
            .collect();
        let size = [right - left, bottom - top].map(|extent| (RESOLUTION * extent).ceil() as u32);
        let png =
            Raster { size, points: &pixels, triangles: self.mesh.triangles() }.png(coloring)?;
        let [width, height] = size.map(|pixels| f64::from(pixels) / RESOLUTION);
        drawing.push(format_args!(
            r#"<image x="{left:.2}" y="{top:.2}" width="{width:.2}" height="{height:.2}" href="{}"/>"#,
            data_url(&png)
        ));
        Ok(())
    }

    /// Mean length of the first edges of the triangles.
    fn edge_length(&self, points: &[[f64; 2]]) -> f64 {
        let triangles = self.mesh.triangles();
        let length = |&[a, b, _]: &[usize; 3]| {
            (points[b][0] - points[a][0]).hypot(points[b][1] - points[a][1])
        };
        triangles.iter().map(length).sum::<f64>() / triangles.len() as f64
    }
}

/// The edges that two triangles share, each once.
fn inner_edges(mesh: &Mesh) -> impl Iterator<Item = [usize; 2]> {
    // The two triangles run along it in opposite directions. The boundary edges among these are
    // under the outline.
    let edges = mesh.triangles().iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    edges.filter(|[from, to]| from < to)
}

/// Directed edges joined into paths of vertices; the edges of a boundary into closed ones.
fn trails(edges: impl IntoIterator<Item = [usize; 2]>) -> Vec<Vec<usize>> {
    let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for [from, to] in edges {
        next.entry(from).or_default().push(to);
    }
    let mut trails = Vec::new();
    while let Some(mut last) = next.first_key_value().map(|(from, _)| *from) {
        let mut trail = vec![last];
        while let Some(ends) = next.get_mut(&last) {
            let Some(to) = ends.pop() else { break };
            if ends.is_empty() {
                next.remove(&last);
            }
            trail.push(to);
            last = to;
        }
        trails.push(trail);
    }
    trails
}

fn svg_path(trails: &[Vec<usize>], points: &[[f64; 2]]) -> String {
    let vertex = |&v: &usize| format!("{:.1} {:.1}", points[v][0], points[v][1]);
    trails
        .iter()
        .map(|trail| format!("M{}", trail.iter().map(vertex).collect::<Vec<_>>().join("L")))
        .collect()
}
