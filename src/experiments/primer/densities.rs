use faer::Mat;
use nalgebra::Matrix2;

use super::{Error, Parameters};
use crate::{
    energies::{BestRotations, ClusteredArap, ElasticEnergy, Energy, LinearElasticity, NeoHookean},
    fem::{Assembly, LinearTriangles},
    linalg::product,
    mesh::Mesh,
};

/// The elastic energies of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Linear elasticity, which the vibration modes come from.
    Linear,
    /// The neo-Hookean material of the beam.
    NeoHookean,
    /// As rigid as possible, the flesh and the muscles of the caterpillar.
    AsRigidAsPossible,
}

impl Law {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Linear, Self::NeoHookean, Self::AsRigidAsPossible];
}

/// The three densities along a stretch and along a turn, each over the shear modulus.
#[derive(Clone, Debug)]
pub struct Densities {
    /// The neo-Hookean moduli.
    pub material: NeoHookean,
    /// Stretches along the first axis; the second is stretched by the inverse.
    pub stretches: Vec<f64>,
    /// Densities of each law at these stretches.
    pub stretched: [Vec<f64>; 3],
    /// Angles, in degrees.
    pub angles: Vec<f64>,
    /// Densities of each law after a turn by these angles.
    pub turned: [Vec<f64>; 3],
    /// Largest change of the density of each law by turning a stretched triangle, over the largest
    /// density among them.
    pub change_by_turning: [f64; 3],
    /// What each law makes of a turn by the angle of the parameters.
    pub at_turn: [Turned; 3],
    /// The stretch, along one axis with the other held, that costs as much in linear elasticity as
    /// this turn.
    pub turn_as_stretch: f64,
    /// The density of each law where the triangle is at rest, and the norm of its forces.
    pub at_rest: [[f64; 2]; 3],
}

/// A triangle that was turned and not deformed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turned {
    /// Density over the shear modulus.
    pub density: f64,
    /// Length of the sum of the forces on its corners, over the shear modulus times the length of
    /// a side.
    pub force: f64,
    /// Their torque, over the shear modulus times the area.
    pub torque: f64,
}

/// Evaluates the densities.
///
/// # Errors
/// [`Error::Mesh`] never, for this triangle.
pub fn densities(parameters: &Parameters, material: NeoHookean) -> Result<Densities, Error> {
    let triangle = Triangle::new(material)?;
    let each = |F: &[Matrix2<f64>]| {
        Law::ALL.map(|law| F.iter().map(|F| triangle.density(law, F)).collect::<Vec<_>>())
    };
    let stretches: Vec<f64> = (0..=60).map(|i| 2.0_f64.powf(i as f64 / 30.0 - 1.0)).collect();
    let angles: Vec<f64> = (0..=60).map(|i| 3.0 * i as f64).collect();
    let stretched: Vec<_> = stretches.iter().map(|s| stretch(*s, 1.0 / s)).collect();
    let turned: Vec<_> = angles.iter().map(|angle| turn(*angle)).collect();
    let change_by_turning = Law::ALL.map(|law| {
        let changes = stretched.iter().flat_map(|F| {
            let unturned = triangle.density(law, F);
            let triangle = &triangle;
            turned.iter().map(move |R| [unturned, triangle.density(law, &(R * F)) - unturned])
        });
        let [largest, change] = changes.fold([0.0_f64; 2], |[density, change], [d, c]| {
            [density.max(d.abs()), change.max(c.abs())]
        });
        change / largest
    });
    let at_turn = Law::ALL.map(|law| triangle.turned(law, &turn(parameters.turn)));
    // Linear elasticity is quadratic in the elongation.
    let per_square = triangle.density(Law::Linear, &stretch(2.0, 1.0));
    let linear = at_turn[0].density;
    let at_rest = Law::ALL.map(|law| {
        let forces = triangle.forces(law, &Matrix2::identity());
        let size = forces.iter().map(|f| f * f).sum::<f64>().sqrt();
        [triangle.density(law, &Matrix2::identity()), size / material.mu]
    });
    Ok(Densities {
        material,
        stretched: each(&stretched),
        turned: each(&turned),
        stretches,
        angles,
        change_by_turning,
        at_turn,
        turn_as_stretch: 1.0 + (linear / per_square).sqrt(),
        at_rest,
    })
}

