use super::{
    ContactSetup, Crawl, Crawler, Descent, Error, Floating, GaitSearch, GradientCheck, Model,
    Operators, Oriented, Parameters, Perturbed, Tied, Travelled, contact_setup, creature, descent,
    floating, gradient_check, sensitivity, sign_table, ties, turned_modes,
};

/// Everything that notebook 025 computes, and the studies of what its travel depends on.
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// The parameters that it was computed with.
    pub parameters: Parameters,
    /// Creature, modes, subspace, clusters, ceilings.
    pub model: Model,
    /// The constant operators.
    pub operators: Operators,
    /// Gradient against differences.
    pub gradient_check: GradientCheck,
    /// Local/global descent on one step.
    pub descent: Descent,
    /// The floating run.
    pub floating: Floating,
    /// The same with a quarter of the time step, to see the lag of the body behind the muscles.
    pub fine_floating: Floating,
    /// Floor and contact points.
    pub contact: ContactSetup,
    /// The crawl.
    pub crawl: Crawl,
    /// The crawl with every choice of the modes' signs.
    pub signs: Vec<Oriented>,
    /// The crawl with other ties of the contact sampling.
    pub ties: Vec<Tied>,
    /// The crawl from perturbed starts, by the size of the perturbation.
    pub sensitivity: Vec<Perturbed>,
    /// Modes that turn around under noise on the mesh.
    pub turned_modes: usize,
    /// The gait that the search starts from, and how far it travels over the search's steps.
    pub start_gait: Travelled,
    /// The best gait that the search finds.
    pub found_gait: Travelled,
}

/// Runs every step of notebook 025.
///
/// # Errors
/// [`Error`] of the first step that cannot be computed.
pub fn reproduce(parameters: &Parameters) -> Result<Reproduction, Error> {
    let model = Model::new(creature(parameters)?, parameters)?;
    let operators = Operators::new(&model);
    let contact = contact_setup(&model, parameters)?;
    let crawler = Crawler { model: &model, operators: &operators, contact: &contact, parameters };
    let mut fine = parameters.clone();
    fine.floating.time_step /= 4.0;
    fine.floating.steps *= 4;
    let mut search = GaitSearch::new(crawler)?;
    (0..parameters.search.generations).for_each(|_| search.run_generation());
    let sizes: Vec<f64> = (4..=12).rev().map(|exponent| 10.0_f64.powi(-exponent)).collect();
    Ok(Reproduction {
        gradient_check: gradient_check(&model, &operators, parameters),
        descent: descent(&model, &operators, parameters)?,
        floating: floating(&model, &operators, parameters, |_| ())?,
        fine_floating: floating(&model, &operators, &fine, |_| ())?,
        crawl: crawler.crawl(|_| ())?,
        signs: sign_table(&crawler)?,
        ties: ties(&crawler, 0..6)?,
        sensitivity: sensitivity(&crawler, &sizes, 4)?,
        start_gait: search.start(),
        found_gait: search.best(),
        turned_modes: turned_modes(&model, 1e-14, 100)?,
        parameters: parameters.clone(),
        contact,
        operators,
        model,
    })
}
