//! What is said to be seen of the travel of the crawl.

use modebook::{experiments::modal_muscles::Reproduction, figures::Figure};

use super::{MUSCLE, OTHER, REFERENCE, SUBJECT};
use crate::{
    RUN, printed,
    reading::{Picture, Point, number},
};

/// Sixteen bars, in both directions, with the notebook's choice marked.
pub fn signs(figure: &Figure, shown: &Picture) {
    let Reproduction { signs, parameters, .. } = &RUN.muscles;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    assert_eq!([chart.bars.len(), chart.y.ticks.len(), signs.len()], [16; 3]);
    let text = |signs: &[f64]| {
        signs.iter().map(|s| if *s < 0.0 { "−" } else { "+" }).collect::<Vec<_>>().join(" ")
    };
    let mut travels = vec![0.0; 16];
    for bar in &chart.bars {
        let row = (0.5 * (bar.low[1] + bar.high[1])).round() as usize;
        let name = &chart.y.ticks[row].1;
        let choice = signs.iter().find(|choice| text(&choice.signs) == *name).expect("a choice");
        let travel = choice.crawl.travel();
        let [from, to] = [bar.low[0], bar.high[0]];
        let [zero, end] = if travel < 0.0 { [to, from] } else { [from, to] };
        assert!(zero.abs() < 0.02, "{name} starts at {zero}");
        assert!((end - travel).abs() < 0.02, "{name} reaches {end}, not {travel}");
        let label = number(&bar.label).expect("a travel");
        assert!((label - travel).abs() < 0.006, "{name}: {}", bar.label);
        let is_ours = choice.signs == parameters.signs;
        assert_eq!(bar.color, if is_ours { MUSCLE } else { OTHER }, "{name}");
        if is_ours {
            assert!((end - printed("25.crawl.travel")[0]).abs() < 0.02);
        }
        travels[row] = end;
    }
    assert!(travels.windows(2).all(|pair| pair[0] <= pair[1]), "{travels:?} is sorted");
    assert!(travels[0] < -7.0 && travels[15] > 6.0, "both directions");
    let forward = travels.iter().filter(|travel| **travel > 0.0).count();
    assert!(figure.caption.contains(&format!("{forward} of all toward +x")));
}

/// The travel stays on the line up to a noise of 1e-7, and leaves it from 1e-6 on.
pub fn sensitivity(shown: &Picture) {
    let Reproduction { sensitivity, crawl, .. } = &RUN.muscles;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    assert!(chart.x.is_logarithmic() && !chart.y.is_logarithmic());
    let expected: Vec<Point> = sensitivity
        .iter()
        .flat_map(|noise| noise.crawls.iter().map(|crawl| [noise.size, crawl.travel()]))
        .collect();
    chart.assert_marked(SUBJECT, &expected);
    let line = chart.curve("unperturbed (3.66 m)");
    assert!(line.values().iter().all(|travel| chart.is_level(*travel, crawl.travel())));
    let is_off = |size: f64| {
        let marks = chart.marks.iter().filter(|mark| (mark.at[0] / size - 1.0).abs() < 0.1);
        let off: Vec<bool> =
            marks.map(|mark| !chart.is_level(mark.at[1], crawl.travel())).collect();
        assert_eq!(off.len(), 4, "draws of {size}");
        off.contains(&true)
    };
    for exponent in 4..=12 {
        assert_eq!(is_off(10_f64.powi(-exponent)), exponent <= 6, "noise of 1e-{exponent}");
    }
}

/// The best never falls, from no lower than the hand-tuned gait to the travel of the claim; the mean
/// of a generation falls.
pub fn search(figure: &Figure, shown: &Picture) {
    let Reproduction { start_gait, generations, found_gait, parameters, .. } = &RUN.muscles;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    let travels: Vec<Vec<f64>> =
        generations.iter().map(|travels| travels.iter().flatten().copied().collect()).collect();
    let numbers: Vec<String> = (1..=parameters.search.generations).map(|i| i.to_string()).collect();
    assert_eq!(chart.x.ticks.iter().map(|tick| tick.1.clone()).collect::<Vec<_>>(), numbers);
    let by_generation = |values: &[f64]| -> Vec<Point> {
        values.iter().enumerate().map(|(i, value)| [(i + 1) as f64, *value]).collect()
    };
    let candidates: Vec<Point> = travels
        .iter()
        .enumerate()
        .flat_map(|(i, travels)| travels.iter().map(move |travel| [(i + 1) as f64, *travel]))
        .collect();
    chart.assert_marked(OTHER, &candidates);
    assert_eq!(candidates.len(), parameters.search.generations * parameters.search.population);
    let mean = |travels: &Vec<f64>| travels.iter().sum::<f64>() / travels.len() as f64;
    let means: Vec<f64> = travels.iter().map(mean).collect();
    chart.assert_drawn(chart.curve("mean"), &by_generation(&means));
    chart.assert_marked(SUBJECT, &by_generation(&means));
    let best = chart.curve("best so far");
    let bests: Vec<f64> = (1..=travels.len())
        .map(|count| travels[..count].iter().flatten().fold(start_gait.travel, |m, t| m.max(*t)))
        .collect();
    chart.assert_drawn(best, &by_generation(&bests));
    chart.assert_marked(MUSCLE, &by_generation(&bests));

    let start = chart.curve("hand-tuned");
    assert_eq!(start.look.color, REFERENCE);
    assert!(start.values().iter().all(|travel| chart.is_level(*travel, start_gait.travel)));
    let [drawn, level] = [best, start].map(|curve| curve.values());
    assert!(drawn[0] >= level[0] || chart.is_level(drawn[0], level[0]), "{drawn:?} from {level:?}");
    assert!(drawn.windows(2).all(|pair| pair[0] <= pair[1]), "{drawn:?} never falls");
    assert!(drawn[drawn.len() - 1] > level[0], "it rises");
    assert!(means[means.len() - 1] < means[0], "{means:?} falls");
    assert!(chart.is_level(best.last(), found_gait.travel), "{drawn:?}");
    let said =
        |before: &str| figure.caption.split(before).nth(1).and_then(number).expect("a travel");
    assert!((said("which ends at ") - best.last()).abs() < 0.02);
    assert!((said("starts from, ") - level[0]).abs() < 0.02);
}
