use std::f64::consts::TAU;

use faer::{Mat, Scale, Side};

use super::{Error, Model, Operators, Parameters, RIGID_MODES};
use crate::{
    energies::BestRotations,
    linalg::{NotPositiveDefinite, column, dense_times_vector, dot, transposed_times_vector},
};

/// What kind of motion a muscle mode is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModeCharacter {
    /// How stiffly the passive flesh holds the mode at rest: the second derivative of its energy
    /// along the mode, at unit stiffness.
    pub passive_stiffness: f64,
    /// What of it is strain, and would be left if every triangle had a rotation of its own.
    pub strain_stiffness: f64,
    /// The stiffness of the muscles.
    pub active_stiffness: f64,
    /// Inner product with the mirror image of the mode in the body's vertical axis: 1 if the mode
    /// is symmetric, -1 if its mirror image is the same motion backwards.
    pub mirror: f64,
}

/// The character of every muscle mode.
// ANCHOR: mode_characters
pub fn mode_characters(model: &Model, operators: &Operators) -> Vec<ModeCharacter> {
    let [passive, active] = rest_hessians(model, operators);
    let opposite = opposite_vertices(model.creature.mesh.positions());
    (0..model.ceilings.len())
        .map(|k| {
            let field = column(&model.muscles, k);
            let d = model.subspace.project(&model.creature.unit_masses, field);
            ModeCharacter {
                passive_stiffness: energy_along(&passive, &d),
                strain_stiffness: strain_along(model, operators, &d),
                active_stiffness: energy_along(&active, &d),
                mirror: with_mirror_image(&model.creature.unit_masses, field, &opposite),
            }
        })
        .collect()
}
// ANCHOR_END: mode_characters

/// Second derivatives of the flesh's and of the muscles' energy in the rest shape, at unit
/// stiffness.
fn rest_hessians(model: &Model, operators: &Operators) -> [Mat<f64>; 2] {
    // At rest the muscles ask for the rest pose.
    [&operators.C_passive, &operators.K_active[model.ceilings.len()]].map(|sums| {
        let mut hessian = operators.L_B.clone();
        BestRotations::new(sums.as_ref()).add_hessian(-1.0, &model.z_rest, &mut hessian);
        hessian
    })
}

/// How the floating body follows small sinusoidal commands, once its free vibrations are gone.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearResponse {
    /// Amplitude of each muscle mode over its command, at the period of the floating run, if the
    /// body could answer with nothing but this mode.
    pub mode_alone: Vec<f64>,
    /// The same of the body as it is, which answers with all its coordinates.
    pub whole_body: Vec<f64>,
    /// Period of the body's slowest own vibration, in s.
    pub slowest_period: f64,
}

/// The linear theory of the floating run. With the Hessians `H^f`, `H^m` of flesh and muscles at
/// rest, a command of amplitude xi in the mode with the coordinates Phi answers with `(kappa_f H^f +
/// kappa_m H^m - rho omega^2)^-1 kappa_m H^m Phi xi`.
///
/// # Errors
/// [`Error::Singular`] if the eigenvalues cannot be computed.
// ANCHOR: linear_response
pub fn linear_response(
    model: &Model,
    operators: &Operators,
    parameters: &Parameters,
) -> Result<LinearResponse, Error> {
    let (motion, density) = (&parameters.floating, parameters.density);
    let [passive, active] = rest_hessians(model, operators);
    let stiffness =
        Scale(motion.passive_stiffness) * &passive + Scale(motion.active_stiffness) * &active;
    let vibrations = stiffness.self_adjoint_eigen(Side::Lower).map_err(|_| NotPositiveDefinite)?;
    let (values, vectors) = (vibrations.S().column_vector(), vibrations.U());
    // In the coordinates of the own vibrations the answer is one division for each.
    let in_vibrations = |z: &[f64]| {
        let mut coordinates = vec![0.0; z.len()];
        transposed_times_vector(vectors, z, &mut coordinates);
        coordinates
    };
    let gains = (0..model.ceilings.len()).map(|k| {
        let omega = TAU / motion.gait.periods[k];
        let inertia = density * omega * omega;
        let mode = model.subspace.project(&model.creature.unit_masses, column(&model.muscles, k));
        let mut force = vec![0.0; mode.len()];
        dense_times_vector(active.as_ref(), &mode, &mut force);
        force.iter_mut().for_each(|f| *f *= motion.active_stiffness);
        let alone = dot(&mode, &force) / (energy_along(&stiffness, &mode) - inertia);
        let (force, mode) = (in_vibrations(&force), in_vibrations(&mode));
        let answers = force.iter().zip(values.iter()).map(|(f, value)| f / (value - inertia));
        (alone, mode.iter().zip(answers).map(|(m, answer)| m * answer).sum::<f64>())
    });
    let (mode_alone, whole_body) = gains.unzip();
    let slowest_period = TAU / (values[RIGID_MODES] / density).sqrt();
    Ok(LinearResponse { mode_alone, whole_body, slowest_period })
}
// ANCHOR_END: linear_response

/// Second derivative of `min_R 1/2 sum_e v_e |F_e - R_e|^2` at rest along `d`, with a rotation for
/// every triangle. To first order it takes all of the antisymmetric part of F_e away.
fn strain_along(model: &Model, operators: &Operators, d: &[f64]) -> f64 {
    let mut gradients = vec![0.0; operators.JB.nrows()];
    dense_times_vector(operators.JB.as_ref(), d, &mut gradients);
    let areas = model.creature.triangles.areas();
    let strain = |[xx, xy, yx, yy]: &[f64; 4]| xx * xx + 0.5 * (xy + yx) * (xy + yx) + yy * yy;
    gradients.as_chunks().0.iter().zip(areas).map(|(F, area)| area * strain(F)).sum()
}

/// `d' H d`.
fn energy_along(hessian: &Mat<f64>, d: &[f64]) -> f64 {
    let mut product = vec![0.0; d.len()];
    dense_times_vector(hessian.as_ref(), d, &mut product);
    dot(d, &product)
}

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
