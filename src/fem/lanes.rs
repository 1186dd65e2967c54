use nalgebra::{Matrix2, Vector2};
use pulp::{Arch, Simd, WithSimd};

use super::{LinearTriangles, deformation::deformation_gradient};

/// Triangles that are worked on side by side: more than the widest vectors hold, or the numbers that
/// were just written one by one would be read as a vector before they have arrived.
const LANES: usize = 16;

impl LinearTriangles {
    /// Works out K numbers of every triangle from its deformation gradient at a state, its
    /// shape-function gradients and its area, and gives them away in the order of the triangles.
    ///
    /// Several triangles are worked on at once, and each of their numbers lies beside the same number
    /// of the others. So the compiler turns `work`, which is written for one triangle, into vector
    /// instructions as wide as the machine has them. For that nothing in it may be a call: all that
    /// it uses, and the closure itself, has to be `#[inline(always)]`. Whatever the width, a
    /// triangle's numbers have the same bits.
    #[inline(always)]
    pub(crate) fn for_each<const K: usize>(
        &self,
        state: &[f64],
        work: impl Fn(Matrix2<f64>, [Vector2<f64>; 3], f64) -> [f64; K],
        give: impl FnMut(usize, [f64; K]),
    ) {
        Arch::new().dispatch(ForEach { triangles: self, state, work, give });
    }
}

struct ForEach<'a, Work, Give, const K: usize> {
    triangles: &'a LinearTriangles,
    state: &'a [f64],
    work: Work,
    give: Give,
}

impl<Work, Give, const K: usize> WithSimd for ForEach<'_, Work, Give, K>
where
    Work: Fn(Matrix2<f64>, [Vector2<f64>; 3], f64) -> [f64; K],
    Give: FnMut(usize, [f64; K]),
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        let Self { triangles, state, work, .. } = self;
        let mut positions = [[0.0; LANES]; 6];
        let mut gradients = [[0.0; LANES]; 6];
        let mut areas = [0.0; LANES];
        let mut results = [[0.0; LANES]; K];
        for first in (0..triangles.count()).step_by(LANES) {
            let lanes = LANES.min(triangles.count() - first);
            for lane in 0..lanes {
                let e = first + lane;
                for (a, v) in triangles.corners()[e].iter().enumerate() {
                    positions[2 * a][lane] = state[2 * v];
                    positions[2 * a + 1][lane] = state[2 * v + 1];
                }
                for (a, g) in triangles.shape_gradients()[e].iter().enumerate() {
                    (gradients[2 * a][lane], gradients[2 * a + 1][lane]) = (g.x, g.y);
                }
                areas[lane] = triangles.areas()[e];
            }
            for lane in 0..LANES {
                let vectors = |of: &[[f64; LANES]; 6]| {
                    [0, 2, 4].map(|a| Vector2::new(of[a][lane], of[a + 1][lane]))
                };
                let g = vectors(&gradients);
                let numbers = work(deformation_gradient(vectors(&positions), &g), g, areas[lane]);
                for k in 0..K {
                    results[k][lane] = numbers[k];
                }
            }
            for e in first..first + lanes {
                (self.give)(e, std::array::from_fn(|k| results[k][e - first]));
            }
        }
    }
}
