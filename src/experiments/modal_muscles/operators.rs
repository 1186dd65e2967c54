use faer::{Mat, MatRef};

use super::Model;
use crate::linalg::{column, column_mut, product};

/// Everything that the time steps need of a model, precomputed in its subspace (notebook 025,
/// *Constant operators*). r coordinates, t triangles, c clusters, m muscles.
#[derive(Clone, Debug)]
pub struct Operators {
    /// J B: the deformation gradients F_e as a function of z, 4t x r.
    pub JB: Mat<f64>,
    /// J D: the targets Y_e as a function of the activation, 4t x (m + 1).
    pub JY: Mat<f64>,
    /// The reduced, area-weighted stiffness `L_B = (JB)' V (JB)`, r x r.
    pub L_B: Mat<f64>,
    /// Passive sums `sum_e v_e F_e` over each cluster as a function of z, 4c x r.
    pub C_passive: Mat<f64>,
    /// Active sums `sum_e v_e F_e Y_e'` over the whole body as functions of z, 4 x r for each
    /// entry of the activation. The notebook keeps a second array, `fst`, that maps a rotation to
    /// the force of the muscles; it is this one, read the other way.
    pub K_active: Vec<Mat<f64>>,
    /// Centre of mass as a function of z, 2 x r.
    pub centre_of_mass: Mat<f64>,
}

impl Operators {
    /// The operators of a model.
    // ANCHOR: operators
    pub fn new(model: &Model) -> Self {
        let triangles = &model.creature.triangles;
        let areas = triangles.areas();
        let JB = triangles.stacked_gradients(model.subspace.basis());
        let JY = triangles.stacked_gradients(model.activation_basis().as_ref());
        let V_JB = scaled_rows(&JB, areas);
        let L_B = product(JB.transpose(), V_JB.as_ref());
        let C_passive = summed_over(&V_JB, &model.clusters.labels, model.clusters.count);
        let K_active = (0..JY.ncols()).map(|k| stretch_sums(&V_JB, column(&JY, k))).collect();
        let centre_of_mass = centre_of_mass(&model.creature.unit_masses, model.subspace.basis());
        Self { JB, JY, L_B, C_passive, K_active, centre_of_mass }
    }
    // ANCHOR_END: operators
}

/// `V JB`: the four rows of every triangle times its area.
fn scaled_rows(JB: &Mat<f64>, areas: &[f64]) -> Mat<f64> {
    let mut V_JB = JB.clone();
    for j in 0..JB.ncols() {
        for (block, area) in column_mut(&mut V_JB, j).as_chunks_mut::<4>().0.iter_mut().zip(areas) {
            block.iter_mut().for_each(|F| *F *= area);
        }
    }
    V_JB
}

/// The sum of the triangles' blocks over each cluster.
fn summed_over(V_JB: &Mat<f64>, labels: &[usize], count: usize) -> Mat<f64> {
    let mut sums = Mat::zeros(4 * count, V_JB.ncols());
    for j in 0..V_JB.ncols() {
        let sums = column_mut(&mut sums, j).as_chunks_mut::<4>().0;
        for (block, &label) in column(V_JB, j).as_chunks::<4>().0.iter().zip(labels) {
            sums[label].iter_mut().zip(block).for_each(|(sum, F)| *sum += F);
        }
    }
    sums
}

/// `sum_e v_e F_e Y_e'` for one column of targets.
fn stretch_sums(V_JB: &Mat<f64>, targets: &[f64]) -> Mat<f64> {
    let mut sums = Mat::zeros(4, V_JB.ncols());
    for j in 0..V_JB.ncols() {
        let sum = column_mut(&mut sums, j);
        for (F, Y) in column(V_JB, j).as_chunks::<4>().0.iter().zip(targets.as_chunks::<4>().0) {
            sum[0] += F[0] * Y[0] + F[1] * Y[1];
            sum[1] += F[0] * Y[2] + F[1] * Y[3];
            sum[2] += F[2] * Y[0] + F[3] * Y[1];
            sum[3] += F[2] * Y[2] + F[3] * Y[3];
        }
    }
    sums
}

/// The mass-weighted mean of each component of the basis vectors.
fn centre_of_mass(masses: &[f64], basis: MatRef<'_, f64>) -> Mat<f64> {
    let total: f64 = masses.iter().step_by(2).sum();
    Mat::from_fn(2, basis.ncols(), |component, j| {
        let dofs = (component..masses.len()).step_by(2);
        dofs.map(|i| masses[i] * basis[(i, j)]).sum::<f64>() / total
    })
}
