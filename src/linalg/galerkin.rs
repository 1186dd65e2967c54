use std::sync::Arc;

use faer::{Mat, MatRef, sparse::SymbolicSparseColMat};
use pulp::{Arch, Simd, WithSimd};

use super::SymmetricSparse;

/// The Galerkin product `B' A B` of symmetric matrices with one basis: its memory, and what follows
/// from the pattern of A, are kept from product to product.
///
/// The basis holds each of some fields once in every component, `B = W (x) I`; with a single
/// component it is any basis. Of B only the fields are multiplied, without the zeros between them,
/// and of the last product only the lower triangle is computed.
///
/// Some dozens of nodes at a time, their rows of `A B` are computed and multiplied by those of `B`, so that
/// `A B`, which has as many rows as A and as many columns as B, never leaves the cache.
#[derive(Clone, Debug)]
pub struct GalerkinProduct {
    components: usize,
    /// The number of fields, rounded up to whole vectors of every machine: the length of the rows
    /// below.
    width: usize,
    /// W, a row per node.
    fields: Vec<f64>,
    /// A by rows, for the pattern of the last product.
    rows: Option<Rows>,
    /// A B over a chunk of nodes, where A is taken in a pair of components: a row per node.
    image: Vec<f64>,
    /// For each pair of components that A is taken in, W' A W: a row per field.
    sums: Vec<f64>,
    product: Mat<f64>,
}

/// Rows are as long as a multiple of this.
const LANES: usize = 8;

/// Nodes that are worked on at once. More of them leave the cache; fewer load and store the sums
/// more often.
const CHUNK: usize = 80;

impl GalerkinProduct {
    /// For the basis that holds each field, a column of `fields`, once in each of some components.
    pub fn new(fields: MatRef<'_, f64>, components: usize) -> Self {
        let (nodes, count) = (fields.nrows(), fields.ncols());
        let width = count.max(1).next_multiple_of(LANES);
        let mut rows = vec![0.0; nodes * width];
        for (node, row) in rows.chunks_exact_mut(width).enumerate() {
            row.iter_mut().zip(0..count).for_each(|(entry, k)| *entry = fields[(node, k)]);
        }
        let dimension = components * count;
        let pairs = lower_pairs(components).count();
        Self {
            components,
            width,
            fields: rows,
            rows: None,
            image: vec![0.0; CHUNK * width],
            sums: vec![0.0; pairs * count * width],
            product: Mat::zeros(dimension, dimension),
        }
    }

    /// The product with a matrix, exactly symmetric. It has no rows if the basis has no columns.
    pub fn of(&mut self, matrix: &SymmetricSparse) -> MatRef<'_, f64> {
        if self.product.nrows() == 0 {
            return self.product.as_ref();
        }
        let rows = match self.rows.take() {
            Some(rows) if Arc::ptr_eq(&rows.pattern, matrix.pattern()) => rows,
            _ => Rows::new(matrix.pattern(), self.components),
        };
        self.sums.fill(0.0);
        Arch::new().dispatch(Multiply { of: self, rows: &rows, values: matrix.values() });
        self.rows = Some(rows);

        let (c, width) = (self.components, self.width);
        let count = self.product.nrows() / c;
        for ((row, column), sums) in lower_pairs(c).zip(self.sums.chunks_exact(count * width)) {
            for (i, sums) in sums.chunks_exact(width).enumerate() {
                let needed = if row == column { i + 1 } else { count };
                for (j, &sum) in sums[..needed].iter().enumerate() {
                    self.product[(c * i + row, c * j + column)] = sum;
                    self.product[(c * j + column, c * i + row)] = sum;
                }
            }
        }
        self.product.as_ref()
    }
}

/// Pairs of components (row, column) on and below the diagonal.
fn lower_pairs(components: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..components).flat_map(|row| (0..=row).map(move |column| (row, column)))
}

/// Where the entries of a symmetric matrix stand, by rows and in both triangles, for each pair of
/// components on and below the diagonal.
#[derive(Clone, Debug)]
struct Rows {
    pattern: Arc<SymbolicSparseColMat<usize>>,
    /// For each pair, where each node's entries begin, and end where the next node's begin.
    starts: Vec<Vec<usize>>,
    /// For each pair, the node of an entry's column and the place of its value.
    entries: Vec<Vec<(u32, u32)>>,
}

impl Rows {
    fn new(pattern: &Arc<SymbolicSparseColMat<usize>>, components: usize) -> Self {
        let c = components;
        let each = |visit: &mut dyn FnMut(usize, usize, usize)| {
            for j in 0..pattern.ncols() {
                for place in pattern.col_range(j) {
                    let i = pattern.row_idx()[place];
                    visit(i, j, place);
                    if i != j {
                        visit(j, i, place);
                    }
                }
            }
        };
        let nodes = pattern.ncols() / c;
        let (starts, entries) = lower_pairs(c)
            .map(|(row, column)| {
                let mut starts = vec![0; nodes + 1];
                each(&mut |i, j, _| {
                    if (i % c, j % c) == (row, column) {
                        starts[i / c + 1] += 1;
                    }
                });
                for v in 0..nodes {
                    starts[v + 1] += starts[v];
                }
                let mut entries = vec![(0, 0); starts[nodes]];
                let mut next = starts.clone();
                each(&mut |i, j, place| {
                    if (i % c, j % c) == (row, column) {
                        let [node, place] = [j / c, place].map(|index| {
                            u32::try_from(index).expect("a mesh has fewer than 2^32 matrix entries")
                        });
                        entries[next[i / c]] = (node, place);
                        next[i / c] += 1;
                    }
                });
                (starts, entries)
            })
            .unzip();
        Self { pattern: Arc::clone(pattern), starts, entries }
    }
}

