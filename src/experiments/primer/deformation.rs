use nalgebra::{Matrix2, Vector2};

use super::{Error, Parameters};
use crate::{
    energies::BestRotations,
    fem::LinearTriangles,
    mesh::{Mesh, triangulated_grid},
};

/// A strip that is sheared and bent onto an arc, so that its deformation gradient is known in every
/// point.
#[derive(Clone, Debug)]
pub struct Bend {
    /// The strip at rest.
    pub mesh: Mesh,
    /// Its triangles.
    pub triangles: LinearTriangles,
    /// Where the map takes its vertices.
    pub state: Vec<f64>,
    /// Some triangles, looked at closely.
    pub samples: Vec<Sample>,
    /// Largest difference, in the Frobenius norm, of a triangle's deformation gradient and the
    /// derivative of the map at its centroid.
    pub error: f64,
    /// The same on a mesh with triangles half as large.
    pub finer_error: f64,
}

/// What became of one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Its centroid at rest.
    pub rest: [f64; 2],
    /// Its centroid after the deformation.
    pub moved: [f64; 2],
    /// Its deformation gradient.
    pub F: Matrix2<f64>,
    /// The factor by which the map changes areas at the centroid.
    pub known_area_ratio: f64,
    /// The rotation in `F`.
    pub rotation: Matrix2<f64>,
    /// Principal stretches, the larger first.
    pub stretches: [f64; 2],
}

impl Sample {
    /// The angle of the rotation, in degrees.
    pub fn angle(&self) -> f64 {
        self.rotation.m21.atan2(self.rotation.m11).to_degrees()
    }
}

/// Shears and bends a strip, on two meshes.
///
/// # Errors
/// [`Error::Grid`] for sizes that are no mesh.
pub fn bend(parameters: &Parameters) -> Result<Bend, Error> {
    let p = parameters;
    let mesh = strip(p, p.strip_rows)?;
    let triangles = LinearTriangles::new(&mesh);
    let state = bent(p, &mesh);
    let (half_width, half_height) = (0.5 * p.strip_width, 0.5 * p.strip_height);
    // One near each end and one between, at different heights.
    let samples = [[-0.75, 0.4], [0.1, -0.4], [0.75, 0.2]]
        .map(|[x, y]| sample(p, &mesh, &triangles, &state, [x * half_width, y * half_height]));
    let finer = strip(p, 2 * p.strip_rows)?;
    Ok(Bend {
        error: largest_error(p, &mesh),
        finer_error: largest_error(p, &finer),
        samples: samples.to_vec(),
        state,
        triangles,
        mesh,
    })
}

fn strip(p: &Parameters, rows: usize) -> Result<Mesh, Error> {
    let columns = (rows as f64 * p.strip_width / p.strip_height).round() as usize;
    Ok(triangulated_grid(columns + 1, rows + 1, p.strip_width, p.strip_height)?)
}

/// Where the map takes a point: along the axis by a shear, then onto the arc.
fn map(p: &Parameters, [x, y]: [f64; 2]) -> Vector2<f64> {
    let angle = (x + p.shear * y) / p.radius;
    let to_centre = p.radius - y;
    Vector2::new(to_centre * angle.sin(), p.radius - to_centre * angle.cos())
}

/// The derivative of the map: the shear, then a stretch along the axis by the distance to the
/// centre of the arc, then the rotation by the angle on the arc.
fn derivative(p: &Parameters, [x, y]: [f64; 2]) -> Matrix2<f64> {
    let (sin, cos) = ((x + p.shear * y) / p.radius).sin_cos();
    let stretch = Matrix2::new(1.0 - y / p.radius, 0.0, 0.0, 1.0);
    Matrix2::new(cos, -sin, sin, cos) * stretch * Matrix2::new(1.0, p.shear, 0.0, 1.0)
}

fn bent(p: &Parameters, mesh: &Mesh) -> Vec<f64> {
    mesh.positions().iter().flat_map(|x| <[f64; 2]>::from(map(p, *x))).collect()
}

fn largest_error(p: &Parameters, mesh: &Mesh) -> f64 {
    let (triangles, state) = (LinearTriangles::new(mesh), bent(p, mesh));
    let error = |e: usize| {
        let known = derivative(p, centroid(mesh, e, mesh.rest_state()));
        (triangles.deformation_gradient(e, &state) - known).norm()
    };
    (0..triangles.count()).map(error).fold(0.0, f64::max)
}

fn centroid(mesh: &Mesh, triangle: usize, state: &[f64]) -> [f64; 2] {
    [0, 1].map(|axis| {
        mesh.triangles()[triangle].iter().map(|v| state[2 * v + axis]).sum::<f64>() / 3.0
    })
}

/// The triangle whose centroid is nearest to a point.
fn sample(
    p: &Parameters,
    mesh: &Mesh,
    triangles: &LinearTriangles,
    state: &[f64],
    point: [f64; 2],
) -> Sample {
    let distance = |e: &usize| {
        let [x, y] = centroid(mesh, *e, mesh.rest_state());
        (x - point[0]).hypot(y - point[1])
    };
    let triangle = (0..triangles.count())
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        .expect("a mesh has triangles");
    let rest = centroid(mesh, triangle, mesh.rest_state());
    let F = triangles.deformation_gradient(triangle, state);
    let (rotation, stretches) = polar(&F);
    Sample {
        rest,
        moved: centroid(mesh, triangle, state),
        known_area_ratio: derivative(p, rest).determinant(),
        F,
        rotation,
        stretches,
    }
}

// ANCHOR: polar
/// The rotation in a deformation gradient, and the principal stretches.
fn polar(F: &Matrix2<f64>) -> (Matrix2<f64>, [f64; 2]) {
    let stacked = faer::Mat::from_fn(4, 1, |i, _| F[(i / 2, i % 2)]);
    let mut rotation = [0.0; 2];
    BestRotations::new(stacked.as_ref()).fit(&[1.0], &mut rotation);
    let [cos, sin] = rotation;
    let stretches = F.singular_values();
    (Matrix2::new(cos, -sin, sin, cos), [stretches.max(), stretches.min()])
}
// ANCHOR_END: polar
