use super::{Curvature, Energy};
use crate::linalg::SymmetricSparse;

/// The inertia of a backward-Euler step, `1/(2 h^2) |x - x~|^2_M` with the momentum target `x~ = 2
/// x_n - x_{n-1}`: where the body would be after the step if nothing acted on it. Notebook 017,
/// *The system*.
#[derive(Clone, Copy, Debug)]
pub struct Inertia<'a> {
    /// Lumped mass of every degree of freedom, in kg.
    pub masses: &'a [f64],
    /// The momentum target `x~`, in m.
    pub target: &'a [f64],
    /// The time step h, in s.
    pub time_step: f64,
}

/// The momentum target `x~ = 2 x_n - x_{n-1}`.
pub fn momentum_target(current: &[f64], previous: &[f64]) -> Vec<f64> {
    current.iter().zip(previous).map(|(x, x_prev)| 2.0 * x - x_prev).collect()
}

// ANCHOR: inertia
impl Energy for Inertia<'_> {
    fn energy(&self, x: &[f64]) -> f64 {
        let squares =
            x.iter().zip(self.target).zip(self.masses).map(|((x, t), m)| m * (x - t) * (x - t));
        0.5 * squares.sum::<f64>() / (self.time_step * self.time_step)
    }

    fn add_gradient(&self, x: &[f64], gradient: &mut [f64]) {
        let scale = 1.0 / (self.time_step * self.time_step);
        for (g, ((x, t), m)) in gradient.iter_mut().zip(x.iter().zip(self.target).zip(self.masses))
        {
            *g += scale * m * (x - t);
        }
    }

    fn add_hessian(&self, _: &[f64], _: Curvature, hessian: &mut SymmetricSparse) {
        hessian.add_diagonal(1.0 / (self.time_step * self.time_step), self.masses);
    }
}
// ANCHOR_END: inertia
