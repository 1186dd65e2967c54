//! Meshes from files of other programs, and into files for them.
//!
//! Each format is a pure function from bytes to a `Surface`: vertices in space and faces, each with
//! its place in the file. What makes a mesh of that, or says why not, stands here once.

mod msh;
mod obj;
mod off;
mod ply;
mod problems;
mod source;
mod surface;
mod write;

use std::{fs::File, io::Read, path::Path};

use super::{Mesh, Repaired, Repairs};
use problems::Flaw;
use surface::{Flat, Surface};

pub use problems::{MeshFileError, MeshFileProblem, Place};
pub use write::encode_mesh;

/// Room for the 2^21 vertices that fit into memory elsewhere, too.
const MAX_BYTES: u64 = 1 << 28;

/// Reads a mesh (in metres) from a Wavefront OBJ, PLY, Gmsh MSH or OFF file, as its ending says.
///
/// The vertices keep the order of the file, the triangles too, over all its objects and groups. The
/// third coordinate, where there is one, must be the same everywhere, to a millionth of the larger
/// side; it is dropped. What says nothing of the shape is skipped: normals, colours, physical groups,
/// points and lines. What else a mesh cannot hold is refused rather than repaired: polygons, solid
/// elements, vertices without a triangle.
///
/// # Errors
/// [`MeshFileError`] for a file that cannot be read, the first place that is not understood, a
/// surface that is not flat, or what [`Mesh::new`] refuses.
pub fn read_mesh(path: &Path) -> Result<Mesh, MeshFileError> {
    Ok(read_and_repair(path, Repairs::default())?.0)
}

/// Reads a mesh like [`read_mesh`], repairs it as far as asked, and says what was changed.
///
/// # Errors
/// Those of [`read_mesh`], for what is left after the repairs; a face with four corners that
/// cross.
pub fn read_and_repair(path: &Path, repairs: Repairs) -> Result<(Mesh, Repaired), MeshFileError> {
    reader_of(path)?;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| MeshFileError::Unreadable { path: path.into(), reason: error.kind() })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(MeshFileError::TooLarge { path: path.into() });
    }
    decode_mesh(path, &bytes, repairs)
}

/// The mesh that a file with this content would hold. The path says the format by its ending, and
/// names the file in errors; nothing is read from it.
///
/// The memory that is taken is a small multiple of the bytes given, whatever they promise.
///
/// # Errors
/// Those of [`read_and_repair`], for what the bytes are to blame for.
pub fn decode_mesh(
    path: &Path,
    bytes: &[u8],
    repairs: Repairs,
) -> Result<(Mesh, Repaired), MeshFileError> {
    let read = reader_of(path)?;
    let in_file =
        |Flaw { place, problem }| MeshFileError::Content { path: path.into(), place, problem };
    let mut surface = Surface::new(repairs.split_quads);
    read(bytes, &mut surface).map_err(in_file)?;
    let (flat, mut repaired) = surface.flattened().map_err(in_file)?;
    let Flat { positions, triangles, places } = flat.repaired(repairs, &mut repaired);
    match Mesh::new(positions, triangles) {
        Ok(mesh) => Ok((mesh, repaired)),
        Err(source) => {
            let place = places.of(&source);
            Err(MeshFileError::Mesh { path: path.into(), place, source })
        }
    }
}

/// What adds the content of a file to a surface.
type Reader = fn(&[u8], &mut Surface) -> Result<(), Flaw>;

/// What reads the format that a path's ending names.
fn reader_of(path: &Path) -> Result<Reader, MeshFileError> {
    match ending(path).as_str() {
        "obj" => Ok(obj::read),
        "ply" => Ok(ply::read),
        "msh" => Ok(msh::read),
        "off" => Ok(off::read),
        _ => Err(MeshFileError::UnknownFormat {
            path: path.into(),
            endings: ".obj (Wavefront), .ply, .msh (Gmsh) or .off",
        }),
    }
}

/// A path's ending, in lower case.
fn ending(path: &Path) -> String {
    path.extension().map_or(String::new(), |ending| ending.to_string_lossy().to_lowercase())
}
