//! The claims of notebook 017, *Skinning Eigenmodes: a Subspace that Can Rotate*.

mod checks;
mod ours;

use checks::{
    area_pattern, bending, boundary_mass, final_tip, largest, largest_residual, mesh_counts,
    rigid_motions, rotation_peak, variation_of_constant,
};

use super::{
    Agreement::{self, AtMost, Exact, Holds, Printed},
    Claim, Finding, Verdict,
    finding::{above, at_least, at_most, fact, holds, printed, up_to},
    format::{Measured, fixed, list, measured, scientific},
};
use crate::{
    experiments::skinning_eigenmodes::{Reproduction, Timing},
    linalg::column,
};

/// The verdicts on all claims of the notebook; on the timing claims only if a timing study is
/// given.
pub fn verdicts(results: &Reproduction, timing: Option<&Timing>) -> Vec<Verdict> {
    let untimed = entries().filter_map(|(claim, check)| match check {
        Check::Results(check) => Some((claim, check(claim, results))),
        Check::Timing(check) => timing.map(|timing| (claim, check(timing))),
    });
    untimed.map(|(claim, finding)| Verdict::new(claim, finding)).collect()
}

pub(super) fn claims() -> impl Iterator<Item = &'static Claim> {
    entries().map(|(claim, _)| claim)
}

pub use ours::notebook_costs;

fn entries() -> impl Iterator<Item = &'static (Claim, Check)> {
    CLAIMS.iter().chain(ours::CLAIMS)
}

/// The numbers that the notebook prints for a claim of its own.
///
/// # Panics
/// If there is no such claim, or it prints none.
fn printed_numbers(id: &str) -> Vec<f64> {
    let claim = claims().find(|claim| claim.id == id).expect("the claim is in the ledger");
    let numbers = claim.printed.trim_end_matches(" ms").split(", ").map(|number| {
        number.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    });
    numbers.collect()
}

/// A time, in milliseconds, of which nothing is asserted but that there is one.
fn shown(time: f64) -> Finding {
    holds([above(time, 0.0)], measured!("{} ms", fixed(time, 2)))
}

enum Check {
    Results(fn(&Claim, &Reproduction) -> Finding),
    Timing(fn(&Timing) -> Finding),
}

const fn claim(
    id: &'static str,
    section: &'static str,
    statement: &'static str,
    printed: &'static str,
    agreement: super::Agreement,
    reason: &'static str,
) -> Claim {
    Claim { id, notebook: 17, section, statement, printed, agreement, reason }
}

const COUNT: &str = "an integer";
const DIGITS: &str = "the notebook prints no more digits";

