use anyhow::Result;
use clap::Args;
use modebook::{
    experiments::skinning_eigenmodes::{Parameters, best_fit, dynamics_beam, subspaces, turned},
    reduction::Subspace,
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
    /// Angle by which the rest beam is turned, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = finite)]
    angle: f64,
    /// Skinning weights, six coordinates each; six times as many displacement modes for lma
    /// [default: 12]
    #[arg(long, value_name = "K")]
    modes: Option<usize>,
    #[command(flatten)]
    grid: options::Grid,
    /// Print JSON: angle, and for lma and skinning the coordinates and the error of the best fit
    #[arg(long)]
    json: bool,
}

fn finite(text: &str) -> Result<f64, String> {
    let angle = text.parse().ok().filter(|angle: &f64| angle.is_finite());
    angle.ok_or_else(|| "give a finite number of degrees".into())
}

#[derive(Serialize)]
struct Report {
    angle: f64,
    lma: BestFit,
    skinning: BestFit,
}

/// What a subspace makes of the turned beam.
#[derive(Serialize)]
struct BestFit {
    coordinates: usize,
    error: f64,
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    let parameters = arguments.parameters();
    let beam = dynamics_beam(&parameters)?;
    let spaces = subspaces(&beam, &parameters)?;
    let pose = turned(&beam, arguments.angle);
    let fit = |space: &Subspace| BestFit {
        coordinates: space.dimension(),
        error: best_fit(&beam, space, &pose).error,
    };
    let Arguments { angle, json, .. } = *arguments;
    let report = Report { angle, lma: fit(&spaces.modal), skinning: fit(&spaces.skinning) };
    if json {
        output::print_json(&report)?;
    } else {
        let Report { lma, skinning, .. } = report;
        output::print(&format!(
            "turned by {angle} degrees, the beam is missed by {:.2e} with {} displacement modes, and by {:.2e} with {} skinning \
             weights ({} coordinates); relative to its own length, in the mass norm",
            lma.error, lma.coordinates, skinning.error, parameters.modes, skinning.coordinates
        ))?;
    }
    Ok(Outcome::Agrees)
}

impl Arguments {
    /// The notebook's parameters, with those changed that were given.
    fn parameters(&self) -> Parameters {
        let mut p = Parameters::default();
        set(&mut p.modes, self.modes);
        self.grid.apply(&mut p);
        p
    }
}
