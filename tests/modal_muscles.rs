//! Notebook 025: every claim, one test per group, the fields against those that simkit computes, and
//! the pieces that the claims rest on.

mod ledger;
mod reference;
#[path = "reference/notebook_025.rs"]
mod simkit;

use std::sync::LazyLock;

use faer::Mat;
use modebook::{
    claims::{self, Verdict, notebook_025},
    experiments::modal_muscles::{
        ContactSetup, Crawl, Crawler, Descent, Floor, GaitSearch, Model, MuscleSystem, Operators,
        Parameters, Reproduction, StepEnergy, Trajectory, creature, floating, frozen_hessian,
        reproduce, sign_table, simulate, turned_back, turns, weight,
    },
    linalg::{DenseCholesky, column, dot, mass_dot, norm},
    reduction::{ritz_vectors, stiffness_and_masses},
    solvers::LocalGlobal,
};
use simkit::Fields;

static OURS: LazyLock<Reproduction> = LazyLock::new(|| {
    reproduce(&Parameters::default()).expect("the notebook's parameters are in range")
});
static THEIRS: LazyLock<Fields> =
    LazyLock::new(|| reference::read("025_modal_muscle_actuation.json"));

static VERDICTS: LazyLock<Vec<Verdict>> = LazyLock::new(|| notebook_025::verdicts(&OURS));

#[track_caller]
fn assert_claims(prefix: &str, count: usize) {
    ledger::assert_claims(&VERDICTS, prefix, count);
}

fn crawler() -> Crawler<'static> {
    let Reproduction { model, operators, contact, parameters, .. } = &*OURS;
    Crawler { model, operators, contact, parameters }
}

