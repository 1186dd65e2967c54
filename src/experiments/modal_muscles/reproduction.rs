use super::{
    ContactSetup, Crawl, Crawler, Descent, Error, Floating, GaitSearch, GradientCheck,
    LinearResponse, ModeCharacter, Model, Operators, Oriented, Parameters, Perturbed, PlantedFoot,
    Relabelled, Starts, Tied, Travelled, TurnedBack, contact_setup, creature, descent, floating,
    gradient_check, labels, linear_response, mode_characters, planted_foot, sensitivity,
    sign_table, starts, ties, turned_back,
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
    /// A foot that stands on the floor, within one time step of the crawl.
    pub planted_foot: Option<PlantedFoot>,
    /// The crawl with every choice of the modes' signs.
    pub signs: Vec<Oriented>,
    /// The crawl with other ties of the contact sampling.
    pub ties: Vec<Tied>,
    /// The crawl with other draws of the clusters.
    pub labels: Vec<Relabelled>,
    /// The crawl from perturbed starts, by the size of the perturbation.
    pub sensitivity: Vec<Perturbed>,
    /// The signs of the modes under noise on the mesh, by rule and by where an eigensolver starts.
    pub starts: Starts,
    /// The gait that the search starts from, and how far it travels over the search's steps.
    pub start_gait: Travelled,
    /// How far the candidates of each generation of the search travel; none where a crawl fails.
    pub generations: Vec<Vec<Option<f64>>>,
    /// The best gait that the search finds.
    pub found_gait: Travelled,
    /// The crawl with that gait, over as many steps as the crawl.
    pub found_crawl: Crawl,
}

impl Reproduction {
    /// The choice of signs that is the mirror image of another: modes that are their own mirror
    /// image stay, those that are the opposite turn around.
    pub fn mirror_image(&self, signs: &[f64]) -> Option<&Oriented> {
        let mirrors = self.characters.iter().map(|character| character.mirror.signum());
        let image: Vec<f64> =
            signs.iter().zip(mirrors).map(|(sign, mirror)| sign * mirror).collect();
        self.signs.iter().find(|choice| choice.signs == image)
    }

    /// Every choice of signs beside its mirror image, or alone if that is the same. The first of a
    /// pair has the first mode that turns around as it is.
    pub fn mirror_pairs<'a>(&'a self) -> Vec<Vec<&'a Oriented>> {
        let turning = self.characters.iter().position(|character| character.mirror < 0.0);
        let is_first = |choice: &&Oriented| turning.is_none_or(|k| choice.signs[k] > 0.0);
        let with_image = |choice: &'a Oriented| -> Vec<&'a Oriented> {
            let image = self.mirror_image(&choice.signs).filter(|_| turning.is_some());
            std::iter::once(choice).chain(image).collect()
        };
        self.signs.iter().filter(is_first).map(with_image).collect()
    }
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
    let crawl = crawler.crawl(|_| ())?;
    Ok(Reproduction {
        characters: mode_characters(&model, &operators),
        linear_response: linear_response(&model, &operators, parameters)?,
        gradient_check: gradient_check(&model, &operators, parameters),
        descent: descent(&model, &operators, parameters)?,
        turned_back: turned_back(&model, &operators, &floating_run.trajectory),
        floating: floating_run,
        fine_floating: floating(&model, &operators, &parameters.with_finer_floating(), |_| ())?,
        planted_foot: planted_foot(&crawler, &crawl, parameters.iterations + 2)?,
        crawl,
        crawl_with_one_more_iteration: Crawler { parameters: &one_more, ..crawler }
            .crawl(|_| ())?,
        signs: sign_table(&crawler)?,
        ties: ties(&crawler, 0..6)?,
        labels: labels(&crawler, 1..7)?,
        sensitivity: sensitivity(&crawler, &sizes, 4)?,
        start_gait: search.start(),
        generations: search.travels().to_vec(),
        found_crawl: crawler.crawl_with(found_gait.gait.clone(), parameters.crawling.steps)?,
        found_gait,
        starts: starts(&model, 40)?,
        parameters: parameters.clone(),
        contact,
        operators,
        model,
    })
}
