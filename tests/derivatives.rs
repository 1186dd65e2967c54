//! Every derivative against central differences, and the closed form of the projection against an
//! eigendecomposition.

use faer::Mat;
use modebook::{
    energies::{
        BestRotations, ClusteredArap, Curvature, ElasticEnergy, Energy, Gravity, Inertia,
        LinearElasticity, Material, NeoHookean, Pin, momentum_target,
    },
    experiments::skinning_eigenmodes::{Beam, Parameters, StepPotential},
    fem::{Assembly, LinearTriangles},
    linalg::{SymmetricSparse, accumulate, column_mut, norm, product},
    mesh::{Mesh, triangulated_grid},
    solvers::central_difference_gradient,
};
use nalgebra::{Matrix2, Matrix4, Vector4};
use rand_distr::{Distribution, Uniform};
use rand_pcg::{Pcg64, rand_core::SeedableRng};

/// Relative error of central differences with step 1e-5: 1e-10 of truncation, 1e-11 of round-off,
/// and room for both.
const TOLERANCE: f64 = 1e-8;

fn random(seed: u64, count: usize, size: f64) -> Vec<f64> {
    let uniform = Uniform::new(-size, size).expect("a proper interval");
    let mut generator = Pcg64::seed_from_u64(seed);
    (0..count).map(|_| uniform.sample(&mut generator)).collect()
}

fn mesh() -> Mesh {
    triangulated_grid(5, 4, 2.0, 1.0).expect("a sound grid")
}

/// The rest state, pushed far enough to invert some triangles.
fn state(mesh: &Mesh) -> Vec<f64> {
    mesh.rest_state().iter().zip(random(1, mesh.dofs(), 0.3)).map(|(x, noise)| x + noise).collect()
}

fn gradient(energy: &impl Energy, x: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; x.len()];
    energy.add_gradient(x, &mut gradient);
    gradient
}

fn hessian_times(
    energy: &impl Energy,
    zeros: &SymmetricSparse,
    x: &[f64],
    direction: &[f64],
) -> Vec<f64> {
    let mut hessian = zeros.clone();
    energy.add_hessian(x, Curvature::Exact, &mut hessian);
    let mut product = vec![0.0; x.len()];
    hessian.multiply(direction, &mut product);
    product
}

#[track_caller]
fn assert_close(ours: &[f64], differences: &[f64]) {
    let error: Vec<f64> = ours.iter().zip(differences).map(|(a, b)| a - b).collect();
    let scale = norm(differences).max(1e-12);
    assert!(norm(&error) <= TOLERANCE * scale, "off by {:e} of {scale:e}", norm(&error));
}

fn check(energy: &impl Energy, mesh: &Mesh) {
    let x = state(mesh);
    let h = 1e-5;
    assert_close(&gradient(energy, &x), &central_difference_gradient(|x| energy.energy(x), &x, h));

    let direction = random(2, x.len(), 1.0);
    let shifted =
        |t: f64| -> Vec<f64> { x.iter().zip(&direction).map(|(x, d)| x + t * d).collect() };
    let (after, before) = (gradient(energy, &shifted(h)), gradient(energy, &shifted(-h)));
    let differences: Vec<f64> =
        after.iter().zip(&before).map(|(a, b)| (a - b) / (2.0 * h)).collect();
    let zeros = Assembly::new(mesh.triangles(), mesh.vertex_count(), 2).zeros();
    assert_close(&hessian_times(energy, &zeros, &x, &direction), &differences);
}

fn check_material(material: impl Material) {
    let mesh = mesh();
    let triangles = LinearTriangles::new(&mesh);
    let assembly = Assembly::new(mesh.triangles(), mesh.vertex_count(), 2);
    check(&ElasticEnergy { material, triangles: &triangles, assembly: &assembly }, &mesh);
}

#[test]
fn linear_elasticity() {
    check_material(LinearElasticity { mu: 2.0, lambda: 3.0 });
}

#[test]
fn neo_hookean() {
    check_material(NeoHookean { mu: 2.0, lambda: 3.0 });
}

#[test]
fn inertia() {
    let mesh = mesh();
    let masses: Vec<f64> = random(3, mesh.dofs(), 0.5).iter().map(|m| m + 1.0).collect();
    let target = momentum_target(&state(&mesh), mesh.rest_state());
    check(&Inertia { masses: &masses, target: &target, time_step: 0.1 }, &mesh);
}

#[test]
fn gravity() {
    let mesh = mesh();
    check(&Gravity { force: &random(4, mesh.dofs(), 1.0), rest: mesh.rest_state() }, &mesh);
}

