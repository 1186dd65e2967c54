//! The search for a gait of notebook 025, in rollouts on all cores.

mod hot_paths;

use criterion::{Criterion, criterion_group, criterion_main};

fn gait_search(criterion: &mut Criterion) {
    hot_paths::bench(criterion, "gait_search", &["rollout"]);
}

criterion_group!(benches, gait_search);
criterion_main!(benches);
