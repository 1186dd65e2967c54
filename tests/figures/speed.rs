//! What the figure of recorded times is said to show.

use crate::{
    RUN,
    reading::{Chart, Picture, Point},
};

/// Checks a figure by its name without "speed".
pub fn check(name: &str, shown: &Picture) {
    match name {
        "sizes" => sizes(shown),
        _ => panic!("what should speed-{name} show?"),
    }
}

/// Every recorded time is drawn, above as it is, below over the size. The time for each triangle
/// stays about the same, that for each unknown rises.
fn sizes(shown: &Picture) {
    let charts: [&Chart; 2] =
        shown.charts.iter().collect::<Vec<_>>().try_into().expect("two charts");
    assert!(charts.iter().all(|chart| chart.x.is_logarithmic() && chart.y.is_logarithmic()));
    let [whole, each] = charts;
    for (id, label) in
        [("assembly", "assembly"), ("sparse-solve", "sparse solve"), ("modes", "modes")]
    {
        let recorded: Vec<Point> =
            RUN.record.grown(id).map(|grown| [grown.size as f64, grown.ms]).collect();
        assert!(recorded.len() > 4, "{label}: sizes from small to large");
        assert!(recorded[0][0] < 1100.0 && recorded.iter().is_sorted(), "{label}: {recorded:?}");
        let curve = whole.curve(label);
        whole.assert_drawn(curve, &recorded);
        whole.assert_marked(&curve.look.color, &recorded);
        // The legend stands above the first chart only.
        let same = each.curves.iter().find(|c| c.look.color == curve.look.color).expect("drawn");
        let per_piece: Vec<Point> = recorded.iter().map(|[n, ms]| [*n, 1e3 * ms / n]).collect();
        each.assert_drawn(same, &per_piece);
        let rise = same.last() / same.values()[0];
        assert!(if id == "assembly" { rise < 4.0 } else { rise > 1.5 }, "{label}: {rise}");
    }
}
