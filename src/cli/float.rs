use std::{path::PathBuf, time::Instant};

use anyhow::Result;
use clap::Args;
use modebook::{
    experiments::modal_muscles::{Floating, Motion, Operators, Parameters, floating, turns},
    figures,
};
use serde::Serialize;

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
    /// Number of time steps [default: 180]
    #[arg(long, value_name = "N")]
    steps: Option<usize>,
    /// Print JSON: com (x, y per step), drift, largest_turn, commanded_amplitudes and
    /// realized_amplitudes (of every muscle, per step), amplitude_ceilings, seconds
    #[arg(long)]
    json: bool,
    /// Draw the last shape and the amplitudes as an SVG file
    #[arg(long, value_name = "FILE")]
    figure: Option<PathBuf>,
    /// Show the body floating, and the amplitudes that are driven, as an MP4 video
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    #[command(flatten)]
    files: options::RunFiles,
}

#[derive(Serialize)]
struct Report<'a> {
    com: &'a [[f64; 2]],
    drift: f64,
    largest_turn: f64,
    commanded_amplitudes: &'a [Vec<f64>],
    realized_amplitudes: &'a [Vec<f64>],
    amplitude_ceilings: &'a [f64],
    seconds: f64,
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    output::check_figure(arguments.figure.as_deref())?;
    output::check_animation(arguments.animation.as_deref())?;
    arguments.files.check(arguments.body.mesh_file())?;
    let mut parameters = Parameters::default();
    arguments.body.apply(&mut parameters, |p| &mut p.floating)?;
    set(&mut parameters.floating.steps, arguments.steps);
    let model = arguments.body.model(&parameters)?;
    let operators = Operators::new(&model);
    let progress = progress::bar(parameters.floating.steps, "time steps");
    let start = Instant::now();
    let on_step = |step| progress.set_position(step as u64);
    let run = floating(&model, &operators, &parameters, on_step)?;
    let seconds = start.elapsed().as_secs_f64();
    progress.finish_and_clear();
    let angles = turns(&model, &operators, &run.trajectory.coordinates);
    let largest_turn = angles.iter().fold(0.0, |m: f64, angle| m.max(angle.abs()));

    let Floating { trajectory, centre_of_mass, realized } = &run;
    let last = model.state(&trajectory.coordinates[trajectory.coordinates.len() - 1]);
    arguments.files.write(&model.creature.mesh, &last, || {
        let mut header: Vec<String> = ["time", "com_x", "com_y"].map(String::from).into();
        for kind in ["commanded", "realized"] {
            header.extend((1..=parameters.muscles).map(|muscle| format!("{kind}_{muscle}")));
        }
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let rows = centre_of_mass.iter().zip(&trajectory.commands).zip(realized).enumerate();
        let time = |step: usize| (step + 1) as f64 * parameters.floating.time_step;
        let rows = rows.map(|(step, ((centre, commanded), realized))| {
            [&[time(step)], &centre[..], commanded, realized].concat()
        });
        output::csv(&header, rows)
    })?;
    if let Some(file) = &arguments.figure {
        let figure = figures::notebook_025::single_floating(&model, &run, &parameters)?;
        output::write_figure(file, &figure)?;
    }
    if let Some(file) = &arguments.animation {
        output::write_animation(
            file,
            &figures::notebook_025::animated_floating(&model, &run, &parameters)?,
        )?;
    }
    if arguments.json {
        output::print_json(&Report {
            com: &run.centre_of_mass,
            drift: run.drift(),
            largest_turn,
            commanded_amplitudes: &run.trajectory.commands,
            realized_amplitudes: &run.realized,
            amplitude_ceilings: &model.ceilings,
            seconds,
        })?;
    } else {
        let Motion { steps, time_step, .. } = parameters.floating;
        output::print(&format!(
            "centre of mass within {:.1e} m of its place for {steps} steps of {time_step} s (computed in {seconds:.3} s)\n\
             turned by at most {largest_turn:.3} rad",
            run.drift()
        ))?;
    }
    Ok(Outcome::Agrees)
}