/// Largest difference of two lists of numbers.
fn largest_difference<'a>(
    ours: impl IntoIterator<Item = &'a f64>,
    theirs: impl IntoIterator<Item = &'a f64>,
) -> f64 {
    ours.into_iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn the_caterpillar_is_simkits_to_the_last_bit() {
    assert_claims("25.mesh", 1);
    assert_claims("25.contact", 2);
    let mesh = &OURS.model.creature.mesh;
    assert_eq!(mesh.positions(), THEIRS.vertices);
    assert_eq!(mesh.triangles(), THEIRS.triangles);
    assert_eq!(OURS.contact.vertices, THEIRS.contact_vertices);
    assert_eq!(OURS.contact.ground, THEIRS.ground_y);
}

#[test]
fn modes_and_clusters_are_simkits() {
    assert_claims("25.modes.", 6);
    assert_claims("25.ceilings", 3);
    assert_claims("25.subspace", 2);
    assert_claims("25.skinning.", 1);
    assert_claims("25.clusters", 1);
    let model = &OURS.model;
    for (ours, theirs) in model.modes.values.iter().zip(&THEIRS.eigenvalues) {
        assert!((ours - theirs).abs() <= 1e-10, "{ours} against {theirs}");
    }
    for (ours, theirs) in model.weights.values.iter().zip(&THEIRS.skinning_eigenvalues) {
        assert!((ours - theirs).abs() <= 1e-10, "{ours} against {theirs}");
    }
    for k in 0..4 {
        let theirs: Vec<f64> = THEIRS.muscle_modes.iter().map(|row| row[k]).collect();
        let difference = largest_difference(column(&model.muscles, k), &theirs);
        assert!(difference <= 1e-8, "muscle {k}: {difference:e}");
    }
    assert_eq!(model.clusters.labels, THEIRS.cluster_labels);
    assert!(largest_difference(&model.ceilings, &THEIRS.amplitude_ceilings) <= 1e-9);
    for (ceiling, steepest) in model.ceilings.iter().zip(&THEIRS.max_displacement_gradient) {
        assert!((ceiling * steepest - 2.0).abs() <= 1e-8);
    }
}

#[test]
fn descent_is_simkits() {
    assert_claims("25.operators", 1);
    assert_claims("25.rest", 1);
    assert_claims("25.gradient", 1);
    assert_claims("25.bcd.", 4);
    let theirs = &THEIRS.block_coordinate_descent;
    let ours = &OURS.descent;
    assert_eq!(ours.energies.len(), theirs.energy.len());
    // simkit's potential of the weight is zero at the origin, ours in the rest shape.
    let offset = theirs.energy[0] - ours.energies[0];
    for (ours, theirs) in ours.energies.iter().zip(&theirs.energy) {
        assert!((ours + offset - theirs).abs() <= 1e-9 * theirs.abs(), "{ours} {theirs}");
    }
    for (ours, theirs) in ours.gradient_norms.iter().zip(&theirs.gradient_norm) {
        assert!((ours - theirs).abs() <= 1e-9 * THEIRS.block_coordinate_descent.gradient_norm[0]);
    }
}

/// Both halves of every iteration lower the energy, from rotations that are not turned.
#[test]
fn halves_of_the_descent_go_down() {
    let Descent { held_energies, energies, held_rotations, minimum, .. } = &OURS.descent;
    let pairs = held_energies.iter().zip(energies);
    let halves: Vec<f64> = pairs.flat_map(|(held, best)| [*held, *best]).collect();
    assert!(halves.windows(2).all(|pair| pair[1] < pair[0]), "{halves:?}");
    assert!(halves.iter().all(|energy| energy > minimum));
    let [at_rest, driven] = [0, 1].map(|k| &held_rotations[k]);
    assert_eq!([at_rest, driven].map(|r| r.clusters.len()), [OURS.parameters.clusters; 2]);
    let turned = at_rest.clusters.iter().chain([&at_rest.muscles]).chain(&driven.clusters);
    assert!(turned.clone().all(|angle| angle.abs() < 1e-12), "{at_rest:?} {driven:?}");
    assert!(driven.muscles > 0.1, "only the muscles' one rotation: {driven:?}");
}

#[test]
fn floating_is_simkits() {
    assert_claims("25.float.", 8);
    // The claim's bound is the one that simkit needs; ours conserves momentum to round-off.
    assert!(OURS.floating.drift() <= 1e-13, "{:e}", OURS.floating.drift());
    let theirs = &THEIRS.floating;
    let ours = &OURS.floating;
    let commands = &ours.trajectory.commands;
    assert_eq!(commands.len(), theirs.commanded_amplitudes.len());
    let difference =
        largest_difference(commands.iter().flatten(), theirs.commanded_amplitudes.iter().flatten());
    assert!(difference <= 1e-9, "commands differ by {difference:e}");
    let difference = largest_difference(
        ours.realized.iter().flatten(),
        theirs.realized_amplitudes.iter().flatten(),
    );
    assert!(difference <= 1e-8, "realized amplitudes differ by {difference:e}");
    let difference = final_difference(ours.trajectory.coordinates.last(), &theirs.final_positions);
    assert!(difference <= 1e-8, "final shapes differ by {difference:e}");
}

#[test]
fn the_crawl_is_simkits_at_every_step() {
    assert_claims("25.crawl.", 12);
    let (ours, theirs) = (&OURS.crawl, &THEIRS.crawl);
    assert_eq!(ours.centre_of_mass.len(), theirs.com.len());
    let difference =
        largest_difference(ours.centre_of_mass.as_flattened(), theirs.com.as_flattened());
    assert!(difference <= 1e-8, "centres of mass differ by {difference:e}");
    let difference = largest_difference(&ours.lowest_contact_height, &theirs.lowest_contact_height);
    assert!(difference <= 1e-8, "lowest contact points differ by {difference:e}");
    assert!((ours.travel() - theirs.travel).abs() <= 1e-8);
    assert!(largest_difference(&ours.height_range(), &theirs.com_y_range) <= 1e-8);
    assert!((ours.deepest_penetration() - theirs.deepest_penetration).abs() <= 1e-8);
    let difference = final_difference(ours.trajectory.coordinates.last(), &theirs.final_positions);
    assert!(difference <= 1e-8, "final shapes differ by {difference:e}");
}

fn final_difference(coordinates: Option<&Vec<f64>>, theirs: &[[f64; 2]]) -> f64 {
    let mut x = vec![0.0; 2 * theirs.len()];
    OURS.model.subspace.state(coordinates.expect("a run has steps"), &mut x);
    largest_difference(&x, theirs.as_flattened())
}

#[test]
fn what_the_travel_depends_on() {
    assert_claims("25.signs", 6);
    assert_claims("25.ties", 1);
    assert_claims("25.labels", 1);
    assert_claims("25.sensitivity", 1);
}

#[test]
fn the_search_beats_the_start_and_repeats_itself() {
    assert_claims("25.cma", 1);
    let mut search = GaitSearch::new(crawler()).unwrap();
    (0..OURS.parameters.search.generations).for_each(|_| search.run_generation());
    assert_eq!(search.best(), OURS.found_gait);
    // Replaying what was recorded is the same as crawling.
    let mut replayed = GaitSearch::new(crawler()).unwrap();
    assert!(replayed.clone().replay_generation(vec![Some(1.0); 5]).is_err(), "one is missing");
    assert!(replayed.clone().replay_generation(vec![Some(f64::NAN); 6]).is_err());
    for travels in &search.travels()[..2] {
        replayed.replay_generation(travels.clone()).unwrap();
    }
    (2..OURS.parameters.search.generations).for_each(|_| replayed.run_generation());
    assert_eq!(replayed.travels(), search.travels());
    assert_eq!(replayed.best(), search.best());
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let model = Model::new(creature(&OURS.parameters).unwrap(), &OURS.parameters).unwrap();
            let mut search = GaitSearch::new(crawler()).unwrap();
            search.run_generation();
            let signs: Vec<_> = sign_table(&crawler()).unwrap();
            (model.clusters, search.travels().to_vec(), signs)
        })
    };
    assert_eq!(on(1), on(2));
}

