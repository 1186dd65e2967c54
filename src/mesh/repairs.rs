use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use super::{LENGTHS, signed_area};
use crate::linalg::extremes;

/// What is done to a mesh from a file before it is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Makes two triangles of a face with four corners, along the diagonal for which both are sound;
    /// if either is, along the shorter one.
    pub split_quads: bool,
    /// Drops vertices that no triangle uses; merges vertices that are the same point, up to 1e-9 of
    /// the longer side of what triangles use, into the first of them; drops triangles that vanish by
    /// that or stand there twice; turns triangles counterclockwise.
    pub clean: bool,
}

/// What was changed in a mesh from a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// Faces with four corners that were made two triangles.
    pub quads_split: usize,
    /// Vertices that were merged into an earlier one.
    pub vertices_merged: usize,
    /// Vertices without a triangle that were dropped.
    pub vertices_dropped: usize,
    /// Triangles that were dropped: with two corners at the same point, or there before.
    pub triangles_dropped: usize,
    /// Triangles that ran clockwise.
    pub triangles_turned: usize,
}

impl Repaired {
    /// Whether the mesh is as the file has it.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// One sentence, of what was done.
impl fmt::Display for Repaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.quads_split, "quad was split", "quads were split"),
            (self.vertices_merged, "vertex was merged", "vertices were merged"),
            (self.vertices_dropped, "vertex was dropped", "vertices were dropped"),
            (self.triangles_dropped, "triangle was dropped", "triangles were dropped"),
            (self.triangles_turned, "triangle was turned", "triangles were turned"),
        ];
        let done: Vec<String> = parts
            .iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
            .collect();
        match done.split_last() {
            None => write!(f, "Nothing had to be repaired."),
            Some((last, [])) => write!(f, "{last}."),
            Some((last, others)) => write!(f, "{} and {last}.", others.join(", ")),
        }
    }
}

/// Vertices closer than this share of the mesh's longer side are the same point.
const SAME_POINT: f64 = 1e-9;

/// Two triangles in place of a quadrangle, or none if its edges cross.
///
/// A quadrangle with two corners at the same point has no sound halves; it gives one sound triangle
/// and one that vanishes.
pub(super) fn split_quad(
    positions: &[[f64; 2]],
    [a, b, c, d]: [usize; 4],
) -> Option<[[usize; 3]; 2]> {
    let corners = [a, b, c, d].map(|v| positions[v]);
    let largest = corners.as_flattened().iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    // 1 counterclockwise, -1 clockwise, 0 without an area.
    let turn = |[p, q, r]: [usize; 3]| {
        let (area, round_off) = signed_area([p, q, r].map(|v| positions[v]), largest);
        if area.abs() > round_off { area.signum() } else { 0.0 }
    };
    let along_ac = [[a, b, c], [a, c, d]];
    let along_bd = [[a, b, d], [b, c, d]];
    let product = |halves: [[usize; 3]; 2]| turn(halves[0]) * turn(halves[1]);
    let length = |p: usize, q: usize| {
        (positions[p][0] - positions[q][0]).hypot(positions[p][1] - positions[q][1])
    };
    match (product(along_ac), product(along_bd)) {
        (1.0, 1.0) => Some(if length(b, d) < length(a, c) { along_bd } else { along_ac }),
        (1.0, _) => Some(along_ac),
        (_, 1.0) => Some(along_bd),
        (-1.0, -1.0) => None,
        _ => Some(along_ac),
    }
}

/// A mesh with what can be repaired repaired.
pub(super) struct Cleaned {
    pub(super) positions: Vec<[f64; 2]>,
    pub(super) triangles: Vec<[usize; 3]>,
    /// Which vertices and triangles these were before.
    pub(super) kept_vertices: Vec<usize>,
    pub(super) kept_triangles: Vec<usize>,
}

/// Merges vertices, drops those without a triangle, turns triangles counterclockwise, drops vanished
/// and double ones; adds what it does to the counts.
pub(super) fn clean(
    positions: &[[f64; 2]],
    triangles: &[[usize; 3]],
    repaired: &mut Repaired,
) -> Cleaned {
    // A vertex without a triangle may lie anywhere, and shall not say how large the body is.
    let used = used_vertices(positions.len(), triangles);
    let first_there = first_at_each_point(positions, &used);
    let merged = (0..positions.len()).filter(|&v| first_there[v] != v).count();

    let mut seen = HashSet::new();
    let (mut kept_triangles, mut turned) = (Vec::new(), Vec::new());
    for (index, corners) in triangles.iter().enumerate() {
        let [a, b, c] = corners.map(|v| first_there[v]);
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        if a == b || b == c || c == a || !seen.insert(sorted) {
            repaired.triangles_dropped += 1;
            continue;
        }
        let (area, _) = signed_area([a, b, c].map(|v| positions[v]), 0.0);
        repaired.triangles_turned += usize::from(area < 0.0);
        turned.push(if area < 0.0 { [a, c, b] } else { [a, b, c] });
        kept_triangles.push(index);
    }

    let used = used_vertices(positions.len(), &turned);
    let kept_vertices: Vec<usize> = (0..positions.len()).filter(|&v| used[v]).collect();
    repaired.vertices_merged += merged;
    repaired.vertices_dropped += positions.len() - kept_vertices.len() - merged;
    let mut new_index = vec![0; positions.len()];
    kept_vertices.iter().enumerate().for_each(|(new, &old)| new_index[old] = new);
    Cleaned {
        positions: kept_vertices.iter().map(|&v| positions[v]).collect(),
        triangles: turned.iter().map(|corners| corners.map(|v| new_index[v])).collect(),
        kept_vertices,
        kept_triangles,
    }
}

fn used_vertices(count: usize, triangles: &[[usize; 3]]) -> Vec<bool> {
    let mut used = vec![false; count];
    triangles.iter().flatten().for_each(|&v| used[v] = true);
    used
}

/// For each vertex the first one that is the same point, of those that are used.
///
/// Found points lie in a grid whose cells are as wide as points may be apart, so that a point has to
/// be compared with those in nine cells, a few at most.
fn first_at_each_point(positions: &[[f64; 2]], used: &[bool]) -> Vec<usize> {
    let mut first_there: Vec<usize> = (0..positions.len()).collect();
    let bodies = || (0..positions.len()).filter(|&v| used[v]);
    let [x, y] = [0, 1].map(|axis| extremes(bodies().map(|v| positions[v][axis])));
    let side = (x[1] - x[0]).max(y[1] - y[0]);
    // Otherwise the mesh is refused.
    if !LENGTHS.contains(&side) {
        return first_there;
    }
    let apart = SAME_POINT * side;
    let mut cells: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
    for vertex in bodies() {
        let [px, py] = positions[vertex];
        if !(px.is_finite() && py.is_finite()) {
            continue;
        }
        let [i, j] = [(px - x[0]) / apart, (py - y[0]) / apart].map(|x| x.floor() as i64);
        let around = (i - 1..=i + 1).flat_map(|i| (j - 1..=j + 1).map(move |j| [i, j]));
        let near = |other: &usize| {
            let [qx, qy] = positions[*other];
            (px - qx).hypot(py - qy) <= apart
        };
        let same = around.filter_map(|cell| cells.get(&cell)).flatten().copied().filter(near).min();
        match same {
            Some(first) => first_there[vertex] = first,
            None => cells.entry([i, j]).or_default().push(vertex),
        }
    }
    first_there
}
