use std::f64::consts::PI;

use nalgebra::{Matrix2, Vector2};
use rand_distr::{Distribution, Uniform};
use rand_pcg::{Pcg64, rand_core::SeedableRng};

use super::{Error, Parameters};
use crate::{
    energies::{Curvature, ElasticEnergy, Energy, Gravity, Material, NeoHookean},
    fem::{Assembly, LinearTriangles, lumped_masses},
    linalg::{SparseCholesky, SymmetricSparse},
    mesh::{Mesh, boundary_edges, triangulated_grid},
    solvers::{LineSearch, Newton, NewtonError, NewtonHistory, Objective},
};

/// A square whose equilibrium is known, computed on finer and finer meshes.
#[derive(Clone, Debug, PartialEq)]
pub struct Convergence {
    /// The mesh width, the side of the cells that were cut and jittered, in m; the widest first.
    pub widths: Vec<f64>,
    /// Root mean square over the body of the error of the displacement, in m.
    pub displacement_errors: Vec<f64>,
    /// The same of the deformation gradient, in the Frobenius norm.
    pub gradient_errors: Vec<f64>,
    /// The coarsest mesh.
    pub mesh: Mesh,
}

impl Convergence {
    /// The power of the mesh width that the error of the displacement falls with, between the two
    /// finest meshes.
    pub fn displacement_order(&self) -> f64 {
        self.order(&self.displacement_errors)
    }

    /// The same of the deformation gradient.
    pub fn gradient_order(&self) -> f64 {
        self.order(&self.gradient_errors)
    }

    fn order(&self, errors: &[f64]) -> f64 {
        let [coarse, fine] = [2, 1].map(|from_end| errors.len() - from_end);
        (errors[coarse] / errors[fine]).ln() / (self.widths[coarse] / self.widths[fine]).ln()
    }
}

/// Holds the rim of a square of 1 m where a known map takes it, lets the body force act that this map
/// needs, and compares the inside with the map, on one mesh after another.
///
/// # Errors
/// [`Error`] if a mesh cannot be built or Newton's method fails.
// ANCHOR: convergence
pub fn convergence(parameters: &Parameters, material: NeoHookean) -> Result<Convergence, Error> {
    let map = Map { size: parameters.known_size, material };
    let mut meshes = Vec::new();
    let mut errors = Vec::new();
    for &cells in &parameters.cells {
        let mesh = jittered_square(cells)?;
        let triangles = LinearTriangles::new(&mesh);
        // A third of each triangle's area for each of its corners.
        let areas = lumped_masses(&mesh, &triangles, 1.0);
        let places = mesh.positions().iter();
        let force: Vec<f64> = places
            .clone()
            .zip(areas)
            .flat_map(|(X, area)| <[f64; 2]>::from(area * map.body_force(*X)))
            .collect();
        let mut state: Vec<f64> = places.flat_map(|X| <[f64; 2]>::from(map.of(*X))).collect();
        equilibrium(&mesh, material, &force, &mut state)?;
        errors.push(map.errors(&mesh, &triangles, &state));
        meshes.push(mesh);
    }
    Ok(Convergence {
        widths: parameters.cells.iter().map(|cells| 1.0 / *cells as f64).collect(),
        displacement_errors: errors.iter().map(|errors| errors[0]).collect(),
        gradient_errors: errors.iter().map(|errors| errors[1]).collect(),
        mesh: meshes.swap_remove(0),
    })
}
// ANCHOR_END: convergence

/// A square grid whose inner vertices are moved by up to a quarter of a cell, so that no triangle is
/// like another.
fn jittered_square(cells: usize) -> Result<Mesh, Error> {
    let grid = triangulated_grid(cells + 1, cells + 1, 1.0, 1.0)?;
    let quarter = 0.25 / cells as f64;
    let mut random = Pcg64::seed_from_u64(0);
    let uniform = Uniform::new(-quarter, quarter).expect("a quarter of a cell is not empty");
    let positions = grid.positions().iter().map(|X| {
        let is_inside = X.iter().all(|x| x.abs() < 0.5 - quarter);
        let jitter = [(); 2].map(|()| uniform.sample(&mut random));
        if is_inside { [X[0] + jitter[0], X[1] + jitter[1]] } else { *X }
    });
    Ok(Mesh::new(positions.collect(), grid.triangles().to_vec())?)
}

/// The map `x = X + a (sin(pi X) cos(pi Y), cos(pi X) sin(pi Y) / 2)`, and the force that holds it.
struct Map {
    /// The size a, in m.
    size: f64,
    material: NeoHookean,
}

impl Map {
    fn of(&self, [X, Y]: [f64; 2]) -> Vector2<f64> {
        Vector2::new(X, Y) + self.displacement([X, Y])
    }

    fn displacement(&self, X: [f64; 2]) -> Vector2<f64> {
        let [(sin_x, cos_x), (sin_y, cos_y)] = X.map(|x| (PI * x).sin_cos());
        self.size * Vector2::new(sin_x * cos_y, 0.5 * cos_x * sin_y)
    }

    fn deformation_gradient(&self, X: [f64; 2]) -> Matrix2<f64> {
        let [(sin_x, cos_x), (sin_y, cos_y)] = X.map(|x| (PI * x).sin_cos());
        let (c, s) = (cos_x * cos_y, sin_x * sin_y);
        Matrix2::identity() + PI * self.size * Matrix2::new(c, -s, -0.5 * s, 0.5 * c)
    }

