//! The longest steps of notebook 017, the notebooks as a whole, and all claims.
//!
//! A notebook here is every number that it prints: without pictures, without the timing study and
//! the search, and without the studies of our own.

use std::hint::black_box;

use super::{Error, HotPath, Work, path};
use crate::{
    claims::{self, Agreement, Claim},
    experiments::{modal_muscles, skinning_eigenmodes},
};

pub(super) const PATHS: &[HotPath] = &[
    path("droops", "four droops", "steps", droops),
    path("sweep", "sweep", "fits", sweep),
    path("notebook-017", "notebook 017", "claims", || {
        notebooks(&[17], skinning_eigenmodes_printed)
    }),
    path("notebook-025", "notebook 025", "claims", || notebooks(&[25], modal_muscles_printed)),
    path("notebooks", "both notebooks", "claims", || notebooks(&[17, 25], both_printed)),
    path("verify", "all claims", "claims", verify),
];

fn droops() -> Result<Work, Error> {
    use skinning_eigenmodes::{Parameters, dynamics_beam, four_droops, subspaces};
    let parameters = Parameters::default();
    let beam = dynamics_beam(&parameters)?;
    let subspaces = subspaces(&beam, &parameters)?;
    Ok(Work::new(4 * parameters.steps, move || {
        black_box(four_droops(&beam, &subspaces, &parameters)?);
        Ok(())
    }))
}

/// Its eigensolves included.
fn sweep() -> Result<Work, Error> {
    use skinning_eigenmodes::{Parameters, dynamics_beam, sweep};
    let parameters = Parameters::default();
    let beam = dynamics_beam(&parameters)?;
    Ok(Work::new(2 * parameters.sweep_modes * parameters.sweep_angles, move || {
        black_box(sweep(&beam, &parameters)?);
        Ok(())
    }))
}

/// Every number that some notebooks print. The size is the number of claims that they make.
fn notebooks(numbers: &[u32], printed: fn() -> Result<(), Error>) -> Result<Work, Error> {
    let is_theirs = |claim: &&Claim| numbers.contains(&claim.notebook) && !claim.is_ours();
    Ok(Work::new(untimed_claims().filter(is_theirs).count(), printed))
}

/// The claims that say nothing of times.
fn untimed_claims() -> impl Iterator<Item = &'static Claim> {
    claims::ledger().filter(|claim| !matches!(claim.agreement, Agreement::Timing { .. }))
}

fn both_printed() -> Result<(), Error> {
    let (first, second) = rayon::join(skinning_eigenmodes_printed, modal_muscles_printed);
    first.and(second)
}

fn skinning_eigenmodes_printed() -> Result<(), Error> {
    use skinning_eigenmodes::{
        Parameters, area_ratios, dynamics_beam, four_droops, gradient_check, newton_check,
        rotation, subspaces, sweep, timing_beam,
    };
    let parameters = Parameters::default();
    let beam = dynamics_beam(&parameters)?;
    black_box(timing_beam(&parameters)?);
    let subspaces = subspaces(&beam, &parameters)?;
    let (droops, sweep) =
        rayon::join(|| four_droops(&beam, &subspaces, &parameters), || sweep(&beam, &parameters));
    black_box(sweep?);
    for droop in droops? {
        black_box(area_ratios(&beam, droop.last_state()).range());
    }
    black_box(gradient_check(&beam, &subspaces.skinning, &parameters));
    black_box(newton_check(&beam, &subspaces, &parameters)?);
    black_box(rotation(&beam, &subspaces, &parameters));
    Ok(())
}

fn modal_muscles_printed() -> Result<(), Error> {
    use modal_muscles::{
        Crawler, HalfSteps, Model, Operators, Parameters, contact_setup, creature, floating,
        gradient_check,
    };
    let parameters = Parameters::default();
    let model = Model::new(creature(&parameters)?, &parameters)?;
    let operators = Operators::new(&model);
    black_box(gradient_check(&model, &operators, &parameters));
    let mut descent = HalfSteps::at_rest(&model, &operators, &parameters)?;
    for _ in 0..parameters.descent_iterations {
        descent.local_step();
        descent.global_step();
        black_box(descent.measure(&model, &operators, &parameters));
    }
    black_box(floating(&model, &operators, &parameters, |_| ())?.drift());
    let contact = contact_setup(&model, &parameters)?;
    let crawler = Crawler {
        model: &model,
        operators: &operators,
        contact: &contact,
        parameters: &parameters,
    };
    let crawl = crawler.crawl(|_| ())?;
    black_box((crawl.travel(), crawl.height_range(), crawl.deepest_penetration()));
    Ok(())
}

/// All claims but those on times.
fn verify() -> Result<Work, Error> {
    Ok(Work::new(untimed_claims().count(), || {
        let parameters = skinning_eigenmodes::Parameters::default();
        let reproduction = skinning_eigenmodes::reproduce(&parameters)?;
        black_box(claims::notebook_017::verdicts(&reproduction, None));
        let reproduction = modal_muscles::reproduce(&modal_muscles::Parameters::default())?;
        black_box(claims::notebook_025::verdicts(&reproduction));
        Ok(())
    }))
}
