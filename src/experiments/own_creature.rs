//! A creature that is no notebook's: a dinosaur, drawn with Gmsh, that takes the same steps as the
//! caterpillar (the book, *Your own creature*).

use std::path::Path;

use super::modal_muscles::{
    ContactSetup, Crawl, Crawler, Creature, Error, GaitSearch, Model, Operators, Parameters,
    Travelled, contact_setup,
};
use crate::mesh::{Mesh, MeshFileError, Repaired, Repairs, decode_mesh};

/// The mesh as Gmsh writes it.
const FILE: &[u8] = include_bytes!("../../book/src/own-creature/dinosaur.msh");

/// Steps of each crawl in the search, and of the one that shows what was found.
pub const SEARCH_STEPS: usize = 300;

/// Generations of the search.
pub const GENERATIONS: usize = 10;

/// Candidates per generation.
pub const POPULATION: usize = 8;

/// What the page tells of the dinosaur.
#[derive(Clone, Debug)]
pub struct OwnCreature {
    /// Those of notebook 025, for another body and a longer search.
    pub parameters: Parameters,
    /// What had to be mended in the file.
    pub repaired: Repaired,
    /// The reduced model.
    pub model: Model,
    /// The floor, and the points that can touch it.
    pub contact: ContactSetup,
    /// A crawl with the gait that was dialled in for the caterpillar.
    pub crawl: Crawl,
    /// The gait that the search found.
    pub found: Travelled,
    /// A crawl with it.
    pub found_crawl: Crawl,
}

/// Why the dinosaur does not come to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OwnCreatureError {
    /// The file holds no mesh.
    #[error(transparent)]
    File(#[from] MeshFileError),
    /// A step of the experiment cannot be computed.
    #[error(transparent)]
    Experiment(#[from] Error),
}

// ANCHOR: own_creature
/// Reads and mends the dinosaur, lets it crawl, searches a gait for it, and lets it crawl with that.
///
/// # Errors
/// [`OwnCreatureError`]; with the mesh of the book there is none.
pub fn own_creature() -> Result<OwnCreature, OwnCreatureError> {
    let (mesh, repaired) = dinosaur()?;
    let parameters = parameters();
    let model = Model::new(Creature::new(mesh.normalized())?, &parameters)?;
    let operators = Operators::new(&model);
    let contact = contact_setup(&model, &parameters)?;
    let crawler = Crawler {
        model: &model,
        operators: &operators,
        contact: &contact,
        parameters: &parameters,
    };
    let crawl = crawler.crawl(|_| ())?;
    let mut search = GaitSearch::new(crawler)?;
    (0..GENERATIONS).for_each(|_| search.run_generation());
    let found = search.best();
    let found_crawl = crawler.crawl_with(found.gait.clone(), SEARCH_STEPS)?;
    Ok(OwnCreature { repaired, crawl, found, found_crawl, contact, model, parameters })
}
// ANCHOR_END: own_creature

/// The body of the file, mended, in its own size.
///
/// # Errors
/// [`MeshFileError`]; for the file of the book there is none.
pub fn dinosaur() -> Result<(Mesh, Repaired), MeshFileError> {
    let repairs = Repairs { clean: true, ..Repairs::default() };
    decode_mesh(Path::new("dinosaur.msh"), FILE, repairs)
}

/// Those of the caterpillar, for another body and another search.
pub fn parameters() -> Parameters {
    let mut parameters = Parameters::default();
    // The notebook's signs are those of the caterpillar's modes.
    parameters.signs.fill(1.0);
    parameters.search.steps = SEARCH_STEPS;
    parameters.search.generations = GENERATIONS;
    parameters.search.population = POPULATION;
    parameters
}
