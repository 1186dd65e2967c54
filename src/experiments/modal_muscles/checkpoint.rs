use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::{Error, GaitSearch, Parameters};
use crate::mesh::Mesh;

const FORMAT: &str = "modebook gait search";
const VERSION: u32 = 1;

/// Why a search cannot go on from a checkpoint.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CheckpointError {
    /// No JSON, or JSON of something else.
    #[error("no checkpoint of `modebook optimize`, or only a part of it: {reason}")]
    NotACheckpoint {
        /// What the parser says.
        reason: String,
    },
    /// The checkpoint of another search, or of more of it than is asked for.
    #[error("{name}: {there} in the checkpoint, {here} here")]
    Differs {
        /// What differs, as the command line spells it.
        name: String,
        /// Its value in the checkpoint.
        there: String,
        /// Its value in the search.
        here: String,
    },
    /// The travels are not those that were written.
    #[error("the file is damaged: its travels do not have the digest that stands beside them")]
    Damaged,
    /// A generation that the search does not take.
    #[error("generation {generation}: {source}")]
    Generation {
        /// Counted from 1.
        generation: usize,
        /// What is wrong with it.
        source: Error,
    },
}

/// A gait search as text (JSON): what is searched, and how far every candidate travelled. The
/// search depends on nothing else, so it goes on from there as if it had never stopped.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Checkpoint {
    format: String,
    version: u32,
    mesh: Fingerprint,
    /// All but the number of generations, which may grow.
    parameters: Value,
    /// Of every candidate of every generation, in m; null where a crawl failed.
    travels: Vec<Vec<Option<f64>>>,
    /// Of the travels, so that a damaged one is noticed.
    digest: String,
}

/// The part of it that every version has.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
struct Fingerprint {
    vertices: usize,
    triangles: usize,
    /// Of positions and triangles.
    digest: String,
}

impl Checkpoint {
    /// The checkpoint of a search that has not begun.
    pub fn new(mesh: &Mesh, parameters: &Parameters) -> Self {
        let mut parameters = serde_json::to_value(parameters).unwrap_or_default();
        parameters["search"].as_object_mut().and_then(|search| search.remove("generations"));
        let (format, mesh) = (FORMAT.into(), Fingerprint::of(mesh));
        Self {
            format,
            version: VERSION,
            mesh,
            parameters,
            travels: Vec::new(),
            digest: String::new(),
        }
    }

    /// Reads a checkpoint of this version.
    ///
    /// # Errors
    /// [`CheckpointError`] for anything else, and for one whose travels were changed.
    pub fn from_json(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let not_one = |error: serde_json::Error| CheckpointError::NotACheckpoint {
            reason: error.to_string(),
        };
        let Header { format, version } = serde_json::from_slice(bytes).map_err(not_one)?;
        check("format", &Value::from(format), &Value::from(FORMAT))?;
        check("version", &Value::from(version), &Value::from(VERSION))?;
        let checkpoint: Self = serde_json::from_slice(bytes).map_err(not_one)?;
        if checkpoint.digest != digest_of(&checkpoint.travels) {
            return Err(CheckpointError::Damaged);
        }
        Ok(checkpoint)
    }

    /// The checkpoint of all generations of a search so far, as JSON.
    pub fn to_json(&mut self, search: &GaitSearch) -> Vec<u8> {
        self.travels = search.travels().to_vec();
        self.digest = digest_of(&self.travels);
        serde_json::to_vec_pretty(self).expect("text, numbers and lists are JSON")
    }

    /// Takes the same search, of so many generations, to where a recorded checkpoint ends.
    ///
    /// # Errors
    /// [`CheckpointError`] if it is of another search, or has more generations.
    pub fn resume(
        &self,
        recorded: Self,
        search: &mut GaitSearch,
        generations: usize,
    ) -> Result<(), CheckpointError> {
        let [theirs, ours] = [&recorded.mesh, &self.mesh].map(Fingerprint::to_text);
        check("mesh", &Value::from(theirs), &Value::from(ours))?;
        check("parameters", &recorded.parameters, &self.parameters)?;
        let count = recorded.travels.len();
        if count > generations {
            check("generations", &Value::from(count), &Value::from(generations))?;
        }
        for (generation, travels) in recorded.travels.into_iter().enumerate() {
            search.replay_generation(travels).map_err(|source| CheckpointError::Generation {
                generation: generation + 1,
                source,
            })?;
        }
        Ok(())
    }
}

/// Two values are the same; if not, the first entry in which they differ is told, as the command
/// line spells it.
fn check(name: &str, there: &Value, here: &Value) -> Result<(), CheckpointError> {
    if let (Value::Object(theirs), Value::Object(ours)) = (there, here) {
        let mut names = ours.keys().chain(theirs.keys());
        return names.try_for_each(|name| check(name, &there[name], &here[name]));
    }
    if there == here {
        return Ok(());
    }
    let [there, here] = [there, here].map(to_text);
    Err(CheckpointError::Differs { name: name.replace('_', "-"), there, here })
}

/// A value as the command line has it, `1` rather than `1.0`.
fn to_text(value: &Value) -> String {
    match value {
        Value::Array(values) => values.iter().map(to_text).collect::<Vec<_>>().join(","),
        Value::Number(number) => number.to_string().trim_end_matches(".0").into(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Fingerprint {
    fn of(mesh: &Mesh) -> Self {
        let positions = mesh.rest_state().iter().map(|x| x.to_bits());
        let corners = mesh.triangles().as_flattened().iter().map(|v| *v as u64);
        Self {
            vertices: mesh.vertex_count(),
            triangles: mesh.triangle_count(),
            digest: format!("{:016x}", digest(positions.chain(corners))),
        }
    }

    fn to_text(&self) -> String {
        let Self { vertices, triangles, digest } = self;
        format!("{vertices} vertices and {triangles} triangles with the digest {digest}")
    }
}

fn digest_of(travels: &[Vec<Option<f64>>]) -> String {
    let words = travels.iter().flatten().map(|travel| travel.unwrap_or(f64::NAN).to_bits());
    format!("{:016x}", digest(words))
}

/// FNV-1a of the bytes of some words: it tells files apart that differ by accident.
fn digest(words: impl Iterator<Item = u64>) -> u64 {
    words.flat_map(u64::to_le_bytes).fold(0xcbf2_9ce4_8422_2325, |digest: u64, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
