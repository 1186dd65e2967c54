use super::{
    AreaRatios, Beam, CurvatureCheck, Droop, Error, GradientCheck, NewtonCheck, Parameters,
    Rotation, RoundOff, Subspaces, Sweep, area_ratios, curvature_check, dynamics_beam, four_droops,
    gradient_check, newton_check, rotation, round_off, subspaces, sweep, timing_beam,
};

/// Everything that notebook 017 computes, the timing study aside.
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// The parameters that it was computed with.
    pub parameters: Parameters,
    /// The timing beam.
    pub timing_beam: Beam,
    /// The dynamics beam.
    pub beam: Beam,
    /// Modes, weights and bases of the dynamics beam.
    pub subspaces: Subspaces,
    /// Gradient against differences in the skinning subspace.
    pub gradient_check: GradientCheck,
    /// Newton's convergence on the first step.
    pub newton_check: NewtonCheck,
    /// How the exact and the projected Hessian converge on the last step of skinning's droop.
    pub curvature_check: CurvatureCheck,
    /// The droop in the full space, with k modes, 6k modes, and k skinning weights.
    pub droops: [Droop; 4],
    /// det F at the end of each droop.
    pub area_ratios: [AreaRatios; 4],
    /// Errors of the turned rest shape.
    pub rotation: Rotation,
    /// Turn-averaged errors over subspace sizes.
    pub sweep: Sweep,
    /// The notebook's way to write the pin and the basis, beside ours.
    pub round_off: RoundOff,
}

/// Runs every step of notebook 017 but the timing study.
///
/// # Errors
/// [`Error`] of the first step that cannot be computed.
pub fn reproduce(parameters: &Parameters) -> Result<Reproduction, Error> {
    let beam = dynamics_beam(parameters)?;
    let subspaces = subspaces(&beam, parameters)?;
    let (droops, sweep) =
        rayon::join(|| four_droops(&beam, &subspaces, parameters), || sweep(&beam, parameters));
    let droops = droops?;
    let sweep = sweep?;
    Ok(Reproduction {
        timing_beam: timing_beam(parameters)?,
        gradient_check: gradient_check(&beam, &subspaces.skinning, parameters),
        newton_check: newton_check(&beam, &subspaces, parameters)?,
        curvature_check: curvature_check(&beam, &subspaces.skinning, &droops[3], parameters)?,
        area_ratios: [0, 1, 2, 3].map(|i| area_ratios(&beam, droops[i].last_state())),
        rotation: rotation(&beam, &subspaces, parameters),
        round_off: round_off(&beam, &subspaces, parameters)?,
        sweep,
        droops,
        subspaces,
        beam,
        parameters: parameters.clone(),
    })
}