/// Adds the products of all chunks to the sums.
struct Multiply<'a> {
    of: &'a mut GalerkinProduct,
    rows: &'a Rows,
    values: &'a [f64],
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let GalerkinProduct { components, width, fields, image, sums, product, .. } = self.of;
        let width = *width;
        let count = product.nrows() / *components;
        let nodes = fields.len() / width;
        for start in (0..nodes).step_by(CHUNK) {
            let end = nodes.min(start + CHUNK);
            let left = &fields[start * width..end * width];
            for (k, (row, column)) in lower_pairs(*components).enumerate() {
                let right = &mut image[..(end - start) * width];
                for (v, image) in (start..end).zip(right.chunks_exact_mut(width)) {
                    let entries =
                        &self.rows.entries[k][self.rows.starts[k][v]..self.rows.starts[k][v + 1]];
                    combine(simd, entries, self.values, fields, image);
                }
                let sums = &mut sums[k * count * width..][..count * width];
                let is_lower = row == column;
                TileProduct { width, left, right, sums, is_lower }.add(simd);
            }
        }
    }
}

/// Writes the sum of some rows of W, each times a value.
#[inline(always)]
fn combine<S: Simd>(
    simd: S,
    entries: &[(u32, u32)],
    values: &[f64],
    fields: &[f64],
    sum: &mut [f64],
) {
    let width = sum.len();
    let (sum, _) = S::as_mut_simd_f64s(sum);
    let whole = sum.len() - sum.len() % 4;
    let (groups, rest) = sum.split_at_mut(whole);
    for (g, group) in groups.chunks_exact_mut(4).enumerate() {
        let mut sums = [simd.splat_f64s(0.0); 4];
        for &(node, place) in entries {
            let value = simd.splat_f64s(values[place as usize]);
            let (row, _) = S::as_simd_f64s(&fields[node as usize * width..][..width]);
            let row: &[_; 4] = row[4 * g..].first_chunk().expect("a group lies in the row");
            for k in 0..4 {
                sums[k] = simd.mul_add_e_f64s(value, row[k], sums[k]);
            }
        }
        group.copy_from_slice(&sums);
    }
    for (k, sum) in (whole..).zip(rest) {
        *sum = simd.splat_f64s(0.0);
        for &(node, place) in entries {
            let value = simd.splat_f64s(values[place as usize]);
            let (row, _) = S::as_simd_f64s(&fields[node as usize * width..][..width]);
            *sum = simd.mul_add_e_f64s(value, row[k], *sum);
        }
    }
}

/// Adds to `sums` the product `L' R` of two matrices whose rows lie in memory one behind the other,
/// or its lower triangle; entries above the diagonal may then become anything.
struct TileProduct<'a> {
    width: usize,
    /// The rows of L.
    left: &'a [f64],
    /// The rows of R.
    right: &'a [f64],
    sums: &'a mut [f64],
    is_lower: bool,
}

impl TileProduct<'_> {
    #[inline(always)]
    fn add<S: Simd>(mut self, simd: S) {
        let rows = self.sums.len() / self.width;
        let mut i = 0;
        // The sums of a tile of M rows, two vectors wide, stay in registers; machines whose vectors
        // hold eight numbers have more of them.
        if S::F64_LANES >= 8 {
            while i + 8 <= rows {
                self.add_rows::<S, 8>(simd, i);
                i += 8;
            }
        }
        while i + 4 <= rows {
            self.add_rows::<S, 4>(simd, i);
            i += 4;
        }
        while i < rows {
            self.add_rows::<S, 1>(simd, i);
            i += 1;
        }
    }

    /// Adds to M rows of the product.
    #[inline(always)]
    fn add_rows<S: Simd, const M: usize>(&mut self, simd: S, i: usize) {
        let needed = if self.is_lower { i + M } else { self.width };
        let vectors = needed.div_ceil(S::F64_LANES);
        for j in (0..vectors - vectors % 2).step_by(2) {
            self.add_tile::<S, M, 2>(simd, i, j);
        }
        if vectors % 2 == 1 {
            self.add_tile::<S, M, 1>(simd, i, vectors - 1);
        }
    }

    #[inline(always)]
    fn add_tile<S: Simd, const M: usize, const N: usize>(&mut self, simd: S, i: usize, j: usize) {
        let width = self.width;
        let mut tile = [[simd.splat_f64s(0.0); N]; M];
        for (left, right) in self.left.chunks_exact(width).zip(self.right.chunks_exact(width)) {
            let left: &[f64; M] = left[i..].first_chunk().expect("the tile lies in the product");
            let (right, _) = S::as_simd_f64s(right);
            let right: &[_; N] = right[j..].first_chunk().expect("the tile lies in the product");
            for (sums, &x) in tile.iter_mut().zip(left) {
                let x = simd.splat_f64s(x);
                for (sum, &y) in sums.iter_mut().zip(right) {
                    *sum = simd.mul_add_e_f64s(x, y, *sum);
                }
            }
        }
        for (row, sums) in self.sums.chunks_exact_mut(width).skip(i).zip(tile) {
            let (row, _) = S::as_mut_simd_f64s(row);
            for (entry, sum) in row[j..].iter_mut().zip(sums) {
                *entry = simd.add_f64s(*entry, sum);
            }
        }
    }
}