/// A local/global iteration is a step of Newton's method with the frozen Hessian: the precomputed
/// responses give the same as the energy's own gradient.
#[test]
fn an_iteration_is_a_newton_step_with_the_frozen_hessian() {
    let Reproduction { model, operators, parameters: p, .. } = &*OURS;
    let force = weight(model, p);
    let mut a = model.a_rest.clone();
    a.iter_mut().zip(&model.ceilings).for_each(|(a, ceiling)| *a = 0.7 * ceiling);
    let [current, previous] = [3, 2].map(|step| &OURS.crawl.trajectory.coordinates[step][..]);
    let step =
        StepEnergy::new(model, operators, &p.crawling, p.density, &force, [current, previous], &a);
    let mut system = MuscleSystem::new(operators, &p.crawling, p.density, &force, None).unwrap();
    system.begin_step(current, previous, &a);

    let mut z = OURS.crawl.trajectory.coordinates[200].clone();
    let mut newton = step.gradient(&z);
    let mut cholesky = DenseCholesky::new(z.len());
    cholesky.factor(frozen_hessian(operators, &p.crawling, p.density).as_ref()).unwrap();
    cholesky.solve_vector_in_place(&mut newton);
    newton.iter_mut().zip(&z).for_each(|(step, z)| *step = z - *step);

    let before = (z.clone(), step.energy(&z));
    system.local_step(&z);
    let moved = system.global_step(&mut z);
    assert!(largest_difference(&z, &newton) <= 1e-12 * norm(&z));
    let distance: Vec<f64> = z.iter().zip(&before.0).map(|(z, old)| z - old).collect();
    assert!((moved - norm(&distance)).abs() <= 1e-14 * moved);
    assert!(step.energy(&z) < before.1, "the energy falls");
}

