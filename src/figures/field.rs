//! Bodies and the fields on them, side by side at one scale.

use std::borrow::Cow;

use colorous::Color;

use super::{
    FigureError,
    colors::{ColorScale, class_colors},
    drawing::{Drawing, LINE, WIDTH},
    look::{PINNED, TRACKED, darker, paler},
    numbers,
    outline::{inner_edges, polyline, svg_path, trails},
    raster::{Coloring, Raster, data_url},
    scene::{Floor, Placement, draw_dots, draw_trace},
};
use crate::mesh::{Mesh, boundary_edges, class_borders};

/// How a body is filled.
pub enum Fill<'a> {
    /// With one colour, without edges; outlined in a darker one.
    Solid(Color),
    /// With one colour, and the edges of the triangles in a darker one.
    Plain(Color),
    /// With one colour, and the edges of the triangles in another.
    Edged {
        /// Colour of the triangles.
        face: Color,
        /// Colour of their edges.
        edge: Color,
    },
    /// By a value per vertex, interpolated.
    PerVertex(Cow<'a, [f64]>, ColorScale),
    /// By a value per triangle.
    PerTriangle(&'a [f64], ColorScale),
    /// By the class of every triangle, with the borders between the classes.
    Classes(&'a [usize]),
    /// The same, paler, so that lines over it are seen.
    PaleClasses(&'a [usize]),
}

impl Fill<'_> {
    /// What the outline is drawn with. A body of one colour has a darker one, which shows in every
    /// theme where one part of the body lies over another.
    fn outline(&self) -> String {
        match self {
            Fill::Solid(face) | Fill::Plain(face) => format!("#{:x}", darker(*face)),
            Fill::Edged { edge, .. } => format!("#{edge:x}"),
            _ => "currentColor".into(),
        }
    }

    /// The colour of the edges of the triangles, if they are drawn.
    fn edges(&self) -> Option<Color> {
        match self {
            Fill::Plain(face) => Some(darker(*face)),
            Fill::Edged { edge, .. } => Some(*edge),
            _ => None,
        }
    }
}

/// A body in some state.
pub struct Panel<'a> {
    /// What stands above it.
    pub title: String,
    /// Whether that is bold.
    pub is_marked: bool,
    /// Its triangles.
    pub mesh: &'a Mesh,
    /// Where its vertices are.
    pub state: Cow<'a, [f64]>,
    /// Its colours.
    pub fill: Fill<'a>,
    /// Another state, faint and behind it.
    pub ghost: Option<Cow<'a, [f64]>>,
    /// Vertices with a blue square.
    pub pinned: &'a [usize],
    /// Vertices with a blue dot.
    pub touching: &'a [usize],
    /// Places with an orange dot, in m.
    pub dots: Vec<[f64; 2]>,
    /// A path that ends in a dot, in m.
    pub trace: &'a [[f64; 2]],
    /// Its colour.
    pub trace_color: Color,
    /// Lines over it, in m, each in its colour.
    pub lines: Vec<(Vec<[f64; 2]>, Color)>,
    /// A floor.
    pub floor: Option<Floor>,
    /// What its cell shows at least, along x and along y, in m: for an animation, everywhere that
    /// the body comes in the run, so that the camera stands still.
    pub room: Option<[[f64; 2]; 2]>,
}

impl<'a> Panel<'a> {
    /// A body, without ghost or marks.
    pub fn new(
        title: String,
        mesh: &'a Mesh,
        state: impl Into<Cow<'a, [f64]>>,
        fill: Fill<'a>,
    ) -> Self {
        Self {
            title,
            is_marked: false,
            mesh,
            state: state.into(),
            fill,
            ghost: None,
            pinned: &[],
            touching: &[],
            dots: Vec::new(),
            trace: &[],
            lines: Vec::new(),
            trace_color: TRACKED,
            floor: None,
            room: None,
        }
    }

    /// Everything that it covers along an axis, in m.
    fn covered(&self, axis: usize) -> impl Iterator<Item = f64> {
        let states = [Some(&self.state), self.ghost.as_ref()].into_iter().flatten();
        let vertices = states.flat_map(move |x| x.iter().skip(axis).step_by(2).copied());
        let lines = self.lines.iter().flat_map(|(line, _)| line);
        let points = self.dots.iter().chain(self.trace).chain(lines).map(move |point| point[axis]);
        let floor = self.floor.filter(|_| axis == 1).map(|floor| floor.height);
        let room = self.room.into_iter().flat_map(move |room| room[axis]);
        vertices.chain(points).chain(floor).chain(room)
    }
}

/// The room that some states take, along x and along y, in m.
pub fn room<'a>(states: impl IntoIterator<Item = &'a [f64]> + Clone) -> [[f64; 2]; 2] {
    [0, 1].map(|axis| {
        let along = |state: &'a [f64]| state.iter().skip(axis).step_by(2).copied();
        numbers::extent(states.clone().into_iter().flat_map(along))
    })
}

