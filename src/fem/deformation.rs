use faer::{Mat, MatRef};
use nalgebra::{Matrix2, Vector2};

use crate::{linalg::column_mut, mesh::Mesh};

/// The linear triangles of a rest mesh: areas and shape-function gradients.
///
/// On a linear triangle a field is interpolated from its corners, so its gradient is constant;
/// everything that a simulation needs of the rest shape is the area and three gradients per
/// triangle.
#[derive(Clone, Debug)]
pub struct LinearTriangles {
    corners: Vec<[usize; 3]>,
    areas: Vec<f64>,
    shape_gradients: Vec<[Vector2<f64>; 3]>,
}

impl LinearTriangles {
    /// Areas (m^2) and shape-function gradients (1/m) of a rest mesh.
    ///
    /// The gradient of a corner's shape function is the opposite edge turned by a quarter, over
    /// twice the area.
    // ANCHOR: shape_gradients
    pub fn new(mesh: &Mesh) -> Self {
        let position = |v: usize| Vector2::from(mesh.positions()[v]);
        let (areas, shape_gradients) = mesh
            .triangles()
            .iter()
            .map(|&[a, b, c]| {
                let (xa, xb, xc) = (position(a), position(b), position(c));
                let twice_area = (xb - xa).perp(&(xc - xa));
                let opposite = |from: Vector2<f64>, to: Vector2<f64>| {
                    let edge = to - from;
                    Vector2::new(-edge.y, edge.x) / twice_area
                };
                (0.5 * twice_area, [opposite(xb, xc), opposite(xc, xa), opposite(xa, xb)])
            })
            .unzip();
        Self { corners: mesh.triangles().to_vec(), areas, shape_gradients }
    }
    // ANCHOR_END: shape_gradients

    /// Number of triangles.
    pub fn count(&self) -> usize {
        self.areas.len()
    }

    /// Rest areas, in m^2.
    pub fn areas(&self) -> &[f64] {
        &self.areas
    }

    /// Corner indices of every triangle.
    pub fn corners(&self) -> &[[usize; 3]] {
        &self.corners
    }

    /// The three shape-function gradients of every triangle, in 1/m.
    pub fn shape_gradients(&self) -> &[[Vector2<f64>; 3]] {
        &self.shape_gradients
    }

    /// The deformation gradient of one triangle at the state (x0, y0, x1, y1, ...).
    #[inline]
    pub fn deformation_gradient(&self, triangle: usize, state: &[f64]) -> Matrix2<f64> {
        let positions =
            self.corners[triangle].map(|v| Vector2::new(state[2 * v], state[2 * v + 1]));
        deformation_gradient(positions, &self.shape_gradients[triangle])
    }

    /// J B: the deformation gradients of every triangle as a linear function of reduced
    /// coordinates. Column j holds those of the field in column j of the basis, stacked row-major,
    /// four numbers per triangle.
    pub fn stacked_gradients(&self, basis: MatRef<'_, f64>) -> Mat<f64> {
        let mut stacked = Mat::zeros(4 * self.count(), basis.ncols());
        let mut field = vec![0.0; basis.nrows()];
        for j in 0..basis.ncols() {
            field.iter_mut().zip(basis.col(j).iter()).for_each(|(x, b)| *x = *b);
            for (e, block) in column_mut(&mut stacked, j).as_chunks_mut().0.iter_mut().enumerate() {
                let F = self.deformation_gradient(e, &field);
                *block = [F.m11, F.m12, F.m21, F.m22];
            }
        }
        stacked
    }
}

/// `F = sum_a x_a (grad N_a)'`, from the corners' positions and shape-function gradients.
// ANCHOR: deformation_gradient
#[inline(always)]
pub(super) fn deformation_gradient(
    positions: [Vector2<f64>; 3],
    shape_gradients: &[Vector2<f64>; 3],
) -> Matrix2<f64> {
    let [a, b, c] = positions;
    let [ga, gb, gc] = shape_gradients.map(|g| g.transpose());
    a * ga + b * gb + c * gc
}
// ANCHOR_END: deformation_gradient
