//! What a panel shows of a mesh, in metres.

use std::collections::BTreeSet;

use modebook::mesh::{Mesh, boundary_edges};

use super::{
    picture::{ColorBar, Panel, hex},
    svg::Point,
};

/// How far a drawn vertex may be from where it belongs: rounding of the vertex and of the placement,
/// in units of the figure.
const TOLERANCE: f64 = 0.16;

/// From metres, y upward, to the units of a figure, y downward.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    origin: Point,
    /// Units of the figure per metre.
    pub scale: f64,
}

impl Placement {
    /// The placement that takes the box around a state to the box around some lines.
    #[track_caller]
    pub fn new(lines: &[Vec<Point>], mesh: &Mesh, state: &[f64]) -> Self {
        let drawn: Vec<Point> = lines.iter().flatten().copied().collect();
        let [x, y] = [0, 1].map(|axis| extent(&drawn, axis));
        let state = boundary(mesh, state);
        let [state_x, state_y] = [0, 1].map(|axis| extent(&state, axis));
        let length = |[low, high]: Point| high - low;
        let scale = (length(x) + length(y)) / (length(state_x) + length(state_y));
        let middle = |[low, high]: Point| 0.5 * (low + high);
        let origin = [middle(x) - scale * middle(state_x), middle(y) + scale * middle(state_y)];
        let placement = Self { origin, scale };
        placement.assert_outline(lines, &state);
        placement
    }

    /// Where a point is drawn.
    pub fn place(&self, [x, y]: Point) -> Point {
        [self.origin[0] + self.scale * x, self.origin[1] - self.scale * y]
    }

    /// What is drawn at a place.
    pub fn point(&self, [x, y]: Point) -> Point {
        [(x - self.origin[0]) / self.scale, (self.origin[1] - y) / self.scale]
    }

    /// The points of some lines, in metres.
    pub fn points(&self, lines: &[Vec<Point>]) -> Vec<Point> {
        lines.iter().flatten().map(|place| self.point(*place)).collect()
    }

    /// The distance in metres that rounding may be off.
    pub fn tolerance(&self) -> f64 {
        TOLERANCE / self.scale
    }

    /// Fails unless some lines are the outline of a mesh in some state.
    #[track_caller]
    pub fn assert_state(&self, lines: &[Vec<Point>], mesh: &Mesh, state: &[f64]) {
        self.assert_outline(lines, &boundary(mesh, state));
    }

    /// Fails unless places are those of some points, in any order.
    #[track_caller]
    pub fn assert_points(&self, drawn: &[Point], points: &[Point]) {
        assert_eq!(drawn.len(), points.len(), "so many points");
        let expected: Vec<Point> = points.iter().map(|point| self.place(*point)).collect();
        assert_near(drawn, &expected);
        assert_near(&expected, drawn);
    }

    /// The colours of the triangles of a state, read by a colour bar.
    #[track_caller]
    pub fn values(&self, panel: &Panel, bar: &ColorBar, mesh: &Mesh, state: &[f64]) -> Vec<f64> {
        let color = |at: &Point| panel.bitmap.color(self.place(*at)).expect("the body is filled");
        centroids(mesh, state).iter().map(|at| bar.value(color(at))).collect()
    }

    /// Fails unless a body is filled with a colour; a triangle that is folded thinner than a pixel
    /// may be missed.
    #[track_caller]
    pub fn assert_filled(&self, panel: &Panel, color: &str, mesh: &Mesh, state: &[f64]) {
        let centres = centroids(mesh, state);
        let colors = centres.iter().map(|point| panel.bitmap.color(self.place(*point)));
        let missed = colors.clone().filter(Option::is_none).count();
        assert!(100 * missed <= centres.len(), "{}: {missed} are not filled", panel.title);
        assert!(colors.flatten().all(|found| found == hex(color)), "{}", panel.title);
    }

    #[track_caller]
    fn assert_outline(&self, lines: &[Vec<Point>], boundary: &[Point]) {
        assert!(lines.iter().all(|line| line.first() == line.last()), "an outline is closed");
        let drawn: Vec<Point> = lines.iter().flat_map(|line| &line[1..]).copied().collect();
        self.assert_points(&drawn, boundary);
    }
}

