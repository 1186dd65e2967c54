//! Numbers at the edge of what they can be: the answer is right, or the error says what to change.

use std::{error::Error as StdError, sync::LazyLock};

use modebook::{
    energies::MaterialError,
    experiments::{
        modal_muscles::{
            self, Crawler, Creature, GaitSearch, Model, Motion, MuscleSystem, Operators, Stepper,
            contact_setup, descent, floating, weight,
        },
        skinning_eigenmodes::{
            self, Basis, Beam, Droop, FullStep, Parameters, StepPotential, droop, space,
        },
    },
    linalg::norm,
    mesh::{Caterpillar, Mesh, triangulated_grid},
    reduction::{Clusters, linear_modal_analysis, skinning_eigenmodes as skinning_weights},
    solvers::NewtonError,
};

const BASES: [(Basis, usize); 3] = [(Basis::Full, 1), (Basis::Modal, 6), (Basis::Skinning, 2)];

/// A small beam that falls for some steps.
fn beam_parameters() -> Parameters {
    Parameters { steps: 12, ..Parameters::default() }
}

fn beam_mesh() -> Mesh {
    triangulated_grid(13, 4, 4.0, 0.5).expect("sound")
}

/// A mesh after every vertex was moved.
fn moved(mesh: &Mesh, by: impl Fn([f64; 2]) -> [f64; 2]) -> Mesh {
    let positions = mesh.positions().iter().map(|x| by(*x)).collect();
    Mesh::new(positions, mesh.triangles().to_vec()).expect("sound")
}

fn scaled(mesh: &Mesh, scale: f64) -> Mesh {
    moved(mesh, |[x, y]| [scale * x, scale * y])
}

fn drooped(
    mesh: Mesh,
    (basis, modes): (Basis, usize),
    p: &Parameters,
) -> Result<Droop, skinning_eigenmodes::Error> {
    let beam = Beam::new(mesh, p)?;
    droop(&beam, &space(&beam, basis, modes)?, p, |_| ())
}

/// What went wrong, with its causes.
fn told(error: &dyn StdError) -> String {
    let cause = error.source().map(|cause| format!(": {}", told(cause)));
    format!("{error}{}", cause.unwrap_or_default())
}

/// Words by which an error says what to do.
const REMEDIES: [&str; 8] =
    ["must", "allow more", "take ", "mesh the shape", "move it", "ask for", "smaller", "join them"];

/// An answer in finite numbers, or an error with a remedy; whether it is an answer.
#[track_caller]
fn assert_sound<T, E: StdError>(result: &Result<T, E>, numbers: impl Fn(&T) -> Vec<f64>) -> bool {
    match result {
        Ok(answer) => {
            assert!(numbers(answer).iter().all(|x| x.is_finite()), "not a number in the answer");
            true
        }
        Err(error) => {
            let told = told(error);
            assert!(REMEDIES.iter().any(|remedy| told.contains(remedy)), "no remedy: {told}");
            assert!(!told.contains("NaN"), "{told}");
            false
        }
    }
}

fn tips(droop: &Droop) -> Vec<f64> {
    droop.tip.as_flattened().to_vec()
}

#[track_caller]
fn assert_near(ours: &[f64], known: &[f64], tolerance: f64) {
    assert_eq!(ours.len(), known.len());
    let error: Vec<f64> = ours.iter().zip(known).map(|(a, b)| a - b).collect();
    assert!(norm(&error) <= tolerance * norm(known), "{:e}", norm(&error) / norm(known));
}

/// Scales: powers of two change no bit of the shape, the powers of ten next to them do.
const SCALES: [f64; 4] = [1e-9, 1e9, 1.0 / (1 << 30) as f64, (1 << 30) as f64];

#[test]
fn scaled_bodies_have_scaled_modes() {
    let mesh = CREATURE.0.creature.mesh.clone();
    let flesh = linear_modal_analysis(&mesh, 20).expect("sound");
    let weights = skinning_weights(&mesh, 12).expect("sound");
    let clusters = Clusters::new(&mesh, weights.vectors.as_ref(), 9, 0).expect("sound");
    for scale in SCALES {
        let large = scaled(&mesh, scale);
        for (known, modes) in [
            (&flesh, linear_modal_analysis(&large, 20).expect("sound")),
            (&weights, skinning_weights(&large, 12).expect("sound")),
        ] {
            let largest = known.values[known.values.len() - 1];
            for (value, known) in modes.values.iter().zip(&known.values) {
                let error = (value * scale * scale - known).abs();
                assert!(error <= 1e-10 * largest, "{scale:e}: {known} is off by {error:e}");
            }
        }
        let of_large = skinning_weights(&large, 12).expect("sound").vectors;
        let labels = Clusters::new(&large, of_large.as_ref(), 9, 0).expect("sound");
        if scale.log2().fract() == 0.0 {
            assert_eq!(labels, clusters, "{scale:e}");
        }
    }
}

