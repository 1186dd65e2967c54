use nalgebra::{DMatrix, DVector, SymmetricEigen};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;
use thiserror::Error;

/// Why a search cannot start.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CmaEsError {
    /// There is nothing to vary.
    #[error("start has no components: the search needs at least one unknown")]
    NoUnknowns,
    /// The search would start nowhere.
    #[error("start has the component {value} at index {index}: every one must be a finite number")]
    BadStart {
        /// Index of the component.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// The first step size is no length.
    #[error(
        "sigma is {0}: it must be a positive finite number, about a third of the distance to the minimum"
    )]
    Sigma(f64),
    /// One candidate cannot be better than another.
    #[error("population is {0}: it must be at least 2, the candidates that are ranked")]
    Population(usize),
}

/// The covariance matrix adaptation evolution strategy: minimizes a function from the ranking of
/// its values at random candidates, drawn from a normal distribution that learns the valley's
/// shape.
///
/// This is the active variant, pycma's default: the better half of the candidates widens the
/// distribution towards itself, the worse half narrows it. [`ask`](Self::ask) and
/// [`tell`](Self::tell) alternate. Candidates depend on the seed and on what was told, to the bit:
/// to resume a run, ask anew and tell the recorded values.
///
/// Hansen, *The CMA Evolution Strategy: A Tutorial*, arXiv 1604.00772, figure 6.
#[derive(Clone, Debug)]
pub struct CmaEs {
    rates: Rates,
    mean: DVector<f64>,
    step_size: f64,
    covariance: DMatrix<f64>,
    root: DMatrix<f64>,
    inverse_root: DMatrix<f64>,
    step_path: DVector<f64>,
    covariance_path: DVector<f64>,
    generation: i32,
    random: Pcg64,
    best: Option<(Vec<f64>, f64)>,
}

impl CmaEs {
    /// A search around `start` with the standard deviation `sigma` in every direction, that draws
    /// `population` candidates at a time. The usual population is `4 + 3 ln n` for `n` unknowns;
    /// a larger one is more robust and slower.
    ///
    /// # Errors
    /// [`CmaEsError`] for a start that is empty or not finite, a sigma that is not positive and
    /// finite, a population below 2.
    pub fn new(
        start: &[f64],
        sigma: f64,
        population: usize,
        seed: u64,
    ) -> Result<Self, CmaEsError> {
        if start.is_empty() {
            return Err(CmaEsError::NoUnknowns);
        }
        if let Some((index, &value)) = start.iter().enumerate().find(|(_, x)| !x.is_finite()) {
            return Err(CmaEsError::BadStart { index, value });
        }
        if !(sigma.is_finite() && sigma > 0.0) {
            return Err(CmaEsError::Sigma(sigma));
        }
        if population < 2 {
            return Err(CmaEsError::Population(population));
        }
        let n = start.len();
        Ok(Self {
            rates: Rates::new(n, population),
            mean: DVector::from_column_slice(start),
            step_size: sigma,
            covariance: DMatrix::identity(n, n),
            root: DMatrix::identity(n, n),
            inverse_root: DMatrix::identity(n, n),
            step_path: DVector::zeros(n),
            covariance_path: DVector::zeros(n),
            generation: 0,
            random: Pcg64::seed_from_u64(seed),
            best: None,
        })
    }

    /// Draws the next candidates, `x = m + sigma C^1/2 z` with a standard normal `z`.
    pub fn ask(&mut self) -> Vec<Vec<f64>> {
        (0..self.rates.weights.len())
            .map(|_| {
                let z = DVector::from_fn(self.mean.len(), |_, _| {
                    StandardNormal.sample(&mut self.random)
                });
                (&self.mean + self.step_size * (&self.root * z)).as_slice().to_vec()
            })
            .collect()
    }

    /// Learns from the values at the candidates that were asked for: moves the mean, adapts step
    /// size and covariance. Only the ranking counts; equal values rank by index, and values that
    /// are not finite rank last.
    ///
    /// # Panics
    /// If there are not as many candidates or values as the population, or a candidate has another
    /// dimension than the start.
    // ANCHOR: tell
    pub fn tell(&mut self, candidates: &[Vec<f64>], values: &[f64]) {
        let weights = &self.rates.weights;
        assert_eq!(candidates.len(), weights.len(), "one population of candidates");
        assert_eq!(values.len(), weights.len(), "a value for every candidate");
        // ANCHOR: ranking
        // The steps y_i, best first, and the mean's step: that of the better half.
        let order = ranking(values);
        let steps: Vec<DVector<f64>> = order
            .iter()
            .map(|&i| (DVector::from_column_slice(&candidates[i]) - &self.mean) / self.step_size)
            .collect();
        let mut mean_step = DVector::zeros(self.mean.len());
        for (&w, y) in weights.iter().zip(&steps).filter(|(w, _)| **w > 0.0) {
            mean_step.axpy(w, y, 1.0);
        }
        self.remember(&candidates[order[0]], values[order[0]]);
        self.mean.axpy(self.step_size, &mean_step, 1.0);
        let stalled = self.adapt_step_size(&mean_step);
        self.adapt_covariance(&mean_step, &steps, stalled);
        self.update_roots();
    }
    // ANCHOR_END: ranking

    /// The step size grows while the mean's steps line up and shrinks while they cancel. Returns
    /// whether they line up so well that the step size is far too small.
    fn adapt_step_size(&mut self, mean_step: &DVector<f64>) -> bool {
        let Rates { mu_eff, c_sigma, d_sigma, chi, .. } = self.rates;
        let whitened = &self.inverse_root * mean_step;
        self.step_path.axpy((c_sigma * (2.0 - c_sigma) * mu_eff).sqrt(), &whitened, 1.0 - c_sigma);
        let length = self.step_path.norm();
        let growth = (c_sigma / d_sigma * (length / chi - 1.0)).min(1.0).exp();
        self.step_size *= growth;
        self.generation += 1;
        let unbiased = length / (1.0 - (1.0 - c_sigma).powi(2 * self.generation)).sqrt();
        unbiased >= (1.4 + 2.0 / (self.mean.len() as f64 + 1.0)) * chi
    }

