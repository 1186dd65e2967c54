use nalgebra::{Matrix2, Matrix4, Vector2, Vector4};

/// The Hessian of an isotropic energy density with respect to the deformation gradient, in a form
/// that shows its eigenvalues.
///
/// Every 2x2 matrix is the sum of a *similarity* (a rotation times a scale) and an
/// *anti-similarity* (a reflection times a scale), with orthonormal coordinates
///
/// ```text
/// u = (F11 + F22, F21 - F12) / sqrt 2,     v = (F11 - F22, F21 + F12) / sqrt 2,
/// |F|^2 = |u|^2 + |v|^2,                   det F = (|u|^2 - |v|^2) / 2.
/// ```
///
/// An isotropic density depends on |u| and |v| alone, so in the directions along u and v its
/// Hessian is a 2x2 block, and across them it is diagonal: two eigenvalues can be read off and two
/// take one square root. No singular value decomposition is needed. (Compare Smith, de Goes and
/// Kim, *Analytic Eigensystems for Isotropic Distortion Energies*, 2019, who reach the same
/// eigensystem by way of the singular values.)
#[derive(Clone, Copy, Debug)]
pub struct DensityHessian {
    /// Unit vector along u (any, where u = 0).
    along_similarity: Vector2<f64>,
    /// Unit vector along v (any, where v = 0).
    along_anti_similarity: Vector2<f64>,
    /// The block in the directions along u and along v.
    along: Matrix2<f64>,
    /// Eigenvalue for the direction across u: an infinitesimal rotation of the similarity.
    across_similarity: f64,
    /// Eigenvalue for the direction across v.
    across_anti_similarity: f64,
}

/// The similarity coordinates u of a matrix.
#[inline(always)]
pub(super) fn similarity(F: &Matrix2<f64>) -> Vector2<f64> {
    Vector2::new(F.m11 + F.m22, F.m21 - F.m12) * std::f64::consts::FRAC_1_SQRT_2
}

/// The anti-similarity coordinates v of a matrix.
#[inline(always)]
pub(super) fn anti_similarity(F: &Matrix2<f64>) -> Vector2<f64> {
    Vector2::new(F.m11 - F.m22, F.m21 + F.m12) * std::f64::consts::FRAC_1_SQRT_2
}

impl DensityHessian {
    /// The Hessian with the 2x2 block `along` in the directions of `u` and `v`, and the two
    /// eigenvalues across them.
    #[inline(always)]
    pub(super) fn new(
        u: Vector2<f64>,
        v: Vector2<f64>,
        along: Matrix2<f64>,
        across: [f64; 2],
    ) -> Self {
        let direction = |w: Vector2<f64>| {
            let length = w.norm();
            if length > 0.0 { w * (1.0 / length) } else { Vector2::x() }
        };
        Self {
            along_similarity: direction(u),
            along_anti_similarity: direction(v),
            along,
            across_similarity: across[0],
            across_anti_similarity: across[1],
        }
    }

    /// The nearest positive semidefinite Hessian, in the Frobenius norm: negative eigenvalues
    /// become zero.
    // ANCHOR: projected
    #[inline(always)]
    pub fn projected(self) -> Self {
        Self {
            along: positive_semidefinite_part(self.along),
            across_similarity: self.across_similarity.max(0.0),
            across_anti_similarity: self.across_anti_similarity.max(0.0),
            ..self
        }
    }
    // ANCHOR_END: projected

    /// The Hessian as a 4x4 matrix over the row-major entries (F11, F12, F21, F22).
    pub fn to_matrix(&self) -> Matrix4<f64> {
        let [su, sv] = [self.along_similarity, self.along_anti_similarity]
            .map(|w| w * std::f64::consts::FRAC_1_SQRT_2);
        let along_u = Vector4::new(su.x, -su.y, su.y, su.x);
        let across_u = Vector4::new(-su.y, -su.x, su.x, -su.y);
        let along_v = Vector4::new(sv.x, sv.y, sv.y, -sv.x);
        let across_v = Vector4::new(-sv.y, sv.x, sv.x, sv.y);
        let coupling = along_u * along_v.transpose();
        self.along.m11 * along_u * along_u.transpose()
            + self.along.m12 * (coupling + coupling.transpose())
            + self.along.m22 * along_v * along_v.transpose()
            + self.across_similarity * across_u * across_u.transpose()
            + self.across_anti_similarity * across_v * across_v.transpose()
    }

