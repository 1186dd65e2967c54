use modebook::experiments::skinning_eigenmodes::droop;

use super::*;
use crate::session::{
    Session,
    testing::{self, array},
};

fn opened() -> Session {
    testing::opened("017-sag")
}

/// What the command line computes: the basis and the parameters of a command's options.
fn parsed(command: &str) -> (Basis, Parameters) {
    let options = command.strip_prefix("modebook beam").unwrap();
    let (mut basis, mut p) = (Basis::Full, Parameters::default());
    for option in options.split(" --").skip(1) {
        let (name, value) = option.split_once(' ').unwrap();
        match name {
            "basis" if value == "lma" => basis = Basis::Modal,
            "basis" if value == "skinning" => basis = Basis::Skinning,
            "modes" => p.modes = value.parse().unwrap(),
            "young" => p.young = value.parse().unwrap(),
            "poisson" => p.poisson = value.parse().unwrap(),
            "steps" => p.steps = value.parse().unwrap(),
            _ => panic!("an option --{option} is new here"),
        }
    }
    (basis, p)
}

/// Steps as the library makes them, for each command of the demo.
fn runs(command: &str) -> [modebook::experiments::skinning_eigenmodes::Droop; 3] {
    let mut lines = command.lines();
    [(); 3].map(|()| {
        let (basis, parameters) = parsed(lines.next().unwrap());
        let beam = dynamics_beam(&parameters).unwrap();
        let space = space(&beam, basis, parameters.modes).unwrap();
        droop(&beam, &space, &parameters, |_| ()).unwrap()
    })
}

#[test]
fn the_default_run_is_the_librarys_to_the_last_bit() {
    let mut session = opened();
    session.advance(1).unwrap();
    session.advance(79).unwrap();
    let command = session.command().unwrap();
    let runs = runs(&command);
    assert_eq!(command.lines().next(), Some("modebook beam --steps 80"));
    for (run, (k, name)) in runs.iter().zip(SPACES.iter().enumerate()) {
        assert_eq!(run.states.len(), 81);
        assert_eq!(array(&mut session, name), run.last_state(), "{name}");
        let curve = array(&mut session, &format!("{name}-curve"));
        let heights: Vec<f64> = run.tip.iter().map(|[_, y]| *y).collect();
        assert_eq!(curve.iter().skip(1).step_by(2).copied().collect::<Vec<_>>(), heights);
        assert_eq!(curve[..4], [0.0, heights[0], 0.02, heights[1]]);
        assert_eq!(array(&mut session, "heights")[k], run.final_tip_height());
        let iterations = run.newton_iterations.last().map(|count| *count as f64);
        assert_eq!(Some(array(&mut session, "iterations")[k]), iterations);
        assert!(array(&mut session, "milliseconds")[k] > 0.0);
    }
    let unknowns = session.scene().unwrap().get("unknowns").unwrap().to_vec();
    assert_eq!(unknowns, runs.map(|run| run.dofs as f64));
}

#[test]
fn the_commands_print_the_heights_on_screen() {
    let mut session = opened();
    session.configure("young=20000&poisson=0.3&modes=5").unwrap();
    session.advance(7).unwrap();
    let command = session.command().unwrap();
    let lines: Vec<&str> = command.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "modebook beam --young 20000 --poisson 0.3 --steps 7",
            "modebook beam --basis lma --modes 30 --young 20000 --poisson 0.3 --steps 7",
            "modebook beam --basis skinning --modes 5 --young 20000 --poisson 0.3 --steps 7",
        ]
    );
    let heights = array(&mut session, "heights");
    for (run, height) in runs(&command).iter().zip(heights) {
        assert_eq!(run.final_tip_height(), height);
        assert!(lines[3].contains(&format!("{height:.5} m")), "{command}");
    }
}

#[test]
fn before_the_first_step_the_commands_say_so() {
    let mut session = opened();
    session.configure("modes=3").unwrap();
    assert_eq!(
        session.command().unwrap(),
        "modebook beam\nmodebook beam --basis lma --modes 18\nmodebook beam --basis skinning --modes 3\nThey make 80 steps \
         with these settings; here none is made yet."
    );
}

