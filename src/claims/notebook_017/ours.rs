//! Claims of ours: how much smaller our round-off is and why, where modal analysis falls off, what
//! Newton's method gains from the exact Hessian, and when a subspace saves time.

use super::{
    super::{
        Agreement::{Holds, Timing},
        Claim, Condition, Finding,
        finding::{above, at_least, below, fact, holds, up_to, within},
        format::{Measured, fixed, list, measured, scientific},
    },
    Check,
    checks::largest,
    claim, printed_numbers,
};
use crate::experiments::skinning_eigenmodes::{ColumnFit, Columns, PinForm, Reproduction};

const OURS: &str = "(ours) What we found";

pub static CLAIMS: &[(Claim, Check)] = &[
    (
        claim(
            "17.roundoff.energy",
            OURS,
            "With the pin multiplied out, the potential is noisier than Newton's second step lowers it (both in J); as a \
             residual it falls all along the step",
            "",
            Holds,
            "noisier: the two ways of writing it differ by more along the step than the step gains",
        ),
        Check::Results(|_, r| {
            let descent = &r.round_off.descent;
            let taken = descent.shares.iter().take_while(|share| **share < 0.99).count();
            let falls = descent.residual[..taken].windows(2).all(|pair| pair[1] < pair[0]);
            holds(
                [fact(falls), above(descent.noise() / descent.fall(), 1.0)],
                measured!(
                    "{} against {}",
                    scientific(descent.noise(), 1),
                    scientific(descent.fall(), 1)
                ),
            )
        }),
    ),
    (
        claim(
            "17.roundoff.cancellation",
            OURS,
            "The largest number in the sum of the energy, over what a time step changes: multiplied out, at least a \
             thousand million; as a residual, at most ten",
            "",
            Holds,
            "ten: the terms of a time step are of one size",
        ),
        Check::Results(|_, r| {
            let descent = &r.round_off.descent;
            let shares = [descent.largest_of_expanded, descent.largest_of_residual]
                .map(|number| number / descent.whole_fall);
            holds(
                [at_least(shares[0], 1e9), up_to(shares[1], 10.0)],
                measured!("{}, {}", scientific(shares[0], 1), fixed(shares[1], 1)),
            )
        }),
    ),
    (
        claim(
            "17.roundoff.gradient",
            OURS,
            "With the pin multiplied out, the gradient check comes out as in the notebook, whatever the columns; as a residual, \
             at least ten times better",
            "",
            Holds,
            "round-off: as in the notebook, within a factor of ten",
        ),
        Check::Results(|_, r| {
            let errors = r.round_off.forms.map(|form| form.gradient_error);
            let [expanded, residual] = [PinForm::Expanded, PinForm::Residual].map(|pin| {
                let forms = r.round_off.forms.iter().filter(move |form| form.pin == pin);
                forms.map(|form| form.gradient_error)
            });
            let there = printed_numbers("17.gradient");
            let as_there = expanded.clone().flat_map(|error| within_ten(error, there[0]));
            let best = expanded.clone().fold(f64::INFINITY, f64::min);
            let better = up_to(residual.fold(0.0, f64::max) / best, 0.1);
            holds(
                as_there.chain([better]),
                measured!("{}, then {}", pair(&errors[..2]), pair(&errors[2..])),
            )
        }),
    ),
    (
        claim(
            "17.roundoff.newton",
            OURS,
            "With the pin as a residual both bases end at the minimizer of the first step, the columns as they are after more \
             Newton iterations than the orthonormal ones",
            "",
            Holds,
            "at the minimizer: within 1e-11 m of it",
        ),
        Check::Results(|_, r| {
            let residual = |columns| {
                r.round_off
                    .forms
                    .iter()
                    .find(|f| f.pin == PinForm::Residual && f.columns == columns)
            };
            let (Some(plain), Some(orthonormal)) =
                (residual(Columns::Plain), residual(Columns::Orthonormal))
            else {
                return holds([fact(false)], "a form is missing");
            };
            holds(
                [
                    above(plain.iterations as f64, orthonormal.iterations as f64),
                    up_to(plain.distance.max(orthonormal.distance), 1e-11),
                ],
                measured!("{} against {}", plain.iterations, orthonormal.iterations),
            )
        }),
    ),
    (
        claim(
            "17.roundoff.columns",
            OURS,
            "With the columns as they are, the turned shape is off by the unit round-off times the square root of the condition \
             number, and its coordinates by that times the condition number (the largest factors between)",
            "",
            Holds,
            "within a factor of ten, for two weights or more, as long as the matrix can be inverted at all",
        ),
        Check::Results(|_, r| {
            let invertible = || {
                let can_be_inverted = |fit: &&ColumnFit| fit.predicted_coordinate_error() < 1.0;
                r.round_off.columns.iter().skip(1).filter(can_be_inverted)
            };
            let apart = |a: f64, b: f64| (a / b).max(b / a);
            let shape = invertible().map(|fit| apart(fit.mean_error, fit.predicted_error()));
            let coordinates =
                invertible().map(|f| apart(f.coordinate_error, f.predicted_coordinate_error()));
            let factors = [shape.fold(0.0, f64::max), coordinates.fold(0.0, f64::max)];
            let enough = at_least(invertible().count() as f64, 10.0);
            holds(
                factors.map(|factor| up_to(factor, 10.0)).into_iter().chain([enough]),
                list(factors, |factor| fixed(factor, 1)),
            )
        }),
    ),
    (
        claim(
            "17.roundoff.notebook",
            OURS,
            "With the columns as they are, we find the notebook's errors of the turned shape: the largest with twelve weights, \
             and the largest average over the sweep",
            "",
            Holds,
            "round-off: within a factor of ten",
        ),
        Check::Results(|_, r| {
            let fits = &r.round_off.columns;
            let at = fits.iter().find(|fit| fit.modes == r.parameters.modes);
            let averages: Vec<f64> = fits.iter().map(|fit| fit.mean_error).collect();
            let ours = [at.map_or(f64::NAN, |fit| fit.largest_error), largest(&averages)];
            let there = ["17.rotation.skinning", "17.sweep.skinning"].map(printed_numbers);
            let as_there = ours.iter().zip(&there).flat_map(|(a, b)| within_ten(*a, b[0]));
            holds(as_there, list(ours, |error| scientific(error, 1)))
        }),
    ),
    (
        claim(
            "17.newton.exact",
            OURS,
            "In the last step of skinning's droop, Newton's method reaches a thousandth of the tolerance in fewer iterations \
             with the exact Hessian than with the projected one",
            "",
            Holds,
            "fewer by at least three",
        ),
        Check::Results(|_, r| {
            let check = &r.curvature_check;
            let counts = [&check.exact, &check.projected].map(Vec::len);
            let fewer = counts[1] as f64 - counts[0] as f64;
            holds([at_least(fewer, 3.0)], list(counts, Measured::from))
        }),
    ),
    (
        claim(
            "17.sweep.cliff",
            OURS,
            "The curve's largest relative fall is where the number of modes passes the eigenvalue predicted for the stretch \
             across the beam, and takes more than all its other falls together",
            "",
            Holds,
            "a condition on the eigenvalues and on the curve",
        ),
        Check::Results(|_, r| cliff(r)),
    ),
    (
        claim(
            "17.timing.crossover",
            OURS,
            "A reduced Newton iteration, in full-space ones: with the fewest weights below one, with the most above; beside a \
             general solver, and by the notebook's times, it is less",
            "",
            Timing { ratio: "reduced over full iteration" },
            "depends on the machine: only that the two ends lie on different sides of one, and the order, is asserted",
        ),
        Check::Timing(|t| {
            let costs = t.relative_costs();
            let fewest = costs.first().map(|[ours, _]| below(*ours, 1.0));
            let most = costs.last().map(|[ours, _]| above(*ours, 1.0));
            let crosses = [fewest, most].map(|end| end.unwrap_or(fact(false)));
            let ordered = costs.iter().map(|[ours, general]| below(general / ours, 1.0));
            let there = notebook_costs();
            let less = there.iter().map(|cost| below(*cost, 1.0));
            holds(
                crosses.into_iter().chain(ordered).chain(less),
                list(&costs, |[ours, _]| fixed(*ours, 2)),
            )
        }),
    ),
];

