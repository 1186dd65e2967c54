use super::{Beam, Error, Parameters};
use crate::reduction::{
    Eigenmodes, Subspace, linear_modal_analysis, skinning_basis, skinning_eigenmodes,
};

/// The two bases of the notebook, and the modes that they are made of (notebook 017, *Two
/// subspaces, built once*).
#[derive(Clone, Debug)]
pub struct Subspaces {
    /// The lowest 6k vibration modes.
    pub vibration: Eigenmodes,
    /// The k skinning weights.
    pub weights: Eigenmodes,
    /// Linear modal analysis with k modes.
    pub small_modal: Subspace,
    /// Linear modal analysis with 6k modes, as many coordinates as skinning has.
    pub modal: Subspace,
    /// k skinning weights, each with an affine map.
    pub skinning: Subspace,
}

/// Computes modes, weights and the three subspaces of a beam.
///
/// # Errors
/// [`Error::Eigen`] if the beam has fewer degrees of freedom than modes are asked for.
// ANCHOR: subspaces
pub fn subspaces(beam: &Beam, parameters: &Parameters) -> Result<Subspaces, Error> {
    let k = parameters.modes;
    let vibration = linear_modal_analysis(&beam.mesh, 6 * k)?;
    let weights = skinning_eigenmodes(&beam.mesh, k)?;
    let modal = Subspace::of_displacements(&vibration.vectors, beam.rest());
    let skinning = skinning_basis(&beam.mesh, &weights.vectors)?;
    Ok(Subspaces { small_modal: modal.first(k), modal, skinning, vibration, weights })
}
// ANCHOR_END: subspaces
