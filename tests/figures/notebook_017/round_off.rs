//! What the figures of round-off are said to show.

use modebook::experiments::skinning_eigenmodes::ColumnFit;

use super::COLORS;
use crate::{
    RUN,
    reading::{Picture, Point, range},
};

/// As a residual the potential shows a valley, multiplied out it shows noise that is higher than the
/// valley is deep.
pub fn descent(shown: &Picture) {
    let descent = &RUN.skinning.round_off.descent;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    let drawn = |label: &str, energies: &[f64]| -> Vec<f64> {
        let nanojoules = descent.shares.iter().zip(energies).map(|(s, e)| [*s, 1e9 * e]);
        let curve = chart.curve(label);
        chart.assert_drawn(curve, &nanojoules.collect::<Vec<Point>>());
        curve.values()
    };
    let residual = drawn("pin as a residual", &descent.residual);
    let noise = drawn("pin multiplied out", &descent.expanded);
    let middle = residual.len() / 2;
    assert!(residual[middle] < residual[0] && residual[middle] < residual[residual.len() - 1]);
    let turns = |values: &[f64]| {
        let falls: Vec<bool> = values.windows(2).map(|pair| pair[1] < pair[0]).collect();
        falls.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    assert!(turns(&noise) > 20, "{} turns of the noise", turns(&noise));
    let [height, depth] = [noise, residual].map(|values| {
        let [low, high] = range(&values);
        high - low
    });
    assert!(height > 3.0 * depth, "noise of {height} nJ over a valley of {depth} nJ");
}

/// With columns as they are the errors rise along their predictions, that of the shape half as
/// steeply; with orthonormal ones they do not.
pub fn columns(shown: &Picture) {
    let results = &RUN.skinning;
    let fits = &results.round_off.columns;
    let [chart] = &shown.charts[..] else { panic!("{shown:?}") };
    assert!(chart.y.is_logarithmic());
    let expected = |value: fn(&ColumnFit) -> f64| -> Vec<Point> {
        fits.iter().map(|fit| [fit.modes as f64, value(fit)]).collect()
    };
    let (coordinates, shape) = (chart.curve("coordinates"), chart.curve("shape"));
    chart.assert_drawn(coordinates, &expected(|fit| fit.coordinate_error));
    chart.assert_drawn(shape, &expected(|fit| fit.mean_error));
    let orthonormal = chart.curve("shape, orthonormal columns");
    assert_eq!(orthonormal.look.color, COLORS[3]);
    assert!(orthonormal.values().iter().all(|error| *error < 1e-13));
    let rise = |values: Vec<f64>| (values[values.len() - 1] / values[1]).log10();
    let ratio = rise(shape.values()) / rise(coordinates.values());
    assert!((0.35..0.65).contains(&ratio), "half as steeply: {ratio}");
    let predicted: Vec<_> = chart
        .curves
        .iter()
        .filter(|curve| ![coordinates, shape, orthonormal].iter().any(|c| c.look == curve.look))
        .collect();
    assert_eq!(predicted.len(), 2);
    chart.assert_drawn(predicted[0], &expected(ColumnFit::predicted_error));
    chart.assert_drawn(predicted[1], &expected(ColumnFit::predicted_coordinate_error));
}