fn stretch(along: f64, across: f64) -> Matrix2<f64> {
    Matrix2::new(along, 0.0, 0.0, across)
}

fn turn(degrees: f64) -> Matrix2<f64> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Matrix2::new(cos, -sin, sin, cos)
}

/// One triangle, whose state `x = F X` has any deformation gradient that is wanted.
struct Triangle {
    mesh: Mesh,
    triangles: LinearTriangles,
    assembly: Assembly,
    linear: LinearElasticity,
    neo_hookean: NeoHookean,
    /// Deformation gradient as a function of the state.
    J: Mat<f64>,
    L: Mat<f64>,
    rotation: BestRotations,
}

impl Triangle {
    fn new(neo_hookean: NeoHookean) -> Result<Self, Error> {
        let mesh = Mesh::new(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], vec![[0, 1, 2]])?;
        let triangles = LinearTriangles::new(&mesh);
        let J = triangles.stacked_gradients(Mat::<f64>::identity(6, 6).as_ref());
        let V_J = faer::Scale(triangles.areas()[0]) * &J;
        Ok(Self {
            assembly: Assembly::new(mesh.triangles(), mesh.vertex_count(), 2),
            // The linear law that the neo-Hookean one becomes for small strains.
            linear: LinearElasticity {
                mu: neo_hookean.mu,
                lambda: neo_hookean.lambda - neo_hookean.mu,
            },
            neo_hookean,
            L: product(J.transpose(), V_J.as_ref()),
            rotation: BestRotations::new(V_J.as_ref()),
            J,
            triangles,
            mesh,
        })
    }

    /// The state with a deformation gradient, the law's energy there, and the forces.
    fn evaluate(&self, law: Law, F: &Matrix2<f64>) -> (Vec<f64>, f64, Vec<f64>) {
        let x = self.state(F);
        let mut gradient = vec![0.0; x.len()];
        let mut elastic = |energy: &dyn Energy| {
            energy.add_gradient(&x, &mut gradient);
            energy.energy(&x)
        };
        let (triangles, assembly) = (&self.triangles, &self.assembly);
        let energy = match law {
            Law::Linear => elastic(&ElasticEnergy { material: self.linear, triangles, assembly }),
            Law::NeoHookean => {
                elastic(&ElasticEnergy { material: self.neo_hookean, triangles, assembly })
            }
            Law::AsRigidAsPossible => {
                let energy = ClusteredArap {
                    stiffness: 2.0 * self.neo_hookean.mu,
                    areas: triangles.areas(),
                    labels: &[0],
                    JB: &self.J,
                    targets: &[1.0, 0.0, 0.0, 1.0],
                    L_B: &self.L,
                    rotations: &self.rotation,
                };
                energy.add_gradient(&x, &mut gradient);
                energy.energy(&x)
            }
        };
        (x, energy, gradient.iter().map(|g| -g).collect())
    }

    fn state(&self, F: &Matrix2<f64>) -> Vec<f64> {
        let moved = |X: &[f64; 2]| <[f64; 2]>::from(F * nalgebra::Vector2::from(*X));
        self.mesh.positions().iter().flat_map(moved).collect()
    }

    /// Energy per area, over the shear modulus.
    fn density(&self, law: Law, F: &Matrix2<f64>) -> f64 {
        self.evaluate(law, F).1 / self.triangles.areas()[0] / self.neo_hookean.mu
    }

    fn forces(&self, law: Law, F: &Matrix2<f64>) -> Vec<f64> {
        self.evaluate(law, F).2
    }

    fn turned(&self, law: Law, R: &Matrix2<f64>) -> Turned {
        let (x, _, forces) = self.evaluate(law, R);
        let mu = self.neo_hookean.mu;
        let (mut sum, mut torque) = ([0.0; 2], 0.0);
        for (x, f) in x.as_chunks::<2>().0.iter().zip(forces.as_chunks::<2>().0) {
            sum = [sum[0] + f[0], sum[1] + f[1]];
            torque += x[0] * f[1] - x[1] * f[0];
        }
        Turned {
            density: self.density(law, R),
            force: sum[0].hypot(sum[1]) / mu,
            torque: torque / mu / self.triangles.areas()[0],
        }
    }
}
