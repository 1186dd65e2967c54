//! What the travel depends on, and a better gait. These claims are ours.

use super::{
    super::{
        Agreement::{AtMost, Holds},
        Finding, Shown,
        finding::{above, at_least, at_most, below, fact, holds},
        format::{Measured, fixed, list, measured, scientific, signed},
    },
    Entry, claim,
    crawl::{height_range, penetration, travel},
};
use crate::{
    experiments::modal_muscles::{Crawl, Oriented, Reproduction},
    linalg::extremes,
};

const OURS: &str = "(ours) What the travel depends on";
const SEARCH: &str = "Optional: optimizing the gait with CMA-ES";

pub(super) static CLAIMS: &[Entry] = &[
    (
        claim(
            "25.signs",
            OURS,
            "Of the sixteen choices of the modes' signs, exactly one gives the notebook's three numbers: -1, +1, +1, -1 for \
             modes 3 to 6 (the range of the travel over all)",
            "",
            Holds,
            "the signs of eigenvectors are arbitrary; the notebook's are what its eigensolver happened to return",
        ),
        |_, r| signs(r),
    ),
    (
        claim(
            "25.signs.mirror",
            OURS,
            "(ours) Turning the antisymmetric modes around mirrors the gait, and the body with its mirror image travels back \
             by another distance (travel of the notebook's gait, and of its mirror image, in m)",
            "",
            Holds,
            "back: with the other sign; another: more than a tenth of a metre apart",
        ),
        |_, r| mirrored(r),
    ),
    (
        claim(
            "25.signs.steady",
            OURS,
            "No muscle mode of ours turns around when the mesh is moved by 1e-14 (how many do, in 40 draws)",
            "",
            Holds,
            "modes are oriented by their largest component, which no round-off changes",
        ),
        |_, r| {
            let turned: usize = r.starts.by_rule.iter().sum();
            let all = r.starts.draws as usize * r.parameters.muscles;
            holds([fact(turned == 0)], measured!("{} of {}", turned, all))
        },
    ),
    (
        claim(
            "25.signs.start",
            OURS,
            "A vector of ones, from which the notebook's eigensolver starts, has no part along a muscle mode but round-off \
             (the largest share)",
            "",
            AtMost { bound: 1e-10, of: "the vector" },
            "it is a translation, and every mode is perpendicular to that; what is left is the accuracy of the modes",
        ),
        |claim, r| {
            let share = r.starts.ones.shares.iter().copied().fold(0.0, f64::max);
            at_most(claim, share, scientific(share, 1))
        },
    ),
    (
        claim(
            "25.signs.chance",
            OURS,
            "From there an eigensolver without a rule leaves the sign of every muscle mode to chance: when the mesh is moved by \
             1e-14, each comes out both ways; from a generic vector none turns (share of 40 draws with the commoner sign)",
            "",
            AtMost { bound: 0.9, of: "the draws" },
            "a fair coin shows one side in more than nine tenths of 40 throws about once in fifty million times",
        ),
        |claim, r| {
            let draws = r.starts.draws as usize;
            let shares: Vec<f64> = r
                .starts
                .ones
                .turned
                .iter()
                .map(|&turned| turned.max(draws - turned) as f64 / draws as f64)
                .collect();
            let worst = shares.iter().copied().fold(0.0, f64::max);
            let is_steady = r.starts.generic.turned.iter().all(|turned| *turned == 0);
            at_most(claim, worst, list(&shares, |share| fixed(*share, 2))).and([fact(is_steady)])
        },
    ),
    (
        claim(
            "25.signs.pairs",
            OURS,
            "A choice of signs and its mirror image should travel equally far in opposite directions; what their travels sum to is \
             an error bar of a single travel (root mean square of the eight sums, over the root of two, in m; pairs that \
             travel in the same direction)",
            "",
            Holds,
            "above a metre; two independent errors of one size have a sum that is larger by the root of two",
        ),
        |_, r| {
            let travels = |pair: Vec<&Oriented>| match pair[..] {
                [own, image] => Some([own, image].map(|choice| choice.crawl.travel())),
                _ => None,
            };
            let pairs: Vec<_> = r.mirror_pairs().into_iter().filter_map(travels).collect();
            let squares: f64 = pairs.iter().map(|[own, image]| (own + image).powi(2)).sum();
            let error = (squares / pairs.len() as f64 / 2.0).sqrt();
            let same = pairs.iter().filter(|[own, image]| own * image > 0.0).count();
            holds(
                [above(error, 1.0)],
                measured!("{}; {} of {}", fixed(error, 1), same, pairs.len()),
            )
        },
    ),
    (
        claim(
            "25.ties",
            OURS,
            "The travel changes when nothing but the ties of the contact sampling are broken otherwise (the contact points \
             replaced, and the travels, in six draws)",
            "",
            Holds,
            "on a regular grid many points are equally far, and the last bit of a distance decides",
        ),
        |_, r| ties(r),
    ),
    (
        claim(
            "25.labels",
            OURS,
            "The travel changes when the clusters begin with other draws (the travels with six other seeds)",
            "",
            Holds,
            "any clustering as good would do, and k-means ends at another one from another start",
        ),
        |_, r| {
            let crawls = || r.labels.iter().map(|other| &other.crawl);
            let changes = crawls().any(|crawl| !prints_the_notebooks(crawl));
            holds([fact(changes)], range(crawls())).with(crawls().flat_map(numbers))
        },
    ),
    (
        claim(
            "25.sensitivity",
            OURS,
            "A start perturbed by 1e-8 or less leaves the printed digits; a larger one sends the body down another branch (the \
             largest size that leaves them in every draw, the smallest that changes them in one)",
            "",
            Holds,
            "four draws at each size from 1e-12 to 1e-4",
        ),
        |_, r| sensitivity(r),
    ),
    (
        claim(
            "25.cma",
            SEARCH,
            "A seeded search of four generations beats the hand-tuned gait over its own 150 steps (travel of both, in m)",
            "",
            Holds,
            "off in the notebook; the seed and the ranking of the travels decide everything, on any number of threads",
        ),
        |_, r| {
            let (start, found) = (r.start_gait.travel, r.found_gait.travel);
            holds(
                [above(found - start, 0.0)],
                measured!("{} before, {} found", signed(start, 3), signed(found, 3)),
            )
        },
    ),
];

