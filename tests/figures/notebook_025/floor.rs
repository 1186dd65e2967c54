//! What is said to be seen of a foot on the floor.

use modebook::{experiments::modal_muscles::Reproduction, figures::Figure};

use super::{MUSCLE, OTHER, REFERENCE, SUBJECT};
use crate::{
    RUN,
    reading::{Picture, Point, number},
};

/// Within a time step the foot stands above the floor after an even number of iterations and below
/// it after an odd one; over many steps, with an even and with an odd number of iterations in each,
/// the lowest point mostly does.
pub fn planted_foot(figure: &Figure, shown: &Picture) {
    let Reproduction { planted_foot, crawl, crawl_with_one_more_iteration, parameters, .. } =
        &RUN.muscles;
    let foot = planted_foot.as_ref().expect("a foot that stands");
    let [within, over] = &shown.charts[..] else { panic!("{shown:?}") };
    let is_in_millimetres = |label: &str| label == "height (mm)";
    assert!(is_in_millimetres(&within.y.label) && is_in_millimetres(&over.y.label));

    let drawn: Vec<Point> =
        foot.heights.iter().enumerate().map(|(i, height)| [i as f64, 1e3 * height]).collect();
    assert_eq!(drawn.len(), parameters.iterations + 3);
    let of_parity = |odd: usize| drawn.iter().skip(odd).step_by(2).copied().collect::<Vec<_>>();
    within.assert_marked(SUBJECT, &of_parity(0));
    within.assert_marked(MUSCLE, &of_parity(1));
    let marked = |color: &'static str| within.marks.iter().filter(move |mark| mark.color == color);
    assert!(marked(SUBJECT).all(|mark| mark.at[1] > 0.0), "even above the floor");
    assert!(marked(MUSCLE).all(|mark| mark.at[1] < 0.0), "odd below");
    let path = within.curves.iter().find(|c| c.look.color == OTHER).expect("a path");
    within.assert_drawn(path, &drawn);
    assert!(within.curve("floor").values().iter().all(|height| within.is_level(*height, 0.0)));
    let looks: Vec<_> =
        within.legend.iter().map(|(name, look)| (name.as_str(), &look.color)).collect();
    assert_eq!(
        looks[1..].iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["even number", "odd number"]
    );
    assert_eq!([looks[1].1, looks[2].1], [SUBJECT, MUSCLE]);

    let said =
        |before: &str| figure.caption.split(before).nth(1).and_then(number).expect("a number");
    let even = marked(SUBJECT).next().expect("a mark").at[1];
    let odd = marked(MUSCLE).next().expect("a mark").at[1];
    assert!((said("It begins ") - even).abs() < 0.02, "{even} mm");
    assert!((said("takes it to ") - odd).abs() < 0.02, "{odd} mm");
    assert!(within.is_level(1e3 * foot.heights[2], even), "the second puts it back");
    let start = (foot.step - 1) as f64 * parameters.crawling.time_step;
    assert!((said("within the time step from ") - start).abs() < 0.05 * start, "{start} s");
    assert!(within.title.contains(&format!("from {} s on", said("within the time step from "))));

    let count = said("over the next ") as usize;
    let crawls = [(0, crawl), (1, crawl_with_one_more_iteration)];
    for (more, crawl) in crawls {
        let curve = over.curve(&format!("{} iterations", parameters.iterations + more));
        let time = |i: usize| parameters.crawling.time_step * i as f64;
        let heights = crawl.lowest_contact_height.iter().map(|height| 1e3 * height);
        let points: Vec<Point> = heights.enumerate().map(|(i, h)| [time(i), h]).collect();
        over.assert_drawn(curve, &points[foot.step - 1..foot.step - 1 + count]);
        let below = curve.values().iter().filter(|height| **height < 0.0).count();
        let expected = if more == 1 { below } else { count - below };
        assert!(4 * expected > 3 * count, "{below} of {count} below with {more} more");
    }
    let floor = over.curves.iter().find(|c| c.look.color == REFERENCE).expect("a floor");
    assert!(floor.values().iter().all(|height| over.is_level(*height, 0.0)));
}
