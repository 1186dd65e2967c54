//! The steps of notebook 017 that take longest: modes, droops, the sweep over subspace sizes.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use modebook::experiments::skinning_eigenmodes::{
    Parameters, Space, droop, dynamics_beam, reproduce, subspaces, sweep,
};

fn notebook(criterion: &mut Criterion) {
    let parameters = Parameters::default();
    let beam = dynamics_beam(&parameters).expect("the notebook's parameters are sound");
    let bases = subspaces(&beam, &parameters).expect("fewer modes than degrees of freedom");

    let mut group = criterion.benchmark_group("notebook 017");
    group.sample_size(10);
    group.bench_function("modes and bases", |bencher| {
        bencher.iter(|| subspaces(&beam, &parameters))
    });
    for (name, space) in [
        ("full", Space::Full),
        ("12 modes", Space::Reduced(bases.small_modal.clone())),
        ("72 modes", Space::Reduced(bases.modal.clone())),
        ("12 skinning weights", Space::Reduced(bases.skinning.clone())),
    ] {
        group.bench_function(BenchmarkId::new("droop", name), |bencher| {
            bencher.iter(|| droop(&beam, &space, &parameters, |_| ()));
        });
    }
    group.bench_function("sweep", |bencher| bencher.iter(|| sweep(&beam, &parameters)));
    group.bench_function("all but the timing study", |bencher| {
        bencher.iter(|| reproduce(&parameters))
    });
    group.finish();
}

criterion_group!(benches, notebook);
criterion_main!(benches);