/// A body of another size, with times and accelerations that suit it, moves alike.
#[test]
fn scaled_beams_droop_alike() {
    let p = beam_parameters();
    for basis in BASES {
        let known = tips(&drooped(beam_mesh(), basis, &p).expect("sound"));
        for scale in SCALES {
            // The coordinates of a subspace are lengths in the mass norm.
            let length = if basis.0 == Basis::Full { scale } else { scale * scale };
            let suited = Parameters {
                time_step: p.time_step * scale,
                gravity: p.gravity / scale,
                newton_tolerance: p.newton_tolerance * length,
                ..p.clone()
            };
            let droop = drooped(scaled(&beam_mesh(), scale), basis, &suited).expect("sound");
            let ours: Vec<f64> = tips(&droop).iter().map(|x| x / scale).collect();
            assert_near(&ours, &known, 1e-9);
        }
    }
}

/// With the numbers for a body of a few metres, another one gives an answer or is refused.
#[test]
fn beams_of_any_size() {
    let p = beam_parameters();
    for basis in BASES {
        for scale in SCALES {
            let droop = drooped(scaled(&beam_mesh(), scale), basis, &p);
            assert_sound(&droop, tips);
            if scale < 1.0 {
                let error = told(&droop.expect_err("the tolerance is larger than the body"));
                assert!(error.starts_with("newton-tolerance is 0.000001"), "{error}");
            }
        }
    }
}

/// At a thousand times its size from the origin a body droops as it does there; much farther off its
/// coordinates do not hold its shape, which is said. Modes depend on edges alone.
#[test]
fn bodies_far_from_the_origin() {
    let p = beam_parameters();
    let far = |mesh: &Mesh, d: f64| moved(mesh, |[x, y]| [x + d, y - d]);
    for basis in BASES {
        let known = drooped(beam_mesh(), basis, &p).expect("sound").final_tip_height();
        let droop = drooped(far(&beam_mesh(), 4096.0), basis, &p).expect("sound");
        let error = droop.final_tip_height() + 4096.0 - known;
        assert!(error.abs() < 1e-6, "{:?}: {error:e}", basis.0);
        let message = told(&drooped(far(&beam_mesh(), 1e9), basis, &p).expect_err("too far"));
        assert!(message.starts_with("the mesh lies 1.0e9 m from the origin"), "{message}");
    }
    let (model, _, parameters) = &*CREATURE;
    let creature = Creature::new(far(&model.creature.mesh, 1e9)).expect("one piece");
    let modes = creature.modes(7).expect("sound");
    assert_near(&modes.values[3..], &model.modes.values[3..7], 1e-4);
    let error = Model::new(creature, parameters).expect_err("too far");
    assert!(matches!(error, modal_muscles::Error::FarAway(_)), "{error}");
}

/// Triangles a million times as long as high, and masses that differ by eight orders of magnitude.
#[test]
fn needles_and_graded_meshes() {
    let p = beam_parameters();
    let columns = 13;
    // Widths of the cells from 1 down to 1e-8 of the first.
    let graded = |x: f64| {
        let cell = ((x + 2.0) / 4.0 * (columns - 1) as f64).round() as i32;
        (0..cell).map(|k| 10_f64.powf(-8.0 / 11.0 * f64::from(k))).sum::<f64>()
    };
    let meshes = [
        moved(&beam_mesh(), |[x, y]| [x, 1e-6 * y]),
        moved(&beam_mesh(), |[x, y]| [1e-6 * x, y]),
        moved(&beam_mesh(), |[x, y]| [if x > 1.9 { 1e-6 + 5.0 / 3.0 } else { x }, y]),
        moved(&beam_mesh(), |[x, y]| [graded(x), y]),
        moved(&beam_mesh(), |[x, y]| [graded(x), graded(8.0 * y)]),
    ];
    for mesh in meshes {
        for (modes, count) in [
            (linear_modal_analysis(&mesh, 8), 8),
            (linear_modal_analysis(&mesh, mesh.dofs()), mesh.dofs()),
            (skinning_weights(&mesh, 5), 5),
        ] {
            if assert_sound(&modes, |modes| modes.values.clone()) {
                assert_eq!(modes.expect("an answer").values.len(), count);
            }
        }
        for basis in BASES {
            let droop = drooped(mesh.clone(), basis, &p);
            assert_sound(&droop, tips);
        }
        let (_, _, parameters) = &*CREATURE;
        let creature = Creature::new(mesh).expect("one piece");
        let model = Model::new(creature, parameters);
        if assert_sound(&model, |model| model.z_rest.clone()) {
            let model = model.expect("an answer");
            let operators = Operators::new(&model);
            let afloat = floating(&model, &operators, parameters, |_| ());
            assert_sound(&afloat, |run| run.centre_of_mass.as_flattened().to_vec());
        }
    }
}

