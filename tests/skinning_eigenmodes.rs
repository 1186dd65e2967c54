//! Notebook 017: every claim, one test per group, and the fields against those that simkit
//! computes.

mod ledger;
mod reference;
#[path = "reference/notebook_017.rs"]
mod simkit;

use std::sync::LazyLock;

use modebook::{
    claims::{self, Verdict, notebook_017},
    energies::{Curvature, Energy},
    experiments::skinning_eigenmodes::{
        FullStep, Parameters, Reproduction, StepPotential, SubspaceTiming, Timing, dynamics_beam,
        reproduce,
    },
    linalg::{SparseCholesky, column, dot, mass_dot},
    solvers::Objective,
};
use simkit::{ConvergedDroop, Fields};

static RESULTS: LazyLock<Reproduction> = LazyLock::new(|| {
    reproduce(&Parameters::default()).expect("the notebook's parameters are sound")
});
static VERDICTS: LazyLock<Vec<Verdict>> = LazyLock::new(|| notebook_017::verdicts(&RESULTS, None));
static REFERENCE: LazyLock<Fields> =
    LazyLock::new(|| reference::read("017_skinning_eigenmodes.json"));
static CONVERGED: LazyLock<ConvergedDroop> =
    LazyLock::new(|| reference::read("017_converged_droop.json"));

#[track_caller]
fn assert_claims(prefix: &str, count: usize) {
    ledger::assert_claims(&VERDICTS, prefix, count);
}

/// Largest difference of two lists of points.
fn largest_distance(ours: &[[f64; 2]], theirs: &[[f64; 2]]) -> f64 {
    assert_eq!(ours.len(), theirs.len());
    ours.iter().zip(theirs).map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).fold(0.0, f64::max)
}

#[track_caller]
fn assert_relative(ours: &[f64], theirs: &[f64], tolerance: f64) {
    assert_eq!(ours.len(), theirs.len());
    for (i, (a, b)) in ours.iter().zip(theirs).enumerate() {
        assert!((a - b).abs() <= tolerance * b.abs(), "entry {i}: ours {a:e}, theirs {b:e}");
    }
}

#[test]
fn meshes() {
    assert_claims("17.mesh.", 2);
    // Bit for bit: positions are computed by the same operations in the same order.
    assert_eq!(RESULTS.beam.mesh.positions(), REFERENCE.vertices);
    assert_eq!(RESULTS.beam.mesh.triangles(), REFERENCE.triangles);
}

#[test]
fn masses() {
    assert_claims("17.mass.", 1);
}

#[test]
fn bases() {
    assert_claims("17.basis.", 1);
}

#[test]
fn vibration_modes() {
    assert_claims("17.lma.", 4);
    let modes = &RESULTS.subspaces.vibration;
    // ARPACK stops at a residual of round-off size around its own shift, which leaves nine digits
    // of the eigenvalues.
    assert_relative(&modes.values[3..], &REFERENCE.lma_eigenvalues[3..], 1e-9);
    // Simple eigenvalues: the same mode up to its sign, so the inner product of unit vectors is 1.
    for j in 3..12 {
        let theirs: Vec<f64> = REFERENCE.lma_modes_first_12.iter().map(|row| row[j]).collect();
        let cosine = mass_dot(&RESULTS.beam.unit_masses, column(&modes.vectors, j), &theirs).abs();
        assert!((cosine - 1.0).abs() < 1e-9, "mode {j}: cosine {cosine}");
    }
}

#[test]
fn skinning_weights() {
    assert_claims("17.skinning.", 2);
    let weights = &RESULTS.subspaces.weights;
    assert_relative(&weights.values[1..], &REFERENCE.skinning_eigenvalues[1..], 1e-9);
    let masses: Vec<f64> = RESULTS.beam.unit_masses.iter().step_by(2).copied().collect();
    for j in 0..12 {
        let theirs: Vec<f64> = REFERENCE.skinning_weights.iter().map(|row| row[j]).collect();
        let cosine = mass_dot(&masses, column(&weights.vectors, j), &theirs).abs();
        assert!((cosine - 1.0).abs() < 1e-9, "weight {j}: cosine {cosine}");
    }
}