static CLAIMS: &[(Claim, Check)] = &[
    (
        claim(
            "17.mesh.timing",
            "Two beams",
            "The timing beam has this many vertices, triangles and degrees of freedom",
            "3600, 6902, 7200",
            Exact,
            COUNT,
        ),
        Check::Results(|claim, r| printed(claim, mesh_counts(&r.timing_beam))),
    ),
    (
        claim(
            "17.mesh.dynamics",
            "Two beams",
            "The dynamics beam has this many vertices, triangles and degrees of freedom",
            "550, 980, 1100",
            Exact,
            COUNT,
        ),
        Check::Results(|claim, r| printed(claim, mesh_counts(&r.beam))),
    ),
    (
        claim(
            "17.mass.boundary",
            "Constant operators",
            "Every boundary vertex carries less mass than every interior one, and the total is density times area",
            "",
            Holds,
            "sums of 980 areas: the total is compared to 1e-12",
        ),
        Check::Results(|_, r| boundary_mass(r)),
    ),
    (
        claim(
            "17.basis.columns",
            "Two subspaces, built once",
            "Columns of the small modal, the modal and the skinning basis",
            "12, 72, 72",
            Exact,
            COUNT,
        ),
        Check::Results(|claim, r| {
            let s = &r.subspaces;
            let dimensions = [&s.small_modal, &s.modal, &s.skinning].map(|space| space.dimension());
            printed(claim, list(dimensions, Measured::from))
        }),
    ),
    (
        claim(
            "17.lma.rigid",
            "Two subspaces, built once",
            "The three lowest eigenvalues of modal analysis are zero",
            "-1.009e-13, -3.836e-14, 4.272e-14",
            AtMost { bound: 1e-9, of: "the fourth" },
            "zero up to the round-off of the eigensolver, whose digits no two machines share",
        ),
        Check::Results(|claim, r| {
            let values = &r.subspaces.vibration.values;
            let relative =
                values[..3].iter().map(|value| value.abs() / values[3]).fold(0.0, f64::max);
            at_most(claim, relative, list(&values[..3], |value| scientific(*value, 1)))
        }),
    ),
    (
        claim(
            "17.lma.rigid.span",
            "Two subspaces, built once",
            "The first three modes span both translations and the linearized rotation (mass-norm residual)",
            "",
            AtMost { bound: 1e-8, of: "the motion" },
            "round-off of the eigensolver",
        ),
        Check::Results(|claim, r| {
            let rigid = rigid_motions(&r.beam);
            let residual =
                largest_residual(&rigid, &r.subspaces.vibration.vectors, 3, &r.beam.unit_masses);
            at_most(claim, residual, scientific(residual, 1))
        }),
    ),
    (
        claim(
            "17.lma.eigenvalues",
            "Two subspaces, built once",
            "The next two eigenvalues of modal analysis",
            "1.026e-01, 6.580e-01",
            Printed,
            DIGITS,
        ),
        Check::Results(|claim, r| {
            let values = list(&r.subspaces.vibration.values[3..5], |value| scientific(*value, 3));
            printed(claim, values)
        }),
    ),
    (
        claim(
            "17.lma.bending",
            "Two subspaces, built once",
            "The next two modes bend the beam: they move it mostly across its axis, with no net translation or rotation",
            "",
            Holds,
            "mostly: at least nine tenths of the squared displacement; no net motion: to 1e-8",
        ),
        Check::Results(|_, r| bending(r)),
    ),
    (
        claim(
            "17.skinning.eigenvalues",
            "Two subspaces, built once",
            "The three lowest eigenvalues of the Laplacian",
            "2.243e-14, 6.166e-01, 2.464e+00",
            Printed,
            "the first is zero up to round-off (at most 1e-9 of the second); of the others the notebook prints no more digits",
        ),
        Check::Results(|claim, r| {
            let [first, second, third, ..] = r.subspaces.weights.values[..] else {
                return holds([fact(false)], "fewer than three weights");
            };
            let others = list([second, third], |value| scientific(value, 3));
            let prints_the_same = claim.printed.ends_with(&others.text);
            holds(
                [up_to(first.abs() / second, 1e-9), fact(prints_the_same)],
                measured!("{}, {}", scientific(first, 3), others),
            )
        }),
    ),
    (
        claim(
            "17.skinning.constant",
            "Two subspaces, built once",
            "The first skinning weight is constant (its variation over the beam)",
            "",
            AtMost { bound: 1e-8, of: "its value" },
            "round-off of the eigensolver",
        ),
        Check::Results(|claim, r| {
            let weight = column(&r.subspaces.weights.vectors, 0);
            let variation = weight.iter().map(|w| (w / weight[0] - 1.0).abs()).fold(0.0, f64::max);
            at_most(claim, variation, scientific(variation, 1))
        }),
    ),
    (
        claim(
            "17.gradient",
            "Checking the system",
            "Relative error of the projected gradient against central differences",
            "3.7e-09",
            AtMost { bound: 1e-10, of: "the gradient" },
            "tighter than the notebook: the pin is written as a residual, so no large constants cancel in the energy",
        ),
        Check::Results(|claim, r| {
            let error = r.gradient_check.relative_error;
            at_most(claim, error, scientific(error, 1))
        }),
    ),
    (
        claim(
            "17.newton.iterations",
            "Checking the system",
            "Newton iterations of the first step in the full space, with 72 modes and with skinning: no more than these",
            "3, 3, 6",
            Holds,
            "tighter than the notebook: with the pin as a residual and a mass-orthonormal basis, skinning needs 3 as well",
        ),
        Check::Results(|_, r| {
            let n = &r.newton_check;
            let iterations = [&n.full, &n.modal, &n.skinning].map(Vec::len);
            holds(
                iterations.map(|count| up_to(count as f64, 3.0)),
                list(iterations, Measured::from),
            )
        }),
    ),
    (
        claim(
            "17.newton.decrease",
            "Checking the system",
            "The gradient norm falls by five to six orders of magnitude within two steps, in every space (the share left)",
            "",
            AtMost { bound: 1e-5, of: "the first norm" },
            "tighter than the notebook: with the exact Hessian, where it is positive definite, it falls by seven",
        ),
        Check::Results(|claim, r| {
            let n = &r.newton_check;
            let left = [&n.full, &n.modal, &n.skinning].map(|history| {
                history.get(2).map_or(0.0, |step| step.gradient_norm / history[0].gradient_norm)
            });
            at_most(claim, largest(&left), list(left, |share| scientific(share, 1)))
        }),
    ),
    (
        claim(
            "17.timing.evaluation",
            "The full solve is slow",
            "Gradient and Hessian of the timing beam in the full space",
            "26.1 ms",
            Agreement::Timing { ratio: "" },
            "depends on the machine: shown, not asserted",
        ),
        Check::Timing(|t| shown(t.full_evaluation)),
    ),
    (
        claim(
            "17.timing.solve",
            "The full solve is slow",
            "Sparse solve of the timing beam in the full space",
            "12.3 ms",
            Agreement::Timing { ratio: "" },
            "depends on the machine: shown, not asserted",
        ),
        Check::Timing(|t| shown(t.full_solve)),
    ),
    (
        claim(
            "17.timing.subspace.solve",
            "The subspace shrinks the solve, not the integration",
            "Dense solve with 2, 5, 10, 20, 40 skinning weights: faster than the full solve, a hundred times for 5 or fewer",
            "0.00270, 0.00646, 0.01504, 0.05279, 0.18921 ms",
            Agreement::Timing { ratio: "full solve over subspace solve" },
            "depends on the machine: only the ratios to the full solve are asserted",
        ),
        Check::Timing(|t| {
            let fast_enough = t.subspaces.iter().map(|s| {
                let speedup = t.full_solve / s.solve;
                if s.modes > 5 { above(speedup, 1.0) } else { at_least(speedup, 100.0) }
            });
            holds(fast_enough, measured!("{} ms", list(&t.subspaces, |s| fixed(s.solve, 5))))
        }),
    ),
    (
        claim(
            "17.timing.subspace.evaluation",
            "The subspace shrinks the solve, not the integration",
            "Evaluation with as many skinning weights stays at nine tenths of the full-space cost or above",
            "24.1, 25.0, 25.7, 28.4, 30.8 ms",
            Agreement::Timing { ratio: "subspace over full evaluation" },
            "depends on the machine: only the ratios to the full evaluation are asserted",
        ),
        Check::Timing(|t| {
            let costs = t.subspaces.iter().map(|s| s.evaluation / t.full_evaluation);
            holds(
                costs.map(|cost| at_least(cost, 0.9)),
                measured!("{} ms", list(&t.subspaces, |s| fixed(s.evaluation, 1))),
            )
        }),
    ),
    (
        claim(
            "17.droop.full",
            "Fast solve, but does it look right?",
            "Final tip height in the full space, and its share of the full droop",
            "-3.47 (100%)",
            Printed,
            DIGITS,
        ),
        Check::Results(|claim, r| printed(claim, final_tip(r, 0))),
    ),
    (
        claim(
            "17.droop.lma12",
            "Fast solve, but does it look right?",
            "Final tip height with 12 vibration modes",
            "-0.56 (16%)",
            Printed,
            DIGITS,
        ),
        Check::Results(|claim, r| printed(claim, final_tip(r, 1))),
    ),
    (
        claim(
            "17.droop.lma72",
            "Fast solve, but does it look right?",
            "Final tip height with 72 vibration modes",
            "-1.27 (37%)",
            Printed,
            DIGITS,
        ),
        Check::Results(|claim, r| printed(claim, final_tip(r, 2))),
    ),
    (
        claim(
            "17.droop.skinning",
            "Fast solve, but does it look right?",
            "Final tip height with 12 skinning weights, 72 coordinates",
            "-2.99 (86%)",
            Printed,
            DIGITS,
        ),
        Check::Results(|claim, r| printed(claim, final_tip(r, 3))),
    ),
    (
        claim(
            "17.area.pattern",
            "Fast solve, but does it look right?",
            "Skinning shows the full beam's pattern of area ratios, stretched above and compressed below near the wall; the \
             modal beams barely strain",
            "",
            Holds,
            "same pattern: a correlation of at least 0.9, and the same signs at the wall; barely: at most half the full range",
        ),
        Check::Results(|_, r| area_pattern(r)),
    ),
    (
        claim(
            "17.rotation.lma12",
            "The decisive test: rotate the rest shape a full turn",
            "Largest error of the turned rest shape with 12 modes, and its angle; zero at both ends of the turn",
            "0.342 at 180",
            Printed,
            DIGITS,
        ),
        Check::Results(|claim, r| {
            rotation_peak(claim, &r.rotation.angles, &r.rotation.small_modal)
        }),
    ),
    (
        claim(
            "17.rotation.lma72",
            "The decisive test: rotate the rest shape a full turn",
            "Largest error of the turned rest shape with 72 modes, and its angle; zero at both ends of the turn",
            "0.055 at 180",
            Printed,
            DIGITS,
        ),
        Check::Results(|claim, r| rotation_peak(claim, &r.rotation.angles, &r.rotation.modal)),
    ),
    (
        claim(
            "17.rotation.skinning",
            "The decisive test: rotate the rest shape a full turn",
            "Largest error of the turned rest shape with 12 skinning weights, over all angles",
            "8.5e-10",
            AtMost { bound: 1e-13, of: "the shape" },
            "tighter than the notebook: in a mass-orthonormal basis the best fit is a product, not an ill-conditioned solve",
        ),
        Check::Results(|claim, r| {
            let error = largest(&r.rotation.skinning);
            at_most(claim, error, scientific(error, 1))
        }),
    ),
    (
        claim(
            "17.rotation.shape",
            "The decisive test: rotate the rest shape a full turn",
            "The modal error is (1 - cos theta) times a constant (the constant's variation over the turn)",
            "",
            AtMost { bound: 1e-6, of: "the constant" },
            "near 0 and 360 degrees the error is a small difference of large numbers",
        ),
        Check::Results(|claim, r| {
            let spread = [&r.rotation.small_modal, &r.rotation.modal]
                .map(|errors| variation_of_constant(&r.rotation.angles, errors))
                .into_iter()
                .fold(0.0, f64::max);
            at_most(claim, spread, scientific(spread, 1))
        }),
    ),
    (
        claim(
            "17.sweep.lma",
            "Does adding modes fix it?",
            "Turn-averaged error with up to 120 vibration modes",
            "0.024",
            Printed,
            DIGITS,
        ),
        Check::Results(|claim, r| {
            let smallest = r.sweep.modal.iter().copied().fold(f64::INFINITY, f64::min);
            printed(claim, fixed(smallest, 3))
        }),
    ),
    (
        claim(
            "17.sweep.skinning",
            "Does adding modes fix it?",
            "Turn-averaged error with 1 to 20 skinning weights, at most",
            "2.5e-08",
            AtMost { bound: 1e-13, of: "the shape" },
            "tighter than the notebook: a mass-orthonormal basis does not grow ill-conditioned with its size",
        ),
        Check::Results(|claim, r| {
            let error = largest(&r.sweep.skinning);
            at_most(claim, error, scientific(error, 1))
        }),
    ),
    (
        claim(
            "17.sweep.plateau",
            "Does adding modes fix it?",
            "With more vibration modes the average never rises, and stays far from zero",
            "",
            Holds,
            "far from zero: the last average is above 0.01",
        ),
        Check::Results(|_, r| {
            let errors = &r.sweep.modal;
            let (first, last) = (errors[0], errors[errors.len() - 1]);
            let ratios: Vec<f64> = errors.windows(2).map(|pair| pair[1] / pair[0]).collect();
            holds(
                [up_to(largest(&ratios), 1.0), above(last, 0.01)],
                measured!("falls from {} to {}", fixed(first, 4), fixed(last, 4)),
            )
        }),
    ),
];
