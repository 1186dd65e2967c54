use std::sync::Arc;

use faer::sparse::SymbolicSparseColMat;

use crate::linalg::SymmetricSparse;

/// Assembles symmetric per-triangle blocks into one sparse matrix.
///
/// The pattern, and for each entry of each block the place where it is added, are found once per
/// mesh. Assembly is then one addition per entry, without a search.
///
/// A block belongs to the corners' unknowns in order, (corner 0, component 0), (corner 0, component
/// 1), ..., and is given as its lower triangle row by row: (0,0), (1,0), (1,1), (2,0), ...
#[derive(Clone, Debug)]
pub struct Assembly {
    pattern: Arc<SymbolicSparseColMat<usize>>,
    entries_per_block: usize,
    places: Vec<u32>,
}

impl Assembly {
    /// Pattern and places for `components` unknowns per vertex: 2 for displacements, 1 for scalar
    /// fields.
    pub fn new(corners: &[[usize; 3]], vertex_count: usize, components: usize) -> Self {
        let lower_pairs = |c: &[usize; 3]| {
            let c = *c;
            lower_triangle(3).map(move |(a, b)| (c[a].min(c[b]), c[a].max(c[b])))
        };
        // Columns of the vertex pattern, then of the pattern of unknowns: each vertex pair is a
        // block of components.
        let mut pairs: Vec<(usize, usize)> = corners.iter().flat_map(lower_pairs).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0];
        let mut rows = Vec::new();
        for column in pairs.chunk_by(|a, b| a.0 == b.0) {
            for d in 0..components {
                let block = column
                    .iter()
                    .flat_map(|&(_, v)| (0..components).map(move |e| components * v + e));
                rows.extend(block.skip(d));
                starts.push(rows.len());
            }
        }
        let dimension = components * vertex_count;
        let pattern = SymbolicSparseColMat::new_checked(dimension, dimension, starts, None, rows);

        let place = |i: usize, j: usize| {
            let column = pattern.col_range(i.min(j));
            let offset =
                pattern.row_idx()[column.clone()].binary_search(&i.max(j)).expect("in the pattern");
            u32::try_from(column.start + offset).expect("a mesh has fewer than 2^32 matrix entries")
        };
        let unknown =
            |corners: &[usize; 3], a: usize| components * corners[a / components] + a % components;
        let places = corners
            .iter()
            .flat_map(|c| {
                lower_triangle(3 * components).map(move |(a, b)| (unknown(c, a), unknown(c, b)))
            })
            .map(|(i, j)| place(i, j))
            .collect();
        let entries_per_block = lower_triangle(3 * components).count();
        Self { pattern: Arc::new(pattern), entries_per_block, places }
    }

    /// A zero matrix with this pattern.
    pub fn zeros(&self) -> SymmetricSparse {
        SymmetricSparse::zeros(Arc::clone(&self.pattern))
    }

    /// Adds one triangle's block, the lower triangle row by row, to a matrix with this pattern.
    pub fn add_block(&self, matrix: &mut SymmetricSparse, triangle: usize, block: &[f64]) {
        let places = &self.places[triangle * self.entries_per_block..][..self.entries_per_block];
        let values = matrix.values_mut();
        for (&place, entry) in places.iter().zip(block) {
            values[place as usize] += entry;
        }
    }
}

/// Positions (row, column) of a lower triangle, row by row.
fn lower_triangle(dimension: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..dimension).flat_map(|a| (0..=a).map(move |b| (a, b)))
}
