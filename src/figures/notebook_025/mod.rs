//! The figures of notebook 025, *Modal Muscle Actuation*.

mod animations;
mod bodies;
mod curves;
mod descent;
mod floor;
mod motion;
mod sixteen;
mod studies;
mod turn;

use super::{Animation, Figure, FigureError};
use crate::experiments::modal_muscles::{
    ContactSetup, Crawl, Descent, Floating, Model, Operators, Parameters, RIGID_MODES, Reproduction,
};

/// The names of the figures, in the notebook's order and then those of studies that it does not have.
pub const NAMES: [&str; 18] = [
    "025-mesh",
    "025-eigenvalues",
    "025-modes",
    "025-subspace",
    "025-mode-stretch",
    "025-descent",
    "025-floating",
    "025-modal-amplitudes",
    "025-contact",
    "025-centre-of-mass",
    "025-crawl",
    "025-best-rotations",
    "025-turned-back",
    "025-planted-foot",
    "025-search",
    "025-signs",
    "025-sensitivity",
    "025-sixteen",
];

/// Draws every figure, in the order of [`NAMES`].
///
/// # Errors
/// [`FigureError`] for the first figure that cannot be drawn.
pub fn figures(results: &Reproduction) -> Result<Vec<Figure>, FigureError> {
    NAMES.into_iter().map(|name| figure(name, results)).collect()
}

/// The names of the animations, in the notebook's order.
pub const ANIMATIONS: [&str; 3] = ["025-descent", "025-floating", "025-crawl"];

/// Draws the frames of every animation, in the order of [`ANIMATIONS`].
///
/// # Errors
/// [`FigureError`] for the first frame that cannot be drawn.
pub fn animations(results: &Reproduction) -> Result<Vec<Animation>, FigureError> {
    let Reproduction { model, operators, contact, parameters, .. } = results;
    let [descent, floating, crawl] = ANIMATIONS;
    Ok(vec![
        descent::halves(descent, model, operators, &results.descent, parameters)?,
        animations::floating(floating, model, &results.floating, parameters)?,
        animations::crawl(crawl, model, contact, &results.crawl, parameters)?,
    ])
}

/// One floating run in motion, over its target shape and above the amplitudes that are driven.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn animated_floating(
    model: &Model,
    floating: &Floating,
    parameters: &Parameters,
) -> Result<Animation, FigureError> {
    animations::floating("floating", model, floating, parameters)
}

/// One crawl in motion, above the x of the centre of mass over time.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn animated_crawl(
    model: &Model,
    contact: &ContactSetup,
    crawl: &Crawl,
    parameters: &Parameters,
) -> Result<Animation, FigureError> {
    animations::crawl("crawl", model, contact, crawl, parameters)
}

/// One descent, half an iteration a frame.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn animated_descent(
    model: &Model,
    operators: &Operators,
    descent: &Descent,
    parameters: &Parameters,
) -> Result<Animation, FigureError> {
    descent::halves("descent", model, operators, descent, parameters)
}

/// Energy and gradient norm over the iterations of one descent.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn single_descent(descent: &Descent, parameters: &Parameters) -> Result<Figure, FigureError> {
    descent::curves("descent", descent, parameters)
}

pub(super) use animations::crawl as crawl_in_motion;
pub(super) use bodies::body_over_floor;
pub use motion::{single_crawl, single_floating};

fn figure(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    match name {
        "025-mesh" => bodies::mesh(name, results),
        "025-eigenvalues" => curves::eigenvalues(name, results),
        "025-modes" => bodies::modes(name, results),
        "025-subspace" => bodies::subspace(name, results),
        "025-mode-stretch" => bodies::mode_stretch(name, results),
        "025-descent" => descent::curves(name, &results.descent, &results.parameters),
        "025-floating" => motion::floating(name, results),
        "025-modal-amplitudes" => curves::modal_amplitudes(name, results),
        "025-contact" => bodies::contact(name, results),
        "025-centre-of-mass" => curves::centre_of_mass(name, results),
        "025-crawl" => motion::crawl(name, results),
        "025-best-rotations" => motion::best_rotations(name, results),
        "025-turned-back" => turn::turned_back(name, results),
        "025-planted-foot" => floor::planted_foot(name, results),
        "025-search" => studies::search(name, results),
        "025-signs" => studies::signs(name, results),
        "025-sensitivity" => studies::sensitivity(name, results),
        "025-sixteen" => sixteen::sixteen(name, results),
        _ => unreachable!("every name has its figure"),
    }
}

