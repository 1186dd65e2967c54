use std::sync::Arc;

use faer::{
    Mat,
    sparse::{SparseColMat, SparseColMatRef, SymbolicSparseColMat, Triplet},
};

/// A symmetric sparse matrix, stored as its lower triangle by columns.
///
/// The pattern is shared: many matrices of one mesh (stiffness, Hessians) hold one copy of it.
/// Every diagonal entry is part of the pattern and stands first in its column.
#[derive(Clone, Debug)]
pub struct SymmetricSparse {
    pattern: Arc<SymbolicSparseColMat<usize>>,
    values: Vec<f64>,
}

impl SymmetricSparse {
    /// The zero matrix with a pattern: a lower triangle with sorted columns and a full diagonal.
    pub fn zeros(pattern: Arc<SymbolicSparseColMat<usize>>) -> Self {
        debug_assert!(
            (0..pattern.ncols()).all(|j| pattern.row_idx_of_col_raw(j).first() == Some(&j))
        );
        let values = vec![0.0; pattern.compute_nnz()];
        Self { pattern, values }
    }

    /// Number of rows, which is the number of columns.
    pub fn dimension(&self) -> usize {
        self.pattern.ncols()
    }

    /// The pattern of the lower triangle.
    pub fn pattern(&self) -> &Arc<SymbolicSparseColMat<usize>> {
        &self.pattern
    }

    /// The stored values, column by column.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The stored values, column by column.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// The lower triangle as faer sees it.
    pub fn lower(&self) -> SparseColMatRef<'_, usize, f64> {
        SparseColMatRef::new((*self.pattern).as_ref(), &self.values)
    }

    /// Sets every entry to zero.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// `A += scale diag(d)`.
    pub fn add_diagonal(&mut self, scale: f64, diagonal: &[f64]) {
        for (start, d) in self.pattern.col_ptr().iter().zip(diagonal) {
            self.values[*start] += scale * d;
        }
    }

    /// `A_ii += value`.
    pub fn add_to_diagonal(&mut self, i: usize, value: f64) {
        self.values[self.pattern.col_ptr()[i]] += value;
    }

    /// The diagonal entries.
    pub fn diagonal(&self) -> impl Iterator<Item = f64> {
        self.pattern.col_ptr()[..self.dimension()].iter().map(|&start| self.values[start])
    }

    /// Largest column sum of magnitudes, `|A|_1`.
    pub fn one_norm(&self) -> f64 {
        let mut sums = vec![0.0; self.dimension()];
        for (i, j, value) in self.entries() {
            sums[j] += value.abs();
            if i != j {
                sums[i] += value.abs();
            }
        }
        sums.into_iter().fold(0.0, f64::max)
    }

    /// `y = A x`.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for j in 0..self.dimension() {
            let (rows, values) = self.column(j);
            let x_j = x[j];
            let mut y_j = values[0] * x_j;
            for (&i, &value) in rows.iter().zip(values).skip(1) {
                y[i] += value * x_j;
                y_j += value * x[i];
            }
            y[j] += y_j;
        }
    }

    /// `x' A y`.
    pub fn bilinear(&self, x: &[f64], y: &[f64]) -> f64 {
        self.entries()
            .map(
                |(i, j, value)| {
                    if i == j { value * x[i] * y[i] } else { value * (x[i] * y[j] + x[j] * y[i]) }
                },
            )
            .sum()
    }

    /// The whole matrix, both triangles, as a dense one.
    pub fn to_dense(&self) -> Mat<f64> {
        let mut dense = Mat::zeros(self.dimension(), self.dimension());
        for (i, j, value) in self.entries() {
            dense[(i, j)] = value;
            dense[(j, i)] = value;
        }
        dense
    }

    /// The whole matrix, both triangles, as a sparse one: what a solver gets that knows of no
    /// symmetry.
    pub fn to_general(&self) -> SparseColMat<usize, f64> {
        let both = |(i, j, value)| {
            let mirrored = (i != j).then(|| Triplet::new(j, i, value));
            std::iter::once(Triplet::new(i, j, value)).chain(mirrored)
        };
        let triplets: Vec<_> = self.entries().flat_map(both).collect();
        let n = self.dimension();
        SparseColMat::try_new_from_triplets(n, n, &triplets)
            .expect("twice the entries of a mesh fit into memory")
    }

    /// The unknowns in groups that no entry of the pattern joins, each in ascending order: up to a
    /// reordering the matrix is block diagonal, with a block for each group.
    pub fn uncoupled_groups(&self) -> Vec<Vec<usize>> {
        // Each unknown points to an earlier one of its group, the first one to itself.
        let mut parent: Vec<usize> = (0..self.dimension()).collect();
        let first = |parent: &mut [usize], mut i: usize| {
            while parent[i] != i {
                parent[i] = parent[parent[i]];
                i = parent[i];
            }
            i
        };
        for (i, j, _) in self.entries() {
            let (a, b) = (first(&mut parent, i), first(&mut parent, j));
            parent[a.max(b)] = a.min(b);
        }
        let mut group_of = vec![0; self.dimension()];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for i in 0..self.dimension() {
            let first = first(&mut parent, i);
            if first == i {
                group_of[i] = groups.len();
                groups.push(Vec::new());
            }
            groups[group_of[first]].push(i);
        }
        groups
    }

    /// The matrix over the unknowns of one of the [`uncoupled_groups`](Self::uncoupled_groups).
    pub fn block_of(&self, group: &[usize]) -> Self {
        let position = |i| group.binary_search(&i).expect("no entry leaves the group");
        let (mut starts, mut rows, mut values) = (vec![0], Vec::new(), Vec::new());
        for &j in group {
            let (rows_of_j, values_of_j) = self.column(j);
            rows.extend(rows_of_j.iter().map(|&i| position(i)));
            values.extend_from_slice(values_of_j);
            starts.push(rows.len());
        }
        let n = group.len();
        let pattern = SymbolicSparseColMat::new_checked(n, n, starts, None, rows);
        Self { pattern: Arc::new(pattern), values }
    }

    /// Rows and values of the lower triangle's entries in a column.
    pub(super) fn column(&self, j: usize) -> (&[usize], &[f64]) {
        let range = self.pattern.col_range(j);
        (&self.pattern.row_idx()[range.clone()], &self.values[range])
    }

    fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        (0..self.dimension()).flat_map(|j| {
            let (rows, values) = self.column(j);
            rows.iter().zip(values).map(move |(&i, &value)| (i, j, value))
        })
    }
}
