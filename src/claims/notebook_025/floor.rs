//! What the floor does to the crawling creature.

use super::{
    super::{Agreement::Holds, Finding, finding::holds},
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
    let never_down = touching.iter().all(|[_, y]| *y > -1e-3 * gravity.abs());
    holds(
        never_down && 2 * harder > touching.len(),
        format!("in {harder} of {} steps with contact", touching.len()),
    )
}

fn parity(r: &Reproduction) -> Finding {
    let crawls = [&r.crawl, &r.crawl_with_one_more_iteration];
    let below =
        crawls.map(|crawl| crawl.lowest_contact_height.iter().filter(|h| **h < 0.0).count());
    let depths = crawls.map(Crawl::deepest_penetration);
    holds(
        below[1] > 2 * below[0] && depths[1] > 2.0 * depths[0],
        format!(
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
        return holds(false, "no foot stands above the floor".into());
    };
    let start = foot.heights[0];
    let moved = foot.heights.iter().step_by(2).fold(0.0, |m: f64, h| m.max((h - start).abs()));
    holds(
        foot.alternates() && moved <= 1e-3 * start,
        format!("{:+.2}, {:+.2}, {:.2} mm", 1e3 * start, 1e3 * foot.heights[1], 1e3 * moved),
    )
}

fn deepest_step(crawl: &Crawl) -> Finding {
    let heights = &crawl.lowest_contact_height;
    let depth = crawl.deepest_penetration();
    let step = heights.iter().position(|height| -height >= depth - 1e-9).unwrap_or(0);
    let before = heights[step.saturating_sub(1)];
    let fall = before - heights[step];
    holds(
        before >= 0.0 && depth >= 0.5 * fall,
        format!("{depth:.4} m of the {fall:.4} m that the lowest point falls in that step"),
    )
}
