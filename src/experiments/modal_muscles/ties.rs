use rayon::prelude::*;

use super::{
    ContactSetup, Crawl, Crawler, Error, contact_vertices,
    noise::{LAST_PLACES, with_noise},
};

/// A crawl on contact points that were sampled with the ties broken otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Tied {
    /// How many of the contact points are others.
    pub replaced: usize,
    /// The crawl.
    pub crawl: Crawl,
}

/// Crawls that differ only in which of equally far contact points were taken: they are sampled
/// anew, once for each seed, from vertices moved by noise in the last places. Body, muscles and
/// floor stay as they are.
///
/// # Errors
/// [`Error`] of the first crawl that fails.
// ANCHOR: ties
pub fn ties(crawler: &Crawler, seeds: std::ops::Range<u64>) -> Result<Vec<Tied>, Error> {
    let mesh = &crawler.model.creature.mesh;
    let own = &crawler.contact.vertices;
    seeds
        .into_par_iter()
        .map(|seed| {
            let moved = with_noise(mesh.rest_state(), LAST_PLACES, seed);
            let vertices = contact_vertices(mesh, moved.as_chunks().0, own.len());
            let replaced = vertices.iter().filter(|v| !own.contains(v)).count();
            let contact = ContactSetup::new(crawler.model, vertices, crawler.parameters)?;
            Ok(Tied { replaced, crawl: Crawler { contact: &contact, ..*crawler }.crawl(|_| ())? })
        })
        .collect()
}
// ANCHOR_END: ties
