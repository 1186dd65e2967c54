//! The fields of notebook 025.

use serde::Deserialize;

#[derive(Deserialize)]
pub struct Fields {
    pub vertices: Vec<[f64; 2]>,
    pub triangles: Vec<[usize; 3]>,
    pub eigenvalues: Vec<f64>,
    /// Per degree of freedom, one muscle mode per column, with the notebook's signs.
    pub muscle_modes: Vec<Vec<f64>>,
    pub skinning_eigenvalues: Vec<f64>,
    pub cluster_labels: Vec<usize>,
    pub amplitude_ceilings: Vec<f64>,
    pub max_displacement_gradient: Vec<f64>,
    pub contact_vertices: Vec<usize>,
    pub ground_y: f64,
    pub block_coordinate_descent: Descent,
    pub floating: Floating,
    pub crawl: Crawl,
}

#[derive(Deserialize)]
pub struct Descent {
    pub energy: Vec<f64>,
    pub gradient_norm: Vec<f64>,
}

#[derive(Deserialize)]
pub struct Floating {
    /// Per step, one muscle per column.
    pub commanded_amplitudes: Vec<Vec<f64>>,
    pub realized_amplitudes: Vec<Vec<f64>>,
    pub final_positions: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
pub struct Crawl {
    pub com: Vec<[f64; 2]>,
    pub lowest_contact_height: Vec<f64>,
    pub travel: f64,
    pub com_y_range: [f64; 2],
    pub deepest_penetration: f64,
    pub final_positions: Vec<[f64; 2]>,
}
