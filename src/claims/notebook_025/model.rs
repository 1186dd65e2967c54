//! The reduced model: subspace, clusters, operators, and the descent of one time step.

use faer::Mat;

use super::{
    super::{
        Agreement::{AtMost, Exact, Holds, Printed},
        finding::{at_most, below, fact, holds, printed, up_to, within},
        format::{Measured, fixed, list, measured, scientific, trimmed},
    },
    COUNT, Entry, claim,
};
use crate::{
    experiments::modal_muscles::{Descent, Model},
    linalg::{column, extremes, mass_dot},
};

const MODEL: &str = "Building the reduced model";
const OPERATORS: &str = "Constant operators";
const SYSTEM: &str = "The modal-muscle system";

pub(super) static CLAIMS: &[Entry] = &[
    (
        claim(
            "25.subspace",
            MODEL,
            "Dimension of the subspace, muscles, clusters",
            "48, 4, 20",
            Exact,
            COUNT,
        ),
        |claim, r| {
            let model = &r.model;
            let counts = [model.subspace.dimension(), model.muscles.ncols(), model.clusters.count];
            printed(claim, list(counts, Measured::from))
        },
    ),
    (
        claim(
            "25.subspace.affine",
            MODEL,
            "The subspace contains every affine motion (the part of the six affine fields that it misses)",
            "",
            AtMost { bound: 1e-10, of: "the field" },
            "the first weight is constant up to the eigensolver's round-off",
        ),
        |claim, r| {
            let missed = affine_residual(&r.model);
            at_most(claim, missed, scientific(missed, 1))
        },
    ),
    (
        claim(
            "25.skinning.constant",
            MODEL,
            "The first weight is constant, and higher ones vary faster",
            "",
            Holds,
            "constant: to 1e-9 of its size; faster: the Dirichlet energy, which is the eigenvalue, increases",
        ),
        |_, r| {
            let first = column(&r.model.weights.vectors, 0);
            let [low, high] = extremes(first.iter().copied());
            let energies = &r.model.weights.values;
            let faster = energies.windows(2).all(|pair| pair[1] > pair[0]);
            holds(
                [up_to((high - low) / high.abs(), 1e-9), fact(faster)],
                measured!("Dirichlet energies {}", list(energies, |e| trimmed(*e, 3))),
            )
        },
    ),
    (
        claim(
            "25.clusters",
            MODEL,
            "The cluster of every triangle, as a digest (FNV-1a) of all labels in order; simkit's labels are in reference/",
            "60f2255b35672b0d",
            Exact,
            "the same k-means++, draw for draw",
        ),
        |claim, r| printed(claim, digest(&r.model.clusters.labels)),
    ),
    (
        claim(
            "25.operators",
            OPERATORS,
            "Shapes of the reduced stiffness and of the passive sums",
            "(48, 48), (80, 48)",
            Exact,
            COUNT,
        ),
        |claim, r| {
            let shape = |a: &Mat<f64>| measured!("({}, {})", a.nrows(), a.ncols());
            printed(claim, list([&r.operators.L_B, &r.operators.C_passive], shape))
        },
    ),
    (
        claim(
            "25.rest",
            OPERATORS,
            "The rest shape as an activation: no muscle, all of the rest pose",
            "0, 0, 0, 0, 1",
            Printed,
            "to six decimals, as the notebook prints it",
        ),
        |claim, r| printed(claim, list(&r.model.a_rest, |a| trimmed(*a, 6))),
    ),
    (
        claim(
            "25.gradient",
            SYSTEM,
            "Relative error of the gradient against central differences",
            "7.16e-11",
            AtMost { bound: 1e-9, of: "the gradient" },
            "what round-off in the energy leaves at a step of 1e-6; another random state gives other digits",
        ),
        |claim, r| {
            let error = r.gradient_check.relative_error;
            at_most(claim, error, scientific(error, 2))
        },
    ),
    (
        claim(
            "25.bcd.monotone",
            SYSTEM,
            "The energy never increases over 30 local/global iterations",
            "",
            Holds,
            "strictly: each of the 30 is below the one before",
        ),
        |_, r| {
            let energies = &r.descent.energies;
            let falls = energies.windows(2).filter(|pair| pair[1] < pair[0]).count();
            let all = energies.len() - 1;
            holds([fact(falls == all)], measured!("falls in {} of {} iterations", falls, all))
        },
    ),
    (
        claim(
            "25.bcd.rate",
            SYSTEM,
            "The gradient norm falls about two orders of magnitude in 10 iterations, and linearly on the logarithmic scale",
            "",
            Holds,
            "about two: between 1.5 and 3; linearly: the factor of an iteration varies by less than 1% over the last 20",
        ),
        |_, r| {
            let norms = &r.descent.gradient_norms;
            let orders = (norms[0] / norms[r.parameters.iterations.min(norms.len() - 1)]).log10();
            let [low, high] = extremes(late_factors(norms));
            let linear = below((high - low) / high, 0.01);
            holds(
                within(orders, 1.5..=3.0).into_iter().chain([linear]),
                measured!(
                    "{} orders; then by {} each time",
                    fixed(orders, 1),
                    fixed(0.5 * (low + high), 3),
                ),
            )
        },
    ),
    (
        claim(
            "25.bcd.predicted",
            SYSTEM,
            "(ours) The factor of the last iteration is the one that theory gives: the largest eigenvalue of I - H^-1 E''",
            "",
            AtMost { bound: 1e-6, of: "the factor" },
            "after 30 iterations the slowest error has outlived the others",
        ),
        |claim, r| {
            let predicted = r.descent.predicted_rate;
            let last = r.descent.measured_rate().unwrap_or(f64::NAN);
            let difference = (last - predicted).abs() / predicted;
            at_most(claim, difference, scientific(difference, 1))
        },
    ),
    (
        claim(
            "25.bcd.halves",
            SYSTEM,
            "(ours) In the end the global and the local half of an iteration each lower the energy by that factor",
            "",
            AtMost { bound: 1e-5, of: "the factor" },
            "the energy above its minimum, with the rotations held; at the minimum itself round-off takes over",
        ),
        |claim, r| {
            let Descent { energies, held_energies, minimum, predicted_rate, .. } = &r.descent;
            let above = |energy: Option<&f64>| energy.map_or(f64::NAN, |energy| energy - minimum);
            let [before, after] = [energies.iter().nth_back(1), energies.last()].map(above);
            let between = above(held_energies.last());
            let factors = [between / before, after / between];
            let off = factors.map(|factor| (factor - predicted_rate).abs() / predicted_rate);
            let difference = off[0].max(off[1]);
            at_most(claim, difference, scientific(difference, 1))
        },
    ),
];

