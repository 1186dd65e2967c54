use nalgebra::Vector2;

use super::{Error, Parameters};
use crate::{
    fem::{LinearTriangles, lumped_masses, per_dof},
    mesh::{Mesh, connected_components},
    reduction::{EigenError, Eigenmodes, linear_modal_analysis},
};

/// Rigid motions of a body in the plane: two translations and a rotation.
pub const RIGID_MODES: usize = 3;

/// A triangle with less height over its longest side spoils what is told of eigenvalues near zero.
const THIN: f64 = 1e-4;

/// Zero eigenvalues that come out as more than this share of the first that is not zero leave that
/// one fewer than three digits.
const LOST: f64 = 1e-3;

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

    /// A state turned about its centre of mass, which is put at a point.
    pub fn turned(&self, state: &[f64], angle: f64, centre: [f64; 2]) -> Vec<f64> {
        let total: f64 = self.unit_masses.iter().step_by(2).sum();
        let own = [0, 1].map(|c| {
            let dofs = (c..state.len()).step_by(2);
            dofs.map(|i| self.unit_masses[i] * state[i]).sum::<f64>() / total
        });
        let (sin, cos) = angle.sin_cos();
        let turned = |[x, y]: &[f64; 2]| {
            let (x, y) = (x - own[0], y - own[1]);
            [centre[0] + cos * x - sin * y, centre[1] + sin * x + cos * y]
        };
        state.as_chunks::<2>().0.iter().flat_map(turned).collect()
    }

    /// The `count` lowest vibration modes, of which the first three are the rigid motions (notebook
    /// 025, *How does this shape naturally move?*).
    ///
    /// # Errors
    /// [`Error::Eigen`] if there are not as many, [`Error::Mechanism`] if more than the rigid
    /// motions cost no energy, [`Error::RigidMotionsLost`] if round-off has the rigid motions cost
    /// some.
    // ANCHOR: modes
    pub fn modes(&self, count: usize) -> Result<Eigenmodes, Error> {
        if count == 0 {
            return Err(EigenError::NoModes.into());
        }
        // One more than the rigid motions tells whether there are others like them.
        let mut modes = linear_modal_analysis(&self.mesh, count.max(RIGID_MODES + 1))?;
        let zero = 1e-9 * self.typical_eigenvalue();
        let loose = modes.values.iter().filter(|lambda| **lambda <= zero).count();
        let (triangle, aspect) = self.thinnest_triangle();
        if loose > RIGID_MODES && aspect > THIN {
            return Err(Error::Mechanism { modes: loose });
        }
        let rigid = modes.values[..RIGID_MODES].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let first = modes.values[RIGID_MODES];
        if rigid > LOST * first {
            return Err(Error::RigidMotionsLost { rigid, first, triangle, aspect });
        }
        modes.values.truncate(count);
        modes.vectors = modes.vectors.subcols(0, count).to_owned();
        Ok(modes)
    }
    // ANCHOR_END: modes

    /// The triangle that is thinnest, and its height over its longest side.
    fn thinnest_triangle(&self) -> (usize, f64) {
        // A shape function falls from 1 to 0 over the height of its corner, so the least height is
        // one over the steepest gradient, and the longest side twice the area over it.
        let aspect = |(area, gradients): (&f64, &[Vector2<f64>; 3])| {
            let steepest = gradients.iter().map(|g| g.norm_squared()).fold(0.0, f64::max);
            1.0 / (2.0 * area * steepest)
        };
        let aspects = self.triangles.areas().iter().zip(self.triangles.shape_gradients());
        let thinner = |a: (usize, f64), b: (usize, f64)| if b.1 < a.1 { b } else { a };
        aspects.map(aspect).enumerate().fold((0, f64::INFINITY), thinner)
    }

    /// The mean eigenvalue over the number of vertices. In the plane eigenvalues grow in proportion
    /// to their index, so this has the size of the lowest that deforms the body.
    fn typical_eigenvalue(&self) -> f64 {
        let triangles = self.triangles.areas().iter().zip(self.triangles.shape_gradients());
        let stiffness: f64 = triangles
            .map(|(area, gradients)| area * gradients.iter().map(|g| g.norm_squared()).sum::<f64>())
            .sum();
        let mass: f64 = self.triangles.areas().iter().sum();
        stiffness / mass / self.mesh.vertex_count() as f64
    }
}