/// Pixels of a bitmap per unit of length: twice what a column of a page shows.
const RESOLUTION: f64 = 2.5;

/// The same for fields that vary smoothly up to the outline, which is drawn over them.
const SMOOTH_RESOLUTION: f64 = 1.75;

/// Adds panels in rows of `columns`, all at the same scale.
pub fn draw_panels(
    drawing: &mut Drawing,
    panels: &[Panel<'_>],
    columns: usize,
) -> Result<(), FigureError> {
    draw_panels_within(drawing, panels, columns, 300.0)
}

/// The same with a bound on the height of a body.
pub fn draw_panels_within(
    drawing: &mut Drawing,
    panels: &[Panel<'_>],
    columns: usize,
    height: f64,
) -> Result<(), FigureError> {
    const MARGIN: f64 = 8.0;
    let cell = WIDTH / columns as f64;
    let [left, right] = extent(panels, 0);
    let [low, high] = extent(panels, 1);
    let scale = ((cell - 2.0 * MARGIN) / (right - left)).min(height / (high - low));
    for row in panels.chunks(columns) {
        let [low, high] = extent(row, 1);
        let top = drawing.bottom + LINE;
        for (column, panel) in row.iter().enumerate() {
            let centre = cell * (column as f64 + 0.5);
            drawing.text(centre, top - 6.0, &panel.title);
            let origin = [centre - 0.5 * scale * (left + right), top + MARGIN + scale * high];
            let cell = [centre - 0.5 * cell, centre + 0.5 * cell];
            panel.draw(drawing, &Placement { origin, scale, cell })?;
        }
        let floors = row.iter().filter_map(|panel| panel.floor);
        let deepest = floors.map(|floor| floor.depth()).fold(0.0, f64::max);
        drawing.bottom = top + scale * (high - low) + 2.0 * MARGIN + deepest;
    }
    Ok(())
}

/// Adds rows as wide as the drawing, all at the same scale, in which bodies lie over one another. The
/// title of the first stands at the left, that of any other at the right.
pub fn draw_overlaid(drawing: &mut Drawing, rows: &[Vec<Panel<'_>>]) -> Result<(), FigureError> {
    const MARGIN: f64 = 8.0;
    let [left, right] = extent(rows.iter().flatten(), 0);
    let [low, high] = extent(rows.iter().flatten(), 1);
    let scale = ((WIDTH - 2.0 * MARGIN) / (right - left)).min(300.0 / (high - low));
    for row in rows {
        let [low, high] = extent(row, 1);
        let top = drawing.bottom + LINE;
        let origin = [0.5 * (WIDTH - scale * (left + right)), top + MARGIN + scale * high];
        let place = Placement { origin, scale, cell: [0.0, WIDTH] };
        for (i, panel) in row.iter().enumerate() {
            let (x, anchor) = if i == 0 { (MARGIN, "start") } else { (WIDTH - MARGIN, "end") };
            drawing.title([x, top - 6.0], anchor, panel.is_marked, &panel.title);
            panel.draw(drawing, &place)?;
        }
        let floors = row.iter().filter_map(|panel| panel.floor);
        let deepest = floors.map(|floor| floor.depth()).fold(0.0, f64::max);
        drawing.bottom = top + scale * (high - low) + 2.0 * MARGIN + deepest;
    }
    Ok(())
}

/// What some panels cover along an axis, in m.
fn extent<'a, 'b: 'a>(panels: impl IntoIterator<Item = &'a Panel<'b>>, axis: usize) -> [f64; 2] {
    numbers::extent(panels.into_iter().flat_map(|panel| panel.covered(axis)))
}

impl Panel<'_> {
    fn draw(&self, drawing: &mut Drawing, place: &Placement) -> Result<(), FigureError> {
        if let Some(floor) = &self.floor {
            floor.draw(drawing, place);
        }
        let outline = trails(boundary_edges(self.mesh));
        if let Some(ghost) = &self.ghost {
            let path = svg_path(&outline, &place.points(ghost));
            drawing.push(format_args!(
                r#"<path d="{path}" fill-opacity="0.1" stroke="currentColor" stroke-opacity="0.5" stroke-dasharray="4 3"/>"#
            ));
        }
        let points = place.points(&self.state);
        self.draw_field(drawing, &points)?;
        let (path, stroke) = (svg_path(&outline, &points), self.fill.outline());
        drawing.push(format_args!(
            r#"<path d="{path}" fill="none" stroke="{stroke}" stroke-opacity="0.8" stroke-linejoin="round"/>"#
        ));
        self.draw_edges(drawing, &points);
        self.draw_pinned(drawing, &points);
        for (line, color) in &self.lines {
            let path = polyline(line.iter().map(|point| place.point(*point)));
            drawing.push(format_args!(
                r##"<path d="{path}" fill="none" stroke="#{color:x}" stroke-width="2" stroke-linejoin="round"/>"##
            ));
        }
        self.draw_touching(drawing, &points);
        draw_dots(drawing, &self.dots, place);
        if !self.trace.is_empty() {
            draw_trace(drawing, self.trace, self.trace_color, place);
        }
        Ok(())
    }

    /// Draws what fills the outline. One colour is a bitmap, too: where a body is folded over, its
    /// outline has no inside.
    fn draw_field(&self, drawing: &mut Drawing, points: &[[f64; 2]]) -> Result<(), FigureError> {
        match &self.fill {
            Fill::Solid(face) | Fill::Plain(face) | Fill::Edged { face, .. } => {
                self.draw_bitmap(drawing, points, RESOLUTION, &|_, _| *face)
            }
            Fill::PerVertex(values, scale) => {
                self.draw_bitmap(drawing, points, SMOOTH_RESOLUTION, &|triangle, weights| {
                    let corners = self.mesh.triangles()[triangle].iter().zip(weights);
                    scale.color(corners.map(|(&v, weight)| weight * values[v]).sum())
                })
            }
            Fill::PerTriangle(values, scale) => {
                let color = |triangle: usize, _| scale.color(values[triangle]);
                self.draw_bitmap(drawing, points, RESOLUTION, &color)
            }
            Fill::Classes(labels) | Fill::PaleClasses(labels) => {
                let mut colors = class_colors(self.mesh, labels);
                if matches!(self.fill, Fill::PaleClasses(_)) {
                    colors.iter_mut().for_each(|color| *color = paler(*color));
                }
                let color = |triangle: usize, _| colors[labels[triangle]];
                self.draw_bitmap(drawing, points, RESOLUTION, &color)
            }
        }
    }

    /// Draws the edges of the triangles, or the borders between their classes.
    fn draw_edges(&self, drawing: &mut Drawing, points: &[[f64; 2]]) {
        let (edges, stroke, width) = match &self.fill {
            Fill::Classes(labels) | Fill::PaleClasses(labels) => {
                (class_borders(self.mesh, labels), "currentColor".into(), 1.0)
            }
            fill => {
                let Some(edge) = fill.edges() else { return };
                let width = (0.1 * self.edge_length(points)).clamp(0.15, 0.6);
                (inner_edges(self.mesh).collect(), format!("#{edge:x}"), width)
            }
        };
        let path = svg_path(&trails(edges), points);
        drawing.push(format_args!(
            r#"<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width:.2}"/>"#
        ));
    }

    fn draw_pinned(&self, drawing: &mut Drawing, points: &[[f64; 2]]) {
        let side = (0.45 * self.edge_length(points)).clamp(3.0, 5.0);
        for &v in self.pinned {
            let [x, y] = points[v].map(|x| x - 0.5 * side);
            drawing.push(format_args!(
                r##"<rect x="{x:.1}" y="{y:.1}" width="{side:.1}" height="{side:.1}" fill="#{PINNED:x}"/>"##
            ));
        }
    }

    fn draw_touching(&self, drawing: &mut Drawing, points: &[[f64; 2]]) {
        for [x, y] in self.touching.iter().map(|&v| points[v]) {
            drawing.push(format_args!(
                r##"<circle cx="{x:.1}" cy="{y:.1}" r="3.5" fill="#{PINNED:x}"/>"##
            ));
        }
    }

    fn draw_bitmap(
        &self,
        drawing: &mut Drawing,
        points: &[[f64; 2]],
        resolution: f64,
        coloring: &Coloring<'_>,
    ) -> Result<(), FigureError> {
        let [[left, right], [top, bottom]] =
            [0, 1].map(|axis| numbers::extent(points.iter().map(|p| p[axis])));
        let pixels: Vec<[f64; 2]> = points
            .iter()
            .map(|&[x, y]| [resolution * (x - left), resolution * (y - top)])
            .collect();
        let size = [right - left, bottom - top].map(|extent| (resolution * extent).ceil() as u32);
        let order = self.left_to_right();
        let triangles: Vec<_> = order.iter().map(|&e| self.mesh.triangles()[e]).collect();
        let png = Raster { size, points: &pixels, triangles: &triangles }
            .png(&|triangle, weights| coloring(order[triangle], weights))?;
        let [width, height] = size.map(|pixels| f64::from(pixels) / resolution);
        drawing.push(format_args!(
            r#"<image x="{left:.2}" y="{top:.2}" width="{width:.2}" height="{height:.2}" href="{}"/>"#,
            data_url(&png)
        ));
        Ok(())
    }

    /// The triangles by their place in the rest shape, so that of two parts that overlap, such as
    /// legs, one lies wholly over the other.
    fn left_to_right(&self) -> Vec<usize> {
        let x = |e: &usize| self.mesh.triangles()[*e].map(|v| self.mesh.positions()[v][0]);
        let mut order: Vec<usize> = (0..self.mesh.triangle_count()).collect();
        order.sort_by(|a, b| x(a).iter().sum::<f64>().total_cmp(&x(b).iter().sum()));
        order
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
