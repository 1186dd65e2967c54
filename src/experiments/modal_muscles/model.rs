use faer::Mat;

use super::{Creature, Error, Parameters, RIGID_MODES};
use crate::{
    experiments::ParameterError,
    linalg::{DenseCholesky, add_scaled, column, mass_dot},
    mesh::Mesh,
    reduction::{
        Clusters, Eigenmodes, Subspace, amplitude_ceilings, skinning_basis, skinning_eigenmodes,
    },
};

/// The reduced model of a creature, built once (notebook 025, *Building the reduced model*).
#[derive(Clone, Debug)]
pub struct Model {
    /// The body.
    pub creature: Creature,
    /// Rigid and muscle modes, as the eigensolver orients them.
    pub modes: Eigenmodes,
    /// The muscle modes D as columns, with the signs of the parameters.
    pub muscles: Mat<f64>,
    /// Skinning weights.
    pub weights: Eigenmodes,
    /// The skinning subspace x = B z.
    pub subspace: Subspace,
    /// Triangles that share a passive rotation.
    pub clusters: Clusters,
    /// How far each muscle may be driven.
    pub ceilings: Vec<f64>,
    /// The rest shape in the subspace.
    pub z_rest: Vec<f64>,
    /// The rest shape as an activation: the amplitudes of the muscles, then the share of the rest
    /// pose.
    pub a_rest: Vec<f64>,
}

impl Model {
    /// Modes, muscles, subspace, clusters and ceilings of a creature.
    ///
    /// # Errors
    /// [`Error`] for a parameter out of range, a body that has more loose modes than the rigid
    /// ones or lies too far from the origin, or one too coarse for so many modes or clusters.
    // ANCHOR: model
    pub fn new(creature: Creature, parameters: &Parameters) -> Result<Self, Error> {
        parameters.check()?;
        creature.mesh.check_nearness()?;
        check_size(&creature.mesh, parameters)?;
        let p = parameters;
        let modes = creature.modes(RIGID_MODES + p.muscles)?;
        let muscles = Mat::from_fn(creature.mesh.dofs(), p.muscles, |i, k| {
            p.signs[k] * modes.vectors[(i, RIGID_MODES + k)]
        });
        let weights = skinning_eigenmodes(&creature.mesh, p.skinning_modes)?;
        let subspace = skinning_basis(&creature.mesh, &weights.vectors)?;
        let clusters =
            Clusters::new(&creature.mesh, weights.vectors.as_ref(), p.clusters, p.cluster_seed)?;
        let ceilings =
            amplitude_ceilings(&creature.triangles, muscles.as_ref(), p.largest_gradient);
        let z_rest = subspace.project(&creature.unit_masses, creature.rest());
        let a_rest = rest_activation(&creature, &muscles)?;
        Ok(Self { creature, modes, muscles, weights, subspace, clusters, ceilings, z_rest, a_rest })
    }
    // ANCHOR_END: model

    /// The first mode that deforms and shares its eigenvalue, to 1e-6, with the next: round-off
    /// decides which mixture of the two each of them is.
    pub fn first_repeated_mode(&self) -> Option<usize> {
        let values = &self.modes.values;
        (RIGID_MODES..values.len() - 1).find(|&k| values[k + 1] - values[k] <= 1e-6 * values[k])
    }

    /// The state (x0, y0, x1, y1, ...) of reduced coordinates, in m.
    pub fn state(&self, z: &[f64]) -> Vec<f64> {
        let mut state = vec![0.0; self.creature.mesh.dofs()];
        self.subspace.state(z, &mut state);
        state
    }

    /// The columns that an activation multiplies: the muscles, then the rest pose.
    pub fn activation_basis(&self) -> Mat<f64> {
        with_rest_pose(&self.creature, &self.muscles)
    }

    /// The activation with every muscle at the same share of its ceiling.
    pub fn evenly_driven(&self, share: f64) -> Vec<f64> {
        let mut a = self.a_rest.clone();
        a.iter_mut().zip(&self.ceilings).for_each(|(a, ceiling)| *a = share * ceiling);
        a
    }

    /// The shape that muscles of some amplitudes ask for, `X + sum_i a_i d_i`.
    pub fn target(&self, amplitudes: &[f64]) -> Vec<f64> {
        let mut state = self.creature.rest().to_vec();
        for (k, a) in amplitudes.iter().enumerate() {
            add_scaled(&mut state, *a, column(&self.muscles, k));
        }
        state
    }

    /// The middle of every cluster in a state, by the rest areas of its triangles.
    pub fn cluster_centres(&self, state: &[f64]) -> Vec<[f64; 2]> {
        let positions = state.as_chunks::<2>().0;
        let triangles = self.creature.mesh.triangles().iter().zip(self.creature.triangles.areas());
        let mut sums = vec![[0.0; 3]; self.clusters.count];
        for ((corners, area), &label) in triangles.zip(&self.clusters.labels) {
            for [x, y] in corners.map(|v| positions[v]) {
                add_scaled(&mut sums[label], area / 3.0, &[x, y, 1.0]);
            }
        }
        sums.iter().map(|[x, y, area]| [x / area, y / area]).collect()
    }

    /// Writes the amplitudes that fit best to a displacement in the mass norm, `D' M u`.
    pub fn amplitudes_of(&self, displacement: &[f64], amplitudes: &mut [f64]) {
        for (k, a) in amplitudes.iter_mut().enumerate() {
            *a = mass_dot(&self.creature.unit_masses, column(&self.muscles, k), displacement);
        }
    }
}

/// Numbers that the operators of one model may hold: four gigabytes.
const MAX_STORED: usize = 1 << 29;

/// A mesh with room for so many modes, weights and clusters.
fn check_size(mesh: &Mesh, p: &Parameters) -> Result<(), ParameterError> {
    let (dofs, triangles) = (mesh.dofs(), mesh.triangle_count());
    let most_weights = (dofs / 6).min(MAX_STORED / (24 * triangles));
    for (name, value, most, each) in [
        ("clusters", p.clusters, triangles, "a triangle at least"),
        ("skinning-modes", p.skinning_modes, most_weights, "six degrees of freedom"),
        ("muscles", p.muscles, dofs - RIGID_MODES, "a mode besides the three rigid ones"),
    ] {
        let allowed = format!(
            "at most {most} on a mesh of {} vertices and {triangles} triangles (each takes {each})",
            mesh.vertex_count()
        );
        ParameterError::check(value <= most, name, value, allowed)?;
    }
    Ok(())
}

fn with_rest_pose(creature: &Creature, muscles: &Mat<f64>) -> Mat<f64> {
    let m = muscles.ncols();
    Mat::from_fn(
        muscles.nrows(),
        m + 1,
        |i, k| {
            if k < m { muscles[(i, k)] } else { creature.rest()[i] }
        },
    )
}

/// The activation whose shape is nearest to the rest pose, by the normal equations.
fn rest_activation(creature: &Creature, muscles: &Mat<f64>) -> Result<Vec<f64>, Error> {
    let D = with_rest_pose(creature, muscles);
    let count = D.ncols();
    let product = |i, j| mass_dot(&creature.unit_masses, column(&D, i), column(&D, j));
    let mut cholesky = DenseCholesky::new(count);
    cholesky
        .factor(Mat::from_fn(count, count, product).as_ref())
        .map_err(|_| Error::AmbiguousRestPose)?;
    let mut a: Vec<f64> = (0..count).map(|i| product(i, count - 1)).collect();
    cholesky.solve_vector_in_place(&mut a);
    Ok(a)
}