/// Materials and springs from nothing to far too stiff.
#[test]
fn stiffness_from_nothing_to_a_million_million() {
    let p = beam_parameters();
    let material = Parameters { young: 0.0, ..p.clone() };
    assert!(matches!(
        drooped(beam_mesh(), BASES[0], &material),
        Err(skinning_eigenmodes::Error::Material(MaterialError::Young(0.0)))
    ));
    for basis in BASES {
        // Without springs every vertex falls along backward Euler's parabola.
        let free = Parameters { pin_stiffness: 0.0, ..p.clone() };
        let run = drooped(beam_mesh(), basis, &free).expect("sound");
        for (n, tip) in run.tip.iter().enumerate() {
            let fallen = -0.5 * 9.8 * p.time_step.powi(2) * (n * (n + 1)) as f64;
            let error = [tip[0] - 2.0, tip[1] + 0.25 - fallen];
            assert!(norm(&error) <= 1e-9, "{:?} step {n}: {error:?}", basis.0);
        }
        // A beam as stiff as that does not bend, and its springs give way by its weight.
        let stiff = Parameters { young: 1e12, ..p.clone() };
        let run = drooped(beam_mesh(), basis, &stiff);
        if assert_sound(&run, tips) {
            // A weight of 19.6 N at 2 m turns four springs, 1/4 m and 1/12 m above and below the middle.
            let turned = 19.6 * 2.0 / (p.pin_stiffness * 2.0 * (1.0 / 16.0 + 1.0 / 144.0));
            let tip = run.expect("an answer").final_tip_height();
            assert!((tip + 0.25 + 4.0 * turned).abs() < 1e-5, "{:?}: {tip}", basis.0);
        }
        let held = Parameters { pin_stiffness: 1e12, ..p.clone() };
        let known = drooped(beam_mesh(), basis, &p).expect("sound").final_tip_height();
        let run = drooped(beam_mesh(), basis, &held);
        if assert_sound(&run, tips) && basis.0 == Basis::Full {
            assert!((run.expect("an answer").final_tip_height() - known).abs() < 1e-3);
        }
    }
}

#[test]
fn poisson_near_its_ends() {
    for basis in BASES {
        let run =
            |poisson| drooped(beam_mesh(), basis, &Parameters { poisson, ..beam_parameters() });
        for poisson in [-0.9, -1e-3, 0.5] {
            let error = run(poisson).expect_err("out of range");
            assert!(told(&error).starts_with(&format!("poisson is {poisson}: ")), "{error}");
        }
        // Nearly incompressible triangles lock, so the beam sags less, but it sags.
        let [usual, locked] =
            [0.4, 0.4999].map(|poisson| run(poisson).expect("sound").final_tip_height());
        assert!(usual < locked && locked < -0.25, "{usual} {locked}");
        assert_sound(&run(0.0), tips);
    }
}

#[test]
fn time_steps_from_a_blink_to_an_age() {
    for basis in BASES {
        let run =
            |time_step| drooped(beam_mesh(), basis, &Parameters { time_step, ..beam_parameters() });
        let short = run(1e-8).expect("sound");
        let start = &short.tip[0];
        for tip in &short.tip {
            assert!(norm(&[tip[0] - start[0], tip[1] - start[1]]) < 1e-11, "{basis:?}: {tip:?}");
        }
        let long = run(10.0);
        if assert_sound(&long, tips) {
            // With such steps the beam hangs still at once.
            let [before, last] =
                *long.as_ref().expect("an answer").tip.last_chunk().expect("steps");
            assert!(
                norm(&[last[0] - before[0], last[1] - before[1]]) < 1e-3,
                "{before:?} {last:?}"
            );
        }
    }
}

