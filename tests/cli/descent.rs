//! descent.

use modebook::experiments::modal_muscles::{Model, Operators, Parameters, creature, descent};
use serde_json::Value;

use super::{assert_is_svg, json, modebook, path_in, refused, write_grids};

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

#[test]
fn descent_prints_the_study() {
    let parameters = Parameters::default();
    let model = Model::new(creature(&parameters).expect("sound"), &parameters).expect("sound");
    let run = descent(&model, &Operators::new(&model), &parameters).expect("converges");
    let report = json(&["descent", "--json"]);
    let keys: Vec<_> = report.as_object().expect("an object").keys().collect();
    let expected = [
        "energies",
        "gradient_norms",
        "held_energies",
        "measured_rate",
        "minimum",
        "predicted_rate",
        "seconds",
    ];
    assert_eq!(keys, expected);
    assert_eq!(numbers(&report["energies"]), run.energies);
    assert_eq!(numbers(&report["held_energies"]), run.held_energies);
    assert_eq!(numbers(&report["gradient_norms"]), run.gradient_norms);
    assert_eq!(report["minimum"].as_f64(), Some(run.minimum));
    assert_eq!(report["measured_rate"].as_f64(), run.measured_rate());
    assert_eq!(report["predicted_rate"].as_f64(), Some(run.predicted_rate));

    let words = String::from_utf8(modebook(&["descent"]).stdout).expect("UTF-8");
    assert!(words.contains("gradient norm (N/m)"), "{words}");
    assert!(words.contains(&format!("{:.6e} J", run.minimum)), "{words}");
    for (i, norm) in run.gradient_norms.iter().enumerate() {
        let first = |line: &str| line.split_whitespace().nth(1).map(str::to_string);
        let row = words.lines().find(|line| first(line) == Some(i.to_string()));
        let row = row.unwrap_or_else(|| panic!("no row for iteration {i}: {words}"));
        let [held, best] = [run.held_energies[i], run.energies[i]].map(|e| e - run.minimum);
        let numbers = [held, best, *norm].map(|x| format!("{x:.4e}"));
        assert!(numbers.iter().all(|number| row.contains(number)), "{numbers:?}: {row}");
    }
    assert!(words.trim_end().ends_with("theory predicts 0.7944 in the end"), "{words}");
}

#[test]
fn options_of_a_descent_count() {
    let plain = json(&["descent", "--json"]);
    let options: [[&str; 2]; 8] = [
        ["--amplitude", "-0.5"],
        ["--time-step", "0.02"],
        ["--passive-stiffness", "1e5"],
        ["--active-stiffness", "1e5"],
        ["--density", "500"],
        ["--skinning-modes", "5"],
        ["--clusters", "3"],
        ["--iterations", "7"],
    ];
    for option in options {
        let other = json(&[&["descent", "--json"], &option[..]].concat());
        assert_ne!(other["gradient_norms"], plain["gradient_norms"], "{option:?}");
    }
    let short = json(&["descent", "--json", "--iterations", "7"]);
    assert_eq!(numbers(&short["energies"]), numbers(&plain["energies"])[..8]);
    assert_eq!([&short["minimum"], &short["predicted_rate"]].map(Value::as_f64), {
        [&plain["minimum"], &plain["predicted_rate"]].map(Value::as_f64)
    });
    // A step so short that round-off ends the descent before the last iteration.
    let fast = json(&["descent", "--json", "--time-step", "0.002"]);
    let [measured, predicted] =
        ["measured_rate", "predicted_rate"].map(|rate| fast[rate].as_f64().expect("a rate"));
    assert!((measured - predicted).abs() < 1e-3, "{measured} {predicted}");
}

#[test]
fn descent_of_another_body() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [bar, figure] = ["bar.obj", "descent.svg"].map(|name| path_in(&folder, name));
    write_grids(&bar, &[[12, 3]]);
    let report = json(&["descent", "--mesh", &bar, "--json", "--figure", &figure]);
    assert!(numbers(&report["energies"]).windows(2).all(|pair| pair[1] <= pair[0]));
    assert_is_svg(&figure);
}

#[test]
fn bad_descents_are_refused() {
    for (option, value, words) in [
        ("--amplitude", "NaN", ["amplitude", "finite"]),
        ("--amplitude", "1e160", ["time step 1", "finite"]),
        ("--amplitude", "1e200", ["time step 1", "finite"]),
        ("--iterations", "0", ["iterations", "at least 1"]),
        ("--iterations", "100001", ["iterations", "at most 100000"]),
        ("--time-step", "0", ["time-step", "positive"]),
        ("--passive-stiffness", "-1", ["passive-stiffness", "zero or above"]),
        ("--clusters", "0", ["clusters", "at least 1"]),
        ("--amplitudes", "1,1,1,1", ["--amplitudes", "unexpected"]),
        ("--figure", "descent.png", ["descent.png", ".svg"]),
        ("--animation", "descent.gif", ["descent.gif", ".mp4"]),
    ] {
        refused(&["descent", option, value, "--json"], &words);
    }
}
