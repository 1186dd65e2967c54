//! The primer: what its pages say, a test for each statement that can be computed.

use std::{f64::consts::PI, sync::LazyLock};

use faer::{Mat, Side};
use modebook::{
    energies::{LinearElasticity, Material, NeoHookean},
    experiments::{
        modal_muscles::{self, Model, Operators, creature},
        primer::{
            Bend, Chain, Densities, Law, Oscillator, Parameters, ROUND_OFF, TwoSolvers,
            backward_factor, bend, chain, convergence, damping, densities, equilibrium,
            explicit_factor, oscillator, truncation, two_solvers,
        },
        skinning_eigenmodes::{self, Beam, dynamics_beam},
    },
    linalg::{column, mass_dot},
};
use nalgebra::{Matrix2, Vector2};

static PARAMETERS: LazyLock<Parameters> = LazyLock::new(Parameters::default);
static BEND: LazyLock<Bend> = LazyLock::new(|| bend(&PARAMETERS).expect("a strip"));
static BEAM: LazyLock<Beam> =
    LazyLock::new(|| dynamics_beam(&skinning_eigenmodes::Parameters::default()).expect("a beam"));
static DENSITIES: LazyLock<Densities> =
    LazyLock::new(|| densities(&PARAMETERS, BEAM.material).expect("a triangle"));
static OSCILLATOR: LazyLock<Oscillator> =
    LazyLock::new(|| oscillator(&PARAMETERS).expect("a parabola"));
static CHAIN: LazyLock<Chain> = LazyLock::new(|| chain(&PARAMETERS).expect("a chain"));
static TWO_SOLVERS: LazyLock<TwoSolvers> = LazyLock::new(|| {
    let notebook = modal_muscles::Parameters::default();
    let model = Model::new(creature(&notebook).expect("a creature"), &notebook).expect("a model");
    let operators = Operators::new(&model);
    two_solvers(&PARAMETERS, &model, &operators, &notebook).expect("a step")
});

#[track_caller]
fn assert_close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} and {b} differ by {:e}", (a - b).abs());
}

fn turn(angle: f64) -> Matrix2<f64> {
    let (sin, cos) = angle.sin_cos();
    Matrix2::new(cos, -sin, sin, cos)
}

/// A state after every vertex was moved by a function.
fn moved(state: &[f64], by: impl Fn(Vector2<f64>) -> Vector2<f64>) -> Vec<f64> {
    let vertices = state.as_chunks::<2>().0.iter();
    vertices.flat_map(|x| <[f64; 2]>::from(by(Vector2::from(*x)))).collect()
}

// The deformation gradient.

#[test]
fn the_gradient_forgets_where_and_remembers_how_a_body_stands() {
    let R = turn(0.7);
    let shifted = moved(&BEND.state, |x| x + Vector2::new(3.0, -2.0));
    let turned = moved(&BEND.state, |x| R * x);
    for e in 0..BEND.triangles.count() {
        let F = BEND.triangles.deformation_gradient(e, &BEND.state);
        assert_close((BEND.triangles.deformation_gradient(e, &shifted) - F).norm(), 0.0, ROUND_OFF);
        let turned = BEND.triangles.deformation_gradient(e, &turned);
        assert_close((turned - R * F).norm(), 0.0, ROUND_OFF);
    }
}

#[test]
fn the_gradient_takes_edges_to_edges_and_its_determinant_areas_to_areas() {
    let vertex = |state: &[f64], v: usize| Vector2::new(state[2 * v], state[2 * v + 1]);
    for (e, &[a, b, c]) in BEND.mesh.triangles().iter().enumerate() {
        let F = BEND.triangles.deformation_gradient(e, &BEND.state);
        let edges = |state| {
            Matrix2::from_columns(&[
                vertex(state, b) - vertex(state, a),
                vertex(state, c) - vertex(state, a),
            ])
        };
        let (rest, now) = (edges(BEND.mesh.rest_state()), edges(&BEND.state));
        assert_close((F * rest - now).norm(), 0.0, ROUND_OFF);
        assert_close(now.determinant() / rest.determinant(), F.determinant(), ROUND_OFF);
    }
}