/// Another material is taken on the way, and another number of modes from the start; both are told.
#[test]
fn changes_are_taken_up_and_told() {
    let mut session = opened();
    session.advance(5).unwrap();
    let before = array(&mut session, "heights");
    session.configure("young=100000").unwrap();
    assert_eq!(array(&mut session, "heights"), before);
    assert!(session.command().unwrap().contains("changed on the way"));
    session.advance(5).unwrap();
    let mut soft = opened();
    soft.advance(10).unwrap();
    let (stiff, soft) = (array(&mut session, "heights"), array(&mut soft, "heights"));
    assert!(stiff.iter().zip(soft).all(|(stiff, soft)| *stiff > soft + 0.01), "{stiff:?}");

    session.configure("modes=6").unwrap();
    assert_eq!(array(&mut session, "time"), [0.0]);
    assert!(session.command().unwrap().contains("none is made yet"));
    session.advance(3).unwrap();
    assert!(session.command().unwrap().contains("They print the heights"));
    session.act("reset").unwrap();
    assert_eq!(array(&mut session, "full"), session.scene().unwrap().get("rest").unwrap());
    assert_eq!(session.settings().unwrap(), "young=100000&modes=6");
}

/// The hand holds the tip of every beam against its weight, and lets it go.
#[test]
fn a_hand_holds_the_tips() {
    let mut session = opened();
    session.advance(60).unwrap();
    let tip = 2 * session.scene().unwrap().get("tip").unwrap()[0] as usize;
    let held =
        |session: &mut Session| SPACES.map(|name| array(session, name)[tip..tip + 2].to_vec());
    let [.., skinning] = held(&mut session);
    // A little beside the tip: that it was grabbed there does not pull at it.
    session.act(&format!("grab 2 {} {}", skinning[0] + 0.1, skinning[1])).unwrap();
    let distance = |a: &[f64], b: &[f64]| (a[0] - b[0]).hypot(a[1] - b[1]);
    assert!(distance(&array(&mut session, "hand"), &skinning) < 1e-14);
    session.act("drag 2 -0.1").unwrap();
    let target = array(&mut session, "hand");
    assert!(distance(&target, &[1.9, -0.1]) < 1e-14);
    session.advance(300).unwrap();
    for (name, tip) in SPACES.iter().zip(held(&mut session)) {
        // It carries about a third of the weight, 2 kg times 9.8 m/s^2, on 40 N/m.
        assert!((0.05..0.35).contains(&distance(&tip, &target)), "{name}: {tip:?}");
    }
    assert!(session.command().unwrap().contains("the tip was pulled"));
    session.act("release").unwrap();
    assert!(array(&mut session, "hand").is_empty());
    session.advance(40).unwrap();
    assert!(held(&mut session)[0][1] < -1.5);
}

#[test]
fn what_the_beams_do_not_take_is_refused() {
    let mut session = opened();
    for (query, complaint) in [
        ("young=0", "young: 0 is out of range; give numbers from 1000 to 1000000"),
        ("poisson=0.5", "poisson: 0.5 is out of range; give numbers from 0.2 to 0.49"),
        ("modes=2.5", "modes: 2.5 is no whole number; give one"),
    ] {
        assert_eq!(session.configure(query).unwrap_err().to_string(), complaint);
    }
    for (action, complaint) in [
        ("grab 3 0 0", "grab: 3 is not what it takes; give the index of a space, from 0 to 2"),
        ("grab 0 1", "grab: takes 3 numbers, not 2"),
        ("drop", "there is no action \"drop\": take one of reset, grab, drag, release"),
    ] {
        assert_eq!(session.act(action).unwrap_err().to_string(), complaint);
    }
}

/// A step that is not solved stops the run until it is reset, and says where.
#[test]
fn a_failure_is_told_until_the_reset() {
    let settings = settings();
    let parameters = Parameters { newton_iterations: 2, ..parameters(&settings) };
    let beam = dynamics_beam(&parameters).unwrap();
    let spaces = spaces(&beam, 2).unwrap();
    let run = Run::new(&beam, &spaces);
    let mut demo = Cantilevers { settings, parameters, beam, spaces, run, hand: None };
    let error = demo.advance(3).unwrap_err();
    let said = error.to_string();
    assert!(said.starts_with("step 1 in the full space was not solved: Newton's method"), "{said}");
    assert!(said.contains("after 2 iterations") && said.contains("Reset"), "{said}");
    demo.parameters.newton_iterations = 30;
    assert_eq!(demo.advance(1), Err(error));
    demo.reset();
    demo.advance(1).unwrap();
}
