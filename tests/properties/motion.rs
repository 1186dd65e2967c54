//! What holds for the motion of any body.

use modebook::{
    energies::Energy,
    experiments::{
        modal_muscles::{
            Crawler, Creature, Gait, HalfSteps, Model, Operators, Parameters, centre_of_mass,
            contact_setup, floating,
        },
        skinning_eigenmodes::{self, Beam, FullStep, StepPotential},
    },
    mesh::Mesh,
    solvers::{Newton, NewtonError},
};
use proptest::prelude::*;

use super::meshes::{any_mesh, polygon};

fn gait() -> impl Strategy<Value = Gait> {
    let three = |range: std::ops::Range<f64>| prop::collection::vec(range, 3);
    (three(-1.0..1.0), three(0.3..2.0), three(0.0..1.0))
        .prop_map(|(amplitudes, periods, phases)| Gait { amplitudes, periods, phases })
}

/// A small model of any shape; none where modes of its mesh are refused.
fn model(mesh: Mesh, gait: Gait) -> Option<(Model, Operators, Parameters)> {
    let mut parameters = Parameters {
        muscles: 3,
        signs: vec![1.0; 3],
        skinning_modes: 3,
        clusters: 5,
        contact_points: 9,
        ..Parameters::default()
    };
    for motion in [&mut parameters.floating, &mut parameters.crawling] {
        motion.gait = gait.clone();
        motion.steps = 60;
    }
    let model = Model::new(Creature::new(mesh.normalized()).ok()?, &parameters).ok()?;
    let operators = Operators::new(&model);
    Some((model, operators, parameters))
}

/// Neither half of a local/global iteration raises the energy with the rotations held; the same half
/// once more changes nothing.
pub fn check_both_halves(
    model: &Model,
    operators: &Operators,
    p: &Parameters,
    global_first: bool,
) -> Result<(), TestCaseError> {
    let mut steps = HalfSteps::at_rest(model, operators, p).expect("sound");
    let start = steps.measure(model, operators, p).held_energy;
    let mut before = start;
    for half in 0..24 {
        for again in [false, true] {
            if (half % 2 == 0) == global_first {
                steps.global_step();
            } else {
                steps.local_step();
            }
            let now = steps.measure(model, operators, p);
            let round_off = 1e-13 * start.abs();
            prop_assert!(now.energy <= now.held_energy + round_off, "{now:?}");
            if again {
                prop_assert_eq!(now.held_energy, before);
            } else {
                prop_assert!(
                    now.held_energy <= before + round_off,
                    "half {half}: {before} to {now:?}"
                );
            }
            before = now.held_energy;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nothing from outside acts on a body that floats, whatever its muscles do.
    #[test]
    fn momentum_is_kept_afloat(mesh in polygon(), gait in gait()) {
        let built = model(mesh, gait);
        prop_assume!(built.is_some());
        let (model, operators, parameters) = built.expect("just checked");
        let run = floating(&model, &operators, &parameters, |_| ()).expect("sound");
        let start = centre_of_mass(&operators, &model.z_rest);
        for [x, y] in &run.centre_of_mass {
            prop_assert!((x - start[0]).abs().max((y - start[1]).abs()) <= 1e-12, "{:?} {:?}", start, [x, y]);
        }
    }

    /// Far above the floor a body falls along backward Euler's parabola, whatever its muscles do.
    #[test]
    fn no_force_without_contact(mesh in polygon(), gait in gait(), friction in 0.0..1.0) {
        let built = model(mesh, gait);
        prop_assume!(built.is_some());
        let (model, operators, mut p) = built.expect("just checked");
        (p.ground_gap, p.friction) = (50.0, friction);
        let contact = contact_setup(&model, &p).expect("a floor below");
        let crawler = Crawler { model: &model, operators: &operators, contact: &contact, parameters: &p };
        let run = crawler.crawl(|_| ()).expect("sound");
        let start = centre_of_mass(&operators, &model.z_rest);
        for (step, [x, y]) in run.centre_of_mass.iter().enumerate() {
            let n = (step + 1) as f64;
            let height = start[1] + 0.5 * p.gravity * p.crawling.time_step.powi(2) * n * (n + 1.0);
            prop_assert!((x - start[0]).abs() <= 1e-11 && (y - height).abs() <= 1e-11, "step {}: {} {} {}", n, x, y, height);
        }
    }

    /// Whatever the body and the step.
    #[test]
    fn both_halves_go_down_in_any_body(
        mesh in polygon(), gait in gait(), amplitude in -1.0..1.0, time_step in -3.0..-1.0, flesh in 3.0..8.0,
        muscles in 3.0..8.0, global_first in prop::bool::ANY
    ) {
        let built = model(mesh, gait);
        prop_assume!(built.is_some());
        let (model, operators, mut p) = built.expect("just checked");
        p.descent_amplitude = amplitude;
        p.crawling.time_step = 10_f64.powf(time_step);
        p.crawling.passive_stiffness = 10_f64.powf(flesh);
        p.crawling.active_stiffness = 10_f64.powf(muscles);
        check_both_halves(&model, &operators, &p, global_first)?;
    }

    /// Every step that Newton's method accepts lowers the potential, from any state.
    #[test]
    fn newton_goes_down(mesh in any_mesh(), noise in 0.0..0.4, seed in 0..1000_u32, time_step in -3.0..0.0) {
        let beam = Beam::new(mesh, &skinning_eigenmodes::Parameters::default()).expect("sound");
        let potential = StepPotential::new(&beam, beam.rest(), 10_f64.powf(time_step));
        let mut x: Vec<f64> = beam.rest().iter().enumerate()
            .map(|(i, x)| x + noise * (f64::from(seed) + 7.3 * i as f64).sin()).collect();
        let mut memory = FullStep::new(&beam);
        let one = Newton { iterations: 1, tolerance: 1e-8, line_search: Default::default() };
        let mut before = potential.energy(&x);
        for _ in 0..60 {
            let result = one.minimize(&mut memory.objective(&potential), &mut x);
            let after = potential.energy(&x);
            let round_off = 16.0 * f64::EPSILON * before.abs().max(after.abs());
            prop_assert!(after <= before + round_off, "{} to {}", before, after);
            before = after;
            match result {
                Ok(_) => break,
                Err(NewtonError::NotConverged { .. }) => {}
                Err(error) => prop_assert!(false, "{}", error),
            }
        }
    }
}
