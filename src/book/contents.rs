use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Results, exercises::exercises, films::Film, result_tables::result_table, tables::Row};
use crate::book::{TABLES, parameters};

/// What the directives of the pages expand to: the texts of one run, without the run itself, so
/// that they can be kept from one build of the book to the next.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Contents {
    /// The claims in the ledger's order.
    pub(super) claims: Vec<Row>,
    /// What `{{#value}}` tells of parameters and exercises.
    pub(super) values: BTreeMap<String, String>,
    pub(super) figures: BTreeMap<String, Picture>,
    pub(super) films: BTreeMap<String, Film>,
    /// Tables of results, as HTML.
    pub(super) tables: BTreeMap<String, String>,
    /// Exercises that a command answers, as HTML.
    pub(super) exercises: BTreeMap<String, String>,
}

/// A figure on a page.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Picture {
    pub svg: String,
    pub caption: String,
}

impl From<&Results> for Contents {
    fn from(results: &Results) -> Self {
        let answer = |id| results.answers.iter().find(|(known, _)| *known == id).map(|(_, a)| a);
        let text = |(id, text): (&str, String)| (id.to_string(), text);
        Self {
            claims: results.verdicts.iter().map(Row::from).collect(),
            values: parameters(results)
                .into_iter()
                .chain(results.answers.iter().cloned())
                .map(text)
                .collect(),
            figures: results
                .figures
                .iter()
                .map(|figure| {
                    let (svg, caption) = (figure.svg.clone(), figure.caption.clone());
                    (figure.name.to_string(), Picture { svg, caption })
                })
                .collect(),
            films: results
                .animations
                .iter()
                .map(|animation| (animation.name.to_string(), Film::from(animation)))
                .collect(),
            tables: TABLES
                .iter()
                .filter_map(|name| Some(text((name, result_table(name, results)?))))
                .collect(),
            exercises: exercises()
                .filter_map(|exercise| {
                    Some(text((exercise.id, exercise.html(answer(exercise.id)?))))
                })
                .collect(),
        }
    }
}
