//! Tables of the recorded comparison with simkit.

use super::Table;
use crate::speed::{self, Compared, Gain, Record, ratio};

/// All work beside simkit's time and beside the least time possible.
pub(super) fn comparison(record: &Record) -> Table {
    let row = |row: &Compared| {
        let simkit = row.simkit_ms;
        vec![
            row.name.clone(),
            size(row),
            simkit.map(duration).unwrap_or_default(),
            duration(row.ours_ms),
            simkit.and(row.ratio).map(ratio).unwrap_or_default(),
            row.limit_ms.map(duration).unwrap_or_default(),
            row.times_the_limit().map(ratio).unwrap_or_default(),
        ]
    };
    Table {
        headings: &["work", "size", "simkit", "ours", "ratio", "limit", "ours / limit"],
        rows: record.rows.iter().map(row).collect(),
        marked: None,
    }
}

/// The operations and bytes behind the limits.
pub(super) fn counts(record: &Record) -> Table {
    let row = |row: &Compared| {
        let (flops, bytes) = (row.flops?, row.bytes?);
        let cells = [thousands(flops), thousands(bytes), ratio(flops / bytes)];
        Some([vec![row.name.clone(), size(row)], cells.to_vec()].concat())
    };
    Table {
        headings: &[
            "work",
            "size",
            "operations, thousands",
            "bytes, thousands",
            "operations per byte",
        ],
        rows: record.rows.iter().filter_map(row).collect(),
        marked: None,
    }
}

/// The changes that gained most.
pub(super) fn gains(record: &Record) -> Table {
    let row = |gain: &Gain| {
        let Gain { what, before_ms, after_ms, .. } = gain;
        let times = [duration(*before_ms), duration(*after_ms), ratio(before_ms / after_ms)];
        [vec![what.clone()], times.to_vec()].concat()
    };
    Table {
        headings: &["change", "before", "after", "ratio"],
        rows: record.gains.iter().map(row).collect(),
        marked: None,
    }
}

/// `6902 triangles`; on how many threads, if it is not one.
fn size(row: &Compared) -> String {
    let size = row.size.map(|size| size.to_string());
    let threads = (row.threads > 1).then(|| format!("{} threads", row.threads));
    let unit = row.unit.clone().filter(|_| size.is_some());
    let size = [size, unit].into_iter().flatten().collect::<Vec<_>>().join(" ");
    [Some(size), threads].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Milliseconds as text that stays on one line.
fn duration(ms: f64) -> String {
    speed::duration(ms).replace(' ', "\u{a0}")
}

/// A number over a thousand, to three digits and the whole of it above.
fn thousands(number: f64) -> String {
    let thousands = 1e-3 * number;
    let decimals = 2 - (thousands.log10().floor() as i32).clamp(-1, 2);
    format!("{thousands:.*}", decimals as usize)
}
