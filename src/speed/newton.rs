//! The two halves of a Newton iteration on the timing beam of notebook 017: evaluation and solve,
//! in the full space and in skinning subspaces.

use std::hint::black_box;

use faer::Mat;

use super::{Error, HotPath, SizeSweep, Work, counts, path};
use crate::{
    energies::{Curvature, Energy},
    experiments::skinning_eigenmodes::{Beam, Parameters, StepPotential, timed_pose, timing_beam},
    linalg::{DenseCholesky, SparseCholesky, SymmetricSparse},
    reduction::{Subspace, skinning_basis, skinning_eigenmodes},
};

/// Gradient and projected Hessian, into the sparse matrix.
const ASSEMBLY: &str = "assembly";

/// Factorization and solve, ordering and pattern reused.
const SPARSE_SOLVE: &str = "sparse solve";

/// The same in a subspace.
const DENSE_SOLVE: &str = "dense solve";

/// `B' H B` with a skinning basis.
const GALERKIN: &str = "Galerkin product";

/// Triangles of the timing beam.
const TRIANGLES: usize = 6902;

/// Unknowns of the timing beam.
const UNKNOWNS: usize = 7200;

pub(super) const PATHS: &[HotPath] = &[
    path("assembly.6902", ASSEMBLY, "triangles", || assembly(TRIANGLES)),
    path("sparse-solve.7200", SPARSE_SOLVE, "unknowns", || sparse_solve(UNKNOWNS)),
    path("dense-solve.12", DENSE_SOLVE, "coordinates", || dense_solve(2)),
    path("dense-solve.30", DENSE_SOLVE, "coordinates", || dense_solve(5)),
    path("dense-solve.60", DENSE_SOLVE, "coordinates", || dense_solve(10)),
    path("dense-solve.120", DENSE_SOLVE, "coordinates", || dense_solve(20)),
    path("dense-solve.240", DENSE_SOLVE, "coordinates", || dense_solve(40)),
    path("galerkin.12", GALERKIN, "coordinates", || galerkin(2)),
    path("galerkin.30", GALERKIN, "coordinates", || galerkin(5)),
    path("galerkin.60", GALERKIN, "coordinates", || galerkin(10)),
    path("galerkin.72", GALERKIN, "coordinates", || galerkin(12)),
    path("galerkin.120", GALERKIN, "coordinates", || galerkin(20)),
    path("galerkin.240", GALERKIN, "coordinates", || galerkin(40)),
];

pub(super) const SWEEPS: &[SizeSweep] = &[
    SizeSweep {
        id: "assembly",
        name: ASSEMBLY,
        unit: "triangles",
        sizes: &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000],
        set_up: assembly,
    },
    SizeSweep {
        id: "sparse-solve",
        name: SPARSE_SOLVE,
        unit: "unknowns",
        sizes: &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000],
        set_up: sparse_solve,
    },
];

/// The timing beam on a grid with about so many triangles, at a pose near rest. Against the size of
/// its triangles, the pose is as far from rest as the notebook's.
pub(super) fn posed_beam(triangles: usize) -> Result<(Beam, Vec<f64>, f64), Error> {
    let mut parameters = Parameters::default();
    let finer = (triangles as f64 / TRIANGLES as f64).sqrt();
    let vertices = |given: usize| 1 + (finer * (given - 1) as f64).round() as usize;
    parameters.timing_columns = vertices(parameters.timing_columns);
    parameters.timing_rows = vertices(parameters.timing_rows);
    parameters.timing_noise /= finer;
    let beam = timing_beam(&parameters)?;
    let pose = timed_pose(&beam, &parameters);
    Ok((beam, pose, parameters.time_step))
}

/// The number of triangles with so many unknowns.
pub(super) fn triangles_of(unknowns: usize) -> usize {
    unknowns * TRIANGLES / UNKNOWNS
}

