//! The longest steps of notebook 017, both notebooks as a whole, and every claim.

mod hot_paths;

use criterion::{Criterion, criterion_group, criterion_main};

fn notebooks(criterion: &mut Criterion) {
    hot_paths::bench(
        criterion,
        "notebooks",
        &["droops", "sweep", "notebook-017", "notebook-025", "notebooks", "verify"],
    );
}

criterion_group!(benches, notebooks);
criterion_main!(benches);
