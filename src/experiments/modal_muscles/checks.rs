use faer::Mat;
use rand_distr::{Distribution, StandardNormal, Uniform};
use rand_pcg::{Pcg64, rand_core::SeedableRng};

use super::{
    Error, Model, MuscleSystem, Operators, Parameters, StepEnergy, frozen_hessian, weight,
};
use crate::{
    linalg::{DenseCholesky, NotPositiveDefinite, norm},
    solvers::{LocalGlobal, central_difference_gradient},
};

/// The gradient against central differences (notebook 025, *The modal-muscle system*).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradientCheck {
    /// `|g_differences - g| / |g|`.
    pub relative_error: f64,
}

/// Checks the gradient of a step of the crawl at a perturbed state, with random activations and a
/// velocity.
// ANCHOR: gradient_check
pub fn gradient_check(
    model: &Model,
    operators: &Operators,
    parameters: &Parameters,
) -> GradientCheck {
    let mut random = Pcg64::seed_from_u64(parameters.seed);
    let share = Uniform::new(-1.0, 1.0).expect("a proper interval");
    let mut a = model.a_rest.clone();
    for (a, ceiling) in a.iter_mut().zip(&model.ceilings) {
        *a = ceiling * share.sample(&mut random);
    }
    let mut perturbed = |sign: f64| -> Vec<f64> {
        let noise = |_: &f64| -> f64 { StandardNormal.sample(&mut random) };
        let noise: Vec<f64> = model.z_rest.iter().map(noise).collect();
        let scale = sign * parameters.gradient_check_noise;
        model.z_rest.iter().zip(noise).map(|(z, noise)| z + scale * noise).collect()
    };
    let (z, previous) = (perturbed(1.0), perturbed(-1.0));

    let force = weight(model, parameters);
    let states = [&model.z_rest[..], &previous];
    let (motion, density) = (&parameters.crawling, parameters.density);
    let step = StepEnergy::new(model, operators, motion, density, &force, states, &a);
    let differences =
        central_difference_gradient(|z| step.energy(z), &z, parameters.gradient_check_step);
    let gradient = step.gradient(&z);
    let error: Vec<f64> = differences.iter().zip(&gradient).map(|(d, g)| d - g).collect();
    GradientCheck { relative_error: norm(&error) / norm(&gradient) }
}
// ANCHOR_END: gradient_check

/// How local/global descent converges on one time step from rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    /// The energy before the first iteration and after each, in J.
    pub energies: Vec<f64>,
    /// The gradient norm there.
    pub gradient_norms: Vec<f64>,
    /// The factor by which theory has the error shrink with each iteration, in the end: the
    /// largest eigenvalue of `I - H^-1 E''` at the last iterate.
    pub predicted_rate: f64,
}

/// Descends on the first step of the crawl, every muscle half driven.
///
/// # Errors
/// [`Error::Singular`] if H is not positive definite.
// ANCHOR: descent
pub fn descent(
    model: &Model,
    operators: &Operators,
    parameters: &Parameters,
) -> Result<Descent, Error> {
    let mut a = model.a_rest.clone();
    for (a, ceiling) in a.iter_mut().zip(&model.ceilings) {
        *a = parameters.descent_amplitude * ceiling;
    }
    let force = weight(model, parameters);
    let rest = &model.z_rest[..];
    let (motion, density) = (&parameters.crawling, parameters.density);
    let step = StepEnergy::new(model, operators, motion, density, &force, [rest, rest], &a);
    let mut system = MuscleSystem::new(operators, motion, density, &force, None)?;
    system.begin_step(rest, rest, &a);

    let mut z = rest.to_vec();
    let mut energies = vec![step.energy(&z)];
    let mut gradient_norms = vec![norm(&step.gradient(&z))];
    for _ in 0..parameters.descent_iterations {
        system.local_step(&z);
        system.global_step(&mut z);
        energies.push(step.energy(&z));
        gradient_norms.push(norm(&step.gradient(&z)));
    }
    let H = frozen_hessian(operators, motion, density);
    let predicted_rate = contraction(&H, &step.hessian(&z))?;
    Ok(Descent { energies, gradient_norms, predicted_rate })
}
// ANCHOR_END: descent

// ANCHOR: contraction
/// Largest eigenvalue of `I - H^-1 E''`.
pub(crate) fn contraction(H: &Mat<f64>, hessian: &Mat<f64>) -> Result<f64, Error> {
    let mut cholesky = DenseCholesky::new(H.nrows());
    cholesky.factor(H.as_ref())?;
    let mut iteration = H - hessian;
    cholesky.solve_in_place(iteration.as_mut());
    let eigenvalues = iteration.eigenvalues().map_err(|_| NotPositiveDefinite)?;
    Ok(eigenvalues.iter().map(|value| value.re).fold(f64::NEG_INFINITY, f64::max))
}
// ANCHOR_END: contraction