#[test]
fn gradient() {
    assert_claims("17.gradient", 1);
}

#[test]
fn newton() {
    assert_claims("17.newton.", 3);
}

#[test]
fn round_off() {
    assert_claims("17.roundoff.", 6);
    let r = &RESULTS.round_off;
    // One weight has no worse columns than three affine functions have; twenty have columns that a
    // double can no longer tell apart.
    let condition = |modes: usize| r.columns[modes - 1].condition;
    assert!(condition(1) < 10.0 && condition(12) > 1e5 && condition(20) > 1e7);
    assert!(r.columns.windows(2).all(|pair| pair[1].condition >= pair[0].condition));
    // The samples begin where the step does, and end twice as far as it goes: a parabola is back
    // at its height there.
    let descent = &r.descent;
    assert_eq!((descent.residual[0], descent.expanded[0]), (0.0, 0.0));
    assert!(descent.residual[descent.residual.len() - 1].abs() < 0.01 * descent.fall());
}

/// The notebook's table of times, and a table made up so that the costs are round.
#[test]
fn costs_of_reduced_iterations() {
    let there = notebook_017::notebook_costs();
    assert_eq!(there.len(), 5);
    assert!((there[0] - (24.1 + 0.0027) / (26.1 + 12.3)).abs() < 1e-12);
    let timing = Timing {
        dofs: 7200,
        full_evaluation: 1.0,
        full_solve: 3.0,
        general_solve: 9.0,
        subspaces: vec![SubspaceTiming { modes: 2, dofs: 12, evaluation: 4.5, solve: 0.5 }],
    };
    assert_eq!(timing.relative_costs(), [[1.25, 0.5]]);
}

#[test]
fn droop() {
    assert_claims("17.droop.", 4);
    for (run, droop) in RESULTS.droops.iter().enumerate() {
        let last = droop.last_state().as_chunks().0;
        // Where simkit's Newton method runs to round-off, both find the same minimizer; 1e-7 m is
        // 3e-8 of the droop.
        let tip = largest_distance(&droop.tip, CONVERGED.tip_position.in_order()[run]);
        assert!(tip < 1e-7, "run {run}: tip trajectory off by {tip:e}");
        let shape = largest_distance(last, CONVERGED.final_positions.in_order()[run]);
        assert!(shape < 1e-7, "run {run}: final shape off by {shape:e}");
        // As the notebook runs it, simkit stops up to 8e-5 m short of it (reference/README.md).
        let tip = largest_distance(&droop.tip, REFERENCE.tip_position.in_order()[run]);
        assert!(tip < 1e-4, "run {run}: tip trajectory off the notebook's by {tip:e}");
        let shape = largest_distance(last, REFERENCE.final_positions.in_order()[run]);
        assert!(shape < 1e-4, "run {run}: final shape off the notebook's by {shape:e}");
    }
}

#[test]
fn area_ratios() {
    assert_claims("17.area.", 1);
    let rounded = |range: [f64; 2]| range.map(|x| format!("{x:.4}"));
    for (run, field) in RESULTS.area_ratios.iter().enumerate() {
        assert_eq!(
            rounded(field.range()),
            rounded(*REFERENCE.area_ratio_range.in_order()[run]),
            "run {run}"
        );
    }
}

#[test]
fn rotation() {
    assert_claims("17.rotation.", 4);
    assert_eq!(RESULTS.rotation.angles, REFERENCE.rotation_error.angles_deg);
    // At both ends the error is round-off of zero; between them it is as accurate as the modes.
    let inner = 1..RESULTS.rotation.angles.len() - 1;
    for (ours, theirs) in [
        (&RESULTS.rotation.small_modal, &REFERENCE.rotation_error.lma_12),
        (&RESULTS.rotation.modal, &REFERENCE.rotation_error.lma_72),
    ] {
        assert_relative(&ours[inner.clone()], &theirs[inner.clone()], 1e-9);
    }
}

#[test]
fn sweep() {
    assert_claims("17.sweep.", 4);
    assert_relative(&RESULTS.sweep.modal, &REFERENCE.turn_averaged_error.lma_6k, 1e-9);
    // Ours: at every size, not only at the largest.
    assert!(
        RESULTS.sweep.skinning.iter().all(|error| *error <= 1e-13),
        "{:?}",
        RESULTS.sweep.skinning
    );
}

