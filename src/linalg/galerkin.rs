use faer::{Mat, MatRef};
use pulp::{Arch, Simd, WithSimd};

use super::SymmetricSparse;

/// The Galerkin product `B' A B` of symmetric matrices with one basis: its memory is kept from
/// product to product.
///
/// The basis holds each of some fields once in every component, `B = W (x) I`; with a single
/// component it is any basis. Of B only the fields are multiplied, without the zeros between them,
/// and of the last product only the lower triangle is computed.
#[derive(Clone, Debug)]
pub struct GalerkinProduct {
    components: usize,
    /// The number of fields, rounded up to whole vectors of every machine: the length of the rows
    /// below.
    width: usize,
    /// W, a row per node.
    fields: Vec<f64>,
    /// A B: for every row of A, and for every component of B, a row with an entry per field.
    image: Vec<f64>,
    /// W' times the part of A B in a pair of components: a row per field.
    sums: Vec<f64>,
    product: Mat<f64>,
}

/// Rows are as long as a multiple of this.
const LANES: usize = 8;

impl GalerkinProduct {
    /// For the basis that holds each field, a column of `fields`, once in each of some components.
    pub fn new(fields: MatRef<'_, f64>, components: usize) -> Self {
        let (nodes, count) = (fields.nrows(), fields.ncols());
        let width = count.next_multiple_of(LANES);
        let mut rows = vec![0.0; nodes * width];
        for (node, row) in rows.chunks_exact_mut(width).enumerate() {
            row.iter_mut().zip(0..count).for_each(|(entry, k)| *entry = fields[(node, k)]);
        }
        let dimension = components * count;
        Self {
            components,
            width,
            fields: rows,
            image: vec![0.0; components * components * nodes * width],
            sums: vec![0.0; count * width],
            product: Mat::zeros(dimension, dimension),
        }
    }

    /// The product with a matrix, exactly symmetric.
    pub fn of(&mut self, matrix: &SymmetricSparse) -> MatRef<'_, f64> {
        self.multiply(matrix);
        let c = self.components;
        for (row, column) in (0..c).flat_map(|row| (0..c).map(move |column| (row, column))) {
            self.sums.fill(0.0);
            Arch::new().dispatch(LowerProduct {
                width: self.width,
                left: &self.fields,
                right: &self.image[(c * row + column) * self.width..],
                stride: c * c * self.width,
                sums: &mut self.sums,
            });
            // Each entry of the whole lower triangle lies in some pair's.
            for (i, sums) in self.sums.chunks_exact(self.width).enumerate() {
                for (j, &sum) in sums[..=i].iter().enumerate() {
                    self.product[(c * i + row, c * j + column)] = sum;
                    self.product[(c * j + column, c * i + row)] = sum;
                }
            }
        }
        self.product.as_ref()
    }

    /// Computes `A B`.
    fn multiply(&mut self, matrix: &SymmetricSparse) {
        let (c, width) = (self.components, self.width);
        self.image.fill(0.0);
        Arch::new().dispatch(|| {
            let mut add = |row: usize, value: f64, of: usize| {
                let field = &self.fields[of / c * width..][..width];
                let image = &mut self.image[(c * row + of % c) * width..][..width];
                image.iter_mut().zip(field).for_each(|(y, w)| *y += value * w);
            };
            for j in 0..matrix.dimension() {
                let (rows, values) = matrix.column(j);
                for (&i, &value) in rows.iter().zip(values) {
                    add(i, value, j);
                    if i != j {
                        add(j, value, i);
                    }
                }
            }
        });
    }
}

/// Adds to `sums` the lower triangle of the product `L' R` of two matrices whose rows lie in memory
/// one behind the other; entries above the diagonal may become anything.
struct LowerProduct<'a> {
    width: usize,
    /// The rows of L.
    left: &'a [f64],
    /// The rows of R, at a stride.
    right: &'a [f64],
    stride: usize,
    sums: &'a mut [f64],
}

/// Rows of L and R that stay in the cache while all tiles of the product pass over them.
const CHUNK: usize = 64;

/// Rows of a tile of the product. A tile is two vectors wide, and its sums stay in registers.
const TILE: usize = 4;

impl WithSimd for LowerProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let rows = self.sums.len() / self.width;
        for start in (0..self.left.len()).step_by(CHUNK * self.width) {
            for i in (0..rows).step_by(TILE) {
                if i + TILE <= rows {
                    self.add_rows::<S, TILE>(simd, start / self.width, i);
                } else {
                    (i..rows).for_each(|i| self.add_rows::<S, 1>(simd, start / self.width, i));
                }
            }
        }
    }
}

impl LowerProduct<'_> {
    /// Adds what a chunk that begins at a row of L and R contributes to M rows of the product.
    #[inline(always)]
    fn add_rows<S: Simd, const M: usize>(&mut self, simd: S, start: usize, i: usize) {
        let vectors = (i + M).div_ceil(S::F64_LANES);
        for j in (0..vectors - vectors % 2).step_by(2) {
            self.add_tile::<S, M, 2>(simd, start, i, j);
        }
        if vectors % 2 == 1 {
            self.add_tile::<S, M, 1>(simd, start, i, vectors - 1);
        }
    }

    #[inline(always)]
    fn add_tile<S: Simd, const M: usize, const N: usize>(
        &mut self,
        simd: S,
        start: usize,
        i: usize,
        j: usize,
    ) {
        let width = self.width;
        let mut tile = [[simd.splat_f64s(0.0); N]; M];
        let left = self.left[start * width..].chunks_exact(width);
        let right = self.right[start * self.stride..].chunks(self.stride);
        for (left, right) in left.zip(right).take(CHUNK) {
            let left: &[f64; M] = left[i..].first_chunk().expect("the tile lies in the product");
            let (right, _) = S::as_simd_f64s(&right[..width]);
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
