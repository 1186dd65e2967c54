//! The search for a gait, a generation at a time.

use modebook::experiments::modal_muscles::{
    Crawler, Error, GaitSearch, Motion, Parameters, Travelled,
};

use super::parts::{Body, Surroundings};

/// A search under way. It starts from the notebook's gait with the notebook's settings, on the
/// present floor. Between generations only the recorded travels are kept: told them again, the
/// search goes on as if it had never stopped.
pub(super) struct Search {
    travels: Vec<Vec<Option<f64>>>,
    generations: usize,
    /// Time that every candidate crawls, in s.
    time: f64,
    /// The starting gait.
    start: Travelled,
    /// The best gait so far.
    pub best: Travelled,
}

impl Search {
    /// Runs the generation after those that `before` has recorded.
    pub fn next(
        before: Option<Self>,
        body: &Body,
        surroundings: &Surroundings,
        parameters: &Parameters,
    ) -> Result<Self, Error> {
        let gait = Parameters::default().crawling.gait;
        let crawling = Motion { gait, ..parameters.crawling.clone() };
        let parameters = Parameters { crawling, ..parameters.clone() };
        let mut search = GaitSearch::new(Crawler {
            model: &body.model,
            operators: &body.operators,
            contact: &surroundings.contact,
            parameters: &parameters,
        })?;
        for travels in before.into_iter().flat_map(|search| search.travels) {
            search.replay_generation(travels)?;
        }
        search.run_generation();
        Ok(Self {
            travels: search.travels().to_vec(),
            generations: parameters.search.generations,
            time: parameters.search.steps as f64 * parameters.crawling.time_step,
            start: search.start(),
            best: search.best(),
        })
    }

    pub fn is_done(&self) -> bool {
        self.travels.len() >= self.generations
    }

    /// Generations done and in all; the time that candidates crawl, in s; travels of the starting
    /// gait and of the best one from the rest shape, in m.
    pub fn progress(&self) -> [f64; 5] {
        let [done, all] = [self.travels.len(), self.generations].map(|count| count as f64);
        [done, all, self.time, self.start.travel, self.best.travel]
    }
}
