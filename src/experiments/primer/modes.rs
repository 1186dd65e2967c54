use std::{f64::consts::PI, sync::Arc};

use faer::sparse::SymbolicSparseColMat;

use super::{Error, Parameters};
use crate::{
    linalg::{SparseCholesky, SymmetricSparse, add_scaled, column, mass_dot},
    reduction::{Eigenmodes, eigenmodes},
};

/// A free chain of masses and springs in a row, which moves along itself: a rod of length 1 m, cut
/// into pieces. The masses at the ends are half as large, as in every lumped mesh. Mass and
/// stiffness are those of a rod of 1 kg in which sound takes a second from end to end.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Rest positions, in m.
    pub positions: Vec<f64>,
    /// Masses, in kg.
    pub masses: Vec<f64>,
    /// The stiffness matrix, in N/m.
    pub stiffness: SymmetricSparse,
    /// All modes, by the eigensolver of the book.
    pub modes: Eigenmodes,
    /// Their eigenvalues in closed form, in 1/s^2.
    pub known_values: Vec<f64>,
    /// Largest difference of a mode from its cosine, over all masses.
    pub shape_error: f64,
    /// Largest inner product of two different modes, weighted by the masses.
    pub largest_mass_product: f64,
    /// Largest inner product of two different modes without weights, over their lengths.
    pub largest_plain_product: f64,
    /// Largest difference, relative to the largest coordinate, between the coordinates of the
    /// chain as a whole in steps of backward Euler, and oscillators that each step alone.
    pub oscillator_error: f64,
}

/// Builds the chain and finds its modes.
///
/// # Errors
/// [`Error::Eigen`] for fewer than two masses.
pub fn chain(parameters: &Parameters) -> Result<Chain, Error> {
    let springs = parameters.masses - 1;
    let (spring, mass) = (springs as f64, 1.0 / springs as f64);
    let positions: Vec<f64> = (0..=springs).map(|i| i as f64 / springs as f64).collect();
    let mut masses = vec![mass; springs + 1];
    masses[0] *= 0.5;
    masses[springs] *= 0.5;

    let stiffness = spring_chain(springs, spring);
    let modes = eigenmodes(&stiffness, &masses, springs + 1)?;

    let half_angle = |j: usize| 0.5 * PI * j as f64 / springs as f64;
    let known_values =
        (0..=springs).map(|j| 4.0 * spring / mass * half_angle(j).sin().powi(2)).collect();
    let shape_error = largest((0..=springs).map(|j| {
        let known = cosine(j, &positions, &masses);
        let mode = column(&modes.vectors, j);
        let sign = mass_dot(&masses, mode, &known).signum();
        largest(mode.iter().zip(&known).map(|(a, b)| sign * a - b))
    }));
    let pairs = || (0..=springs).flat_map(|j| (0..j).map(move |k| (j, k)));
    let product = |weights: &[f64], (j, k): (usize, usize)| {
        let [a, b] = [j, k].map(|j| column(&modes.vectors, j));
        mass_dot(weights, a, b) / (mass_dot(weights, a, a) * mass_dot(weights, b, b)).sqrt()
    };
    let ones = vec![1.0; springs + 1];
    Ok(Chain {
        largest_mass_product: largest(pairs().map(|pair| product(&masses, pair))),
        largest_plain_product: largest(pairs().map(|pair| product(&ones, pair))),
        oscillator_error: oscillator_error(parameters, &stiffness, &masses, &modes)?,
        positions,
        masses,
        stiffness,
        known_values,
        shape_error,
        modes,
    })
}

// ANCHOR: spring_chain
/// The stiffness matrix of springs in a row: each adds its stiffness to the diagonal of its two
/// ends, and the negative between them.
fn spring_chain(springs: usize, stiffness: f64) -> SymmetricSparse {
    let n = springs + 1;
    let starts = (0..=n).map(|i| (2 * i).min(2 * n - 1)).collect();
    let rows = (0..n).flat_map(|i| i..(i + 2).min(n)).collect();
    let pattern = SymbolicSparseColMat::new_checked(n, n, starts, None, rows);
    let mut matrix = SymmetricSparse::zeros(Arc::new(pattern));
    for i in 0..springs {
        matrix.add_to_diagonal(i, stiffness);
        matrix.add_to_diagonal(i + 1, stiffness);
        matrix.values_mut()[2 * i + 1] = -stiffness;
    }
    matrix
}
// ANCHOR_END: spring_chain