/// The factors by which the gradient norm changes in the last 20 iterations.
fn late_factors(norms: &[f64]) -> impl Iterator<Item = f64> {
    norms[norms.len().saturating_sub(21)..].windows(2).map(|pair| pair[1] / pair[0])
}

/// Largest part of an affine displacement that the subspace misses, in the mass norm.
fn affine_residual(model: &Model) -> f64 {
    let masses = &model.creature.unit_masses;
    let positions = model.creature.mesh.positions();
    let fields = (0..6).map(|k| -> Vec<f64> {
        let of = |&[x, y]: &[f64; 2]| {
            let value = [1.0, x, y][k / 2];
            if k % 2 == 0 { [value, 0.0] } else { [0.0, value] }
        };
        positions.iter().flat_map(of).collect()
    });
    fields
        .map(|field| {
            let nearest = model.subspace.nearest_state(masses, &field);
            let missed: Vec<f64> = field.iter().zip(&nearest).map(|(x, y)| x - y).collect();
            (mass_dot(masses, &missed, &missed) / mass_dot(masses, &field, &field)).sqrt()
        })
        .fold(0.0, f64::max)
}

/// 64-bit FNV-1a over the labels, each as one byte.
fn digest(labels: &[usize]) -> String {
    let hash = labels
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, &l| (h ^ l as u64).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}