/// Newton's method from states that are inverted, collapsed or not numbers.
#[test]
fn droops_from_states_that_cannot_be() {
    let p = beam_parameters();
    let beam = Beam::new(beam_mesh(), &p).expect("sound");
    let rest = beam.rest();
    let mirrored: Vec<f64> = rest.as_chunks().0.iter().flat_map(|[x, y]| [-*x, *y]).collect();
    let folded: Vec<f64> = rest.as_chunks().0.iter().flat_map(|[x, y]| [x.abs(), *y]).collect();
    let line: Vec<f64> = rest.as_chunks().0.iter().flat_map(|[x, _]| [*x, 0.0]).collect();
    let states = [mirrored, folded, line, vec![0.0; rest.len()], vec![1e9; rest.len()]];
    for state in &states {
        for time_step in [1e-3, 0.02, 10.0] {
            let potential = StepPotential::new(&beam, state, time_step);
            let mut memory = FullStep::new(&beam);
            let mut x = state.clone();
            let newton = modebook::solvers::Newton { iterations: 500, ..p.newton() };
            let result = newton.minimize(&mut memory.objective(&potential), &mut x);
            assert_sound(&result, |history| {
                assert!(history.iter().all(|step| step.step_length > 0.0));
                x.clone()
            });
        }
    }
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let mut x = rest.to_vec();
        x[7] = bad;
        let mut memory = FullStep::new(&beam);
        let potential = StepPotential::new(&beam, rest, p.time_step);
        let result = p.newton().minimize(&mut memory.objective(&potential), &mut x);
        assert_eq!(result, Err(NewtonError::NotFinite { iteration: 0 }), "{bad}");
    }
}

/// A caterpillar of few triangles with its muscles, for short runs.
static CREATURE: LazyLock<(Model, Operators, modal_muscles::Parameters)> = LazyLock::new(|| {
    let caterpillar = Caterpillar { columns: 30, rows: 15, ..Caterpillar::default() };
    let mut parameters = modal_muscles::Parameters { caterpillar, ..Default::default() };
    parameters.skinning_modes = 4;
    parameters.floating.steps = 25;
    parameters.crawling.steps = 40;
    parameters.search.steps = 10;
    parameters.descent_iterations = 5;
    let mesh = parameters.caterpillar.mesh().expect("sound");
    let model = Model::new(Creature::new(mesh).expect("sound"), &parameters).expect("sound");
    let operators = Operators::new(&model);
    (model, operators, parameters)
});

/// Runs all that muscles do; each gives finite numbers or an error with a remedy. Returns whether
/// crawl and float gave answers.
#[track_caller]
fn run_all(model: &Model, operators: &Operators, p: &modal_muscles::Parameters) -> [bool; 2] {
    let afloat = floating(model, operators, p, |_| ());
    let floats = assert_sound(&afloat, |run| run.trajectory.coordinates.concat());
    if let Ok(afloat) = &afloat {
        assert!(afloat.lag(0, &p.floating).is_finite());
    }
    let contact = contact_setup(model, p).expect("a floor below the body");
    let crawler = Crawler { model, operators, contact: &contact, parameters: p };
    let crawl = crawler.crawl(|_| ());
    let crawls = assert_sound(&crawl, |run| run.trajectory.coordinates.concat());
    assert_sound(&descent(model, operators, p), |run| {
        [&run.energies[..], &[run.predicted_rate]].concat()
    });
    let search = GaitSearch::new(crawler).map(|mut search| {
        search.run_generation();
        search.best().travel
    });
    assert_sound(&search, |travel| vec![*travel]);
    [floats, crawls]
}

#[test]
fn muscles_of_any_stiffness_and_step() {
    let (model, operators, defaults) = &*CREATURE;
    for (passive, active) in
        [(0.0, 0.0), (1e12, 0.0), (0.0, 1e12), (1e12, 1e12), (1e-12, 1e12), (1e300, 1e300)]
    {
        let mut p = defaults.clone();
        for motion in [&mut p.floating, &mut p.crawling] {
            (motion.passive_stiffness, motion.active_stiffness) = (passive, active);
        }
        assert_eq!(run_all(model, operators, &p), [passive < 1e100; 2], "{passive:e} {active:e}");
    }
    for time_step in [1e-300, 1e-8, 10.0, 1e300] {
        let mut p = defaults.clone();
        (p.floating.time_step, p.crawling.time_step) = (time_step, time_step);
        let usual = (1e-100..1e100).contains(&time_step);
        assert_eq!(run_all(model, operators, &p), [usual; 2], "{time_step:e}");
    }
    for density in [1e-12, 1e12, 1e300] {
        let p = modal_muscles::Parameters { density, ..defaults.clone() };
        assert_eq!(run_all(model, operators, &p), [true; 2], "{density:e}");
    }
    for (amplitude, period) in [(1e3, 1.0), (1e300, 1.0), (0.5, 1e-300), (0.5, 1e300)] {
        let mut p = defaults.clone();
        for gait in [&mut p.floating.gait, &mut p.crawling.gait] {
            gait.amplitudes = vec![amplitude; 4];
            gait.periods = vec![period; 4];
        }
        p.descent_amplitude = amplitude;
        assert_eq!(run_all(model, operators, &p), [true; 2], "{amplitude:e} {period:e}");
    }
}

