//! The fields that simkit computes, read from `reference/`.

use std::path::Path;

use serde::de::DeserializeOwned;

/// Reads a file of `reference/`.
pub fn read<T: DeserializeOwned>(file: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference").join(file);
    let text = std::fs::read_to_string(path).expect("reference/ is part of the project");
    serde_json::from_str(&text).expect("the reference is JSON with these fields")
}
