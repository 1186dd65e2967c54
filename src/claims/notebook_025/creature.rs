//! The creature: its mesh, its modes, and how far they may be driven.

use super::{
    super::{
        Agreement::{AtMost, Exact, Holds, Printed},
        finding::{above, at_least, at_most, below, fact, holds, printed, up_to, within},
        format::{Measured, fixed, list, measured, scientific, signed, trimmed},
    },
    COUNT, DIGITS, Entry, claim,
};
use crate::{
    experiments::modal_muscles::{ModeCharacter, RIGID_MODES, Reproduction},
    linalg::column,
    mesh::connected_components,
    reduction::displacement_gradients,
};

const MODES: &str = "How does this shape naturally move?";
const MODEL: &str = "Building the reduced model";

pub(super) static CLAIMS: &[Entry] = &[
    (
        claim(
            "25.mesh",
            "A creature, not a rectangle",
            "Vertices and triangles of the caterpillar, which is in one piece and fits into [-1, 1]",
            "1676, 3014",
            Exact,
            COUNT,
        ),
        |claim, r| {
            let mesh = &r.model.creature.mesh;
            let counts = [mesh.vertex_count(), mesh.triangle_count()];
            let farthest = mesh.rest_state().iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let one_piece = fact(connected_components(mesh) == 1);
            printed(claim, list(counts, Measured::from))
                .and([up_to(farthest, 1.0 + 1e-14), one_piece])
        },
    ),
    (
        claim(
            "25.modes.rigid",
            MODES,
            "The first three eigenvalues are zero",
            "-6.8127e-13, -3.3108e-13, -7.3447e-14",
            AtMost { bound: 1e-9, of: "the fourth" },
            "zero up to the round-off of the eigensolver, whose digits no two machines share",
        ),
        |claim, r| {
            let values = &r.model.modes.values;
            let largest = values[..RIGID_MODES].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let measured = list(&values[..RIGID_MODES], |value| scientific(*value, 1));
            at_most(claim, largest / values[RIGID_MODES], measured)
        },
    ),
    (
        claim(
            "25.modes.eigenvalues",
            MODES,
            "The next four eigenvalues, squared frequencies of the muscle modes",
            "1.2521e-01, 3.0175e-01, 3.6617e-01, 8.1365e-01",
            Printed,
            DIGITS,
        ),
        |claim, r| {
            let muscles = &r.model.modes.values[RIGID_MODES..];
            printed(claim, list(muscles, |value| scientific(*value, 4)))
        },
    ),
    (
        claim(
            "25.modes.gap",
            MODES,
            "A gap parts the rigid modes from the muscles",
            "",
            Holds,
            "a gap: the first muscle's eigenvalue is more than a million times the largest rigid one",
        ),
        |_, r| {
            let values = &r.model.modes.values;
            let rigid = values[..RIGID_MODES].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let (first, last) = (values[RIGID_MODES], values[values.len() - 1]);
            let spread = last / first;
            holds(
                [above(first / rigid, 1e6)],
                measured!(
                    "the muscles lie within a factor of {}, the rigid modes at zero",
                    fixed(spread, 1)
                ),
            )
        },
    ),
    (
        claim(
            "25.modes.mirror",
            MODES,
            "(ours) Modes 3 and 5 are their own mirror images, modes 4 and 6 the opposite (inner product with the mirror \
             image)",
            "",
            Holds,
            "at least 0.99 in size: the mesh is not quite its own mirror image, since all its diagonals lean the same way",
        ),
        |_, r| {
            let mirrors = r.characters.iter().enumerate().map(|(k, c)| (k, c.mirror));
            let as_stated = |(k, mirror): (usize, f64)| {
                if k % 2 == 0 { above(mirror, 0.99) } else { below(mirror, -0.99) }
            };
            holds(mirrors.clone().map(as_stated), list(mirrors, |(_, m)| signed(m, 4)))
        },
    ),
    (
        claim(
            "25.modes.stiffness",
            MODES,
            "(ours) Along its mode a muscle is much stiffer than the flesh of the same stiffness (second derivatives of the \
             energies at rest, per unit of stiffness: flesh; muscles)",
            "",
            Holds,
            "much: at least ten times",
        ),
        |_, r| {
            let stiffer =
                |c: &ModeCharacter| at_least(c.active_stiffness / c.passive_stiffness, 10.0);
            holds(
                r.characters.iter().map(stiffer),
                measured!(
                    "{}; {}",
                    list(&r.characters, |c| fixed(c.passive_stiffness, 3)),
                    list(&r.characters, |c| fixed(c.active_stiffness, 2)),
                ),
            )
        },
    ),
    (
        claim(
            "25.modes.flesh",
            MODES,
            "(ours) What the flesh is charged for along a mode is about half strain; the rest is triangles that turn against \
             the rotation that they share (share of strain)",
            "",
            Holds,
            "about half: between 0.4 and 0.6; strain: what is left with a rotation for every triangle",
        ),
        |_, r| {
            let shares = || r.characters.iter().map(|c| c.strain_stiffness / c.passive_stiffness);
            holds(
                shares().flat_map(|share| within(share, 0.4..=0.6)),
                list(shares(), |share| fixed(share, 2)),
            )
        },
    ),
    (
        claim(
            "25.ceilings",
            MODEL,
            "The largest amplitude of each muscle",
            "0.48, 0.412, 0.288, 0.244",
            Printed,
            DIGITS,
        ),
        |claim, r| printed(claim, list(&r.model.ceilings, |ceiling| trimmed(*ceiling, 3))),
    ),
    (
        claim(
            "25.ceilings.rule",
            MODEL,
            "A ceiling times the largest displacement gradient of its mode is the limit (the largest difference)",
            "2.0",
            AtMost { bound: 1e-12, of: "" },
            "one division and one multiplication",
        ),
        |claim, r| {
            let limit = r.parameters.largest_gradient;
            let difference = (0..r.model.ceilings.len())
                .map(|k| (r.model.ceilings[k] * steepest(r, k).1 - limit).abs())
                .fold(0.0, f64::max);
            at_most(claim, difference, scientific(difference, 1))
        },
    ),
    (
        claim(
            "25.ceilings.order",
            MODEL,
            "Higher modes have lower ceilings, and every mode is steepest in a leg",
            "",
            Holds,
            "in a leg: the steepest triangle lies below the body bar",
        ),
        |_, r| {
            let ceilings = &r.model.ceilings;
            let in_legs = (0..ceilings.len()).filter(|&k| is_in_leg(r, steepest(r, k).0)).count();
            let falling = ceilings.windows(2).map(|pair| below(pair[1] / pair[0], 1.0));
            holds(
                falling.chain([fact(in_legs == ceilings.len())]),
                measured!("falling; {} of {} peaks in legs", in_legs, ceilings.len()),
            )
        },
    ),
];

/// The triangle in which a muscle mode is steepest, and its displacement gradient.
fn steepest(r: &Reproduction, muscle: usize) -> (usize, f64) {
    let field = column(&r.model.muscles, muscle);
    let gradients = displacement_gradients(&r.model.creature.triangles, field);
    let steepest = |a: (usize, f64), b: (usize, f64)| if b.1 > a.1 { b } else { a };
    gradients.into_iter().enumerate().fold((0, 0.0), steepest)
}

/// Whether a triangle's centre lies below the body bar.
fn is_in_leg(r: &Reproduction, triangle: usize) -> bool {
    let mesh = &r.model.creature.mesh;
    let corners = mesh.triangles()[triangle];
    let centre = corners.iter().map(|&v| mesh.positions()[v][1]).sum::<f64>() / 3.0;
    let [left, right] = mesh.extent(0);
    let [_, top] = mesh.extent(1);
    let shape = &r.parameters.caterpillar;
    let scale = (right - left) / shape.width;
    centre < top - scale * shape.body_fraction * shape.height
}
