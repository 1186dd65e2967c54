//! optimize, its gait file and its checkpoint.

use std::{fs, process::Command, thread, time::Duration};

use modebook::experiments::modal_muscles::{
    Model, Operators, Parameters, centre_of_mass, creature,
};
use serde_json::Value;

use super::{MODEBOOK, json, modebook, path_in, refused, write_grids};

/// A search that takes no time.
const SHORT: [&str; 5] = ["optimize", "--steps", "60", "--population", "4"];

/// What a short search of some generations prints as JSON, on a number of threads.
fn search(generations: usize, threads: usize, options: &[&str]) -> String {
    let output = Command::new(MODEBOOK)
        .args(SHORT)
        .args(["--generations", &generations.to_string(), "--json"])
        .args(options)
        .env("RAYON_NUM_THREADS", threads.to_string())
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_search_repeats_itself_and_resumes_to_the_bit() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [whole, parts] = ["whole.json", "parts.json"].map(|name| path_in(&folder, name));
    let expected = search(4, 1, &["--checkpoint", &whole]);
    assert_eq!(search(4, 2, &[]), expected, "on two threads, without a checkpoint");
    assert_ne!(search(4, 2, &["--seed", "1"]), expected);
    for (generations, threads) in [(1, 2), (2, 1), (4, 2)] {
        let result = search(generations, threads, &["--checkpoint", &parts]);
        assert_eq!(result == expected, generations == 4);
    }
    let recorded = fs::read(&whole).expect("written");
    assert_eq!(fs::read(&parts).expect("written"), recorded);
    // A search that is complete is told again, and its file left alone.
    assert_eq!(search(4, 1, &["--checkpoint", &whole]), expected);
    assert_eq!(fs::read(&whole).expect("still there"), recorded);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);

    let report: Value = serde_json::from_str(&expected).expect("JSON");
    let (travel, start) = (report["travel"].as_f64(), report["start_travel"].as_f64());
    let best = |travels: &Value| {
        let travels = travels.as_array().expect("a list").iter();
        travels.map(|travel| travel.as_f64().expect("a number")).fold(f64::MIN, f64::max)
    };
    assert!(travel > start);
    assert_eq!(Some(best(&report["generation_travels"])), travel);
    let recorded: Value = serde_json::from_slice(&recorded).expect("JSON");
    let of_generations: Vec<_> =
        recorded["travels"].as_array().expect("a list").iter().map(best).collect();
    assert_eq!(report["generation_travels"], Value::from(of_generations));
}

#[test]
fn a_search_that_was_killed_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = path_in(&folder, "checkpoint.json");
    let mut child = Command::new(MODEBOOK)
        .args(SHORT)
        .args(["--generations", "100000", "--checkpoint", &file])
        .spawn()
        .expect("the binary runs");
    for _ in 0..6000 {
        thread::sleep(Duration::from_millis(10));
        if fs::exists(&file).expect("readable") {
            break;
        }
    }
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
    let recorded: Value = serde_json::from_slice(&fs::read(&file).expect("one")).expect("whole");
    let generations = recorded["travels"].as_array().expect("a list").len() + 1;
    assert_eq!(search(generations, 2, &["--checkpoint", &file]), search(generations, 1, &[]));
}

#[test]
fn crawl_takes_the_gait_that_was_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let gait = path_in(&folder, "gait.json");
    let found = search(2, 2, &["--output", &gait, "--friction", "0.9"]);
    let found: Value = serde_json::from_str(&found).expect("JSON");
    let written: Value = serde_json::from_slice(&fs::read(&gait).expect("written")).expect("JSON");
    assert_eq!(written, found["gait"]);

    let options = ["--steps", "60", "--friction", "0.9", "--json"];
    let crawl = json(&[&["crawl", "--gait", &gait], &options[..]].concat());
    let parameters = Parameters::default();
    let model = Model::new(creature(&parameters).expect("sound"), &parameters).expect("sound");
    let [rest, _] = centre_of_mass(&Operators::new(&model), &model.z_rest);
    let last = crawl["com"][59][0].as_f64().expect("a number");
    assert_eq!(Some(last - rest), found["travel"].as_f64());
}

/// The last line that `optimize` prints is a command, with the options of the search.
#[cfg(unix)]
#[test]
fn the_printed_command_repeats_the_crawl() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [mesh, gait] = ["a bar's.obj", "gait.json"].map(|name| path_in(&folder, name));
    write_grids(&mesh, &[[12, 3]]);
    let options = ["--mesh", &mesh, "--friction", "0.9", "--density", "900"];
    let search = [&SHORT[..], &options, &["--generations", "2", "--output", &gait]].concat();
    let printed = String::from_utf8(modebook(&search).stdout).expect("UTF-8");
    let line = printed.lines().last().expect("a command");
    let line = line.replacen("modebook", &format!("'{MODEBOOK}'"), 1) + " --json";
    let output = Command::new("sh").args(["-c", &line]).output().expect("a shell");
    let repeated: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let crawl = [&["crawl", "--steps", "60", "--gait", &gait, "--json"], &options[..]].concat();
    assert_eq!(repeated["com"], json(&crawl)["com"]);
}

