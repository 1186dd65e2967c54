//! What the travel depends on, and a better gait. These claims are ours.

use super::{
    super::{Agreement::Holds, Claim, Finding, finding::holds},
    Entry, claim,
    crawl::{height_range, penetration, travel},
};
use crate::{
    experiments::modal_muscles::{Crawl, Reproduction},
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
            "No muscle mode of ours turns around when the mesh is moved by 1e-14 (how many do, in 100 draws)",
            "",
            Holds,
            "modes are oriented by their largest component, which no round-off changes",
        ),
        |_, r| {
            holds(
                r.turned_modes == 0,
                format!("{} of {}", r.turned_modes, 100 * r.parameters.muscles),
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
            let changed = r.labels.iter().filter(|other| !prints_the_notebooks(&other.crawl));
            holds(changed.count() > 0, range(r.labels.iter().map(|other| &other.crawl)))
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
            holds(found > start, format!("{start:+.3} before, {found:+.3} found"))
        },
    ),
];

/// Whether a crawl prints the numbers that the notebook prints.
fn prints_the_notebooks(crawl: &Crawl) -> bool {
    [
        ("25.crawl.travel", travel(crawl)),
        ("25.crawl.height", height_range(crawl)),
        ("25.crawl.penetration", penetration(crawl)),
    ]
    .iter()
    .all(|(id, text)| super::claims().any(|claim: &Claim| claim.id == *id && claim.printed == text))
}

/// The range of some travels, as text.
fn range<'a>(crawls: impl Iterator<Item = &'a Crawl>) -> String {
    let [low, high] = extremes(crawls.map(Crawl::travel));
    format!("{low:+.2} to {high:+.2}")
}

fn signs(r: &Reproduction) -> Finding {
    let matching: Vec<_> =
        r.signs.iter().filter(|choice| prints_the_notebooks(&choice.crawl)).collect();
    let is_the_notebooks = matching.len() == 1 && matching[0].signs == r.parameters.signs;
    let travels = range(r.signs.iter().map(|choice| &choice.crawl));
    holds(is_the_notebooks, format!("{} of {}; {travels}", matching.len(), r.signs.len()))
}

fn mirrored(r: &Reproduction) -> Finding {
    let image: Vec<f64> = r
        .parameters
        .signs
        .iter()
        .zip(&r.characters)
        .map(|(sign, character)| sign * character.mirror.signum())
        .collect();
    let Some(image) = r.signs.iter().find(|choice| choice.signs == image) else {
        return holds(false, "the mirror image is not among the choices".into());
    };
    let (own, image) = (r.crawl.travel(), image.crawl.travel());
    holds(own * image < 0.0 && (own + image).abs() > 0.1, format!("{own:+.3}, {image:+.3}"))
}

fn ties(r: &Reproduction) -> Finding {
    let changed = r.ties.iter().filter(|draw| !prints_the_notebooks(&draw.crawl)).count();
    let replaced = || r.ties.iter().map(|draw| draw.replaced);
    let (fewest, most) = (replaced().min().unwrap_or(0), replaced().max().unwrap_or(0));
    let travels = range(r.ties.iter().map(|draw| &draw.crawl));
    holds(
        changed > 0 && fewest > 0,
        format!("{fewest} to {most} of {}; {travels}", r.contact.vertices.len()),
    )
}

fn sensitivity(r: &Reproduction) -> Finding {
    let sizes = &r.sensitivity;
    let first_changed = sizes.iter().position(|size| !size.crawls.iter().all(prints_the_notebooks));
    let Some(first) = first_changed.filter(|first| *first > 0) else {
        return holds(false, "every size, or none, changes the printed digits".into());
    };
    let (unchanged, changed) = (sizes[first - 1].size, sizes[first].size);
    holds(
        unchanged >= 1e-8,
        format!("up to {unchanged:.0e} they stay, from {changed:.0e} on they change"),
    )
}
