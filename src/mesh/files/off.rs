//! The Object File Format, as text.

use super::{
    problems::{Flaw, MeshFileProblem, short},
    source::{Line, Source},
    surface::{Numbering, Surface},
};

/// Adds the vertices and faces of an OFF file. Comments, colours of vertices (COFF) and of faces are
/// skipped.
pub(super) fn read(bytes: &[u8], surface: &mut Surface) -> Result<(), Flaw> {
    surface.numbering = Numbering::Lines;
    let mut source = Source::new(bytes);
    let line = expect(&mut source, "OFF")?;
    let mut words = line.words();
    let colored = match words[0] {
        "OFF" => false,
        "COFF" => true,
        word if word.ends_with("OFF") => return Err(variant(&line, word)),
        _ => return Err(line.unexpected("OFF")),
    };
    if words.get(1) == Some(&"BINARY") {
        return Err(variant(&line, "OFF BINARY"));
    }
    // The counts may stand on the line of the keyword.
    words.remove(0);
    let (line, words) = if words.is_empty() {
        let line = expect(&mut source, COUNTS)?;
        (line, line.words())
    } else {
        (line, words)
    };
    // The number of edges may be missing.
    let (vertices, faces) = match words[..] {
        [vertices, faces] | [vertices, faces, _] => {
            (line.whole_number(vertices)?, line.whole_number(faces)?)
        }
        _ => return Err(line.unexpected(COUNTS)),
    };
    source.check_room("vertices", vertices, "0 0 0\n".len(), line.place)?;
    source.check_room("faces", faces, "3 0 1 2\n".len(), line.place)?;
    for _ in 0..vertices {
        let line = expect(&mut source, "a vertex `x y z`")?;
        match line.words()[..] {
            [x, y, z, ref color @ ..] if color.is_empty() || colored => {
                let position = [line.number(x)?, line.number(y)?, line.number(z)?];
                surface.add_vertex(position, line.number);
            }
            _ => return Err(line.unexpected("a vertex `x y z`")),
        }
    }
    for _ in 0..faces {
        add_face(&expect(&mut source, FACE)?, surface)?;
    }
    match content(&mut source)? {
        Some(line) => Err(line.unexpected("the end of the file")),
        None => Ok(()),
    }
}

const COUNTS: &str = "the numbers of vertices, faces and edges";
const FACE: &str = "a face `3 a b c`";

fn add_face(line: &Line, surface: &mut Surface) -> Result<(), Flaw> {
    let words = line.words();
    let count = line.whole_number(words[0])?;
    surface.check_corner_count(count, line.place)?;
    // A colour may follow.
    let Some(corners) = words.get(1..=count as usize) else {
        return Err(line.unexpected(FACE));
    };
    let vertices = surface.vertex_count();
    let index = |word: &&str| {
        let index = word.parse().ok().filter(|index| *index < vertices);
        let corner = || short(word);
        index.ok_or_else(|| line.flaw(MeshFileProblem::NoSuchIndex { corner: corner(), vertices }))
    };
    let corners: Vec<usize> = corners.iter().map(index).collect::<Result<_, _>>()?;
    surface.add_face(&corners, line.number);
    Ok(())
}

/// The next line with more than a comment on it, up to the comment.
fn content<'a>(source: &mut Source<'a>) -> Result<Option<Line<'a>>, Flaw> {
    while let Some(line) = source.filled_line()? {
        let text = line.text.split('#').next().unwrap_or_default();
        if !text.trim_ascii().is_empty() {
            return Ok(Some(Line { text, ..line }));
        }
    }
    Ok(None)
}

fn expect<'a>(source: &mut Source<'a>, expected: &'static str) -> Result<Line<'a>, Flaw> {
    content(source)?.ok_or_else(|| source.cut_off(expected))
}

fn variant(line: &Line, variant: &str) -> Flaw {
    line.flaw(MeshFileProblem::Variant { variant: short(variant), remedy: "a plain OFF text file" })
}
