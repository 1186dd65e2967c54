use super::Exercise;
use crate::experiments::skinning_eigenmodes::{Basis, Parameters, droop, dynamics_beam, space};

pub const EXERCISES: &[Exercise] = &[
    Exercise {
        id: "try.beam.coarse",
        command: "beam --columns 25 --rows 6",
        answer: || {
            final_tip_height(
                &Parameters { columns: 25, rows: 6, ..Parameters::default() },
                Basis::Full,
            )
        },
        ..TIP
    },
    Exercise {
        id: "try.beam.free-fall",
        command: "beam --pin-stiffness 0",
        answer: || {
            final_tip_height(
                &Parameters { pin_stiffness: 0.0, ..Parameters::default() },
                Basis::Full,
            )
        },
        ..TIP
    },
    Exercise {
        id: "try.beam.one-weight",
        command: "beam --basis skinning --modes 1",
        answer: || {
            final_tip_height(&Parameters { modes: 1, ..Parameters::default() }, Basis::Skinning)
        },
        ..TIP
    },
    Exercise {
        id: "try.beam.at-rest",
        command: "beam --time-step 0.5 --steps 200",
        pointer: "/tip/200/1",
        answer: || {
            final_tip_height(
                &Parameters { time_step: 0.5, steps: 200, ..Parameters::default() },
                Basis::Full,
            )
        },
        ..TIP
    },
    Exercise {
        id: "try.beam.four-weights",
        command: "beam --basis skinning --modes 4",
        answer: || {
            final_tip_height(&Parameters { modes: 4, ..Parameters::default() }, Basis::Skinning)
        },
        ..TIP
    },
];

/// What all of these have in common.
const TIP: Exercise = Exercise {
    id: "",
    command: "",
    asks: "final height of the tip",
    unit: "m",
    pointer: "/tip/80/1",
    decimals: 3,
    answer: || Ok(f64::NAN),
};

/// Where the tip of a beam ends that sags in a space.
fn final_tip_height(parameters: &Parameters, basis: Basis) -> anyhow::Result<f64> {
    let beam = dynamics_beam(parameters)?;
    let subspace = space(&beam, basis, parameters.modes)?;
    Ok(droop(&beam, &subspace, parameters, |_| ())?.final_tip_height())
}
