use crate::{
    claims::{Verdict, notebook_017},
    experiments::skinning_eigenmodes::{self, Reproduction, Timing},
    figures::{self, Figure},
};

/// Everything that the pages draw on, from one run of the notebooks with their own parameters.
pub struct Results {
    /// Notebook 017.
    pub skinning_eigenmodes: Reproduction,
    /// Its timing study.
    pub timing: Timing,
    /// The verdict on every claim.
    pub verdicts: Vec<Verdict>,
    /// Every figure.
    pub figures: Vec<Figure>,
}

impl Results {
    /// Runs the notebooks and draws the figures.
    ///
    /// # Errors
    /// What the experiments or the figures report; with the notebooks' parameters neither happens.
    pub fn compute() -> anyhow::Result<Self> {
        let parameters = skinning_eigenmodes::Parameters::default();
        let reproduction = skinning_eigenmodes::reproduce(&parameters)?;
        let timing = skinning_eigenmodes::timing(&parameters, |_| ())?;
        Self::from_runs(reproduction, timing)
    }

    /// Judges the claims and draws the figures of runs that were made before.
    ///
    /// # Errors
    /// What the figures report.
    pub fn from_runs(skinning_eigenmodes: Reproduction, timing: Timing) -> anyhow::Result<Self> {
        Ok(Self {
            verdicts: notebook_017::verdicts(&skinning_eigenmodes, Some(&timing)),
            figures: figures::notebook_017::figures(&skinning_eigenmodes, &timing)?,
            skinning_eigenmodes,
            timing,
        })
    }
}
