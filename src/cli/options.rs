//! Options that several commands share.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::Args;
use modebook::{
    experiments::{
        modal_muscles::{Creature, Gait, Model, Motion, Parameters, creature},
        skinning_eigenmodes,
    },
    mesh::{Mesh, Repairs, encode_mesh, read_and_repair},
};
use serde::{Serialize, Serializer};

use super::output;

/// Options of the grid that a beam is.
#[derive(Args)]
pub struct Grid {
    /// Grid vertices along the beam [default: 50]
    #[arg(long, value_name = "N")]
    columns: Option<usize>,
    /// Grid vertices across the beam [default: 11]
    #[arg(long, value_name = "N")]
    rows: Option<usize>,
    /// Length, in m [default: 4]
    #[arg(long, value_name = "W")]
    width: Option<f64>,
    /// Height, in m [default: 0.5]
    #[arg(long, value_name = "H")]
    height: Option<f64>,
}

impl Grid {
    /// Whether any of them was given.
    pub fn is_given(&self) -> bool {
        let Self { columns, rows, width, height } = self;
        columns.or(*rows).is_some() || width.or(*height).is_some()
    }

    /// Changes what was given.
    pub fn apply(&self, parameters: &mut skinning_eigenmodes::Parameters) {
        set(&mut parameters.columns, self.columns);
        set(&mut parameters.rows, self.rows);
        set(&mut parameters.width, self.width);
        set(&mut parameters.height, self.height);
    }
}

/// Options of a body that is read from a file.
#[derive(Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MeshFile {
    /// Body of another shape: a flat mesh of triangles, an OBJ, PLY, MSH (Gmsh) or OFF file; it is
    /// scaled so that its longer side is 2 m (`beam` alone takes it in its own size, in m)
    #[arg(long, value_name = "FILE")]
    #[serde(serialize_with = "lossy")]
    mesh: Option<PathBuf>,
    /// Mend the mesh: merge vertices at one point, leave out those that no triangle uses, turn
    /// triangles that run clockwise
    #[arg(long, requires = "mesh")]
    #[serde(skip_serializing_if = "is_off")]
    clean: bool,
    /// Split each quad of the mesh into two triangles
    #[arg(long, requires = "mesh")]
    #[serde(skip_serializing_if = "is_off")]
    split_quads: bool,
}

impl MeshFile {
    /// The file that was given.
    pub fn path(&self) -> Option<&Path> {
        self.mesh.as_deref()
    }

    /// The mesh of the file that was given, as it is. What was mended is told on standard error.
    pub fn read(&self) -> Result<Option<Mesh>> {
        let Some(file) = &self.mesh else { return Ok(None) };
        let repairs = Repairs { split_quads: self.split_quads, clean: self.clean };
        let (mesh, repaired) = read_and_repair(file, repairs)?;
        if !repaired.is_nothing() {
            output::note(&format!("--mesh {}: {repaired}", file.display()));
        }
        Ok(Some(mesh))
    }

    /// What went wrong with the body, under the name of the file that was given.
    pub fn in_file<T, E>(&self, result: Result<T, E>) -> Result<T>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        match &self.mesh {
            Some(file) => result.with_context(|| format!("--mesh {}", file.display())),
            None => Ok(result?),
        }
    }
}

/// Files that a run is written to.
#[derive(Args)]
pub struct RunFiles {
    /// Write the run as a CSV file, a row per time step (s, m)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the last shape as a mesh, an OBJ or PLY file
    #[arg(long, value_name = "FILE")]
    shape: Option<PathBuf>,
}

impl RunFiles {
    /// Makes sure, before anything is computed, that the files can be written, and that none is the
    /// mesh.
    pub fn check(&self, mesh: &MeshFile) -> Result<()> {
        output::check_csv(self.csv.as_deref())?;
        let Some(shape) = &self.shape else { return Ok(()) };
        encode_mesh(shape, &[], &[])?;
        output::check_file(shape)?;
        output::check_differ(&[("--shape", Some(shape)), ("--mesh", mesh.path())])
    }

