use faer::Mat;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::{Pcg64, rand_core::SeedableRng};
use rayon::prelude::*;

use super::{
    Creature, Error, Model, RIGID_MODES,
    noise::{LAST_PLACES, with_noise},
};
use crate::{
    linalg::{column, mass_dot},
    mesh::Mesh,
    reduction::{eigenmodes, ritz_vectors, stiffness_and_masses},
};

/// The signs of the muscle modes when the vertices are moved by noise in the last places: by our
/// rule, and without one, by where the eigensolver starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Starts {
    /// Number of draws of the noise.
    pub draws: u64,
    /// In how many draws each muscle mode comes out against the model's, oriented by the rule.
    pub by_rule: Vec<usize>,
    /// Not oriented, from a vector of ones, a translation: where the notebook's solver starts.
    pub ones: Start,
    /// Not oriented, from a vector of random numbers.
    pub generic: Start,
}

/// What a start vector of an eigensolver does to the signs of the muscle modes.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The share of the start vector along each muscle mode, in the mass norm.
    pub shares: Vec<f64>,
    /// In how many draws each muscle mode comes out against that of the first.
    pub turned: Vec<usize>,
}

/// Lanczos steps that the muscle modes are found in.
const STEPS: usize = 32;

/// Finds the muscle modes of meshes that differ by noise in the last places.
///
/// # Errors
/// [`Error`] if the noise spoils the mesh.
// ANCHOR: starts
pub fn starts(model: &Model, draws: u64) -> Result<Starts, Error> {
    let Creature { mesh, unit_masses: masses, .. } = &model.creature;
    let muscles = model.ceilings.len();
    let mut random = Pcg64::seed_from_u64(0);
    let ones = vec![1.0; mesh.dofs()];
    let generic: Vec<f64> = ones.iter().map(|_| StandardNormal.sample(&mut random)).collect();
    let mode = |k: usize| column(&model.modes.vectors, RIGID_MODES + k);
    // Whether each of our modes is found as it is, and not as its opposite.
    let agrees = |found: &Mat<f64>| -> Vec<bool> {
        let product = |k, j| mass_dot(masses, mode(k), column(found, j));
        let nearest = |k| {
            let all = (0..found.ncols()).map(|j| product(k, j));
            all.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0)
        };
        (0..muscles).map(|k| nearest(k) > 0.0).collect()
    };
    let draw = |seed: u64| -> Result<[Vec<bool>; 3], Error> {
        let positions = with_noise(mesh.rest_state(), LAST_PLACES, seed);
        let moved = Mesh::new(positions.as_chunks().0.to_vec(), mesh.triangles().to_vec())?;
        let (K, M) = stiffness_and_masses(&moved);
        let oriented = eigenmodes(&K, &M, RIGID_MODES + muscles)?.vectors;
        let [from_ones, from_generic] = ritz_vectors(&K, &M, [&ones, &generic], STEPS)?;
        Ok([oriented, from_ones, from_generic].map(|found| agrees(&found)))
    };
    let signs = (0..draws).into_par_iter().map(draw).collect::<Result<Vec<_>, _>>()?;
    let count = |turned: &dyn Fn(&[Vec<bool>; 3], usize) -> bool| -> Vec<usize> {
        (0..muscles).map(|k| signs.iter().filter(|draw| turned(draw, k)).count()).collect()
    };
    let start = |i: usize, vector: &[f64]| {
        let length = mass_dot(masses, vector, vector).sqrt();
        let share = |k| mass_dot(masses, mode(k), vector).abs() / length;
        Start {
            shares: (0..muscles).map(share).collect(),
            turned: count(&|draw, k| draw[i][k] != signs[0][i][k]),
        }
    };
    let by_rule = count(&|draw, k| !draw[0][k]);
    Ok(Starts { draws, by_rule, ones: start(1, &ones), generic: start(2, &generic) })
}
// ANCHOR_END: starts
