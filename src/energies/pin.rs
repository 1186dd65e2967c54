use super::{Curvature, Energy};
use crate::linalg::SymmetricSparse;

/// Springs that hold some vertices at their rest positions, `K/2 |x_pin - X_pin|^2`.
///
/// Written as a residual; [`ExpandedPin`] is the other way (book, *Checking the system*).
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

/// The same energy up to a constant, multiplied out as the notebook has it: `1/2 x'Qx + b'x` with `Q
/// = K` and `b = -K X` on the pinned degrees of freedom.
///
/// Two numbers of size `K |X|^2` cancel in it, and most digits of the energy with them. Only the
/// study of that uses it (book, *What we found*).
#[derive(Clone, Copy, Debug)]
pub struct ExpandedPin<'a>(pub Pin<'a>);

// ANCHOR: expanded_pin
impl ExpandedPin<'_> {
    /// The two terms of the energy, in joules.
    pub fn terms(&self, x: &[f64]) -> [f64; 2] {
        let Self(pin) = self;
        let quadratic = pin.pinned_dofs().map(|i| x[i] * pin.stiffness * x[i]).sum::<f64>();
        let linear = pin.pinned_dofs().map(|i| -pin.stiffness * pin.rest[i] * x[i]).sum();
        [0.5 * quadratic, linear]
    }
}
// ANCHOR_END: expanded_pin

impl Energy for ExpandedPin<'_> {
    fn energy(&self, x: &[f64]) -> f64 {
        self.terms(x).iter().sum()
    }

    fn add_gradient(&self, x: &[f64], gradient: &mut [f64]) {
        let Self(pin) = self;
        for i in pin.pinned_dofs() {
            gradient[i] += pin.stiffness * x[i] + -pin.stiffness * pin.rest[i];
        }
    }

    fn add_hessian(&self, x: &[f64], curvature: Curvature, hessian: &mut SymmetricSparse) {
        self.0.add_hessian(x, curvature, hessian);
    }
}
