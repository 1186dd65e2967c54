//! The notebook's way to write the pin and the basis, beside ours.

use crate::{
    experiments::skinning_eigenmodes::{ColumnFit, Reproduction},
    figures::{
        Figure, FigureError,
        axis::Axis,
        chart::{Chart, Curve, Kind, coordinates, figure},
        look::{Look, NOTEBOOK, NOTEBOOK_TOO, REFERENCE, SKINNING},
        numbers::{error, power_of_ten, significant},
    },
};

/// The potential along the second Newton step of the first time step.
pub fn descent(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let descent = &results.round_off.descent;
    let nanojoules = 1e9;
    let curve = |label: &str, look: Look, energies: &[f64]| Curve {
        label: label.into(),
        look,
        points: descent
            .shares
            .iter()
            .zip(energies)
            .map(|(share, energy)| [*share, nanojoules * energy])
            .collect(),
        kind: Kind::Line,
    };
    let curves = vec![
        curve("pin multiplied out", NOTEBOOK, &descent.expanded),
        curve("pin as a residual", SKINNING, &descent.residual),
    ];
    let chart = Chart {
        title: None,
        x: Axis::linear("share of the step", coordinates(&curves, 0)),
        y: Axis::linear("change of the potential (nJ)", coordinates(&curves, 1)).padded(),
        curves,
        height: 300.0,
    };
    let fall = significant(nanojoules * descent.fall(), 2);
    figure(
        name,
        &chart,
        format!(
            "The potential of the first time step along Newton's second step, in nanojoules: the same function written in two \
             ways. The step, taken whole, lowers it by {fall} nJ."
        ),
        format!(
            "Two curves. With the pin as a residual, a smooth valley {fall} nJ deep; with the pin multiplied out, noise of \
             some hundred nanojoules without any valley."
        ),
    )
}

/// Errors of the turned rest shape against the number of weights, with the columns as the weights
/// give them and with orthonormal ones.
pub fn columns(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let fits = &results.round_off.columns;
    let curve = |label: &str, look, kind, value: fn(&ColumnFit) -> f64| Curve {
        label: label.into(),
        look,
        points: fits.iter().map(|fit| [fit.modes as f64, value(fit)]).collect(),
        kind,
    };
    let (sweep, unit) = (&results.sweep, f64::EPSILON);
    let orthonormal = Curve {
        label: "shape, orthonormal columns".into(),
        look: SKINNING,
        points: fits.iter().zip(&sweep.skinning).map(|(f, e)| [f.modes as f64, *e]).collect(),
        kind: Kind::Marked,
    };
    let curves = vec![
        curve("predicted", REFERENCE, Kind::Line, ColumnFit::predicted_error),
        curve("", REFERENCE, Kind::Line, ColumnFit::predicted_coordinate_error),
        curve("coordinates", NOTEBOOK_TOO, Kind::Marked, |fit| fit.coordinate_error),
        curve("shape", NOTEBOOK, Kind::Marked, |fit| fit.mean_error),
        orthonormal,
    ];
    let chart = Chart {
        title: None,
        x: Axis::linear("number of weights k", coordinates(&curves, 0)).padded(),
        y: Axis::logarithmic("relative error, averaged over a turn", coordinates(&curves, 1))
            .padded(),
        curves,
        height: 340.0,
    };
    let worst = |value: fn(&ColumnFit) -> f64| error(fits.iter().map(value).fold(0.0, f64::max));
    figure(
        name,
        &chart,
        format!(
            "Relative errors of the turned rest shape, averaged over a turn. With the columns as the weights give them: of the \
             coordinates and of the shape, each beside its prediction (grey), the round-off of a double, {}, times the \
             condition number of the normal equations, or times its square root. With orthonormal columns: of the shape.",
            power_of_ten(unit.log10().round() as i32)
        ),
        format!(
            "Curves on a logarithmic scale over the number of weights. The error of the coordinates rises steeply, that of the \
             shape half as steeply, up to {}; both run along their predictions. With orthonormal columns the error stays flat, \
             {} at the most.",
            worst(|fit| fit.mean_error),
            error(sweep.skinning.iter().copied().fold(0.0, f64::max)),
        ),
    )
}
