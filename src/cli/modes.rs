use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use modebook::{
    experiments::modal_muscles::{Creature, Parameters, RIGID_MODES, creature},
    figures,
    mesh::Mesh,
    reduction::Eigenmodes,
};
use serde::Serialize;

use super::{Outcome, options, output};

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    mesh: options::MeshFile,
    /// Take the mesh in its own size, in m: twice as large, a body has a quarter of the eigenvalues
    #[arg(long, requires = "mesh")]
    keep_size: bool,
    /// Number of modes, the lowest first; three are rigid motions
    #[arg(long, value_name = "K", default_value_t = 7)]
    count: usize,
    /// Print JSON: an array with mode, eigenvalue, rigid
    #[arg(long)]
    json: bool,
    /// Write the modes as a CSV file, a row per vertex: its place, and how far each mode moves it
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the modes, twelve at most, as an SVG file
    #[arg(long, value_name = "FILE")]
    figure: Option<PathBuf>,
}

#[derive(Serialize)]
struct Row {
    mode: usize,
    eigenvalue: f64,
    rigid: bool,
}

/// Eigenvalues are squared angular frequencies at unit density and unit moduli.
pub fn run(arguments: &Arguments) -> Result<Outcome> {
    output::check_figure(arguments.figure.as_deref())?;
    output::check_csv(arguments.csv.as_deref())?;
    let creature = match arguments.mesh.read()? {
        None => creature(&Parameters::default())?,
        Some(mesh) if arguments.keep_size => arguments.mesh.in_file(Creature::new(mesh))?,
        Some(mesh) => arguments.mesh.in_file(Creature::new(mesh.normalized()))?,
    };
    let modes = arguments.mesh.in_file(creature.modes(arguments.count))?;

    if let Some(file) = &arguments.csv {
        output::write_file(file, &csv(&creature.mesh, &modes)?)?;
    }
    if let Some(file) = &arguments.figure {
        output::write_figure(file, &figures::modes("modes", &creature.mesh, &modes)?)?;
    }
    let rows = rows(&modes);
    if arguments.json {
        output::print_json(&rows.collect::<Vec<_>>())?;
    } else {
        let mut table = output::table(["mode", "eigenvalue (1/m^2)", ""]);
        for Row { mode, eigenvalue, rigid } in rows {
            let kind = if rigid { "rigid" } else { "deforms" };
            table.add_row([mode.to_string(), format!("{eigenvalue:.4e}"), kind.into()]);
        }
        output::print(&table.to_string())?;
    }
    Ok(Outcome::Agrees)
}

/// Places of the vertices, and their displacements in the modes.
fn csv(mesh: &Mesh, modes: &Eigenmodes) -> Result<Vec<u8>> {
    let count = modes.values.len();
    let mut header: Vec<String> = ["x", "y"].map(String::from).into();
    header.extend((0..count).flat_map(|mode| [format!("mode_{mode}_x"), format!("mode_{mode}_y")]));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows = mesh.positions().iter().enumerate().map(|(v, position)| {
        let moved = (0..count).flat_map(|mode| [0, 1].map(|c| modes.vectors[(2 * v + c, mode)]));
        position.iter().copied().chain(moved).collect()
    });
    output::csv(&header, rows)
}

fn rows(modes: &Eigenmodes) -> impl Iterator<Item = Row> {
    modes.values.iter().enumerate().map(|(mode, &eigenvalue)| Row {
        mode,
        eigenvalue,
        rigid: mode < RIGID_MODES,
    })
}
