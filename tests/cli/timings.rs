//! `modebook timings`: what it times. How long it takes is nobody's to say.

use std::collections::BTreeSet;

use modebook::speed;
use serde_json::{Value, json};

use crate::{json, refused};

#[test]
fn timings_print_json() {
    let report = json(&["timings", "--json", "--threads", "1", "--work", "dense-solve"]);
    assert_eq!(report["threads"], 1);
    assert!(is_positive(&report["machine"]["gemm_gflops"]));
    let copying = report["machine"]["copy_gb_per_s"].as_object().expect("rates by size");
    assert!(copying.len() > 3 && copying.values().all(is_positive));
    assert!(copying.keys().all(|size| size.parse::<usize>().is_ok()));

    let study = &report["study"];
    assert_eq!(study["dofs"], 7200);
    let subspaces = study["subspaces"].as_array().expect("a list");
    let modes: Vec<_> = subspaces.iter().map(|s| s["modes"].as_u64()).collect();
    assert_eq!(modes, [2, 5, 10, 20, 40].map(Some));
    assert!(subspaces.iter().all(|s| is_positive(&s["evaluation_ms"])));

    let work = report["work"].as_array().expect("a list");
    let sizes: Vec<_> = work.iter().map(|work| work["size"].as_u64()).collect();
    assert_eq!(sizes, [12, 30, 60, 120, 240].map(Some));
    for work in work {
        assert_eq!(work["id"], format!("dense-solve.{}", work["size"]));
        assert_eq!((&work["unit"], &work["threads"]), (&json!("coordinates"), &json!(1)));
        assert!(work["name"].is_string());
        for key in ["ms", "flops", "bytes", "limit_ms"] {
            assert!(is_positive(&work[key]), "{key}: {work}");
        }
    }
    assert_eq!(report["sizes"], json!([]), "not asked for");

    let report = json(&["timings", "--json", "--work", "creature-weights"]);
    let [weights] = &report["work"].as_array().expect("a list")[..] else { panic!("{report}") };
    assert!(is_positive(&weights["ms"]));
    assert!(["flops", "bytes", "limit_ms"].iter().all(|key| weights[key].is_null()), "{weights}");
}

/// Each by itself; what is only made up of others is left out.
#[test]
fn every_hot_path_runs_and_has_the_size_that_its_id_says() {
    let mut ids = BTreeSet::new();
    for path in speed::hot_paths() {
        assert!(ids.insert(path.id), "{} stands twice", path.id);
        let mut work = (path.set_up)().expect(path.id);
        if let Some((_, size)) = path.id.split_once('.') {
            assert_eq!(work.size.to_string(), size, "{}", path.id);
        }
        if !["notebooks", "verify"].contains(&path.id) {
            work.run().expect(path.id);
        }
    }
    for sweep in speed::size_sweeps() {
        let sizes = sweep.sizes;
        assert!(sizes.is_sorted(), "{}", sweep.id);
        let mut smallest = (sweep.set_up)(sizes[0]).expect(sweep.id);
        assert!(smallest.size.abs_diff(sizes[0]) < sizes[0] / 10, "{}", sweep.id);
        smallest.run().expect(sweep.id);
    }
}

#[test]
fn an_unknown_hot_path_is_refused() {
    refused(&["timings", "--work", "nothing"], &["--work", "assembly.6902", "verify"]);
}

#[test]
fn there_are_as_many_threads_as_cores_at_most() {
    for threads in ["0", "100000"] {
        refused(&["timings", "--threads", threads], &["threads is", threads, "between 1 and"]);
    }
}

fn is_positive(number: &Value) -> bool {
    number.as_f64().is_some_and(|number| number.is_finite() && number > 0.0)
}
