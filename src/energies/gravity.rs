use super::{Curvature, Energy};
use crate::linalg::{SymmetricSparse, add_scaled};

/// The potential of a constant force such as weight, `-f' (x - X)`: zero in the rest shape, so that
/// no large constant hides small changes.
#[derive(Clone, Copy, Debug)]
pub struct Gravity<'a> {
    /// Force on every degree of freedom, in N.
    pub force: &'a [f64],
    /// The rest state X, in m.
    pub rest: &'a [f64],
}

impl Energy for Gravity<'_> {
    fn energy(&self, x: &[f64]) -> f64 {
        self.force.iter().zip(self.rest.iter().zip(x)).map(|(f, (rest, x))| f * (rest - x)).sum()
    }

    fn add_gradient(&self, _: &[f64], gradient: &mut [f64]) {
        add_scaled(gradient, -1.0, self.force);
    }

    fn add_hessian(&self, _: &[f64], _: Curvature, _: &mut SymmetricSparse) {}
}