    /// Writes them: the table, and the mesh in its last state.
    pub fn write(
        &self,
        mesh: &Mesh,
        state: &[f64],
        csv: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<()> {
        if let Some(file) = &self.csv {
            output::write_file(file, &csv()?)?;
        }
        if let Some(file) = &self.shape {
            let positions = state.as_chunks().0;
            output::write_file(file, &encode_mesh(file, positions, mesh.triangles())?)?;
        }
        Ok(())
    }
}

/// Options of a body, whatever its muscles do. One from a file is centred, and scaled so that its
/// longer side is 2 m. The notebook turns modes 3 and 6 of its caterpillar around; those of another
/// body are left as they are (largest component positive).
#[derive(Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Flesh {
    #[command(flatten)]
    #[serde(flatten)]
    mesh: MeshFile,
    /// Stiffness of the passive flesh, in N/m [default: 1e6 on the floor; 1e5 floating]
    #[arg(long, value_name = "K")]
    passive_stiffness: Option<f64>,
    /// Stiffness of the muscles, in N/m [default: 1e6 on the floor; 1e5 floating]
    #[arg(long, value_name = "K")]
    active_stiffness: Option<f64>,
    /// Density, in kg/m^2 [default: 1000]
    #[arg(long, value_name = "RHO")]
    density: Option<f64>,
    /// Time step, in s [default: 0.01 on the floor; 0.02 floating]
    #[arg(long, value_name = "H")]
    time_step: Option<f64>,
    /// Skinning weights of the subspace, six coordinates each [default: 8]
    #[arg(long, value_name = "K")]
    skinning_modes: Option<usize>,
    /// Clusters of triangles that share a passive rotation [default: 20]
    #[arg(long, value_name = "N")]
    clusters: Option<usize>,
}

/// Options of a body that muscles move.
#[derive(Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Body {
    /// Amplitude of each muscle, as a share of its ceiling; a negative one turns the mode around
    /// (a search starts from shares between 0 and 1, and from periods in its range) [default: 0.45,0.35,0.25,0.15 on the floor; 0.9,0.6,0,0 floating]
    #[arg(long, value_name = "A,A,A,A", value_parser = numbers, allow_hyphen_values = true)]
    #[serde(skip)]
    amplitudes: Option<Box<[f64]>>,
    /// Period of each muscle, in s [default: 1.2,0.8,1,0.6 on the floor; 1,0.7,1,1 floating]
    #[arg(long, value_name = "T,T,T,T", value_parser = numbers, allow_hyphen_values = true)]
    #[serde(skip)]
    periods: Option<Box<[f64]>>,
    /// Phase of each muscle, as a share of its period [default: 0,0.25,0.5,0.1 on the floor;
    /// 0,0.25,0,0 floating]
    #[arg(long, value_name = "P,P,P,P", value_parser = numbers, allow_hyphen_values = true)]
    #[serde(skip)]
    phases: Option<Box<[f64]>>,
    /// Gait as a JSON file with the lists amplitudes, periods and phases, as `optimize --output`
    /// writes it; the three options above have precedence
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    gait: Option<PathBuf>,
    #[command(flatten)]
    #[serde(flatten)]
    flesh: Flesh,
    /// Largest number of local/global iterations per step [default: 10]
    #[arg(long, value_name = "N")]
    iterations: Option<usize>,
    /// Fewer, once an iteration moves the coordinates by less than this [default: 1e-6]
    #[arg(long, value_name = "LENGTH")]
    tolerance: Option<f64>,
}

/// Options of the floor.
#[derive(Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Floor {
    /// Share of a touching point's sliding velocity that is removed, from 0 (slides) to 1 (sticks)
    /// [default: 1]
    #[arg(long, value_name = "F")]
    friction: Option<f64>,
    /// Height of the feet above the floor at the start, in m; may be negative [default: 0.15]
    #[arg(long, value_name = "G")]
    ground_gap: Option<f64>,
    /// Boundary vertices that can touch the floor [default: 30]
    #[arg(long, value_name = "N")]
    contact_points: Option<usize>,
    /// Acceleration along y, in m/s^2 [default: -9.8]
    #[arg(long, value_name = "G")]
    gravity: Option<f64>,
}

