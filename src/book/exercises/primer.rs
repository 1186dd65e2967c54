use super::Exercise;
use crate::experiments::skinning_eigenmodes::{Parameters, Space, droop, dynamics_beam};

pub const EXERCISES: &[Exercise] = &[Exercise {
    id: "try.primer.rest",
    command: "beam --columns 17 --rows 4 --time-step 0.5 --steps 40",
    asks: "final height of the tip",
    unit: "m",
    pointer: "/tip/40/1",
    decimals: 3,
    answer: || {
        let coarse = Parameters { columns: 17, rows: 4, ..Parameters::default() };
        let parameters = Parameters { time_step: 0.5, steps: 40, ..coarse };
        let beam = dynamics_beam(&parameters)?;
        Ok(droop(&beam, &Space::Full, &parameters, |_| ())?.final_tip_height())
    },
}];
