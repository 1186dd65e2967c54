use thiserror::Error;

use super::{GridError, Mesh, triangulated_grid};

/// The shape of a creature: a horizontal bar with legs below it, cut out of a grid. The default is
/// notebook 025's caterpillar, its values in brackets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "app", derive(serde::Serialize))]
pub struct Caterpillar {
    /// Vertices of the background grid along x \[70\].
    pub columns: usize,
    /// Vertices of the background grid along y \[34\].
    pub rows: usize,
    /// Width of the background grid, before the creature is normalized \[4\].
    pub width: f64,
    /// Height of the background grid \[2\].
    pub height: f64,
    /// Share of the height that the bar takes, in \[0, 1\] \[0.34\].
    pub body_fraction: f64,
    /// Number of legs \[4\].
    pub legs: usize,
    /// Share of the width that the legs cover, in \[0, 1\] \[0.5\].
    pub leg_fraction: f64,
}

impl Default for Caterpillar {
    fn default() -> Self {
        Self {
            columns: 70,
            rows: 34,
            width: 4.0,
            height: 2.0,
            body_fraction: 0.34,
            legs: 4,
            leg_fraction: 0.5,
        }
    }
}

/// Why a creature cannot be cut out of its grid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CaterpillarError {
    /// The background grid cannot be built.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A share that is none.
    #[error("{name} is {value}: it must be a number in [0, 1]")]
    BadFraction {
        /// `body_fraction` or `leg_fraction`.
        name: &'static str,
        /// The value given.
        value: f64,
    },
    /// No cell of the grid lies in the creature.
    #[error("no cell of the grid lies in the body or in a leg: take a finer grid or a larger body")]
    NoCells,
}

impl Caterpillar {
    /// The creature's mesh, centred and scaled into \[-1, 1\] (notebook 025, *A creature, not a
    /// rectangle*).
    ///
    /// Of the background grid, the cells (two triangles each) are kept whose centre lies in the bar
    /// or in a leg, and of its vertices those that a kept triangle uses. All positions are computed
    /// by the notebook's operations in the notebook's order, so that they agree bit for bit: which
    /// of two equally far contact points is taken depends on the last bit.
    ///
    /// # Errors
    /// [`CaterpillarError`] for a grid that cannot be built, a share outside \[0, 1\], or if no
    /// cell is kept.
    // ANCHOR: caterpillar
    pub fn mesh(&self) -> Result<Mesh, CaterpillarError> {
        for (name, value) in
            [("body_fraction", self.body_fraction), ("leg_fraction", self.leg_fraction)]
        {
            if !(0.0..=1.0).contains(&value) {
                return Err(CaterpillarError::BadFraction { name, value });
            }
        }
        let grid = triangulated_grid(self.columns, self.rows, self.width, self.height)?;
        // The grid's own positions are centred; here they start at the origin.
        let position = |v: usize| {
            let along =
                |i: usize, count: usize, length: f64| i as f64 / (count - 1) as f64 * length;
            [
                along(v % self.columns, self.columns, self.width),
                along(v / self.columns, self.rows, self.height),
            ]
        };

        // ANCHOR: cells
        let body_bottom = self.height * (1.0 - self.body_fraction);
        let leg_spacing = self.width / self.legs as f64;
        let leg_half_width = self.width * self.leg_fraction / self.legs as f64 / 2.0;
        let inside = |corners: &[usize; 3]| {
            let centre = |c: usize| {
                let values = corners.map(|v| position(v)[c]);
                let [low, high] = [f64::min, f64::max].map(|f| values.into_iter().reduce(f));
                (low.unwrap_or(0.0) + high.unwrap_or(0.0)) / 2.0
            };
            let (x, y) = (centre(0), centre(1));
            let in_leg =
                |leg: usize| (x - leg_spacing * (leg as f64 + 0.5)).abs() <= leg_half_width;
            y >= body_bottom || (0..self.legs).any(in_leg)
        };
        let kept: Vec<[usize; 3]> = grid.triangles().iter().copied().filter(inside).collect();
        // ANCHOR_END: cells

        let mut new_index = vec![None; grid.vertex_count()];
        kept.as_flattened().iter().for_each(|&v| new_index[v] = Some(0));
        let mut positions = Vec::new();
        for (v, index) in new_index.iter_mut().enumerate().filter(|(_, index)| index.is_some()) {
            *index = Some(positions.len());
            positions.push(position(v));
        }
        let triangles = kept
            .iter()
            .map(|corners| corners.map(|v| new_index[v].expect("a kept triangle's vertex is kept")))
            .collect();
        let mesh = Mesh::new(positions, triangles).map_err(|_| CaterpillarError::NoCells)?;
        Ok(mesh.normalized())
    }
    // ANCHOR_END: caterpillar
}
