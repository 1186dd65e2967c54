use std::fmt;

use super::{Error, Parameters};
use crate::{
    energies::{ElasticEnergy, NeoHookean},
    fem::{Assembly, LinearTriangles, gravity_force, lumped_masses, per_dof},
    linalg::extremes,
    mesh::{Mesh, triangulated_grid},
};

/// A side of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where x is smallest.
    Left,
    /// Where x is largest.
    Right,
    /// Where y is smallest.
    Bottom,
    /// Where y is largest.
    Top,
}

impl Side {
    /// The axis across the side, and the direction in which the body extends from it.
    fn inward(self) -> (usize, f64) {
        match self {
            Self::Left => (0, 1.0),
            Self::Right => (0, -1.0),
            Self::Bottom => (1, 1.0),
            Self::Top => (1, -1.0),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Bottom => "bottom",
            Self::Top => "top",
        })
    }
}

/// A beam pinned at one side, with everything that does not change while it moves (notebook
/// 017, *Constant operators*).
#[derive(Clone, Debug)]
pub struct Beam {
    /// The rest mesh.
    pub mesh: Mesh,
    /// Areas and shape-function gradients of its triangles.
    pub triangles: LinearTriangles,
    /// Pattern and places of the Hessian.
    pub assembly: Assembly,
    /// The material of every triangle.
    pub material: NeoHookean,
    /// Lumped mass of every degree of freedom, in kg.
    pub masses: Vec<f64>,
    /// The same at unit density: the norm that bases are orthonormal in.
    pub unit_masses: Vec<f64>,
    /// Weight on every degree of freedom, in N.
    pub weight: Vec<f64>,
    /// Vertices of the pinned side.
    pub pinned: Vec<usize>,
    /// The tracked tip: the first of the vertices farthest from the pinned side. In the notebook
    /// that is the bottom right corner.
    pub tip: usize,
    /// Stiffness of each pinned vertex's spring, in N/m.
    pub pin_stiffness: f64,
}

/// The coarser beam that moves and rotates (notebook 017, *Two beams*).
///
/// # Errors
/// [`Error`] for a grid, material or parameter out of range.
pub fn dynamics_beam(parameters: &Parameters) -> Result<Beam, Error> {
    let p = parameters;
    Beam::new(triangulated_grid(p.columns, p.rows, p.width, p.height)?, p)
}

/// The finer beam of the timing study.
///
/// # Errors
/// [`Error`] for a grid, material or parameter out of range.
pub fn timing_beam(parameters: &Parameters) -> Result<Beam, Error> {
    let p = parameters;
    Beam::new(triangulated_grid(p.timing_columns, p.timing_rows, p.width, p.height)?, p)
}

impl Beam {
    /// Builds the constant operators of a mesh whose outermost vertices at one side are pinned.
    ///
    /// # Errors
    /// [`Error`] for a material or parameter out of range, or a mesh too far from the origin.
    // ANCHOR: operators
    pub fn new(mesh: Mesh, parameters: &Parameters) -> Result<Self, Error> {
        parameters.check()?;
        mesh.check_nearness()?;
        let material = NeoHookean::from_young_poisson(parameters.young, parameters.poisson)?;

        let triangles = LinearTriangles::new(&mesh);
        let assembly = Assembly::new(mesh.triangles(), mesh.vertex_count(), 2);
        let vertex_masses = lumped_masses(&mesh, &triangles, parameters.density);

        let (axis, inward) = parameters.pinned_side.inward();
        let depths: Vec<f64> = mesh.positions().iter().map(|p| inward * p[axis]).collect();
        let [wall, end] = extremes(depths.iter().copied());
        let pinned_depth = wall + 1e-6 * (end - wall);
        let pinned = (0..mesh.vertex_count()).filter(|&v| depths[v] <= pinned_depth).collect();
        let tip = depths.iter().position(|depth| *depth == end).expect("a mesh has vertices");

        Ok(Self {
            material,
            masses: per_dof(&vertex_masses),
            unit_masses: per_dof(&lumped_masses(&mesh, &triangles, 1.0)),
            weight: gravity_force(&vertex_masses, parameters.gravity),
            pinned,
            tip,
            pin_stiffness: parameters.pin_stiffness,
            triangles,
            assembly,
            mesh,
        })
    }
    // ANCHOR_END: operators

    /// The rest state X.
    pub fn rest(&self) -> &[f64] {
        self.mesh.rest_state()
    }

    /// The neo-Hookean energy of the beam.
    pub fn elasticity(&self) -> ElasticEnergy<'_, NeoHookean> {
        ElasticEnergy {
            material: self.material,
            triangles: &self.triangles,
            assembly: &self.assembly,
        }
    }
}
