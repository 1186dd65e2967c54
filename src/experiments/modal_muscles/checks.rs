use rand_distr::{Distribution, StandardNormal, Uniform};
use rand_pcg::{Pcg64, rand_core::SeedableRng};

use super::{Model, Operators, Parameters, StepEnergy, weight};
use crate::{linalg::norm, solvers::central_difference_gradient};

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