/// Fails unless each place is near one of others.
#[track_caller]
fn assert_near(places: &[Point], others: &[Point]) {
    for [x, y] in places {
        let off = others.iter().map(|[a, b]| (a - x).hypot(b - y)).fold(f64::INFINITY, f64::min);
        assert!(off <= TOLERANCE, "({x:.2}, {y:.2}) is off by {off:.2}");
    }
}

/// The positions of the boundary vertices of a mesh in some state.
pub fn boundary(mesh: &Mesh, state: &[f64]) -> Vec<Point> {
    let positions: &[Point] = state.as_chunks().0;
    boundary_edges(mesh).iter().map(|[from, _]| positions[*from]).collect()
}

/// The middles of the triangles of a mesh in some state.
pub fn centroids(mesh: &Mesh, state: &[f64]) -> Vec<Point> {
    let positions: &[Point] = state.as_chunks().0;
    let middle = |corners: &[usize; 3]| {
        [0, 1].map(|axis| corners.iter().map(|&v| positions[v][axis] / 3.0).sum())
    };
    mesh.triangles().iter().map(middle).collect()
}

/// The means of some values at the corners of every triangle.
pub fn means(mesh: &Mesh, values: &[f64]) -> Vec<f64> {
    let mean = |corners: &[usize; 3]| corners.iter().map(|&v| values[v] / 3.0).sum();
    mesh.triangles().iter().map(mean).collect()
}

/// The one of some points that is nearest to another.
pub fn nearest(points: &[Point], [x, y]: Point) -> Point {
    let distance = |p: &&Point| (p[0] - x).hypot(p[1] - y);
    let nearest = points.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
    *nearest.expect("a point")
}

/// How many different segments some lines have.
pub fn count_segments<'a>(lines: impl IntoIterator<Item = &'a Vec<Point>>) -> usize {
    let key = |[x, y]: Point| [(10.0 * x).round() as i64, (10.0 * y).round() as i64];
    let segment = |pair: &[Point]| {
        let [a, b] = [key(pair[0]), key(pair[1])];
        (a.min(b), a.max(b))
    };
    let segments: BTreeSet<_> =
        lines.into_iter().flat_map(|line| line.windows(2).map(segment)).collect();
    segments.len()
}

/// Smallest and largest coordinate of some points along an axis.
pub fn extent(points: &[Point], axis: usize) -> Point {
    points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], point| {
        [low.min(point[axis]), high.max(point[axis])]
    })
}

/// Smallest and largest of some values.
pub fn range(values: &[f64]) -> Point {
    modebook::linalg::extremes(values.iter().copied())
}

/// Fails unless nearly all values are as expected: where one part of a body lies over another, only
/// one of them is seen.
#[track_caller]
pub fn assert_agree(values: &[f64], expected: &[f64], tolerance: f64, share: f64) {
    assert_eq!(values.len(), expected.len());
    let agree = values.iter().zip(expected).filter(|(a, b)| (**a - **b).abs() <= tolerance).count();
    let agree = agree as f64 / values.len() as f64;
    assert!(agree >= share, "a share of {agree:.3} of the colours agrees");
}

/// The correlation of two lists.
pub fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let centred = |values: &[f64]| -> Vec<f64> {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| value - mean).collect()
    };
    let [a, b] = [centred(a), centred(b)];
    let dot = modebook::linalg::dot;
    dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt()
}

/// Fails unless all edges of the triangles are drawn: by Euler's formula a mesh without holes has so
/// many.
#[track_caller]
pub fn assert_triangles(panel: &Panel, mesh: &Mesh) {
    let edges = mesh.vertex_count() + mesh.triangle_count() - 1;
    assert_eq!(count_segments(panel.outline.iter().chain(&panel.edges)), edges);
}

/// A state displaced along a mode by some length at most, and how far its vertices are displaced.
pub fn displaced(rest: &[f64], mode: &[f64], amplitude: f64) -> (Vec<f64>, Vec<f64>) {
    let lengths: Vec<f64> = mode.as_chunks().0.iter().map(|[x, y]: &Point| x.hypot(*y)).collect();
    let scale = amplitude / range(&lengths)[1];
    let state = rest.iter().zip(mode).map(|(x, d)| x + scale * d).collect();
    (state, lengths.iter().map(|length| scale * length).collect())
}