fn assembly(triangles: usize) -> Result<Work, Error> {
    let (beam, pose, time_step) = posed_beam(triangles)?;
    let mut gradient = vec![0.0; beam.mesh.dofs()];
    let mut hessian = beam.assembly.zeros();
    let (triangles, vertices) = (beam.triangles.count(), beam.mesh.vertex_count());
    let counts = counts::assembly(triangles, vertices, hessian.pattern().compute_nnz());
    let work = Work::new(triangles, move || {
        evaluate(&beam, &pose, time_step, &mut gradient, &mut hessian);
        Ok(())
    });
    Ok(work.counted(counts))
}

/// Gradient and projected Hessian of a time step from rest.
fn evaluate(
    beam: &Beam,
    pose: &[f64],
    time_step: f64,
    gradient: &mut [f64],
    hessian: &mut SymmetricSparse,
) {
    let potential = StepPotential::new(beam, beam.rest(), time_step);
    gradient.fill(0.0);
    potential.add_gradient(pose, gradient);
    hessian.clear();
    potential.add_hessian(pose, Curvature::Projected, hessian);
}

/// Gradient and Hessian as they are at the timed pose.
fn evaluated(beam: &Beam, pose: &[f64], time_step: f64) -> (Vec<f64>, SymmetricSparse) {
    let (mut gradient, mut hessian) = (vec![0.0; beam.mesh.dofs()], beam.assembly.zeros());
    evaluate(beam, pose, time_step, &mut gradient, &mut hessian);
    (gradient, hessian)
}

fn sparse_solve(unknowns: usize) -> Result<Work, Error> {
    let (beam, pose, time_step) = posed_beam(triangles_of(unknowns))?;
    let (gradient, hessian) = evaluated(&beam, &pose, time_step);
    let counts = counts::sparse_solve(hessian.pattern());
    let mut cholesky = SparseCholesky::new(hessian.pattern());
    let mut direction = gradient.clone();
    let work = Work::new(gradient.len(), move || {
        direction.copy_from_slice(&gradient);
        cholesky.factor(&hessian)?;
        cholesky.solve_vector_in_place(&mut direction);
        Ok(())
    });
    Ok(work.counted(counts))
}

/// The Hessian on the timing beam, with the gradient, and a skinning subspace of some weights.
fn reduced(weights: usize) -> Result<(Vec<f64>, SymmetricSparse, Subspace), Error> {
    let (beam, pose, time_step) = posed_beam(TRIANGLES)?;
    let (gradient, hessian) = evaluated(&beam, &pose, time_step);
    let subspace = skinning_basis(&beam.mesh, &skinning_eigenmodes(&beam.mesh, weights)?.vectors)?;
    Ok((gradient, hessian, subspace))
}

fn dense_solve(weights: usize) -> Result<Work, Error> {
    let (gradient, hessian, subspace) = reduced(weights)?;
    let coordinates = subspace.dimension();
    let mut reduced_gradient = vec![0.0; coordinates];
    subspace.reduce_gradient(&gradient, &mut reduced_gradient);
    let reduced_hessian: Mat<f64> = subspace.galerkin_product().of(&hessian).to_owned();
    let mut cholesky = DenseCholesky::new(coordinates);
    let mut direction = reduced_gradient.clone();
    let work = Work::new(coordinates, move || {
        direction.copy_from_slice(&reduced_gradient);
        cholesky.factor(reduced_hessian.as_ref())?;
        cholesky.solve_vector_in_place(&mut direction);
        Ok(())
    });
    Ok(work.counted(counts::dense_solve(coordinates)))
}

fn galerkin(weights: usize) -> Result<Work, Error> {
    let (gradient, hessian, subspace) = reduced(weights)?;
    let coordinates = subspace.dimension();
    let entries = hessian.pattern().compute_nnz();
    let counts = counts::galerkin(gradient.len() / 2, entries, coordinates);
    let mut galerkin = subspace.galerkin_product();
    let work = Work::new(coordinates, move || {
        black_box(galerkin.of(&hessian));
        Ok(())
    });
    Ok(work.counted(counts))
}