/// The chapter says that the exact Hessian is positive definite in every run; and that a column
/// pressed lengthwise needs the projected one.
#[test]
fn the_exact_hessian_is_positive_definite_in_every_run() {
    let beam = &RESULTS.beam;
    let mut hessian = beam.assembly.zeros();
    let mut cholesky = SparseCholesky::new(hessian.pattern());
    let mut is_definite = |x: &[f64], time_step: f64| {
        hessian.clear();
        let potential = StepPotential::new(beam, x, time_step);
        potential.add_hessian(x, Curvature::Exact, &mut hessian);
        cholesky.factor(&hessian).is_ok()
    };
    for droop in &RESULTS.droops {
        assert!(droop.states.iter().all(|x| is_definite(x, RESULTS.parameters.time_step)));
    }

    let pressed: Vec<f64> =
        beam.rest().as_chunks().0.iter().flat_map(|&[x, y]| [0.8 * x, y]).collect();
    assert!(!is_definite(&pressed, 10.0));
    let potential = StepPotential::new(beam, &pressed, 10.0);
    let mut memory = FullStep::new(beam);
    let mut objective = memory.objective(&potential);
    let (mut gradient, mut direction) = (vec![0.0; pressed.len()], vec![0.0; pressed.len()]);
    objective.gradient(&pressed, &mut gradient);
    assert!(
        objective.direction(&pressed, &gradient, &mut direction),
        "the projected Hessian steps in"
    );
    assert!(dot(&gradient, &direction) < 0.0, "and its direction descends");
}

/// The ids of claims.md, part 017, and those of ours: the ledger holds these and no others.
#[test]
fn ledger_is_complete() {
    let ids: Vec<_> =
        claims::ledger().filter(|claim| claim.notebook == 17).map(|claim| claim.id).collect();
    let expected = "17.mesh.timing 17.mesh.dynamics 17.mass.boundary 17.basis.columns 17.lma.rigid 17.lma.rigid.span \
                    17.lma.eigenvalues 17.lma.bending 17.skinning.eigenvalues 17.skinning.constant 17.gradient \
                    17.newton.iterations 17.newton.decrease 17.timing.evaluation 17.timing.solve \
                    17.timing.subspace.solve 17.timing.subspace.evaluation 17.droop.full 17.droop.lma12 \
                    17.droop.lma72 17.droop.skinning 17.area.pattern 17.rotation.lma12 17.rotation.lma72 \
                    17.rotation.skinning 17.rotation.shape 17.sweep.lma 17.sweep.skinning 17.sweep.plateau \
                    17.roundoff.energy 17.roundoff.cancellation 17.roundoff.gradient 17.roundoff.newton \
                    17.roundoff.columns 17.roundoff.notebook 17.newton.exact 17.sweep.cliff 17.timing.crossover";
    assert_eq!(ids, expected.split_whitespace().collect::<Vec<_>>());
    assert!(
        claims::ledger().all(|claim| !claim.reason.is_empty()),
        "every tolerance has its reason"
    );
    assert!(claims::find("17.droop.none").is_err());
}

/// A wrong run must not agree: the same beam, a hundredth stiffer.
#[test]
fn a_wrong_material_is_noticed() {
    let parameters = Parameters { young: 3030.0, ..Parameters::default() };
    let wrong = reproduce(&parameters).expect("sound parameters");
    let differing: Vec<_> = notebook_017::verdicts(&wrong, None)
        .into_iter()
        .filter(|verdict| !verdict.agrees)
        .map(|verdict| verdict.claim.id)
        .collect();
    assert!(
        differing.contains(&"17.droop.full") && differing.contains(&"17.droop.skinning"),
        "{differing:?}"
    );
}

#[test]
fn summary() {
    let beam = dynamics_beam(&Parameters::default()).expect("sound parameters");
    let mut text = format!("pinned vertices {}, tip vertex {}\n", beam.pinned.len(), beam.tip);
    text += &ledger::summary(&VERDICTS);
    ledger::assert_snapshot("notebook_017", &text);
}
