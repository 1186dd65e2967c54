//! Triangle meshes in the plane: a [`Mesh`] that cannot hold bad data, structured grids, the
//! caterpillar, files, boundaries, components, classes of triangles, sampling.
//!
//! Knows nothing of physics.

mod boundary;
mod caterpillar;
mod classes;
mod components;
mod files;
mod grid;
mod repairs;
mod sampling;

pub use boundary::boundary_edges;
pub use caterpillar::{Caterpillar, CaterpillarError};
pub use classes::{class_borders, class_coloring};
pub use components::connected_components;
pub use files::{
    MeshFileError, MeshFileProblem, Place, decode_mesh, encode_mesh, read_and_repair, read_mesh,
};
pub use grid::{GridError, triangulated_grid};
pub use repairs::{Repaired, Repairs};
pub use sampling::farthest_point_sampling;

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::linalg::extremes;

/// Why a list of vertices and triangles is not a mesh. Every variant names the offending element.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MeshError {
    /// No vertices, or no triangles.
    #[error(
        "the mesh is empty ({vertices} vertices, {triangles} triangles): it needs at least one triangle"
    )]
    Empty {
        /// Number of vertices given.
        vertices: usize,
        /// Number of triangles given.
        triangles: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("vertex {vertex} lies at ({x}, {y}): coordinates must be finite numbers")]
    NotFinite {
        /// Index of the vertex.
        vertex: usize,
        /// Its first coordinate.
        x: f64,
        /// Its second coordinate.
        y: f64,
    },
    /// A triangle names a vertex that does not exist.
    #[error(
        "triangle {triangle} names vertex {vertex}, but there are only {vertices} (counted from 0)"
    )]
    IndexOutOfRange {
        /// Index of the triangle.
        triangle: usize,
        /// The vertex that it names.
        vertex: usize,
        /// Number of vertices.
        vertices: usize,
    },
    /// A triangle names one vertex twice.
    #[error(
        "triangle {triangle} names vertex {vertex} twice: its three corners must differ; remove it (--clean does)"
    )]
    RepeatedVertex {
        /// Index of the triangle.
        triangle: usize,
        /// The repeated vertex.
        vertex: usize,
    },
    /// No triangle uses a vertex, so it would carry no mass.
    #[error(
        "vertex {vertex} belongs to no triangle and would carry no mass: remove it (--clean does)"
    )]
    UnreferencedVertex {
        /// Index of the vertex.
        vertex: usize,
    },
    /// Two triangles run along an edge in the same direction, so they lie on the same side of it.
    #[error(
        "triangle {triangle} lies on the same side of the edge from vertex {from} to vertex {to} as triangle {other}: they \
         overlap; turn one of them over or remove it (--clean does so with clockwise triangles and exact duplicates)"
    )]
    Overlap {
        /// Index of the later triangle.
        triangle: usize,
        /// Index of the earlier triangle.
        other: usize,
        /// Where the edge begins.
        from: usize,
        /// Where it ends.
        to: usize,
    },
    /// A triangle is so large or so small that its area is beyond what numbers can hold.
    #[error(
        "triangle {triangle} has an edge of {length:e} m, and areas are computed for edges from {:e} to {:e} m: give the \
         positions in other units",
        LENGTHS.start(),
        LENGTHS.end()
    )]
    OutOfScale {
        /// Index of the triangle.
        triangle: usize,
        /// The longer side of the box around it.
        length: f64,
    },
    /// A triangle has no area that stands out from round-off.
    #[error(
        "triangle {triangle} has no area beyond round-off ({area:e}): its corners lie on a line, or so close together that \
         their coordinates have no digits left for it; move or remove them (--clean merges corners at the same point)"
    )]
    ZeroArea {
        /// Index of the triangle.
        triangle: usize,
        /// Its signed area.
        area: f64,
    },
    /// A triangle's corners run clockwise.
    #[error(
        "triangle {triangle} has the negative area {area:e}: list its corners counterclockwise (--clean does)"
    )]
    NegativeArea {
        /// Index of the triangle.
        triangle: usize,
        /// Its signed area.
        area: f64,
    },
}

/// A mesh so far from the origin that its coordinates hold too few digits of its shape.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error(
    "the mesh lies {distance:.1e} m from the origin, which is {:.1e} times its size of {size:.1e} m: its coordinates hold too few \
     digits of its shape; move it to the origin", distance / size
)]
pub struct FarAway {
    /// Largest size of a coordinate, in m.
    pub distance: f64,
    /// The longer side of the box around the mesh, in m.
    pub size: f64,
}

/// Where a coordinate is so many times the size of the mesh, strains are off by some 1e-9.
const FARTHEST: f64 = 1e5;

/// A triangle mesh in the plane.
///
/// Every vertex is finite and used, every triangle has three different corners in counterclockwise
/// order and a positive area, which round-off leaves positive if the mesh is moved to the origin.
/// Degrees of freedom interleave as (x0, y0, x1, y1, ...).
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    positions: Vec<[f64; 2]>,
    triangles: Vec<[usize; 3]>,
}

impl Mesh {
    /// Checks vertex positions (in metres) and counterclockwise triangles, and makes them a mesh.
    ///
    /// # Errors
    /// [`MeshError`] for the first vertex or triangle that is not sound.
    pub fn new(positions: Vec<[f64; 2]>, triangles: Vec<[usize; 3]>) -> Result<Self, MeshError> {
        if positions.is_empty() || triangles.is_empty() {
            return Err(MeshError::Empty { vertices: positions.len(), triangles: triangles.len() });
        }
        for (vertex, &[x, y]) in positions.iter().enumerate() {
            if !(x.is_finite() && y.is_finite()) {
                return Err(MeshError::NotFinite { vertex, x, y });
            }
        }
        // Coordinates up to |x| are known to eps |x|, so an area below eps |x| |edge| cannot be told
        // from zero.
        let largest = positions.as_flattened().iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let mut used = vec![false; positions.len()];
        for (triangle, corners) in triangles.iter().enumerate() {
            check_triangle(&positions, triangle, corners, largest)?;
            corners.iter().for_each(|&v| used[v] = true);
        }
        if let Some(vertex) = used.iter().position(|used| !used) {
            return Err(MeshError::UnreferencedVertex { vertex });
        }
        check_overlap(&triangles)?;
        Ok(Self { positions, triangles })
    }

