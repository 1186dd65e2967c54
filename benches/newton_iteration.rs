//! The two halves of a Newton iteration on the timing beam: evaluation and solve, in the full space
//! and in subspaces.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use modebook::{
    energies::{Curvature, Energy},
    experiments::skinning_eigenmodes::{Parameters, StepPotential, timing_beam},
    linalg::{DenseCholesky, SparseCholesky},
    reduction::{skinning_basis, skinning_eigenmodes},
};

fn newton_iteration(criterion: &mut Criterion) {
    let parameters = Parameters::default();
    let beam = timing_beam(&parameters).expect("the notebook's parameters are sound");
    let potential = StepPotential::new(&beam, beam.rest(), parameters.time_step);
    let pose: Vec<f64> =
        beam.rest().iter().enumerate().map(|(i, x)| x + 0.005 * (i as f64).sin()).collect();
    let mut gradient = vec![0.0; beam.mesh.dofs()];
    let mut hessian = beam.assembly.zeros();

    criterion.bench_function("full gradient and projected Hessian", |bencher| {
        bencher.iter(|| {
            gradient.fill(0.0);
            potential.add_gradient(&pose, &mut gradient);
            hessian.clear();
            potential.add_hessian(&pose, Curvature::Projected, &mut hessian);
        });
    });

    let mut cholesky = SparseCholesky::new(hessian.pattern());
    criterion.bench_function("sparse factorization and solve", |bencher| {
        bencher.iter(|| {
            cholesky.factor(&hessian).expect("positive definite");
            let mut direction = gradient.clone();
            cholesky.solve_vector_in_place(&mut direction);
            black_box(direction)
        });
    });

    let mut group = criterion.benchmark_group("subspace");
    for modes in parameters.timing_modes {
        let weights = skinning_eigenmodes(&beam.mesh, modes).expect("fewer weights than vertices");
        let subspace = skinning_basis(&beam.mesh, &weights.vectors)
            .expect("fewer coordinates than degrees of freedom");
        let dimension = subspace.dimension();
        let mut galerkin = subspace.galerkin_product();
        group.bench_function(BenchmarkId::new("Galerkin product", dimension), |bencher| {
            bencher.iter(|| galerkin.of(black_box(&hessian))[(0, 0)]);
        });
        let reduced = galerkin.of(&hessian);
        let mut cholesky = DenseCholesky::new(dimension);
        group.bench_function(
            BenchmarkId::new("dense factorization and solve", dimension),
            |bencher| {
                bencher.iter(|| {
                    cholesky.factor(reduced).expect("positive definite");
                    let mut direction = vec![1.0; dimension];
                    cholesky.solve_vector_in_place(&mut direction);
                    black_box(direction)
                });
            },
        );
    }
    group.finish();
}

criterion_group!(benches, newton_iteration);
criterion_main!(benches);
