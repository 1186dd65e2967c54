use std::{
    fs::File,
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{Mesh, MeshError};

/// Why a file holds no mesh. Lines are counted from 1, as an editor does.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MeshFileError {
    /// No format that we read.
    #[error(
        "{path} is no mesh file that we read: export it as Wavefront OBJ, with the ending .obj"
    )]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// No such file, no file at all, or no permission.
    #[error("{path} cannot be read: {reason}; give the path of a file that can")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        reason: ErrorKind,
    },
    /// So large that its simulation would not fit into memory.
    #[error("{path} is larger than {MAX_BYTES} bytes: simplify the mesh")]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// A binary file, or text in another encoding.
    #[error("{path}, line {line}: this is no UTF-8 text; export the mesh as a text OBJ file")]
    NotText {
        /// The file.
        path: PathBuf,
        /// The first line that is not text.
        line: usize,
    },
    /// A line that is not understood.
    #[error("{path}, line {line}: {problem}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        problem: ObjError,
    },
    /// The surface leaves the plane.
    #[error(
        "{path}: vertex {vertex} (counted from 0) has the third coordinate {height}, the first vertex {first}; bodies are \
         simulated in the plane, so flatten the surface to one finite height"
    )]
    NotFlat {
        /// The file.
        path: PathBuf,
        /// Index of the vertex.
        vertex: usize,
        /// Its third coordinate.
        height: f64,
        /// That of the first vertex.
        first: f64,
    },
    /// The vertices and triangles are no mesh.
    #[error("{path} holds no sound mesh (vertices and triangles are counted from 0)")]
    Mesh {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: MeshError,
    },
}

/// Why a line of an OBJ file is not understood.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ObjError {
    /// Neither a vertex nor a face, nor one of the lines that say nothing of a shape.
    #[error("{keyword:?} is not understood; a mesh has vertices `v` and triangles `f`")]
    UnknownKeyword {
        /// The first word.
        keyword: String,
    },
    /// A vertex with too few or too many coordinates.
    #[error("a vertex with {count} numbers; it must have three, `v x y z`")]
    NotAPoint {
        /// Numbers given.
        count: usize,
    },
    /// A coordinate that is no number.
    #[error("{word:?} is no number; is the file damaged?")]
    NotANumber {
        /// What stands there instead.
        word: String,
    },
    /// A polygon.
    #[error("a face with {corners} corners; triangulate the mesh")]
    NotATriangle {
        /// Corners of the face.
        corners: usize,
    },
    /// A corner that is no vertex.
    #[error(
        "the corner {corner:?} is none of the {vertices} vertices before it, which count 1, 2, ... or, backwards, -1, -2, \
         ...; is the file damaged?"
    )]
    NoSuchVertex {
        /// The corner as the file has it.
        corner: String,
        /// Number of vertices before the line.
        vertices: usize,
    },
}

/// Room for the 2^21 vertices that fit into memory elsewhere, too.
const MAX_BYTES: u64 = 1 << 28;

/// What a file holds, in its order.
#[derive(Default)]
struct Surface {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[usize; 3]>,
}

/// Reads a mesh (in metres) from a Wavefront OBJ file.
///
/// The vertices keep the order of the file, the triangles too, over all its objects and groups. The
/// third coordinate must be the same everywhere; it is dropped. Normals, texture coordinates and
/// materials are skipped. What else a mesh cannot hold is refused rather than repaired: polygons,
/// lines, vertices without a triangle.
///
/// # Errors
/// [`MeshFileError`] for a file that cannot be read, the first line that is not understood, a
/// surface that is not flat, or what [`Mesh::new`] refuses.
pub fn read_mesh(path: &Path) -> Result<Mesh, MeshFileError> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("obj")) {
        return Err(MeshFileError::UnknownFormat { path: path.into() });
    }
    let mut surface = Surface::default();
    let text = read_text(path)?;
    // A byte order mark says nothing in UTF-8.
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        surface.add_line(line).map_err(|problem| MeshFileError::Line {
            path: path.into(),
            line: index + 1,
            problem,
        })?;
    }
    let Surface { vertices, triangles } = surface;
    let first = vertices.first().map_or(0.0, |v| v[2]);
    for (vertex, &[_, _, height]) in vertices.iter().enumerate() {
        if !(height.is_finite() && height == first) {
            return Err(MeshFileError::NotFlat { path: path.into(), vertex, height, first });
        }
    }
    let positions = vertices.iter().map(|&[x, y, _]| [x, y]).collect();
    Mesh::new(positions, triangles)
        .map_err(|source| MeshFileError::Mesh { path: path.into(), source })
}

fn read_text(path: &Path) -> Result<String, MeshFileError> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| MeshFileError::Unreadable { path: path.into(), reason: error.kind() })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(MeshFileError::TooLarge { path: path.into() });
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = line_after(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        MeshFileError::NotText { path: path.into(), line }
    })
}

/// The line, counted from 1, that follows some text.
fn line_after(text: &[u8]) -> usize {
    1 + text.iter().filter(|byte| **byte == b'\n').count()
}

impl Surface {
    /// Adds the vertex or triangle of a line. (The crate tobj would keep neither their order nor
    /// vertices that no face names, and skip lines that it does not know.)
    fn add_line(&mut self, line: &str) -> Result<(), ObjError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            // Some programs put a colour behind the position.
            ["v", x, y, z] | ["v", x, y, z, _, _, _] => {
                self.vertices.push([number(x)?, number(y)?, number(z)?])
            }
            ["v", ref numbers @ ..] => return Err(ObjError::NotAPoint { count: numbers.len() }),
            ["f", a, b, c] => {
                self.triangles.push([self.corner(a)?, self.corner(b)?, self.corner(c)?]);
            }
            ["f", ref corners @ ..] => {
                return Err(ObjError::NotATriangle { corners: corners.len() });
            }
            [] | ["vn" | "vt" | "o" | "g" | "s" | "usemtl" | "mtllib", ..] => (),
            [word, ..] if word.starts_with('#') => (),
            [word, ..] => return Err(ObjError::UnknownKeyword { keyword: word.into() }),
        }
        Ok(())
    }

    fn corner(&self, corner: &str) -> Result<usize, ObjError> {
        let vertices = self.vertices.len();
        vertex_of(corner, vertices)
            .ok_or_else(|| ObjError::NoSuchVertex { corner: corner.into(), vertices })
    }
}

fn number(word: &str) -> Result<f64, ObjError> {
    word.parse().map_err(|_| ObjError::NotANumber { word: word.into() })
}

/// The vertex that a corner `v`, `v/vt`, `v//vn` or `v/vt/vn` names, counted from 0.
fn vertex_of(corner: &str, vertices: usize) -> Option<usize> {
    let (vertex, others) = corner.split_once('/').unwrap_or((corner, ""));
    let sound = |other: &str| other.is_empty() || other.parse::<isize>().is_ok();
    if others.split('/').count() > 2 || !others.split('/').all(sound) {
        return None;
    }
    let index = match vertex.parse::<isize>().ok()? {
        backwards @ ..0 => vertices.checked_add_signed(backwards)?,
        forwards => usize::try_from(forwards).ok()?.checked_sub(1)?,
    };
    (index < vertices).then_some(index)
}