/// Of every contact point that is active the correction takes back the fall, and the friction's
/// share of the slide; points that are above the floor, or rise, are left alone.
#[test]
fn contact_takes_back_fall_and_slide() {
    let Reproduction { model, operators, parameters: p, .. } = &*OURS;
    let force = weight(model, p);
    let touching = OURS
        .crawl
        .lowest_contact_height
        .iter()
        .position(|height| *height < 0.0)
        .expect("the crawl touches the floor");
    let state = &OURS.crawl.trajectory.coordinates[touching];
    let positions = |setup: &ContactSetup, z: &[f64]| -> Vec<[f64; 2]> {
        let at = |i| dot(column(&setup.positions, i), z);
        (0..setup.vertices.len()).map(|point| [at(2 * point), at(2 * point + 1)]).collect()
    };
    for friction in [0.0, 0.3, 1.0] {
        let mut moved = [None, Some(Floor { setup: &OURS.contact, friction })].map(|floor| {
            let mut system =
                MuscleSystem::new(operators, &p.crawling, p.density, &force, floor).unwrap();
            system.begin_step(state, state, &model.a_rest);
            let mut z = state.clone();
            system.local_step(&z);
            system.global_step(&mut z);
            positions(&OURS.contact, &z)
        });
        let [free, corrected] = &mut moved;
        let start = positions(&OURS.contact, state);
        let mut active = 0;
        for ((start, free), corrected) in start.iter().zip(free).zip(corrected) {
            if start[1] < OURS.contact.ground && free[1] < start[1] {
                active += 1;
                assert!((corrected[1] - start[1]).abs() <= 1e-12);
                let slide = (1.0 - friction) * (free[0] - start[0]);
                assert!((corrected[0] - start[0] - slide).abs() <= 1e-12);
            }
        }
        assert!(active > 0);
    }
}

/// More points than the subspace can hold still: the correction is the least-squares one, and stays
/// finite.
#[test]
fn contact_of_more_points_than_coordinates() {
    let p = Parameters {
        skinning_modes: 1,
        contact_points: 100,
        ground_gap: -0.3,
        ..Parameters::default()
    };
    let model = Model::new(creature(&p).unwrap(), &p).unwrap();
    let operators = Operators::new(&model);
    let contact = modebook::experiments::modal_muscles::contact_setup(&model, &p).unwrap();
    let crawler =
        Crawler { model: &model, operators: &operators, contact: &contact, parameters: &p };
    let crawl = crawler.crawl_with(p.crawling.gait.clone(), 50).unwrap();
    assert!(crawl.centre_of_mass.as_flattened().iter().all(|x| x.is_finite() && x.abs() < 10.0));
}

/// Without muscles, weight and floor nothing moves; without muscles and floor the body falls as a
/// point does.
#[test]
fn rest_and_free_fall() {
    let Reproduction { model, operators, .. } = &*OURS;
    let mut p = OURS.parameters.clone();
    p.floating.gait.amplitudes = vec![0.0; 4];
    let still = floating(model, operators, &p, |_| ()).unwrap();
    let last = still.trajectory.coordinates.last().unwrap();
    assert!(largest_difference(last, &model.z_rest) <= 1e-12);

    let force = weight(model, &p);
    let h = p.floating.time_step;
    let mut system = MuscleSystem::new(operators, &p.floating, p.density, &force, None).unwrap();
    let run =
        simulate(&mut system, model, &p.floating, p.descent(), &model.z_rest, |_| ()).unwrap();
    let heights: Vec<f64> =
        run.coordinates.iter().map(|z| dot_row(&operators.centre_of_mass, z)).collect();
    let start = dot_row(&operators.centre_of_mass, &model.z_rest);
    for (step, height) in heights.iter().enumerate() {
        // Backward Euler: 1 + 2 + ... + n steps of g h^2.
        let n = (step + 1) as f64;
        let fallen = p.gravity * h * h * 0.5 * n * (n + 1.0);
        assert!((height - start - fallen).abs() <= 1e-9 * fallen.abs(), "step {step}");
    }
}

