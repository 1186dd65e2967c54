//! Curves: convergence, times, heights and errors.

use super::{RotationSpace, droop_spaces, final_heights, rotation_spaces, with_dofs};
use crate::{
    experiments::skinning_eigenmodes::{Droop, Parameters, Reproduction, SubspaceTiming, Timing},
    figures::{
        Figure, FigureError,
        axis::Axis,
        chart::{Chart, Curve, Kind, coordinates, draw_stacked, figure},
        drawing::Drawing,
        look::{FULL, Look, MODAL, SKINNING},
        numbers::{error, listed, scientific, significant},
    },
    solvers::NewtonHistory,
};

/// The gradient norm before each Newton step of the first time step.
pub fn newton(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let (check, subspaces) = (&results.newton_check, &results.subspaces);
    let curve = |space: &str, dofs, look, history: &NewtonHistory| Curve {
        label: with_dofs(space, dofs),
        look,
        points: history
            .iter()
            .enumerate()
            .map(|(i, step)| [i as f64, step.gradient_norm])
            .collect(),
        kind: Kind::Marked,
    };
    let curves = vec![
        curve("full", results.beam.mesh.dofs(), FULL, &check.full),
        curve("LMA", subspaces.modal.dimension(), MODAL, &check.modal),
        curve("skinning", subspaces.skinning.dimension(), SKINNING, &check.skinning),
    ];
    let described: Vec<String> = curves
        .iter()
        .filter_map(|Curve { label, points, .. }| {
            let ([_, first], [steps, last]) = (points.first()?, points.last()?);
            let [first, last] = [first, last].map(|norm| scientific(*norm, 0));
            Some(format!("{label} from {first} to {last} after {steps} steps"))
        })
        .collect();
    let most = coordinates(&curves, 0).fold(0.0, f64::max);
    let chart = Chart {
        title: None,
        x: Axis::linear("Newton steps taken", [0.0, most])
            .with_ticks(&(0..=most as usize).map(|i| i as f64).collect::<Vec<_>>())
            .padded(),
        y: Axis::logarithmic("gradient norm (N or N/m)", coordinates(&curves, 1)).padded(),
        curves,
        height: 300.0,
    };
    figure(
        name,
        &chart,
        "Newton's method on the first time step from rest: the norm of the gradient, before each step. It is a force in the \
         full space (N), and belongs to the coordinates in a subspace (N/m)."
            .into(),
        format!("Three falling curves on a logarithmic scale. The gradient norm in each space: {}.", listed(&described)),
    )
}

/// Time of the solve and of the evaluation in subspaces of several sizes, with the full space as a
/// line.
pub fn timing(name: &'static str, timing: &Timing) -> Result<Figure, FigureError> {
    let modes: Vec<f64> = timing.subspaces.iter().map(|s| s.modes as f64).collect();
    let panel = |title: &str, full: f64, time: fn(&SubspaceTiming) -> f64| {
        let x = Axis::logarithmic("skinning weights k", []).with_ticks(&modes).padded();
        let curves = vec![
            Curve {
                label: format!("full space ({} ms)", significant(full, 3)),
                look: FULL,
                points: x.ends().map(|k| [k, full]).to_vec(),
                kind: Kind::Line,
            },
            Curve {
                label: "skinning subspace".into(),
                look: SKINNING,
                points: timing.subspaces.iter().map(|s| [s.modes as f64, time(s)]).collect(),
                kind: Kind::Marked,
            },
        ];
        Chart {
            title: Some(title.into()),
            x,
            y: Axis::logarithmic("time (ms)", coordinates(&curves, 1)),
            curves,
            height: 240.0,
        }
    };
    let mut drawing = Drawing::new(name);
    let evaluation = "evaluation: gradient, Hessian and projection";
    let charts = [
        panel("linear solve", timing.full_solve, |s| s.solve),
        panel(evaluation, timing.full_evaluation, |s| s.evaluation),
    ];
    draw_stacked(&mut drawing, &charts)?;
    let measured: Vec<String> = timing
        .subspaces
        .iter()
        .map(|s| {
            format!(
                "k = {}: {} and {} ms",
                s.modes,
                significant(s.solve, 2),
                significant(s.evaluation, 2)
            )
        })
        .collect();
    Ok(drawing.finish(
        format!(
            "What one Newton iteration costs on the timing beam ({} DOFs), measured on this machine, both scales \
             logarithmic. Above, the linear solve: {} ms in the full space. Below, the evaluation: {} ms in the full space.",
            timing.dofs,
            significant(timing.full_solve, 3),
            significant(timing.full_evaluation, 3),
        ),
        format!(
            "Two charts of time against the number of skinning weights k, with the full space as a horizontal line. Solve and \
             evaluation with {}.",
            listed(&measured)
        ),
    ))
}

