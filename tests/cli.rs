//! The command line: its results, its errors, its exit status.

#[cfg(feature = "video")]
#[path = "cli/animations.rs"]
mod animations;
#[path = "cli/book.rs"]
mod book;
#[path = "cli/descent.rs"]
mod descent;
#[path = "cli/muscles.rs"]
mod muscles;
#[path = "cli/optimize.rs"]
mod optimize;
#[path = "cli/timings.rs"]
mod timings;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use modebook::experiments::skinning_eigenmodes::{
    Parameters, best_fit, dynamics_beam, subspaces, turned,
};
use serde_json::Value;

const MODEBOOK: &str = env!("CARGO_BIN_EXE_modebook");

fn modebook(arguments: &[&str]) -> Output {
    Command::new(MODEBOOK).args(arguments).output().expect("the binary runs")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = modebook(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON and nothing else on standard output")
}

/// Asserts exit status 2, nothing on standard output, and a message with every one of some words.
#[track_caller]
fn refused(arguments: &[&str], words: &[&str]) {
    let output = modebook(arguments);
    let message = String::from_utf8_lossy(&output.stderr).to_string();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed results");
    assert!(!message.contains("panicked"), "{message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: {word:?} is missing in: {message}");
    }
}

/// The path of a file in a folder, as an argument.
fn path_in(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("UTF-8").to_string()
}

#[track_caller]
fn assert_is_svg(file: &str) {
    let svg = fs::read_to_string(file).expect("written");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "a whole SVG document");
}

/// Writes an OBJ file with grids of squares of some columns and rows, one after the other.
fn write_grids(file: impl AsRef<Path>, grids: &[[usize; 2]]) {
    let (mut vertices, mut faces, mut first) = (String::new(), String::new(), 1);
    for [columns, rows] in grids {
        let shift = 2 * first;
        for (i, j) in (0..=*rows).flat_map(|j| (0..=*columns).map(move |i| (i, j))) {
            vertices += &format!("v {} {j} 0\n", shift + i);
            if i < *columns && j < *rows {
                let a = first + j * (columns + 1) + i;
                let c = a + columns + 2;
                faces += &format!("f {a} {} {c}\nf {a} {c} {}\n", a + 1, c - 1);
            }
        }
        first += (columns + 1) * (rows + 1);
    }
    fs::write(file, vertices + &faces).expect("writable");
}

#[test]
fn verify_prints_verdicts() {
    let rows = json(&["verify", "--claim", "17.droop.full", "--json"]);
    let row = &rows[0];
    assert_eq!(rows.as_array().map(Vec::len), Some(1));
    for field in ["section", "statement"] {
        assert!(row[field].as_str().is_some_and(|text| !text.is_empty()), "{field}");
    }
    assert_eq!(row["id"], "17.droop.full");
    assert_eq!(row["notebook"], 17);
    assert_eq!(row["printed"], "-3.47 (100%)");
    assert_eq!(row["measured"], "-3.47 (100%)");
    assert_eq!(row["agreement"], "printed");
    assert_eq!(row["agrees"], true);
    assert_eq!(row["conditions"], serde_json::json!([{ "is_met": true }]));
    let height = &row["shown"][0];
    assert_eq!(height["text"], "-3.47");
    let [value, unit, to_edge] =
        ["value", "unit", "to_edge"].map(|field| height[field].as_f64().expect("a number"));
    assert!(value != -3.47 && (value + 3.47).abs() < 0.5 * unit, "{value} is not unrounded");
    assert!(((value + 3.47).abs() / unit + to_edge - 0.5).abs() < 1e-9, "{to_edge}");
}

#[test]
fn verify_prints_what_a_limit_leaves() {
    let rows = json(&["verify", "--claim", "17.gradient", "--json"]);
    let condition = &rows[0]["conditions"][0];
    assert_eq!(condition["is_met"], true);
    assert_eq!(condition["side"], "at most");
    let [value, limit, used] =
        ["value", "limit", "used"].map(|field| condition[field].as_f64().expect("a number"));
    assert!(limit == 1e-10 && used == value / limit && used < 1.0, "{condition}");
}

#[test]
fn verify_refuses_what_it_does_not_know() {
    refused(&["verify", "--claim", "17.droop.nothing"], &["17.droop.nothing"]);
    refused(&["verify", "--notebook", "18"], &["18"]);
    refused(&["verify", "--notebook", "17", "--claim", "25.cma"], &["--notebook", "--claim"]);
}

#[test]
fn beam_prints_the_trajectory() {
    let report = json(&["beam", "--basis", "skinning", "--modes", "4", "--steps", "6", "--json"]);
    assert_eq!(report["dofs"], 24);
    let tip = report["tip"].as_array().expect("a list");
    assert_eq!(tip.len(), 7, "the rest pose first");
    assert_eq!(tip[0][0].as_f64().map(|x| (x - 2.0).abs() < 1e-9), Some(true));
    assert_eq!(report["newton_iterations"].as_array().map(Vec::len), Some(6));
    assert!(report["seconds"].as_f64().is_some_and(|s| s > 0.0));

    let full = json(&[
        "beam",
        "--columns",
        "8",
        "--rows",
        "3",
        "--steps",
        "2",
        "--gravity",
        "-1.5",
        "--json",
    ]);
    assert_eq!(full["dofs"], 48);
}

