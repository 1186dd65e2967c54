use super::{Error, Parameters};
use crate::{
    fem::{LinearTriangles, lumped_masses, per_dof},
    mesh::{Mesh, connected_components},
    reduction::{EigenError, Eigenmodes, linear_modal_analysis},
};

/// Rigid motions of a body in the plane: two translations and a rotation.
pub const RIGID_MODES: usize = 3;

/// A free body: no pins, no handles.
#[derive(Clone, Debug)]
pub struct Creature {
    /// The rest mesh.
    pub mesh: Mesh,
    /// Areas and shape-function gradients of its triangles.
    pub triangles: LinearTriangles,
    /// Lumped mass of every degree of freedom at unit density: the norm that modes and bases are
    /// orthonormal in.
    pub unit_masses: Vec<f64>,
}

/// The notebook's caterpillar (notebook 025, *A creature, not a rectangle*).
///
/// # Errors
/// [`Error`] if it cannot be cut out of its grid, or falls into pieces.
pub fn creature(parameters: &Parameters) -> Result<Creature, Error> {
    Creature::new(parameters.caterpillar.mesh()?)
}

impl Creature {
    /// A creature of any shape, in one piece.
    ///
    /// # Errors
    /// [`Error::Disconnected`] if it falls into pieces.
    pub fn new(mesh: Mesh) -> Result<Self, Error> {
        let components = connected_components(&mesh);
        if components > 1 {
            return Err(Error::Disconnected { components });
        }
        let triangles = LinearTriangles::new(&mesh);
        let unit_masses = per_dof(&lumped_masses(&mesh, &triangles, 1.0));
        Ok(Self { mesh, triangles, unit_masses })
    }

    /// The rest state X.
    pub fn rest(&self) -> &[f64] {
        self.mesh.rest_state()
    }

    /// The lowest vibration modes: the three rigid motions, then `count` that deform (notebook
    /// 025, *How does this shape naturally move?*).
    ///
    /// # Errors
    /// [`Error::Eigen`] if there are not as many, [`Error::Mechanism`] if more than the rigid
    /// motions cost no energy.
    // ANCHOR: modes
    pub fn modes(&self, count: usize) -> Result<Eigenmodes, Error> {
        if count == 0 {
            return Err(EigenError::NoModes.into());
        }
        let modes = linear_modal_analysis(&self.mesh, RIGID_MODES.saturating_add(count))?;
        // What round-off leaves of a zero eigenvalue, the rigid ones show.
        let zero = 100.0 * modes.values[..RIGID_MODES].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let loose = modes.values.iter().filter(|lambda| **lambda <= zero).count();
        if loose > RIGID_MODES {
            return Err(Error::Mechanism { modes: loose });
        }
        Ok(modes)
    }
    // ANCHOR_END: modes
}