/// The number of a muscle's mode among all modes.
fn mode_number(muscle: usize) -> usize {
    RIGID_MODES + muscle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        experiments::modal_muscles::{Gait, Motion, Parameters, reproduce},
        figures::{animation, assert_sound},
        mesh::Caterpillar,
    };

    /// As few vertices as there can be, one muscle, one step, nothing that moves.
    fn tiny() -> Parameters {
        let still = |motion: Motion| Motion {
            steps: 1,
            gait: Gait { amplitudes: vec![0.0], periods: vec![1.0], phases: vec![0.0] },
            ..motion
        };
        let default = Parameters::default();
        Parameters {
            caterpillar: Caterpillar { columns: 9, rows: 5, legs: 2, ..Caterpillar::default() },
            muscles: 1,
            signs: vec![1.0],
            skinning_modes: 1,
            clusters: 1,
            iterations: 1,
            floating: still(default.floating.clone()),
            crawling: still(default.crawling.clone()),
            gravity: 0.0,
            contact_points: 1,
            descent_iterations: 1,
            descent_amplitude: 0.0,
            ..default
        }
    }

    #[test]
    fn figures_of_a_tiny_experiment() {
        let results = reproduce(&tiny()).unwrap();
        assert_sound(&figures(&results).unwrap(), &NAMES);
        let Reproduction { model, operators, contact, crawl, floating, parameters, .. } = &results;
        let single = [
            single_crawl("crawl", model, contact, crawl, parameters).unwrap(),
            single_floating(model, floating, parameters).unwrap(),
            single_descent(&results.descent, parameters).unwrap(),
        ];
        assert_sound(&single, &["crawl", "floating", "descent"]);
        animation::assert_sound(&animations(&results).unwrap(), &ANIMATIONS);
        let single = [
            animated_crawl(model, contact, crawl, parameters).unwrap(),
            animated_floating(model, floating, parameters).unwrap(),
        ];
        assert!(single.iter().all(|animation| animation.frames.len() == 1));
        animation::assert_sound(&single, &["crawl", "floating"]);
        let film = animated_descent(model, operators, &results.descent, parameters).unwrap();
        animation::assert_sound(&[film], &["descent"]);
    }

    /// A descent of more iterations than an animation has frames.
    #[test]
    fn animation_of_a_long_descent() {
        let parameters = Parameters { descent_iterations: 200, ..tiny() };
        let Reproduction { model, operators, descent, parameters, .. } =
            reproduce(&parameters).unwrap();
        let film = animated_descent(&model, &operators, &descent, &parameters).unwrap();
        assert_eq!(film.frames.len(), 239);
        animation::assert_sound(&[film], &["descent"]);
    }

    /// Muscles that are driven, and land the body on the floor.
    #[test]
    fn figures_of_a_short_experiment() {
        let mut parameters = Parameters { muscles: 2, signs: vec![1.0, -1.0], ..tiny() };
        for motion in [&mut parameters.floating, &mut parameters.crawling] {
            motion.steps = 7;
            motion.gait = Gait {
                amplitudes: vec![0.5, 0.0],
                periods: vec![0.5, 1.0],
                phases: vec![0.0, 0.5],
            };
        }
        parameters.gravity = -9.8;
        let results = reproduce(&parameters).unwrap();
        assert_sound(&figures(&results).unwrap(), &NAMES);
        let animations = animations(&results).unwrap();
        let frames: Vec<usize> = animations.iter().map(|film| film.frames.len()).collect();
        assert_eq!(frames, [3, 7, 7]);
        animation::assert_sound(&animations, &ANIMATIONS);
    }
}
