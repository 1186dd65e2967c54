use super::problems::{Flaw, MeshFileProblem, Place};
use crate::mesh::{
    MeshError, Repaired, Repairs,
    repairs::{clean, split_quad},
};

/// How far the third coordinates of a flat mesh may differ, as a share of its larger side: for
/// round-off of programs that turned the mesh, in single precision too.
const FLAT: f64 = 1e-6;

/// What a file holds, in its order: vertices in space, and faces with three or four corners.
pub(super) struct Surface {
    split_quads: bool,
    /// What the numbers below count.
    pub(super) numbering: Numbering,
    vertices: Vec<[f64; 3]>,
    faces: Vec<Face>,
    /// Where in the file each vertex and each face stands.
    vertex_numbers: Vec<u64>,
    face_numbers: Vec<u64>,
}

enum Face {
    Triangle([usize; 3]),
    Quad([usize; 4]),
}

/// How vertices and faces are found in a file.
#[derive(Clone, Copy)]
pub(super) enum Numbering {
    /// By their lines.
    Lines,
    /// By their tags.
    Tags,
    /// By counting them from 0.
    Counts,
}

/// Vertices and triangles in the plane, and where in the file they stand.
pub(super) struct Flat {
    pub(super) positions: Vec<[f64; 2]>,
    pub(super) triangles: Vec<[usize; 3]>,
    pub(super) places: Places,
}

/// Where in the file each vertex and each triangle stands.
pub(super) struct Places {
    numbering: Numbering,
    vertices: Vec<u64>,
    triangles: Vec<u64>,
}

impl Surface {
    pub(super) fn new(split_quads: bool) -> Self {
        Self {
            split_quads,
            numbering: Numbering::Counts,
            vertices: Vec::new(),
            faces: Vec::new(),
            vertex_numbers: Vec::new(),
            face_numbers: Vec::new(),
        }
    }

    pub(super) fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    pub(super) fn add_vertex(&mut self, position: [f64; 3], number: u64) {
        self.vertices.push(position);
        self.vertex_numbers.push(number);
    }

    /// Refuses faces that are neither triangles nor, if they are to be split, quadrangles.
    pub(super) fn check_corner_count(&self, corners: u64, place: Place) -> Result<(), Flaw> {
        match corners {
            3 => Ok(()),
            4 if self.split_quads => Ok(()),
            4 => Err(MeshFileProblem::Quad.at(place)),
            _ => Err(MeshFileProblem::NotATriangle { corners }.at(place)),
        }
    }

    /// Adds a face whose corner count has been checked, and whose corners are vertices.
    pub(super) fn add_face(&mut self, corners: &[usize], number: u64) {
        match *corners {
            [a, b, c] => self.faces.push(Face::Triangle([a, b, c])),
            [a, b, c, d] => self.faces.push(Face::Quad([a, b, c, d])),
            _ => return,
        }
        self.face_numbers.push(number);
    }

    /// Drops the third coordinate, which must be the same everywhere, and splits quadrangles.
    pub(super) fn flattened(self) -> Result<(Flat, Repaired), Flaw> {
        self.check_flat()?;
        let positions: Vec<[f64; 2]> = self.vertices.iter().map(|&[x, y, _]| [x, y]).collect();
        let mut repaired = Repaired::default();
        let (mut triangles, mut numbers) = (Vec::new(), Vec::new());
        for (face, &number) in self.faces.iter().zip(&self.face_numbers) {
            match *face {
                Face::Triangle(corners) => triangles.push(corners),
                Face::Quad(corners) => {
                    let halves = split_quad(&positions, corners).ok_or_else(|| {
                        MeshFileProblem::CrossedQuad.at(self.numbering.face(number))
                    })?;
                    triangles.extend(halves);
                    repaired.quads_split += 1;
                    numbers.push(number);
                }
            }
            numbers.push(number);
        }
        let numbering = self.numbering;
        let places = Places { numbering, vertices: self.vertex_numbers, triangles: numbers };
        Ok((Flat { positions, triangles, places }, repaired))
    }

    /// Refuses vertices whose third coordinates are not the same but for round-off.
    fn check_flat(&self) -> Result<(), Flaw> {
        let sides = [0, 1].map(|axis| {
            let coordinates = || self.vertices.iter().map(|v| v[axis]);
            coordinates().fold(f64::NEG_INFINITY, f64::max)
                - coordinates().fold(f64::INFINITY, f64::min)
        });
        let side = sides[0].max(sides[1]);
        let allowed = if side.is_finite() { FLAT * side } else { 0.0 };
        let first = self.vertices.first().map_or(0.0, |v| v[2]);
        let is_off = |v: &[f64; 3]| !(v[2].is_finite() && (v[2] - first).abs() <= allowed);
        let Some(v) = self.vertices.iter().position(is_off) else { return Ok(()) };
        if let Some((axis, _)) = ["x", "y"].iter().zip(sides).find(|(_, side)| *side == 0.0) {
            return Err(MeshFileProblem::Upright { axis }.at(Place::File));
        }
        let place = self.numbering.vertex(self.vertex_numbers[v]);
        Err(MeshFileProblem::NotFlat { height: self.vertices[v][2], first }.at(place))
    }
}

impl Flat {
    /// This, cleaned if that is asked for.
    pub(super) fn repaired(self, repairs: Repairs, repaired: &mut Repaired) -> Self {
        if !repairs.clean {
            return self;
        }
        let cleaned = clean(&self.positions, &self.triangles, repaired);
        let numbers = |numbers: &[u64], kept: &[usize]| kept.iter().map(|&i| numbers[i]).collect();
        let places = Places {
            numbering: self.places.numbering,
            vertices: numbers(&self.places.vertices, &cleaned.kept_vertices),
            triangles: numbers(&self.places.triangles, &cleaned.kept_triangles),
        };
        Self { positions: cleaned.positions, triangles: cleaned.triangles, places }
    }
}

impl Places {
    /// Where the vertex or triangle stands that an error is about.
    pub(super) fn of(&self, error: &MeshError) -> Place {
        match *error {
            MeshError::Empty { .. } => Place::File,
            MeshError::NotFinite { vertex, .. } | MeshError::UnreferencedVertex { vertex } => {
                self.numbering.vertex(self.vertices[vertex])
            }
            MeshError::IndexOutOfRange { triangle, .. }
            | MeshError::RepeatedVertex { triangle, .. }
            | MeshError::Overlap { triangle, .. }
            | MeshError::OutOfScale { triangle, .. }
            | MeshError::ZeroArea { triangle, .. }
            | MeshError::NegativeArea { triangle, .. } => {
                self.numbering.face(self.triangles[triangle])
            }
        }
    }
}

impl Numbering {
    fn vertex(self, number: u64) -> Place {
        match self {
            Self::Lines => Place::Line(number),
            Self::Tags => Place::Node(number),
            Self::Counts => Place::Vertex(number),
        }
    }

    fn face(self, number: u64) -> Place {
        match self {
            Self::Lines => Place::Line(number),
            Self::Tags => Place::Element(number),
            Self::Counts => Place::Face(number),
        }
    }
}
