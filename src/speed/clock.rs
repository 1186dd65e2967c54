use std::{thread::available_parallelism, time::Instant};

use rayon::ThreadPoolBuilder;

use super::{Error, Work};
use crate::experiments::ParameterError;

/// A batch takes about so many seconds, so that the clock's own grain does not show.
const BATCH: f64 = 0.02;

/// Batches, after a first call that warms the caches.
const BATCHES: usize = 5;

/// Fewer, once they have taken so many seconds.
const PATIENCE: f64 = 0.5;

/// Milliseconds that one piece of the work takes: the best of several batches, so that what else
/// the machine does counts least.
///
/// # Errors
/// [`Error`] if the work cannot be done.
pub fn best_time(work: &mut Work) -> Result<f64, Error> {
    let start = Instant::now();
    let mut best = batch(work, 1)?;
    let calls = (BATCH / best).ceil() as usize;
    for _ in 0..BATCHES {
        if start.elapsed().as_secs_f64() > PATIENCE {
            break;
        }
        best = best.min(batch(work, calls)?);
    }
    Ok(1e3 * best / work.pieces as f64)
}

/// Seconds per call.
fn batch(work: &mut Work, calls: usize) -> Result<f64, Error> {
    let start = Instant::now();
    for _ in 0..calls {
        work.run()?;
    }
    Ok(start.elapsed().as_secs_f64() / calls as f64)
}

/// What a function computes with so many threads to share independent work.
///
/// # Errors
/// [`Error::Parameter`] for no thread, or more than the machine has cores.
pub fn on_threads<R: Send>(threads: usize, compute: impl FnOnce() -> R + Send) -> Result<R, Error> {
    let cores = available_parallelism().map_or(1, usize::from);
    let allowed = format!("between 1 and {cores}, the cores of this machine");
    ParameterError::check((1..=cores).contains(&threads), "threads", threads, allowed)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.map_err(|_| Error::Threads { threads })?.install(compute))
}
