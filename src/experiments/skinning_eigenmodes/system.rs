use super::Beam;
use crate::{
    energies::{Curvature, ElasticEnergy, Energy, Gravity, Inertia, NeoHookean, Pin},
    linalg::{DenseCholesky, GalerkinProduct, SparseCholesky, SymmetricSparse},
    reduction::Subspace,
    solvers::Objective,
};

/// The incremental potential whose minimizer is the next state of a backward-Euler step (notebook
/// 017, *The system*):
///
/// `1/(2h^2) |x - x~|^2_M + Psi(x) - f_g' x + K/2 |x_pin - X_pin|^2`,
///
/// and the springs of a hand that pulls, if there is one.
pub struct StepPotential<'a> {
    inertia: Inertia<'a>,
    elasticity: ElasticEnergy<'a, NeoHookean>,
    gravity: Gravity<'a>,
    pin: Pin<'a>,
    pull: Option<Pin<'a>>,
}

// ANCHOR: step_potential
impl<'a> StepPotential<'a> {
    /// The potential of a step of length `time_step` (s) with the momentum target `target`.
    pub fn new(beam: &'a Beam, target: &'a [f64], time_step: f64) -> Self {
        Self {
            inertia: Inertia { masses: &beam.masses, target, time_step },
            elasticity: beam.elasticity(),
            gravity: Gravity { force: &beam.weight, rest: beam.rest() },
            pin: Pin { vertices: &beam.pinned, rest: beam.rest(), stiffness: beam.pin_stiffness },
            pull: None,
        }
    }

    /// The same with springs from some vertices to where their state is in another one.
    #[must_use]
    pub fn pulled(self, pull: Option<Pin<'a>>) -> Self {
        Self { pull, ..self }
    }

    fn terms(&self) -> impl Iterator<Item = &dyn Energy> {
        let terms: [&dyn Energy; 4] = [&self.inertia, &self.elasticity, &self.gravity, &self.pin];
        terms.into_iter().chain(self.pull.iter().map(|pull| pull as &dyn Energy))
    }
}

impl Energy for StepPotential<'_> {
    fn energy(&self, x: &[f64]) -> f64 {
        self.terms().map(|term| term.energy(x)).sum()
    }

    fn add_gradient(&self, x: &[f64], gradient: &mut [f64]) {
        self.terms().for_each(|term| term.add_gradient(x, gradient));
    }

    fn add_hessian(&self, x: &[f64], curvature: Curvature, hessian: &mut SymmetricSparse) {
        self.terms().for_each(|term| term.add_hessian(x, curvature, hessian));
    }
}

/// The Hessians that give Newton's direction, in order of preference: the exact one, with which the
/// last iterations converge quadratically, and where it is not positive definite, the projected
/// one, with which every direction descends. The notebook always projects; that leaves a linear
/// rate wherever a triangle is compressed.
const CURVATURES: [Curvature; 2] = [Curvature::Exact, Curvature::Projected];
// ANCHOR_END: step_potential

/// One step in the full space, B = I and q = 0: a sparse solve. Memory and symbolic work are kept
/// from step to step.
pub struct FullStep {
    hessian: SymmetricSparse,
    cholesky: SparseCholesky,
}

impl FullStep {
    /// Working memory for a beam.
    pub fn new(beam: &Beam) -> Self {
        let hessian = beam.assembly.zeros();
        Self { cholesky: SparseCholesky::new(hessian.pattern()), hessian }
    }

    /// The potential as an objective over the state.
    pub fn objective<'a>(&'a mut self, potential: &'a StepPotential<'a>) -> impl Objective + 'a {
        FullObjective { potential, memory: self }
    }
}

struct FullObjective<'a> {
    potential: &'a StepPotential<'a>,
    memory: &'a mut FullStep,
}

// ANCHOR: full_objective
impl Objective for FullObjective<'_> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.potential.energy(x)
    }

    fn gradient(&mut self, x: &[f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
        self.potential.add_gradient(x, gradient);
    }

    fn direction(&mut self, x: &[f64], gradient: &[f64], direction: &mut [f64]) -> bool {
        let FullStep { hessian, cholesky } = self.memory;
        negate_into(gradient, direction);
        CURVATURES.into_iter().any(|curvature| {
            hessian.clear();
            self.potential.add_hessian(x, curvature, hessian);
            cholesky.factor(hessian).map(|()| cholesky.solve_vector_in_place(direction)).is_ok()
        })
    }
}
// ANCHOR_END: full_objective

/// One step in a subspace x = B z + q: every term is evaluated on the full state, then projected;
/// the solve is dense and as small as the subspace.
pub struct ReducedStep {
    subspace: Subspace,
    hessian: SymmetricSparse,
    galerkin: GalerkinProduct,
    cholesky: DenseCholesky,
    state: Vec<f64>,
    state_gradient: Vec<f64>,
}

impl ReducedStep {
    /// Working memory for a beam and a subspace.
    pub fn new(beam: &Beam, subspace: &Subspace) -> Self {
        Self {
            subspace: subspace.clone(),
            hessian: beam.assembly.zeros(),
            galerkin: subspace.galerkin_product(),
            cholesky: DenseCholesky::new(subspace.dimension()),
            state: vec![0.0; beam.mesh.dofs()],
            state_gradient: vec![0.0; beam.mesh.dofs()],
        }
    }

    /// The state x of coordinates z.
    pub fn state(&self, z: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; self.state.len()];
        self.subspace.state(z, &mut x);
        x
    }

    /// The potential as an objective over the coordinates z.
    pub fn objective<'a>(&'a mut self, potential: &'a StepPotential<'a>) -> impl Objective + 'a {
        ReducedObjective { potential, memory: self }
    }
}

struct ReducedObjective<'a> {
    potential: &'a StepPotential<'a>,
    memory: &'a mut ReducedStep,
}

// ANCHOR: reduced_objective
impl Objective for ReducedObjective<'_> {
    fn value(&mut self, z: &[f64]) -> f64 {
        let ReducedStep { subspace, state, .. } = self.memory;
        subspace.state(z, state);
        self.potential.energy(state)
    }

    fn gradient(&mut self, z: &[f64], gradient: &mut [f64]) {
        let ReducedStep { subspace, state, state_gradient, .. } = self.memory;
        subspace.state(z, state);
        state_gradient.fill(0.0);
        self.potential.add_gradient(state, state_gradient);
        subspace.reduce_gradient(state_gradient, gradient);
    }

    fn direction(&mut self, z: &[f64], gradient: &[f64], direction: &mut [f64]) -> bool {
        let ReducedStep { subspace, hessian, galerkin, cholesky, state, .. } = self.memory;
        subspace.state(z, state);
        negate_into(gradient, direction);
        CURVATURES.into_iter().any(|curvature| {
            hessian.clear();
            self.potential.add_hessian(state, curvature, hessian);
            let reduced = galerkin.of(hessian);
            cholesky.factor(reduced).map(|()| cholesky.solve_vector_in_place(direction)).is_ok()
        })
    }
}
// ANCHOR_END: reduced_objective

fn negate_into(x: &[f64], negative: &mut [f64]) {
    for (n, x) in negative.iter_mut().zip(x) {
        *n = -x;
    }
}
