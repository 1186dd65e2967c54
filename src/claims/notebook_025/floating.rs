//! How the creature moves afloat.

use super::{
    super::{
        Agreement::{AtMost, Holds},
        Finding,
        finding::{above, at_least, at_most, below, holds, within},
        format::{fixed, list, measured, scientific},
    },
    Entry, claim,
};
use crate::{
    experiments::modal_muscles::{Parameters, Reproduction, turns},
    linalg::extremes,
};

const FLOATING: &str = "Floating in space";
const MODES: &str = "How the modes evolve through time";

pub(super) static CLAIMS: &[Entry] = &[
    (
        claim(
            "25.float.com",
            FLOATING,
            "Largest drift of the centre of mass over 180 floating steps, in m",
            "1.3e-13",
            AtMost { bound: 1e-11, of: "" },
            "tighter than the notebook: round-off that would push the centre of mass is taken out of what is precomputed",
        ),
        |claim, r| at_most(claim, r.floating.drift(), scientific(r.floating.drift(), 1)),
    ),
    (
        claim(
            "25.float.mode3",
            MODES,
            "Mode 3 overshoots its positive peaks and falls short of its negative ones",
            "",
            Holds,
            "in each full period: its maximum lies above the command's, its minimum too",
        ),
        |_, r| {
            let amplitude = r.parameters.floating.gait.amplitudes[0] * r.model.ceilings[0];
            let extremes = extremes_per_period(&r.floating.realized, &r.parameters);
            let overshoots = |&[low, high]: &[f64; 2]| {
                [above(high / amplitude, 1.0), above(low / amplitude, -1.0)]
            };
            holds(
                extremes.iter().flat_map(overshoots),
                measured!(
                    "commands of {}; peaks {}; troughs {}",
                    fixed(amplitude, 3),
                    list(&extremes, |[_, high]| fixed(*high, 3)),
                    list(&extremes, |[low, _]| fixed(*low, 3)),
                ),
            )
        },
    ),
    (
        claim(
            "25.float.lag",
            MODES,
            "The realized amplitudes lag the commands (delay of modes 3 and 4 at the best correlation, of which one time step \
             is how time is counted; the same with a quarter of the time step)",
            "",
            Holds,
            "a positive delay; more than one step is not asked for, since the window biases it by as much",
        ),
        |_, r| {
            let fine = &r.parameters.with_finer_floating().floating;
            let lags = [0, 1].map(|muscle| r.floating.lag(muscle, &r.parameters.floating));
            let fine_lags = [0, 1].map(|muscle| r.fine_floating.lag(muscle, fine));
            let are_behind = lags.iter().chain(&fine_lags).map(|lag| above(*lag, 0.0));
            let listed = |lags: &[f64]| list(lags, |lag| fixed(*lag, 3));
            holds(are_behind, measured!("{} s; {} s", listed(&lags), listed(&fine_lags)))
        },
    ),
    (
        claim(
            "25.float.response",
            MODES,
            "(ours) In linear theory the whole body overshoots small commands by more than each mode alone would (factors of \
             modes 3 and 4: whole body; mode alone), and its slowest vibration is faster than the commands",
            "",
            Holds,
            "more: at least twice the excess over one; faster: by half and more",
        ),
        |_, r| {
            let response = &r.linear_response;
            let [body, alone] =
                [&response.whole_body, &response.mode_alone].map(|factors| &factors[..2]);
            let more = body
                .iter()
                .zip(alone)
                .map(|(body, alone)| at_least((body - 1.0) / (alone - 1.0), 2.0));
            let overshoot = alone.iter().map(|factor| above(*factor, 1.0));
            let period = response.slowest_period;
            let periods = &r.parameters.floating.gait.periods[..2];
            let faster = periods.iter().map(|commanded| at_least(commanded / period, 1.5));
            let listed = |factors: &[f64]| list(factors, |factor| fixed(*factor, 2));
            holds(
                more.chain(overshoot).chain(faster),
                measured!(
                    "{}; {}; slowest period {} s",
                    listed(body),
                    listed(alone),
                    fixed(period, 2),
                ),
            )
        },
    ),
    (
        claim(
            "25.float.undriven",
            MODES,
            "Modes 5 and 6, which are not driven, stay near zero but move a little",
            "",
            Holds,
            "near zero: at most a quarter of mode 3's largest amplitude; a little: at least a hundredth of it",
        ),
        |_, r| {
            let seen = &r.floating.realized;
            let shares = [2, 3].map(|k| largest_of(seen, k) / largest_of(seen, 0));
            holds(
                shares.into_iter().flat_map(|share| within(share, 0.01..=0.25)),
                measured!("{} of mode 3's", list(shares, |share| fixed(share, 2))),
            )
        },
    ),
    (
        claim(
            "25.float.turn",
            MODES,
            "(ours) The body turns while it floats; turned back, its troughs are deeper, and modes 5 and 6 move less",
            "",
            Holds,
            "turns: by a tenth of a radian and more; deeper: the trough of mode 3 in each full period; less: the largest \
             amplitudes of both",
        ),
        |_, r| turned_back(r),
    ),
    (
        claim(
            "25.float.turn.share",
            MODES,
            "(ours) Turned back, more than half of mode 5's motion is gone, and about half of what the troughs of mode 3 fall \
             short by is made up (shares of both)",
            "",
            Holds,
            "motion: the largest amplitude; about half: between 0.4 and 0.6, of the sum over all full periods",
        ),
        |_, r| turned_back_shares(r),
    ),
    (
        claim(
            "25.float.turn.step",
            FLOATING,
            "(ours) With a quarter of the time step the floating body turns farther (the largest angles)",
            "",
            Holds,
            "farther: by a quarter and more",
        ),
        |_, r| {
            let angles = turns(&r.model, &r.operators, &r.fine_floating.trajectory.coordinates);
            let [coarse, fine] = [&r.turned_back.angles, &angles].map(largest);
            holds(
                [at_least(fine / coarse, 1.25)],
                measured!("{} rad; {} rad", fixed(coarse, 2), fixed(fine, 2)),
            )
        },
    ),
];

