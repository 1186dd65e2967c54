//! What `--animation` writes, and refuses.

use std::fs;

use super::{json, path_in, refused};

const SMALL_BEAM: [&str; 5] = ["beam", "--columns", "6", "--rows", "3"];

#[test]
fn animations_are_mp4_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let still = ["float", "--amplitudes", "0,0,0,0"];
    for (name, command, steps) in [
        ("beam", &SMALL_BEAM[..], "3"),
        ("crawl", &["crawl"], "4"),
        ("lone", &["crawl"], "1"),
        ("float", &["float"], "4"),
        ("still", &still, "1"),
    ] {
        let file = path_in(&folder, &format!("new folder/{name}.mp4"));
        let options = ["--steps", steps, "--json", "--animation", &file];
        let report = json(&[command, &options].concat());
        assert!(report["seconds"].as_f64().is_some(), "{name}");
        let video = fs::read(&file).expect("written");
        assert_eq!(&video[4..8], b"ftyp", "{name}");
        let sizes = video.windows(4).position(|window| window == b"stsz").expect("a table");
        let frames = u32::from_be_bytes(video[sizes + 12..sizes + 16].try_into().expect("four"));
        // The beam's rest pose is a frame, too; and a lone frame is shown twice.
        let expected = match name {
            "lone" | "still" => 2,
            _ => 4,
        };
        assert_eq!(frames, expected, "{name}");
    }
    assert_eq!(fs::read_dir(folder.path().join("new folder")).expect("a folder").count(), 5);
    let file = path_in(&folder, "descent.mp4");
    let report = json(&["descent", "--iterations", "2", "--json", "--animation", &file]);
    assert!(report["seconds"].as_f64().is_some());
    assert_eq!(&fs::read(&file).expect("written")[4..8], b"ftyp");
}

/// So many steps that it would be seen if they were computed.
#[test]
fn animations_are_refused_before_anything_is_computed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let a_folder = folder.path().join("folder.mp4");
    fs::create_dir(&a_folder).expect("writable");
    for command in ["beam", "crawl", "float"] {
        let long = [command, "--steps", "100000", "--animation"];
        refused(&[&long[..], &["body.gif"]].concat(), &["body.gif", ".mp4"]);
        refused(&[&long[..], &["body"]].concat(), &["body", ".mp4"]);
        let a_folder = a_folder.to_str().expect("UTF-8");
        refused(&[&long[..], &[a_folder]].concat(), &["it is a folder"]);
    }
}
