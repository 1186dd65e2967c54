//! What sags and what turns, in motion.

use colorous::Color;
use rayon::prelude::*;

use super::{RotationSpace, curves, droop_spaces, final_heights, rotation_spaces, with_dofs};
use crate::{
    experiments::skinning_eigenmodes::{Beam, Droop, Parameters, Reproduction, rotated},
    figures::{
        Animation, FigureError,
        animation::Moments,
        chart::Chart,
        drawing::Drawing,
        field::{Fill, Panel, draw_panels_within, room},
        look::{BODY, FULL, Look},
        numbers::{error, listed, significant, two_digits},
    },
};

/// Height of the charts below the beams.
const CHART: f64 = 200.0;

/// The beam sagging in the four spaces, above the height of its tip.
pub fn sag(name: &'static str, results: &Reproduction) -> Result<Animation, FigureError> {
    let (p, beam) = (&results.parameters, &results.beam);
    let runs = results
        .droops
        .iter()
        .zip(droop_spaces(results))
        .map(|(droop, (label, look))| Run { droop, label, look, color: look.color })
        .collect();
    let (animation, speed) = Sag { beam, runs, parameters: p }.draw(name)?;
    let (heights, time) = (final_heights(results), significant(p.time_step * p.steps as f64, 2));
    Ok(Animation {
        caption: format!(
            "The beam let go in four spaces, and the height of its tip (orange); {time} s, {speed}. The tip ends with \
             {heights}."
        ),
        alt: format!(
            "Four beams, pinned at the left, sag side by side, while a chart traces the heights of their tips. They end \
             with {heights}."
        ),
        ..animation
    })
}

/// One droop in motion, above the height of the tip over time.
///
/// # Errors
/// [`FigureError`] if it cannot be drawn.
pub fn animated_droop(
    beam: &Beam,
    droop: &Droop,
    parameters: &Parameters,
) -> Result<Animation, FigureError> {
    let label = with_dofs("the beam", droop.dofs);
    let runs = vec![Run { droop, label, look: FULL, color: BODY }];
    let (animation, speed) = Sag { beam, runs, parameters }.draw("beam")?;
    let height = two_digits(droop.final_tip_height());
    Ok(Animation {
        caption: format!("The beam let go, and the height of its tip over time, {speed}."),
        alt: format!(
            "A beam, pinned at the {}, sags until its tip is at {height} m.",
            parameters.pinned_side
        ),
        ..animation
    })
}

/// A droop with what it is called and how it looks.
struct Run<'a> {
    droop: &'a Droop,
    label: String,
    look: Look,
    color: Color,
}

/// Some droops of the same beam, side by side.
struct Sag<'a> {
    beam: &'a Beam,
    runs: Vec<Run<'a>>,
    parameters: &'a Parameters,
}

impl Sag<'_> {
    /// The animation without its texts, and how fast it plays.
    fn draw(&self, name: &'static str) -> Result<(Animation, String), FigureError> {
        let rooms: Vec<[[f64; 2]; 2]> =
            self.runs.iter().map(|run| room(run.droop.states.iter().map(Vec::as_slice))).collect();
        let curves = self.runs.iter().map(|Run { droop, label, look, .. }| {
            curves::tip_height_curve(droop, label.clone(), *look, self.parameters)
        });
        let mut chart = curves::tip_heights(curves.collect());
        chart.height = CHART;
        let time_step = self.parameters.time_step;
        let moments =
            Moments::of(self.runs.iter().map(|run| run.droop.states.len()).min().unwrap_or(0));
        let animation = Animation::draw(name, moments.indices.len(), |frame| {
            let i = moments.indices[frame];
            let mut drawing = Drawing::new(name);
            let panels = self.panels(i, &rooms);
            draw_panels_within(&mut drawing, &panels, panels.len().min(2), 150.0)?;
            let title = Some(format!("t = {} s", two_digits(time_step * i as f64)));
            let chart = Chart { title, ..chart.traced(&moments.indices[..=frame]) };
            chart.draw(&mut drawing)?;
            Ok(drawing)
        })?;
        Ok((animation, moments.speed(time_step)))
    }

    /// The beams in one of their states, each with some room.
    fn panels(&self, i: usize, rooms: &[[[f64; 2]; 2]]) -> Vec<Panel<'_>> {
        let beam = self.beam;
        self.runs
            .iter()
            .zip(rooms)
            .map(|(Run { droop, label, color, .. }, room)| Panel {
                ghost: Some(beam.rest().into()),
                pinned: &beam.pinned,
                dots: vec![droop.tip[i]],
                room: Some(*room),
                ..Panel::new(label.clone(), &beam.mesh, &droop.states[i], Fill::Plain(*color))
            })
            .collect()
    }
}

