use super::exercises;
use crate::{
    claims::{Verdict, notebook_017, notebook_025, spread::Spread},
    experiments::{
        modal_muscles,
        own_creature::{self, OwnCreature},
        primer, skinning_eigenmodes,
    },
    figures::{self, Animation, Figure},
    speed::Record,
};

/// Everything that the pages draw on, from one run of the notebooks with their own parameters, and
/// the records of how fast they run and of what they compute elsewhere.
pub struct Results {
    /// Notebook 017.
    pub skinning_eigenmodes: skinning_eigenmodes::Reproduction,
    /// Its timing study.
    pub timing: skinning_eigenmodes::Timing,
    /// Notebook 025.
    pub modal_muscles: modal_muscles::Reproduction,
    /// The primer.
    pub primer: primer::Primer,
    /// The dinosaur.
    pub own_creature: OwnCreature,
    /// The comparison with simkit.
    pub speed: Record,
    /// The claims in other configurations.
    pub spread: Spread,
    /// The verdict on every claim.
    pub verdicts: Vec<Verdict>,
    /// Every figure.
    pub figures: Vec<Figure>,
    /// Every animation.
    pub animations: Vec<Animation>,
    /// The id and the answer of every exercise that a command answers.
    pub answers: Vec<(&'static str, String)>,
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
        let modal_muscles = modal_muscles::reproduce(&modal_muscles::Parameters::default())?;
        Self::from_runs(reproduction, timing, modal_muscles)
    }

    /// Judges the claims and draws the figures of runs that were made before.
    ///
    /// # Errors
    /// What the figures report.
    pub fn from_runs(
        skinning_eigenmodes: skinning_eigenmodes::Reproduction,
        timing: skinning_eigenmodes::Timing,
        modal_muscles: modal_muscles::Reproduction,
    ) -> anyhow::Result<Self> {
        let mut verdicts = notebook_017::verdicts(&skinning_eigenmodes, Some(&timing));
        verdicts.extend(notebook_025::verdicts(&modal_muscles));
        let mut figures = figures::notebook_017::figures(&skinning_eigenmodes, &timing)?;
        figures.extend(figures::notebook_025::figures(&modal_muscles)?);
        let primer = primer::primer(
            &primer::Parameters::default(),
            &skinning_eigenmodes.beam,
            &skinning_eigenmodes.parameters,
            &modal_muscles.model,
            &modal_muscles.operators,
            &modal_muscles.parameters,
        )?;
        figures.extend(figures::primer::figures(&primer)?);
        let own_creature = own_creature::own_creature()?;
        figures.extend(figures::own_creature::figures(&own_creature)?);
        let speed = Record::of_the_book()?;
        let spread = Spread::of_the_book()?;
        figures.extend(figures::speed::figures(&speed)?);
        Ok(Self {
            verdicts,
            figures,
            animations: figures::animations(&skinning_eigenmodes, &modal_muscles, &own_creature)?,
            answers: exercises::answers()?,
            skinning_eigenmodes,
            timing,
            modal_muscles,
            primer,
            own_creature,
            speed,
            spread,
        })
    }
}