#[test]
fn the_gradient_is_a_rotation_times_a_stretch() {
    assert_eq!(BEND.samples.len(), 3);
    for sample in &BEND.samples {
        let stretch = sample.rotation.transpose() * sample.F;
        let [larger, smaller] = sample.stretches;
        assert_close((sample.rotation.transpose() * sample.rotation).trace(), 2.0, ROUND_OFF);
        assert_close(sample.rotation.determinant(), 1.0, ROUND_OFF);
        assert_close(stretch.m12, stretch.m21, ROUND_OFF);
        assert_close(stretch.trace(), larger + smaller, ROUND_OFF);
        assert_close(sample.F.determinant(), larger * smaller, ROUND_OFF);
        assert!(smaller < 0.95 && larger > 1.05, "strained: {sample:?}");
        assert!(sample.angle().abs() > 5.0, "turned: {sample:?}");
    }
}

#[test]
fn half_the_triangle_is_half_as_far_from_the_map() {
    assert_close(BEND.error / BEND.finer_error, 2.0, 0.05);
    for sample in &BEND.samples {
        let known = 1.0 - sample.rest[1] / PARAMETERS.radius;
        assert_close(sample.known_area_ratio, known, ROUND_OFF);
        assert!((sample.F.determinant() - known).abs() < BEND.error);
    }
}

#[test]
fn a_shear_stretches_one_direction_as_much_as_it_shortens_another() {
    let shear = 0.8_f64;
    let found = Matrix2::new(1.0, shear, 0.0, 1.0).singular_values();
    let root = (4.0 + shear * shear).sqrt();
    assert_close(found.max(), 0.5 * (root + shear), ROUND_OFF);
    assert_close(found.min(), 0.5 * (root - shear), ROUND_OFF);
}

#[test]
fn neighbours_agree_along_their_edge() {
    // The two triangles of the first cell share the edge from its second to its third corner.
    let [[_, b, c], ..] = BEND.mesh.triangles() else { panic!("triangles") };
    let position = |v: &usize| Vector2::from(BEND.mesh.positions()[*v]);
    let [first, second] = [0, 1].map(|e| BEND.triangles.deformation_gradient(e, &BEND.state));
    let edge = position(c) - position(b);
    assert_close(((first - second) * edge).norm(), 0.0, ROUND_OFF);
    assert!((first - second).norm() > 0.01);
}

// Elastic energy.

fn linear() -> LinearElasticity {
    let NeoHookean { mu, lambda } = BEAM.material;
    LinearElasticity { mu, lambda: lambda - mu }
}

#[test]
fn a_turn_is_free_but_in_linear_elasticity() {
    let [linear, neo_hookean, as_rigid_as_possible] = DENSITIES.change_by_turning;
    assert!(neo_hookean <= ROUND_OFF && as_rigid_as_possible <= ROUND_OFF);
    assert!(linear > 10.0, "{linear}");
    let NeoHookean { mu, lambda } = DENSITIES.material;
    for (i, angle) in DENSITIES.angles.iter().enumerate() {
        let known = 2.0 * lambda / mu * (1.0 - angle.to_radians().cos()).powi(2);
        assert_close(DENSITIES.turned[Law::Linear as usize][i], known, ROUND_OFF);
        assert_close(DENSITIES.turned[Law::NeoHookean as usize][i], 0.0, ROUND_OFF);
        assert_close(DENSITIES.turned[Law::AsRigidAsPossible as usize][i], 0.0, ROUND_OFF);
    }
}

