//! crawl, float and modes.

use std::fs;

use modebook::experiments::modal_muscles::{
    Crawler, Model, Operators, Parameters, contact_setup, creature, sign_table,
};
use serde_json::Value;

use super::{assert_is_svg, json, modebook, path_in, refused, write_grids};

#[track_caller]
fn assert_has_keys(report: &Value, keys: &[&str]) {
    let mut expected = keys.to_vec();
    expected.sort_unstable();
    let own: Vec<_> = report.as_object().expect("an object").keys().collect();
    assert_eq!(own, expected);
}

fn length(list: &Value) -> usize {
    list.as_array().expect("a list").len()
}

#[test]
fn crawl_prints_the_notebooks() {
    let report = json(&["crawl", "--json"]);
    let keys = [
        "travel",
        "com",
        "lowest_contact_height",
        "com_y_range",
        "deepest_penetration",
        "amplitude_ceilings",
        "seconds",
    ];
    assert_has_keys(&report, &keys);
    assert_eq!(report["travel"].as_f64().map(|x| format!("{x:+.3}")), Some("+3.660".into()));
    assert_eq!([length(&report["com"]), length(&report["lowest_contact_height"])], [450; 2]);
    assert_eq!([length(&report["com"][0]), length(&report["com_y_range"])], [2; 2]);
    assert_eq!(length(&report["amplitude_ceilings"]), 4);
    assert!(report["deepest_penetration"].as_f64().is_some_and(|depth| depth > 0.0));
    assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));

    let words = modebook(&["crawl"]).stdout;
    assert!(String::from_utf8_lossy(&words).starts_with("travelled +3.660 m "));
}

#[test]
fn a_negative_amplitude_turns_its_mode_around() {
    let parameters = Parameters::default();
    let creature = creature(&parameters).expect("sound");
    let model = Model::new(creature, &parameters).expect("sound");
    let (operators, contact) =
        (Operators::new(&model), contact_setup(&model, &parameters).expect("sound"));
    let crawler = Crawler {
        model: &model,
        operators: &operators,
        contact: &contact,
        parameters: &parameters,
    };
    let table = sign_table(&crawler).expect("crawls");
    let turned = table.iter().find(|row| row.signs == [1.0, 1.0, 1.0, -1.0]).expect("all choices");
    let report = json(&["crawl", "--amplitudes", "-0.45,0.35,0.25,0.15", "--json"]);
    assert_eq!(report["travel"].as_f64(), Some(turned.crawl.travel()));
}

#[test]
fn options_of_a_crawl_count() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let short = |options: &[&str]| json(&[&["crawl", "--json", "--steps", "40"], options].concat());
    let plain = short(&[]);
    assert_eq!(length(&plain["com"]), 40);
    let options: [&[&str]; 13] = [
        &["--amplitudes", "0.1,0.35,0.25,0.15"],
        &["--periods", "1,0.8,1,0.6"],
        &["--phases", "-0.1,0.25,0.5,0.1"],
        &["--friction", "0"],
        &["--ground-gap", "-0.1"],
        &["--contact-points", "5"],
        &["--passive-stiffness", "1e5"],
        &["--active-stiffness", "1e5"],
        &["--time-step", "0.02"],
        &["--gravity", "-1.6"],
        &["--density", "500"],
        &["--skinning-modes", "5"],
        &["--clusters", "3"],
    ];
    for options in options {
        assert_ne!(short(options)["com"], plain["com"], "{options:?}");
    }
    assert_ne!(short(&["--iterations", "1"])["com"], plain["com"]);
    assert_ne!(short(&["--tolerance", "1"])["com"], plain["com"]);

    // Lists go before the file.
    let gait = path_in(&folder, "gait.json");
    let content =
        r#"{"amplitudes": [0,0,0,0], "periods": [1.2,0.8,1,0.6], "phases": [0,0.25,0.5,0.1]}"#;
    fs::write(&gait, content).expect("writable");
    assert_ne!(short(&["--gait", &gait])["com"], plain["com"]);
    let own = ["--gait", &gait, "--amplitudes", "0.45,0.35,0.25,0.15"];
    assert_eq!(short(&own)["com"], plain["com"]);
}

