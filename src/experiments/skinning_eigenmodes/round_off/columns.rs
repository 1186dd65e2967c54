use faer::{Mat, MatRef, linalg::solvers::Solve};

use super::super::{Beam, Error, Parameters, rotated};
use crate::{
    linalg::product,
    reduction::{skinning_eigenmodes, skinning_fields},
};

/// How well the turned rest shape is fitted with the skinning columns as the weights give them, as
/// the notebook fits it: by solving `B'MB z = B'M x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnFit {
    /// Skinning weights k.
    pub modes: usize,
    /// Condition number of the weighted columns `M^1/2 B`. That of `B'MB` is its square.
    pub condition: f64,
    /// Relative mass-norm error of the fitted shape, averaged over a turn.
    pub mean_error: f64,
    /// The largest over the turn.
    pub largest_error: f64,
    /// Relative error of the coordinates, averaged over a turn. The right ones are known: the
    /// constant weight carries the rotation, the others nothing.
    pub coordinate_error: f64,
}

impl ColumnFit {
    /// What the round-off of the solve should do to the shape: the unit round-off times the
    /// condition number of the weighted columns, the square root of that of `B'MB`.
    pub fn predicted_error(&self) -> f64 {
        f64::EPSILON * self.condition
    }

    /// What it should do to the coordinates: the unit round-off times the condition number of
    /// `B'MB`.
    pub fn predicted_coordinate_error(&self) -> f64 {
        f64::EPSILON * self.condition * self.condition
    }
}

/// Fits the turned rest shape with 1, 2, ... weights, at the angles of the sweep.
///
/// Both components have the same matrix, three columns per weight, and the matrix of fewer weights
/// is a corner of that of more.
///
/// # Errors
/// [`Error::Eigen`] if there are fewer vertices than weights.
pub fn column_fits(beam: &Beam, parameters: &Parameters) -> Result<Vec<ColumnFit>, Error> {
    let n = beam.mesh.vertex_count();
    let weights = skinning_eigenmodes(&beam.mesh, parameters.sweep_modes)?.vectors;
    let fields = skinning_fields(&beam.mesh, &weights);
    let mass = |i: usize| beam.unit_masses[2 * i];
    let weighted = Mat::from_fn(n, fields.ncols(), |i, j| mass(i) * fields[(i, j)]);
    let normal_matrix = product(fields.transpose(), weighted.as_ref());

    // Two targets per angle, one for each component.
    let turned = rotated(beam, parameters.sweep_angles);
    let targets = Mat::from_fn(n, 2 * turned.len(), |i, j| turned[j / 2].1[2 * i + j % 2]);
    let right_sides = product(weighted.transpose(), targets.as_ref());

    let R = Mat::from_fn(n, fields.ncols(), |i, j| mass(i).sqrt() * fields[(i, j)]).qr();
    let square =
        |matrix: MatRef<'_, f64>, size: usize| matrix.submatrix(0, 0, size, size).to_owned();
    Ok((1..=parameters.sweep_modes.min(n / 3))
        .map(|modes| {
            let size = 3 * modes;
            let z = square(normal_matrix.as_ref(), size)
                .partial_piv_lu()
                .solve(right_sides.subrows(0, size));
            let fits = product(fields.subcols(0, size), z.as_ref());
            let errors = relative_errors(&fits, &targets, mass);
            ColumnFit {
                modes,
                condition: condition(&square(R.thin_R(), size)),
                mean_error: mean(&errors),
                largest_error: errors.iter().copied().fold(0.0, f64::max),
                coordinate_error: mean(&relative_errors(
                    &z,
                    &exact(&z, &turned, weights[(0, 0)]),
                    |_| 1.0,
                )),
            }
        })
        .collect())
}

/// The coordinates of the turned rest shapes: `1/w_0` times the rotation on the first weight.
fn exact(z: &Mat<f64>, turned: &[(f64, Vec<f64>)], first_weight: f64) -> Mat<f64> {
    Mat::from_fn(z.nrows(), z.ncols(), |i, j| {
        let (sin, cos) = turned[j / 2].0.to_radians().sin_cos();
        let entry = match (j % 2, i) {
            (0, 0) | (1, 1) => cos,
            (0, 1) => -sin,
            (1, 0) => sin,
            _ => 0.0,
        };
        entry / first_weight
    })
}

/// Relative error of each pair of columns in the norm with some masses of the rows.
fn relative_errors(fits: &Mat<f64>, targets: &Mat<f64>, mass: impl Fn(usize) -> f64) -> Vec<f64> {
    let squares = |j: usize, entry: &dyn Fn(usize, usize) -> f64| -> f64 {
        (0..fits.nrows()).map(|i| mass(i) * (entry(i, j).powi(2) + entry(i, j + 1).powi(2))).sum()
    };
    (0..fits.ncols())
        .step_by(2)
        .map(|j| {
            let lost = squares(j, &|i, j| fits[(i, j)] - targets[(i, j)]);
            (lost / squares(j, &|i, j| targets[(i, j)])).sqrt()
        })
        .collect()
}

/// Largest over smallest singular value; infinite if the smallest is lost in round-off.
fn condition(matrix: &Mat<f64>) -> f64 {
    match matrix.singular_values().as_deref() {
        Ok([largest, .., smallest]) => largest / smallest,
        _ => f64::INFINITY,
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
