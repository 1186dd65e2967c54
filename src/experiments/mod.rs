//! The notebooks as experiments, the primer, and a creature of one's own: one parameter struct each, one function per step,
//! one small result per step.

pub mod modal_muscles;
pub mod own_creature;
pub mod primer;
pub mod skinning_eigenmodes;

use thiserror::Error;

/// A parameter outside its allowed range.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{name} is {value}: it must be {allowed}")]
pub struct ParameterError {
    /// The parameter, as the command line spells it.
    pub name: &'static str,
    /// The value given.
    pub value: String,
    /// What is allowed.
    pub allowed: String,
}

impl ParameterError {
    pub(crate) fn check(
        holds: bool,
        name: &'static str,
        value: impl ToString,
        allowed: impl ToString,
    ) -> Result<(), Self> {
        if holds {
            Ok(())
        } else {
            Err(Self { name, value: value.to_string(), allowed: allowed.to_string() })
        }
    }

    fn check_finite(name: &'static str, value: f64) -> Result<(), Self> {
        Self::check(value.is_finite(), name, value, "a finite number")
    }

    fn check_positive(name: &'static str, value: f64) -> Result<(), Self> {
        Self::check(value.is_finite() && value > 0.0, name, value, "a positive finite number")
    }

    fn check_not_negative(name: &'static str, value: f64) -> Result<(), Self> {
        let holds = value.is_finite() && value >= 0.0;
        Self::check(holds, name, value, "a finite number, zero or above")
    }

    fn check_at_least(name: &'static str, value: usize, least: usize) -> Result<(), Self> {
        Self::check(value >= least, name, value, format!("at least {least}"))
    }
}
