//! How the claims of notebook 017 are checked: comparisons, and the quantities that they compare.

use faer::Mat;

use super::super::{
    Claim, Finding,
    finding::{above, at_least, below, holds, printed, up_to},
    format::{Measured, fixed, list, measured, signed},
};
use crate::{
    experiments::skinning_eigenmodes::{AreaRatios, Beam, Droop, Reproduction},
    linalg::{add_scaled, column, mass_dot},
    mesh::boundary_edges,
};

pub(super) fn mesh_counts(beam: &Beam) -> Measured {
    let mesh = &beam.mesh;
    list([mesh.vertex_count(), mesh.triangle_count(), mesh.dofs()], Measured::from)
}

pub(super) fn boundary_mass(r: &Reproduction) -> Finding {
    let beam = &r.beam;
    let mut on_boundary = vec![false; beam.mesh.vertex_count()];
    boundary_edges(&beam.mesh).as_flattened().iter().for_each(|&v| on_boundary[v] = true);
    let mass = |v: usize| beam.masses[2 * v];
    let vertices = || 0..beam.mesh.vertex_count();
    let heaviest = vertices().filter(|&v| on_boundary[v]).map(mass).fold(0.0, f64::max);
    let lightest = vertices().filter(|&v| !on_boundary[v]).map(mass).fold(f64::INFINITY, f64::min);
    let total: f64 = vertices().map(mass).sum();
    let expected = r.parameters.density * r.parameters.width * r.parameters.height;
    holds(
        [below(heaviest, lightest), up_to((total - expected).abs() / expected, 1e-12)],
        measured!(
            "boundary at most {}, interior at least {}, total {}",
            fixed(heaviest, 5),
            fixed(lightest, 5),
            fixed(total, 5),
        ),
    )
}

/// Two translations and the linearized rotation about the origin, as displacement fields.
pub(super) fn rigid_motions(beam: &Beam) -> [Vec<f64>; 3] {
    let field = |motion: fn(f64, f64) -> [f64; 2]| -> Vec<f64> {
        beam.mesh.positions().iter().flat_map(|&[x, y]| motion(x, y)).collect()
    };
    [field(|_, _| [1.0, 0.0]), field(|_, _| [0.0, 1.0]), field(|x, y| [-y, x])]
}

/// Largest relative mass-norm residual of some fields after projection onto the first `count`
/// orthonormal columns.
pub(super) fn largest_residual(
    fields: &[Vec<f64>],
    basis: &Mat<f64>,
    count: usize,
    masses: &[f64],
) -> f64 {
    let residual = |field: &Vec<f64>| {
        let mut lost = field.clone();
        for j in 0..count {
            let coordinate = mass_dot(masses, column(basis, j), &lost);
            add_scaled(&mut lost, -coordinate, column(basis, j));
        }
        (mass_dot(masses, &lost, &lost) / mass_dot(masses, field, field)).sqrt()
    };
    fields.iter().map(residual).fold(0.0, f64::max)
}

pub(super) fn bending(r: &Reproduction) -> Finding {
    let masses = &r.beam.unit_masses;
    let modes = [3, 4].map(|j| column(&r.subspaces.vibration.vectors, j));
    let across = modes.map(|mode| {
        let squares = |component: usize| -> f64 {
            (component..mode.len()).step_by(2).map(|i| masses[i] * mode[i] * mode[i]).sum()
        };
        squares(1) / (squares(0) + squares(1))
    });
    let net = rigid_motions(&r.beam)
        .iter()
        .flat_map(|rigid| {
            modes.map(|mode| {
                mass_dot(masses, rigid, mode).abs() / mass_dot(masses, rigid, rigid).sqrt()
            })
        })
        .fold(0.0, f64::max);
    holds(
        across.map(|share| at_least(share, 0.9)).into_iter().chain([up_to(net, 1e-8)]),
        measured!(
            "{} of the squared displacement across the axis",
            list(across, |share| measured!("{}%", fixed(100.0 * share, 1)))
        ),
    )
}

pub(super) fn final_tip(r: &Reproduction, run: usize) -> Measured {
    let height = |droop: &Droop| droop.final_tip_height();
    let share = 100.0 * height(&r.droops[run]) / height(&r.droops[0]);
    measured!("{} ({}%)", signed(height(&r.droops[run]), 2), fixed(share, 0))
}

pub(super) fn area_pattern(r: &Reproduction) -> Finding {
    let [full, small_modal, modal, skinning] = &r.area_ratios;
    let correlation = full.correlation(skinning);
    let width = |field: &AreaRatios| {
        let [low, high] = field.range();
        high - low
    };
    let wall = [full, skinning].map(|field| wall_averages(&r.beam, field));
    let bent = wall.iter().flat_map(|[top, bottom]| [above(*top, 1.0), below(*bottom, 1.0)]);
    let barely = [small_modal, modal].map(|field| up_to(width(field) / width(full), 0.5));
    let ranges = list(&r.area_ratios, |field| {
        let [low, high] = field.range();
        measured!("[{}, {}]", fixed(low, 4), fixed(high, 4))
    });
    holds(
        [at_least(correlation, 0.9)].into_iter().chain(bent).chain(barely),
        measured!("correlation {}; ranges {}", fixed(correlation, 3), ranges),
    )
}

/// Mean area ratio of the triangles above and below the axis, in the tenth of the beam next to the
/// wall.
fn wall_averages(beam: &Beam, field: &AreaRatios) -> [f64; 2] {
    let left = beam.mesh.positions()[beam.pinned[0]][0];
    let length = beam.mesh.positions()[beam.tip][0] - left;
    [1.0, -1.0].map(|side| {
        let mut sum = 0.0;
        let mut area = 0.0;
        for (e, corners) in beam.mesh.triangles().iter().enumerate() {
            let centre =
                |c: usize| corners.iter().map(|&v| beam.mesh.positions()[v][c]).sum::<f64>() / 3.0;
            if centre(0) < left + 0.1 * length && side * centre(1) > 0.0 {
                sum += beam.triangles.areas()[e] * field.values[e];
                area += beam.triangles.areas()[e];
            }
        }
        sum / area
    })
}

pub(super) fn rotation_peak(claim: &Claim, angles: &[f64], errors: &[f64]) -> Finding {
    let peak = (0..errors.len()).max_by(|&i, &j| errors[i].total_cmp(&errors[j])).unwrap_or(0);
    let ends = errors[0].max(errors[errors.len() - 1]);
    let measured = measured!("{} at {}", fixed(errors[peak], 3), fixed(angles[peak], 0));
    printed(claim, measured).and([up_to(ends, 1e-12)])
}

/// Relative variation of `error / (1 - cos theta)` over all angles at which it is not 0 / 0.
pub(super) fn variation_of_constant(angles: &[f64], errors: &[f64]) -> f64 {
    let constants: Vec<f64> = angles
        .iter()
        .zip(errors)
        .map(|(angle, error)| (1.0 - angle.to_radians().cos(), error))
        .filter(|(versine, _)| *versine > 1e-3)
        .map(|(versine, error)| error / versine)
        .collect();
    let (low, high) =
        constants.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), &c| (l.min(c), h.max(c)));
    (high - low) / high
}

pub(super) fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}