/// A reduced Newton iteration by the times that the notebook prints, in full-space ones, in each of
/// its subspaces.
pub fn notebook_costs() -> Vec<f64> {
    let full: f64 =
        ["17.timing.evaluation", "17.timing.solve"].into_iter().flat_map(printed_numbers).sum();
    let solves = printed_numbers("17.timing.subspace.solve");
    let evaluations = printed_numbers("17.timing.subspace.evaluation");
    solves.iter().zip(evaluations).map(|(solve, evaluation)| (solve + evaluation) / full).collect()
}

fn cliff(r: &Reproduction) -> Finding {
    let sweep = &r.sweep;
    // Half a wave across the beam, with unit moduli: (lambda + 2 mu) (pi / height)^2.
    let predicted = 3.0 * (std::f64::consts::PI / r.parameters.height).powi(2);
    let lower = sweep.eigenvalues.iter().filter(|value| **value < predicted).count();
    let falls: Vec<f64> = sweep.modal.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let relative = |i: usize| falls[i] / sweep.modal[i];
    let Some(steepest) = (0..falls.len()).max_by(|&i, &j| relative(i).total_cmp(&relative(j)))
    else {
        return holds([fact(false)], "one size only");
    };
    let whole: f64 = falls.iter().sum();
    let ends = [sweep.dofs[steepest], sweep.dofs[steepest + 1]];
    let share = falls[steepest] / whole;
    let [low, high] = ends.map(|end| end as f64);
    holds(
        within(lower as f64, low..=high).into_iter().chain([above(share, 0.5)]),
        measured!(
            "between {} and {} modes, with {} below the eigenvalue {}; {}% of the whole fall",
            ends[0],
            ends[1],
            lower,
            fixed(predicted, 1),
            fixed(100.0 * share, 0),
        ),
    )
}

fn within_ten(a: f64, b: f64) -> [Condition; 2] {
    within(a / b, 0.1..=10.0)
}

fn pair(values: &[f64]) -> Measured {
    list(values, |value| scientific(*value, 1))
}
