//! Eigenmodes, of vibration and for skinning: of the dynamics beam of notebook 017, of the
//! caterpillar of notebook 025, and of beams of many sizes.

use std::hint::black_box;

use super::{
    Error, HotPath, SizeSweep, Work,
    newton::{posed_beam, triangles_of},
    path,
};
use crate::{
    experiments::{
        modal_muscles::{self, RIGID_MODES, creature},
        skinning_eigenmodes::{self, dynamics_beam},
    },
    reduction::{linear_modal_analysis, skinning_eigenmodes},
};

pub(super) const PATHS: &[HotPath] = &[
    path("lma.72", "modes of the beam", "modes", || vibration(72)),
    path("lma.120", "modes of the beam", "modes", || vibration(120)),
    path("skinning.12", "weights of the beam", "weights", weights),
    path("creature-modes.7", "modes of the caterpillar", "modes", creature_modes),
    path("creature-weights.8", "weights of the caterpillar", "weights", creature_weights),
];

pub(super) const SWEEPS: &[SizeSweep] = &[SizeSweep {
    id: "modes",
    name: "twelve vibration modes",
    unit: "unknowns",
    sizes: &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000],
    set_up: lowest_modes,
}];

fn vibration(count: usize) -> Result<Work, Error> {
    let beam = dynamics_beam(&skinning_eigenmodes::Parameters::default())?;
    Ok(Work::new(count, move || {
        black_box(linear_modal_analysis(&beam.mesh, count)?);
        Ok(())
    }))
}

fn weights() -> Result<Work, Error> {
    let parameters = skinning_eigenmodes::Parameters::default();
    let beam = dynamics_beam(&parameters)?;
    Ok(Work::new(parameters.modes, move || {
        black_box(skinning_eigenmodes(&beam.mesh, parameters.modes)?);
        Ok(())
    }))
}

fn creature_modes() -> Result<Work, Error> {
    let parameters = modal_muscles::Parameters::default();
    let creature = creature(&parameters)?;
    let count = RIGID_MODES + parameters.muscles;
    Ok(Work::new(count, move || {
        black_box(creature.modes(count)?);
        Ok(())
    }))
}

fn creature_weights() -> Result<Work, Error> {
    let parameters = modal_muscles::Parameters::default();
    let creature = creature(&parameters)?;
    Ok(Work::new(parameters.skinning_modes, move || {
        black_box(skinning_eigenmodes(&creature.mesh, parameters.skinning_modes)?);
        Ok(())
    }))
}

/// As many vibration modes as the droop has in the smaller space.
fn lowest_modes(unknowns: usize) -> Result<Work, Error> {
    let (beam, ..) = posed_beam(triangles_of(unknowns))?;
    let count = skinning_eigenmodes::Parameters::default().modes;
    Ok(Work::new(beam.mesh.dofs(), move || {
        black_box(linear_modal_analysis(&beam.mesh, count)?);
        Ok(())
    }))
}