#[test]
fn checkpoints_of_something_else_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [file, other, mesh] =
        ["file.json", "other.json", "bar.obj"].map(|name| path_in(&folder, name));
    write_grids(&mesh, &[[12, 3]]);
    search(2, 1, &["--checkpoint", &file]);
    let whole = fs::read_to_string(&file).expect("written");
    let refused = |options: &[&str], file: &str, words: &[&str]| {
        let content = fs::read(file).expect("there");
        let all = [&SHORT[..], &["--generations", "3", "--checkpoint", file], options].concat();
        refused(&all, &[&[file], words].concat());
        assert_eq!(fs::read(file).expect("there"), content, "{words:?}");
    };
    for (option, value, words) in [
        ("--friction", "0.5", "friction: 1 in the checkpoint, 0.5 here"),
        ("--sigma", "0.1", "sigma: 0.2 in the checkpoint, 0.1 here"),
        ("--seed", "1", "seed: 0 in the checkpoint, 1 here"),
        ("--period-range", "0.5,1.5", "period-range: 0.4,1.5 in the checkpoint, 0.5,1.5 here"),
        ("--phases", "0,0,0,0", "phases: 0,0.25,0.5,0.1 in the checkpoint, 0,0,0,0 here"),
        ("--mesh", &mesh, "3014 triangles with the digest"),
    ] {
        refused(&[option, value], &file, &[words]);
    }
    let fewer = [&SHORT[..], &["--generations", "1", "--checkpoint", &file]].concat();
    super::refused(&fewer, &["generations: 2 in the checkpoint, 1 here"]);
    assert_eq!(fs::read_to_string(&file).expect("there"), whole);

    let mut short: Value = serde_json::from_str(&whole).expect("JSON");
    short["travels"][1].as_array_mut().expect("a list").pop();
    for (content, words) in [
        (whole[..whole.len() - 9].to_string(), "or only a part of it"),
        (String::new(), "or only a part of it"),
        ("v 0 0 0".into(), "no checkpoint"),
        ("[1, 2]".into(), "no checkpoint"),
        (whole.replace("modebook gait search", "a diary"), "a diary in the checkpoint"),
        (whole.replace("\"version\": 1", "\"version\": 2"), "version: 2 in the checkpoint"),
        (short.to_string(), "the file is damaged"),
    ] {
        fs::write(&other, content).expect("writable");
        refused(&[], &other, &[words]);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing half-written");
}

#[test]
fn searches_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path().to_str().expect("UTF-8");
    let [file, below] = ["a file", "a file/new.json"].map(|name| path_in(&folder, name));
    fs::write(&file, "untouched").expect("writable");
    for (option, value, words) in [
        ("--generations", "0", ["generations", "at least 1"]),
        ("--population", "1", ["population", "between 2"]),
        ("--population", "18446744073709551615", ["population", "between 2"]),
        ("--steps", "0", ["steps", "between 1"]),
        ("--steps", "18446744073709551615", ["steps", "between 1"]),
        ("--sigma", "NaN", ["sigma", "positive"]),
        ("--period-range", "1", ["--period-range", "two"]),
        ("--period-range", "2,1", ["period-range", "in order"]),
        ("--period-range", "0,NaN", ["period-range", "positive"]),
        ("--amplitudes", "-0.1,0,0,0", ["amplitudes", "between 0 and 1"]),
        ("--periods", "2,1,1,1", ["periods", "between 0.4 and 1.5"]),
        ("--ground-gap", "-3", ["ground-gap", "above the whole body"]),
        ("--checkpoint", here, [here, "folder"]),
        ("--output", here, [here, "folder"]),
        ("--checkpoint", &below, ["a file", "cannot write"]),
        ("--output", &below, ["a file", "cannot write"]),
    ] {
        refused(&["optimize", option, value], &words);
    }
    let new = path_in(&folder, "new.json");
    let both = [&SHORT[..], &["--checkpoint", &new, "--output", &new]].concat();
    refused(&both, &["same file"]);
    let spelled = format!("{}/./{}", folder.path().display(), "search.json");
    let [first, second] = [path_in(&folder, "search.json"), spelled];
    refused(&["optimize", "--checkpoint", &first, "--output", &second], &["same file"]);
    assert_eq!(fs::read_to_string(&file).expect("still there"), "untouched");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing half-written");
}
