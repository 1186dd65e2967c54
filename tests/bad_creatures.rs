//! Creatures, gaits and runs of notebook 025 that cannot be are refused with an error that names what
//! is wrong.

use modebook::{
    experiments::modal_muscles::{
        Crawler, Creature, Error, Gait, GaitSearch, Model, Operators, Parameters, contact_setup,
    },
    mesh::{Caterpillar, CaterpillarError, Mesh, connected_components, triangulated_grid},
    reduction::EigenError,
};

/// Every parameter of notebook 025 out of its range names itself.
#[test]
fn muscle_parameters() {
    type Change = fn(&mut Parameters);
    let changes: [(&str, Change); 24] = [
        ("muscles", |p| p.muscles = 0),
        ("signs", |p| p.signs = vec![1.0; 3]),
        ("signs", |p| p.signs[1] = 0.5),
        ("skinning-modes", |p| p.skinning_modes = 0),
        ("clusters", |p| p.clusters = 0),
        ("largest-gradient", |p| p.largest_gradient = 0.0),
        ("density", |p| p.density = -1.0),
        ("iterations", |p| p.iterations = 0),
        ("tolerance", |p| p.tolerance = f64::NAN),
        ("gravity", |p| p.gravity = f64::INFINITY),
        ("contact-points", |p| p.contact_points = 0),
        ("ground-gap", |p| p.ground_gap = f64::NAN),
        ("friction", |p| p.friction = 1.5),
        ("friction", |p| p.friction = -0.1),
        ("friction", |p| p.friction = f64::NAN),
        ("passive-stiffness", |p| p.crawling.passive_stiffness = -1.0),
        ("time-step", |p| p.crawling.time_step = 0.0),
        ("steps", |p| p.crawling.steps = 0),
        ("steps", |p| p.crawling.steps = usize::MAX),
        ("amplitudes", |p| p.crawling.gait.amplitudes = vec![0.1; 5]),
        ("amplitudes", |p| p.crawling.gait.amplitudes[2] = f64::NAN),
        ("periods", |p| p.crawling.gait.periods[0] = 0.0),
        ("population", |p| p.search.population = 1),
        ("steps", |p| p.search.steps = usize::MAX),
    ];
    for (name, change) in changes {
        let mut parameters = Parameters::default();
        change(&mut parameters);
        let message = Model::new(small_creature(), &parameters).expect_err(name).to_string();
        assert!(message.starts_with(&format!("{name} is ")), "{name}: {message}");
    }
}

fn small_creature() -> Creature {
    let shape = Caterpillar { columns: 20, rows: 10, ..Caterpillar::default() };
    Creature::new(shape.mesh().expect("a sound shape")).expect("in one piece")
}

#[test]
fn creatures() {
    let shape = |change: fn(&mut Caterpillar)| {
        let mut shape = Caterpillar::default();
        change(&mut shape);
        shape.mesh()
    };
    let message = |change| shape(change).expect_err("a bad shape").to_string();
    assert!(message(|s| s.body_fraction = 1.5).starts_with("body_fraction is 1.5"));
    assert!(message(|s| s.leg_fraction = f64::NAN).starts_with("leg_fraction is NaN"));
    assert!(message(|s| s.columns = 1).starts_with("columns is 1"));
    assert_eq!(shape(|s| (s.body_fraction, s.legs) = (0.0, 0)), Err(CaterpillarError::NoCells));

    // Two squares apart, and two that hang together by a corner.
    let square = [[0, 1, 2], [0, 2, 3]];
    let corners = |x: f64, y: f64| [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]];
    let apart = [corners(0.0, 0.0), corners(3.0, 0.0)].concat();
    let second = square.map(|t| t.map(|v| v + 4));
    let mesh = Mesh::new(apart, [square, second].concat()).expect("sound triangles");
    assert_eq!(connected_components(&mesh), 2);
    assert_eq!(Creature::new(mesh).unwrap_err(), Error::Disconnected { components: 2 });

    let mut hinged = [corners(0.0, 0.0), corners(1.0, 1.0)].concat();
    hinged.remove(4);
    let second = [[2, 4, 5], [2, 5, 6]];
    let mesh = Mesh::new(hinged, [square, second].concat()).expect("sound triangles");
    let hinged = Creature::new(mesh).expect("in one piece");
    for count in [1, 3, 5] {
        assert_eq!(hinged.modes(count).unwrap_err(), Error::Mechanism { modes: 4 });
    }
    let triangle = Mesh::new(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], vec![[0, 1, 2]]);
    let triangle = Creature::new(triangle.expect("sound")).expect("in one piece");
    for count in [1, 2, 3, 6] {
        let modes = triangle.modes(count).expect("as many as there are");
        assert_eq!([modes.values.len(), modes.vectors.ncols()], [count; 2]);
    }
}