#[test]
fn densities_are_what_the_principal_stretches_say() {
    let NeoHookean { mu, lambda } = DENSITIES.material;
    for (i, s) in DENSITIES.stretches.iter().enumerate() {
        let squares = (s - 1.0).powi(2) + (1.0 / s - 1.0).powi(2);
        let area_in_the_strain = s + 1.0 / s - 2.0;
        let known = [
            squares + 0.5 * (lambda / mu - 1.0) * area_in_the_strain.powi(2),
            0.5 * (s - 1.0 / s).powi(2),
            squares,
        ];
        for (law, known) in Law::ALL.into_iter().zip(known) {
            assert_close(DENSITIES.stretched[law as usize][i], known, ROUND_OFF);
        }
    }
    // The same with an area that changes, and a turn.
    let F = turn(0.4) * Matrix2::new(1.3, 0.0, 0.0, 0.8) * turn(-1.1);
    let known = 0.5 * mu * 0.5_f64.powi(2) + 0.5 * lambda * (1.3 * 0.8 - 1.0_f64).powi(2);
    assert_close(BEAM.material.density(&F), known, ROUND_OFF * mu);
}

#[test]
fn the_rest_shape_stays_at_rest() {
    for [density, force] in DENSITIES.at_rest {
        assert_close(density, 0.0, ROUND_OFF);
        assert_close(force, 0.0, ROUND_OFF);
    }
    let I = Matrix2::identity();
    assert_eq!(BEAM.material.stress(&I), Matrix2::zeros());
}

#[test]
fn neo_hookean_is_linear_for_small_strains_and_along_a_held_stretch() {
    let mu = BEAM.material.mu;
    let difference = |size: f64| {
        let F = Matrix2::identity() + size * Matrix2::new(0.7, 0.3, 0.3, -0.2);
        (BEAM.material.density(&F) - linear().density(&F)) / mu
    };
    // Of third order.
    assert_close(difference(2e-2) / difference(1e-2), 8.0, 0.5);
    for stretch in [0.1, 0.5, 1.5, 4.0] {
        let F = Matrix2::new(stretch, 0.0, 0.0, 1.0);
        let known = 0.5 * (mu + BEAM.material.lambda) * (stretch - 1.0_f64).powi(2);
        assert_close(BEAM.material.density(&F), known, ROUND_OFF * mu);
        assert_close(linear().density(&F), known, ROUND_OFF * mu);
    }
}

#[test]
fn linear_elasticity_turns_a_turned_body_back() {
    let [linear, others @ ..] = DENSITIES.at_turn;
    let (sin, cos) = PARAMETERS.turn.to_radians().sin_cos();
    let stiffness = DENSITIES.material.lambda / DENSITIES.material.mu;
    assert_close(linear.density, 2.0 * stiffness * (1.0 - cos).powi(2), ROUND_OFF);
    assert_close(linear.torque, -4.0 * stiffness * (1.0 - cos) * sin, ROUND_OFF);
    assert!(linear.torque < -0.1);
    for turned in others {
        assert_close(turned.density, 0.0, ROUND_OFF);
        assert_close(turned.torque, 0.0, ROUND_OFF);
    }
    for turned in DENSITIES.at_turn {
        assert_close(turned.force, 0.0, ROUND_OFF);
    }
    let as_stretch = Matrix2::new(DENSITIES.turn_as_stretch, 0.0, 0.0, 1.0);
    let density = self::linear().density(&as_stretch) / DENSITIES.material.mu;
    assert_close(density, linear.density, ROUND_OFF);
    assert!(DENSITIES.turn_as_stretch > 1.1);
}

// A time step.

#[test]
fn backward_euler_moves_a_spring_as_the_formula_says() {
    let runs = [
        (OSCILLATOR.time_step, &OSCILLATOR.backward),
        (OSCILLATOR.fine_time_step, &OSCILLATOR.fine_backward),
    ];
    for (h, run) in runs {
        let h_omega = h * OSCILLATOR.frequency;
        assert_eq!(run.len() - 1, (PARAMETERS.periods as f64 / h).round() as usize);
        for (step, x) in run.iter().enumerate() {
            let step = step as f64;
            let known = backward_factor(h_omega).powf(step) * (step * h_omega.atan()).cos();
            assert_close(*x, known, ROUND_OFF);
        }
    }
    assert_eq!(OSCILLATOR.newton_iterations, 2);
}