/// The height of the tip over time in the four spaces.
pub fn tip_height(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let curves = results
        .droops
        .iter()
        .zip(droop_spaces(results))
        .map(|(droop, (label, look))| tip_height_curve(droop, label, look, &results.parameters))
        .collect();
    figure(
        name,
        &tip_heights(curves),
        "The height of the tip of the sagging beam over time, in four spaces. Skinning follows the full beam down; modal \
         analysis turns back long before."
            .into(),
        format!("Four curves of tip height over time. They end with {}.", final_heights(results)),
    )
}

/// The height of the tip over time in one droop.
pub fn tip_height_curve(
    droop: &Droop,
    label: String,
    look: Look,
    parameters: &Parameters,
) -> Curve {
    let time = |step: usize| parameters.time_step * step as f64;
    let points = droop.tip.iter().enumerate().map(|(step, tip)| [time(step), tip[1]]).collect();
    Curve { label, look, points, kind: Kind::Line }
}

/// Some such curves as a chart.
pub fn tip_heights(curves: Vec<Curve>) -> Chart {
    Chart {
        title: None,
        x: Axis::linear("time (s)", coordinates(&curves, 0)),
        y: Axis::linear("height of the tip (m)", coordinates(&curves, 1)).padded(),
        curves,
        height: 300.0,
    }
}

/// The error of the turned rest shape over the angle, in three subspaces.
pub fn rotation_errors(results: &Reproduction) -> Chart {
    let curves: Vec<Curve> = rotation_spaces(results)
        .into_iter()
        .map(|RotationSpace { label, look, errors, .. }| {
            let points = results
                .rotation
                .angles
                .iter()
                .zip(errors)
                .map(|(angle, error)| [*angle, *error])
                .collect();
            Curve { label, look, points, kind: Kind::Line }
        })
        .collect();
    Chart {
        title: None,
        x: Axis::linear("angle of the turn (°)", coordinates(&curves, 0))
            .with_ticks(&[0, 45, 90, 135, 180, 225, 270, 315, 360].map(f64::from)),
        y: Axis::linear("relative error (mass norm)", coordinates(&curves, 1)).padded(),
        curves,
        height: 260.0,
    }
}

/// The error averaged over a turn against the number of coordinates.
pub fn sweep(name: &'static str, results: &Reproduction) -> Result<Figure, FigureError> {
    let sweep = &results.sweep;
    let curve = |label: &str, look: Look, errors: &[f64]| Curve {
        label: label.into(),
        look,
        points: sweep.dofs.iter().zip(errors).map(|(dofs, error)| [*dofs as f64, *error]).collect(),
        kind: Kind::Marked,
    };
    let curves = vec![
        curve("LMA, 6k modes", MODAL, &sweep.modal),
        curve("skinning, k weights", SKINNING, &sweep.skinning),
    ];
    let [smallest_modal, largest_skinning] = [
        sweep.modal.iter().copied().fold(f64::INFINITY, f64::min),
        sweep.skinning.iter().copied().fold(0.0, f64::max),
    ]
    .map(error);
    let most = sweep.dofs.last().copied().unwrap_or(0);
    let chart = Chart {
        title: None,
        x: Axis::linear("number of coordinates (DOFs)", coordinates(&curves, 0)).padded(),
        y: Axis::logarithmic("error averaged over a turn", coordinates(&curves, 1)).padded(),
        curves,
        height: 320.0,
    };
    figure(
        name,
        &chart,
        format!(
            "The relative error of the turned rest shape in the mass norm, averaged over a full turn, against the size of \
             the subspace. The smallest with up to {most} vibration modes is {smallest_modal}; the largest with skinning \
             weights is {largest_skinning}."
        ),
        format!(
            "Two curves on a logarithmic scale. Modal analysis falls slowly, and no lower than {smallest_modal}; the largest \
             error of skinning is {largest_skinning}."
        ),
    )
}
