//! The two runs in motion.

use super::{curves, mode_number, motion::time};
use crate::{
    experiments::modal_muscles::{ContactSetup, Crawl, Floating, Model, Parameters, Trajectory},
    figures::{
        Animation, FigureError,
        animation::Moments,
        chart::{Chart, draw_stacked},
        drawing::Drawing,
        field::{Fill, Panel, draw_panels_within, room},
        look::CATERPILLAR,
        numbers::{listed, significant, two_digits, with_sign},
        scene::Floor,
    },
};

/// A floating body over its target shape, above the amplitudes of the driven muscles.
pub fn floating(
    name: &'static str,
    model: &Model,
    floating: &Floating,
    parameters: &Parameters,
) -> Result<Animation, FigureError> {
    let Trajectory { coordinates, commands, .. } = &floating.trajectory;
    let time_step = parameters.floating.time_step;
    let moments = Moments::of(coordinates.len());
    let steps = &moments.indices;
    let states: Vec<_> = steps.iter().map(|&i| model.state(&coordinates[i])).collect();
    let targets: Vec<_> = steps.iter().map(|&i| model.target(&commands[i])).collect();
    let room = room(states.iter().chain(&targets).map(Vec::as_slice));
    let driven: Vec<usize> =
        (0..model.ceilings.len()).filter(|&k| curves::is_driven(parameters, k)).collect();
    let charts = curves::amplitude_charts_of(&driven, floating, parameters);
    let animation = Animation::draw(name, steps.len(), |frame| {
        let title = format!("t = {} s", time(steps[frame], time_step));
        let body = Fill::Solid(CATERPILLAR);
        let plain = Panel::new(title, &model.creature.mesh, &states[frame], body);
        let panel = Panel { ghost: Some((&targets[frame]).into()), room: Some(room), ..plain };
        let mut drawing = Drawing::new(name);
        draw_panels_within(&mut drawing, &[panel], 1, 180.0)?;
        let traced: Vec<_> = charts.iter().map(|chart| chart.traced(&steps[..=frame])).collect();
        draw_stacked(&mut drawing, &traced)?;
        Ok(drawing)
    })?;
    let modes: Vec<String> = driven.iter().map(|&k| format!("mode {}", mode_number(k))).collect();
    let (modes, speed) = (listed(&modes), moments.speed(time_step));
    let duration = significant(coordinates.len() as f64 * time_step, 2);
    Ok(Animation {
        caption: format!(
            "The floating body (green) over the shape that its muscles are told to take (dashed), and the amplitudes of \
             what is driven ({modes}), as told and as realized; {duration} s, {speed}."
        ),
        alt: format!(
            "A floating body bends and stretches after a dashed target, while a chart traces each driven amplitude beside \
             its command: {modes}."
        ),
        ..animation
    })
}

/// A contact point that stands is no higher above the floor than this, in m: each step takes it a
/// little up or down.
const TOUCHING: f64 = 0.005;

/// A body that crawls over its floor, above the way that its centre of mass has travelled.
pub fn crawl(
    name: &'static str,
    model: &Model,
    contact: &ContactSetup,
    crawl: &Crawl,
    parameters: &Parameters,
) -> Result<Animation, FigureError> {
    let time_step = parameters.crawling.time_step;
    let coordinates = &crawl.trajectory.coordinates;
    let moments = Moments::of(coordinates.len());
    let steps = &moments.indices;
    let states: Vec<_> = steps.iter().map(|&i| model.state(&coordinates[i])).collect();
    let path: Vec<[f64; 2]> = steps.iter().map(|&i| crawl.centre_of_mass[i]).collect();
    let room = room(states.iter().map(Vec::as_slice).chain([path.as_flattened()]));
    let mut chart = curves::centre_of_mass_charts(crawl, contact.ground, parameters).remove(0);
    chart.x.label = "time (s)".into();
    chart.height = 174.0;
    let animation = Animation::draw(name, steps.len(), |frame| {
        let touches = |&v: &usize| states[frame][2 * v + 1] - contact.ground < TOUCHING;
        let touching: Vec<usize> = contact.vertices.iter().copied().filter(touches).collect();
        let panel = Panel {
            trace: &path[..=frame],
            touching: &touching,
            floor: Some(Floor { height: contact.ground, numbered: true }),
            room: Some(room),
            ..Panel::new(
                format!("t = {} s", time(steps[frame], time_step)),
                &model.creature.mesh,
                &states[frame],
                Fill::Solid(CATERPILLAR),
            )
        };
        let mut drawing = Drawing::new(name);
        draw_panels_within(&mut drawing, &[panel], 1, 300.0)?;
        let travel = with_sign(path[frame][0] - crawl.centre_of_mass[0][0]);
        let title = Some(format!("centre of mass, x: travelled {travel} m"));
        Chart { title, ..chart.traced(&steps[..=frame]) }.draw(&mut drawing)?;
        Ok(drawing)
    })?;
    let (speed, travel) = (moments.speed(time_step), two_digits(crawl.travel()));
    let duration = significant(coordinates.len() as f64 * time_step, 2);
    Ok(Animation {
        caption: format!(
            "The crawl, with the path of the centre of mass (orange), the contact points that touch the floor (blue), and \
             the travel so far, {travel} m in the end; {duration} s, {speed}."
        ),
        alt: format!(
            "A body falls to a floor with metre marks and crawls, while a chart traces the x of its centre of mass. It \
             travels {travel} m."
        ),
        ..animation
    })
}
