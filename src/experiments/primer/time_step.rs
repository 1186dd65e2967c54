use std::{f64::consts::TAU, sync::Arc};

use faer::sparse::SymbolicSparseColMat;

use super::{Error, Parameters};
use crate::{
    energies::{Curvature, Energy, Inertia, Pin, momentum_target},
    experiments::skinning_eigenmodes::{self, Beam},
    linalg::{SparseCholesky, SymmetricSparse},
    reduction::eigenmodes,
    solvers::{LineSearch, Newton, Objective},
};

/// A mass on a spring, pulled away by a metre and let go, in steps of several kinds.
#[derive(Clone, Debug)]
pub struct Oscillator {
    /// Angular frequency, in 1/s.
    pub frequency: f64,
    /// The time step of the first two runs, in s.
    pub time_step: f64,
    /// The time step of the finer run, in s.
    pub fine_time_step: f64,
    /// Displacements in m, the first at time 0, by explicit steps.
    pub explicit: Vec<f64>,
    /// The same by backward Euler.
    pub backward: Vec<f64>,
    /// The same by backward Euler in the shorter steps.
    pub fine_backward: Vec<f64>,
    /// Most Newton iterations that a step of the first of these took: one that arrives, and one
    /// that finds nothing left to do.
    pub newton_iterations: usize,
    /// Amplification factors, measured for several time steps.
    pub factors: Vec<Factors>,
}

/// By what a step multiplies the amplitude of a vibration, measured on a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// Time step times angular frequency.
    pub h_omega: f64,
    /// Of an explicit step.
    pub explicit: f64,
    /// Of backward Euler.
    pub backward: f64,
}

/// By what a step of backward Euler multiplies the amplitude of a vibration, in theory.
pub fn backward_factor(h_omega: f64) -> f64 {
    1.0 / (1.0 + h_omega * h_omega).sqrt()
}

/// The same of an explicit step: nothing is lost while the two roots of the step are conjugate to
/// each other; then one of them grows.
pub fn explicit_factor(h_omega: f64) -> f64 {
    let half_sum = 1.0 - 0.5 * h_omega * h_omega;
    if half_sum >= -1.0 { 1.0 } else { -half_sum + (half_sum * half_sum - 1.0).sqrt() }
}

/// Steps the oscillator.
///
/// # Errors
/// [`Error::Newton`] if a step is not solved.
pub fn oscillator(parameters: &Parameters) -> Result<Oscillator, Error> {
    let p = parameters;
    let frequency = TAU / p.period;
    let spring = Spring { mass: 1.0, stiffness: frequency * frequency };
    let steps = |h: f64| (p.periods as f64 * p.period / h).round() as usize;
    let measured = |i: usize| {
        let h_omega = 0.25 * i as f64;
        let h = h_omega / frequency;
        let backward = amplification(&spring.backward_euler(h, 3)?.0);
        Ok(Factors { h_omega, explicit: amplification(&spring.explicit(h, 3)), backward })
    };
    let (backward, newton_iterations) = spring.backward_euler(p.time_step, steps(p.time_step))?;
    Ok(Oscillator {
        explicit: spring.explicit(p.time_step, steps(p.time_step)),
        backward,
        fine_backward: spring.backward_euler(p.fine_time_step, steps(p.fine_time_step))?.0,
        newton_iterations,
        // At two, where explicit steps become unstable, both roots are one.
        factors: (1..=10).filter(|i| *i != 8).map(measured).collect::<Result<_, Error>>()?,
        frequency,
        time_step: p.time_step,
        fine_time_step: p.fine_time_step,
    })
}

/// A mass (kg) on a spring (N/m).
#[derive(Clone, Copy)]
struct Spring {
    mass: f64,
    stiffness: f64,
}

impl Spring {
    // ANCHOR: backward_euler
    /// The displacements of a run from rest at one metre: each state minimizes the incremental
    /// potential of its step. The mass can move in the plane, as a vertex does; it stays on a line.
    /// And the most iterations that a step took.
    fn backward_euler(&self, time_step: f64, steps: usize) -> Result<(Vec<f64>, usize), Error> {
        let newton =
            Newton { iterations: 10, tolerance: 1e-12, line_search: LineSearch::default() };
        let masses = [self.mass; 2];
        let pin = Pin { vertices: &[0], rest: &[0.0; 2], stiffness: self.stiffness };
        let mut states = vec![[1.0, 0.0]];
        let mut iterations = 0;
        for step in 0..steps {
            let current = states[step];
            let previous = states[step.saturating_sub(1)];
            let target = momentum_target(&current, &previous);
            let inertia = Inertia { masses: &masses, target: &target, time_step };
            let mut x = current;
            let history = newton.minimize(&mut Potential::new([&inertia, &pin]), &mut x)?;
            iterations = iterations.max(history.len());
            states.push(x);
        }
        Ok((states.iter().map(|x| x[0]).collect(), iterations))
    }