fn dot_row(centre_of_mass: &faer::Mat<f64>, z: &[f64]) -> f64 {
    (0..z.len()).map(|j| centre_of_mass[(1, j)] * z[j]).sum()
}

/// The ids of claims.md, part 025, and those that are ours.
#[test]
fn ledger_is_complete() {
    let mut ids: Vec<_> =
        claims::ledger().filter(|claim| claim.notebook == 25).map(|claim| claim.id).collect();
    let expected = "25.mesh 25.modes.rigid 25.modes.eigenvalues 25.modes.gap 25.subspace 25.subspace.affine \
                    25.skinning.constant 25.clusters 25.ceilings 25.ceilings.rule 25.ceilings.order 25.operators \
                    25.rest 25.gradient 25.bcd.monotone 25.bcd.rate 25.bcd.predicted 25.bcd.halves 25.float.com 25.float.mode3 \
                    25.float.lag 25.float.response 25.float.undriven 25.contact 25.contact.vertices 25.crawl.travel 25.crawl.height \
                    25.crawl.penetration 25.crawl.penetration.step 25.crawl.rocking 25.crawl.leap \
                    25.crawl.lengths 25.crawl.push 25.crawl.parity 25.signs 25.signs.mirror 25.signs.steady 25.ties 25.labels \
                    25.sensitivity 25.cma 25.modes.mirror 25.modes.stiffness 25.modes.flesh 25.float.turn 25.float.turn.share \
                    25.float.turn.step 25.crawl.alternates 25.crawl.end 25.crawl.throw 25.signs.start 25.signs.chance \
                    25.signs.pairs";
    let mut expected: Vec<_> = expected.split_whitespace().collect();
    ids.sort_unstable();
    expected.sort_unstable();
    assert_eq!(ids, expected);
}

/// A wrong run must not agree: the same creature, a hundredth softer.
#[test]
fn a_wrong_stiffness_is_noticed() {
    let mut parameters = OURS.parameters.clone();
    parameters.crawling.passive_stiffness *= 0.99;
    let wrong = Crawler { parameters: &parameters, ..crawler() }.crawl(|_| ()).unwrap();
    let verdicts = notebook_025::verdicts(&Reproduction { crawl: wrong, ..OURS.clone() });
    let differs = |id: &str| verdicts.iter().any(|v| v.claim.id == id && !v.agrees);
    assert!(differs("25.crawl.travel") && differs("25.crawl.height"));
}

/// Results that are not as our own claims say must not agree.
#[test]
fn a_wrong_study_is_noticed() {
    let differing = |change: fn(&mut Reproduction)| -> Vec<&str> {
        let mut results = OURS.clone();
        change(&mut results);
        let verdicts = notebook_025::verdicts(&results);
        verdicts.iter().filter(|v| !v.agrees).map(|v| v.claim.id).collect()
    };
    assert_eq!(differing(|_| ()), [""; 0]);
    assert_eq!(differing(|r| r.starts.by_rule[1] = 1), ["25.signs.steady"]);
    assert_eq!(differing(|r| r.starts.ones.shares[3] = 1e-6), ["25.signs.start"]);
    assert_eq!(differing(|r| r.starts.ones.turned[0] = 0), ["25.signs.chance"]);
    assert_eq!(differing(|r| r.starts.generic.turned[2] = 1), ["25.signs.chance"]);
    assert_eq!(differing(|r| r.planted_foot = None), ["25.crawl.alternates"]);
    let risen = |r: &mut Reproduction| {
        r.planted_foot.iter_mut().for_each(|foot| foot.heights[4] += 1e-3);
    };
    assert_eq!(differing(risen), ["25.crawl.alternates"]);
    let unturned = |r: &mut Reproduction| r.turned_back.amplitudes = r.floating.realized.clone();
    assert_eq!(differing(unturned), ["25.float.turn", "25.float.turn.share"]);
    let strained = |r: &mut Reproduction| r.characters[0].strain_stiffness *= 1.5;
    assert_eq!(differing(strained), ["25.modes.flesh"]);
}

