//! Gradient and projected Hessian into the sparse matrix: notebook 017's timing beam, and beams of
//! a thousand to a million triangles.

mod hot_paths;

use criterion::{Criterion, criterion_group, criterion_main};

fn assembly(criterion: &mut Criterion) {
    hot_paths::bench(criterion, "assembly", &["assembly"]);
}

criterion_group!(benches, assembly);
criterion_main!(benches);