#[test]
fn float_prints_the_notebooks() {
    let report = json(&["float", "--json"]);
    let keys = [
        "com",
        "drift",
        "largest_turn",
        "commanded_amplitudes",
        "realized_amplitudes",
        "amplitude_ceilings",
        "seconds",
    ];
    assert_has_keys(&report, &keys);
    for list in ["com", "commanded_amplitudes", "realized_amplitudes"] {
        assert_eq!(length(&report[list]), 180, "{list}");
    }
    assert_eq!(length(&report["realized_amplitudes"][0]), 4);
    assert!(report["drift"].as_f64().is_some_and(|drift| drift < 1e-12));
    assert!(report["largest_turn"].as_f64().is_some_and(|turn| (0.59..0.61).contains(&turn)));
    refused(&["float", "--friction", "1"], &["--friction"]);
    let still = json(&["float", "--steps", "3", "--amplitudes", "0,0,0,0", "--json"]);
    assert_eq!(length(&still["com"]), 3);
    assert_ne!(still["realized_amplitudes"][2], report["realized_amplitudes"][2]);
}

#[test]
fn bodies_from_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bar = path_in(&folder, "bar.obj");
    write_grids(&bar, &[[12, 3]]);
    for command in ["crawl", "float"] {
        let figure = path_in(&folder, &format!("{command}.svg"));
        json(&[command, "--mesh", &bar, "--steps", "4", "--json", "--figure", &figure]);
        assert_is_svg(&figure);
    }

    // The caterpillar as a file: the same body, without the notebook's signs.
    let mesh = creature(&Parameters::default()).expect("sound").mesh;
    let vertices = mesh.positions().iter().map(|[x, y]| format!("v {x} {y} 0\n"));
    let faces =
        mesh.triangles().iter().map(|[a, b, c]| format!("f {} {} {}\n", a + 1, b + 1, c + 1));
    let file = path_in(&folder, "caterpillar.obj");
    fs::write(&file, vertices.chain(faces).collect::<String>()).expect("writable");
    let turned = ["--amplitudes", "-0.45,0.35,0.25,-0.15"];
    let short = ["crawl", "--steps", "20", "--json"];
    let last = |options: &[&str]| {
        json(&[&short[..], options].concat())["com"][19][1].as_f64().expect("a number")
    };
    let (from_file, turned) = (last(&["--mesh", &file]), last(&turned));
    assert!((from_file - turned).abs() < 1e-9, "{from_file} {turned}");
    assert!((from_file - last(&[])).abs() > 1e-6);
}

#[test]
fn bad_bodies_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, grids: &[[usize; 2]]| {
        let path = path_in(&folder, name);
        write_grids(&path, grids);
        path
    };
    let two = file("two.obj", &[[4, 2], [4, 2]]);
    let small = file("small.obj", &[[2, 1]]);
    let square = file("square.obj", &[[1, 1]]);
    let one = path_in(&folder, "one.obj");
    fs::write(&one, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").expect("writable");
    let truncated = path_in(&folder, "truncated.obj");
    fs::write(&truncated, "v 0 0 0\nv 1 0 0\nv 0 1").expect("writable");
    let missing = path_in(&folder, "missing.obj");
    for command in ["crawl", "float", "optimize"] {
        refused(&[command, "--mesh", &two], &["two.obj", "2 pieces"]);
        refused(&[command, "--mesh", &missing], &["missing.obj", "cannot be read"]);
    }
    refused(&["crawl", "--mesh", &truncated], &["truncated.obj", "line 3"]);
    refused(&["crawl", "--mesh", &small], &["clusters is 20", "at most 4"]);
    let coarse = ["crawl", "--clusters", "1", "--skinning-modes", "1", "--mesh"];
    refused(&["crawl", "--clusters", "4", "--mesh", &small], &["skinning-modes is 8", "at most 2"]);
    refused(&[&coarse[..], &[&one]].concat(), &["muscles is 4", "at most 3"]);
    refused(&[&coarse[..], &[&square]].concat(), &["square.obj", "finer mesh"]);
    refused(&["crawl", "--skinning-modes", "559"], &["skinning-modes", "at most 558"]);
}

