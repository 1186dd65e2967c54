//! How the creature moves on the floor.

use std::f64::consts::TAU;

use super::{
    super::{
        Agreement::{Exact, Holds, Printed},
        Finding,
        finding::{above, at_least, below, fact, holds, printed, within},
        format::{Measured, fixed, list, measured, signed},
    },
    DIGITS, Entry, claim,
};
use crate::{
    experiments::modal_muscles::{Crawl, Reproduction},
    linalg::column,
};

const CONTACT: &str = "Now let it fall, and let it crawl";
const GAIT: &str = "Dial in a gait";
const OVER_TIME: &str = "Center of mass and contact over time";

pub(super) static CLAIMS: &[Entry] = &[
    (
        claim(
            "25.contact",
            CONTACT,
            "Contact points, and the height of the floor",
            "30, -0.726",
            Printed,
            DIGITS,
        ),
        |claim, r| {
            let Reproduction { contact, .. } = r;
            printed(claim, measured!("{}, {}", contact.vertices.len(), fixed(contact.ground, 3)))
        },
    ),
    (
        claim(
            "25.contact.vertices",
            CONTACT,
            "Which boundary vertices can touch the floor",
            "9, 14, 19, 27, 28, 36, 38, 276, 293, 303, 360, 380, 503, 522, 551, 597, 656, 797, 836, 849, 868, 887, 1185, 1608, \
             1620, 1630, 1639, 1651, 1662, 1675",
            Exact,
            "as in reference/: positions and distances are computed in the same order, to the last bit",
        ),
        |claim, r| printed(claim, list(r.contact.vertices.clone(), Measured::from)),
    ),
    (
        claim(
            "25.crawl.travel",
            GAIT,
            "Horizontal travel of the centre of mass over 450 steps, in m",
            "+3.660",
            Printed,
            DIGITS,
        ),
        |claim, r| printed(claim, travel(&r.crawl)),
    ),
    (
        claim(
            "25.crawl.height",
            GAIT,
            "Vertical range of the centre of mass, in m",
            "[-0.142, 0.250]",
            Printed,
            DIGITS,
        ),
        |claim, r| printed(claim, height_range(&r.crawl)),
    ),
    (
        claim(
            "25.crawl.penetration",
            GAIT,
            "Deepest penetration of the floor, in m",
            "0.0044",
            Printed,
            DIGITS,
        ),
        |claim, r| printed(claim, penetration(&r.crawl)),
    ),
    (
        claim(
            "25.crawl.rocking",
            OVER_TIME,
            "It rocks back and forth for 1.7 s, gains about three units until 2.8 s, and slides back a little",
            "",
            Holds,
            "rocks: at least four turns while it stays within a unit of its start; about three: between 2.5 and 3.5; a little: \
             by less than half of the gain",
        ),
        |_, r| rocking(r),
    ),
    (
        claim(
            "25.crawl.leap",
            OVER_TIME,
            "From about 4.2 s on the centre of mass rises, and every contact point leaves the floor",
            "",
            Holds,
            "rises: by a tenth of the body's length and more; leaves: no contact point is at or below the floor",
        ),
        |_, r| leap(r),
    ),
    (
        claim(
            "25.crawl.end",
            OVER_TIME,
            "(ours) More than half of the travel is that of the last three tenths of a second",
            "",
            Holds,
            "a share, compared with a half",
        ),
        |_, r| {
            let travel = r.crawl.travel();
            let end = r.crawl.centre_of_mass.len() as f64 * r.parameters.crawling.time_step;
            let share = 1.0 - position_at(r, end - 0.3)[0] / travel;
            holds([above(share, 0.5)], measured!("{} of it", fixed(share, 2)))
        },
    ),
    (
        claim(
            "25.crawl.throw",
            OVER_TIME,
            "(ours) In the leap the body flies forward faster than any muscle asks any of its points to move (speed of the centre \
             of mass in the last tenth of a second; largest speed of a point under one muscle's command, in m/s)",
            "",
            Holds,
            "at least twice as fast",
        ),
        |_, r| {
            let end = r.crawl.centre_of_mass.len() as f64 * r.parameters.crawling.time_step;
            let last = r.parameters.crawling.time_step;
            let [from, to] = [end - last - 0.1, end - last].map(|time| position_at(r, time)[0]);
            let (speed, asked) = ((to - from) / 0.1, largest_asked_speed(r));
            holds(
                [at_least(speed / asked, 2.0)],
                measured!("{}; {}", fixed(speed, 1), fixed(asked, 1)),
            )
        },
    ),
    (
        claim(
            "25.crawl.lengths",
            OVER_TIME,
            "The net travel is almost two lengths of the body",
            "",
            Holds,
            "almost two: between 1.75 and 2",
        ),
        |_, r| {
            let [left, right] = r.model.creature.mesh.extent(0);
            let lengths = r.crawl.travel() / (right - left);
            holds(
                [at_least(lengths, 1.75), below(lengths, 2.0)],
                measured!("{} lengths", fixed(lengths, 2)),
            )
        },
    ),
];

