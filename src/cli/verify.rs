use anyhow::{Result, bail};
use clap::Args;
use modebook::{
    claims::{self, Agreement, Claim, Verdict, notebook_017, notebook_025},
    experiments::{modal_muscles, skinning_eigenmodes},
};
use serde::Serialize;

use super::{Outcome, output, progress};

#[derive(Args)]
pub struct Arguments {
    /// Only the claims of this notebook
    #[arg(long, value_parser = ["17", "25"])]
    notebook: Option<String>,
    /// Only the claim with this id
    #[arg(long, value_name = "ID")]
    claim: Option<String>,
    /// Print a JSON array instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    if let Some(id) = &arguments.claim {
        claims::find(id)?;
    }
    let selected = |claim: &Claim| {
        arguments.notebook.as_ref().is_none_or(|notebook| claim.notebook.to_string() == *notebook)
            && arguments.claim.as_ref().is_none_or(|id| claim.id == id)
    };
    if !claims::ledger().any(&selected) {
        bail!("no claim is in --notebook and has the id of --claim: leave one of them out");
    }
    let is_needed =
        |notebook| claims::ledger().any(|claim| claim.notebook == notebook && selected(claim));
    let mut verdicts = Vec::new();
    let progress = progress::spinner("notebook 017");
    if is_needed(17) {
        let parameters = skinning_eigenmodes::Parameters::default();
        let reproduction = skinning_eigenmodes::reproduce(&parameters)?;
        let timed = claims::ledger()
            .any(|claim| selected(claim) && matches!(claim.agreement, Agreement::Timing { .. }));
        progress.set_message("notebook 017, timing study");
        let timing =
            if timed { Some(skinning_eigenmodes::timing(&parameters, |_| ())?) } else { None };
        verdicts.extend(notebook_017::verdicts(&reproduction, timing.as_ref()));
    }
    if is_needed(25) {
        progress.set_message("notebook 025");
        let reproduction = modal_muscles::reproduce(&modal_muscles::Parameters::default())?;
        verdicts.extend(notebook_025::verdicts(&reproduction));
    }
    progress.finish_and_clear();

    verdicts.retain(|verdict| selected(verdict.claim));
    if arguments.json {
        output::print_json(&verdicts.iter().map(Row::from).collect::<Vec<_>>())?;
    } else {
        output::print(&table(&verdicts))?;
    }
    Ok(outcome(&verdicts))
}

pub fn outcome(verdicts: &[Verdict]) -> Outcome {
    if verdicts.iter().all(|verdict| verdict.agrees) { Outcome::Agrees } else { Outcome::Differs }
}

/// The claims as a table for the terminal, and how many agree.
pub fn table(verdicts: &[Verdict]) -> String {
    let mut table = output::table(["claim", "notebook", "here", "agreement", ""]);
    for verdict in verdicts {
        table.add_row([
            verdict.claim.id,
            verdict.claim.printed,
            &verdict.measured,
            &verdict.claim.agreement.to_string(),
            if verdict.agrees { "agrees" } else { "DIFFERS" },
        ]);
    }
    let agreeing = verdicts.iter().filter(|verdict| verdict.agrees).count();
    format!("{table}\n{agreeing} of {} claims agree", verdicts.len())
}

#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    notebook: u32,
    section: &'a str,
    statement: &'a str,
    printed: &'a str,
    measured: &'a str,
    agreement: String,
    agrees: bool,
    /// The numbers of `measured`, and then those behind it.
    shown: Vec<Shown<'a>>,
    conditions: Vec<Condition>,
}

/// A number as it is and as it is printed, with all its digits; how far it is from printing
/// otherwise, in units of its last printed digit (0 to 0.5).
#[derive(Serialize)]
struct Shown<'a> {
    value: f64,
    text: &'a str,
    unit: Option<f64>,
    to_edge: Option<f64>,
}

/// What has to be met: a fact, or a number on one side of a limit, with how much of the limit it
/// uses up (at 1 the verdict changes).
#[derive(Serialize)]
#[serde(untagged)]
enum Condition {
    Fact { is_met: bool },
    Compared { is_met: bool, value: f64, side: claims::Side, limit: f64, used: Option<f64> },
}

impl<'a> From<&'a Verdict> for Row<'a> {
    fn from(verdict: &'a Verdict) -> Self {
        let claim = verdict.claim;
        Self {
            id: claim.id,
            notebook: claim.notebook,
            section: claim.section,
            statement: claim.statement,
            printed: claim.printed,
            measured: &verdict.measured,
            agreement: claim.agreement.to_string(),
            agrees: verdict.agrees,
            shown: verdict.shown.iter().map(Shown::from).collect(),
            conditions: verdict.conditions.iter().map(Condition::from).collect(),
        }
    }
}

impl<'a> From<&'a claims::Shown> for Shown<'a> {
    fn from(shown: &'a claims::Shown) -> Self {
        let &claims::Shown { value, ref text, unit } = shown;
        Self { value, text, unit, to_edge: shown.to_edge() }
    }
}

impl From<&claims::Condition> for Condition {
    fn from(condition: &claims::Condition) -> Self {
        let is_met = condition.is_met();
        match *condition {
            claims::Condition::Fact(_) => Self::Fact { is_met },
            claims::Condition::Compared { value, side, limit } => {
                Self::Compared { is_met, value, side, limit, used: condition.used() }
            }
        }
    }
}
