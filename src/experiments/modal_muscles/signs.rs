use rayon::prelude::*;

use super::{Crawl, Crawler, Error};

/// A crawl with one choice of the modes' signs.
#[derive(Clone, Debug, PartialEq)]
pub struct Oriented {
    /// The sign of every muscle mode; +1 is the orientation whose component of largest magnitude
    /// is positive.
    pub signs: Vec<f64>,
    /// The crawl.
    pub crawl: Crawl,
}

/// The crawl with every choice of the modes' signs, in binary order, from all +1 on.
///
/// A mode turned around is a muscle whose amplitude has the other sign.
///
/// # Errors
/// [`Error`] of the first crawl that fails.
// ANCHOR: sign_table
pub fn sign_table(crawler: &Crawler) -> Result<Vec<Oriented>, Error> {
    let motion = &crawler.parameters.crawling;
    let own = &crawler.parameters.signs;
    (0..1_usize << own.len())
        .into_par_iter()
        .map(|choice| {
            let bit = |k: usize| choice >> (own.len() - 1 - k) & 1;
            let signs: Vec<f64> =
                (0..own.len()).map(|k| if bit(k) == 0 { 1.0 } else { -1.0 }).collect();
            let mut gait = motion.gait.clone();
            for (a, (sign, own)) in gait.amplitudes.iter_mut().zip(signs.iter().zip(own)) {
                *a *= sign * own;
            }
            Ok(Oriented { crawl: crawler.crawl_with(gait, motion.steps)?, signs })
        })
        .collect()
}
// ANCHOR_END: sign_table