/// `+3.660`
pub(super) fn travel(crawl: &Crawl) -> Measured {
    signed(crawl.travel(), 3)
}

/// `[-0.142, 0.250]`
pub(super) fn height_range(crawl: &Crawl) -> Measured {
    let [low, high] = crawl.height_range();
    measured!("[{}, {}]", fixed(low, 3), fixed(high, 3))
}

/// `0.0044`
pub(super) fn penetration(crawl: &Crawl) -> Measured {
    fixed(crawl.deepest_penetration(), 4)
}

/// Where the centre of mass is, at a time in s, relative to its start.
fn position_at(r: &Reproduction, time: f64) -> [f64; 2] {
    let step = (time / r.parameters.crawling.time_step).round() as usize;
    let centre = &r.crawl.centre_of_mass;
    let position = centre[step.min(centre.len() - 1)];
    [position[0] - centre[0][0], position[1] - centre[0][1]]
}

/// The largest speed, in m/s, at which the command of one muscle moves a point of the target.
fn largest_asked_speed(r: &Reproduction) -> f64 {
    let gait = &r.parameters.crawling.gait;
    let speed = |k: usize| {
        let farthest = column(&r.model.muscles, k).as_chunks().0.iter();
        let farthest = farthest.map(|[x, y]: &[f64; 2]| x.hypot(*y)).fold(0.0, f64::max);
        gait.amplitudes[k].abs() * r.model.ceilings[k] * farthest * TAU / gait.periods[k]
    };
    (0..r.model.ceilings.len()).map(speed).fold(0.0, f64::max)
}

fn rocking(r: &Reproduction) -> Finding {
    let step = |time: f64| (time / r.parameters.crawling.time_step).round() as usize;
    let xs: Vec<f64> =
        r.crawl.centre_of_mass.iter().map(|p| p[0] - r.crawl.centre_of_mass[0][0]).collect();
    let rocks = &xs[..=step(1.7)];
    let turns = rocks
        .windows(3)
        .filter(|x| (x[1] - x[0]) * (x[2] - x[1]) < 0.0 && (x[1] - x[0]).abs() > 1e-6)
        .count();
    let farthest = rocks.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let gain = xs[step(2.8)] - xs[step(1.7)];
    let back =
        xs[step(2.8)] - xs[step(2.8)..step(4.2)].iter().fold(f64::INFINITY, |m, x| m.min(*x));
    let rocks = [at_least(turns as f64, 4.0), below(farthest, 1.0)];
    let slides = [above(back, 0.0), below(back / gain, 0.5)];
    holds(
        rocks.into_iter().chain(within(gain, 2.5..=3.5)).chain(slides),
        measured!(
            "{} turns within {}; gains {}; slides back {}",
            turns,
            fixed(farthest, 2),
            fixed(gain, 2),
            fixed(back, 2),
        ),
    )
}

fn leap(r: &Reproduction) -> Finding {
    let start = 4.2;
    let step = (start / r.parameters.crawling.time_step).round() as usize;
    let heights = &r.crawl.lowest_contact_height[step.min(r.crawl.lowest_contact_height.len())..];
    let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
    let end = r.crawl.centre_of_mass.len() as f64 * r.parameters.crawling.time_step;
    let rise = position_at(r, end)[1] - position_at(r, start)[1];
    holds(
        [fact(!heights.is_empty()), above(lowest, 0.0), at_least(rise, 0.2)],
        measured!("rises by {}; no contact point lower than {}", fixed(rise, 2), fixed(lowest, 4),),
    )
}
