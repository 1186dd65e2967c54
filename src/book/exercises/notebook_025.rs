use super::Exercise;
use crate::experiments::modal_muscles::{
    Crawler, Model, Operators, Parameters, contact_setup, creature,
};

pub const EXERCISES: &[Exercise] = &[Exercise {
    id: "try.crawl.deeper",
    command: "crawl --iterations 11 --steps 200",
    asks: "deepest penetration",
    unit: "m",
    pointer: "/deepest_penetration",
    decimals: 4,
    answer: || {
        let mut parameters = Parameters { iterations: 11, ..Parameters::default() };
        parameters.crawling.steps = 200;
        Ok(crawl(&parameters)?.deepest_penetration())
    },
}];

/// A crawl of the notebook's caterpillar.
fn crawl(parameters: &Parameters) -> anyhow::Result<crate::experiments::modal_muscles::Crawl> {
    let model = Model::new(creature(parameters)?, parameters)?;
    let operators = Operators::new(&model);
    let contact = contact_setup(&model, parameters)?;
    let crawler = Crawler { model: &model, operators: &operators, contact: &contact, parameters };
    Ok(crawler.crawl(|_| ())?)
}
