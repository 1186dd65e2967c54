use modebook::experiments::modal_muscles::{Descent, descent};

use super::*;
use crate::session::{
    Session,
    testing::{self, array, number},
};

fn opened() -> Session {
    testing::opened("025-descent")
}

/// Every array of a frame but what was pressed.
fn shown(session: &mut Session) -> Vec<Vec<f64>> {
    let names = ["positions", "target", "held", "fitting", "path", "norms", "energy", "iterations"];
    names.map(|name| array(session, name)).to_vec()
}

/// What was pressed last.
struct Pressed {
    is_global: bool,
    count: f64,
    fall: f64,
    share: f64,
    turn: f64,
    muscles_turn: f64,
    way: f64,
}

fn pressed(session: &mut Session) -> Pressed {
    let [is_global, count, fall, share, turn, muscles_turn, way] = array(session, "press")[..]
    else {
        panic!("nothing was pressed")
    };
    Pressed { is_global: is_global == 1.0, count, fall, share, turn, muscles_turn, way }
}

fn study(parameters: &Parameters) -> (Model, Descent) {
    let model = Model::new(creature(parameters).unwrap(), parameters).unwrap();
    let run = descent(&model, &Operators::new(&model), parameters).unwrap();
    (model, run)
}

/// The ordinates of points.
fn ordinates(points: &[f64]) -> Vec<f64> {
    points.iter().skip(1).step_by(2).copied().collect()
}

/// Every setting at another value than its default.
const OTHERS: &str =
    "amplitude=-0.3&time-step=0.02&passive-stiffness=400000&active-stiffness=2500000";

#[test]
fn the_default_run_is_the_librarys_to_the_last_bit() {
    let mut session = opened();
    session.act("local").unwrap();
    session.act("global").unwrap();
    session.advance(18).unwrap();
    session.act("iterate 20").unwrap();
    let (model, run) = study(&Parameters::default());
    let above = |energies: &[f64]| energies.iter().map(|e| e - run.minimum).collect::<Vec<_>>();
    let path = array(&mut session, "path");
    let halves: Vec<f64> = path.iter().step_by(2).copied().collect();
    assert_eq!(halves, (0..=60).map(|i| 0.5 * f64::from(i)).collect::<Vec<_>>());
    let globals = ordinates(&array(&mut session, "after-global"));
    assert_eq!(globals, above(&run.held_energies)[1..]);
    assert_eq!(ordinates(&array(&mut session, "after-local")), above(&run.energies)[..30]);
    assert_eq!(ordinates(&path)[0], run.held_energies[0] - run.minimum);
    assert_eq!(ordinates(&array(&mut session, "norms")), run.gradient_norms);
    assert_eq!(array(&mut session, "held"), run.held_rotations[30].clusters);
    assert_eq!(array(&mut session, "factor"), [run.measured_rate().unwrap()]);
    let mut state = vec![0.0; model.creature.mesh.dofs()];
    model.subspace.state(&run.coordinates[30], &mut state);
    assert_eq!(array(&mut session, "positions"), state);
    assert_eq!(session.scene().unwrap().get("rate"), Some(&[run.predicted_rate][..]));
}

#[test]
fn the_command_prints_what_is_on_screen() {
    let mut session = opened();
    session.configure(OTHERS).unwrap();
    assert_eq!(
        session.command().unwrap(),
        "modebook descent --amplitude -0.3 --time-step 0.02 --passive-stiffness 400000 --active-stiffness 2500000\n\
         It makes 30 iterations with these settings; here none is whole yet."
    );
    let mut p =
        Parameters { descent_amplitude: -0.3, descent_iterations: 3, ..Parameters::default() };
    let motion = &mut p.crawling;
    (motion.time_step, motion.passive_stiffness, motion.active_stiffness) = (0.02, 4e5, 2.5e6);
    let (_, run) = study(&p);
    session.advance(6).unwrap();
    for (rotations, energy) in
        [("rotations held", run.held_energies[3]), ("best rotations", run.energies[3])]
    {
        let command = session.command().unwrap();
        let (line, note) = command.split_once('\n').unwrap();
        assert!(line.ends_with(" --active-stiffness 2500000 --iterations 3"), "{line}");
        assert_eq!(number(&mut session, "energy"), energy - run.minimum);
        let words = [
            format!("with the {rotations}, the energy is {:.4e} J", energy - run.minimum),
            format!("the gradient norm is {:.4e} N/m", run.gradient_norms[3]),
        ];
        assert!(words.iter().all(|words| note.contains(words)), "{words:?}: {note}");
        session.act("local").unwrap();
    }
}

