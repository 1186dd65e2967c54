//! The notebooks as experiments: one parameter struct each, one function per notebook step, one
//! small result per step.

pub mod modal_muscles;
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
}
