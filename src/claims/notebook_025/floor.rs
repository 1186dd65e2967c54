//! What the floor does to the crawling creature.

use super::{
    super::{
        Agreement::Holds,
        Finding,
        finding::{above, at_least, fact, holds, up_to},
        format::{fixed, measured, signed},
    },
    Entry, claim,
    crawl::penetration,
};
use crate::experiments::modal_muscles::{Crawl, Reproduction};

const OVER_TIME: &str = "Center of mass and contact over time";

pub(super) static CLAIMS: &[Entry] = &[
    (
        claim(
            "25.crawl.penetration.step",
            OVER_TIME,
            "That depth is about one step of fall",
            "",
            Holds,
            "it comes from above the floor in a single step, and is at least half of what the lowest point falls in it",
        ),
        |_, r| deepest_step(&r.crawl),
    ),
    (
        claim(
            "25.crawl.push",
            OVER_TIME,
            "(ours) In most steps with contact the floor pushes harder along than up; it never pulls down",
            "",
            Holds,
            "with contact: a force of a thousandth of the weight and more; most: more than half",
        ),
        |_, r| floor_push(r),
    ),
    (
        claim(
            "25.crawl.parity",
            OVER_TIME,
            "(ours) With one more local/global iteration in every step, an odd number, feet come to rest below the floor \
             instead of above (steps with a contact point below it, and deepest penetration in m: with the notebook's number, \
             with one more)",
            "",
            Holds,
            "below: at more than twice as many steps, and more than twice as deep",
        ),
        |_, r| parity(r),
    ),
    (
        claim(
            "25.crawl.alternates",
            OVER_TIME,
            "(ours) Within one time step a foot that stands above the floor is below it after every odd number of iterations, and \
             where it stood after every even one (its height before the step, after one iteration, and as far as an even \
             number has moved it, in mm)",
            "",
            Holds,
            "where it stood: to a thousandth of its height",
        ),
        |_, r| alternates(r),
    ),
];

fn floor_push(r: &Reproduction) -> Finding {
    let gravity = r.parameters.gravity;
    let pushes = r.crawl.floor_accelerations(r.parameters.crawling.time_step, gravity);
    let touching: Vec<_> =
        pushes.iter().filter(|[x, y]| x.hypot(*y) >= 1e-3 * gravity.abs()).collect();
    let harder = touching.iter().filter(|[x, y]| x.abs() > *y).count();
    let lowest = touching.iter().map(|[_, y]| y / gravity.abs()).fold(f64::INFINITY, f64::min);
    let share = harder as f64 / touching.len() as f64;
    holds(
        [above(lowest, -1e-3), above(share, 0.5)],
        measured!("in {} of {} steps with contact", harder, touching.len()),
    )
}

fn parity(r: &Reproduction) -> Finding {
    let crawls = [&r.crawl, &r.crawl_with_one_more_iteration];
    let below =
        crawls.map(|crawl| crawl.lowest_contact_height.iter().filter(|h| **h < 0.0).count());
    let depths = crawls.map(Crawl::deepest_penetration);
    let steps = below[1] as f64 / below[0] as f64;
    holds(
        [above(steps, 2.0), above(depths[1] / depths[0], 2.0)],
        measured!(
            "{} steps, {}; {} steps, {}",
            below[0],
            penetration(crawls[0]),
            below[1],
            penetration(crawls[1])
        ),
    )
}

fn alternates(r: &Reproduction) -> Finding {
    let Some(foot) = &r.planted_foot else {
        return holds([fact(false)], "no foot stands above the floor");
    };
    let start = foot.heights[0];
    let moved = foot.heights.iter().step_by(2).fold(0.0, |m: f64, h| m.max((h - start).abs()));
    holds(
        [fact(foot.alternates()), up_to(moved / start, 1e-3)],
        measured!(
            "{}, {}, {} mm",
            signed(1e3 * start, 2),
            signed(1e3 * foot.heights[1], 2),
            fixed(1e3 * moved, 2),
        ),
    )
}

fn deepest_step(crawl: &Crawl) -> Finding {
    let heights = &crawl.lowest_contact_height;
    let depth = crawl.deepest_penetration();
    let step = heights.iter().position(|height| -height >= depth - 1e-9).unwrap_or(0);
    let before = heights[step.saturating_sub(1)];
    let fall = before - heights[step];
    holds(
        [at_least(before, 0.0), at_least(depth / fall, 0.5)],
        measured!(
            "{} m of the {} m that the lowest point falls in that step",
            fixed(depth, 4),
            fixed(fall, 4),
        ),
    )
}
