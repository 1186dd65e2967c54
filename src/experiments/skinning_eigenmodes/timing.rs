use std::time::Instant;

use faer::{ColMut, linalg::solvers::Solve};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::{Pcg64, rand_core::SeedableRng};

use super::{Beam, Error, Parameters, StepPotential, timing_beam};
use crate::{
    energies::{Curvature, Energy},
    linalg::{DenseCholesky, SparseCholesky},
    reduction::{skinning_basis, skinning_eigenmodes},
};

/// What one Newton iteration costs on the timing beam, in the full space and in subspaces (notebook
/// 017, *The full solve is slow*). All times are in milliseconds, the best of several batches.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// Degrees of freedom of the beam.
    pub dofs: usize,
    /// Gradient and Hessian in the full space.
    pub full_evaluation: f64,
    /// Sparse factorization and solve in the full space.
    pub full_solve: f64,
    /// The same solve by a solver that knows nothing of the matrix: the order of elimination is
    /// found anew, and the symmetry is not used. The notebook calls such a one.
    pub general_solve: f64,
    /// The same two halves in each subspace.
    pub subspaces: Vec<SubspaceTiming>,
}

/// The cost of one Newton iteration in one skinning subspace, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SubspaceTiming {
    /// Skinning weights k.
    pub modes: usize,
    /// Coordinates r.
    pub dofs: usize,
    /// Gradient and Hessian, on every triangle, and their projection.
    pub evaluation: f64,
    /// Dense factorization and solve.
    pub solve: f64,
}

impl Timing {
    /// What a reduced Newton iteration costs in each subspace, with a full-space one as the unit:
    /// ours, and one that is solved by the general solver.
    pub fn relative_costs(&self) -> Vec<[f64; 2]> {
        let cost = |s: &SubspaceTiming| {
            [self.full_solve, self.general_solve]
                .map(|solve| (s.evaluation + s.solve) / (self.full_evaluation + solve))
        };
        self.subspaces.iter().map(cost).collect()
    }
}

/// The pose at which a Newton iteration is timed: rest, and noise on every coordinate.
pub fn timed_pose(beam: &Beam, parameters: &Parameters) -> Vec<f64> {
    let mut random = Pcg64::seed_from_u64(parameters.seed);
    let mut noise = || -> f64 { StandardNormal.sample(&mut random) };
    beam.rest().iter().map(|x| x + parameters.timing_noise * noise()).collect()
}

/// Times the two halves of a Newton iteration at a slightly perturbed pose. `on_space` is told the
/// spaces done.
///
/// # Errors
/// [`Error`] for parameters out of range.
pub fn timing(parameters: &Parameters, mut on_space: impl FnMut(usize)) -> Result<Timing, Error> {
    let beam = timing_beam(parameters)?;
    let pose = timed_pose(&beam, parameters);
    let potential = StepPotential::new(&beam, beam.rest(), parameters.time_step);
    let best =
        |calls: usize, work: &mut dyn FnMut()| best_time(parameters.timing_batches, calls, work);

    let mut hessian = beam.assembly.zeros();
    let mut gradient = vec![0.0; beam.mesh.dofs()];
    let full_evaluation = best(3, &mut || {
        gradient.fill(0.0);
        potential.add_gradient(&pose, &mut gradient);
        hessian.clear();
        potential.add_hessian(&pose, Curvature::Projected, &mut hessian);
    });
    let mut cholesky = SparseCholesky::new(hessian.pattern());
    let mut direction = gradient.clone();
    let full_solve = best(3, &mut || {
        direction.copy_from_slice(&gradient);
        cholesky.factor(&hessian).expect("a projected Hessian with inertia is positive definite");
        cholesky.solve_vector_in_place(&mut direction);
    });
    let general = hessian.to_general();
    let general_solve = best_time(2, 1, || {
        direction.copy_from_slice(&gradient);
        let factors = general.sp_lu().expect("a positive definite matrix has an inverse");
        factors.solve_in_place(ColMut::from_slice_mut(&mut direction).as_mat_mut());
    });
    on_space(1);

    let mut subspaces = Vec::new();
    for (done, &modes) in parameters.timing_modes.iter().enumerate() {
        let subspace =
            skinning_basis(&beam.mesh, &skinning_eigenmodes(&beam.mesh, modes)?.vectors)?;
        let z = subspace.project(&beam.unit_masses, &pose);
        let mut state = vec![0.0; beam.mesh.dofs()];
        let mut reduced_gradient = vec![0.0; subspace.dimension()];
        let mut galerkin = subspace.galerkin_product();
        let evaluation = best(3, &mut || {
            subspace.state(&z, &mut state);
            gradient.fill(0.0);
            potential.add_gradient(&state, &mut gradient);
            subspace.reduce_gradient(&gradient, &mut reduced_gradient);
            hessian.clear();
            potential.add_hessian(&state, Curvature::Projected, &mut hessian);
            galerkin.of(&hessian);
        });
        let reduced_hessian = galerkin.of(&hessian);
        let mut cholesky = DenseCholesky::new(subspace.dimension());
        let mut direction = reduced_gradient.clone();
        let solve = best(100, &mut || {
            direction.copy_from_slice(&reduced_gradient);
            cholesky
                .factor(reduced_hessian)
                .expect("a projected Hessian with inertia is positive definite");
            cholesky.solve_vector_in_place(&mut direction);
        });
        subspaces.push(SubspaceTiming { modes, dofs: subspace.dimension(), evaluation, solve });
        on_space(done + 2);
    }
    Ok(Timing { dofs: beam.mesh.dofs(), full_evaluation, full_solve, general_solve, subspaces })
}

/// Milliseconds per call: the best of several batches, so that what else the machine does counts
/// least.
fn best_time(batches: usize, calls: usize, mut work: impl FnMut()) -> f64 {
    work();
    (0..batches)
        .map(|_| {
            let start = Instant::now();
            (0..calls).for_each(|_| work());
            1e3 * start.elapsed().as_secs_f64() / calls as f64
        })
        .fold(f64::INFINITY, f64::min)
}