#[test]
fn bad_motions_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [short, nothing] = ["short.json", "nothing.json"].map(|name| path_in(&folder, name));
    fs::write(&short, r#"{"amplitudes": [1], "periods": [1], "phases": [0]}"#).expect("writable");
    for (option, value, words) in [
        ("--amplitudes", "NaN,0,0,0", ["amplitudes", "finite"]),
        ("--amplitudes", "0.1,0.2", ["amplitudes", "4 numbers"]),
        ("--amplitudes", "0.1,,0,0", ["--amplitudes", "no number"]),
        ("--periods", "1,0,1,1", ["periods", "positive"]),
        ("--periods", "1,1,1,-1", ["periods", "positive"]),
        ("--phases", "0,0,0,inf", ["phases", "finite"]),
        ("--steps", "0", ["steps", "between 1"]),
        ("--steps", "18446744073709551615", ["steps", "memory"]),
        ("--time-step", "0", ["time-step", "positive"]),
        ("--density", "-1", ["density", "positive"]),
        ("--passive-stiffness", "-1", ["passive-stiffness", "zero or above"]),
        ("--active-stiffness", "NaN", ["active-stiffness", "finite"]),
        ("--iterations", "0", ["iterations", "at least 1"]),
        ("--tolerance", "-1", ["tolerance", "zero or above"]),
        ("--clusters", "0", ["clusters", "at least 1"]),
        ("--skinning-modes", "0", ["skinning-modes", "at least 1"]),
        ("--gait", &short, ["short.json", "4 numbers"]),
        ("--gait", &nothing, ["nothing.json", "JSON"]),
        ("--figure", "crawl.png", ["crawl.png", ".svg"]),
    ] {
        refused(&["crawl", option, value, "--json"], &words);
        refused(&["float", option, value, "--json"], &words);
    }
    for (option, value, words) in [
        ("--friction", "1.5", ["friction", "between 0"]),
        ("--friction", "-0.1", ["friction", "between 0"]),
        ("--gravity", "nan", ["gravity", "finite"]),
        ("--ground-gap", "-3", ["ground-gap", "above the whole body"]),
        ("--contact-points", "0", ["contact-points", "at least 1"]),
    ] {
        refused(&["crawl", option, value, "--json"], &words);
    }
}

#[test]
fn modes_of_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [file, figure] = ["bar.obj", "modes.svg"].map(|name| path_in(&folder, name));
    write_grids(&file, &[[12, 3]]);
    let rows = json(&["modes", "--mesh", &file, "--count", "5", "--json", "--figure", &figure]);
    assert_is_svg(&figure);
    let rigid: Vec<_> = (0..5).map(|mode| rows[mode]["rigid"].as_bool().expect("given")).collect();
    assert_eq!(rigid, [true, true, true, false, false]);
    let values: Vec<_> = (0..5).map(|k| rows[k]["eigenvalue"].as_f64().expect("given")).collect();
    assert!(values[..3].iter().all(|value| value.abs() < 1e-12) && values[3] > 1e-3, "{values:?}");
    assert_eq!(length(&json(&["modes", "--mesh", &file, "--count", "2", "--json"])), 2);

    let words = String::from_utf8(modebook(&["modes", "--mesh", &file]).stdout).expect("UTF-8");
    assert_eq!(words.matches("rigid").count(), 3);
    assert_eq!(words.matches("deforms").count(), 4);
}

#[test]
fn modes_that_cannot_be_had() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [two, square, hinge] =
        ["two.obj", "square.obj", "hinge.obj"].map(|name| path_in(&folder, name));
    write_grids(&two, &[[4, 2], [4, 2]]);
    write_grids(&square, &[[1, 1]]);
    let bow = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv -1 0 0\nv -1 -1 0\nf 1 2 3\nf 1 4 5\n";
    fs::write(&hinge, bow).expect("writable");
    refused(&["modes", "--mesh", &two], &["two.obj", "2 pieces"]);
    refused(&["modes", "--mesh", &square, "--count", "9"], &["square.obj", "9 modes", "at most 8"]);
    refused(&["modes", "--mesh", &square, "--count", "0"], &["at least 1"]);
    refused(
        &["modes", "--mesh", &hinge, "--count", "1"],
        &["hinge.obj", "4 modes have zero energy"],
    );
    refused(&["modes", "--mesh", &path_in(&folder, "missing.obj")], &["missing.obj"]);
}
