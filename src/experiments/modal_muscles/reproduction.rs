use super::{
    ContactSetup, Crawl, Crawler, Descent, Error, Floating, GaitSearch, GradientCheck,
    LinearResponse, ModeCharacter, Model, Operators, Oriented, Parameters, Perturbed, Relabelled,
    Tied, Travelled, TurnedBack, contact_setup, creature, descent, floating, gradient_check,
    labels, linear_response, mode_characters, sensitivity, sign_table, ties, turned_back,
    turned_modes,
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
    /// What kind of motion every muscle mode is.
    pub characters: Vec<ModeCharacter>,
    /// How the floating body would follow small commands.
    pub linear_response: LinearResponse,
    /// Gradient against differences.
    pub gradient_check: GradientCheck,
    /// Local/global descent on one step.
    pub descent: Descent,
    /// The floating run.
    pub floating: Floating,
    /// Its shapes with the turn of the body taken out.
    pub turned_back: TurnedBack,
    /// The floating run with a quarter of the time step, to see the lag of the body behind the muscles.
    pub fine_floating: Floating,
    /// Floor and contact points.
    pub contact: ContactSetup,
    /// The crawl.
    pub crawl: Crawl,
    /// The crawl with one more local/global iteration in every step.
    pub crawl_with_one_more_iteration: Crawl,
    /// The crawl with every choice of the modes' signs.
    pub signs: Vec<Oriented>,
    /// The crawl with other ties of the contact sampling.
    pub ties: Vec<Tied>,
    /// The crawl with other draws of the clusters.
    pub labels: Vec<Relabelled>,
    /// The crawl from perturbed starts, by the size of the perturbation.
    pub sensitivity: Vec<Perturbed>,
    /// Modes that turn around under noise on the mesh.
    pub turned_modes: usize,
    /// The gait that the search starts from, and how far it travels over the search's steps.
    pub start_gait: Travelled,
    /// The best gait that the search finds.
    pub found_gait: Travelled,
    /// The crawl with that gait, over as many steps as the crawl.
    pub found_crawl: Crawl,
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
    let mut search = GaitSearch::new(crawler)?;
    (0..parameters.search.generations).for_each(|_| search.run_generation());
    let one_more = Parameters { iterations: parameters.iterations + 1, ..parameters.clone() };
    let sizes: Vec<f64> = (4..=12).rev().map(|exponent| 10.0_f64.powi(-exponent)).collect();
    let floating_run = floating(&model, &operators, parameters, |_| ())?;
    let found_gait = search.best();
    Ok(Reproduction {
        characters: mode_characters(&model, &operators),
        linear_response: linear_response(&model, &operators, parameters)?,
        gradient_check: gradient_check(&model, &operators, parameters),
        descent: descent(&model, &operators, parameters)?,
        turned_back: turned_back(&model, &operators, &floating_run.trajectory),
        floating: floating_run,
        fine_floating: floating(&model, &operators, &parameters.with_finer_floating(), |_| ())?,
        crawl: crawler.crawl(|_| ())?,
        crawl_with_one_more_iteration: Crawler { parameters: &one_more, ..crawler }
            .crawl(|_| ())?,
        signs: sign_table(&crawler)?,
        ties: ties(&crawler, 0..6)?,
        labels: labels(&crawler, 1..7)?,
        sensitivity: sensitivity(&crawler, &sizes, 4)?,
        start_gait: search.start(),
        found_crawl: crawler.crawl_with(found_gait.gait.clone(), parameters.crawling.steps)?,
        found_gait,
        turned_modes: turned_modes(&model, 100)?,
        parameters: parameters.clone(),
        contact,
        operators,
        model,
    })
}
