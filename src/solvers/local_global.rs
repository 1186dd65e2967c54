/// A minimization over two blocks of unknowns: coordinates, and others that are found exactly once
/// the coordinates are known (here, rotations).
pub trait LocalGlobal {
    /// Finds the best values of the other unknowns at `z`, and keeps them.
    fn local_step(&mut self, z: &[f64]);

    /// Overwrites `z` by the minimizer with the other unknowns held; returns how far `z` moved.
    fn global_step(&mut self, z: &mut [f64]) -> f64;
}

/// Block coordinate descent: local and global steps in turn. Neither can increase the objective.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockCoordinateDescent {
    /// Largest number of iterations.
    pub iterations: usize,
    /// Converged when an iteration moves the coordinates by less than this.
    pub tolerance: f64,
}

impl BlockCoordinateDescent {
    /// Descends from `z`, which is overwritten, and returns the number of iterations made.
    ///
    /// A simulation stops after a fixed number of iterations, converged or not; so reaching that
    /// number is no error.
    // ANCHOR: block_coordinate_descent
    pub fn descend(&self, system: &mut impl LocalGlobal, z: &mut [f64]) -> usize {
        for iteration in 1..=self.iterations {
            system.local_step(z);
            if system.global_step(z) < self.tolerance {
                return iteration;
            }
        }
        self.iterations
    }
    // ANCHOR_END: block_coordinate_descent
}
