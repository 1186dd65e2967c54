//! What every benchmark does: it times the hot paths of `modebook::speed` that it is about, and
//! the same work on meshes of many sizes.

use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput, measurement::WallTime};
use modebook::speed::{Work, hot_paths, size_sweeps};

/// Times the hot paths of some kinds: what their ids say before the size. Criterion shows the time
/// of a call, and how much it works off in a second: iterations or rollouts if a call makes many of
/// them, else triangles, unknowns, steps.
pub fn bench(criterion: &mut Criterion, name: &str, kinds: &[&str]) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    let is_meant = |id: &str| id.split('.').next().is_some_and(|kind| kinds.contains(&kind));
    for path in hot_paths().filter(|path| is_meant(path.id)) {
        time(&mut group, path.id, (path.set_up)().expect(path.id));
    }
    for sweep in size_sweeps().filter(|sweep| is_meant(sweep.id)) {
        for &size in sweep.sizes {
            let work = (sweep.set_up)(size).expect(sweep.id);
            time(&mut group, &format!("{}.{}", sweep.id, work.size), work);
        }
    }
    group.finish();
}

fn time(group: &mut BenchmarkGroup<'_, WallTime>, id: &str, mut work: Work) {
    let elements = if work.pieces > 1 { work.pieces } else { work.size };
    group.throughput(Throughput::Elements(elements as u64));
    group.bench_function(id, |bencher| bencher.iter(|| work.run().expect(id)));
}
