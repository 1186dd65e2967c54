//! The fields of notebook 017.

use serde::Deserialize;

#[derive(Deserialize)]
pub struct Fields {
    pub vertices: Vec<[f64; 2]>,
    pub triangles: Vec<[usize; 3]>,
    pub lma_eigenvalues: Vec<f64>,
    pub skinning_eigenvalues: Vec<f64>,
    /// Per vertex, one weight per column.
    pub skinning_weights: Vec<Vec<f64>>,
    /// Per degree of freedom, one mode per column.
    pub lma_modes_first_12: Vec<Vec<f64>>,
    pub tip_position: PerSpace<Vec<[f64; 2]>>,
    pub final_positions: PerSpace<Vec<[f64; 2]>>,
    pub area_ratio_range: PerSpace<[f64; 2]>,
    pub rotation_error: RotationError,
    pub turn_averaged_error: TurnAveragedError,
}

#[derive(Deserialize)]
pub struct PerSpace<T> {
    pub full: T,
    #[serde(rename = "LMA12")]
    pub lma12: T,
    #[serde(rename = "LMA72")]
    pub lma72: T,
    pub skin72: T,
}

impl<T> PerSpace<T> {
    /// In the order of `four_droops`.
    pub fn in_order(&self) -> [&T; 4] {
        [&self.full, &self.lma12, &self.lma72, &self.skin72]
    }
}

#[derive(Deserialize)]
pub struct RotationError {
    pub angles_deg: Vec<f64>,
    pub lma_12: Vec<f64>,
    pub lma_72: Vec<f64>,
}

#[derive(Deserialize)]
pub struct TurnAveragedError {
    pub lma_6k: Vec<f64>,
}

/// The droops again, with simkit's Newton solver run to round-off: see reference/README.md.
#[derive(Deserialize)]
pub struct ConvergedDroop {
    pub tip_position: PerSpace<Vec<[f64; 2]>>,
    pub final_positions: PerSpace<Vec<[f64; 2]>>,
}
