//! The table of how far each claim is from failing.

use super::Table;
use crate::claims::{
    self, Agreement,
    spread::{Comparison, Printed, Recorded, Spread},
};

/// What of a claim comes nearest to failing.
struct Nearest {
    /// 0 far from failing, 1 where it fails.
    closeness: f64,
    cells: [String; 4],
}

/// A row per claim: its number that is nearest to failing, what that is held to, its margin, and how
/// much of the margin is taken up by the spread.
pub(super) fn margins(record: &Spread) -> Table {
    let row = |claim: &Recorded| {
        let yes_or_no = || ["", "yes or no", "", ""].map(String::from);
        let cells = nearest(claim).map_or_else(yes_or_no, |nearest| nearest.cells);
        [vec![claim.id.clone()], cells.to_vec()].concat()
    };
    Table {
        headings: &["claim", "number", "held to", "margin", "spread / distance"],
        rows: record.claims.iter().map(row).collect(),
        marked: None,
    }
}

fn nearest(recorded: &Recorded) -> Option<Nearest> {
    let claim = claims::find(&recorded.id).ok()?;
    // Only of claims about printed digits does rounding decide.
    let is_printed = claim.agreement == Agreement::Printed;
    let printed = recorded.shown.iter().filter(|_| is_printed).filter_map(of_printed);
    let compared = recorded.conditions.iter().filter_map(|held| held.comparison.as_ref());
    printed.chain(compared.map(of_compared)).max_by(|a, b| a.closeness.total_cmp(&b.closeness))
}

fn of_printed(number: &Printed) -> Option<Nearest> {
    let (unit, to_edge) = number.unit.zip(number.to_edge)?;
    if number.spread >= unit {
        // A record is of claims that agree, so it is not held to these digits: a zero but for
        // round-off.
        return None;
    }
    let value = number.values.first()?;
    Some(Nearest {
        closeness: 1.0 - 2.0 * to_edge,
        cells: [
            significant(*value),
            format!("prints {}", number.text),
            format!("{to_edge:.2} of a digit"),
            share(number.spread, unit * to_edge),
        ],
    })
}

fn of_compared(comparison: &Comparison) -> Nearest {
    let Comparison { side, limit, used, spread, .. } = comparison;
    Nearest {
        closeness: used.unwrap_or(0.0),
        cells: [
            significant(comparison.nearest()),
            format!("{} {}", side.name(), significant(*limit)),
            used.map_or(String::new(), |used| format!("{} used up", significant(used))),
            share(*spread, comparison.distance()),
        ],
    }
}

/// Of how far it is from failing, what the configurations are apart.
fn share(spread: f64, distance: f64) -> String {
    if spread == 0.0 { "0".into() } else { format!("{:.0e}", spread / distance) }
}

/// Up to five significant digits.
fn significant(x: f64) -> String {
    let rounded: f64 = format!("{x:.4e}").parse().unwrap_or(x);
    if rounded != 0.0 && !(1e-3..1e6).contains(&rounded.abs()) {
        format!("{:e}", format!("{x:.1e}").parse().unwrap_or(x))
    } else {
        rounded.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In no row do the configurations differ by as much as a number is from failing.
    #[test]
    fn the_spread_is_less_than_the_distance() {
        let table = margins(&Spread::of_the_book().unwrap());
        for row in &table.rows {
            let last = &row[row.len() - 1];
            assert!(last.is_empty() || last.parse::<f64>().unwrap() < 1.0, "{row:?}");
        }
    }
}