    /// The covariance learns from the mean's path (rank one) and from the single steps (rank mu).
    /// The path waits while the step size is far too small, or it would stretch one axis only.
    fn adapt_covariance(
        &mut self,
        mean_step: &DVector<f64>,
        steps: &[DVector<f64>],
        stalled: bool,
    ) {
        let Rates { ref weights, mu_eff, c_c, c_1, c_mu, .. } = self.rates;
        let fresh = c_c * (2.0 - c_c);
        let (gain, lost) =
            if stalled { (0.0, c_1 * fresh) } else { ((fresh * mu_eff).sqrt(), 0.0) };
        self.covariance_path.axpy(gain, mean_step, 1.0 - c_c);
        let kept = 1.0 + lost - c_1 - c_mu * weights.iter().sum::<f64>();
        self.covariance.ger(c_1, &self.covariance_path, &self.covariance_path, kept);
        for (&w, y) in weights.iter().zip(steps) {
            // A step that is subtracted counts with the mean length, so that C stays positive; one
            // that vanished in round-off has no direction.
            let squared = (&self.inverse_root * y).norm_squared();
            let scale = if w >= 0.0 || squared == 0.0 { 1.0 } else { y.len() as f64 / squared };
            self.covariance.ger(c_mu * w * scale, y, y, 1.0);
        }
    }
    // ANCHOR_END: tell

    /// The mean of the distribution: the estimate of the minimizer.
    pub fn mean(&self) -> &[f64] {
        self.mean.as_slice()
    }

    /// The step size `sigma`: the scale of the distribution, that of the start at first.
    pub fn step_size(&self) -> f64 {
        self.step_size
    }

    /// The best candidate so far and its value; `None` before the first finite value.
    pub fn best(&self) -> Option<(&[f64], f64)> {
        self.best.as_ref().map(|(x, value)| (&x[..], *value))
    }

    fn remember(&mut self, candidate: &[f64], value: f64) {
        if value.is_finite() && self.best.as_ref().is_none_or(|(_, best)| value < *best) {
            self.best = Some((candidate.to_vec(), value));
        }
    }

    /// `C^1/2` and `C^-1/2`. These, unlike the eigenvectors, do not change sign or order with the
    /// last bit of `C`. nalgebra decomposes on one thread in plain arithmetic, so a run has the
    /// same bits whatever vector instructions the machine has.
    fn update_roots(&mut self) {
        // Should a search without minimum leave the range of numbers, the roots stay.
        let Some(eigen) =
            SymmetricEigen::try_new(self.covariance.clone(), f64::EPSILON, EIGEN_ITERATIONS)
        else {
            return;
        };
        // Round-off may take the smallest eigenvalues below zero.
        let least = f64::EPSILON * eigen.eigenvalues.max();
        self.root.fill(0.0);
        self.inverse_root.fill(0.0);
        for (value, b) in eigen.eigenvalues.iter().zip(eigen.eigenvectors.column_iter()) {
            let d = value.max(least).sqrt();
            self.root.ger(d, &b, &b, 1.0);
            self.inverse_root.ger(1.0 / d, &b, &b, 1.0);
        }
    }
}

/// Iterations that an eigendecomposition may take; a few per unknown suffice.
const EIGEN_ITERATIONS: usize = 100_000;

/// Weights and learning rates, all functions of the dimension and the population (the tutorial's
/// table 1).
#[derive(Clone, Debug)]
struct Rates {
    /// Weights by rank. The positive ones sum to 1, the worse half's are negative.
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// Mean length of a standard normal vector.
    chi: f64,
}

impl Rates {
    // ANCHOR: rates
    fn new(dimension: usize, population: usize) -> Self {
        let n = dimension as f64;
        let middle = (population as f64 + 1.0) / 2.0;
        let mut weights: Vec<f64> = (1..=population).map(|i| (middle / i as f64).ln()).collect();
        let (better, worse) = weights.split_at_mut(population / 2);
        let (mu_eff, mu_eff_worse) = (effective_count(better), effective_count(worse));

        let c_1 = 2.0 / ((n + 1.3).powi(2) + mu_eff);
        let c_mu = (2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0).powi(2) + mu_eff))
            .min(1.0 - c_1);
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let d_sigma = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);

        // As much is subtracted as keeps the size of C, at most what keeps it positive definite.
        let subtracted = (1.0 + c_1 / c_mu)
            .min(1.0 + 2.0 * mu_eff_worse / (mu_eff + 2.0))
            .min((1.0 - c_1 - c_mu) / (n * c_mu));
        scale_to_sum(better, 1.0);
        scale_to_sum(worse, -subtracted);
        let chi = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        Self { weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi }
    }
    // ANCHOR_END: rates
}

/// How many equal weights would average out noise as well as these.
fn effective_count(weights: &[f64]) -> f64 {
    weights.iter().sum::<f64>().powi(2) / weights.iter().map(|w| w * w).sum::<f64>()
}

fn scale_to_sum(weights: &mut [f64], sum: f64) {
    let factor = sum / weights.iter().sum::<f64>();
    weights.iter_mut().for_each(|w| *w *= factor);
}

/// Indices by value, lowest first.
fn ranking(values: &[f64]) -> Vec<usize> {
    let key = |i: usize| if values[i].is_finite() { values[i] } else { f64::INFINITY };
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| key(i).total_cmp(&key(j)));
    order
}
