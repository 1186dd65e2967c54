use modebook::experiments::modal_muscles::{
    Crawl, Crawler, GaitSearch, Model, Operators, contact_setup, creature, sign_table,
};

use super::*;
use crate::session::{
    Session,
    testing::{self, array, number},
};

fn opened() -> Session {
    testing::opened("025-crawl")
}

fn with_crawler<T>(parameters: &Parameters, run: impl FnOnce(&Crawler) -> T) -> T {
    let model = Model::new(creature(parameters).unwrap(), parameters).unwrap();
    let operators = Operators::new(&model);
    let contact = contact_setup(&model, parameters).unwrap();
    run(&Crawler { model: &model, operators: &operators, contact: &contact, parameters })
}

fn crawl(parameters: &Parameters) -> Crawl {
    with_crawler(parameters, |crawler| crawler.crawl(|_| ()).unwrap())
}

/// What the command line makes of a command's options.
fn parameters_of(command: &str) -> Parameters {
    let line = command.lines().next().unwrap();
    let options = line.strip_prefix("modebook crawl").unwrap();
    let mut p = Parameters::default();
    for option in options.split(" --").skip(1) {
        let (name, value) = option.split_once(' ').unwrap();
        let list = || value.split(',').map(|x| x.parse().unwrap()).collect::<Vec<f64>>();
        let motion = &mut p.crawling;
        match name {
            "amplitudes" => motion.gait.amplitudes = list(),
            "periods" => motion.gait.periods = list(),
            "phases" => motion.gait.phases = list(),
            "steps" => motion.steps = value.parse().unwrap(),
            "passive-stiffness" => motion.passive_stiffness = value.parse().unwrap(),
            "active-stiffness" => motion.active_stiffness = value.parse().unwrap(),
            "friction" => p.friction = value.parse().unwrap(),
            "ground-gap" => p.ground_gap = value.parse().unwrap(),
            "gravity" => p.gravity = value.parse().unwrap(),
            "iterations" => p.iterations = value.parse().unwrap(),
            _ => panic!("an option --{name} is new here"),
        }
    }
    p
}

/// Every setting at another value than its default.
const OTHERS: &str = "amplitudes=0.5,-0.3,0.2,0&periods=1.1,0.9,1.3,0.7&phases=0.1,0.2,-0.3,0.4\
                      &friction=0.75&ground-gap=0.05&gravity=-3.71&passive-stiffness=700000\
                      &active-stiffness=1300000&iterations=11";

#[test]
fn the_default_run_is_the_librarys_to_the_last_bit() {
    let mut session = opened();
    session.advance(450).unwrap();
    let run = crawl(&Parameters::default());
    assert_eq!(number(&mut session, "travel"), run.travel());
    let z = run.trajectory.coordinates.last().unwrap();
    let positions = array(&mut session, "positions");
    let mut state = vec![0.0; positions.len()];
    with_crawler(&Parameters::default(), |crawler| crawler.model.subspace.state(z, &mut state));
    assert_eq!(positions, state);
    assert_eq!(array(&mut session, "centre"), run.centre_of_mass[449]);
    assert_eq!(session.command().unwrap().lines().next(), Some("modebook crawl --steps 450"));
}

#[test]
fn the_command_prints_the_travel_on_screen() {
    let mut session = opened();
    session.configure(OTHERS).unwrap();
    session.advance(1).unwrap();
    session.advance(136).unwrap();
    let command = session.command().unwrap();
    assert_eq!(
        command.lines().next(),
        Some(
            "modebook crawl --amplitudes 0.5,-0.3,0.2,0 --periods 1.1,0.9,1.3,0.7 --phases 0.1,0.2,-0.3,0.4 --friction 0.75 \
             --ground-gap 0.05 --gravity -3.71 --passive-stiffness 700000 --active-stiffness 1300000 --iterations 11 --steps 137"
        )
    );
    let travel = number(&mut session, "travel");
    assert_eq!(crawl(&parameters_of(&command)).travel(), travel);
    assert!(travel.abs() > 0.01, "{travel}");
    assert!(command.contains(&format!("{travel:+.3} m")), "{command}");
}

#[test]
fn settings_return_from_a_link() {
    let mut session = opened();
    assert_eq!(session.settings().unwrap(), "");
    session.configure(OTHERS).unwrap();
    let link = session.settings().unwrap();
    assert_eq!(link, OTHERS);
    let mut other = opened();
    other.configure(&link).unwrap();
    assert_eq!(other.settings().unwrap(), link);
    for session in [&mut session, &mut other] {
        session.advance(40).unwrap();
    }
    assert_eq!(array(&mut session, "positions"), array(&mut other, "positions"));
}

