//! Wavefront OBJ.

use super::{
    problems::{Flaw, MeshFileProblem, short},
    source::{Line, Source},
    surface::{Numbering, Surface},
};

/// Adds the vertices and faces of an OBJ file. Normals, texture coordinates, groups and materials
/// are skipped.
pub(super) fn read(bytes: &[u8], surface: &mut Surface) -> Result<(), Flaw> {
    surface.numbering = Numbering::Lines;
    let mut source = Source::new(bytes);
    while let Some(line) = source.line()? {
        add_line(&line, surface)?;
    }
    Ok(())
}

fn add_line(line: &Line, surface: &mut Surface) -> Result<(), Flaw> {
    let words: Vec<&str> = line.text.split_whitespace().collect();
    match words[..] {
        // Some programs put a colour behind the position.
        ["v", x, y, z] | ["v", x, y, z, _, _, _] => {
            let position = [line.number(x)?, line.number(y)?, line.number(z)?];
            surface.add_vertex(position, line.number);
        }
        ["v", ref numbers @ ..] => {
            return Err(line.flaw(MeshFileProblem::NotAPoint { count: numbers.len() }));
        }
        ["f", ref corners @ ..] => {
            surface.check_corner_count(corners.len() as u64, line.place)?;
            let corners: Vec<usize> =
                corners.iter().map(|word| corner(word, line, surface)).collect::<Result<_, _>>()?;
            surface.add_face(&corners, line.number);
        }
        [] | ["vn" | "vt" | "o" | "g" | "s" | "usemtl" | "mtllib", ..] => (),
        [word, ..] if word.starts_with('#') => (),
        [word, ..] => {
            return Err(line.flaw(MeshFileProblem::UnknownKeyword { keyword: short(word) }));
        }
    }
    Ok(())
}

fn corner(word: &str, line: &Line, surface: &Surface) -> Result<usize, Flaw> {
    let vertices = surface.vertex_count();
    vertex_of(word, vertices)
        .ok_or_else(|| line.flaw(MeshFileProblem::NoSuchVertex { corner: short(word), vertices }))
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
