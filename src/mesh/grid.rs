use thiserror::Error;

use super::Mesh;

/// Why a grid cannot be built.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GridError {
    /// Fewer than two vertices along an axis.
    #[error("{axis} is {count}: it must be at least 2, the number of grid vertices along an axis")]
    TooFew {
        /// `columns` or `rows`.
        axis: &'static str,
        /// The number given.
        count: usize,
    },
    /// A side that is not a positive length.
    #[error("{side} is {length}: it must be a positive finite length")]
    BadLength {
        /// `width` or `height`.
        side: &'static str,
        /// The length given.
        length: f64,
    },
    /// So large that its indices or areas overflow.
    #[error(
        "columns x rows is {columns} x {rows} on {width} x {height}: it must be at most 2^21 vertices, on cells that are not lost in round-off"
    )]
    TooLarge {
        /// Vertices along x.
        columns: usize,
        /// Vertices along y.
        rows: usize,
        /// Width in metres.
        width: f64,
        /// Height in metres.
        height: f64,
    },
}

/// A `width` x `height` rectangle centred at the origin, with `columns` x `rows` vertices (notebook
/// 017, *Two beams*).
///
/// Vertices run along x first, from the bottom left. Each cell is cut into two triangles by the
/// diagonal from its bottom right to its top left corner, as libigl's `triangulated_grid` does;
/// positions are computed by the same operations in the same order, so they agree bit for bit.
///
/// # Errors
/// [`GridError`] for fewer than two vertices along an axis or a side that is not a positive length.
// ANCHOR: triangulated_grid
pub fn triangulated_grid(
    columns: usize,
    rows: usize,
    width: f64,
    height: f64,
) -> Result<Mesh, GridError> {
    for (axis, count) in [("columns", columns), ("rows", rows)] {
        if count < 2 {
            return Err(GridError::TooFew { axis, count });
        }
    }
    for (side, length) in [("width", width), ("height", height)] {
        if !(length.is_finite() && length > 0.0) {
            return Err(GridError::BadLength { side, length });
        }
    }
    let too_large = GridError::TooLarge { columns, rows, width, height };
    if columns.checked_mul(rows).is_none_or(|n| n > MAX_VERTICES) {
        return Err(too_large);
    }

    let coordinate =
        |i: usize, count: usize, length: f64| (i as f64 / (count - 1) as f64 - 0.5) * length;
    let positions = (0..rows)
        .flat_map(|j| {
            (0..columns).map(move |i| [coordinate(i, columns, width), coordinate(j, rows, height)])
        })
        .collect();
    let triangles = (0..rows - 1)
        .flat_map(|j| (0..columns - 1).map(move |i| j * columns + i))
        .flat_map(|v| [[v, v + 1, v + columns], [v + 1, v + 1 + columns, v + columns]])
        .collect();
    Mesh::new(positions, triangles).map_err(|_| too_large)
}
// ANCHOR_END: triangulated_grid

/// The sparse factor of a larger grid would need more memory than a desktop machine has.
const MAX_VERTICES: usize = 1 << 21;
