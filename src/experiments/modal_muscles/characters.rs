use faer::Mat;

use super::{Model, Operators};
use crate::{
    energies::BestRotations,
    linalg::{column, dense_times_vector, dot},
};

/// What kind of motion a muscle mode is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModeCharacter {
    /// How stiffly the passive flesh holds the mode at rest: the second derivative of its energy
    /// along the mode, at unit stiffness.
    pub passive_stiffness: f64,
    /// The same of the muscles.
    pub active_stiffness: f64,
    /// Inner product with the mirror image of the mode in the body's vertical axis: 1 if the mode
    /// is symmetric, -1 if its mirror image is the same motion backwards.
    pub mirror: f64,
}

/// The character of every muscle mode.
// ANCHOR: mode_characters
pub fn mode_characters(model: &Model, operators: &Operators) -> Vec<ModeCharacter> {
    let curvature = |map: &Mat<f64>| {
        let mut hessian = operators.L_B.clone();
        BestRotations::new(map.as_ref()).add_hessian(-1.0, &model.z_rest, &mut hessian);
        hessian
    };
    let muscles = model.ceilings.len();
    // At rest the muscles ask for the rest pose.
    let [passive, active] = [&operators.C_passive, &operators.K_active[muscles]].map(curvature);
    let along = |hessian: &Mat<f64>, d: &[f64]| {
        let mut product = vec![0.0; d.len()];
        dense_times_vector(hessian.as_ref(), d, &mut product);
        dot(d, &product)
    };
    let opposite = opposite_vertices(model.creature.mesh.positions());
    (0..muscles)
        .map(|k| {
            let field = column(&model.muscles, k);
            let d = model.subspace.project(&model.creature.unit_masses, field);
            ModeCharacter {
                passive_stiffness: along(&passive, &d),
                active_stiffness: along(&active, &d),
                mirror: with_mirror_image(&model.creature.unit_masses, field, &opposite),
            }
        })
        .collect()
}
// ANCHOR_END: mode_characters

/// For every vertex the one that lies nearest to its mirror image.
fn opposite_vertices(positions: &[[f64; 2]]) -> Vec<usize> {
    let distance = |[x, y]: [f64; 2], j: usize| (positions[j][0] + x).hypot(positions[j][1] - y);
    let nearest = |&position: &[f64; 2]| {
        (0..positions.len())
            .min_by(|&a, &b| distance(position, a).total_cmp(&distance(position, b)))
            .unwrap_or(0)
    };
    positions.iter().map(nearest).collect()
}

/// Inner product, in the mass norm, of a displacement field with its mirror image.
fn with_mirror_image(masses: &[f64], field: &[f64], opposite: &[usize]) -> f64 {
    let field = field.as_chunks::<2>().0;
    let masses = masses.as_chunks::<2>().0;
    let product = |(i, &j): (usize, &usize)| {
        masses[i][0] * (field[i][1] * field[j][1] - field[i][0] * field[j][0])
    };
    opposite.iter().enumerate().map(product).sum()
}