#[test]
fn more_than_a_creature_has() {
    let default = Parameters::default();
    let error = |change: fn(&mut Parameters)| {
        let mut parameters = default.clone();
        change(&mut parameters);
        Model::new(small_creature(), &parameters).expect_err("too many").to_string()
    };
    assert!(error(|p| p.clusters = 100_000).starts_with("clusters is 100000: it must be at most"));
    assert!(error(|p| p.skinning_modes = 100_000).starts_with("skinning-modes is 100000"));
    let many = error(|p| {
        p.muscles = 100_000;
        p.signs = vec![1.0; 100_000];
        for gait in [&mut p.floating.gait, &mut p.crawling.gait] {
            *gait = Gait {
                amplitudes: vec![0.0; 100_000],
                periods: vec![1.0; 100_000],
                phases: vec![0.0; 100_000],
            };
        }
    });
    assert!(many.starts_with("muscles is 100000: it must be at most"), "{many}");
    assert!(matches!(small_creature().modes(usize::MAX), Err(Error::Eigen(_))));
    assert!(matches!(small_creature().modes(0), Err(Error::Eigen(EigenError::NoModes))));
}

#[test]
fn runs_that_cannot_be() {
    let mut p = Parameters::default();
    let model = Model::new(small_creature(), &p).expect("sound");
    let operators = Operators::new(&model);
    let message =
        |p: &Parameters| contact_setup(&model, p).expect_err("a floor above the body").to_string();
    p.ground_gap = -3.0;
    assert!(message(&p).starts_with("ground-gap is -3: it must be above"), "{}", message(&p));
    p.ground_gap = 0.15;
    let contact = contact_setup(&model, &p).expect("sound");
    let crawler =
        Crawler { model: &model, operators: &operators, contact: &contact, parameters: &p };
    let short = Gait { amplitudes: vec![0.1], periods: vec![1.0], phases: vec![0.0] };
    assert!(matches!(crawler.crawl_with(short, 10), Err(Error::Parameter(_))));
    let mut violent = p.crawling.gait.clone();
    violent.amplitudes[0] = f64::MAX;
    assert!(matches!(crawler.crawl_with(violent, 60), Err(Error::NotFinite { .. })));

    let mut stiff = p.clone();
    stiff.crawling.passive_stiffness = f64::MAX;
    let crawler = Crawler { parameters: &stiff, ..crawler };
    assert!(matches!(crawler.crawl(|_| ()), Err(Error::Singular(_))));
    let mut turned = p.clone();
    turned.crawling.gait.amplitudes[0] = -0.4;
    let backwards = Crawler { parameters: &turned, ..crawler };
    assert!(matches!(GaitSearch::new(backwards), Err(Error::Parameter(_))));
}

/// A triangle so thin that round-off drowns the rigid motions is named, not computed with.
#[test]
fn a_needle_is_named() {
    let grid = triangulated_grid(41, 21, 2.0, 1.0).expect("sound");
    // A new vertex in a triangle, next to nothing away from one of its edges.
    let [a, b, c] = grid.triangles()[401];
    let at = |v: usize| grid.positions()[v];
    let middle = [0, 1].map(|i| 0.5 * (at(a)[i] + at(b)[i]));
    let moved = [0, 1].map(|i| middle[i] + 1e-12 * (at(c)[i] - middle[i]));
    let mut positions = grid.positions().to_vec();
    positions.push(moved);
    let new = positions.len() - 1;
    let mut triangles = grid.triangles().to_vec();
    triangles[401] = [a, b, new];
    triangles.extend([[b, c, new], [c, a, new]]);
    let creature = Creature::new(Mesh::new(positions, triangles).expect("an area")).expect("whole");
    let error = creature.modes(7).expect_err("lost in round-off");
    assert!(
        matches!(error, Error::RigidMotionsLost { triangle: 401, .. } | Error::Eigen(_)),
        "{error}"
    );
}
