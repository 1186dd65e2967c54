use std::{fmt::Write as _, path::Path};

use super::{MAX_BYTES, MeshFileError, Place, ending};
use crate::mesh::MeshError;

/// The content of a file with vertices (in metres) and triangles, in the format that the path's
/// ending names: Wavefront OBJ or binary PLY. Nothing is written to the path.
///
/// The third coordinates are 0. Reading the file gives the same numbers to the last bit: OBJ has the
/// shortest digits that do so, PLY the doubles themselves. The vertices may be any state of a mesh,
/// so triangles may be inverted.
///
/// # Errors
/// [`MeshFileError::UnknownFormat`] for another ending, [`MeshFileError::Mesh`] for a vertex that is
/// not finite and a corner that is no vertex, [`MeshFileError::TooLarge`] for more than could be
/// read again.
pub fn encode_mesh(
    path: &Path,
    positions: &[[f64; 2]],
    triangles: &[[usize; 3]],
) -> Result<Vec<u8>, MeshFileError> {
    let encode = match ending(path).as_str() {
        "obj" => obj,
        "ply" => ply,
        _ => {
            return Err(MeshFileError::UnknownFormat {
                path: path.into(),
                endings: ".obj (Wavefront) or .ply, which can be written",
            });
        }
    };
    check(positions, triangles).map_err(|source| MeshFileError::Mesh {
        path: path.into(),
        place: Place::File,
        source,
    })?;
    let bytes = encode(positions, triangles);
    if bytes.len() as u64 > MAX_BYTES {
        return Err(MeshFileError::TooLarge { path: path.into() });
    }
    Ok(bytes)
}

fn check(positions: &[[f64; 2]], triangles: &[[usize; 3]]) -> Result<(), MeshError> {
    for (vertex, &[x, y]) in positions.iter().enumerate() {
        if !(x.is_finite() && y.is_finite()) {
            return Err(MeshError::NotFinite { vertex, x, y });
        }
    }
    let vertices = positions.len();
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&v| v >= vertices) {
            return Err(MeshError::IndexOutOfRange { triangle, vertex, vertices });
        }
    }
    Ok(())
}

fn obj(positions: &[[f64; 2]], triangles: &[[usize; 3]]) -> Vec<u8> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for [x, y] in positions {
        let _ = writeln!(text, "v {x:?} {y:?} 0");
    }
    for [a, b, c] in triangles.iter().map(|corners| corners.map(|v| v + 1)) {
        let _ = writeln!(text, "f {a} {b} {c}");
    }
    text.into_bytes()
}

fn ply(positions: &[[f64; 2]], triangles: &[[usize; 3]]) -> Vec<u8> {
    let (vertices, faces) = (positions.len(), triangles.len());
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {vertices}\nproperty double x\nproperty double y\nproperty \
         double z\nelement face {faces}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    .into_bytes();
    for &[x, y] in positions {
        [x, y, 0.0].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    }
    for corners in triangles {
        bytes.push(3);
        // A file that may be as large as ours has fewer vertices than 32 bits can count.
        corners.iter().for_each(|&v| bytes.extend((v as u32).to_le_bytes()));
    }
    bytes
}