/// Without stiffness nothing deforms: the body keeps still afloat, and falls as it is.
#[test]
fn flesh_without_stiffness_does_not_move() {
    let (model, operators, defaults) = &*CREATURE;
    let mut p = defaults.clone();
    (p.floating.passive_stiffness, p.floating.active_stiffness) = (0.0, 0.0);
    let run = floating(model, operators, &p, |_| ()).expect("sound");
    for z in &run.trajectory.coordinates {
        assert_near(z, &model.z_rest, 1e-12);
    }
}

/// A body of another size, with times and accelerations that suit it, crawls alike.
#[test]
fn scaled_creatures_crawl_alike() {
    let (model, operators, p) = &*CREATURE;
    let contact = contact_setup(model, p).expect("sound");
    let known = Crawler { model, operators, contact: &contact, parameters: p };
    let known = known.crawl(|_| ()).expect("sound").centre_of_mass;
    let afloat = floating(model, operators, p, |_| ()).expect("sound").trajectory;
    for scale in [SCALES[2], SCALES[3]] {
        let suit = |motion: &Motion| {
            let mut motion = motion.clone();
            motion.time_step *= scale;
            motion.gait.periods.iter_mut().for_each(|period| *period *= scale);
            motion
        };
        let suited = modal_muscles::Parameters {
            floating: suit(&p.floating),
            crawling: suit(&p.crawling),
            gravity: p.gravity / scale,
            ground_gap: p.ground_gap * scale,
            tolerance: p.tolerance * scale * scale,
            ..p.clone()
        };
        let creature = Creature::new(scaled(&model.creature.mesh, scale)).expect("sound");
        let model = Model::new(creature, &suited).expect("sound");
        let operators = Operators::new(&model);
        let contact = contact_setup(&model, &suited).expect("sound");
        let crawler = Crawler {
            model: &model,
            operators: &operators,
            contact: &contact,
            parameters: &suited,
        };
        let crawl = crawler.crawl(|_| ()).expect("sound").centre_of_mass;
        let ours: Vec<f64> = crawl.as_flattened().iter().map(|x| x / scale).collect();
        assert_near(&ours, known.as_flattened(), 1e-9);
        let run = floating(&model, &operators, &suited, |_| ()).expect("sound").trajectory;
        let ours: Vec<f64> = run.coordinates.concat().iter().map(|z| z / (scale * scale)).collect();
        assert_near(&ours, &afloat.coordinates.concat(), 1e-9);
    }
}

/// A crawl from a point, a mirror image or no numbers at all.
#[test]
fn crawls_from_states_that_cannot_be() {
    let (model, operators, p) = &*CREATURE;
    let contact = contact_setup(model, p).expect("sound");
    let crawler = Crawler { model, operators, contact: &contact, parameters: p };
    let rest = model.creature.rest();
    let mirrored: Vec<f64> = rest.as_chunks().0.iter().flat_map(|[x, y]| [-*x, *y]).collect();
    let mirrored = model.subspace.project(&model.creature.unit_masses, &mirrored);
    let r = model.z_rest.len();
    for start in [vec![0.0; r], mirrored, vec![1e9; r]] {
        let run = crawler.crawl_from(&start, &p.crawling, |_| ());
        assert!(assert_sound(&run, |run| run.trajectory.coordinates.concat()));
    }
    for bad in [f64::NAN, f64::INFINITY, 1e308] {
        let mut start = model.z_rest.clone();
        start[5] = bad;
        let error = crawler.crawl_from(&start, &p.crawling, |_| ()).expect_err("no numbers");
        assert_eq!(error, modal_muscles::Error::NotFinite { step: 1 });
        let force = weight(model, p);
        let mut system =
            MuscleSystem::new(operators, &p.crawling, p.density, &force, None).expect("sound");
        let mut body = Stepper::at_rest(&start);
        assert!(body.step(&mut system, p.descent(), &model.a_rest).is_err());
    }
}
