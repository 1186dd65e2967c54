//! What is not sound is refused with an error that names it, and nothing panics.

use std::{fs, io::ErrorKind, path::Path};

use modebook::{
    energies::{MaterialError, NeoHookean},
    experiments::skinning_eigenmodes::{
        Basis, Error, Parameters, Space, droop, dynamics_beam, space, subspaces, timing_beam,
    },
    mesh::{GridError, Mesh, MeshError, MeshFileError, ObjError, read_mesh, triangulated_grid},
    solvers::{CmaEs, CmaEsError, NewtonError},
};
use proptest::prelude::*;

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
    let huge = [[0.0, 0.0], [1e300, 0.0], [0.0, 1e300]];
    assert!(
        matches!(mesh(&huge, &[[0, 1, 2]]), Err(MeshError::ZeroArea { .. })),
        "its area overflows"
    );
    assert_eq!(
        mesh(&SQUARE, &[[0, 1, 2], [0, 2, 3], [1, 3, 0]]),
        Err(MeshError::Overlap { triangle: 2, other: 0, from: 0, to: 1 })
    );
    // A needle is no line.
    assert!(mesh(&[[0.0, 0.0], [1.0, 0.0], [0.5, 1e-6]], &[[0, 1, 2]]).is_ok());
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

const SQUARE_OBJ: &str = "v 0 0 2\nv 1 0 2\nv 1 1 2\nv 0 1 2\nf 1 2 3\nf 1 3 4\n";

/// Reads a mesh from a file with this content.
fn read(content: impl AsRef<[u8]>) -> Result<Mesh, MeshFileError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mesh.obj");
    fs::write(&path, content).expect("written");
    read_mesh(&path)
}

#[test]
fn mesh_files_that_are_no_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = read_mesh(&folder.path().join("missing.obj")).expect_err("missing");
    assert!(matches!(missing, MeshFileError::Unreadable { reason: ErrorKind::NotFound, .. }));
    assert!(missing.to_string().contains("missing.obj cannot be read"), "{missing}");
    let named_as_file = folder.path().join("folder.OBJ");
    fs::create_dir(&named_as_file).expect("created");
    assert!(matches!(read_mesh(&named_as_file), Err(MeshFileError::Unreadable { .. })));
    for other in ["mesh.stl", "mesh", "", ".obj", "mesh.obj.gz"] {
        let error = read_mesh(Path::new(other)).expect_err(other);
        assert!(matches!(error, MeshFileError::UnknownFormat { .. }), "{other}: {error}");
        assert!(error.to_string().contains(".obj"), "{error}");
    }
    let large = folder.path().join("large.obj");
    fs::File::create(&large).and_then(|file| file.set_len((1 << 28) + 1)).expect("sparse");
    assert!(matches!(read_mesh(&large), Err(MeshFileError::TooLarge { .. })));
}

/// Every line that is not understood is named; none is skipped.
#[test]
fn mesh_files_with_bad_lines() {
    assert_eq!(read(SQUARE_OBJ), mesh(&SQUARE, &[[0, 1, 2], [0, 2, 3]]).map_err(|_| panic!()));
    let lines = [
        ("v 0 0", "a vertex with 2 numbers"),
        ("v 0 0 2 1", "a vertex with 4 numbers"),
        ("v 0 0 2 1 0", "a vertex with 5 numbers"),
        ("v 0 zero 2", "\"zero\" is no number"),
        ("v 0,5 0 2", "\"0,5\" is no number"),
        ("v 0x1 0 2", "\"0x1\" is no number"),
        ("f 1 2", "a face with 2 corners"),
        ("f 1 2 3 4", "a face with 4 corners"),
        ("f", "a face with 0 corners"),
        ("l 1 2 3", "\"l\" is not understood"),
        ("p 1", "\"p\" is not understood"),
        ("V 0 0 0", "\"V\" is not understood"),
        ("<html>", "\"<html>\" is not understood"),
        ("\u{0}\u{1}", "\"\\0\\u{1}\" is not understood"),
    ];
    for (line, problem) in lines {
        let message = read(format!("# bad\n\n{line}\n{SQUARE_OBJ}")).expect_err(line).to_string();
        assert!(message.contains("mesh.obj, line 3: "), "{line}: {message}");
        assert!(message.contains(problem), "{line}: {message}");
    }
    let painted = SQUARE_OBJ.replace("v 1 1 2", "v 1 1 2 0.5 0.5 0.5");
    assert_eq!(read(format!("\u{feff}{painted}")), read(SQUARE_OBJ));
    let latin = read(b"# caf\xe9\n").expect_err("no UTF-8");
    assert!(matches!(latin, MeshFileError::NotText { line: 1, .. }));
    let binary = read([SQUARE_OBJ.as_bytes(), &[0x80, 0xff, 0, 7]].concat()).expect_err("binary");
    assert!(matches!(binary, MeshFileError::NotText { line: 7, .. }));
}