#[test]
fn explicit_steps_keep_the_amplitude() {
    let h_omega = OSCILLATOR.time_step * OSCILLATOR.frequency;
    let angle = (1.0 - 0.5 * h_omega * h_omega).acos();
    for (step, x) in OSCILLATOR.explicit.iter().enumerate() {
        let known = ((step as f64 + 0.5) * angle).cos() / (0.5 * angle).cos();
        assert_close(*x, known, ROUND_OFF);
    }
}

#[test]
fn measured_factors_are_the_derived_ones() {
    assert!(OSCILLATOR.factors.len() >= 8);
    for factors in &OSCILLATOR.factors {
        let h_omega = factors.h_omega;
        assert_close(factors.backward, 1.0 / (1.0 + h_omega * h_omega).sqrt(), ROUND_OFF);
        assert_close(factors.explicit, explicit_factor(h_omega), ROUND_OFF);
        assert!(factors.backward < 1.0, "it damps");
        assert_eq!(factors.explicit > 1.0 + ROUND_OFF, h_omega > 2.0, "{factors:?}");
    }
}

#[test]
fn backward_euler_never_gains_energy() {
    let (h, omega) = (OSCILLATOR.time_step, OSCILLATOR.frequency);
    for step in OSCILLATOR.backward.windows(3) {
        let velocity = (step[1] - step[0]) / h;
        let before = 0.5 * velocity * velocity + 0.5 * (omega * step[1]).powi(2);
        assert!(0.5 * (omega * step[2]).powi(2) <= before);
    }
}

#[test]
fn the_beam_keeps_its_slow_swing_and_loses_its_fast_ones() {
    let droop = skinning_eigenmodes::Parameters::default();
    let damping = damping(&PARAMETERS, &BEAM, &droop).expect("modes of a beam");
    for (period, left) in damping.periods.iter().zip(&damping.left) {
        let factor = backward_factor(2.0 * PI * droop.time_step / period);
        assert_close(*left, factor.powf(droop.steps as f64), ROUND_OFF);
    }
    let [slowest, _, third] = damping.left[..] else { panic!("three vibrations") };
    assert!(slowest > 0.9 && third < 1e-3, "{:?}", damping.left);
    assert!(damping.longest_explicit_step < 1e-3 * droop.time_step);

    // A slender cantilever swings with the angular frequency 1.8751^2 sqrt(E' I / (rho A)) / l^2,
    // of which shear and the mesh change some percent.
    let LinearElasticity { mu, lambda } = linear();
    let modulus = 4.0 * mu * (lambda + mu) / (lambda + 2.0 * mu);
    let radius_of_gyration = droop.height / 12.0_f64.sqrt();
    let frequency = (1.8751 / droop.width).powi(2) * (modulus / droop.density).sqrt();
    let period = 2.0 * PI / (frequency * radius_of_gyration);
    assert_close(damping.periods[0] / period, 1.0, 0.05);
}

// Modes.

#[test]
fn the_chain_has_the_modes_that_it_is_known_to_have() {
    let largest = CHAIN.known_values[CHAIN.known_values.len() - 1];
    let (stiffness, mass) = (CHAIN.masses.len() as f64 - 1.0, CHAIN.masses[1]);
    assert_close(largest, 4.0 * stiffness / mass, ROUND_OFF * largest);
    for (j, (value, known)) in CHAIN.modes.values.iter().zip(&CHAIN.known_values).enumerate() {
        assert_close(*value, *known, ROUND_OFF * largest);
        assert!(j == 0 || *known < (PI * j as f64).powi(2), "a rod vibrates faster");
    }
    assert_close(CHAIN.known_values[1], PI * PI, 0.03);
    assert!(CHAIN.shape_error <= ROUND_OFF);
    let first = column(&CHAIN.modes.vectors, 0);
    assert!(first.iter().all(|x| (x - first[0]).abs() <= ROUND_OFF), "it moves as a whole");
    assert!(CHAIN.modes.values[0].abs() <= ROUND_OFF * largest);
}

