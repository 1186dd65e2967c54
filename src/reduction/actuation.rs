use faer::MatRef;

use crate::{fem::LinearTriangles, linalg::norm};

/// The displacement gradient `|grad d|_F` of every triangle, for one displacement field (x0, y0,
/// x1, y1, ...). Notebook 025, *Building the reduced model*.
pub fn displacement_gradients(triangles: &LinearTriangles, field: &[f64]) -> Vec<f64> {
    (0..triangles.count())
        .map(|e| norm(triangles.deformation_gradient(e, field).as_slice()))
        .collect()
}

/// How far each mode, a column of `modes`, may be driven: the amplitude at which its steepest
/// triangle reaches the displacement gradient `largest_gradient`.
///
/// Benchekroun et al., *Actuators à la Mode: Modal Actuations for Soft Body Locomotion*, 2024;
/// notebook 025, *Building the reduced model*.
// ANCHOR: amplitude_ceilings
pub fn amplitude_ceilings(
    triangles: &LinearTriangles,
    modes: MatRef<'_, f64>,
    largest_gradient: f64,
) -> Vec<f64> {
    (0..modes.ncols())
        .map(|k| {
            let field: Vec<f64> = modes.col(k).iter().copied().collect();
            let steepest =
                displacement_gradients(triangles, &field).into_iter().fold(0.0, f64::max);
            largest_gradient / steepest
        })
        .collect()
}
// ANCHOR_END: amplitude_ceilings