#[test]
fn mesh_files_with_bad_meshes() {
    let source = |content: &str| match read(content).expect_err(content) {
        MeshFileError::Mesh { source, .. } => source,
        error => panic!("{content}: {error}"),
    };
    assert_eq!(source(""), MeshError::Empty { vertices: 0, triangles: 0 });
    assert_eq!(source("# nothing"), MeshError::Empty { vertices: 0, triangles: 0 });
    assert_eq!(source("v 0 0 0\nv 1 0 0\nv 1 1 0"), MeshError::Empty { vertices: 3, triangles: 0 });
    let with = |line: &str| format!("{line}\n{SQUARE_OBJ}");
    // The first of five vertices is used by the triangles, which are counted from it.
    assert!(matches!(source(&with("v nan 0 2")), MeshError::NotFinite { vertex: 0, .. }));
    assert!(matches!(source(&with("v 0 1e999 2")), MeshError::NotFinite { vertex: 0, .. }));
    let unused = format!("{SQUARE_OBJ}v 5 5 2\n");
    assert_eq!(source(&unused), MeshError::UnreferencedVertex { vertex: 4 });
    let twice = SQUARE_OBJ.replace("f 1 3 4", "f 1 3 3");
    assert_eq!(source(&twice), MeshError::RepeatedVertex { triangle: 1, vertex: 2 });
    let clockwise = SQUARE_OBJ.replace("f 1 3 4", "f 1 4 3");
    assert_eq!(source(&clockwise), MeshError::NegativeArea { triangle: 1, area: -0.5 });

    let corners = [
        "5",
        "0",
        "-5",
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999",
        "four",
        "4.0",
        "/1",
        "4/x",
        "4/1/1/1",
        "\\\n4",
    ];
    for corner in corners {
        let content = SQUARE_OBJ.replace("f 1 3 4", &format!("f 1 3 {corner}"));
        let MeshFileError::Line {
            line: 6,
            problem: ObjError::NoSuchVertex { corner: named, vertices: 4 },
            ..
        } = read(content).expect_err(corner)
        else {
            panic!("{corner}")
        };
        assert!(corner.starts_with(&named));
    }
    assert!(read(SQUARE_OBJ.replace("f 1 3 4", "f -4/-1 3//1 +4/2/1")).is_ok());
    for (height, vertex) in [("3", 3), ("nan", 3), ("2.0000000000000004", 3)] {
        let content = SQUARE_OBJ.replace("v 0 1 2", &format!("v 0 1 {height}"));
        let error = read(content).expect_err(height);
        let MeshFileError::NotFlat { vertex: named, first: 2.0, .. } = error else {
            panic!("{height}: {error}")
        };
        assert_eq!(named, vertex);
    }
    let nowhere = read(SQUARE_OBJ.replace(" 2\nv", " inf\nv")).expect_err("infinitely high");
    assert!(matches!(nowhere, MeshFileError::NotFlat { vertex: 0, .. }), "{nowhere}");
}

#[test]
fn mesh_files_cut_off_anywhere() {
    for length in 0..SQUARE_OBJ.len() - 1 {
        assert!(read(&SQUARE_OBJ[..length]).is_err(), "cut after {length} bytes");
    }
    assert!(read(SQUARE_OBJ.trim_end()).is_ok(), "all but the last line break");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Damaged anywhere, a file is a mesh or an error, never a panic.
    #[test]
    fn mesh_files_that_are_damaged(
        damage in prop::collection::vec((0..SQUARE_OBJ.len(), "[ -~\n]{0,3}"), 1..6), cut in 0..SQUARE_OBJ.len()
    ) {
        let mut content = format!("vt 0 0\nvn 0 0 1\n{SQUARE_OBJ}");
        for (at, insert) in damage {
            let end = content.len().min(at + insert.len() / 2);
            content.replace_range(at..end, &insert);
        }
        content.truncate(content.len() - cut / 4);
        if let Ok(mesh) = read(&content) {
            prop_assert!(mesh.triangle_count() <= content.matches('f').count());
        }
        let _ = read(content.bytes().map(|byte| byte.wrapping_mul(7)).collect::<Vec<_>>());
    }
}
