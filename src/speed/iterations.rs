//! Local/global iterations of notebook 025: one without contact, those of the crawl, the crawl
//! itself, and the search for a gait.

use std::hint::black_box;

use super::{Error, HotPath, Work, counts, path};
use crate::{
    experiments::modal_muscles::{
        ContactSetup, Crawler, GaitSearch, Model, MuscleSystem, Operators, Parameters,
        contact_setup, creature,
    },
    solvers::LocalGlobal,
};

pub(super) const PATHS: &[HotPath] = &[
    path("iteration-afloat", "iteration, afloat", "coordinates", afloat),
    path("iteration-crawl", "iteration, crawling", "coordinates", iteration),
    path("crawl.450", "crawl", "steps", crawl),
    path("rollout", "rollout of the search", "steps", rollout),
];

/// The caterpillar on its floor.
struct Crawling {
    parameters: Parameters,
    model: Model,
    operators: Operators,
    contact: ContactSetup,
}

impl Crawling {
    fn new() -> Result<Self, Error> {
        let parameters = Parameters::default();
        let model = Model::new(creature(&parameters)?, &parameters)?;
        let contact = contact_setup(&model, &parameters)?;
        Ok(Self { operators: Operators::new(&model), contact, model, parameters })
    }

    fn crawler(&self) -> Crawler<'_> {
        let Self { model, operators, contact, parameters } = self;
        Crawler { model, operators, contact, parameters }
    }
}

fn afloat() -> Result<Work, Error> {
    let Crawling { parameters, model, operators, .. } = Crawling::new()?;
    let no_force = vec![0.0; model.subspace.dimension()];
    let (motion, density) = (&parameters.floating, parameters.density);
    let mut system = MuscleSystem::new(&operators, motion, density, &no_force, None)?;
    let mut activation = model.a_rest.clone();
    let muscles = model.ceilings.len();
    motion.gait.command(&model.ceilings, motion.time_step, &mut activation[..muscles]);
    system.begin_step(&model.z_rest, &model.z_rest, &activation);
    let mut z = model.z_rest;
    let counts = counts::iteration(z.len(), parameters.clusters, 0);
    let work = Work::new(z.len(), move || {
        system.local_step(&z);
        black_box(system.global_step(&mut z));
        Ok(())
    });
    Ok(work.counted(counts))
}

/// The time of the crawl over the number of its iterations.
fn iteration() -> Result<Work, Error> {
    let crawling = Crawling::new()?;
    let iterations = crawling.crawler().crawl(|_| ())?.trajectory.iterations;
    let (p, coordinates) = (&crawling.parameters, crawling.model.subspace.dimension());
    let counts = counts::iteration(coordinates, p.clusters, p.contact_points);
    let work = Work::new(coordinates, move || {
        black_box(crawling.crawler().crawl(|_| ())?);
        Ok(())
    });
    Ok(work.counted(counts).in_pieces(iterations))
}

/// The set-up of the run is part of it, that of the model is not.
fn crawl() -> Result<Work, Error> {
    let crawling = Crawling::new()?;
    Ok(Work::new(crawling.parameters.crawling.steps, move || {
        black_box(crawling.crawler().crawl(|_| ())?);
        Ok(())
    }))
}

/// A call is the notebook's whole search: the gait that it starts from, then all generations. On
/// several threads, candidates of a generation crawl side by side.
fn rollout() -> Result<Work, Error> {
    let crawling = Crawling::new()?;
    let search = crawling.parameters.search.clone();
    let work = Work::new(search.steps, move || {
        let mut run = GaitSearch::new(crawling.crawler())?;
        (0..search.generations).for_each(|_| run.run_generation());
        black_box(run.best());
        Ok(())
    });
    Ok(work.in_pieces(1 + search.generations * search.population))
}