    /// The Hessian with respect to the six corner coordinates of a triangle, times `weight`: the
    /// lower triangle row by row.
    ///
    /// Moving corner a along x changes F by e_x (grad N_a)', whose coordinates are (gx, -gy) and
    /// (gx, gy), over sqrt 2; along y, (gy, gx) and (-gy, gx). With the isotropic part of the
    /// Hessian split off, the block is `isotropic + S C S'` with a 6x2 matrix `S` and a 2x2 matrix
    /// `C`.
    #[inline(always)]
    pub fn corner_block(&self, shape_gradients: &[Vector2<f64>; 3], weight: f64) -> [f64; 21] {
        let half = 0.5 * weight;
        let (u, v) = (self.along_similarity, self.along_anti_similarity);
        let even = half * (self.across_similarity + self.across_anti_similarity);
        let odd = half * (self.across_similarity - self.across_anti_similarity);
        let c11 = half * (self.along.m11 - self.across_similarity);
        let c12 = half * self.along.m12;
        let c22 = half * (self.along.m22 - self.across_anti_similarity);

        let [ga, gb, gc] = shape_gradients;
        let of_u = |g: &Vector2<f64>| [u.x * g.x - u.y * g.y, u.x * g.y + u.y * g.x];
        let of_v = |g: &Vector2<f64>| [v.x * g.x + v.y * g.y, v.y * g.x - v.x * g.y];
        let [[s0, s1], [s2, s3], [s4, s5]] = [of_u(ga), of_u(gb), of_u(gc)];
        let [[t0, t1], [t2, t3], [t4, t5]] = [of_v(ga), of_v(gb), of_v(gc)];
        let (s, t) = ([s0, s1, s2, s3, s4, s5], [t0, t1, t2, t3, t4, t5]);
        let isotropic = |g: &Vector2<f64>, h: &Vector2<f64>| (even * g.dot(h), odd * g.perp(h));
        let (aa, ba, bb, ca, cb, cc) = (
            isotropic(ga, ga).0,
            isotropic(gb, ga),
            isotropic(gb, gb).0,
            isotropic(gc, ga),
            isotropic(gc, gb),
            isotropic(gc, gc).0,
        );
        let entry = |i: usize, j: usize| {
            (c11 * s[i] + c12 * t[i]) * s[j] + (c12 * s[i] + c22 * t[i]) * t[j]
        };
        [
            entry(0, 0) + aa,
            entry(1, 0),
            entry(1, 1) + aa,
            entry(2, 0) + ba.0,
            entry(2, 1) + ba.1,
            entry(2, 2) + bb,
            entry(3, 0) - ba.1,
            entry(3, 1) + ba.0,
            entry(3, 2),
            entry(3, 3) + bb,
            entry(4, 0) + ca.0,
            entry(4, 1) + ca.1,
            entry(4, 2) + cb.0,
            entry(4, 3) + cb.1,
            entry(4, 4) + cc,
            entry(5, 0) - ca.1,
            entry(5, 1) + ca.0,
            entry(5, 2) - cb.1,
            entry(5, 3) + cb.0,
            entry(5, 4),
            entry(5, 5) + cc,
        ]
    }
}

/// The positive semidefinite part of a symmetric 2x2 matrix, `sum max(lambda, 0) e e'`.
// ANCHOR: positive_semidefinite_part
#[inline(always)]
fn positive_semidefinite_part(A: Matrix2<f64>) -> Matrix2<f64> {
    let mean = 0.5 * (A.m11 + A.m22);
    let half_difference = 0.5 * (A.m11 - A.m22);
    let spread = (half_difference * half_difference + A.m12 * A.m12).sqrt();
    // Where one eigenvalue alone is positive, e e' = (A - smaller I) / (larger - smaller).
    let (smaller, larger) = (mean - spread, mean + spread);
    let (share, removed) = if smaller >= 0.0 {
        (1.0, 0.0)
    } else if larger <= 0.0 {
        (0.0, 0.0)
    } else {
        (larger / (2.0 * spread), smaller)
    };
    Matrix2::new(share * (A.m11 - removed), share * A.m12, share * A.m12, share * (A.m22 - removed))
}
// ANCHOR_END: positive_semidefinite_part
