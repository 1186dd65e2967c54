//! Notebook 025: set-up, one local/global iteration, the runs, the studies.

use criterion::{Criterion, criterion_group, criterion_main};
use modebook::{
    experiments::modal_muscles::{
        Crawler, Model, MuscleSystem, Operators, Parameters, contact_setup, creature, floating,
        reproduce, sign_table, weight,
    },
    solvers::LocalGlobal,
};

fn notebook(criterion: &mut Criterion) {
    let parameters = Parameters::default();
    let set_up = || {
        let model = Model::new(creature(&parameters)?, &parameters)?;
        let contact = contact_setup(&model, &parameters)?;
        Ok::<_, modebook::experiments::modal_muscles::Error>((
            Operators::new(&model),
            contact,
            model,
        ))
    };
    let (operators, contact, model) = set_up().expect("the notebook's parameters are sound");

    let mut group = criterion.benchmark_group("notebook 025");
    group.sample_size(10);
    group.bench_function("set-up", |bencher| bencher.iter(set_up));

    let force = weight(&model, &parameters);
    let (motion, density) = (&parameters.crawling, parameters.density);
    let mut system = MuscleSystem::new(&operators, motion, density, &force, None)
        .expect("H is positive definite");
    system.begin_step(&model.z_rest, &model.z_rest, &model.a_rest);
    let mut z = model.z_rest.clone();
    group.bench_function("local/global iteration, no contact", |bencher| {
        bencher.iter(|| {
            system.local_step(&z);
            system.global_step(&mut z)
        });
    });

    let crawler = Crawler {
        model: &model,
        operators: &operators,
        contact: &contact,
        parameters: &parameters,
    };
    group.bench_function("floating", |bencher| {
        bencher.iter(|| floating(&model, &operators, &parameters, |_| ()));
    });
    group.bench_function("crawl", |bencher| bencher.iter(|| crawler.crawl(|_| ())));
    group.bench_function("sign table", |bencher| bencher.iter(|| sign_table(&crawler)));
    group.bench_function("everything", |bencher| bencher.iter(|| reproduce(&parameters)));
    group.finish();
}

criterion_group!(benches, notebook);
criterion_main!(benches);
