use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::Args;
use modebook::experiments::modal_muscles::{
    Checkpoint, Crawler, Gait, GaitSearch, Operators, Parameters, Travelled, contact_setup,
};
use serde::Serialize;
use serde_json::Value;

use super::{
    Outcome,
    options::{self, set},
    output, progress,
};

#[derive(Args)]
#[command(allow_negative_numbers = true)]
pub struct Arguments {
    #[command(flatten)]
    body: options::Body,
    #[command(flatten)]
    floor: options::Floor,
    /// Generations of the whole search, those in the checkpoint included [default: 4]
    #[arg(long, value_name = "N")]
    generations: Option<usize>,
    /// Candidates per generation [default: 6]
    #[arg(long, value_name = "N")]
    population: Option<usize>,
    /// Standard deviation of amplitudes, periods and phases in the first generation [default: 0.2]
    #[arg(long, value_name = "SIGMA")]
    sigma: Option<f64>,
    /// Seed of the draws [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of time steps of each candidate's crawl [default: 150]
    #[arg(long, value_name = "N")]
    steps: Option<usize>,
    /// Shortest and longest period, in s [default: 0.4,1.5]
    #[arg(long, value_name = "T,T", value_parser = range, allow_hyphen_values = true)]
    period_range: Option<[f64; 2]>,
    /// Record every generation in this file. If it exists, the search goes on from there, to the
    /// same result as if it had never stopped; it must be of the same search, and have no more
    /// generations than are asked for
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the best gait as a JSON file, which `crawl --gait` takes
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON: gait (the best one), travel and start_travel (from the rest shape; `crawl` measures
    /// from the first step), generation_travels (the best of each; null if every crawl failed)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    gait: Gait,
    travel: f64,
    start_travel: f64,
    generation_travels: Vec<Option<f64>>,
}

/// Travels are measured from the rest shape.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    arguments.check_files()?;
    let parameters = arguments.parameters()?;
    let model = arguments.body.model(&parameters)?;
    let contact = contact_setup(&model, &parameters)?;
    let operators = Operators::new(&model);
    let crawler = Crawler {
        model: &model,
        operators: &operators,
        contact: &contact,
        parameters: &parameters,
    };
    let mut search = GaitSearch::new(crawler)?;
    let checkpoint = Checkpoint::new(&model.creature.mesh, &parameters);
    complete(&mut search, checkpoint, &parameters, arguments.checkpoint.as_deref())?;

    let best = search.best();
    if let Some(file) = &arguments.output {
        output::write_file(file, &serde_json::to_vec_pretty(&best.gait)?)?;
    }
    if arguments.json {
        output::print_json(&Report {
            gait: best.gait,
            travel: best.travel,
            start_travel: search.start().travel,
            generation_travels: search.travels().iter().map(|travels| furthest(travels)).collect(),
        })?;
    } else {
        output::print(&arguments.summary(&best, &search.start(), &parameters)?)?;
    }
    Ok(Outcome::Agrees)
}

/// Runs the generations that the checkpoint, if any, does not have, and records each.
fn complete(
    search: &mut GaitSearch,
    mut checkpoint: Checkpoint,
    parameters: &Parameters,
    file: Option<&Path>,
) -> Result<()> {
    let generations = parameters.search.generations;
    if let Some(file) = file {
        resume(&checkpoint, file, search, generations)?;
    }
    let progress = progress::bar(generations, "generations");
    progress.set_position(search.travels().len() as u64);
    progress.reset_eta();
    while search.travels().len() < generations {
        progress.set_message(format!("best travel {:+.3} m", search.best().travel));
        search.run_generation();
        if let Some(file) = file {
            output::write_file(file, &checkpoint.to_json(search))?;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}

/// Takes a search to where a file ends, if it exists.
fn resume(
    checkpoint: &Checkpoint,
    file: &Path,
    search: &mut GaitSearch,
    generations: usize,
) -> Result<()> {
    if !file.exists() {
        return Ok(());
    }
    let mut read = || -> Result<()> {
        let recorded = Checkpoint::from_json(&fs::read(file)?)?;
        Ok(checkpoint.resume(recorded, search, generations)?)
    };
    read().with_context(|| {
        format!(
            "cannot resume from --checkpoint {} (repeat the options that it was written with, or name a new file)",
            file.display()
        )
    })
}

/// The largest travel of a generation; none if every crawl failed.
fn furthest(travels: &[Option<f64>]) -> Option<f64> {
    travels.iter().copied().flatten().reduce(f64::max)
}

impl Arguments {
    /// Makes sure that the files can be written, before anything is computed.
    fn check_files(&self) -> Result<()> {
        for file in [&self.checkpoint, &self.output].into_iter().flatten() {
            output::check_file(file)?;
        }
        output::check_differ(&[
            ("--output", self.output.as_deref()),
            ("--checkpoint", self.checkpoint.as_deref()),
            ("--mesh", self.body.mesh_file().path()),
        ])
    }

    fn parameters(&self) -> Result<Parameters> {
        let mut parameters = Parameters::default();
        self.floor.apply(&mut parameters);
        self.body.apply(&mut parameters, |p| &mut p.crawling)?;
        let search = &mut parameters.search;
        set(&mut search.generations, self.generations);
        set(&mut search.population, self.population);
        set(&mut search.sigma, self.sigma);
        set(&mut search.seed, self.seed);
        set(&mut search.steps, self.steps);
        set(&mut search.period_range, self.period_range);
        Ok(parameters)
    }

    /// The result in words, and the command that repeats it.
    fn summary(&self, best: &Travelled, start: &Travelled, p: &Parameters) -> Result<String> {
        let mut text = format!(
            "the best gait travels {:+.3} m along x from the rest shape in {} steps of {} s, the starting one {:+.3} m\n\
             modebook crawl",
            best.travel, p.search.steps, p.crawling.time_step, start.travel
        );
        let Gait { amplitudes, periods, phases } = &best.gait;
        for (name, values) in [("amplitudes", amplitudes), ("periods", periods), ("phases", phases)]
        {
            let values: Vec<_> = values.iter().map(f64::to_string).collect();
            write!(text, " --{name} {}", values.join(","))?;
        }
        write!(text, " --steps {}", p.search.steps)?;
        for options in [serde_json::to_value(&self.body)?, serde_json::to_value(&self.floor)?] {
            for (name, value) in
                options.as_object().into_iter().flatten().filter(|(_, v)| !v.is_null())
            {
                match value {
                    Value::Bool(_) => write!(text, " --{name}")?,
                    _ => write!(text, " --{name} {}", shell_word(value))?,
                }
            }
        }
        Ok(text)
    }
}

/// A value as a shell reads it.
fn shell_word(value: &Value) -> String {
    match value.as_str() {
        Some(text) => format!("'{}'", text.replace('\'', r"'\''")),
        None => value.to_string(),
    }
}

fn range(text: &str) -> Result<[f64; 2], String> {
    let numbers = options::numbers(text)?;
    (*numbers).try_into().map_err(|_| format!("{} numbers instead of two", numbers.len()))
}
