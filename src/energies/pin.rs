use super::{Curvature, Energy};
use crate::linalg::SymmetricSparse;

/// Springs that hold some vertices at their rest positions, `K/2 |x_pin - X_pin|^2`.
///
/// Written as a residual. Expanded into `1/2 x'Qx + b'x`, as the notebook has it, two numbers of
/// size `K |X|^2` cancel and take about eight digits of the energy with them (book, *Checking the
/// system*).
#[derive(Clone, Copy, Debug)]
pub struct Pin<'a> {
    /// The pinned vertices.
    pub vertices: &'a [usize],
    /// The rest state X, in m.
    pub rest: &'a [f64],
    /// Stiffness K of each spring, in N/m.
    pub stiffness: f64,
}

impl Pin<'_> {
    fn pinned_dofs(&self) -> impl Iterator<Item = usize> {
        self.vertices.iter().flat_map(|&v| [2 * v, 2 * v + 1])
    }
}

// ANCHOR: pin
impl Energy for Pin<'_> {
    fn energy(&self, x: &[f64]) -> f64 {
        0.5 * self.stiffness
            * self.pinned_dofs().map(|i| (x[i] - self.rest[i]).powi(2)).sum::<f64>()
    }

    fn add_gradient(&self, x: &[f64], gradient: &mut [f64]) {
        for i in self.pinned_dofs() {
            gradient[i] += self.stiffness * (x[i] - self.rest[i]);
        }
    }

    fn add_hessian(&self, _: &[f64], _: Curvature, hessian: &mut SymmetricSparse) {
        for i in self.pinned_dofs() {
            hessian.add_to_diagonal(i, self.stiffness);
        }
    }
}
// ANCHOR_END: pin
