use rayon::prelude::*;

use super::{Crawler, Error, Gait, Search, centre_of_mass};
use crate::{experiments::ParameterError, solvers::CmaEs};

/// A search for the gait that travels furthest towards +x, by CMA-ES over the amplitudes, periods
/// and phases of all muscles (notebook 025, *Optional: optimizing the gait with CMA-ES*).
///
/// Candidates of a generation crawl in parallel; the search depends on the seed and on the travels
/// alone, so it is the same on any number of threads, and it is resumed by telling it the travels
/// that were recorded.
#[derive(Clone, Debug)]
pub struct GaitSearch<'a> {
    crawler: Crawler<'a>,
    strategy: CmaEs,
    start_travel: f64,
    travels: Vec<Vec<Option<f64>>>,
}

/// A gait, and how far it travels.
#[derive(Clone, Debug, PartialEq)]
pub struct Travelled {
    /// The gait.
    pub gait: Gait,
    /// Horizontal travel of the centre of mass from the rest shape, in m.
    pub travel: f64,
}

// ANCHOR: gait_search
impl<'a> GaitSearch<'a> {
    /// A search that starts from the gait of the crawler's parameters.
    ///
    /// # Errors
    /// [`Error::Parameter`] if that gait lies outside the range of the search, [`Error::Search`]
    /// for a step size or a population out of range.
    pub fn new(crawler: Crawler<'a>) -> Result<Self, Error> {
        let Search { steps, population, sigma, seed, period_range, .. } = crawler.parameters.search;
        let gait = &crawler.parameters.crawling.gait;
        gait.check(crawler.parameters.muscles)?;
        let allowed = "between 0 and 1 at the start of a search";
        check_range("amplitudes", &gait.amplitudes, [0.0, 1.0], allowed)?;
        let [shortest, longest] = period_range;
        let allowed = format!("between {shortest} and {longest} at the start of a search");
        check_range("periods", &gait.periods, period_range, &allowed)?;
        let strategy = CmaEs::new(&parameters_of(gait), sigma, population, seed)?;
        let start_travel = travel(&crawler, gait.clone(), steps)?;
        Ok(Self { crawler, strategy, start_travel, travels: Vec::new() })
    }

    // ANCHOR: run_generation
    /// Draws a generation, lets every candidate crawl, and learns from how far they travel.
    pub fn run_generation(&mut self) {
        let candidates = self.strategy.ask();
        let steps = self.crawler.parameters.search.steps;
        let travels = candidates
            .par_iter()
            .map(|candidate| travel(&self.crawler, self.gait_of(candidate), steps).ok())
            .collect();
        self.learn(&candidates, travels);
    }
    // ANCHOR_END: run_generation

    /// Repeats a generation whose travels were recorded, without crawling.
    ///
    /// # Errors
    /// [`Error::Parameter`] if there is not one for each candidate, or one is not a number.
    pub fn replay_generation(&mut self, travels: Vec<Option<f64>>) -> Result<(), Error> {
        let candidates = self.strategy.ask();
        let allowed = format!("{} numbers, one for each candidate", candidates.len());
        let sound = travels.len() == candidates.len()
            && travels.iter().flatten().all(|travel| travel.is_finite());
        let given = travels.iter().map(|t| t.map_or("none".into(), |t| t.to_string()));
        let given = given.collect::<Vec<_>>().join(",");
        ParameterError::check(sound, "recorded travels", given, allowed)?;
        self.learn(&candidates, travels);
        Ok(())
    }

    fn learn(&mut self, candidates: &[Vec<f64>], travels: Vec<Option<f64>>) {
        // A candidate whose crawl fails is the worst there is.
        let values: Vec<f64> = travels.iter().map(|t| t.map_or(f64::INFINITY, |t| -t)).collect();
        self.strategy.tell(candidates, &values);
        self.travels.push(travels);
    }

    /// The best gait so far, the starting one included.
    pub fn best(&self) -> Travelled {
        match self.strategy.best() {
            Some((candidate, value)) if -value > self.start_travel => {
                Travelled { gait: self.gait_of(candidate), travel: -value }
            }
            _ => self.start(),
        }
    }

    /// The starting gait.
    pub fn start(&self) -> Travelled {
        let gait = self.crawler.parameters.crawling.gait.clone();
        Travelled { gait, travel: self.start_travel }
    }

    /// How far the candidates of every generation travelled, in m; none where a crawl failed.
    pub fn travels(&self) -> &[Vec<Option<f64>>] {
        &self.travels
    }

    // ANCHOR: gait_of
    /// The gait of a candidate: amplitudes and periods are brought into their ranges, phases are
    /// free.
    fn gait_of(&self, candidate: &[f64]) -> Gait {
        let [shortest, longest] = self.crawler.parameters.search.period_range;
        let muscles = candidate.len() / 3;
        Gait {
            amplitudes: candidate[..muscles].iter().map(|a| a.clamp(0.0, 1.0)).collect(),
            periods: candidate[muscles..2 * muscles]
                .iter()
                .map(|period| period.clamp(shortest, longest))
                .collect(),
            phases: candidate[2 * muscles..].to_vec(),
        }
    }
    // ANCHOR_END: gait_of
}
// ANCHOR_END: gait_search

fn parameters_of(gait: &Gait) -> Vec<f64> {
    [&gait.amplitudes[..], &gait.periods, &gait.phases].concat()
}

/// Horizontal travel from the rest shape, in m.
fn travel(crawler: &Crawler, gait: Gait, steps: usize) -> Result<f64, Error> {
    let crawl = crawler.crawl_with(gait, steps)?;
    let [start, _] = centre_of_mass(crawler.operators, &crawler.model.z_rest);
    Ok(crawl.centre_of_mass[steps - 1][0] - start)
}

fn check_range(
    name: &'static str,
    values: &[f64],
    [low, high]: [f64; 2],
    allowed: &str,
) -> Result<(), ParameterError> {
    let given = values.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let holds = values.iter().all(|value| (low..=high).contains(value));
    ParameterError::check(holds, name, given, allowed)
}
