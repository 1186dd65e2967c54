//! What is not sound is refused with an error that names it, and nothing panics.

use modebook::{
    energies::{MaterialError, NeoHookean},
    experiments::skinning_eigenmodes::{
        Basis, Error, Parameters, Space, droop, dynamics_beam, space, subspaces, timing_beam,
    },
    mesh::{GridError, Mesh, MeshError, triangulated_grid},
    solvers::{CmaEs, CmaEsError, NewtonError},
};

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];

fn mesh(positions: &[[f64; 2]], triangles: &[[usize; 3]]) -> Result<Mesh, MeshError> {
    Mesh::new(positions.to_vec(), triangles.to_vec())
}

#[test]
fn meshes() {
    assert!(mesh(&SQUARE, &[[0, 1, 2], [0, 2, 3]]).is_ok());
    assert_eq!(mesh(&[], &[]), Err(MeshError::Empty { vertices: 0, triangles: 0 }));
    assert_eq!(mesh(&SQUARE, &[]), Err(MeshError::Empty { vertices: 4, triangles: 0 }));
    assert_eq!(
        mesh(&SQUARE, &[[0, 1, 2], [0, 2, 4]]),
        Err(MeshError::IndexOutOfRange { triangle: 1, vertex: 4, vertices: 4 })
    );
    assert_eq!(
        mesh(&SQUARE, &[[0, 1, 2], [0, 3, 3]]),
        Err(MeshError::RepeatedVertex { triangle: 1, vertex: 3 })
    );
    assert_eq!(mesh(&SQUARE, &[[0, 1, 2]]), Err(MeshError::UnreferencedVertex { vertex: 3 }));
    assert_eq!(
        mesh(&SQUARE, &[[0, 1, 2], [0, 3, 2]]),
        Err(MeshError::NegativeArea { triangle: 1, area: -0.5 })
    );
    let flat = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]];
    assert!(matches!(mesh(&flat, &[[0, 1, 2]]), Err(MeshError::ZeroArea { triangle: 0, .. })));
    let nearly_flat = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0 + 1e-15]];
    assert!(matches!(
        mesh(&nearly_flat, &[[0, 1, 2]]),
        Err(MeshError::ZeroArea { triangle: 0, .. })
    ));
    let broken = [[0.0, 0.0], [1.0, f64::NAN], [0.0, 1.0]];
    assert!(matches!(mesh(&broken, &[[0, 1, 2]]), Err(MeshError::NotFinite { vertex: 1, .. })));
    assert_eq!(
        mesh(&SQUARE, &[[0, 1, 2], [0, 2, 3], [1, 3, 0]]),
        Err(MeshError::Overlap { triangle: 2, other: 0, from: 0, to: 1 })
    );
    // A needle is no line.
    assert!(mesh(&[[0.0, 0.0], [1.0, 0.0], [0.5, 1e-6]], &[[0, 1, 2]]).is_ok());
}

/// Far out, tiny, or far from the origin: a mesh, or an error that says why not, and never a NaN.
#[test]
fn meshes_at_every_scale() {
    let scaled = |scale: f64, shift: f64| SQUARE.map(|p| p.map(|x| scale * x + shift));
    let square = |scale, shift| mesh(&scaled(scale, shift), &[[0, 1, 2], [0, 2, 3]]);
    for scale in [1e-139, 1e-30, 1e-9, 1e9, 1e30, 1e139] {
        let sides = square(scale, 0.0).expect("sound").normalized();
        for [low, high] in [0, 1].map(|axis| sides.extent(axis)) {
            assert!((low + 1.0).abs() <= 1e-15 && (high - 1.0).abs() <= 1e-15, "{scale:e}");
        }
    }
    for scale in [f64::MIN_POSITIVE, 1e-300, 1e-141, 1e141, 1e300, f64::MAX] {
        let error = square(scale, 0.0).expect_err("out of scale");
        assert_eq!(error, MeshError::OutOfScale { triangle: 0, length: scale });
        assert!(error.to_string().contains("other units"), "{error}");
    }
    let wide = [[-f64::MAX, 0.0], [f64::MAX, 0.0], [0.0, 1.0]];
    let error = mesh(&wide, &[[0, 1, 2]]).expect_err("too wide");
    assert_eq!(error, MeshError::OutOfScale { triangle: 0, length: f64::INFINITY });
    // All corners at one point is no question of units.
    for corner in [0.0, 1e300, f64::MAX] {
        let point = mesh(&[[corner; 2]; 3], &[[0, 1, 2]]);
        assert!(matches!(point, Err(MeshError::ZeroArea { triangle: 0, area: 0.0 })), "{point:?}");
    }
    assert!(square(1.0, 1e9).is_ok());
    assert!(square(1.0, 1e13).is_ok());
    let far = square(1.0, 1e15).expect_err("a digit is left for each corner");
    assert!(matches!(far, MeshError::ZeroArea { triangle: 0, area: 0.5 }), "{far}");
    assert!(far.to_string().contains("no area beyond round-off"), "{far}");
}

