use super::Side;
use crate::{
    experiments::ParameterError,
    solvers::{LineSearch, Newton},
};

/// Every parameter of notebook 017; the default is the notebook's value, given in brackets.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Length of the beam, in m \[4\].
    pub width: f64,
    /// Height of the beam, in m \[0.5\].
    pub height: f64,
    /// Vertices along the dynamics beam \[50\].
    pub columns: usize,
    /// Vertices across the dynamics beam \[11\].
    pub rows: usize,
    /// Vertices along the timing beam \[120\].
    pub timing_columns: usize,
    /// Vertices across the timing beam \[30\].
    pub timing_rows: usize,
    /// Young's modulus, in N/m \[3000\].
    pub young: f64,
    /// Poisson's ratio \[0.4\].
    pub poisson: f64,
    /// Density, in kg/m^2 \[1\].
    pub density: f64,
    /// Acceleration along y, in m/s^2 \[-9.8\].
    pub gravity: f64,
    /// The side that is pinned to a wall \[left\].
    pub pinned_side: Side,
    /// Stiffness of the spring on each vertex of the pinned side, in N/m \[1e7\].
    pub pin_stiffness: f64,
    /// Time step, in s \[0.02\].
    pub time_step: f64,
    /// Number of time steps \[80\].
    pub steps: usize,
    /// Largest number of Newton iterations per time step \[30\].
    pub newton_iterations: usize,
    /// Newton has converged when its step is shorter than this, in m for the full space and in the
    /// mass norm for a subspace \[1e-6\].
    pub newton_tolerance: f64,
    /// Skinning weights k; linear modal analysis gets k and 6k modes \[12\].
    pub modes: usize,
    /// Standard deviation of the noise on the coordinates at which the gradient is checked
    /// \[0.01\].
    pub gradient_check_noise: f64,
    /// Step of the central differences \[1e-6\].
    pub gradient_check_step: f64,
    /// Seed of the gradient check's state and the timed pose \[0\].
    pub seed: u64,
    /// Standard deviation of the noise on the timed pose, in m \[0.005\].
    pub timing_noise: f64,
    /// Numbers of skinning weights that are timed \[2, 5, 10, 20, 40\].
    pub timing_modes: Vec<usize>,
    /// Timings are the best of this many batches \[5\].
    pub timing_batches: usize,
    /// Angles from 0 to 360 degrees by which the rest shape is turned \[73\].
    pub angles: usize,
    /// The sweep runs over 1 to this many skinning weights \[20\].
    pub sweep_modes: usize,
    /// Angles that the sweep averages over \[49\].
    pub sweep_angles: usize,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            width: 4.0,
            height: 0.5,
            columns: 50,
            rows: 11,
            timing_columns: 120,
            timing_rows: 30,
            young: 3000.0,
            poisson: 0.4,
            density: 1.0,
            gravity: -9.8,
            pinned_side: Side::Left,
            pin_stiffness: 1e7,
            time_step: 0.02,
            steps: 80,
            newton_iterations: 30,
            newton_tolerance: 1e-6,
            modes: 12,
            gradient_check_noise: 0.01,
            gradient_check_step: 1e-6,
            seed: 0,
            timing_noise: 0.005,
            timing_modes: vec![2, 5, 10, 20, 40],
            timing_batches: 5,
            angles: 73,
            sweep_modes: 20,
            sweep_angles: 49,
        }
    }
}

impl Parameters {
    /// Checks the ranges that no later step checks by itself.
    ///
    /// # Errors
    /// [`ParameterError`] naming the parameter and what is allowed.
    pub fn check(&self) -> Result<(), ParameterError> {
        for (name, value) in [
            ("density", self.density),
            ("time-step", self.time_step),
            ("newton-tolerance", self.newton_tolerance),
            ("gradient-check-step", self.gradient_check_step),
        ] {
            ParameterError::check_positive(name, value)?;
        }
        for (name, value) in [
            ("pin-stiffness", self.pin_stiffness),
            ("gradient-check-noise", self.gradient_check_noise),
            ("timing-noise", self.timing_noise),
        ] {
            ParameterError::check_not_negative(name, value)?;
        }
        ParameterError::check_finite("gravity", self.gravity)?;
        for (name, value, least) in [
            ("steps", self.steps, 1),
            ("newton-iterations", self.newton_iterations, 1),
            ("modes", self.modes, 1),
            ("timing-batches", self.timing_batches, 1),
            ("sweep-modes", self.sweep_modes, 1),
            ("angles", self.angles, 2),
            ("sweep-angles", self.sweep_angles, 2),
        ] {
            ParameterError::check_at_least(name, value, least)?;
        }
        Ok(())
    }

    /// Newton's method as the time steps use it.
    pub fn newton(&self) -> Newton {
        Newton {
            iterations: self.newton_iterations,
            tolerance: self.newton_tolerance,
            line_search: LineSearch::default(),
        }
    }
}
