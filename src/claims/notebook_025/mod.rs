//! The claims of notebook 025, *Modal Muscle Actuation*: of the creature and its reduced model, of
//! how it moves, and of what its travel depends on.

mod crawl;
mod creature;
mod floating;
mod floor;
mod model;
mod studies;

use super::{Agreement, Claim, Finding, Verdict};
use crate::experiments::modal_muscles::Reproduction;

/// The verdicts on all claims of the notebook.
pub fn verdicts(results: &Reproduction) -> Vec<Verdict> {
    entries().map(|(claim, check)| Verdict::new(claim, check(claim, results))).collect()
}

pub(super) fn claims() -> impl Iterator<Item = &'static Claim> {
    entries().map(|(claim, _)| claim)
}

/// A claim, and what checks it.
type Entry = (Claim, fn(&Claim, &Reproduction) -> Finding);

fn entries() -> impl Iterator<Item = &'static Entry> {
    [
        creature::CLAIMS,
        model::CLAIMS,
        floating::CLAIMS,
        crawl::CLAIMS,
        floor::CLAIMS,
        studies::CLAIMS,
    ]
    .into_iter()
    .flatten()
}

const fn claim(
    id: &'static str,
    section: &'static str,
    statement: &'static str,
    printed: &'static str,
    agreement: Agreement,
    reason: &'static str,
) -> Claim {
    Claim { id, notebook: 25, section, statement, printed, agreement, reason }
}

const COUNT: &str = "integers";
const DIGITS: &str = "the notebook prints no more digits";
