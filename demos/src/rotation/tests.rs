use modebook::experiments::skinning_eigenmodes::rotation;

use super::*;
use crate::session::{
    Session,
    testing::{self, array},
};

fn opened() -> Session {
    testing::opened("017-rotation")
}

/// Errors at the notebook's angles, from the command's own bases.
fn curves(modes: usize) -> [Vec<f64>; 2] {
    let parameters = Parameters { modes, ..Parameters::default() };
    let beam = dynamics_beam(&parameters).unwrap();
    let errors = rotation(&beam, &subspaces(&beam, &parameters).unwrap(), &parameters);
    [errors.modal, errors.skinning]
}

#[track_caller]
fn assert_near(ours: &[f64], expected: &[f64]) {
    assert_eq!(ours.len(), expected.len());
    for (a, b) in ours.iter().zip(expected) {
        assert!((a - b).abs() < 1e-10, "{a} against {b}");
    }
}

/// The bases of all numbers of weights are the first columns of one.
#[test]
fn the_curves_are_the_librarys() {
    let mut session = opened();
    let angles: Vec<f64> = (0..73).map(|i| 5.0 * f64::from(i)).collect();
    for modes in [12, 1, 20] {
        session.configure(&format!("modes={modes}")).unwrap();
        session.act("curve").unwrap();
        let expected = curves(modes);
        for (name, expected) in ["modal-curve", "skinning-curve"].into_iter().zip(expected) {
            let points = array(&mut session, name);
            let [x, y] =
                [0, 1].map(|k| points.iter().skip(k).step_by(2).copied().collect::<Vec<_>>());
            assert_eq!(x, angles);
            assert_near(&y, &expected);
        }
        let arrays = session.scene().unwrap();
        assert_eq!(arrays.get("coordinates").unwrap(), [6.0 * modes as f64; 2]);
        assert_near(arrays.get("largest").unwrap(), &curves(modes)[0][36..37]);
    }
}

#[test]
fn the_curve_grows_where_the_dial_has_been() {
    let mut session = opened();
    let angles = |session: &mut Session| -> Vec<f64> {
        array(session, "modal-curve").iter().step_by(2).copied().collect()
    };
    assert_eq!(angles(&mut session), [120.0]);
    session.advance(2).unwrap();
    session.configure("angle=90.3").unwrap();
    assert_eq!(angles(&mut session), [90.3, 120.0, 121.0, 122.0]);
    // Of two angles within a degree the later stays.
    session.configure("angle=89.9").unwrap();
    assert_eq!(angles(&mut session), [89.9, 120.0, 121.0, 122.0]);
    let before = array(&mut session, "modal-curve");
    session.configure("modes=4").unwrap();
    assert_eq!(angles(&mut session), [89.9, 120.0, 121.0, 122.0]);
    let worse = array(&mut session, "modal-curve");
    assert!(worse.iter().zip(before).skip(1).step_by(2).all(|(a, b)| *a > 1.01 * b));

    session.configure("angle=359.5").unwrap();
    session.advance(1).unwrap();
    assert_eq!(array(&mut session, "angle"), [0.5]);
    session.act("reset").unwrap();
    assert_eq!(array(&mut session, "angle"), [120.0]);
    assert_eq!(angles(&mut session), [120.0]);
    assert_eq!(session.settings().unwrap(), "modes=4");
}

/// The beam, its fits and the errors belong to the same angle: what modes make of the turn is
/// off by as much as the error says.
#[test]
fn what_is_drawn_is_what_is_measured() {
    let mut session = opened();
    session.configure("angle=200").unwrap();
    let beam = dynamics_beam(&Parameters::default()).unwrap();
    let pose = turned(&beam, 200.0);
    assert_eq!(array(&mut session, "pose"), pose);
    let length = |x: &[f64]| -> f64 {
        x.iter().zip(&beam.unit_masses).map(|(x, m)| m * x * x).sum::<f64>().sqrt()
    };
    for (name, error) in ["modal", "skinning"].into_iter().zip(array(&mut session, "errors")) {
        let fit = array(&mut session, name);
        let lost: Vec<f64> = fit.iter().zip(&pose).map(|(fit, pose)| fit - pose).collect();
        assert!((length(&lost) / length(&pose) - error).abs() < 1e-14, "{name}");
    }
}

#[test]
fn the_command_says_what_is_shown() {
    let mut session = opened();
    session.configure("angle=75.5&modes=7").unwrap();
    let command = session.command().unwrap();
    let (command, note) = command.split_once('\n').unwrap();
    assert_eq!(command, "modebook turn --angle 75.5 --modes 7");
    for error in array(&mut session, "errors") {
        assert!(note.contains(&format!("{error:.2e}")), "{note}");
    }
    assert_eq!(session.settings().unwrap(), "angle=75.5&modes=7");
}

#[test]
fn what_the_dial_does_not_take_is_refused() {
    let mut session = opened();
    for (query, complaint) in [
        ("angle=361", "angle: 361 is out of range; give numbers from 0 to 360"),
        ("modes=0", "modes: 0 is out of range; give numbers from 1 to 20"),
        ("modes=21", "modes: 21 is out of range; give numbers from 1 to 20"),
        ("young=1", "there is no setting \"young\": take angle, modes"),
    ] {
        assert_eq!(session.configure(query).unwrap_err().to_string(), complaint);
    }
    for (action, complaint) in [
        ("spin", "there is no action \"spin\": take one of reset, curve"),
        ("curve 3", "curve: takes 0 numbers, not 1"),
    ] {
        assert_eq!(session.act(action).unwrap_err().to_string(), complaint);
    }
    assert_eq!(session.settings().unwrap(), "");
}
