use std::{path::PathBuf, time::Instant};

use anyhow::Result;
use clap::Args;
use modebook::{
    experiments::modal_muscles::{Descent, Operators, Parameters, descent},
    figures,
};
use serde::Serialize;

use super::{
    Outcome,
    options::{self, set},
    output,
};

#[derive(Args)]
#[command(allow_negative_numbers = true)]
pub struct Arguments {
    /// Amplitude of every muscle, as a share of its ceiling; a negative one turns all modes around
    /// [default: 0.5]
    #[arg(long, value_name = "A")]
    amplitude: Option<f64>,
    #[command(flatten)]
    flesh: options::Flesh,
    /// Number of local/global iterations [default: 30]
    #[arg(long, value_name = "N")]
    iterations: Option<usize>,
    /// Print JSON: energies and gradient_norms (before the first iteration and after each),
    /// held_energies (the same before the local step, with the rotations of the one before),
    /// minimum, measured_rate, predicted_rate, seconds
    #[arg(long)]
    json: bool,
    /// Draw energy and gradient norm over the iterations as an SVG file
    #[arg(long, value_name = "FILE")]
    figure: Option<PathBuf>,
    /// Show the descent, half an iteration at a time, as an MP4 video
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report<'a> {
    energies: &'a [f64],
    held_energies: &'a [f64],
    gradient_norms: &'a [f64],
    minimum: f64,
    measured_rate: Option<f64>,
    predicted_rate: f64,
    seconds: f64,
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    output::check_figure(arguments.figure.as_deref())?;
    output::check_animation(arguments.animation.as_deref())?;
    let mut parameters = Parameters::default();
    arguments.flesh.apply(&mut parameters, |p| &mut p.crawling);
    set(&mut parameters.descent_amplitude, arguments.amplitude);
    set(&mut parameters.descent_iterations, arguments.iterations);
    let model = arguments.flesh.model(&parameters)?;
    let operators = Operators::new(&model);
    let start = Instant::now();
    let run = descent(&model, &operators, &parameters)?;
    let seconds = start.elapsed().as_secs_f64();

    if let Some(file) = &arguments.figure {
        let figure = figures::notebook_025::single_descent(&run, &parameters)?;
        output::write_figure(file, &figure)?;
    }
    if let Some(file) = &arguments.animation {
        output::write_animation(
            file,
            &figures::notebook_025::animated_descent(&model, &operators, &run, &parameters)?,
        )?;
    }
    if arguments.json {
        output::print_json(&Report {
            energies: &run.energies,
            held_energies: &run.held_energies,
            gradient_norms: &run.gradient_norms,
            minimum: run.minimum,
            measured_rate: run.measured_rate(),
            predicted_rate: run.predicted_rate,
            seconds,
        })?;
    } else {
        output::print(&summary(&run))?;
    }
    Ok(Outcome::Agrees)
}

fn summary(run: &Descent) -> String {
    let header = ["iteration", "rotations held (J)", "best rotations (J)", "gradient norm (N/m)"];
    let mut table = output::table(header);
    let rows = run.held_energies.iter().zip(&run.energies).zip(&run.gradient_norms);
    for (iteration, ((held, best), norm)) in rows.enumerate() {
        let above = |energy: &f64| format!("{:.4e}", energy - run.minimum);
        table.add_row([iteration.to_string(), above(held), above(best), format!("{norm:.4e}")]);
    }
    let measured = match run.measured_rate() {
        Some(rate) => format!("the last iteration multiplied the gradient norm by {rate:.4}"),
        None => "no iteration ends above round-off".into(),
    };
    format!(
        "energy above its minimum, {:.6e} J, and its gradient:\n{table}\n{measured}; theory predicts {:.4} in the end",
        run.minimum, run.predicted_rate
    )
}
