mod speed;
mod spread;

use super::{Results, tables::unbroken_numbers};
use crate::{
    claims::{Agreement, Verdict, notebook_017},
    experiments::{
        modal_muscles::{
            Crawl, ModeCharacter, Oriented, Perturbed, RIGID_MODES, Reproduction, Starts,
        },
        skinning_eigenmodes::{Columns, PinForm, StepForm, SubspaceTiming, Timing},
    },
};

/// The names of the tables of results.
pub const TABLES: [&str; 14] = [
    "claims-summary",
    "017-round-off",
    "017-crossover",
    "025-modes",
    "025-signs",
    "025-starts",
    "025-ties",
    "025-labels",
    "025-sensitivity",
    "025-search",
    "speed-comparison",
    "speed-counts",
    "speed-gains",
    "spread",
];

/// Rows under headings; the notebook's own row may be marked.
struct Table {
    headings: &'static [&'static str],
    rows: Vec<Vec<String>>,
    marked: Option<usize>,
}

/// The table with a name, as HTML.
pub(super) fn result_table(name: &str, results: &Results) -> Option<String> {
    let r = &results.modal_muscles;
    let table = match name {
        "claims-summary" => claims_summary(&results.verdicts),
        "017-round-off" => round_off(&results.skinning_eigenmodes.round_off.forms),
        "017-crossover" => crossover(&results.timing),
        "025-modes" => modes(r),
        "025-signs" => signs(r),
        "025-starts" => starts(r),
        "025-ties" => ties(r),
        "025-labels" => labels(r),
        "025-sensitivity" => sensitivity(r),
        "025-search" => search(r),
        "speed-comparison" => speed::comparison(&results.speed),
        "speed-counts" => speed::counts(&results.speed),
        "speed-gains" => speed::gains(&results.speed),
        "spread" => spread::margins(&results.spread),
        _ => return None,
    };
    Some(table.html())
}

impl Table {
    /// HTML without blank lines, so that Markdown leaves it alone. Rows are short: numbers are for
    /// comparing down a column, on a narrow screen too.
    fn html(&self) -> String {
        let headings: String =
            self.headings.iter().map(|heading| format!("<th>{heading}</th>")).collect();
        let mut html = format!(
            "<div class=\"table-wrapper\"><table class=\"results\"><thead><tr>{headings}</tr></thead>\n<tbody>\n"
        );
        for (i, row) in self.rows.iter().enumerate() {
            let class = if self.marked == Some(i) { " class=\"marked\"" } else { "" };
            html += &format!("<tr{class}>");
            for cell in row {
                html += &format!("<td>{}</td>", unbroken_numbers(cell));
            }
            html += "</tr>\n";
        }
        html + "</tbody></table></div>"
    }
}

fn round_off(forms: &[StepForm]) -> Table {
    let row = |form: &StepForm| {
        let pin = match form.pin {
            PinForm::Expanded => "multiplied out",
            PinForm::Residual => "residual",
        };
        let columns = match form.columns {
            Columns::Plain => "as they are",
            Columns::Orthonormal => "orthonormal",
        };
        vec![
            pin.to_string(),
            columns.to_string(),
            format!("{:.0e}", form.gradient_error),
            form.iterations.to_string(),
            format!("{:.0e}", form.distance),
        ]
    };
    Table {
        headings: &["pin", "columns", "gradient check", "iterations", "distance, m"],
        rows: forms.iter().map(row).collect(),
        marked: None,
    }
}

/// Costs of a reduced Newton iteration, with a full-space one as the unit.
fn crossover(timing: &Timing) -> Table {
    let row = |((space, [ours, general]), there): ((&SubspaceTiming, [f64; 2]), f64)| {
        vec![
            space.modes.to_string(),
            space.dofs.to_string(),
            format!("{ours:.2}"),
            format!("{general:.2}"),
            format!("{there:.2}"),
        ]
    };
    let costs = timing.subspaces.iter().zip(timing.relative_costs());
    Table {
        headings: &["weights", "coordinates", "here", "general solver", "notebook"],
        rows: costs.zip(notebook_017::notebook_costs()).map(row).collect(),
        marked: None,
    }
}

/// Verdicts counted: in the first chapter, in the second, in both.
fn claims_summary(verdicts: &[Verdict]) -> Table {
    let row = |what: &str, counts: fn(&Verdict) -> bool| {
        let in_notebooks = |notebooks: &[u32]| {
            let of_these = |v: &&Verdict| notebooks.contains(&v.claim.notebook) && counts(v);
            verdicts.iter().filter(of_these).count().to_string()
        };
        vec![what.to_string(), in_notebooks(&[17]), in_notebooks(&[25]), in_notebooks(&[17, 25])]
    };
    fn is_shown(verdict: &Verdict) -> bool {
        verdict.claim.agreement == Agreement::Timing { ratio: "" }
    }
    Table {
        headings: &[
            "",
            "<a href=\"claims.html#notebook-017-skinning-eigenmodes\">first chapter</a>",
            "<a href=\"claims.html#notebook-025-modal-muscles\">second chapter</a>",
            "together",
        ],
        rows: vec![
            row("claims", |_| true),
            row("agree", |v| v.agrees && !is_shown(v)),
            row("differ", |v| !v.agrees && !is_shown(v)),
            row("times, only shown", is_shown),
            row("tighter than the notebook", |v| v.agrees && v.claim.is_tighter()),
            row("ours, not the notebook's", |v| v.claim.is_ours()),
        ],
        marked: None,
    }
}