/// The sign of a mode that an eigensolver finds is the sign of the start vector's part along it: turn
/// that part around, and this mode turns, and no other.
#[test]
fn a_sign_follows_the_start_vector() {
    let model = &OURS.model;
    let (K, M) = stiffness_and_masses(&model.creature.mesh);
    let start: Vec<f64> = (0..M.len()).map(|i| ((7 * i) as f64).sin() + 0.2).collect();
    let found = |start: &[f64]| {
        let [vectors] = ritz_vectors(&K, &M, [start], 32).unwrap();
        vectors
    };
    // The part of each muscle mode in the Ritz vector that is nearest to it.
    let nearest = |vectors: &Mat<f64>| -> Vec<f64> {
        let along = |k, j| mass_dot(&M, column(&model.muscles, k), column(vectors, j));
        let largest = |k| {
            let all = (0..vectors.ncols()).map(|j| along(k, j));
            all.max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap()
        };
        (0..4).map(largest).collect()
    };
    let own = nearest(&found(&start));
    assert!(own.iter().all(|part| part.abs() > 1.0 - 1e-8), "{own:?}");
    for turned in 0..4 {
        let mode = column(&model.muscles, turned);
        let part = mass_dot(&M, mode, &start);
        let reflected: Vec<f64> =
            start.iter().zip(mode).map(|(x, mode)| x - 2.0 * part * mode).collect();
        for (k, (own, other)) in own.iter().zip(nearest(&found(&reflected))).enumerate() {
            assert_eq!(own * other < 0.0, k == turned, "mode {k}, with {turned} turned around");
        }
    }
}

/// A rest shape that is turned and moved has turned by that angle, and turned back it is at rest.
#[test]
fn turns_are_read_off_a_turned_rest_shape() {
    let Reproduction { model, operators, .. } = &*OURS;
    let angles = [-2.5, -0.3, 0.0, 0.7];
    let states = angles.map(|angle: f64| {
        let (sin, cos) = angle.sin_cos();
        let turned = |[x, y]: &[f64; 2]| [cos * x - sin * y + 0.4, sin * x + cos * y - 1.3];
        let shape: Vec<f64> = model.creature.mesh.positions().iter().flat_map(turned).collect();
        model.subspace.project(&model.creature.unit_masses, &shape)
    });
    let run = Trajectory { coordinates: states.to_vec(), commands: Vec::new(), iterations: 0 };
    assert!(largest_difference(&turns(model, operators, &run.coordinates), &angles) <= 1e-12);
    let back = turned_back(model, operators, &run);
    assert!(back.amplitudes.iter().flatten().all(|amplitude| amplitude.abs() <= 1e-12));
}

#[test]
fn summary() {
    let mut text = ledger::summary(&VERDICTS);
    let line = |crawl: &Crawl| {
        let [low, high] = crawl.height_range();
        format!("travel {:+.3}, height [{low:.3}, {high:.3}]\n", crawl.travel())
    };
    for choice in &OURS.signs {
        let signs: String =
            choice.signs.iter().map(|sign| if *sign > 0.0 { '+' } else { '-' }).collect();
        text += &format!("signs {signs}: {}", line(&choice.crawl));
    }
    for (draw, tied) in OURS.ties.iter().enumerate() {
        text += &format!("ties {draw}: {} replaced, {}", tied.replaced, line(&tied.crawl));
    }
    for other in &OURS.labels {
        text += &format!("labels {}: {}", other.seed, line(&other.crawl));
    }
    ledger::assert_snapshot("notebook_025", &text);
}
