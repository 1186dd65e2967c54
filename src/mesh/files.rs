use std::{
    fs::File,
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
};

use thiserror::Error;
use tobj::{LoadError, LoadOptions, load_obj_buf};

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
    /// A line that would be lost if it was skipped.
    #[error(
        "{path}, line {line}: {keyword:?} is not understood; a mesh has vertices `v` and triangles `f`"
    )]
    UnknownKeyword {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Its first word.
        keyword: String,
    },
    /// A vertex with too few or too many coordinates.
    #[error("{path}, line {line}: a vertex with {count} numbers; it must have three, `v x y z`")]
    BadVertex {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Numbers given.
        count: usize,
    },
    /// A polygon.
    #[error("{path}, line {line}: a face with {corners} corners; triangulate the mesh")]
    NotATriangle {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Corners of the face.
        corners: usize,
    },
    /// Something that is no number.
    #[error("{path}, line {line}: {source}; is the file damaged?")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        source: LoadError,
    },
    /// A face names a vertex that does not exist.
    #[error(
        "{path}: a face names a vertex that is not among 1 to {vertices}; is the file cut off?"
    )]
    NoSuchVertex {
        /// The file.
        path: PathBuf,
        /// Number of vertices.
        vertices: usize,
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

/// Room for the 2^21 vertices that fit into memory elsewhere, too.
const MAX_BYTES: u64 = 1 << 28;

/// What a file holds, in its order.
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
    let Surface { vertices, triangles } = parse(path, &read_text(path)?)?;
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

/// Vertices and triangles, in the order of the file.
///
/// tobj numbers vertices as faces mention them, drops those that none mentions, and begins anew
/// with every group. So it gets the text without groups, and before it one face that mentions all
/// vertices in order. Nor does it get lines that it would skip or misread.
fn parse(path: &Path, text: &str) -> Result<Surface, MeshFileError> {
    let (body, count) = vertices_and_faces(path, text)?;
    let every: String = (1..=count).map(|v| format!(" {v}")).collect();
    let obj = format!("f{every}\n{body}");
    let mut rest = obj.as_bytes();
    let (models, _) = load_obj_buf(&mut rest, &LoadOptions::default(), |_| Ok(Default::default()))
        .map_err(|source| match source {
            LoadError::FaceVertexOutOfBounds => {
                MeshFileError::NoSuchVertex { path: path.into(), vertices: count }
            }
            _ => {
                let line = line_after(&obj.as_bytes()[..obj.len() - rest.len()]) - 2;
                MeshFileError::Malformed { path: path.into(), line, source }
            }
        })?;
    let mesh = &models[0].mesh;
    let (vertices, _) = mesh.positions.as_chunks();
    let corners: Vec<usize> = mesh.indices[count..].iter().map(|&v| v as usize).collect();
    let (triangles, _) = corners.as_chunks();
    Ok(Surface { vertices: vertices.to_vec(), triangles: triangles.to_vec() })
}

/// The lines of vertices and faces, the others left blank, and the number of vertices.
fn vertices_and_faces(path: &Path, text: &str) -> Result<(String, usize), MeshFileError> {
    let (mut body, mut count) = (String::new(), 0);
    for (index, text) in text.lines().enumerate() {
        let (path, line) = (path.into(), index + 1);
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["v", _, _, _] => {
                body.push_str(text);
                count += 1;
            }
            ["f", _, _, _] => body.push_str(text),
            ["v", ref numbers @ ..] => {
                return Err(MeshFileError::BadVertex { path, line, count: numbers.len() });
            }
            ["f", ref corners @ ..] => {
                return Err(MeshFileError::NotATriangle { path, line, corners: corners.len() });
            }
            [] | ["vn" | "vt" | "o" | "g" | "s" | "usemtl" | "mtllib", ..] => (),
            [keyword, ..] if keyword.starts_with('#') => (),
            [keyword, ..] => {
                return Err(MeshFileError::UnknownKeyword { path, line, keyword: keyword.into() });
            }
        }
        body.push('\n');
    }
    Ok((body, count))
}
