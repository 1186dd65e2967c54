//! The ledger: every statement of the notebooks that can be checked, as data, beside what we
//! computed.
//!
//! A claim stands in a table together with the function that checks it, so neither can exist
//! without the other. Tests assert the verdicts, snapshots record them, the book and the command
//! line print them.

pub mod notebook_017;
pub mod notebook_025;
#[cfg(feature = "app")]
pub mod spread;

mod finding;
mod format;

use std::fmt;

use finding::Finding;
pub use finding::{Condition, Side};
pub use format::Shown;
use thiserror::Error;

/// One statement of a notebook.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Its name, such as `17.droop.full`.
    pub id: &'static str,
    /// Number of the notebook.
    pub notebook: u32,
    /// The notebook's section that states it.
    pub section: &'static str,
    /// The statement, in our words.
    pub statement: &'static str,
    /// What the notebook prints; empty where it says it in words only.
    pub printed: &'static str,
    /// How ours must agree with it.
    pub agreement: Agreement,
    /// Why it is to agree that far and no further; for a claim that ours meets more tightly, what
    /// makes it tighter.
    pub reason: &'static str,
}

impl Claim {
    /// Whether ours is to be tighter than what the notebook prints.
    pub fn is_tighter(&self) -> bool {
        self.reason.starts_with("tighter than the notebook")
    }

    /// Whether the notebook does not make it: the statement, or its whole section, is marked so.
    pub fn is_ours(&self) -> bool {
        [self.statement, self.section].iter().any(|text| text.starts_with("(ours)"))
    }
}

/// How a computed value agrees with a printed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Agreement {
    /// Integers: equal.
    Exact,
    /// Ours, rounded to the digits that the notebook prints, is the same text.
    Printed,
    /// A round-off quantity, of which no machine gives the same digits: at most this, relative to
    /// what is named.
    AtMost {
        /// The bound.
        bound: f64,
        /// What it is relative to; empty for an absolute bound.
        of: &'static str,
    },
    /// A sentence, written as a predicate over computed data.
    Holds,
    /// Depends on the machine: measured and shown; only the stated ratio is asserted, if there is
    /// one.
    Timing {
        /// The ratio; empty where nothing is asserted.
        ratio: &'static str,
    },
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => write!(f, "exact"),
            Self::Printed => write!(f, "printed"),
            Self::AtMost { bound, of: "" } => write!(f, "at most {bound:e}"),
            Self::AtMost { bound, of } => write!(f, "at most {bound:e} of {of}"),
            Self::Holds => write!(f, "holds"),
            Self::Timing { ratio: "" } => write!(f, "timing"),
            Self::Timing { ratio } => write!(f, "timing: {ratio}"),
        }
    }
}

/// A claim beside the computed value.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The claim.
    pub claim: &'static Claim,
    /// What we computed, as text.
    pub measured: String,
    /// Whether it agrees.
    pub agrees: bool,
    /// The numbers in the text, unrounded, and those whose printed digits the claim is about.
    pub shown: Vec<Shown>,
    /// What has to be met for it to agree.
    pub conditions: Vec<Condition>,
}

impl Verdict {
    fn new(claim: &'static Claim, Finding { measured, conditions }: Finding) -> Self {
        let agrees = conditions.iter().all(Condition::is_met);
        Self { claim, measured: measured.text, agrees, shown: measured.shown, conditions }
    }
}

/// A claim id that is not in the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no claim `{id}`: `modebook verify` lists them all")]
pub struct UnknownClaim {
    /// The id asked for.
    pub id: String,
}

/// All claims, in the notebooks' order.
pub fn ledger() -> impl Iterator<Item = &'static Claim> {
    notebook_017::claims().chain(notebook_025::claims())
}

/// The claim with an id.
///
/// # Errors
/// [`UnknownClaim`] if there is none.
pub fn find(id: &str) -> Result<&'static Claim, UnknownClaim> {
    ledger().find(|claim| claim.id == id).ok_or_else(|| UnknownClaim { id: id.to_string() })
}