/// Whether a crawl prints the numbers that the notebook prints.
fn prints_the_notebooks(crawl: &Crawl) -> bool {
    ["25.crawl.travel", "25.crawl.height", "25.crawl.penetration"].iter().zip(texts(crawl)).all(
        |(id, measured)| {
            super::claims().any(|claim| claim.id == *id && claim.printed == measured.text)
        },
    )
}

/// The numbers of a crawl that the notebook prints.
fn texts(crawl: &Crawl) -> [Measured; 3] {
    [travel(crawl), height_range(crawl), penetration(crawl)]
}

fn numbers(crawl: &Crawl) -> impl Iterator<Item = Shown> {
    texts(crawl).into_iter().flat_map(|measured| measured.shown)
}

/// The range of some travels, as text.
fn range<'a>(crawls: impl Iterator<Item = &'a Crawl>) -> Measured {
    let [low, high] = extremes(crawls.map(Crawl::travel));
    measured!("{} to {}", signed(low, 2), signed(high, 2))
}

fn signs(r: &Reproduction) -> Finding {
    let matching: Vec<_> =
        r.signs.iter().filter(|choice| prints_the_notebooks(&choice.crawl)).collect();
    let is_the_notebooks = matching.len() == 1 && matching[0].signs == r.parameters.signs;
    let crawls = || r.signs.iter().map(|choice| &choice.crawl);
    holds(
        [fact(is_the_notebooks)],
        measured!("{} of {}; {}", matching.len(), r.signs.len(), range(crawls())),
    )
    .with(crawls().flat_map(numbers))
}

fn mirrored(r: &Reproduction) -> Finding {
    let Some(image) = r.mirror_image(&r.parameters.signs) else {
        return holds([fact(false)], "the mirror image is not among the choices");
    };
    let (own, image) = (r.crawl.travel(), image.crawl.travel());
    holds(
        [below(own * image, 0.0), above((own + image).abs(), 0.1)],
        measured!("{}, {}", signed(own, 3), signed(image, 3)),
    )
}

fn ties(r: &Reproduction) -> Finding {
    let changed = r.ties.iter().filter(|draw| !prints_the_notebooks(&draw.crawl)).count();
    let replaced = || r.ties.iter().map(|draw| draw.replaced);
    let (fewest, most) = (replaced().min().unwrap_or(0), replaced().max().unwrap_or(0));
    let crawls = || r.ties.iter().map(|draw| &draw.crawl);
    let behind = r.ties.iter().flat_map(|draw| {
        Measured::from(draw.replaced).shown.into_iter().chain(numbers(&draw.crawl))
    });
    holds(
        [fact(changed > 0 && fewest > 0)],
        measured!("{} to {} of {}; {}", fewest, most, r.contact.vertices.len(), range(crawls()),),
    )
    .with(behind)
}

fn sensitivity(r: &Reproduction) -> Finding {
    let sizes = &r.sensitivity;
    let first_changed = sizes.iter().position(|size| !size.crawls.iter().all(prints_the_notebooks));
    let Some(first) = first_changed.filter(|first| *first > 0) else {
        return holds([fact(false)], "every size, or none, changes the printed digits");
    };
    let (unchanged, changed) = (sizes[first - 1].size, sizes[first].size);
    holds(
        [at_least(unchanged, 1e-8)],
        format!("up to {unchanged:.0e} they stay, from {changed:.0e} on they change"),
    )
}
