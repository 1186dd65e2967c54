use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use modebook::{
    experiments::modal_muscles::{Creature, RIGID_MODES},
    figures,
    mesh::read_mesh,
    reduction::Eigenmodes,
};
use serde::Serialize;

use super::{Outcome, output};

#[derive(Args)]
pub struct Arguments {
    /// Body, an OBJ file, in metres. It is taken as it is, not scaled: twice as large, it has a
    /// quarter of the eigenvalues
    #[arg(value_name = "MESH")]
    mesh: PathBuf,
    /// Number of modes, the lowest first; three are rigid motions
    #[arg(long, value_name = "K", default_value_t = 7)]
    count: usize,
    /// Print JSON: an array with mode, eigenvalue, rigid
    #[arg(long)]
    json: bool,
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
    let file = &arguments.mesh;
    let mesh = read_mesh(file)?;
    let in_file = || file.display().to_string();
    let creature = Creature::new(mesh).with_context(in_file)?;
    let modes = creature.modes(arguments.count).with_context(in_file)?;

    if let Some(file) = &arguments.figure {
        output::write_figure(file, &figures::modes(&creature.mesh, &modes)?)?;
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

fn rows(modes: &Eigenmodes) -> impl Iterator<Item = Row> {
    modes.values.iter().enumerate().map(|(mode, &eigenvalue)| Row {
        mode,
        eigenvalue,
        rigid: mode < RIGID_MODES,
    })
}
