use std::collections::BTreeMap;

use anyhow::{Result, bail};
use clap::Args;
use modebook::{
    claims,
    experiments::skinning_eigenmodes::{Parameters, Timing, timing},
    speed::{self, HotPath, Machine, Work, duration},
};
use serde::Serialize;

use super::{Outcome, output, progress};

#[derive(Args)]
pub struct Arguments {
    /// Print JSON (all times in milliseconds)
    #[arg(long)]
    json: bool,
    /// Threads that share independent work: droops, angles, candidates of a search
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Only the hot paths whose id begins so, such as galerkin
    #[arg(long, value_name = "ID")]
    work: Option<String>,
    /// Also follow the costs of assembly, solve and modes to large meshes (takes a minute)
    #[arg(long)]
    sizes: bool,
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    if selected(arguments).next().is_none() {
        let ids: Vec<_> = speed::hot_paths().map(|path| path.id).collect();
        bail!("no hot path begins with the ID of --work: they are {}", ids.join(", "));
    }
    let measured = speed::on_threads(arguments.threads, || measure(arguments))??;
    if arguments.json {
        output::print_json(&Report::new(&measured, arguments.threads))?;
    } else {
        output::print(&text(&measured))?;
    }
    Ok(Outcome::Agrees)
}

fn selected(arguments: &Arguments) -> impl Iterator<Item = &'static HotPath> {
    let is_meant = |path: &&HotPath| {
        arguments.work.as_ref().is_none_or(|beginning| path.id.starts_with(beginning))
    };
    speed::hot_paths().filter(is_meant)
}

/// What was timed.
struct Measured {
    machine: Machine,
    study: Timing,
    work: Vec<Timed>,
    sizes: Vec<Timed>,
}

/// Work and what it took.
#[derive(Serialize)]
struct Timed {
    id: &'static str,
    name: &'static str,
    size: usize,
    unit: &'static str,
    ms: f64,
    flops: Option<f64>,
    bytes: Option<f64>,
    limit_ms: Option<f64>,
}

fn measure(arguments: &Arguments) -> Result<Measured, speed::Error> {
    let parameters = Parameters::default();
    let spaces = 1 + parameters.timing_modes.len();
    let large = speed::size_sweeps().filter(|_| arguments.sizes);
    let large: Vec<_> =
        large.flat_map(|sweep| sweep.sizes.iter().map(move |size| (sweep, *size))).collect();
    let progress = progress::bar(spaces + selected(arguments).count() + large.len(), "timed");

    let machine = Machine::measure();
    let study = timing(&parameters, |done| progress.set_position(done as u64))?;
    let timed = |id, name, unit, mut work: Work| {
        let ms = speed::best_time(&mut work)?;
        let (flops, bytes) = (work.counts.map(|c| c.flops), work.counts.map(|c| c.bytes));
        let limit_ms = work.counts.map(|counts| machine.limit(counts));
        progress.inc(1);
        Ok(Timed { id, name, size: work.size, unit, ms, flops, bytes, limit_ms })
    };
    let work = selected(arguments)
        .map(|path| timed(path.id, path.name, path.unit, (path.set_up)()?))
        .collect::<Result<_, speed::Error>>()?;
    let sizes = large
        .iter()
        .map(|(sweep, size)| timed(sweep.id, sweep.name, sweep.unit, (sweep.set_up)(*size)?))
        .collect::<Result<_, speed::Error>>()?;
    progress.finish_and_clear();
    Ok(Measured { machine, study, work, sizes })
}

#[derive(Serialize)]
struct Report<'a> {
    threads: usize,
    machine: Rates,
    study: Study,
    work: Vec<OnThreads<'a>>,
    sizes: &'a [Timed],
}

#[derive(Serialize)]
struct Rates {
    gemm_gflops: f64,
    /// By the size in bytes of what is read and written together.
    copy_gb_per_s: BTreeMap<usize, f64>,
}

#[derive(Serialize)]
struct OnThreads<'a> {
    threads: usize,
    #[serde(flatten)]
    timed: &'a Timed,
}

#[derive(Serialize)]
struct Study {
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

impl<'a> Report<'a> {
    fn new(measured: &'a Measured, threads: usize) -> Self {
        Self {
            threads,
            machine: Rates {
                gemm_gflops: measured.machine.product_rate,
                copy_gb_per_s: measured.machine.copy_rates.iter().copied().collect(),
            },
            study: Study::from(&measured.study),
            work: measured.work.iter().map(|timed| OnThreads { threads, timed }).collect(),
            sizes: &measured.sizes,
        }
    }
}

impl From<&Timing> for Study {
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

fn text(measured: &Measured) -> String {
    let sizes = if measured.sizes.is_empty() {
        String::new()
    } else {
        format!("\n\nThe same on meshes of many sizes:\n{}", work_table(&measured.sizes))
    };
    let fast = measured.machine.copy_rates.first().map_or(0.0, |(_, rate)| *rate);
    let slow = measured.machine.copy_rates.last().map_or(0.0, |(_, rate)| *rate);
    format!(
        "A Newton iteration on the timing beam, with the notebook's figures beside:\n{}\n\n\
         The hot paths, and the least that they could take at the rates of this machine\n\
         ({:.1} GFlop/s in a dense product, {slow:.1} to {fast:.1} GB/s copied):\n{}{sizes}",
        study_table(&measured.study),
        measured.machine.product_rate,
        work_table(&measured.work),
    )
}

fn work_table(work: &[Timed]) -> String {
    let mut table = output::table(["work", "", "size", "time", "each", "limit", "times the limit"]);
    for timed in work {
        let limit = timed.limit_ms;
        table.add_row([
            timed.id.to_string(),
            timed.name.to_string(),
            format!("{} {}", timed.size, timed.unit),
            duration(timed.ms),
            duration(timed.ms / timed.size as f64),
            limit.map(duration).unwrap_or_default(),
            limit.map(|limit| speed::ratio(timed.ms / limit)).unwrap_or_default(),
        ]);
    }
    table.to_string()
}

fn study_table(timing: &Timing) -> String {
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