#[test]
fn pin() {
    let mesh = mesh();
    check(&Pin { vertices: &[0, 5, 7], rest: mesh.rest_state(), stiffness: 30.0 }, &mesh);
}

/// The potential of a time step, with the pull of a hand and without.
#[test]
fn step_potential() {
    let beam = Beam::new(mesh(), &Parameters::default()).expect("sound");
    let target = random(6, beam.mesh.dofs(), 1.0);
    let held = random(7, beam.mesh.dofs(), 1.0);
    let pull = Pin { vertices: &[beam.tip], rest: &held, stiffness: 40.0 };
    let pulled = |pull| StepPotential::new(&beam, &target, 0.02).pulled(pull);
    for pull in [None, Some(pull)] {
        check(&pulled(pull), &beam.mesh);
    }
    let x = state(&beam.mesh);
    let force: Vec<f64> = gradient(&pulled(Some(pull)), &x)
        .iter()
        .zip(gradient(&pulled(None), &x))
        .map(|(with, without)| with - without)
        .collect();
    let tip = 2 * beam.tip..2 * beam.tip + 2;
    for (i, force) in force.iter().enumerate() {
        let expected = if tip.contains(&i) { 40.0 * (x[i] - held[i]) } else { 0.0 };
        assert!((force - expected).abs() < 1e-8, "{i}: {force} against {expected}");
    }
}

/// Deformation gradients of every kind: random ones, inverted, singular, similarities,
/// anti-similarities, zero.
fn deformation_gradients() -> Vec<Matrix2<f64>> {
    let entries = random(5, 4 * 200, 2.0);
    let mut all: Vec<_> =
        entries.chunks_exact(4).map(|e| Matrix2::new(e[0], e[1], e[2], e[3])).collect();
    let (sin, cos) = 0.7_f64.sin_cos();
    all.extend([
        Matrix2::identity(),
        Matrix2::new(cos, -sin, sin, cos) * 0.3,
        Matrix2::new(cos, sin, sin, -cos) * 1.7,
        Matrix2::new(1.0, 2.0, 2.0, 4.0),
        Matrix2::zeros(),
    ]);
    all
}

/// The Hessian of the density over (F11, F12, F21, F22), from differences of the stress.
fn hessian_by_differences(material: &impl Material, F: &Matrix2<f64>) -> Matrix4<f64> {
    let h = 1e-5;
    let stress = |k: usize, t: f64| {
        let mut shifted = *F;
        shifted[(k / 2, k % 2)] += t;
        let P = material.stress(&shifted);
        Vector4::new(P.m11, P.m12, P.m21, P.m22)
    };
    Matrix4::from_columns(&[0, 1, 2, 3].map(|k| (stress(k, h) - stress(k, -h)) / (2.0 * h)))
}

#[test]
fn projection_is_the_nearest_positive_semidefinite_matrix() {
    let material = NeoHookean { mu: 2.0, lambda: 3.0 };
    let mut indefinite = 0;
    for F in deformation_gradients() {
        let hessian = material.hessian(&F);
        let exact = hessian.to_matrix();
        let error = (exact - hessian_by_differences(&material, &F)).norm();
        assert!(error <= TOLERANCE * exact.norm(), "F = {F}: off by {error:e}");

        let mut eigen = exact.symmetric_eigen();
        indefinite += usize::from(eigen.eigenvalues.min() < 0.0);
        eigen.eigenvalues.apply(|value| *value = value.max(0.0));
        let error = (hessian.projected().to_matrix() - eigen.recompose()).norm();
        assert!(error <= 1e-12 * exact.norm(), "F = {F}: projection off by {error:e}");
    }
    assert!(indefinite > 50, "the sample must put the projection to work: {indefinite}");
}

#[test]
fn corner_block_is_the_density_hessian_in_corner_coordinates() {
    let material = NeoHookean { mu: 2.0, lambda: 3.0 };
    let mesh = mesh();
    let triangles = LinearTriangles::new(&mesh);
    let gradients = triangles.shape_gradients()[3];
    for F in deformation_gradients() {
        let hessian = material.hessian(&F).projected();
        // Column (a, x) of G is the change of (F11, F12, F21, F22) when corner a moves along x.
        let column = |i: usize| {
            let g = gradients[i / 2];
            if i.is_multiple_of(2) {
                Vector4::new(g.x, g.y, 0.0, 0.0)
            } else {
                Vector4::new(0.0, 0.0, g.x, g.y)
            }
        };
        let block = hessian.corner_block(&gradients, 0.7);
        let mut entries = block.iter();
        for i in 0..6 {
            for j in 0..=i {
                let expected = 0.7 * column(i).dot(&(hessian.to_matrix() * column(j)));
                let entry = entries.next().expect("21 entries");
                assert!(
                    (entry - expected).abs() < 1e-10 * hessian.to_matrix().norm().max(1.0),
                    "({i}, {j})"
                );
            }
        }
    }
}

