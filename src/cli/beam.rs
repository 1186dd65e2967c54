use std::{path::PathBuf, time::Instant};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use modebook::{
    experiments::skinning_eigenmodes::{
        Basis, Beam, Droop, Parameters, Side, droop, dynamics_beam, space,
    },
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
    /// Space that the beam moves in
    #[arg(long, value_enum, default_value_t = BasisName::Full)]
    basis: BasisName,
    /// Displacement modes for lma, weights (six coordinates each) for skinning; not used by full
    /// [default: 12]
    #[arg(long, value_name = "K")]
    modes: Option<usize>,
    #[command(flatten)]
    grid: options::Grid,
    #[command(flatten)]
    mesh: options::MeshFile,
    /// Side that is held by springs to a wall
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = SideName::Left)]
    pinned_side: SideName,
    /// Young's modulus, in N/m [default: 3000]
    #[arg(long, value_name = "E")]
    young: Option<f64>,
    /// Poisson's ratio, from 0 to below 0.5 [default: 0.4]
    #[arg(long, value_name = "NU")]
    poisson: Option<f64>,
    /// Density, in kg/m^2 [default: 1]
    #[arg(long, value_name = "RHO")]
    density: Option<f64>,
    /// Acceleration along y, in m/s^2 [default: -9.8]
    #[arg(long, value_name = "G")]
    gravity: Option<f64>,
    /// Stiffness of the springs that hold the wall, in N/m [default: 1e7]
    #[arg(long, value_name = "K")]
    pin_stiffness: Option<f64>,
    /// Time step, in s [default: 0.02]
    #[arg(long, value_name = "H")]
    time_step: Option<f64>,
    /// Number of time steps [default: 80]
    #[arg(long, value_name = "N")]
    steps: Option<usize>,
    /// Largest number of Newton iterations per step [default: 30]
    #[arg(long, value_name = "N")]
    newton_iterations: Option<usize>,
    /// Newton has converged when its step is shorter than this [default: 1e-6]
    #[arg(long, value_name = "LENGTH")]
    newton_tolerance: Option<f64>,
    /// Print JSON: tip (x, y per step, the rest pose first), dofs, newton_iterations, seconds
    #[arg(long)]
    json: bool,
    /// Draw the last shape and the tip's height as an SVG file
    #[arg(long, value_name = "FILE")]
    figure: Option<PathBuf>,
    /// Show the beam sagging, and the tip's height, as an MP4 video
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,
    #[command(flatten)]
    files: options::RunFiles,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideName {
    Left,
    Right,
    Bottom,
    Top,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Self {
        match name {
            SideName::Left => Self::Left,
            SideName::Right => Self::Right,
            SideName::Bottom => Self::Bottom,
            SideName::Top => Self::Top,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum BasisName {
    Full,
    Lma,
    Skinning,
}

impl From<BasisName> for Basis {
    fn from(name: BasisName) -> Self {
        match name {
            BasisName::Full => Self::Full,
            BasisName::Lma => Self::Modal,
            BasisName::Skinning => Self::Skinning,
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    tip: &'a [[f64; 2]],
    dofs: usize,
    newton_iterations: &'a [usize],
    seconds: f64,
}

pub fn run(arguments: &Arguments) -> Result<Outcome> {
    output::check_figure(arguments.figure.as_deref())?;
    output::check_animation(arguments.animation.as_deref())?;
    arguments.files.check(&arguments.mesh)?;
    let parameters = arguments.parameters();
    let beam = arguments.beam(&parameters)?;
    let space = space(&beam, arguments.basis.into(), parameters.modes)?;
    let progress = progress::bar(parameters.steps, "time steps");
    let start = Instant::now();
    let run = droop(&beam, &space, &parameters, |step| progress.set_position(step as u64))?;
    let seconds = start.elapsed().as_secs_f64();
    progress.finish_and_clear();

    arguments.files.write(&beam.mesh, run.last_state(), || {
        let rows = run.tip.iter().enumerate().map(|(step, [x, y])| {
            // Nothing is solved for the rest pose.
            let iterations = step.checked_sub(1).map_or(0, |i| run.newton_iterations[i]);
            vec![step as f64 * parameters.time_step, *x, *y, iterations as f64]
        });
        output::csv(&["time", "tip_x", "tip_y", "newton_iterations"], rows)
    })?;
    if let Some(file) = &arguments.figure {
        output::write_figure(
            file,
            &figures::notebook_017::single_droop(&beam, &run, &parameters)?,
        )?;
    }
    if let Some(file) = &arguments.animation {
        output::write_animation(
            file,
            &figures::notebook_017::animated_droop(&beam, &run, &parameters)?,
        )?;
    }
    if arguments.json {
        let Droop { tip, dofs, newton_iterations, .. } = &run;
        output::print_json(&Report { tip, dofs: *dofs, newton_iterations, seconds })?;
    } else {
        let [x, y] = run.tip[run.tip.len() - 1];
        let iterations: usize = run.newton_iterations.iter().sum();
        output::print(&format!(
            "tip at ({x:.5}, {y:.5}) m after {} steps ({} degrees of freedom, {iterations} Newton iterations, {seconds:.3} s)",
            parameters.steps, run.dofs
        ))?;
    }
    Ok(Outcome::Agrees)
}

impl Arguments {
    /// The notebook's beam, or the body that was given.
    fn beam(&self, parameters: &Parameters) -> Result<Beam> {
        parameters.check()?;
        let Some(mesh) = self.mesh.read()? else { return Ok(dynamics_beam(parameters)?) };
        if self.grid.is_given() {
            bail!(
                "--columns, --rows, --width and --height are those of a grid: leave them out with --mesh"
            );
        }
        self.mesh.in_file(Beam::new(mesh, parameters))
    }

    /// The notebook's parameters, with those changed that were given.
    fn parameters(&self) -> Parameters {
        let mut p = Parameters::default();
        self.grid.apply(&mut p);
        p.pinned_side = self.pinned_side.into();
        set(&mut p.modes, self.modes);
        set(&mut p.steps, self.steps);
        set(&mut p.newton_iterations, self.newton_iterations);
        set(&mut p.young, self.young);
        set(&mut p.poisson, self.poisson);
        set(&mut p.density, self.density);
        set(&mut p.gravity, self.gravity);
        set(&mut p.pin_stiffness, self.pin_stiffness);
        set(&mut p.time_step, self.time_step);
        set(&mut p.newton_tolerance, self.newton_tolerance);
        p
    }
}
