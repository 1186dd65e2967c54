use std::collections::HashMap;

use faer::Mat;

use super::{Error, Model, Parameters};
use crate::{
    experiments::ParameterError,
    linalg::{DenseCholesky, accumulate, column, dot, product, pseudo_inverse},
    mesh::{Mesh, boundary_edges, farthest_point_sampling},
};

/// The floor, and the points of the body that can touch it (notebook 025, *Now let it fall, and let
/// it crawl*).
#[derive(Clone, Debug)]
pub struct ContactSetup {
    /// The contact points, boundary vertices in ascending order.
    pub vertices: Vec<usize>,
    /// Height of the floor, in m.
    pub ground: f64,
    /// Positions of the contact points as a function of z, two columns each: the transpose of the
    /// notebook's `S_contact`, r x 2p.
    pub positions: Mat<f64>,
}

/// Spreads the contact points over the boundary and puts the floor below the feet.
///
/// # Errors
/// [`Error::Parameter`] for a floor above the body.
// ANCHOR: contact_setup
pub fn contact_setup(model: &Model, parameters: &Parameters) -> Result<ContactSetup, Error> {
    let mesh = &model.creature.mesh;
    let vertices = contact_vertices(mesh, mesh.positions(), parameters.contact_points);
    ContactSetup::new(model, vertices, parameters)
}
// ANCHOR_END: contact_setup

// ANCHOR: contact_vertices
/// Boundary vertices of a mesh spread far apart, in ascending order, with distances measured
/// between the positions given.
pub fn contact_vertices(mesh: &Mesh, positions: &[[f64; 2]], count: usize) -> Vec<usize> {
    let mut boundary = boundary_edges(mesh).into_flattened();
    boundary.sort_unstable();
    boundary.dedup();
    let points: Vec<_> = boundary.iter().map(|&v| positions[v]).collect();
    let sampled = farthest_point_sampling(&points, count);
    let mut vertices: Vec<_> = sampled.into_iter().map(|i| boundary[i]).collect();
    vertices.sort_unstable();
    vertices
}
// ANCHOR_END: contact_vertices

impl ContactSetup {
    /// A floor below the feet, and vertices that can touch it.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a floor above the body.
    pub fn new(
        model: &Model,
        vertices: Vec<usize>,
        parameters: &Parameters,
    ) -> Result<Self, Error> {
        let [lowest, highest] = model.creature.mesh.extent(1);
        let ground = lowest - parameters.ground_gap;
        let least = lowest - highest;
        let allowed = format!("above {least}: the floor would lie above the whole body");
        ParameterError::check(ground < highest, "ground-gap", parameters.ground_gap, allowed)?;
        let basis = model.subspace.basis();
        let positions = Mat::from_fn(basis.ncols(), 2 * vertices.len(), |j, i| {
            basis[(2 * vertices[i / 2] + i % 2, j)]
        });
        Ok(Self { vertices, ground, positions })
    }

    /// Height of the lowest contact point above the floor, in m.
    pub fn lowest_height(&self, z: &[f64]) -> f64 {
        let heights = (0..self.vertices.len()).map(|p| dot(column(&self.positions, 2 * p + 1), z));
        heights.fold(f64::INFINITY, f64::min) - self.ground
    }
}

/// The floor under a run.
#[derive(Clone, Copy, Debug)]
pub struct Floor<'a> {
    /// Its height, and the points that can touch it.
    pub setup: &'a ContactSetup,
    /// Share of a touching point's slide that is taken back, in \[0, 1\].
    pub friction: f64,
}

