use rayon::prelude::*;

use super::{Crawl, Crawler, Error, noise::with_noise};

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
