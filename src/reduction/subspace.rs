use faer::{Mat, MatRef};

use crate::linalg::{
    GalerkinProduct, add_scaled, column, dense_times_vector, mass_dot, transposed_times_vector,
};

/// An affine subspace of states, `x = B z + q`, with a mass-orthonormal basis.
///
/// In such a basis a length is the same in both worlds, `|z| = |x - q|_M`, and the best fit of a
/// state in the mass norm is a product instead of a solve.
#[derive(Clone, Debug)]
pub struct Subspace {
    /// The transpose of B: one contiguous column per degree of freedom, the order in which products
    /// with sparse matrices read it.
    basis_transposed: Mat<f64>,
    /// The fields W, where B holds each of them once in each component.
    fields: Option<Mat<f64>>,
    origin: Vec<f64>,
}

impl Subspace {
    /// The subspace with a basis, mass-orthonormal at unit density, and an origin q.
    fn new(basis: MatRef<'_, f64>, origin: Vec<f64>) -> Self {
        Self { basis_transposed: basis.transpose().to_owned(), fields: None, origin }
    }

    /// The subspace of displacements spanned by mass-orthonormal modes: `x = X + B z`, the form of
    /// linear modal analysis.
    pub fn of_displacements(modes: &Mat<f64>, rest: &[f64]) -> Self {
        Self::new(modes.as_ref(), rest.to_vec())
    }

    /// The states whose two components are combinations of some fields on the vertices: `x = B z`
    /// with each field once in each component.
    ///
    /// The fields should be mass-orthonormal. With others the states are the same, but `z` has no
    /// length that means anything, and [`project`](Self::project) is wrong; only the study of what
    /// that costs (book, *What we found*) passes such.
    pub(crate) fn of_fields(fields: &Mat<f64>) -> Self {
        let dofs = 2 * fields.nrows();
        let basis = Mat::from_fn(dofs, 2 * fields.ncols(), |i, j| {
            if i % 2 == j % 2 { fields[(i / 2, j / 2)] } else { 0.0 }
        });
        Self { fields: Some(fields.clone()), ..Self::new(basis.as_ref(), vec![0.0; dofs]) }
    }

    /// The subspace of the first `dimension` basis vectors.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn first(&self, dimension: usize) -> Self {
        let whole = self.fields.as_ref().filter(|_| dimension.is_multiple_of(2));
        let fields = whole.map(|fields| fields.subcols(0, dimension / 2).to_owned());
        Self { fields, ..Self::new(self.basis().subcols(0, dimension), self.origin.clone()) }
    }

    /// Number of coordinates r.
    pub fn dimension(&self) -> usize {
        self.basis_transposed.nrows()
    }

    /// The basis B, one column per coordinate.
    pub fn basis(&self) -> MatRef<'_, f64> {
        self.basis_transposed.transpose()
    }

    /// The origin q.
    pub fn origin(&self) -> &[f64] {
        &self.origin
    }

    /// Writes the state `x = B z + q` of some coordinates.
    // ANCHOR: subspace
    pub fn state(&self, z: &[f64], x: &mut [f64]) {
        dense_times_vector(self.basis(), z, x);
        add_scaled(x, 1.0, &self.origin);
    }

    /// The coordinates whose state is nearest to `x` in the mass norm: `z = B' M (x - q)`, with the
    /// masses (at unit density) that the basis is orthonormal for.
    pub fn project(&self, masses: &[f64], x: &[f64]) -> Vec<f64> {
        let weighted: Vec<f64> =
            x.iter().zip(&self.origin).zip(masses).map(|((x, q), m)| m * (x - q)).collect();
        let mut z = vec![0.0; self.dimension()];
        transposed_times_vector(self.basis(), &weighted, &mut z);
        z
    }

    /// The state of the subspace that is nearest to `x` in the mass norm, `B z + q` with the
    /// projected coordinates.
    pub fn nearest_state(&self, masses: &[f64], x: &[f64]) -> Vec<f64> {
        let mut nearest = vec![0.0; x.len()];
        self.state(&self.project(masses, x), &mut nearest);
        nearest
    }

    /// Writes the gradient of an energy in the coordinates, `B' g`.
    pub fn reduce_gradient(&self, gradient: &[f64], reduced: &mut [f64]) {
        transposed_times_vector(self.basis(), gradient, reduced);
    }

    /// What takes the Hessian of an energy to its Hessian in the coordinates, the Galerkin product
    /// `B' H B`.
    pub fn galerkin_product(&self) -> GalerkinProduct {
        match &self.fields {
            Some(fields) => GalerkinProduct::new(fields.as_ref(), 2),
            None => GalerkinProduct::new(self.basis(), 1),
        }
    }
    // ANCHOR_END: subspace
}

/// Mass-orthonormal columns that span the same space as `columns`, from the first to the last;
/// columns that depend on earlier ones (to 1e-10) are dropped.
///
/// Gram-Schmidt, each column passed twice, which is enough for orthogonality to round-off (Giraud
/// et al., *Rounding error analysis of the classical Gram-Schmidt orthogonalization process*,
/// 2005).
// ANCHOR: mass_orthonormalize
pub fn mass_orthonormalize(columns: &Mat<f64>, masses: &[f64]) -> Mat<f64> {
    let mut kept: Vec<Vec<f64>> = Vec::new();
    for j in 0..columns.ncols() {
        let mut x = column(columns, j).to_vec();
        let size_before = mass_dot(masses, &x, &x).sqrt();
        for _ in 0..2 {
            for q in &kept {
                let coefficient = mass_dot(masses, q, &x);
                add_scaled(&mut x, -coefficient, q);
            }
        }
        let size = mass_dot(masses, &x, &x).sqrt();
        if size > 1e-10 * size_before {
            x.iter_mut().for_each(|x| *x /= size);
            kept.push(x);
        }
    }
    Mat::from_fn(columns.nrows(), kept.len(), |i, j| kept[j][i])
}
// ANCHOR_END: mass_orthonormalize