impl Flesh {
    /// Changes those parameters that were given; `motion` picks the run that is meant.
    pub fn apply(&self, parameters: &mut Parameters, motion: fn(&mut Parameters) -> &mut Motion) {
        if self.mesh.path().is_some() {
            parameters.signs.fill(1.0);
        }
        set(&mut parameters.density, self.density);
        set(&mut parameters.skinning_modes, self.skinning_modes);
        set(&mut parameters.clusters, self.clusters);
        let motion = motion(parameters);
        set(&mut motion.passive_stiffness, self.passive_stiffness);
        set(&mut motion.active_stiffness, self.active_stiffness);
        set(&mut motion.time_step, self.time_step);
    }

    /// The reduced model of the notebook's caterpillar, or of the body that was given.
    pub fn model(&self, parameters: &Parameters) -> Result<Model> {
        parameters.check()?;
        let Some(mesh) = self.mesh.read()? else {
            return Ok(Model::new(creature(parameters)?, parameters)?);
        };
        let model =
            Creature::new(mesh.normalized()).and_then(|creature| Model::new(creature, parameters));
        let model = self.mesh.in_file(model)?;
        if let Some(mode) = model.first_repeated_mode() {
            output::warn(&format!(
                "modes {mode} and {} have the same eigenvalue, so any mixture of them would do as well; which one the \
                 muscles are, and what they do, depends on round-off",
                mode + 1
            ));
        }
        Ok(model)
    }
}

impl Body {
    /// The mesh that was given.
    pub fn mesh_file(&self) -> &MeshFile {
        &self.flesh.mesh
    }

    /// Changes those parameters that were given; `motion` picks the run that is meant.
    pub fn apply(
        &self,
        parameters: &mut Parameters,
        motion: fn(&mut Parameters) -> &mut Motion,
    ) -> Result<()> {
        self.flesh.apply(parameters, motion);
        set(&mut parameters.iterations, self.iterations);
        set(&mut parameters.tolerance, self.tolerance);
        let muscles = parameters.muscles;
        let gait = &mut motion(parameters).gait;
        set(gait, self.gait.as_deref().map(|file| read_gait(file, muscles)).transpose()?);
        let list = |given: &Option<Box<[f64]>>| given.as_deref().map(<[f64]>::to_vec);
        set(&mut gait.amplitudes, list(&self.amplitudes));
        set(&mut gait.periods, list(&self.periods));
        set(&mut gait.phases, list(&self.phases));
        Ok(())
    }

    /// The reduced model of the notebook's caterpillar, or of the body that was given.
    pub fn model(&self, parameters: &Parameters) -> Result<Model> {
        self.flesh.model(parameters)
    }
}

impl Floor {
    /// Changes those parameters that were given.
    pub fn apply(&self, parameters: &mut Parameters) {
        set(&mut parameters.friction, self.friction);
        set(&mut parameters.ground_gap, self.ground_gap);
        set(&mut parameters.contact_points, self.contact_points);
        set(&mut parameters.gravity, self.gravity);
    }
}

/// A path as text, for what is shown; a byte that is no text becomes a question mark.
fn lossy<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(serializer)
}

/// Whether a flag was not given.
fn is_off(flag: &bool) -> bool {
    !flag
}

/// Replaces a default by what was given.
pub fn set<T>(target: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *target = given;
    }
}

/// Numbers separated by commas.
pub fn numbers(text: &str) -> Result<Box<[f64]>, String> {
    let number = |word: &str| word.parse().map_err(|_| format!("{word:?} is no number"));
    text.split(',').map(number).collect()
}

fn read_gait(file: &Path, muscles: usize) -> Result<Gait> {
    let read = || -> Result<Gait> { Ok(Gait::from_json(&fs::read(file)?, muscles)?) };
    read().with_context(|| {
        format!(
            "--gait {} is no JSON file with a gait, as `optimize --output` writes it",
            file.display()
        )
    })
}
