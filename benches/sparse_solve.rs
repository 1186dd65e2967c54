//! Factorization and solve of the full space, ordering and pattern reused: notebook 017's timing
//! beam, and beams of a thousand to three hundred thousand unknowns.

mod hot_paths;

use criterion::{Criterion, criterion_group, criterion_main};

fn sparse_solve(criterion: &mut Criterion) {
    hot_paths::bench(criterion, "sparse_solve", &["sparse-solve"]);
}

criterion_group!(benches, sparse_solve);
criterion_main!(benches);
