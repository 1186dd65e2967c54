use std::{fs, path::Path};

use anyhow::{Context, Result, anyhow, bail};
use modebook::{
    experiments::modal_muscles::{GaitSearch, Parameters},
    mesh::Mesh,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::output;

const FORMAT: &str = "modebook gait search";
const VERSION: u32 = 1;

/// A gait search on disk: what is searched, and how far every candidate travelled. The search
/// depends on nothing else, so it goes on from there as if it had never stopped.
#[derive(Deserialize, Serialize)]
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

#[derive(Deserialize, Serialize, PartialEq)]
struct Fingerprint {
    vertices: usize,
    triangles: usize,
    /// Of positions and triangles.
    digest: String,
}

impl Checkpoint {
    /// The checkpoint of a search that has not begun.
    pub fn new(mesh: &Mesh, parameters: &Parameters) -> Result<Self> {
        let mut parameters = serde_json::to_value(parameters)?;
        parameters["search"].as_object_mut().and_then(|search| search.remove("generations"));
        let (format, mesh) = (FORMAT.into(), Fingerprint::of(mesh));
        Ok(Self {
            format,
            version: VERSION,
            mesh,
            parameters,
            travels: Vec::new(),
            digest: String::new(),
        })
    }

    /// Takes a search to where a file ends, if it exists.
    pub fn resume(&self, file: &Path, search: &mut GaitSearch, generations: usize) -> Result<()> {
        if !file.exists() {
            return Ok(());
        }
        let bytes = fs::read(file).map_err(anyhow::Error::from);
        bytes.and_then(|bytes| self.replay(&bytes, search, generations)).with_context(|| {
            format!(
                "cannot resume from --checkpoint {} (repeat the options that it was written with, or name a new file)",
                file.display()
            )
        })
    }

    fn replay(&self, bytes: &[u8], search: &mut GaitSearch, generations: usize) -> Result<()> {
        let recorded = read(bytes)?;
        if let Some(difference) = self.difference(&recorded) {
            bail!(difference);
        }
        if recorded.digest != digest_of(&recorded.travels) {
            bail!(
                "the file is damaged: its travels do not have the digest that stands beside them"
            );
        }
        let count = recorded.travels.len();
        if count > generations {
            bail!(
                "generations: {count} in the checkpoint, {generations} here; ask for {count} at least"
            );
        }
        for (generation, travels) in recorded.travels.into_iter().enumerate() {
            search
                .replay_generation(travels)
                .with_context(|| format!("generation {}", generation + 1))?;
        }
        Ok(())
    }

    /// What another checkpoint searches otherwise, if anything.
    fn difference(&self, there: &Self) -> Option<String> {
        let [theirs, ours] = [&there.mesh, &self.mesh];
        if theirs != ours {
            let [theirs, ours] = [theirs, ours].map(Fingerprint::to_text);
            return Some(format!("mesh: {theirs} in the checkpoint, {ours} here"));
        }
        difference("parameters", &there.parameters, &self.parameters)
    }

    /// Writes all generations of a search so far. A process that is killed meanwhile leaves the file
    /// as it was, and at most a hidden temporary one beside it.
    pub fn save(&mut self, file: &Path, search: &GaitSearch) -> Result<()> {
        self.travels = search.travels().to_vec();
        self.digest = digest_of(&self.travels);
        output::write_file(file, &serde_json::to_vec_pretty(self)?)
    }
}

fn read(bytes: &[u8]) -> Result<Checkpoint> {
    let damaged =
        |error| anyhow!("no checkpoint of `modebook optimize`, or only a part of it: {error}");
    let Header { format, version } = serde_json::from_slice(bytes).map_err(damaged)?;
    if format != FORMAT {
        bail!("format: {format:?} in the checkpoint, {FORMAT:?} here");
    }
    if version != VERSION {
        bail!("version: {version} in the checkpoint, {VERSION} here");
    }
    serde_json::from_slice(bytes).map_err(damaged)
}

/// The first entry in which parameters differ, as the command line spells it.
fn difference(name: &str, there: &Value, here: &Value) -> Option<String> {
    if let (Value::Object(theirs), Value::Object(ours)) = (there, here) {
        let mut names = ours.keys().chain(theirs.keys());
        return names.find_map(|name| difference(name, &there[name], &here[name]));
    }
    let option = name.replace('_', "-");
    let [theirs, ours] = [there, here].map(to_text);
    (there != here).then(|| format!("{option}: {theirs} in the checkpoint, {ours} here"))
}

/// A value as the command line has it, `1` rather than `1.0`.
fn to_text(value: &Value) -> String {
    match value {
        Value::Array(values) => values.iter().map(to_text).collect::<Vec<_>>().join(","),
        Value::Number(number) => number.to_string().trim_end_matches(".0").into(),
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