#[test]
fn a_change_on_the_way_is_taken_up_and_told() {
    for change in ["friction=0", "amplitudes=0.9,0.35,0.25,0.15", "passive-stiffness=300000"] {
        let (mut session, mut other) = (opened(), opened());
        for session in [&mut session, &mut other] {
            session.advance(60).unwrap();
        }
        session.configure(change).unwrap();
        assert!(session.command().unwrap().contains("changed on the way"));
        for session in [&mut session, &mut other] {
            session.advance(60).unwrap();
        }
        assert_ne!(array(&mut session, "positions"), array(&mut other, "positions"), "{change}");
        session.act("reset").unwrap();
        session.advance(10).unwrap();
        assert!(session.command().unwrap().contains("It prints the travel"));
    }
}

#[test]
fn settings_that_stay_the_same_change_nothing() {
    let mut session = opened();
    session.advance(10).unwrap();
    session.configure("friction=1&gravity=-9.8").unwrap();
    assert!(session.command().unwrap().contains("It prints the travel"));
}

#[test]
fn a_mode_is_turned_around_exactly() {
    let mut session = opened();
    session.act("flip 0").unwrap();
    assert_eq!(session.settings().unwrap(), "amplitudes=-0.45,0.35,0.25,0.15");
    session.act("flip 0").unwrap();
    assert_eq!(session.settings().unwrap(), "");
    session.configure("amplitudes=0,1,1,1").unwrap();
    session.act("flip 0").unwrap();
    assert_eq!(session.settings().unwrap(), "amplitudes=0,1,1,1");
}

#[test]
fn the_sixteen_orientations_are_those_of_the_table() {
    let p = Parameters::default();
    let table = with_crawler(&p, |crawler| sign_table(crawler).unwrap());
    for choice in [0, 6, 9] {
        let signs = &table[choice].signs;
        let listed = signs.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
        let mut session = opened();
        assert_eq!(array(&mut session, "orientation"), p.signs);
        session.act(&format!("orient {listed}")).unwrap();
        assert_eq!(array(&mut session, "orientation"), *signs);
        session.advance(p.crawling.steps).unwrap();
        assert_eq!(number(&mut session, "travel"), table[choice].crawl.travel());
    }
}

#[test]
fn the_search_finds_what_the_library_finds() {
    let p = Parameters::default();
    let found = with_crawler(&p, |crawler| {
        let mut search = GaitSearch::new(*crawler).unwrap();
        (0..p.search.generations).for_each(|_| search.run_generation());
        search.best()
    });
    let mut session = opened();
    // Whatever gait is set, the search starts from the notebook's.
    session.configure("amplitudes=-1,0,0,0").unwrap();
    session.advance(20).unwrap();
    for generation in 1..=p.search.generations {
        session.act("search").unwrap();
        let progress = array(&mut session, "search");
        assert_eq!(progress[..2], [generation as f64, p.search.generations as f64]);
    }
    assert_eq!(array(&mut session, "search")[4], found.travel);
    let command = parameters_of(&session.command().unwrap());
    assert_eq!(command.crawling.gait, found.gait);
    assert_eq!(number(&mut session, "steps"), 0.0);
    session.act("search").unwrap();
    assert_eq!(array(&mut session, "search")[0], 1.0);
}

#[test]
fn a_pulled_body_follows_calmly_and_falls_when_let_go() {
    let mut session = opened();
    session.configure("amplitudes=0,0,0,0").unwrap();
    session.advance(100).unwrap();
    // The middle of its back.
    let positions = array(&mut session, "positions");
    let y = positions.iter().skip(1).step_by(2).copied().fold(f64::MIN, f64::max);
    let x = number(&mut session, "centre");
    session.act(&format!("grab {x} {y}")).unwrap();
    session.act(&format!("drag {x} {}", y + 2.0)).unwrap();
    let before = number(&mut session, "height");
    session.advance(300).unwrap();
    // The spring is as long as the weight makes it, and hangs straight down.
    let pull = array(&mut session, "pull");
    let hanging = [pull[2] - pull[0], pull[3] - pull[1] - 9.8 / 20.0];
    assert!(hanging.iter().all(|d| d.abs() < 0.01), "{hanging:?}");
    assert!(number(&mut session, "height") > before + 0.5);
    assert!(array(&mut session, "touching").is_empty());
    assert!(session.command().unwrap().contains("pulled or pushed"));
    session.act("release").unwrap();
    session.advance(300).unwrap();
    assert!(array(&mut session, "pull").is_empty());
    assert!(number(&mut session, "height") < before + 0.5);
}

#[test]
fn beside_the_body_there_is_nothing_to_grab() {
    let mut session = opened();
    session.act("grab 5 5").unwrap();
    assert!(array(&mut session, "pull").is_empty());
    session.act("drag 1 1").unwrap();
    session.act("release").unwrap();
    session.advance(10).unwrap();
    assert!(session.command().unwrap().contains("It prints the travel"));
}