#[test]
fn a_global_step_may_come_first_and_the_command_says_so() {
    let mut session = opened();
    session.act("global").unwrap();
    assert!(number(&mut session, "iterations") == 1.0 && pressed(&mut session).fall > 0.0);
    session.advance(2).unwrap();
    let command = session.command().unwrap();
    assert!(command.starts_with("modebook descent --iterations 2\n"), "{command}");
    assert!(command.contains("a global step came first"), "{command}");
}

#[test]
fn settings_return_from_a_link() {
    let mut session = opened();
    assert_eq!(session.settings().unwrap(), "");
    session.configure(OTHERS).unwrap();
    assert_eq!(session.settings().unwrap(), OTHERS);
    let mut other = opened();
    other.configure(OTHERS).unwrap();
    for session in [&mut session, &mut other] {
        session.advance(5).unwrap();
    }
    assert_eq!(shown(&mut session), shown(&mut other));
}

/// Neither half raises the energy with the rotations held; the same half again changes nothing.
#[test]
fn both_halves_go_down_whatever_is_set() {
    let mut session = opened();
    for query in [
        "",
        "amplitude=1",
        "amplitude=-1&time-step=0.05",
        "amplitude=0",
        "time-step=0.001",
        "passive-stiffness=10000",
        "active-stiffness=10000",
        "amplitude=0.9&time-step=0.03&passive-stiffness=10000000&active-stiffness=10000000",
        OTHERS,
    ] {
        let defaults = "amplitude=0.5&time-step=0.01&passive-stiffness=1e6&active-stiffness=1e6";
        session.configure(defaults).unwrap();
        session.configure(query).unwrap();
        let round_off = number(&mut session, "round-off");
        for (i, half) in ["local", "global"].iter().cycle().take(16).enumerate() {
            let before = number(&mut session, "energy");
            session.act(half).unwrap();
            let Pressed { is_global, fall, share, turn, muscles_turn, way, .. } =
                pressed(&mut session);
            let after = number(&mut session, "energy");
            assert!(after <= before + round_off, "{query}, half {i}: {before} to {after}");
            assert!((before - after - fall).abs() <= round_off, "{query}: {fall}");
            assert_eq!(share.is_nan(), before <= round_off, "{query}");
            assert!(share.is_nan() || (share - fall / before).abs() < 1e-9, "{query}: {share}");
            assert_eq!(is_global, i % 2 == 1);
            // One of the two blocks moves, the other is held.
            let held = if is_global { turn.max(muscles_turn) } else { way };
            assert_eq!(held, 0.0, "{query}, half {i}");
            let drawn = shown(&mut session);
            session.act(half).unwrap();
            assert_eq!(shown(&mut session), drawn, "{query}, half {i} again");
            let again = pressed(&mut session);
            assert_eq!([again.fall, again.turn, again.muscles_turn, again.way], [0.0; 4]);
        }
        assert_eq!(number(&mut session, "iterations"), 8.0);
    }
}

#[test]
fn the_first_halves_are_what_the_page_says() {
    let mut session = opened();
    assert!(array(&mut session, "held").iter().all(|angle| angle.abs() < 1e-12));
    session.act("local").unwrap();
    let local = pressed(&mut session);
    // The flesh lies at rest, so that the muscles' one rotation alone turns.
    assert!(local.turn < 1e-12 && local.muscles_turn > 0.1 && local.fall > 0.0);
    session.act("global").unwrap();
    let global = pressed(&mut session);
    assert!(global.way > 0.1 && global.fall > 0.0);
    let [held, fitting] = ["held", "fitting"].map(|name| array(&mut session, name));
    assert!(held.iter().all(|angle| angle.abs() < 1e-12), "the arrows are upright");
    assert!(fitting.iter().any(|angle| angle.abs() > 0.5), "the lines are not");
    session.act("local").unwrap();
    assert_eq!(array(&mut session, "held"), fitting);
}

#[test]
fn a_press_makes_many_halves() {
    let mut session = opened();
    session.act("local").unwrap();
    session.act("iterate 10").unwrap();
    assert_eq!(number(&mut session, "iterations"), 10.0);
    let press = pressed(&mut session);
    assert!(press.is_global && press.count == 19.0 && press.fall > 0.0);
    session.act("iterate 10").unwrap();
    assert_eq!(number(&mut session, "iterations"), 20.0);
    assert_eq!(pressed(&mut session).count, 20.0);
    let mut other = opened();
    other.advance(40).unwrap();
    assert_eq!(shown(&mut session), shown(&mut other));
}