#[test]
fn modes_are_perpendicular_only_with_the_masses_between_them() {
    assert!(CHAIN.largest_mass_product <= ROUND_OFF);
    assert!(CHAIN.largest_plain_product > 0.05);
}

#[test]
fn every_coordinate_of_the_chain_is_an_oscillator_of_its_own() {
    assert!(CHAIN.oscillator_error <= ROUND_OFF, "{:e}", CHAIN.oscillator_error);
}

#[test]
fn what_is_missing_is_the_length_of_the_forgotten_coordinates() {
    let truncation = truncation(&CHAIN);
    let middle = CHAIN.positions.len() / 2;
    let stretch: Vec<f64> = CHAIN.positions.iter().map(|x| x - CHAIN.positions[middle]).collect();
    let coordinates: Vec<f64> = (0..CHAIN.masses.len())
        .map(|j| mass_dot(&CHAIN.masses, column(&CHAIN.modes.vectors, j), &stretch))
        .collect();
    let length = |z: &[f64]| z.iter().map(|z| z * z).sum::<f64>().sqrt();
    for (j, missing) in truncation.stretch.iter().enumerate() {
        let known = length(&coordinates[j + 1..]) / length(&coordinates);
        assert_close(*missing, known, ROUND_OFF);
    }
    let some = PARAMETERS.some_modes - 1;
    assert!(truncation.stretch[some] < 0.05 && truncation.one_mass[some] > 0.5);
    for missing in [&truncation.stretch, &truncation.one_mass] {
        assert_close(missing[missing.len() - 1], 0.0, ROUND_OFF);
    }
}

/// The exercise about a chain that is held at its first mass.
#[test]
fn a_held_chain_has_sines_and_no_zero() {
    let n = CHAIN.masses.len() - 1;
    let dense = CHAIN.stiffness.to_dense();
    let m = &CHAIN.masses[1..];
    let scaled = Mat::from_fn(n, n, |i, j| dense[(i + 1, j + 1)] / (m[i] * m[j]).sqrt());
    let values = scaled.self_adjoint_eigenvalues(Side::Lower).expect("symmetric");
    let largest = CHAIN.known_values[n];
    for (j, value) in values.iter().enumerate() {
        let half_angle = 0.5 * PI * (j as f64 + 0.5) / n as f64;
        assert_close(*value, largest * half_angle.sin().powi(2), ROUND_OFF * largest);
    }
    assert!(values[0] > 1.0);
}

// Two solvers.

#[test]
fn newton_squares_the_error() {
    let errors = &TWO_SOLVERS.newton;
    assert!(errors.len() >= 5, "{errors:?}");
    for pair in errors[1..].windows(2) {
        // The constant is that of the problem. It would be 1e6 in the end if the error only fell by
        // a fixed factor.
        let constant = pair[1] / (pair[0] * pair[0]);
        assert!((1.0..10.0).contains(&constant), "{errors:?}");
    }
    assert!(TWO_SOLVERS.history.iter().all(|step| step.step_length == 1.0));
    assert_eq!(TWO_SOLVERS.frozen, 0, "the exact Hessian is positive definite");
}

#[test]
fn local_global_descent_shrinks_the_error_by_the_predicted_factor() {
    let (measured, predicted) = (TWO_SOLVERS.measured_rate(), TWO_SOLVERS.predicted_rate);
    assert_close(measured, predicted, 1e-6);
    assert!((0.5..0.95).contains(&predicted));
    // Both go to the same minimizer, and the first global step is better than Newton's.
    let (newton, local_global) = (&TWO_SOLVERS.newton, &TWO_SOLVERS.local_global);
    assert!(local_global[local_global.len() - 1] < 1e-9);
    assert!(local_global[1] < newton[1] && newton[2] < local_global[2]);
}

