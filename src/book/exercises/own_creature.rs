use super::{Exercise, notebook_025::largest_turn_of};
use crate::experiments::{
    modal_muscles::Creature,
    own_creature::{dinosaur, parameters},
    skinning_eigenmodes::{self, Beam, Side, Space, droop},
};

pub const EXERCISES: &[Exercise] = &[
    Exercise {
        id: "try.own.float",
        command: "float --mesh book/src/own-creature/dinosaur.msh --clean",
        asks: "largest turn",
        unit: "rad",
        pointer: "/largest_turn",
        decimals: 3,
        answer: || {
            let (mesh, _) = dinosaur()?;
            largest_turn_of(Creature::new(mesh.normalized())?, &parameters())
        },
    },
    Exercise {
        id: "try.own.stands",
        command: "beam --mesh book/src/own-creature/dinosaur.msh --clean --pinned-side bottom",
        asks: "final height of the tip",
        unit: "m",
        pointer: "/tip/80/1",
        decimals: 3,
        answer: || {
            let (mesh, _) = dinosaur()?;
            let parameters =
                skinning_eigenmodes::Parameters { pinned_side: Side::Bottom, ..Default::default() };
            let beam = Beam::new(mesh, &parameters)?;
            Ok(droop(&beam, &Space::Full, &parameters, |_| ())?.final_tip_height())
        },
    },
];
