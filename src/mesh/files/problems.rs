use std::{
    fmt,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::MAX_BYTES;
use crate::mesh::MeshError;

/// Why a file holds no mesh.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MeshFileError {
    /// No format that we read, or write.
    #[error(
        "{path} does not say by its ending which mesh format it has: give it the ending {endings}"
    )]
    UnknownFormat {
        /// The file.
        path: PathBuf,
        /// The endings that are known.
        endings: &'static str,
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
    /// Something in the file is not understood, or no part of a body in the plane.
    #[error("{}: {problem}", at(path, place))]
    Content {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: Place,
        /// What is wrong there.
        problem: MeshFileProblem,
    },
    /// The vertices and triangles are no mesh.
    #[error(
        "{}: this is no sound mesh (vertices and triangles are counted from 0)",
        at(path, place)
    )]
    Mesh {
        /// The file.
        path: PathBuf,
        /// Where the vertex or triangle stands.
        place: Place,
        /// What is wrong.
        source: MeshError,
    },
}

/// A file, and a place in it.
fn at(path: &Path, place: &Place) -> String {
    match place {
        Place::File => path.display().to_string(),
        _ => format!("{}, {place}", path.display()),
    }
}

/// Where something stands in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere in particular.
    File,
    /// A line, counted from 1, as an editor does.
    Line(u64),
    /// A byte, counted from 0.
    Byte(u64),
    /// A vertex of a binary PLY file, counted from 0.
    Vertex(u64),
    /// A face of a binary PLY file, counted from 0.
    Face(u64),
    /// A node of a Gmsh file, by its tag.
    Node(u64),
    /// An element of a Gmsh file, by its tag.
    Element(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => write!(f, "the file"),
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
            Place::Vertex(vertex) => write!(f, "vertex {vertex}"),
            Place::Face(face) => write!(f, "face {face}"),
            Place::Node(tag) => write!(f, "node {tag}"),
            Place::Element(tag) => write!(f, "element {tag}"),
        }
    }
}

/// Why a place in a mesh file is not understood, or is no part of a body in the plane.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MeshFileProblem {
    /// Binary data, or text in another encoding.
    #[error("this is no UTF-8 text; export the mesh again, as text")]
    NotText,
    /// Neither a vertex nor a face, nor one of the OBJ lines that say nothing of a shape.
    #[error("{keyword:?} is not understood; a mesh has vertices `v` and triangles `f`")]
    UnknownKeyword {
        /// The first word.
        keyword: String,
    },
    /// A line that is not what the format has at this place.
    #[error("{line:?} is not understood; {expected} should stand here; is the file damaged?")]
    Unexpected {
        /// The line, or its beginning.
        line: String,
        /// What the format has here.
        expected: &'static str,
    },
    /// A version or variant of the format that we do not read.
    #[error("the variant {variant:?} of this format is not read; export the mesh as {remedy}")]
    Variant {
        /// What the file says of itself.
        variant: String,
        /// What is read.
        remedy: &'static str,
    },
    /// The file ends too early.
    #[error("the file ends where {expected} should stand; it is cut off, export the mesh again")]
    CutOff {
        /// What is missing.
        expected: &'static str,
    },
    /// More is promised than the file can hold.
    #[error(
        "{count} {what} are promised, but the rest of the file has room for {most} at most; it is damaged or cut off, \
         export the mesh again"
    )]
    TooMany {
        /// What is promised.
        what: String,
        /// How many.
        count: u64,
        /// How many would fit.
        most: u64,
    },
    /// Blocks that do not hold together what their section promises.
    #[error("{promised} {what} are promised, but their blocks hold {read}; is the file damaged?")]
    WrongSum {
        /// What is promised.
        what: String,
        /// How many there are.
        read: u64,
        /// How many are promised.
        promised: u64,
    },
    /// Something stands twice that may stand once.
    #[error("{what} stands here for the second time; is the file damaged?")]
    Twice {
        /// What.
        what: String,
    },
    /// A PLY header without what makes a body.
    #[error("the header promises no {what}; export the mesh with its positions and faces")]
    Missing {
        /// What is missing.
        what: &'static str,
    },
    /// A vertex with too few or too many coordinates.
    #[error("a vertex with {count} numbers; it must have three, `v x y z`")]
    NotAPoint {
        /// Numbers given.
        count: usize,
    },
    /// A word that is no number of the kind that should stand there.
    #[error("{word:?} is no {kind}; is the file damaged?")]
    NotANumber {
        /// What stands there instead.
        word: String,
        /// What should.
        kind: &'static str,
    },
    /// A face with four corners.
    #[error(
        "a face with 4 corners; triangulate the mesh, or have --split-quads make two triangles of each such face"
    )]
    Quad,
    /// A face with four corners whose edges cross.
    #[error(
        "the edges of this face with 4 corners cross: no diagonal splits it; list its corners in the order around it"
    )]
    CrossedQuad,
    /// A polygon, or less than one.
    #[error("a face with {corners} corners; triangulate the mesh")]
    NotATriangle {
        /// Corners of the face.
        corners: u64,
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
    /// A corner that is no vertex, where vertices are counted from 0.
    #[error(
        "the corner {corner} is none of the {vertices} vertices, which count from 0; is the file damaged?"
    )]
    NoSuchIndex {
        /// The corner as the file has it.
        corner: String,
        /// Number of vertices.
        vertices: usize,
    },
    /// A corner that is no node.
    #[error("the corner {tag} is no node of the file; is it damaged?")]
    NoSuchNode {
        /// Tag of the corner.
        tag: u64,
    },
    /// Tetrahedra and other solid elements.
    #[error(
        "this is a {kind}: bodies are simulated in the plane, solid ones are future work; export the triangles of a flat \
         surface only"
    )]
    Solid {
        /// What it is called.
        kind: &'static str,
    },
    /// Elements with more nodes than corners, and what is none of the usual.
    #[error(
        "elements of Gmsh's type {kind} are not read; export the mesh with elements of the first order, triangles or \
         quadrangles"
    )]
    UnknownElement {
        /// The type's number.
        kind: i64,
    },
    /// The surface leaves the plane.
    #[error(
        "the third coordinate of this vertex is {height}, that of the first vertex {first}; bodies are simulated in the \
         plane, so flatten the surface to one finite height"
    )]
    NotFlat {
        /// The third coordinate.
        height: f64,
        /// That of the first vertex.
        first: f64,
    },
    /// The surface is flat, but lies in another plane.
    #[error(
        "all vertices have the same {axis}; bodies are simulated in the plane of x and y, so turn the mesh until z is the \
         same everywhere"
    )]
    Upright {
        /// The coordinate that is the same everywhere.
        axis: &'static str,
    },
}

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct Flaw {
    pub(super) place: Place,
    pub(super) problem: MeshFileProblem,
}

impl MeshFileProblem {
    /// This problem at a place.
    pub(super) fn at(self, place: Place) -> Flaw {
        Flaw { place, problem: self }
    }

    pub(super) fn unexpected(line: &str, expected: &'static str) -> Self {
        Self::Unexpected { line: short(line), expected }
    }
}

/// What an error shows of a word or a line, which may be as long as a file.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