fn modes(r: &Reproduction) -> Table {
    let row = |(k, character): (usize, &ModeCharacter)| {
        let symmetry = if character.mirror > 0.0 { "even" } else { "odd" };
        vec![
            (RIGID_MODES + k).to_string(),
            format!("{:.4}", r.model.modes.values[RIGID_MODES + k]),
            symmetry.to_string(),
            format!("{:.3}", r.model.ceilings[k]),
            format!("{:.3}", character.passive_stiffness),
            format!("{:.2}", character.active_stiffness),
        ]
    };
    Table {
        headings: &["mode", "eigenvalue", "symmetry", "ceiling", "flesh", "muscles"],
        rows: r.characters.iter().enumerate().map(row).collect(),
        marked: None,
    }
}

/// Choices that are mirror images of each other follow one another.
fn signs(r: &Reproduction) -> Table {
    let choices = r.mirror_pairs().concat();
    let row = |choice: &&Oriented| {
        let mark = if choice.signs == r.parameters.signs { " notebook" } else { "" };
        let signs: String =
            choice.signs.iter().map(|sign| if *sign < 0.0 { '−' } else { '+' }).collect();
        vec![
            signs + mark,
            travel(&choice.crawl),
            vertical_range(&choice.crawl),
            format!("{:.4}", choice.crawl.deepest_penetration()),
        ]
    };
    Table {
        headings: &["signs", "travel", "vertical range", "penetration"],
        rows: choices.iter().map(row).collect(),
        marked: choices.iter().position(|choice| choice.signs == r.parameters.signs),
    }
}

fn starts(r: &Reproduction) -> Table {
    let Starts { draws, by_rule, ones, generic } = &r.starts;
    let of_all = |turned: usize| format!("{turned}\u{a0}of\u{a0}{draws}");
    let row = |k: usize| {
        vec![
            (RIGID_MODES + k).to_string(),
            format!("{:.0e}", ones.shares[k]),
            of_all(ones.turned[k]),
            format!("{:.0e}", generic.shares[k]),
            of_all(generic.turned[k]),
            of_all(by_rule[k]),
        ]
    };
    Table {
        headings: &[
            "mode",
            "share of ones",
            "turns",
            "share of generic",
            "turns",
            "turns, by our rule",
        ],
        rows: (0..by_rule.len()).map(row).collect(),
        marked: None,
    }
}

fn ties(r: &Reproduction) -> Table {
    let own = vec!["the notebook's".to_string(), "0".to_string(), travel(&r.crawl)];
    let draws = r.ties.iter().enumerate().map(|(draw, tied)| {
        vec![(draw + 1).to_string(), tied.replaced.to_string(), travel(&tied.crawl)]
    });
    Table {
        headings: &["draw", "points replaced", "travel"],
        rows: std::iter::once(own).chain(draws).collect(),
        marked: Some(0),
    }
}

fn vertical_range(crawl: &Crawl) -> String {
    let [low, high] = crawl.height_range();
    format!("[{low:.3},\u{a0}{high:.3}]")
}

fn labels(r: &Reproduction) -> Table {
    let row = |seed: String, crawl| vec![seed, travel(crawl), vertical_range(crawl)];
    let own = row(format!("{} (the notebook's)", r.parameters.cluster_seed), &r.crawl);
    let others = r.labels.iter().map(|other| row(other.seed.to_string(), &other.crawl));
    Table {
        headings: &["seed", "travel", "vertical range"],
        rows: std::iter::once(own).chain(others).collect(),
        marked: Some(0),
    }
}

fn sensitivity(r: &Reproduction) -> Table {
    let printed = travel(&r.crawl);
    let row = |perturbed: &Perturbed| {
        let travels: Vec<String> = perturbed.crawls.iter().map(travel).collect();
        let kept = travels.iter().filter(|travel| **travel == printed).count();
        let kept = match kept {
            0 => "no".to_string(),
            _ if kept == travels.len() => "yes".to_string(),
            _ => format!("in {kept} of {}", travels.len()),
        };
        vec![format!("{:e}", perturbed.size), travels.join(" "), kept]
    };
    Table {
        headings: &["size", "travel in each draw", "digits kept"],
        rows: r.sensitivity.iter().map(row).collect(),
        marked: None,
    }
}

fn search(r: &Reproduction) -> Table {
    let (start, found) = (&r.start_gait, &r.found_gait);
    let listed = |values: &[f64], decimals: usize| {
        values.iter().map(|x| format!("{x:.decimals$}")).collect::<Vec<_>>().join(" ")
    };
    let row = |what: &str, start: String, found: String| vec![what.to_string(), start, found];
    let metres = |travel: f64| format!("{travel:+.3} m");
    Table {
        headings: &["", "hand-tuned", "found"],
        rows: vec![
            row("amplitudes", listed(&start.gait.amplitudes, 2), listed(&found.gait.amplitudes, 2)),
            row("periods, s", listed(&start.gait.periods, 2), listed(&found.gait.periods, 2)),
            row("phases", listed(&start.gait.phases, 2), listed(&found.gait.phases, 2)),
            row(
                &format!("travel, {} steps", r.parameters.search.steps),
                metres(start.travel),
                metres(found.travel),
            ),
            row(
                &format!("travel, {} steps", r.parameters.crawling.steps),
                metres(r.crawl.travel()),
                metres(r.found_crawl.travel()),
            ),
        ],
        marked: None,
    }
}

fn travel(crawl: &Crawl) -> String {
    format!("{:+.3}", crawl.travel())
}
