/// Constants of the backtracking line search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineSearch {
    /// Share of the decrease that the slope predicts which a step must reach, in (0, 0.5].
    pub sufficient_decrease: f64,
    /// Factor by which a refused step is shortened, in (0, 1).
    pub shrink: f64,
    /// Number of steps that are tried.
    pub attempts: usize,
    /// How much the objective may rise all the same.
    pub slack: Slack,
}

/// A rise that a line search takes for round-off, and accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slack {
    /// This share of the value: the round-off of the objective itself, whatever its size.
    Relative(f64),
    /// This much, as the notebook has it.
    Absolute(f64),
}

impl Default for LineSearch {
    /// The notebook's constants, with a slack that follows the value.
    fn default() -> Self {
        Self {
            sufficient_decrease: 0.01,
            shrink: 0.5,
            attempts: 100,
            slack: Slack::Relative(16.0 * f64::EPSILON),
        }
    }
}

/// A step length `t` along a descent direction at which the objective decreases enough (Armijo's
/// rule), `f(x + t d) <= f(x) + c t slope`, and the value there. Tried at t = 1, then shortened;
/// `None` if no attempt is accepted.
///
/// Near a minimum the predicted decrease falls below the round-off of `f` itself, and the
/// comparison turns into noise; so a step is accepted as well if `f` grows by no more than that
/// round-off.
///
/// Boyd and Vandenberghe, *Convex Optimization*, 2004, algorithm 9.2.
// ANCHOR: backtrack
pub fn backtrack(
    constants: &LineSearch,
    value: f64,
    slope: f64,
    mut value_at: impl FnMut(f64) -> f64,
) -> Option<(f64, f64)> {
    let mut t = 1.0;
    for _ in 0..constants.attempts {
        let trial = value_at(t);
        let round_off = match constants.slack {
            Slack::Relative(share) => share * value.abs().max(trial.abs()),
            Slack::Absolute(rise) => rise,
        };
        if trial <= value + constants.sufficient_decrease * t * slope + round_off {
            return Some((t, trial));
        }
        t *= constants.shrink;
    }
    None
}
// ANCHOR_END: backtrack
