use anyhow::Result;
use clap::Args;
use modebook::{
    claims,
    experiments::skinning_eigenmodes::{Parameters, Timing, timing},
};
use serde::Serialize;

use super::{Outcome, output, progress};

#[derive(Args)]
pub struct Arguments {
    /// Print JSON (all times in milliseconds)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    dofs: usize,
    full_evaluation_ms: f64,
    full_solve_ms: f64,
    subspaces: Vec<Subspace>,
}

#[derive(Serialize)]
struct Subspace {
    modes: usize,
    dofs: usize,
    evaluation_ms: f64,
    solve_ms: f64,
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let parameters = Parameters::default();
    let progress = progress::bar(1 + parameters.timing_modes.len(), "spaces timed");
    let timing = timing(&parameters, |done| progress.set_position(done as u64))?;
    progress.finish_and_clear();
    if arguments.json {
        output::print_json(&Report::from(&timing))?
    } else {
        output::print(&table(&timing))?
    }
    Ok(Outcome::Agrees)
}

impl From<&Timing> for Report {
    fn from(timing: &Timing) -> Self {
        let subspaces = timing.subspaces.iter().map(|s| Subspace {
            modes: s.modes,
            dofs: s.dofs,
            evaluation_ms: s.evaluation,
            solve_ms: s.solve,
        });
        Self {
            dofs: timing.dofs,
            full_evaluation_ms: timing.full_evaluation,
            full_solve_ms: timing.full_solve,
            subspaces: subspaces.collect(),
        }
    }
}

fn table(timing: &Timing) -> String {
    let mut table = output::table([
        "space",
        "coordinates",
        "evaluation",
        "solve",
        "notebook's evaluation",
        "notebook's solve",
    ]);
    let spaces = std::iter::once((
        "full".to_string(),
        timing.dofs,
        timing.full_evaluation,
        timing.full_solve,
    ))
    .chain(
        timing
            .subspaces
            .iter()
            .map(|s| (format!("{} skinning weights", s.modes), s.dofs, s.evaluation, s.solve)),
    );
    let evaluations = printed(["17.timing.evaluation", "17.timing.subspace.evaluation"]);
    let solves = printed(["17.timing.solve", "17.timing.subspace.solve"]);
    for (((name, dofs, evaluation, solve), their_evaluation), their_solve) in
        spaces.zip(evaluations).zip(solves)
    {
        table.add_row([
            name,
            dofs.to_string(),
            format!("{evaluation:.3} ms"),
            format!("{solve:.5} ms"),
            format!("{their_evaluation} ms"),
            format!("{their_solve} ms"),
        ]);
    }
    table.to_string()
}

/// The times that the notebook prints in some claims, in milliseconds.
fn printed(ids: [&str; 2]) -> impl Iterator<Item = &'static str> {
    let claims = claims::ledger().filter(move |claim| ids.contains(&claim.id));
    claims.flat_map(|claim| claim.printed.trim_end_matches(" ms").split(", "))
}
