//! Local/global iterations of notebook 025, afloat and on the floor, and its crawl.

mod hot_paths;

use criterion::{Criterion, criterion_group, criterion_main};

fn local_global(criterion: &mut Criterion) {
    hot_paths::bench(criterion, "local_global", &["iteration-afloat", "iteration-crawl", "crawl"]);
}

criterion_group!(benches, local_global);
criterion_main!(benches);
