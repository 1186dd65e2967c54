use super::Exercise;
use crate::experiments::skinning_eigenmodes::{Basis, Parameters, droop, dynamics_beam, space};

pub const EXERCISES: &[Exercise] = &[Exercise {
    id: "try.beam.one-weight",
    command: "beam --basis skinning --modes 1",
    asks: "final height of the tip",
    unit: "m",
    pointer: "/tip/80/1",
    decimals: 3,
    answer: || final_tip_height(&Parameters { modes: 1, ..Parameters::default() }, Basis::Skinning),
}];

/// Where the tip of a beam ends that sags in a space.
fn final_tip_height(parameters: &Parameters, basis: Basis) -> anyhow::Result<f64> {
    let beam = dynamics_beam(parameters)?;
    let subspace = space(&beam, basis, parameters.modes)?;
    Ok(droop(&beam, &subspace, parameters, |_| ())?.final_tip_height())
}
