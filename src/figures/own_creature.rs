//! The figures of the page *Your own creature*.

use super::{Animation, Figure, FigureError, modes, notebook_025};
use crate::experiments::{modal_muscles::Motion, own_creature::OwnCreature};

/// The names of the figures.
pub const NAMES: [&str; 3] = ["own-mesh", "own-modes", "own-crawl"];

/// The names of the animations.
pub const ANIMATIONS: [&str; 1] = ["own-found"];

/// Draws every figure, in the order of [`NAMES`].
///
/// # Errors
/// [`FigureError`] for the first figure that cannot be drawn.
pub fn figures(results: &OwnCreature) -> Result<Vec<Figure>, FigureError> {
    let OwnCreature { model, contact, crawl, parameters, .. } = results;
    let [mesh, own_modes, own_crawl] = NAMES;
    Ok(vec![
        notebook_025::body_over_floor(mesh, &model.creature.mesh, contact, parameters)?,
        modes(own_modes, &model.creature.mesh, &model.modes)?,
        notebook_025::single_crawl(own_crawl, model, contact, crawl, parameters)?,
    ])
}

/// Draws the frames of every animation, in the order of [`ANIMATIONS`].
///
/// # Errors
/// [`FigureError`] for the first frame that cannot be drawn.
pub fn animations(results: &OwnCreature) -> Result<Vec<Animation>, FigureError> {
    let OwnCreature { model, contact, found, found_crawl, parameters, .. } = results;
    let mut parameters = parameters.clone();
    parameters.crawling = Motion {
        gait: found.gait.clone(),
        steps: found_crawl.centre_of_mass.len(),
        ..parameters.crawling
    };
    let [own_found] = ANIMATIONS;
    Ok(vec![notebook_025::crawl_in_motion(own_found, model, contact, found_crawl, &parameters)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        experiments::own_creature::own_creature,
        figures::{animation, assert_sound},
    };

    #[test]
    fn figures_of_the_dinosaur() {
        let results = own_creature().unwrap();
        assert_sound(&figures(&results).unwrap(), &NAMES);
        animation::assert_sound(&animations(&results).unwrap(), &ANIMATIONS);
    }
}