    /// The mesh with the mean of its vertices at the origin, scaled so that its longer side is 2:
    /// it fits into \[-1, 1\] on either axis around its middle.
    ///
    /// Running sums and one scale factor, as the notebook's system does it, to the last bit.
    // ANCHOR: normalized
    pub fn normalized(mut self) -> Self {
        let n = self.positions.len() as f64;
        let mean = [0, 1].map(|c| self.positions.iter().map(|p| p[c]).sum::<f64>() / n);
        for position in &mut self.positions {
            *position = [position[0] - mean[0], position[1] - mean[1]];
        }
        let [width, height] = [0, 1].map(|axis| {
            let [low, high] = self.extent(axis);
            high - low
        });
        let scale = 2.0 / width.max(height);
        self.positions.iter_mut().flatten().for_each(|x| *x *= scale);
        self
    }
    // ANCHOR_END: normalized

    /// Smallest and largest coordinate along an axis, 0 for x and 1 for y, in metres.
    pub fn extent(&self, axis: usize) -> [f64; 2] {
        extremes(self.positions.iter().map(|position| position[axis]))
    }

    /// Checks that the mesh lies near the origin for its size, as what computes with positions needs
    /// (modes do not: they depend on edges alone).
    ///
    /// # Errors
    /// [`FarAway`] if a coordinate is more than 1e5 times the size of the mesh.
    pub fn check_nearness(&self) -> Result<(), FarAway> {
        let extents = [0, 1].map(|axis| self.extent(axis));
        let distance = extents.into_iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        let size = extents.into_iter().fold(0.0, |m: f64, [low, high]| m.max(high - low));
        if distance > FARTHEST * size { Err(FarAway { distance, size }) } else { Ok(()) }
    }

    /// Vertex positions, in metres.
    pub fn positions(&self) -> &[[f64; 2]] {
        &self.positions
    }

    /// Vertex positions as one vector (x0, y0, x1, y1, ...), the rest state of a simulation.
    pub fn rest_state(&self) -> &[f64] {
        self.positions.as_flattened()
    }

    /// Corner indices of every triangle, counterclockwise.
    pub fn triangles(&self) -> &[[usize; 3]] {
        &self.triangles
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    /// Number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Number of degrees of freedom: two per vertex.
    pub fn dofs(&self) -> usize {
        2 * self.positions.len()
    }
}

/// Every edge has at most one triangle on its left.
fn check_overlap(triangles: &[[usize; 3]]) -> Result<(), MeshError> {
    let mut edges: Vec<(usize, usize, usize)> = triangles
        .iter()
        .enumerate()
        .flat_map(|(e, &[a, b, c])| [(a, b, e), (b, c, e), (c, a, e)])
        .collect();
    edges.sort_unstable();
    let shared = edges.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    match shared {
        Some(&[(from, to, other), (.., triangle)]) => {
            Err(MeshError::Overlap { triangle, other, from, to })
        }
        _ => Ok(()),
    }
}

fn check_triangle(
    positions: &[[f64; 2]],
    triangle: usize,
    corners: &[usize; 3],
    largest_coordinate: f64,
) -> Result<(), MeshError> {
    let &[a, b, c] = corners;
    if let Some(&vertex) = corners.iter().find(|&&v| v >= positions.len()) {
        return Err(MeshError::IndexOutOfRange { triangle, vertex, vertices: positions.len() });
    }
    if a == b || a == c {
        return Err(MeshError::RepeatedVertex { triangle, vertex: a });
    }
    if b == c {
        return Err(MeshError::RepeatedVertex { triangle, vertex: b });
    }
    let points = corners.map(|v| positions[v]);
    let length = [0, 1].map(|axis| extremes(points.map(|p| p[axis]))).map(|[low, high]| high - low);
    let length = length[0].max(length[1]);
    if length > 0.0 && !LENGTHS.contains(&length) {
        return Err(MeshError::OutOfScale { triangle, length });
    }
    let (area, round_off) = signed_area(points, largest_coordinate);
    if area.abs() <= round_off {
        return Err(MeshError::ZeroArea { triangle, area });
    }
    if area < 0.0 {
        return Err(MeshError::NegativeArea { triangle, area });
    }
    Ok(())
}

/// How long an edge may be, in metres: its square is far from overflow and underflow.
const LENGTHS: RangeInclusive<f64> = 1e-140..=1e140;

/// Area of a triangle, positive if its corners run counterclockwise, and what of it may be round-off
/// where coordinates reach some size: where they are, and after moving and scaling them.
fn signed_area([a, b, c]: [[f64; 2]; 3], largest_coordinate: f64) -> (f64, f64) {
    let edge = |p: [f64; 2], q: [f64; 2]| [q[0] - p[0], q[1] - p[1]];
    let (u, v, w) = (edge(a, b), edge(a, c), edge(b, c));
    let area = 0.5 * (u[0] * v[1] - u[1] * v[0]);
    let longest = [u, v, w].iter().map(|e| e[0].hypot(e[1])).fold(0.0, f64::max);
    (area, 16.0 * f64::EPSILON * largest_coordinate.max(longest) * longest)
}
