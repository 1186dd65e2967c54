use std::{path::PathBuf, time::Instant};

use anyhow::Result;
use clap::Args;
use modebook::{
    experiments::modal_muscles::{Crawl, Crawler, Motion, Operators, Parameters, contact_setup},
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
    #[command(flatten)]
    floor: options::Floor,
    /// Number of time steps [default: 450]
    #[arg(long, value_name = "N")]
    steps: Option<usize>,
    /// Print JSON: travel, com (x, y per step), lowest_contact_height (per step), com_y_range,
    /// deepest_penetration, amplitude_ceilings, seconds
    #[arg(long)]
    json: bool,
    /// Draw the last shape and the path of the centre of mass as an SVG file
    #[arg(long, value_name = "FILE")]
    figure: Option<PathBuf>,
    /// Show the body crawling, and how far it has travelled, as an MP4 video
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    #[command(flatten)]
    files: options::RunFiles,
}

#[derive(Serialize)]
struct Report<'a> {
    travel: f64,
    com: &'a [[f64; 2]],
    lowest_contact_height: &'a [f64],
    com_y_range: [f64; 2],
    deepest_penetration: f64,
    amplitude_ceilings: &'a [f64],
    seconds: f64,
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    output::check_figure(arguments.figure.as_deref())?;
    output::check_animation(arguments.animation.as_deref())?;
    arguments.files.check(arguments.body.mesh_file())?;
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
    let progress = progress::bar(parameters.crawling.steps, "time steps");
    let start = Instant::now();
    let crawl = crawler.crawl(|step| progress.set_position(step as u64))?;
    let seconds = start.elapsed().as_secs_f64();
    progress.finish_and_clear();

    let Crawl { trajectory, centre_of_mass, lowest_contact_height } = &crawl;
    let last = model.state(&trajectory.coordinates[trajectory.coordinates.len() - 1]);
    arguments.files.write(&model.creature.mesh, &last, || {
        let rows = centre_of_mass.iter().zip(lowest_contact_height).enumerate();
        let time = |step: usize| (step + 1) as f64 * parameters.crawling.time_step;
        let rows = rows.map(|(step, ([x, y], height))| vec![time(step), *x, *y, *height]);
        output::csv(&["time", "com_x", "com_y", "lowest_contact_height"], rows)
    })?;
    if let Some(file) = &arguments.figure {
        let draw = figures::notebook_025::single_crawl;
        let figure = draw("crawl", &model, &contact, &crawl, &parameters)?;
        output::write_figure(file, &figure)?;
    }
    if let Some(file) = &arguments.animation {
        output::write_animation(
            file,
            &figures::notebook_025::animated_crawl(&model, &contact, &crawl, &parameters)?,
        )?;
    }
    if arguments.json {
        output::print_json(&Report {
            travel: crawl.travel(),
            com: &crawl.centre_of_mass,
            lowest_contact_height: &crawl.lowest_contact_height,
            com_y_range: crawl.height_range(),
            deepest_penetration: crawl.deepest_penetration(),
            amplitude_ceilings: &model.ceilings,
            seconds,
        })?;
    } else {
        output::print(&summary(&crawl, &parameters.crawling, seconds))?;
    }
    Ok(Outcome::Agrees)
}

impl Arguments {
    fn parameters(&self) -> Result<Parameters> {
        let mut parameters = Parameters::default();
        self.floor.apply(&mut parameters);
        self.body.apply(&mut parameters, |p| &mut p.crawling)?;
        set(&mut parameters.crawling.steps, self.steps);
        Ok(parameters)
    }
}

fn summary(crawl: &Crawl, motion: &Motion, seconds: f64) -> String {
    let [low, high] = crawl.height_range();
    format!(
        "travelled {:+.3} m along x in {} steps of {} s (computed in {seconds:.3} s)\n\
         centre of mass between {low:.3} and {high:.3} m high, contact points at most {:.4} m below the floor",
        crawl.travel(),
        motion.steps,
        motion.time_step,
        crawl.deepest_penetration()
    )
}
