use rayon::prelude::*;

use super::{
    Crawl, Crawler, Creature, Error, Model, RIGID_MODES,
    noise::{LAST_PLACES, with_noise},
};
use crate::{
    linalg::{column, mass_dot},
    mesh::Mesh,
    reduction::linear_modal_analysis,
};

/// Crawls from starting states perturbed by one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbed {
    /// Standard deviation of the noise on every starting coordinate.
    pub size: f64,
    /// A crawl for every draw.
    pub crawls: Vec<Crawl>,
}

/// Crawls from rest at the rest shape plus noise, several draws for each size, the same draws at
/// every size.
///
/// # Errors
/// [`Error`] of the first crawl that fails.
// ANCHOR: sensitivity
pub fn sensitivity(crawler: &Crawler, sizes: &[f64], draws: u64) -> Result<Vec<Perturbed>, Error> {
    let motion = &crawler.parameters.crawling;
    let perturbed = |size: f64, draw: u64| {
        let start = with_noise(&crawler.model.z_rest, size, draw);
        crawler.crawl_from(&start, motion, |_| ())
    };
    let crawls = |&size: &f64| -> Result<Perturbed, Error> {
        let crawls = (0..draws).into_par_iter().map(|draw| perturbed(size, draw));
        Ok(Perturbed { size, crawls: crawls.collect::<Result<_, _>>()? })
    };
    sizes.iter().map(crawls).collect()
}
// ANCHOR_END: sensitivity

/// How many of the muscle modes turn around when the vertices are moved by noise in the last places,
/// in so many draws.
///
/// # Errors
/// [`Error`] if the noise spoils the mesh.
// ANCHOR: turned_modes
pub fn turned_modes(model: &Model, draws: u64) -> Result<usize, Error> {
    let Creature { mesh, unit_masses, .. } = &model.creature;
    let count = model.ceilings.len();
    let turned = |seed: u64| -> Result<usize, Error> {
        let positions = with_noise(mesh.rest_state(), LAST_PLACES, seed);
        let moved = Mesh::new(positions.as_chunks().0.to_vec(), mesh.triangles().to_vec())?;
        let modes = linear_modal_analysis(&moved, RIGID_MODES + count)?.vectors;
        let agreement =
            |k: usize| mass_dot(unit_masses, column(&modes, k), column(&model.modes.vectors, k));
        Ok((RIGID_MODES..RIGID_MODES + count).filter(|&k| agreement(k) < 0.0).count())
    };
    Ok((0..draws).into_par_iter().map(turned).collect::<Result<Vec<_>, _>>()?.into_iter().sum())
}
// ANCHOR_END: turned_modes