/// The beam turning, as each subspace reconstructs it, above the errors.
pub fn rotation(name: &'static str, results: &Reproduction) -> Result<Animation, FigureError> {
    /// Slower than the others: the steps from one angle to the next are large.
    const FRAMES_PER_SECOND: u32 = 20;
    let (beam, spaces) = (&results.beam, rotation_spaces(results));
    let angles = results.parameters.angles;
    let moments = Moments::of(angles).indices;
    let all = rotated(beam, angles);
    let targets: Vec<&(f64, Vec<f64>)> = moments.iter().map(|&i| &all[i]).collect();
    let fits_of = |(_, target): &&(f64, Vec<f64>)| {
        [0, 1, 2].map(|s| spaces[s].subspace.nearest_state(&beam.unit_masses, target))
    };
    let fits: Vec<[Vec<f64>; 3]> = targets.par_iter().map(fits_of).collect();
    let shown = fits.iter().flatten().chain(targets.iter().map(|(_, target)| target));
    let room = room(shown.map(Vec::as_slice));
    let mut chart = curves::rotation_errors(results);
    chart.height = CHART;
    let animation = Animation::draw(name, moments.len(), |frame| {
        let (angle, target) = targets[frame];
        let panel = |(space, fit): (&RotationSpace<'_>, _)| {
            let fill = Fill::Solid(space.look.color);
            let plain = Panel::new(space.label.clone(), &beam.mesh, fit, fill);
            Panel { ghost: Some(target.into()), room: Some(room), ..plain }
        };
        let panels: Vec<Panel> = spaces.iter().zip(&fits[frame]).map(panel).collect();
        let mut drawing = Drawing::new(name);
        draw_panels_within(&mut drawing, &panels, panels.len(), 300.0)?;
        let title = Some(format!("turned by {angle:.0}°"));
        Chart { title, ..chart.traced(&moments[..=frame]) }.draw(&mut drawing)?;
        Ok(drawing)
    })?;
    let animation = Animation { frames_per_second: FRAMES_PER_SECOND, ..animation };
    let worst = index_of_largest(&results.rotation.modal);
    let largest_errors = spaces.iter().map(|space| {
        format!("{} {}", space.label, error(space.errors[index_of_largest(space.errors)]))
    });
    let largest_errors = listed(&largest_errors.collect::<Vec<_>>());
    Ok(Animation {
        poster: moments.partition_point(|&i| i < worst).min(animation.poster),
        caption: format!(
            "The rest shape turned through a full circle (dashed), its best fit in three subspaces, and the relative error \
             of each in the mass norm; one turn in {} s. The largest errors: {largest_errors}.",
            significant(animation.duration(), 2)
        ),
        alt: format!(
            "Three beams turn through a full circle over dashed targets, while a chart traces how far they are off. The \
             largest errors: {largest_errors}."
        ),
        ..animation
    })
}

fn index_of_largest(values: &[f64]) -> usize {
    (0..values.len()).max_by(|&i, &j| values[i].total_cmp(&values[j])).unwrap_or(0)
}
