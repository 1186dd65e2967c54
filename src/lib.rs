//! Reduced-order soft bodies in the plane, with every number computed and tested.
//!
//! The crate behind the *modebook*, which reproduces two notebooks of the simkit tutorials. In
//! reading order, each module knowing only those before it:
//!
//! - [`linalg`]: symmetric sparse matrices and Cholesky factorizations on top of faer;
//! - [`solvers`]: Newton's method with a line search and an evolution strategy, over functions;
//! - [`mesh`]: triangle meshes that cannot hold bad data;
//! - [`fem`]: what one linear triangle gives;
//! - [`energies`]: elasticity, inertia, pins, gravity;
//! - [`reduction`]: eigenmodes and the subspaces made of them;
//! - [`experiments`]: the notebooks, one function per step;
//! - [`claims`]: what the notebooks say, beside what we computed;
//! - [`speed`]: what takes time in them, beside what the machine could do at best.
//!
//! States are vectors (x0, y0, x1, y1, ...) in metres; everything is `f64`.
//!
//! ```
//! use modebook::{mesh::triangulated_grid, reduction::linear_modal_analysis};
//!
//! // A beam, 4 m by 0.5 m, and its five lowest modes of vibration.
//! let beam = triangulated_grid(50, 11, 4.0, 0.5)?;
//! let modes = linear_modal_analysis(&beam, 5)?;
//! // Three rigid motions cost nothing; then the beam bends.
//! assert!(modes.values[..3].iter().all(|lambda| lambda.abs() < 1e-9));
//! assert_eq!(format!("{:.3e} {:.3e}", modes.values[3], modes.values[4]), "1.026e-1 6.580e-1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod claims;
pub mod energies;
pub mod experiments;
pub mod fem;
pub mod linalg;
pub mod mesh;
pub mod reduction;
pub mod solvers;
pub mod speed;

#[cfg(feature = "app")]
pub mod book;
#[cfg(feature = "app")]
pub mod figures;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
