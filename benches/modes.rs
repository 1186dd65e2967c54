//! Eigenmodes: those of the notebooks, and twelve of beams of a thousand to three hundred thousand
//! unknowns.

mod hot_paths;

use criterion::{Criterion, criterion_group, criterion_main};

fn modes(criterion: &mut Criterion) {
    hot_paths::bench(
        criterion,
        "modes",
        &["lma", "skinning", "creature-modes", "creature-weights", "modes"],
    );
}

criterion_group!(benches, modes);
criterion_main!(benches);