    // ANCHOR: body_force
    /// The force per area that keeps the body in this shape, `-Div P`.
    ///
    /// With `P = mu F + (lambda (J - 1) - mu) cof F`, and since the cofactor matrix of a gradient has
    /// no divergence, `Div P = mu Div F + lambda cof F grad J`.
    fn body_force(&self, X: [f64; 2]) -> Vector2<f64> {
        let [(sin_x, cos_x), (sin_y, cos_y)] = X.map(|x| (PI * x).sin_cos());
        let (c, s) = (cos_x * cos_y, sin_x * sin_y);
        let gradient_of_c = -PI * Vector2::new(sin_x * cos_y, cos_x * sin_y);
        let gradient_of_s = PI * Vector2::new(cos_x * sin_y, sin_x * cos_y);
        // J = (1 + k c) (1 + k c / 2) - k^2 s^2 / 2 with k = pi a.
        let k = PI * self.size;
        let gradient_of_J = (1.5 * k + k * k * c) * gradient_of_c - k * k * s * gradient_of_s;
        let F = self.deformation_gradient(X);
        let cofactor = Matrix2::new(F.m22, -F.m21, -F.m12, F.m11);
        let divergence_of_F = -2.0 * PI * PI * self.displacement(X);
        -(self.material.mu * divergence_of_F + self.material.lambda * cofactor * gradient_of_J)
    }
    // ANCHOR_END: body_force

    /// Errors of a state in displacement and deformation gradient: root mean squares over the square,
    /// whose area is one, by the midpoints of each triangle's edges.
    fn errors(&self, mesh: &Mesh, triangles: &LinearTriangles, state: &[f64]) -> [f64; 2] {
        let at = |v: usize| Vector2::new(state[2 * v], state[2 * v + 1]);
        let mut sums = [0.0; 2];
        for (e, &[a, b, c]) in mesh.triangles().iter().enumerate() {
            let F = triangles.deformation_gradient(e, state);
            for (v, w) in [(a, b), (b, c), (c, a)] {
                let X = [0, 1].map(|i| 0.5 * (mesh.positions()[v][i] + mesh.positions()[w][i]));
                let weight = triangles.areas()[e] / 3.0;
                sums[0] += weight * (0.5 * (at(v) + at(w)) - self.of(X)).norm_squared();
                sums[1] += weight * (F - self.deformation_gradient(X)).norm_squared();
            }
        }
        sums.map(f64::sqrt)
    }
}

/// Moves the inner vertices of a body to where its elastic forces and a load (N per degree of freedom)
/// are in balance; those of its rim stay where the state has them. Newton's method starts from the
/// state, and ends when a step is shorter than 1e-11 m.
///
/// # Errors
/// [`NewtonError`] if it does not get there.
pub fn equilibrium(
    mesh: &Mesh,
    material: impl Material,
    force: &[f64],
    state: &mut [f64],
) -> Result<NewtonHistory, NewtonError> {
    let triangles = LinearTriangles::new(mesh);
    let assembly = Assembly::new(mesh.triangles(), mesh.vertex_count(), 2);
    let mut is_held = vec![false; mesh.dofs()];
    for v in boundary_edges(mesh).into_flattened() {
        is_held[2 * v..2 * v + 2].fill(true);
    }
    let hessian = assembly.zeros();
    let mut objective = Balance {
        elasticity: ElasticEnergy { material, triangles: &triangles, assembly: &assembly },
        load: Gravity { force, rest: mesh.rest_state() },
        is_held,
        cholesky: SparseCholesky::new(hessian.pattern()),
        hessian,
    };
    let newton = Newton { iterations: 50, tolerance: 1e-11, line_search: LineSearch::default() };
    newton.minimize(&mut objective, state)
}

/// The potential of elastic forces and a load over the state of the vertices that are not held.
struct Balance<'a, M> {
    elasticity: ElasticEnergy<'a, M>,
    load: Gravity<'a>,
    is_held: Vec<bool>,
    hessian: SymmetricSparse,
    cholesky: SparseCholesky,
}

impl<M: Material> Balance<'_, M> {
    /// Takes the held degrees of freedom out of the Hessian.
    fn hold(&mut self) {
        let pattern = std::sync::Arc::clone(self.hessian.pattern());
        let values = self.hessian.values_mut();
        for j in 0..pattern.ncols() {
            for place in pattern.col_range(j) {
                let i = pattern.row_idx()[place];
                if self.is_held[i] || self.is_held[j] {
                    values[place] = f64::from(i == j);
                }
            }
        }
    }
}

impl<M: Material> Objective for Balance<'_, M> {
    fn value(&mut self, x: &[f64]) -> f64 {
        self.elasticity.energy(x) + self.load.energy(x)
    }

    fn gradient(&mut self, x: &[f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
        self.elasticity.add_gradient(x, gradient);
        self.load.add_gradient(x, gradient);
        let entries = gradient.iter_mut().zip(&self.is_held);
        entries.filter(|(_, is_held)| **is_held).for_each(|(g, _)| *g = 0.0);
    }

    fn direction(&mut self, x: &[f64], gradient: &[f64], direction: &mut [f64]) -> bool {
        direction.iter_mut().zip(gradient).for_each(|(d, g)| *d = -g);
        [Curvature::Exact, Curvature::Projected].into_iter().any(|curvature| {
            self.hessian.clear();
            self.elasticity.add_hessian(x, curvature, &mut self.hessian);
            self.hold();
            let factored = self.cholesky.factor(&self.hessian);
            factored.map(|()| self.cholesky.solve_vector_in_place(direction)).is_ok()
        })
    }
}
