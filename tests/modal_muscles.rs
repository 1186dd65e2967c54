//! Notebook 025: the fields that simkit computes, the claims, and what they depend on.

mod reference;
#[path = "reference/notebook_025.rs"]
mod simkit;

use std::sync::LazyLock;

use modebook::{
    experiments::modal_muscles::{Parameters, Reproduction, reproduce},
    linalg::column,
};
use simkit::Fields;

static OURS: LazyLock<Reproduction> = LazyLock::new(|| {
    reproduce(&Parameters::default()).expect("the notebook's parameters are in range")
});
static THEIRS: LazyLock<Fields> =
    LazyLock::new(|| reference::read("025_modal_muscle_actuation.json"));

/// Largest difference of two lists of numbers.
fn largest_difference<'a>(
    ours: impl IntoIterator<Item = &'a f64>,
    theirs: impl IntoIterator<Item = &'a f64>,
) -> f64 {
    ours.into_iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn the_caterpillar_is_simkits_to_the_last_bit() {
    let mesh = &OURS.model.creature.mesh;
    assert_eq!(mesh.positions(), THEIRS.vertices);
    assert_eq!(mesh.triangles(), THEIRS.triangles);
    assert_eq!(OURS.contact.vertices, THEIRS.contact_vertices);
    assert_eq!(OURS.contact.ground, THEIRS.ground_y);
}

#[test]
fn modes_and_clusters_are_simkits() {
    let model = &OURS.model;
    for (ours, theirs) in model.modes.values.iter().zip(&THEIRS.eigenvalues) {
        assert!((ours - theirs).abs() <= 1e-10, "{ours} against {theirs}");
    }
    for (ours, theirs) in model.weights.values.iter().zip(&THEIRS.skinning_eigenvalues) {
        assert!((ours - theirs).abs() <= 1e-10, "{ours} against {theirs}");
    }
    for k in 0..4 {
        let theirs: Vec<f64> = THEIRS.muscle_modes.iter().map(|row| row[k]).collect();
        let difference = largest_difference(column(&model.muscles, k), &theirs);
        assert!(difference <= 1e-8, "muscle {k}: {difference:e}");
    }
    assert_eq!(model.clusters.labels, THEIRS.cluster_labels);
    assert!(largest_difference(&model.ceilings, &THEIRS.amplitude_ceilings) <= 1e-9);
    for (ceiling, steepest) in model.ceilings.iter().zip(&THEIRS.max_displacement_gradient) {
        assert!((ceiling * steepest - 2.0).abs() <= 1e-8);
    }
}

#[test]
fn descent_is_simkits() {
    let theirs = &THEIRS.block_coordinate_descent;
    let ours = &OURS.descent;
    assert_eq!(ours.energies.len(), theirs.energy.len());
    // simkit's potential of the weight is zero at the origin, ours in the rest shape.
    let offset = theirs.energy[0] - ours.energies[0];
    for (ours, theirs) in ours.energies.iter().zip(&theirs.energy) {
        assert!((ours + offset - theirs).abs() <= 1e-9 * theirs.abs(), "{ours} {theirs}");
    }
    for (ours, theirs) in ours.gradient_norms.iter().zip(&theirs.gradient_norm) {
        assert!((ours - theirs).abs() <= 1e-9 * THEIRS.block_coordinate_descent.gradient_norm[0]);
    }
}

#[test]
fn floating_is_simkits() {
    let theirs = &THEIRS.floating;
    let ours = &OURS.floating;
    let commands = &ours.trajectory.commands;
    assert_eq!(commands.len(), theirs.commanded_amplitudes.len());
    let difference =
        largest_difference(commands.iter().flatten(), theirs.commanded_amplitudes.iter().flatten());
    assert!(difference <= 1e-9, "commands differ by {difference:e}");
    let difference = largest_difference(
        ours.realized.iter().flatten(),
        theirs.realized_amplitudes.iter().flatten(),
    );
    assert!(difference <= 1e-8, "realized amplitudes differ by {difference:e}");
    let difference = final_difference(ours.trajectory.coordinates.last(), &theirs.final_positions);
    assert!(difference <= 1e-8, "final shapes differ by {difference:e}");
}

#[test]
fn the_crawl_is_simkits_at_every_step() {
    let (ours, theirs) = (&OURS.crawl, &THEIRS.crawl);
    assert_eq!(ours.centre_of_mass.len(), theirs.com.len());
    let difference =
        largest_difference(ours.centre_of_mass.as_flattened(), theirs.com.as_flattened());
    assert!(difference <= 1e-8, "centres of mass differ by {difference:e}");
    let difference = largest_difference(&ours.lowest_contact_height, &theirs.lowest_contact_height);
    assert!(difference <= 1e-8, "lowest contact points differ by {difference:e}");
    assert!((ours.travel() - theirs.travel).abs() <= 1e-8);
    assert!(largest_difference(&ours.height_range(), &theirs.com_y_range) <= 1e-8);
    assert!((ours.deepest_penetration() - theirs.deepest_penetration).abs() <= 1e-8);
    let difference = final_difference(ours.trajectory.coordinates.last(), &theirs.final_positions);
    assert!(difference <= 1e-8, "final shapes differ by {difference:e}");
}

fn final_difference(coordinates: Option<&Vec<f64>>, theirs: &[[f64; 2]]) -> f64 {
    let mut x = vec![0.0; 2 * theirs.len()];
    OURS.model.subspace.state(coordinates.expect("a run has steps"), &mut x);
    largest_difference(&x, theirs.as_flattened())
}