/// The cosine with `j` half waves along the chain, of mass norm one.
fn cosine(j: usize, positions: &[f64], masses: &[f64]) -> Vec<f64> {
    let shape: Vec<f64> = positions.iter().map(|x| (PI * j as f64 * x).cos()).collect();
    let length = mass_dot(masses, &shape, &shape).sqrt();
    shape.iter().map(|x| x / length).collect()
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.map(f64::abs).fold(0.0, f64::max)
}

/// Steps the whole chain, released with its first mass displaced, and each mode on its own.
fn oscillator_error(
    parameters: &Parameters,
    stiffness: &SymmetricSparse,
    masses: &[f64],
    modes: &Eigenmodes,
) -> Result<f64, Error> {
    let h = parameters.time_step;
    let mut system = stiffness.clone();
    system.add_diagonal(1.0 / (h * h), masses);
    let mut cholesky = SparseCholesky::new(system.pattern());
    cholesky.factor(&system)?;
    let mut start = vec![0.0; masses.len()];
    start[0] = 1.0;
    let mut states = vec![start.clone()];
    for step in 0..parameters.chain_steps {
        let (current, previous) = (&states[step], &states[step.saturating_sub(1)]);
        let momentum = current.iter().zip(previous).zip(masses);
        let mut x: Vec<f64> =
            momentum.map(|((x, x_prev), m)| m / (h * h) * (2.0 * x - x_prev)).collect();
        cholesky.solve_vector_in_place(&mut x);
        states.push(x);
    }
    let coordinate = |j: usize, x: &[f64]| mass_dot(masses, column(&modes.vectors, j), x);
    let mut error: f64 = 0.0;
    let mut scale: f64 = 0.0;
    for (j, eigenvalue) in modes.values.iter().enumerate() {
        let at_start = coordinate(j, &start);
        scale = scale.max(at_start.abs());
        let (mut previous, mut current) = (at_start, at_start);
        for state in &states {
            error = error.max((coordinate(j, state) - current).abs());
            (previous, current) =
                (current, (2.0 * current - previous) / (1.0 + h * h * eigenvalue));
        }
    }
    Ok(error / scale)
}

/// Shapes of the chain as sums of its lowest modes.
#[derive(Clone, Debug, PartialEq)]
pub struct Truncation {
    /// What is missing of a uniform stretch with one mode, two modes and so on: the mass norm of
    /// the rest, over that of the shape.
    pub stretch: Vec<f64>,
    /// The same of one mass that is displaced alone.
    pub one_mass: Vec<f64>,
}

// ANCHOR: truncation
/// Takes two shapes apart: all springs stretched alike, and the middle mass displaced alone.
pub fn truncation(chain: &Chain) -> Truncation {
    let middle = chain.masses.len() / 2;
    let stretch: Vec<f64> = chain.positions.iter().map(|x| x - chain.positions[middle]).collect();
    let mut one_mass = vec![0.0; chain.masses.len()];
    one_mass[middle] = 1.0;
    Truncation { stretch: missing(chain, stretch), one_mass: missing(chain, one_mass) }
}

fn missing(chain: &Chain, shape: Vec<f64>) -> Vec<f64> {
    let length = |x: &[f64]| mass_dot(&chain.masses, x, x).sqrt();
    let mut rest = shape.clone();
    let take_away = |j: usize| {
        let mode = column(&chain.modes.vectors, j);
        let coordinate = mass_dot(&chain.masses, mode, &rest);
        add_scaled(&mut rest, -coordinate, mode);
        length(&rest) / length(&shape)
    };
    (0..chain.modes.values.len()).map(take_away).collect()
}
// ANCHOR_END: truncation