#[test]
fn a_push_accelerates_the_whole_body() {
    let mut session = opened();
    session.configure("amplitudes=0,0,0,0&gravity=0&ground-gap=2").unwrap();
    session.act("push 1 0").unwrap();
    session.advance(20).unwrap();
    session.act("push 0 0").unwrap();
    let [pushed, time_step] = [15.0, 0.01];
    // Backward Euler: after n steps n (n + 1) / 2 of the accelerations have added up.
    let [x, _] = array(&mut session, "centre")[..] else { panic!() };
    let start = with_crawler(&Parameters::default(), |crawler| {
        centre_of_mass(crawler.operators, &crawler.model.z_rest)[0]
    });
    let expected = pushed * time_step * time_step * 20.0 * 21.0 / 2.0;
    assert!((x - start - expected).abs() < 1e-9, "{} {expected}", x - start);
    assert!(session.command().unwrap().contains("pulled or pushed"));
}

#[test]
fn what_is_refused_leaves_the_demo_as_it_was() {
    let mut session = opened();
    session.advance(30).unwrap();
    let before = (array(&mut session, "positions"), session.command().unwrap());
    for (query, complaint) in [
        ("friction=2", "friction: 2 is out of range; give numbers from 0 to 1"),
        ("periods=1,1,0,1", "periods: 0 is out of range; give numbers from 0.2 to 10"),
        ("amplitudes=1,1", "amplitudes: 2 numbers are given; give 4, with commas between them"),
    ] {
        assert_eq!(session.configure(query).unwrap_err().to_string(), complaint);
    }
    for (action, complaint) in [
        ("flip 4", "flip: 4 is not what it takes; give the index of a muscle, from 0 to 3"),
        ("flip", "flip: takes 1 numbers, not 0"),
        ("flip one", "flip: \"one\" is no finite number; give numbers"),
        ("orient 1 0 1 1", "orient: 0 is not what it takes; give 1 or -1 for each muscle"),
        (
            "jump 1",
            "there is no action \"jump\": take one of reset, flip, orient, grab, drag, release, push, search",
        ),
    ] {
        assert_eq!(session.act(action).unwrap_err().to_string(), complaint);
    }
    assert_eq!((array(&mut session, "positions"), session.command().unwrap()), before);
}

#[test]
fn a_step_that_leaves_the_numbers_is_not_made() {
    let mut session = opened();
    session.advance(5).unwrap();
    let before = array(&mut session, "positions");
    session.act(&format!("grab {} {}", before[0], before[1])).unwrap();
    session.act("drag 1e308 0").unwrap();
    let error = session.advance(3).unwrap_err().to_string();
    assert!(error.starts_with("time step 6: the state is no longer a finite number"), "{error}");
    assert_eq!(array(&mut session, "positions"), before);
    session.act("release").unwrap();
    session.advance(3).unwrap();
    assert_eq!(number(&mut session, "steps"), 8.0);
}

#[test]
fn a_search_begins_anew_on_another_floor() {
    let mut session = opened();
    session.act("search").unwrap();
    session.act("search").unwrap();
    assert_eq!(array(&mut session, "search")[0], 2.0);
    session.configure("friction=0.5").unwrap();
    assert!(array(&mut session, "search").is_empty());
    session.act("search").unwrap();
    assert_eq!(array(&mut session, "search")[0], 1.0);
}

#[test]
fn a_reset_leaves_nothing_behind() {
    let mut session = opened();
    let start = session.frame().unwrap().clone();
    session.act("push 1 1").unwrap();
    session.act("grab 0 0").unwrap();
    // A step in which the floor holds the feet.
    while array(&mut session, "touching").is_empty() {
        session.advance(1).unwrap();
        session.act("push 0 0").unwrap();
        session.act("release").unwrap();
    }
    session.act("reset").unwrap();
    assert_eq!(*session.frame().unwrap(), start);
}

#[test]
fn a_session_says_what_is_missing() {
    let mut session = Session::default();
    assert_eq!(session.advance(1).unwrap_err(), DemoError::NotOpen);
    let error = session.open("025-fly").unwrap_err().to_string();
    assert!(error.starts_with("there is no demo \"025-fly\": open one of 017-"), "{error}");
}

#[test]
fn a_scene_fits_its_frame() {
    let mut session = opened();
    let scene = session.scene().unwrap().clone();
    let vertices = array(&mut session, "positions").len() / 2;
    for name in ["triangles", "boundary", "contacts"] {
        let indices = scene.get(name).unwrap();
        assert!(!indices.is_empty());
        assert!(indices.iter().all(|&i| i.fract() == 0.0 && (i as usize) < vertices), "{name}");
    }
    assert_eq!(scene.get("modes").unwrap(), [3.0, 4.0, 5.0, 6.0]);
    let contacts = scene.get("contacts").unwrap();
    let mut touched = 0;
    for _ in 0..100 {
        session.advance(1).unwrap();
        let touching = array(&mut session, "touching");
        assert!(touching.iter().all(|vertex| contacts.contains(vertex)));
        touched += usize::from(!touching.is_empty());
    }
    assert!((20..=80).contains(&touched), "{touched}");
    let trace = array(&mut session, "trace");
    assert_eq!(trace[trace.len() - 2..], array(&mut session, "centre"));
}