/// The largest size of some values.
fn largest<'a>(values: impl IntoIterator<Item = &'a f64>) -> f64 {
    values.into_iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// The largest amplitude of a muscle mode.
fn largest_of(amplitudes: &[Vec<f64>], muscle: usize) -> f64 {
    largest(amplitudes.iter().map(|a| &a[muscle]))
}

/// Lowest and highest realized amplitude of the first muscle in every full period of its command.
fn extremes_per_period(amplitudes: &[Vec<f64>], parameters: &Parameters) -> Vec<[f64; 2]> {
    let motion = &parameters.floating;
    let period = (motion.gait.periods[0] / motion.time_step).round() as usize;
    let amplitudes: Vec<f64> = amplitudes.iter().map(|a| a[0]).collect();
    let periods = amplitudes.chunks_exact(period.max(1));
    periods.map(|period| extremes(period.iter().copied())).collect()
}

fn turned_back(r: &Reproduction) -> Finding {
    let (seen, turned) = (&r.floating.realized, &r.turned_back.amplitudes);
    let angle = largest(&r.turned_back.angles);
    let extremes = extremes_per_period(turned, &r.parameters);
    let deeper = extremes_per_period(seen, &r.parameters)
        .iter()
        .zip(&extremes)
        .map(|([seen, _], [turned, _])| above(turned / seen, 1.0))
        .collect::<Vec<_>>();
    let less = [2, 3].map(|k| below(largest_of(turned, k) / largest_of(seen, k), 1.0));
    let shares = [2, 3].map(|k| largest_of(turned, k) / largest_of(turned, 0));
    holds(
        [at_least(angle, 0.1)].into_iter().chain(deeper).chain(less),
        measured!(
            "turns by up to {} rad; peaks {}; troughs {}; modes 5 and 6 move {} of mode 3's",
            fixed(angle, 2),
            list(&extremes, |[_, high]| fixed(*high, 3)),
            list(&extremes, |[low, _]| fixed(*low, 3)),
            list(shares, |share| fixed(share, 2)),
        ),
    )
}

fn turned_back_shares(r: &Reproduction) -> Finding {
    let (seen, turned) = (&r.floating.realized, &r.turned_back.amplitudes);
    let gone = 1.0 - largest_of(turned, 2) / largest_of(seen, 2);
    let command = r.parameters.floating.gait.amplitudes[0] * r.model.ceilings[0];
    let [short, still_short] = [seen, turned].map(|amplitudes| {
        let periods = extremes_per_period(amplitudes, &r.parameters);
        periods.iter().map(|[low, _]| low + command).sum::<f64>()
    });
    let made_up = 1.0 - still_short / short;
    holds(
        [above(gone, 0.5)].into_iter().chain(within(made_up, 0.4..=0.6)),
        measured!("{}; {}", fixed(gone, 2), fixed(made_up, 2)),
    )
}