#[test]
fn cheap_iterations_win_for_a_rough_answer_and_lose_for_a_fine_one() {
    let work = |distance: f64| {
        let iterations = TWO_SOLVERS.iterations_to(distance);
        [0, 1].map(|i| iterations[i] * TWO_SOLVERS.multiplications[i])
    };
    let [[newton, local_global], [fine_newton, fine_local_global]] =
        [PARAMETERS.rough, PARAMETERS.fine].map(work);
    assert!(local_global < newton, "{local_global} {newton}");
    assert!(fine_newton < fine_local_global, "{fine_newton} {fine_local_global}");
}

/// The exercise about a mass on a stiff spring that has to turn.
#[test]
fn a_stiff_spring_turns_slowly() {
    let (stiffness, inertia) = (50.0, 2.0);
    let target = Vector2::new(1.0, 0.0);
    let mut x = turn(1e-4) * target;
    let angle = |x: &Vector2<f64>| x.y.atan2(x.x);
    for _ in 0..5 {
        let before = angle(&x);
        x = (stiffness * x.normalize() + inertia * target) / (stiffness + inertia);
        assert_close(angle(&x) / before, stiffness / (stiffness + inertia), 1e-6);
    }
}

// The mesh.

#[test]
fn the_error_falls_with_the_square_of_the_mesh_width() {
    let known = convergence(&PARAMETERS, BEAM.material).expect("an equilibrium");
    let (displacement, gradient) = (known.displacement_order(), known.gradient_order());
    assert!((1.9..2.1).contains(&displacement), "{displacement} {known:?}");
    assert!((0.95..1.05).contains(&gradient), "{gradient}");
    // On the coarsest mesh already the error is a small part of what is known.
    assert!(known.displacement_errors[0] < 0.1 * PARAMETERS.known_size);
    for errors in [&known.displacement_errors, &known.gradient_errors] {
        assert!(errors.windows(2).all(|pair| pair[1] < pair[0]), "{errors:?}");
    }
}

/// Patch test: where the rim moves by an affine map, so does the inside, to round-off.
#[test]
fn affine_maps_are_exact_on_any_mesh() {
    let known = convergence(&PARAMETERS, BEAM.material).expect("an equilibrium");
    let mesh = &known.mesh;
    let no_force = vec![0.0; mesh.dofs()];
    for F in [
        Matrix2::new(1.1, 0.2, -0.1, 0.9),
        turn(0.8) * Matrix2::new(1.2, 0.1, 0.1, 0.85),
        Matrix2::new(0.8, 0.0, 0.0, 0.8),
    ] {
        let expected = moved(mesh.rest_state(), |X| F * X + Vector2::new(0.3, -2.0));
        let start: Vec<f64> = expected
            .iter()
            .enumerate()
            .map(|(i, x)| x + if is_inside(mesh, i / 2) { 0.02 * (i as f64).sin() } else { 0.0 })
            .collect();
        let mut linear = start.clone();
        let law = LinearElasticity { mu: 2.0, lambda: 3.0 };
        equilibrium(mesh, law, &no_force, &mut linear).expect("a quadratic minimum");
        let mut neo_hookean = start;
        equilibrium(mesh, BEAM.material, &no_force, &mut neo_hookean).expect("a minimum");
        for state in [linear, neo_hookean] {
            for (x, expected) in state.iter().zip(&expected) {
                assert_close(*x, *expected, 1e-12);
            }
        }
    }
}

fn is_inside(mesh: &modebook::mesh::Mesh, v: usize) -> bool {
    mesh.positions()[v].iter().all(|x| x.abs() < 0.5 - 1e-9)
}