/// On a descent that has settled, the prediction is where the next iterations come to lie.
#[test]
fn predictions_come_true() {
    let mut session = opened();
    session.act("iterate 20").unwrap();
    let predicted = ["predicted-energy", "predicted-norm"].map(|name| array(&mut session, name));
    session.act("iterate 10").unwrap();
    let came = [number(&mut session, "energy"), number(&mut session, "norm")];
    for (predicted, came) in predicted.iter().zip(came) {
        let [x, _, end, y] = predicted[..] else { panic!("a line: {predicted:?}") };
        assert_eq!([x, end], [20.0, 30.0]);
        assert!((y / came - 1.0).abs() < 1e-3, "{y} {came}");
    }
}

#[test]
fn a_descent_begins_anew() {
    let mut session = opened();
    let start = shown(&mut session);
    session.act("iterate 3").unwrap();
    assert_ne!(shown(&mut session), start);
    session.act("reset").unwrap();
    assert_eq!(shown(&mut session), start);
    assert!(array(&mut session, "press").is_empty());
    session.act("iterate 3").unwrap();
    session.configure("amplitude=0.4").unwrap();
    assert_eq!(number(&mut session, "iterations"), 0.0);
    session.configure("amplitude=0.5").unwrap();
    assert_eq!(shown(&mut session), start);
}

#[test]
fn clusters_are_told_apart_and_in_order() {
    let mut session = opened();
    let scene = session.scene().unwrap();
    let [colors, order, clusters] =
        ["colors", "order", "clusters"].map(|name| scene.get(name).unwrap().to_vec());
    let count = Parameters::default().clusters;
    assert_eq!([colors.len(), order.len()], [count; 2]);
    assert!(colors.iter().all(|color| *color < COLORS as f64));
    let mut all = order.clone();
    all.sort_by(f64::total_cmp);
    assert_eq!(all, (0..count).map(|cluster| cluster as f64).collect::<Vec<_>>());
    assert_eq!(3 * clusters.len(), scene.get("triangles").unwrap().len());
    let centres = array(&mut session, "centres");
    let along: Vec<f64> = order.iter().map(|&cluster| centres[2 * cluster as usize]).collect();
    assert!(along.is_sorted(), "{along:?}");
}

#[test]
fn body_and_target_stay_in_the_room() {
    let mut session = opened();
    for query in ["", "amplitude=1", "amplitude=-1"] {
        session.configure(query).unwrap();
        let [left, right, bottom, top] = session.scene().unwrap().get("room").unwrap()[..] else {
            panic!("a room")
        };
        let slack = 0.1 * (right - left);
        for _ in 0..30 {
            session.advance(1).unwrap();
            let points = [array(&mut session, "positions"), array(&mut session, "target")].concat();
            for [x, y] in points.as_chunks().0 {
                assert!((left - slack..=right + slack).contains(x), "{query}: x {x}");
                assert!((bottom - slack..=top + slack).contains(y), "{query}: y {y}");
            }
        }
    }
}

#[test]
fn what_cannot_be_done_is_refused() {
    let mut session = opened();
    session.act("iterate 2").unwrap();
    let before = shown(&mut session);
    for (action, complaint) in [
        ("jump", "there is no action \"jump\": take one of reset, local, global, iterate"),
        ("local 1", "local: takes 0 numbers, not 1"),
        ("iterate", "iterate: takes 1 numbers, not 0"),
        ("iterate 0", "iterate: 0 is not what it takes; give a whole number from 1 to 100"),
        ("iterate 1.5", "iterate: 1.5 is not what it takes; give a whole number from 1 to 100"),
        ("iterate 101", "iterate: 101 is not what it takes; give a whole number from 1 to 100"),
    ] {
        assert_eq!(session.act(action).unwrap_err().to_string(), complaint);
    }
    for (query, complaint) in [
        ("amplitude=1.5", "amplitude: 1.5 is out of range; give numbers from -1 to 1"),
        ("time-step=0", "time-step: 0 is out of range; give numbers from 0.001 to 0.05"),
        (
            "iterations=3",
            "there is no setting \"iterations\": take amplitude, time-step, passive-stiffness, active-stiffness",
        ),
    ] {
        assert_eq!(session.configure(query).unwrap_err().to_string(), complaint);
    }
    assert_eq!(shown(&mut session), before);
    assert_eq!(session.settings().unwrap(), "");
}