/// Contact with the floor as a correction of the global step, at velocity level (notebook 025,
/// *Velocity-level ground contact*).
///
/// A contact point is active if it is below the floor and the step without contact would move it
/// down. A force `f_c` is added that takes back its fall, and a share (the friction) of its slide:
/// `S_a H^-1 f_c = -d`, with the displacement `d` to be taken back, in the least-squares sense, and
/// the shortest such force where there are many. So the step changes by `H^-1 (S_a H^-1)^+ (-d)`,
/// where the matrix depends on nothing but which points are active: it is computed once for each
/// set of points that comes up.
pub(super) struct GroundContact {
    setup: ContactSetup,
    friction: f64,
    /// Heights of the contact points as a function of z, p x r.
    heights: Mat<f64>,
    H_inverse: Mat<f64>,
    corrections: HashMap<Box<[usize]>, Mat<f64>>,
    height: Vec<f64>,
    active: Vec<usize>,
    taken_back: Vec<f64>,
    held: Vec<bool>,
}

/// Sets of active points whose corrections are kept; the notebook's run meets about two dozen.
const MOST_SETS: usize = 1024;

// ANCHOR: ground_contact
impl GroundContact {
    /// Contact with a floor in a run with a Hessian that is factored.
    pub(super) fn new(floor: Floor<'_>, cholesky: &DenseCholesky) -> Self {
        let Floor { setup, friction } = floor;
        let points = setup.vertices.len();
        let r = setup.positions.nrows();
        let mut H_inverse = Mat::identity(r, r);
        cholesky.solve_in_place(H_inverse.as_mut());
        Self {
            setup: setup.clone(),
            friction,
            heights: Mat::from_fn(points, r, |p, j| setup.positions[(j, 2 * p + 1)]),
            H_inverse,
            corrections: HashMap::new(),
            height: vec![0.0; points],
            active: Vec::with_capacity(points),
            taken_back: Vec::with_capacity(2 * points),
            held: vec![false; points],
        }
    }

    /// Begins a time step.
    pub(super) fn begin_step(&mut self) {
        self.held.fill(false);
    }

    /// The contact points that were active in some iteration of the time step.
    pub(super) fn held(&self) -> impl Iterator<Item = usize> {
        (0..self.held.len()).filter(|&p| self.held[p])
    }

    // ANCHOR: correct
    /// Corrects the step `free` from `current` that would be made without contact; `z` is the
    /// iterate, which says which points are below the floor.
    pub(super) fn correct(&mut self, z: &[f64], current: &[f64], free: &mut [f64]) {
        let Self { setup, friction, .. } = self;
        self.height.fill(0.0);
        accumulate(&self.heights, z, &mut self.height);
        self.active.clear();
        self.taken_back.clear();
        for p in (0..self.height.len()).filter(|&p| self.height[p] < setup.ground) {
            let [dx, dy] = [2 * p, 2 * p + 1].map(|i| {
                let row = column(&setup.positions, i);
                row.iter().zip(free.iter().zip(current)).map(|(s, (f, c))| s * (f - c)).sum::<f64>()
            });
            if dy < 0.0 {
                self.active.push(p);
                self.held[p] = true;
                self.taken_back.extend([-*friction * dx, -dy]);
            }
        }
        if self.active.is_empty() {
            return;
        }
        if !self.corrections.contains_key(&self.active[..]) {
            if self.corrections.len() == MOST_SETS {
                self.corrections.clear();
            }
            self.corrections.insert(self.active.clone().into(), self.correction());
        }
        accumulate(&self.corrections[&self.active[..]], &self.taken_back, free);
    }
    // ANCHOR_END: correct

    // ANCHOR: correction
    /// `H^-1 (S_a H^-1)^+` of the active points.
    fn correction(&self) -> Mat<f64> {
        let r = self.H_inverse.nrows();
        let S_a = Mat::from_fn(2 * self.active.len(), r, |i, j| {
            self.setup.positions[(j, 2 * self.active[i / 2] + i % 2)]
        });
        let S_a_H_inverse = product(S_a.as_ref(), self.H_inverse.as_ref());
        // Numbers that are not finite stay so, and the run reports them.
        let inverse = pseudo_inverse(S_a_H_inverse.as_ref())
            .unwrap_or_else(|| Mat::full(r, S_a.nrows(), f64::NAN));
        product(self.H_inverse.as_ref(), inverse.as_ref())
    }
    // ANCHOR_END: correction
}
// ANCHOR_END: ground_contact
