use rayon::prelude::*;

use super::{Crawl, Crawler, Error, Model, Operators};
use crate::reduction::Clusters;

/// A crawl on clusters that began with other draws.
#[derive(Clone, Debug, PartialEq)]
pub struct Relabelled {
    /// The seed of the draws.
    pub seed: u32,
    /// The crawl.
    pub crawl: Crawl,
}

/// Crawls that differ only in the clusters: k-means begins with other draws, once for each seed.
///
/// # Errors
/// [`Error`] of the first crawl that fails.
// ANCHOR: labels
pub fn labels(crawler: &Crawler, seeds: std::ops::Range<u32>) -> Result<Vec<Relabelled>, Error> {
    let Model { creature, weights, clusters, .. } = crawler.model;
    seeds
        .into_par_iter()
        .map(|seed| {
            let weights = weights.vectors.as_ref();
            let clusters = Clusters::new(&creature.mesh, weights, clusters.count, seed)?;
            let model = Model { clusters, ..crawler.model.clone() };
            let operators = Operators::new(&model);
            let crawler = Crawler { model: &model, operators: &operators, ..*crawler };
            Ok(Relabelled { seed, crawl: crawler.crawl(|_| ())? })
        })
        .collect()
}
// ANCHOR_END: labels
