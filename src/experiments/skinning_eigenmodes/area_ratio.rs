use super::Beam;
use crate::linalg::extremes;

/// The area ratio det F of every triangle in one state: above 1 where it is stretched, below where
/// it is compressed (notebook 017, *Two validation views*).
#[derive(Clone, Debug, PartialEq)]
pub struct AreaRatios {
    /// det F per triangle.
    pub values: Vec<f64>,
}

/// Computes the area ratio of every triangle.
pub fn area_ratios(beam: &Beam, state: &[f64]) -> AreaRatios {
    let values = (0..beam.triangles.count())
        .map(|e| beam.triangles.deformation_gradient(e, state).determinant())
        .collect();
    AreaRatios { values }
}

impl AreaRatios {
    /// Smallest and largest ratio.
    pub fn range(&self) -> [f64; 2] {
        extremes(self.values.iter().copied())
    }

    /// Pearson correlation of two fields over the triangles.
    pub fn correlation(&self, other: &Self) -> f64 {
        let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
        let (a, b) = (mean(&self.values), mean(&other.values));
        let covariance = |x: &[f64], mx: f64, y: &[f64], my: f64| -> f64 {
            x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum()
        };
        covariance(&self.values, a, &other.values, b)
            / (covariance(&self.values, a, &self.values, a)
                * covariance(&other.values, b, &other.values, b))
            .sqrt()
    }
}
