use faer::{ColMut, MatRef, linalg::solvers::Solve};

use super::super::Beam;
use crate::{
    energies::{Curvature, Energy},
    linalg::{GalerkinProduct, SymmetricSparse},
    reduction::Subspace,
    solvers::Objective,
};

/// A time step over the coordinates of any columns as the notebook has it: the Hessian is always
/// projected, and the columns need not be orthonormal.
pub struct NotebookStep<'a> {
    potential: &'a dyn Energy,
    subspace: &'a Subspace,
    hessian: SymmetricSparse,
    galerkin: GalerkinProduct,
    state: Vec<f64>,
    state_gradient: Vec<f64>,
}

impl<'a> NotebookStep<'a> {
    pub fn new(beam: &Beam, subspace: &'a Subspace, potential: &'a dyn Energy) -> Self {
        Self {
            potential,
            subspace,
            hessian: beam.assembly.zeros(),
            galerkin: subspace.galerkin_product(),
            state: vec![0.0; beam.mesh.dofs()],
            state_gradient: vec![0.0; beam.mesh.dofs()],
        }
    }
}

impl Objective for NotebookStep<'_> {
    fn value(&mut self, z: &[f64]) -> f64 {
        self.subspace.state(z, &mut self.state);
        self.potential.energy(&self.state)
    }

    fn gradient(&mut self, z: &[f64], gradient: &mut [f64]) {
        self.subspace.state(z, &mut self.state);
        self.state_gradient.fill(0.0);
        self.potential.add_gradient(&self.state, &mut self.state_gradient);
        self.subspace.reduce_gradient(&self.state_gradient, gradient);
    }

    fn direction(&mut self, z: &[f64], gradient: &[f64], direction: &mut [f64]) -> bool {
        self.subspace.state(z, &mut self.state);
        self.hessian.clear();
        self.potential.add_hessian(&self.state, Curvature::Projected, &mut self.hessian);
        for (d, g) in direction.iter_mut().zip(gradient) {
            *d = -g;
        }
        solve_with_pivots(self.galerkin.of(&self.hessian), direction);
        true
    }
}

/// Elimination with pivots: it goes through however ill-conditioned the matrix is.
pub fn solve_with_pivots(matrix: MatRef<'_, f64>, right_side: &mut [f64]) {
    matrix.partial_piv_lu().solve_in_place(ColMut::from_slice_mut(right_side).as_mat_mut());
}
