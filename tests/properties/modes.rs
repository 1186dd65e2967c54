//! What holds for the modes of any mesh.

use modebook::{
    linalg::{column, mass_dot, norm},
    reduction::{Clusters, linear_modal_analysis, skinning_eigenmodes, stiffness_and_masses},
};
use proptest::prelude::*;

use super::meshes::{any_mesh, pieces};

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// `|K phi - lambda M phi|` is at most 1e-12 of `|K|_1 |phi|`, modes are M-orthonormal to 1e-12,
    /// and each piece has three rigid motions, and one constant skinning weight.
    #[test]
    fn every_piece_moves_rigidly_on_its_own(bodies in prop::collection::vec(any_mesh(), 1..5), more in 1..9_usize) {
        let mesh = pieces(&bodies);
        let rigid = 3 * bodies.len();
        let modes = linear_modal_analysis(&mesh, rigid + more).expect("enough degrees of freedom");
        let (K, M) = stiffness_and_masses(&mesh);
        for (i, lambda) in modes.values.iter().enumerate() {
            let phi = column(&modes.vectors, i);
            let mut residual = vec![0.0; phi.len()];
            K.multiply(phi, &mut residual);
            residual.iter_mut().zip(phi.iter().zip(&M)).for_each(|(r, (x, m))| *r -= lambda * m * x);
            prop_assert!(norm(&residual) <= 1e-12 * K.one_norm() * norm(phi), "mode {}", i);
            for j in 0..=i {
                let product = mass_dot(&M, phi, column(&modes.vectors, j));
                prop_assert!((product - f64::from(i == j)).abs() <= 1e-12, "{} and {}: {}", i, j, product);
            }
        }
        let first = modes.values[rigid];
        let largest = modes.values[..rigid].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        prop_assert!(largest <= 1e-8 * first, "{} rigid modes: {:?}", rigid, modes.values);

        let weights = skinning_eigenmodes(&mesh, bodies.len() + 1).expect("enough vertices").values;
        let last = weights[bodies.len()];
        prop_assert!(weights[..bodies.len()].iter().all(|value| value.abs() <= 1e-8 * last), "{:?}", weights);
    }

    /// The clusters are the same on any number of threads.
    #[test]
    fn labels_do_not_depend_on_threads(mesh in any_mesh(), count in 1..8_usize, seed in prop::num::u32::ANY) {
        let weights = skinning_eigenmodes(&mesh, 4).expect("enough vertices").vectors;
        let count = count.min(mesh.triangle_count());
        let labels = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| {
                let again = skinning_eigenmodes(&mesh, 4).expect("enough vertices").vectors;
                Clusters::new(&mesh, again.as_ref(), count, seed).expect("fewer than triangles")
            })
        });
        prop_assert_eq!(&labels[0], &labels[1]);
        prop_assert_eq!(&labels[0], &Clusters::new(&mesh, weights.as_ref(), count, seed).expect("as before"));
        prop_assert!(labels[0].labels.iter().all(|label| *label < count));
    }
}