/// Clusters of triangles that match stretched, turned and sheared targets, over all degrees of
/// freedom and over some of them.
#[test]
fn clustered_arap() {
    let mesh = mesh();
    let triangles = LinearTriangles::new(&mesh);
    let labels: Vec<usize> = (0..triangles.count()).map(|e| e % 3).collect();
    let targets: Vec<f64> = random(3, 4 * triangles.count(), 0.4)
        .iter()
        .enumerate()
        .map(|(i, noise)| noise + if i % 4 % 3 == 0 { 1.0 } else { 0.0 })
        .collect();
    for columns in [mesh.dofs(), 7] {
        let entries = random(4, mesh.dofs() * columns, 1.0);
        let basis = match columns {
            7 => Mat::from_fn(mesh.dofs(), 7, |i, j| entries[7 * i + j]),
            n => Mat::identity(n, n),
        };
        let z = match columns {
            7 => random(5, 7, 1.0),
            _ => state(&mesh),
        };
        let JB = triangles.stacked_gradients(basis.as_ref());
        let mut V_JB = JB.clone();
        let mut sums = Mat::<f64>::zeros(12, columns);
        for j in 0..columns {
            for (e, area) in triangles.areas().iter().enumerate() {
                let F = &mut column_mut(&mut V_JB, j)[4 * e..][..4];
                F.iter_mut().for_each(|F| *F *= area);
                let (F, Y) = (Matrix2::new(F[0], F[1], F[2], F[3]), &targets[4 * e..][..4]);
                let stretched = F * Matrix2::new(Y[0], Y[1], Y[2], Y[3]).transpose();
                for (k, entry) in stretched.transpose().iter().enumerate() {
                    sums[(4 * labels[e] + k, j)] += entry;
                }
            }
        }
        let energy = ClusteredArap {
            stiffness: 3.0,
            areas: triangles.areas(),
            labels: &labels,
            JB: &JB,
            targets: &targets,
            L_B: &product(JB.transpose(), V_JB.as_ref()),
            rotations: &BestRotations::new(sums.as_ref()),
        };
        let gradient = |z: &[f64]| {
            let mut gradient = vec![0.0; z.len()];
            energy.add_gradient(z, &mut gradient);
            gradient
        };
        let h = 1e-5;
        assert_close(&gradient(&z), &central_difference_gradient(|z| energy.energy(z), &z, h));

        let direction = random(6, columns, 1.0);
        let shifted =
            |t: f64| -> Vec<f64> { z.iter().zip(&direction).map(|(z, d)| z + t * d).collect() };
        let (after, before) = (gradient(&shifted(h)), gradient(&shifted(-h)));
        let differences: Vec<f64> =
            after.iter().zip(&before).map(|(a, b)| (a - b) / (2.0 * h)).collect();
        let mut hessian = Mat::zeros(columns, columns);
        energy.add_hessian(&z, &mut hessian);
        let mut times_direction = vec![0.0; columns];
        accumulate(&hessian, &direction, &mut times_direction);
        assert_close(&times_direction, &differences);
    }
}

/// The rotation of two numbers against the polar factor by singular value decomposition, for
/// matrices that mirror too.
#[test]
fn best_rotations_are_polar_factors() {
    for F in deformation_gradients() {
        let stacked = Mat::from_fn(4, 1, |i, _| F[(i / 2, i % 2)]);
        let mut rotation = [0.0; 2];
        BestRotations::new(stacked.as_ref()).fit(&[1.0], &mut rotation);
        let [cos, sin] = rotation;
        let ours = Matrix2::new(cos, -sin, sin, cos);
        assert!((ours.determinant() - 1.0).abs() < 1e-14);

        let svd = F.svd(true, true);
        let (U, V_t) = (svd.u.expect("asked for"), svd.v_t.expect("asked for"));
        let sign = (U * V_t).determinant().signum();
        let polar = U * Matrix2::new(1.0, 0.0, 0.0, sign) * V_t;
        // Where both stretches cancel, every rotation fits alike: then only the fit is compared.
        let (fit, best) = (ours.dot(&F), polar.dot(&F));
        assert!((fit - best).abs() <= 1e-12 * F.norm().max(1.0), "F = {F}: {fit} against {best}");
    }
}