    /// The same with the force that acts at the beginning of each step.
    fn explicit(&self, time_step: f64, steps: usize) -> Vec<f64> {
        let mut x = vec![1.0];
        for step in 0..steps {
            let (current, previous) = (x[step], x[step.saturating_sub(1)]);
            let acceleration = -self.stiffness * current / self.mass;
            x.push(2.0 * current - previous + time_step * time_step * acceleration);
        }
        x
    }
    // ANCHOR_END: backward_euler
}

/// A sum of energies of one vertex, for Newton's method.
struct Potential<'a> {
    terms: [&'a dyn Energy; 2],
    hessian: SymmetricSparse,
    cholesky: SparseCholesky,
}

impl<'a> Potential<'a> {
    fn new(terms: [&'a dyn Energy; 2]) -> Self {
        let diagonal = SymbolicSparseColMat::new_checked(2, 2, vec![0, 1, 2], None, vec![0, 1]);
        let hessian = SymmetricSparse::zeros(Arc::new(diagonal));
        Self { terms, cholesky: SparseCholesky::new(hessian.pattern()), hessian }
    }
}

impl Objective for Potential<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.terms.iter().map(|term| term.energy(x)).sum()
    }

    fn gradient(&mut self, x: &[f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
        self.terms.iter().for_each(|term| term.add_gradient(x, gradient));
    }

    fn direction(&mut self, x: &[f64], gradient: &[f64], direction: &mut [f64]) -> bool {
        self.hessian.clear();
        let Self { terms, hessian, cholesky } = self;
        terms.iter().for_each(|term| term.add_hessian(x, Curvature::Exact, hessian));
        direction.iter_mut().zip(gradient).for_each(|(d, g)| *d = -g);
        cholesky.factor(hessian).map(|()| cholesky.solve_vector_in_place(direction)).is_ok()
    }
}

/// The larger magnitude of the two numbers whose powers a run is made of, `x_n = A a^n + B b^n`.
/// Such a run obeys `x_(n+1) = (a + b) x_n - a b x_(n-1)`, so its first four displacements tell sum
/// and product, whatever the method that made them.
fn amplification(x: &[f64]) -> f64 {
    let determinant = x[0] * x[2] - x[1] * x[1];
    let sum = (x[0] * x[3] - x[1] * x[2]) / determinant;
    let product = (x[1] * x[3] - x[2] * x[2]) / determinant;
    let discriminant = 0.25 * sum * sum - product;
    if discriminant < 0.0 { product.sqrt() } else { 0.5 * sum.abs() + discriminant.sqrt() }
}

/// What backward Euler does to the vibrations of a beam about its rest shape, as far as they are
/// small.
#[derive(Clone, Debug, PartialEq)]
pub struct Damping {
    /// Periods of the slowest vibrations, in s.
    pub periods: Vec<f64>,
    /// What a run leaves of the amplitude of each.
    pub left: Vec<f64>,
    /// No explicit step may be longer than this, in s.
    pub longest_explicit_step: f64,
}

// ANCHOR: damping
/// The slowest vibrations of the beam with its pinned wall, and what the steps of a run leave of
/// them.
///
/// # Errors
/// [`Error::Eigen`] if the beam has not as many.
pub fn damping(
    parameters: &Parameters,
    beam: &Beam,
    droop: &skinning_eigenmodes::Parameters,
) -> Result<Damping, Error> {
    let mut stiffness = beam.assembly.zeros();
    let pin = Pin { vertices: &beam.pinned, rest: beam.rest(), stiffness: beam.pin_stiffness };
    beam.elasticity().add_hessian(beam.rest(), Curvature::Exact, &mut stiffness);
    pin.add_hessian(beam.rest(), Curvature::Exact, &mut stiffness);
    let modes = eigenmodes(&stiffness, &beam.masses, parameters.beam_modes)?;

    let left = |eigenvalue: &f64| {
        backward_factor(droop.time_step * eigenvalue.sqrt()).powf(droop.steps as f64)
    };
    // No eigenvalue is larger than the largest, and that is no smaller than what any one degree of
    // freedom has alone.
    let ratios = stiffness.diagonal().zip(&beam.masses).map(|(k, m)| k / m);
    let largest = ratios.fold(0.0, f64::max);
    Ok(Damping {
        periods: modes.values.iter().map(|value| TAU / value.sqrt()).collect(),
        left: modes.values.iter().map(left).collect(),
        longest_explicit_step: 2.0 / largest.sqrt(),
    })
}
// ANCHOR_END: damping