/// A triangle whose area would not survive the way to the origin is refused where it stands.
#[test]
fn normalized_triangles_keep_their_area() {
    let area = |mesh: &Mesh, triangle: usize| {
        let [a, b, c] = mesh.triangles()[triangle].map(|v| mesh.positions()[v]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let mut kept = 0;
    for exponent in 0..40 {
        let small = 0.5_f64.powi(exponent * 2);
        let positions =
            [[0.0, 0.0], [small, 0.0], [0.3 * small, small], [1.0, 0.7], [3.0, 0.9], [1.1, 2.0]];
        if let Ok(mesh) = mesh(&positions, &[[0, 1, 2], [3, 4, 5]]) {
            kept += 1;
            assert!(area(&mesh.normalized(), 0) > 0.0, "{small:e}");
        }
    }
    assert!((20..30).contains(&kept), "{kept} are kept");
}

#[test]
fn grids() {
    assert_eq!(
        triangulated_grid(1, 5, 1.0, 1.0),
        Err(GridError::TooFew { axis: "columns", count: 1 })
    );
    assert_eq!(
        triangulated_grid(5, 0, 1.0, 1.0),
        Err(GridError::TooFew { axis: "rows", count: 0 })
    );
    assert!(matches!(
        triangulated_grid(5, 5, -1.0, 1.0),
        Err(GridError::BadLength { side: "width", .. })
    ));
    assert!(matches!(
        triangulated_grid(5, 5, 1.0, f64::NAN),
        Err(GridError::BadLength { side: "height", .. })
    ));
    assert!(matches!(triangulated_grid(usize::MAX, 2, 1.0, 1.0), Err(GridError::TooLarge { .. })));
    assert!(triangulated_grid(2, 2, 1e-9, 1e-9).is_ok());
}

#[test]
fn materials() {
    assert_eq!(NeoHookean::from_young_poisson(-1.0, 0.3), Err(MaterialError::Young(-1.0)));
    assert_eq!(NeoHookean::from_young_poisson(0.0, 0.3), Err(MaterialError::Young(0.0)));
    for poisson in [-1.0, -0.9, -1e-9, 0.5, 0.7, f64::INFINITY] {
        assert_eq!(
            NeoHookean::from_young_poisson(1.0, poisson),
            Err(MaterialError::Poisson(poisson))
        );
    }
    assert!(NeoHookean::from_young_poisson(f64::NAN, 0.3).is_err());
    assert!(NeoHookean::from_young_poisson(1.0, f64::NAN).is_err());
    assert!(NeoHookean::from_young_poisson(1.0, 0.4999).is_ok());
    assert!(NeoHookean::from_young_poisson(1.0, 0.0).is_ok());
}

/// Every parameter out of its range names itself.
#[test]
fn parameters() {
    type Change = fn(&mut Parameters);
    let changes: [(&str, Change); 17] = [
        ("density", |p| p.density = 0.0),
        ("density", |p| p.density = -1.0),
        ("time-step", |p| p.time_step = f64::NAN),
        ("time-step", |p| p.time_step = -0.01),
        ("gravity", |p| p.gravity = f64::INFINITY),
        ("pin-stiffness", |p| p.pin_stiffness = -1.0),
        ("newton-tolerance", |p| p.newton_tolerance = 0.0),
        ("newton-iterations", |p| p.newton_iterations = 0),
        ("steps", |p| p.steps = 0),
        ("modes", |p| p.modes = 0),
        ("angles", |p| p.angles = 1),
        ("sweep-modes", |p| p.sweep_modes = 0),
        ("columns", |p| p.columns = 1),
        ("rows", |p| p.rows = 1),
        ("width", |p| p.width = f64::NAN),
        ("young", |p| p.young = -3.0),
        ("poisson", |p| p.poisson = 0.5),
    ];
    for (name, change) in changes {
        let mut parameters = Parameters::default();
        change(&mut parameters);
        let message = dynamics_beam(&parameters).expect_err(name).to_string();
        assert!(message.starts_with(&format!("{name} is ")), "{name}: {message}");
    }
    assert!(timing_beam(&Parameters { timing_columns: 0, ..Parameters::default() }).is_err());
}

#[test]
fn more_modes_than_degrees_of_freedom() {
    let small = Parameters { columns: 3, rows: 2, steps: 3, ..Parameters::default() };
    let beam = dynamics_beam(&small).expect("sound");
    for (basis, modes) in
        [(Basis::Modal, 13), (Basis::Skinning, 3), (Basis::Modal, 0), (Basis::Skinning, 0)]
    {
        assert!(
            matches!(space(&beam, basis, modes), Err(Error::Parameter(_))),
            "{basis:?} {modes}"
        );
    }
    assert!(matches!(subspaces(&beam, &small), Err(Error::Eigen(_))));
    // As many as there are is allowed, and runs.
    for (basis, modes) in [(Basis::Modal, 12), (Basis::Skinning, 2)] {
        let all = space(&beam, basis, modes).expect("all of them");
        assert!(droop(&beam, &all, &small, |_| ()).is_ok());
    }
}

#[test]
fn newton_that_does_not_converge_is_an_error() {
    let impatient = Parameters { newton_iterations: 1, ..Parameters::default() };
    let beam = dynamics_beam(&impatient).expect("sound");
    let error =
        droop(&beam, &Space::Full, &impatient, |_| ()).expect_err("one iteration is not enough");
    let Error::TimeStep {
        step: 1,
        source: NewtonError::NotConverged { iterations: 1, step_norm, .. },
    } = error
    else {
        panic!("{error}");
    };
    assert!(step_norm > 1e-6);
}

/// Extreme but sound parameters: an answer or a typed error, never a NaN.
#[test]
fn extreme_parameters() {
    type Change = fn(&mut Parameters);
    let changes: [Change; 8] = [
        |p| p.poisson = 0.4999,
        |p| p.time_step = 1e-8,
        |p| p.time_step = 10.0,
        |p| p.young = 1e12,
        |p| p.young = 1e-6,
        |p| p.pin_stiffness = 0.0,
        |p| (p.width, p.height) = (4e-6, 5e-7),
        |p| p.density = 1e9,
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut parameters =
            Parameters { columns: 12, rows: 4, steps: 5, modes: 3, ..Parameters::default() };
        change(&mut parameters);
        let beam = dynamics_beam(&parameters).expect("sound");
        for basis in [Basis::Full, Basis::Modal, Basis::Skinning] {
            let space = space(&beam, basis, 3).expect("sound");
            match droop(&beam, &space, &parameters, |_| ()) {
                Ok(run) => assert!(
                    run.states.iter().flatten().all(|x| x.is_finite()),
                    "change {index}, {basis:?}"
                ),
                Err(error) => println!("change {index}, {basis:?}: {error}"),
            }
        }
    }
}

#[test]
fn searches() {
    let error = |start: &[f64], sigma, population| {
        CmaEs::new(start, sigma, population, 0).expect_err("not sound")
    };
    assert_eq!(error(&[], 1.0, 8), CmaEsError::NoUnknowns);
    assert_eq!(
        error(&[0.0, f64::INFINITY], 1.0, 8),
        CmaEsError::BadStart { index: 1, value: f64::INFINITY }
    );
    for sigma in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(error(&[0.0], sigma, 8), CmaEsError::Sigma(sigma));
    }
    assert!(error(&[0.0], f64::NAN, 8).to_string().starts_with("sigma is NaN"));
    for population in [0, 1] {
        assert_eq!(error(&[0.0], 1.0, population), CmaEsError::Population(population));
    }

    // The smallest that is sound, and a slope without end: no panic.
    for (start, population) in [(&[0.0][..], 2), (&[0.0; 3], 2), (&[0.0], 300)] {
        let mut search = CmaEs::new(start, 1.0, population, 0).expect("sound");
        for _ in 0..3000 {
            let candidates = search.ask();
            let values: Vec<f64> = candidates.iter().map(|x| x.iter().sum()).collect();
            search.tell(&candidates, &values);
        }
        assert!(search.best().expect("finite values").1 < -1e3);
    }
}
