//! What holds for energies in any state of any mesh.

use faer::Mat;
use modebook::{
    energies::{
        BestRotations, ClusteredArap, Curvature, ElasticEnergy, Energy, LinearElasticity, Material,
    },
    fem::{Assembly, LinearTriangles},
    linalg::{column_mut, norm, product},
    mesh::Mesh,
};
use nalgebra::{Matrix2, Matrix4};
use proptest::prelude::*;

use super::{
    material,
    meshes::{any_mesh, polygon},
};

/// The rest state, stretched and shaken.
fn shaken(mesh: &Mesh, seed: u64) -> Vec<f64> {
    let wave = |i: usize| 0.2 * ((seed % 1000) as f64 + 12.9898 * i as f64).sin();
    mesh.rest_state().iter().enumerate().map(|(i, x)| 1.1 * x + wave(i)).collect()
}

fn turned(state: &[f64], angle: f64, [tx, ty]: [f64; 2]) -> Vec<f64> {
    let (sin, cos) = angle.sin_cos();
    let points = state.as_chunks::<2>().0.iter();
    points.flat_map(|[x, y]| [cos * x - sin * y + tx, sin * x + cos * y + ty]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// The neo-Hookean energy of any state is that of the state moved rigidly. Linear elasticity
    /// takes translations so, and charges for turns.
    #[test]
    fn elastic_energy_is_invariant(
        mesh in any_mesh(), material in material(), seed in prop::num::u64::ANY, angle in 0.5..5.5, shift in prop::array::uniform2(-3.0..3.0)
    ) {
        let triangles = LinearTriangles::new(&mesh);
        let assembly = Assembly::new(mesh.triangles(), mesh.vertex_count(), 2);
        let (triangles, assembly) = (&triangles, &assembly);
        let x = shaken(&mesh, seed);
        let moved = turned(&x, angle, shift);
        let neo_hookean = ElasticEnergy { material, triangles, assembly };
        let (before, after) = (neo_hookean.energy(&x), neo_hookean.energy(&moved));
        prop_assert!((before - after).abs() <= 1e-11 * before, "{before} {after}");

        let material = LinearElasticity { mu: material.mu, lambda: material.lambda };
        let linear = ElasticEnergy { material, triangles, assembly };
        let before = linear.energy(&x);
        let after = linear.energy(&turned(&x, 0.0, shift));
        prop_assert!((before - after).abs() <= 1e-11 * before, "{before} {after}");
        let area: f64 = triangles.areas().iter().sum();
        let charged = linear.energy(&turned(mesh.rest_state(), angle, shift));
        let known = 2.0 * (material.mu + material.lambda) * area * (1.0 - angle.cos()).powi(2);
        prop_assert!((charged - known).abs() <= 1e-10 * known, "{charged} {known}");
    }

    /// So is clustered ARAP, towards any target; towards the rest shape a rigid motion costs nothing.
    #[test]
    fn clustered_arap_is_invariant(
        mesh in polygon(), clusters in 1..5_usize, seed in prop::num::u64::ANY, angle in -7.0..7.0, shift in prop::array::uniform2(-3.0..3.0)
    ) {
        let triangles = LinearTriangles::new(&mesh);
        let labels: Vec<usize> = (0..triangles.count()).map(|e| e % clusters).collect();
        let n = mesh.dofs();
        let JB = triangles.stacked_gradients(Mat::<f64>::identity(n, n).as_ref());
        let mut V_JB = JB.clone();
        for j in 0..n {
            for (e, area) in triangles.areas().iter().enumerate() {
                column_mut(&mut V_JB, j)[4 * e..][..4].iter_mut().for_each(|F| *F *= area);
            }
        }
        let L_B = product(JB.transpose(), V_JB.as_ref());
        let rest = [1.0, 0.0, 0.0, 1.0].repeat(triangles.count());
        let other: Vec<f64> = rest.iter().enumerate().map(|(i, y)| y + 0.3 * ((seed % 77 + i as u64) as f64).sin()).collect();
        for targets in [&rest, &other] {
            let mut sums = Mat::<f64>::zeros(4 * clusters, n);
            for j in 0..n {
                for (e, &label) in labels.iter().enumerate() {
                    let matrix = |m: &[f64]| Matrix2::new(m[0], m[1], m[2], m[3]);
                    let F = matrix(&column_mut(&mut V_JB, j)[4 * e..][..4]);
                    let A = F * matrix(&targets[4 * e..][..4]).transpose();
                    for (k, entry) in A.transpose().iter().enumerate() {
                        sums[(4 * label + k, j)] += entry;
                    }
                }
            }
            let rotations = BestRotations::new(sums.as_ref());
            let energy = ClusteredArap {
                stiffness: 3.0, areas: triangles.areas(), labels: &labels, JB: &JB, targets, L_B: &L_B, rotations: &rotations,
            };
            let x = shaken(&mesh, seed);
            let (before, after) = (energy.energy(&x), energy.energy(&turned(&x, angle, shift)));
            prop_assert!((before - after).abs() <= 1e-11 * before, "{before} {after}");
            if targets == &rest {
                prop_assert!(energy.energy(&turned(mesh.rest_state(), angle, shift)) <= 1e-12 * before);
            }
        }
    }

    #[test]
    fn hessian_matches_differences(mesh in any_mesh(), material in material(), seed in prop::num::u64::ANY) {
        let triangles = LinearTriangles::new(&mesh);
        let assembly = Assembly::new(mesh.triangles(), mesh.vertex_count(), 2);
        let energy = ElasticEnergy { material, triangles: &triangles, assembly: &assembly };
        let x = shaken(&mesh, seed);
        let direction: Vec<f64> = (0..x.len()).map(|i| (i as f64 + (seed % 99) as f64).cos()).collect();
        let h = 1e-5;
        let gradient = |t: f64| {
            let at: Vec<f64> = x.iter().zip(&direction).map(|(x, d)| x + t * d).collect();
            let mut gradient = vec![0.0; x.len()];
            energy.add_gradient(&at, &mut gradient);
            gradient
        };
        let mut hessian = assembly.zeros();
        energy.add_hessian(&x, Curvature::Exact, &mut hessian);
        let mut product = vec![0.0; x.len()];
        hessian.multiply(&direction, &mut product);
        let error: Vec<f64> = gradient(h).iter().zip(gradient(-h)).zip(&product)
            .map(|((after, before), p)| (after - before) / (2.0 * h) - p).collect();
        prop_assert!(norm(&error) <= 1e-6 * norm(&product), "{:e} of {:e}", norm(&error), norm(&product));
    }

    /// The projected Hessian is the one with negative eigenvalues set to zero, and no other positive
    /// semidefinite matrix is nearer, the ones close to it least of all.
    #[test]
    fn projection_is_the_nearest(
        material in material(), F in prop::array::uniform4(-2.0..2.0), other in prop::array::uniform16(-1.0..1.0), size in -6.0..1.0
    ) {
        let hessian = material.hessian(&Matrix2::from_row_slice(&F));
        let exact = hessian.to_matrix();
        let projected = hessian.projected().to_matrix();
        let mut eigen = exact.symmetric_eigen();
        eigen.eigenvalues.apply(|value| *value = value.max(0.0));
        prop_assert!((projected - eigen.recompose()).norm() <= 1e-11 * exact.norm());
        prop_assert!(projected.symmetric_eigenvalues().min() >= -1e-12 * exact.norm());
        // (S + t A)(S + t A)' with the root S of the projection is positive semidefinite.
        eigen.eigenvalues.apply(|value| *value = value.sqrt());
        let root = eigen.recompose() + 10_f64.powf(size) * exact.norm().sqrt() * Matrix4::from_row_slice(&other);
        let nearby = root * root.transpose();
        prop_assert!((nearby - exact).norm() >= (1.0 - 1e-11) * (projected - exact).norm() - 1e-11 * exact.norm());
    }
}
