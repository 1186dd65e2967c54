//! What a Newton iteration in a subspace has in the place of the sparse solve: the Galerkin
//! product, and a dense solve.

mod hot_paths;

use criterion::{Criterion, criterion_group, criterion_main};

fn subspace_solve(criterion: &mut Criterion) {
    hot_paths::bench(criterion, "subspace_solve", &["dense-solve", "galerkin"]);
}

criterion_group!(benches, subspace_solve);
criterion_main!(benches);
