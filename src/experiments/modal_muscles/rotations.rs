use super::{Operators, step_energy::best_rotations};

/// The rotations that fit best to a state, as angles in radians.
#[derive(Clone, Debug, PartialEq)]
pub struct Rotations {
    /// That of every cluster.
    pub clusters: Vec<f64>,
    /// That of the muscles, for the shape of an activation.
    pub muscles: f64,
}

impl From<[&[f64]; 2]> for Rotations {
    /// From those of the clusters and that of the muscles, each as (cos, sin).
    fn from(rotations: [&[f64]; 2]) -> Self {
        let [clusters, muscles] = rotations.map(|rotations| {
            let rotations = rotations.as_chunks().0.iter();
            rotations.map(|[cos, sin]: &[f64; 2]| sin.atan2(*cos)).collect::<Vec<f64>>()
        });
        Self { clusters, muscles: muscles[0] }
    }
}

/// The best rotations of a state under an activation.
pub fn rotations(operators: &Operators, z: &[f64], a: &[f64]) -> Rotations {
    let fitted = best_rotations(operators, a).map(|best| {
        let mut rotations = vec![0.0; best.map().nrows()];
        best.fit(z, &mut rotations);
        rotations
    });
    Rotations::from(fitted.each_ref().map(Vec::as_slice))
}
