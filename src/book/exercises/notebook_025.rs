use super::Exercise;
use crate::experiments::modal_muscles::{
    Crawl, Crawler, Creature, Model, Operators, Parameters, contact_setup, creature, descent,
    floating, turns,
};

pub const EXERCISES: &[Exercise] = &[
    Exercise {
        id: "try.descent.quarter",
        command: "descent --time-step 0.0025",
        asks: "factor that theory predicts",
        unit: "",
        pointer: "/predicted_rate",
        decimals: 2,
        answer: || {
            let mut parameters = Parameters::default();
            parameters.crawling.time_step = 0.0025;
            let model = Model::new(creature(&parameters)?, &parameters)?;
            Ok(descent(&model, &Operators::new(&model), &parameters)?.predicted_rate)
        },
    },
    Exercise {
        id: "try.float.once",
        command: "float --iterations 1",
        asks: "largest turn",
        unit: "rad",
        pointer: "/largest_turn",
        decimals: 3,
        answer: || largest_turn(&Parameters { iterations: 1, ..Parameters::default() }),
    },
    Exercise {
        id: "try.float.even",
        command: "float --amplitudes 0.9,0,0,0",
        asks: "largest turn",
        unit: "rad",
        pointer: "/largest_turn",
        decimals: 3,
        answer: || {
            let mut parameters = Parameters::default();
            parameters.floating.gait.amplitudes = vec![0.9, 0.0, 0.0, 0.0];
            largest_turn(&parameters)
        },
    },
    Exercise {
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
    },
    Exercise {
        id: "try.crawl.earlier",
        command: "crawl --steps 420",
        asks: "travel",
        unit: "m",
        pointer: "/travel",
        decimals: 3,
        answer: || {
            let mut parameters = Parameters::default();
            parameters.crawling.steps = 420;
            Ok(crawl(&parameters)?.travel())
        },
    },
    Exercise {
        id: "try.crawl.mirror",
        command: "crawl --amplitudes=0.45,-0.35,0.25,-0.15 --steps 100",
        asks: "travel",
        unit: "m",
        pointer: "/travel",
        decimals: 3,
        answer: || {
            let mut parameters = Parameters::default();
            parameters.crawling.steps = 100;
            parameters.crawling.gait.amplitudes = vec![0.45, -0.35, 0.25, -0.15];
            Ok(crawl(&parameters)?.travel())
        },
    },
];

/// A crawl of the notebook's caterpillar.
fn crawl(parameters: &Parameters) -> anyhow::Result<Crawl> {
    let model = Model::new(creature(parameters)?, parameters)?;
    let operators = Operators::new(&model);
    let contact = contact_setup(&model, parameters)?;
    let crawler = Crawler { model: &model, operators: &operators, contact: &contact, parameters };
    Ok(crawler.crawl(|_| ())?)
}

fn largest_turn(parameters: &Parameters) -> anyhow::Result<f64> {
    largest_turn_of(creature(parameters)?, parameters)
}

/// The largest angle by which a creature turns afloat.
pub fn largest_turn_of(creature: Creature, parameters: &Parameters) -> anyhow::Result<f64> {
    let model = Model::new(creature, parameters)?;
    let operators = Operators::new(&model);
    let run = floating(&model, &operators, parameters, |_| ())?;
    let angles = turns(&model, &operators, &run.trajectory.coordinates);
    Ok(angles.iter().fold(0.0, |m: f64, angle| m.max(angle.abs())))
}
