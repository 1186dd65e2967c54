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
        let neighbors = Neighbors::new(corners, vertex_count);
        // Each pair of vertices is a block of components; the columns hold its lower triangle.
        let mut starts = vec![0];
        let mut rows = Vec::new();
        for v in 0..vertex_count {
            for d in 0..components {
                let block = neighbors
                    .of(v)
                    .iter()
                    .flat_map(|&w| (0..components).map(move |e| components * w + e));
                rows.extend(block.skip(d));
                starts.push(rows.len());
            }
        }

        // In the column of an unknown (v, d), the rows begin with (v, d) itself; the first component
        // of the neighbor at a position stands `components * position - d` further down.
        let place = |(v, d): (usize, usize), (w, e): (usize, usize), position: usize| {
            let ((column, d), e) = if (v, d) <= (w, e) { ((v, d), e) } else { ((w, e), d) };
            let place = starts[components * column + d] + components * position + e - d;
            u32::try_from(place).expect("a mesh has fewer than 2^32 matrix entries")
        };
        let mut places = Vec::new();
        for c in corners {
            let positions = c.map(|v| c.map(|w| neighbors.position(v.min(w), v.max(w))));
            places.extend(lower_triangle(3 * components).map(|(i, j)| {
                let [(a, d), (b, e)] = [i, j].map(|i| (i / components, i % components));
                place((c[a], d), (c[b], e), positions[a][b])
            }));
        }
        let dimension = components * vertex_count;
        let pattern = SymbolicSparseColMat::new_checked(dimension, dimension, starts, None, rows);
        let entries_per_block = lower_triangle(3 * components).count();
        Self { pattern: Arc::new(pattern), entries_per_block, places }
    }

    /// A zero matrix with this pattern.
    pub fn zeros(&self) -> SymmetricSparse {
        SymmetricSparse::zeros(Arc::clone(&self.pattern))
    }

    /// Adds one triangle's block of K entries, the lower triangle row by row, to a matrix with this
    /// pattern.
    ///
    /// # Panics
    /// Unless K is the number of entries that a block of this assembly has.
    #[inline(always)]
    pub fn add_block<const K: usize>(
        &self,
        matrix: &mut SymmetricSparse,
        triangle: usize,
        block: &[f64; K],
    ) {
        assert_eq!(K, self.entries_per_block, "a block of this assembly");
        let places = &self.places.as_chunks::<K>().0[triangle];
        let values = matrix.values_mut();
        for k in 0..K {
            values[places[k] as usize] += block[k];
        }
    }
}

/// Positions (row, column) of a lower triangle, row by row.
fn lower_triangle(dimension: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..dimension).flat_map(|a| (0..=a).map(move |b| (a, b)))
}

/// For every vertex, itself and its neighbors with a higher index, in order.
struct Neighbors {
    starts: Vec<usize>,
    vertices: Vec<usize>,
}

impl Neighbors {
    fn new(corners: &[[usize; 3]], vertex_count: usize) -> Self {
        let mut of_vertex = vec![Vec::new(); vertex_count];
        for c in corners {
            for (a, b) in lower_triangle(3) {
                of_vertex[c[a].min(c[b])].push(c[a].max(c[b]));
            }
        }
        let mut neighbors = Self { starts: vec![0], vertices: Vec::new() };
        for mut vertices in of_vertex {
            vertices.sort_unstable();
            vertices.dedup();
            neighbors.vertices.append(&mut vertices);
            neighbors.starts.push(neighbors.vertices.len());
        }
        neighbors
    }

    fn of(&self, v: usize) -> &[usize] {
        &self.vertices[self.starts[v]..self.starts[v + 1]]
    }

    /// Where a vertex stands among the neighbors of another, one with a lower index, or of its own.
    fn position(&self, of: usize, w: usize) -> usize {
        self.of(of).binary_search(&w).expect("the corners of a triangle are neighbors")
    }
}