#[test]
fn beam_refuses_bad_options() {
    for (option, value, words) in [
        ("--columns", "1", ["columns", "at least 2"]),
        ("--rows", "0", ["rows", "at least 2"]),
        ("--modes", "0", ["modes", "at least 1"]),
        ("--poisson", "0.5", ["poisson", "0.5"]),
        ("--poisson", "-1", ["poisson", "-1"]),
        ("--poisson", "NaN", ["poisson", "0 or above"]),
        ("--young", "-3", ["young", "positive"]),
        ("--density", "-1", ["density", "positive"]),
        ("--time-step", "0", ["time-step", "positive"]),
        ("--time-step", "inf", ["time-step", "finite"]),
        ("--gravity", "nan", ["gravity", "finite"]),
        ("--width", "-4", ["width", "positive"]),
        ("--steps", "0", ["steps", "at least 1"]),
        ("--basis", "wavelets", ["basis", "skinning"]),
    ] {
        refused(&["beam", option, value, "--json"], &words);
    }
    refused(&["beam", "--basis", "lma", "--modes", "1101"], &["modes", "1100"]);
    refused(&["beam", "--basis", "skinning", "--modes", "184"], &["modes", "183"]);
    refused(
        &["beam", "--newton-iterations", "1"],
        &["time step 1", "1 iterations", "gradient norm"],
    );
}

#[test]
fn turn_prints_the_errors() {
    let parameters = Parameters { modes: 4, columns: 20, rows: 5, ..Parameters::default() };
    let beam = dynamics_beam(&parameters).expect("a sound grid");
    let subspaces = subspaces(&beam, &parameters).expect("fewer modes than degrees of freedom");
    let pose = turned(&beam, 120.0);
    let small = ["turn", "--angle", "120", "--modes", "4", "--columns", "20", "--rows", "5"];
    let report = json(&[&small[..], &["--json"]].concat());
    assert_eq!(report["angle"], 120.0);
    let printed = modebook(&small);
    let printed = String::from_utf8_lossy(&printed.stdout);
    for (name, space) in [("lma", &subspaces.modal), ("skinning", &subspaces.skinning)] {
        let error = best_fit(&beam, space, &pose).error;
        assert_eq!(report[name]["coordinates"], 24);
        assert_eq!(report[name]["error"], error);
        assert!(printed.contains(&format!("{error:.2e} with")), "{printed}");
    }
}

#[test]
fn turn_refuses_bad_options() {
    refused(&["turn"], &["--angle"]);
    refused(&["turn", "--angle", "nan"], &["angle", "finite"]);
    refused(&["turn", "--angle", "90", "--modes", "0"], &["modes", "at least 1"]);
    refused(&["turn", "--angle", "90", "--modes", "184"], &["1104", "1100"]);
}

#[test]
fn what_cannot_be_written_is_refused_before_anything_is_computed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("a file");
    fs::write(&file, "untouched").expect("writable");
    let below = file.join("folder");
    let below = below.to_str().expect("UTF-8");
    refused(&["--output", below], &["cannot write"]);
    refused(&["beam", "--steps", "1", "--figure", &format!("{below}/beam.svg")], &["cannot write"]);
    let a_folder = folder.path().join("folder.svg");
    fs::create_dir(&a_folder).expect("writable");
    refused(&["beam", "--figure", a_folder.to_str().expect("UTF-8")], &["it is a folder"]);
    refused(&["book", "build", "--dest-dir", below], &["cannot write"]);
    refused(&["book", "build", folder.path().to_str().expect("UTF-8")], &["book.toml"]);
    // mdBook clears its destination: never one that holds anything else.
    let holding = folder.path().to_str().expect("UTF-8");
    refused(&["book", "build", "--dest-dir", holding], &["would be cleared"]);
    assert_eq!(fs::read_to_string(&file).expect("still there"), "untouched");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing half-written");
}

#[test]
fn beam_draws_its_figure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = path_in(&folder, "new folder/beam.svg");
    json(&["beam", "--columns", "10", "--rows", "3", "--steps", "3", "--json", "--figure", &file]);
    assert_is_svg(&file);
}

#[cfg(not(feature = "video"))]
#[test]
fn without_its_feature_an_animation_is_refused() {
    for command in ["beam", "crawl", "float"] {
        let long = [command, "--steps", "100000", "--animation", "body.mp4"];
        refused(&long, &["body.mp4", "`video`", "--figure"]);
    }
}

/// What is replaced by a figure is a file: a link stays a link, and what is no file stays what it
/// is.
#[cfg(unix)]
#[test]
fn a_figure_replaces_nothing_but_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (target, link) = (folder.path().join("target.svg"), folder.path().join("link.svg"));
    fs::write(&target, "old").expect("writable");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    let small = ["beam", "--columns", "4", "--rows", "2", "--steps", "1", "--figure"];
    let [link_name, socket_name] = ["link.svg", "socket.svg"]
        .map(|name| folder.path().join(name).to_string_lossy().into_owned());
    assert!(modebook(&[&small[..], &[&link_name]].concat()).status.success());
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&target).expect("still there").starts_with("<svg"));

    let listener = std::os::unix::net::UnixListener::bind(&socket_name).expect("a socket");
    refused(&[&small[..], &[&socket_name]].concat(), &["no file that may be replaced"]);
    drop(listener);
}

#[test]
fn preprocessor_answers_mdbook() {
    assert_eq!(modebook(&["preprocess", "supports", "html"]).status.code(), Some(0));
    assert_eq!(modebook(&["preprocess", "supports", "latex"]).status.code(), Some(1));
}
