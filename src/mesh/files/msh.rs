//! Gmsh's MSH, versions 2 and 4.1, as text or binary.

use std::collections::HashMap;

use super::{
    problems::{Flaw, MeshFileProblem, Place, short},
    source::Source,
    surface::{Numbering, Surface},
};

/// Adds the nodes, the triangles and the quadrangles of a Gmsh file. Points, lines and sections
/// other than `$Nodes` and `$Elements` are skipped.
///
/// A count may promise anything, so nothing is allocated before it is read, and counts that the file
/// has no room for are refused.
pub(super) fn read(bytes: &[u8], surface: &mut Surface) -> Result<(), Flaw> {
    surface.numbering = Numbering::Tags;
    let mut source = Source::new(bytes);
    let mut format = None;
    let mut nodes: Option<Nodes> = None;
    let mut has_elements = false;
    while let Some(line) = source.filled_line()? {
        let section = line.text.trim_ascii();
        let twice = || line.flaw(MeshFileProblem::Twice { what: section.into() });
        match (section, format) {
            ("$MeshFormat", None) => format = Some(read_format(&mut source)?),
            ("$MeshFormat", Some(_)) => return Err(twice()),
            ("$Nodes", Some(_)) if nodes.is_some() => return Err(twice()),
            ("$Nodes", Some(format)) => nodes = Some(format.read_nodes(&mut source, surface)?),
            ("$Elements", Some(_)) if has_elements => return Err(twice()),
            ("$Elements", Some(format)) => {
                has_elements = true;
                let nodes = nodes.as_ref().ok_or_else(|| line.unexpected("$Nodes"))?;
                format.read_elements(&mut source, nodes, surface)?;
            }
            ("$ParametricNodes", _) => {
                let remedy = "nodes without parametric coordinates";
                return Err(line.flaw(MeshFileProblem::Variant { variant: section.into(), remedy }));
            }
            ("$Nodes" | "$Elements", None) => return Err(line.unexpected("$MeshFormat")),
            _ => {
                let name = section.strip_prefix('$').filter(|name| !name.starts_with("End"));
                let name = name.ok_or_else(|| line.unexpected("a section, `$MeshFormat` say,"))?;
                if !source.skip_past_line(&format!("$End{name}")) {
                    return Err(line.flaw(MeshFileProblem::CutOff { expected: "its end" }));
                }
            }
        }
    }
    Ok(())
}

/// The vertex of each node's tag.
type Nodes = HashMap<u64, usize>;

#[derive(Clone, Copy)]
struct Format {
    /// Version 4.1 rather than 2.
    blocks: bool,
    big_endian: Option<bool>,
}

/// What a type of element is to us.
struct Kind {
    nodes: usize,
    is_face: bool,
}

/// Sizes of binary whole numbers.
const INT: usize = 4;
const SIZE: usize = 8;

fn read_format(source: &mut Source) -> Result<Format, Flaw> {
    const EXPECTED: &str = "the version, `4.1 0 8` say,";
    let line = source.expect_line(EXPECTED)?;
    let (version, binary, size) = match line.words()[..] {
        [version, "0", size] => (version, false, size),
        [version, "1", size] => (version, true, size),
        _ => return Err(line.unexpected(EXPECTED)),
    };
    let blocks = match version {
        "2" | "2.0" | "2.1" | "2.2" => false,
        "4.1" => true,
        _ => {
            let remedy = "version 4.1 or 2.2";
            return Err(line.flaw(MeshFileProblem::Variant { variant: short(version), remedy }));
        }
    };
    let mut big_endian = None;
    if binary {
        if size != "8" {
            return Err(line.unexpected("8, the size of numbers,"));
        }
        source.turn_binary();
        let place = source.byte();
        let one = source.bits(INT, false, "the number 1")?;
        big_endian = match one as u32 {
            1 => Some(false),
            0x0100_0000 => Some(true),
            other => {
                let line = other.to_string();
                let expected = "the number 1, in binary,";
                return Err(MeshFileProblem::Unexpected { line, expected }.at(place));
            }
        };
    }
    read_end(source, "$EndMeshFormat")?;
    Ok(Format { blocks, big_endian })
}

fn read_end(source: &mut Source, end: &'static str) -> Result<(), Flaw> {
    let line = source.expect_line(end)?;
    if line.text.trim_ascii() == end { Ok(()) } else { Err(line.unexpected(end)) }
}

/// The count at the head of a section of version 2, which is text in binary files, too.
fn read_count(source: &mut Source, expected: &'static str) -> Result<(u64, Place), Flaw> {
    let line = source.expect_line(expected)?;
    let [count] = line.words()[..] else { return Err(line.unexpected(expected)) };
    Ok((line.whole_number(count)?, line.place))
}

impl Format {
    /// Nodes as `tag x y z`, or in blocks of tags and then positions.
    fn read_nodes(self, source: &mut Source, surface: &mut Surface) -> Result<Nodes, Flaw> {
        let mut nodes = Nodes::new();
        if self.blocks {
            let ([blocks, count, ..], place) =
                self.whole_numbers(source, [SIZE; 4], "`blocks nodes first last`")?;
            source.check_room("nodes", count, self.size(8, 4 * SIZE), place)?;
            let mut read = 0_u64;
            for _ in 0..blocks {
                read = read.saturating_add(self.read_node_block(source, &mut nodes, surface)?);
            }
            check_sum("nodes", read, count, place)?;
        } else {
            let (count, place) = read_count(source, "the number of nodes")?;
            source.check_room("nodes", count, self.size(8, INT + 3 * SIZE), place)?;
            for _ in 0..count {
                let (tag, position, place) = self.node(source)?;
                add_node(tag, position, place, &mut nodes, surface)?;
            }
        }
        read_end(source, "$EndNodes")?;
        Ok(nodes)
    }

    fn read_node_block(
        self,
        source: &mut Source,
        nodes: &mut Nodes,
        surface: &mut Surface,
    ) -> Result<u64, Flaw> {
        const BLOCK: &str = "`dimension entity parametric nodes` of a block";
        let ([dimension, _, parametric, count], place) =
            self.integers(source, [INT, INT, INT, SIZE], BLOCK)?;
        let count = whole(count, place)?;
        source.check_room("nodes", count, self.size(8, 4 * SIZE), place)?;
        // Coordinates on the curve or surface may follow.
        let parameters = match (parametric, dimension) {
            (0, _) => 0,
            (1, 0..=3) => dimension as usize,
            _ => {
                return Err(MeshFileProblem::unexpected(
                    &format!("{dimension} {parametric}"),
                    BLOCK,
                )
                .at(place));
            }
        };
        let mut tags = Vec::new();
        for _ in 0..count {
            let ([tag], _) = self.whole_numbers(source, [SIZE], "the tag of a node")?;
            tags.push(tag);
        }
        for tag in tags {
            let (position, place) = self.position(source, parameters)?;
            add_node(tag, position, place, nodes, surface)?;
        }
        Ok(count)
    }

    /// A node of version 2: tag, position, place.
    fn node(self, source: &mut Source) -> Result<(u64, [f64; 3], Place), Flaw> {
        const EXPECTED: &str = "a node `tag x y z`";
        let Some(big_endian) = self.big_endian else {
            let line = source.expect_line(EXPECTED)?;
            let [tag, x, y, z] = line.words()[..] else { return Err(line.unexpected(EXPECTED)) };
            let position = [line.number(x)?, line.number(y)?, line.number(z)?];
            return Ok((line.whole_number(tag)?, position, line.place));
        };
        let ([tag], place) = self.whole_numbers(source, [INT], EXPECTED)?;
        let mut position = [0.0; 3];
        for x in &mut position {
            *x = source.real(big_endian, EXPECTED)?;
        }
        Ok((tag, position, place))
    }

    /// A position with so many more numbers behind it, and where it stands.
    fn position(self, source: &mut Source, more: usize) -> Result<([f64; 3], Place), Flaw> {
        const EXPECTED: &str = "the position `x y z` of a node";
        let Some(big_endian) = self.big_endian else {
            let line = source.expect_line(EXPECTED)?;
            return match line.words()[..] {
                [x, y, z, ref others @ ..] if others.len() == more => {
                    Ok(([line.number(x)?, line.number(y)?, line.number(z)?], line.place))
                }
                _ => Err(line.unexpected(EXPECTED)),
            };
        };
        let place = source.byte();
        let mut position = [0.0; 3];
        for x in &mut position {
            *x = source.real(big_endian, EXPECTED)?;
        }
        for _ in 0..more {
            source.real(big_endian, EXPECTED)?;
        }
        Ok((position, place))
    }

    /// Elements, in blocks of one type each if they are binary or of version 4.1.
    fn read_elements(
        self,
        source: &mut Source,
        nodes: &Nodes,
        surface: &mut Surface,
    ) -> Result<(), Flaw> {
        if self.blocks {
            let ([blocks, count, ..], place) =
                self.whole_numbers(source, [SIZE; 4], "`blocks elements first last`")?;
            source.check_room("elements", count, self.size(4, 2 * SIZE), place)?;
            let mut read = 0_u64;
            for _ in 0..blocks {
                const BLOCK: &str = "`dimension entity type elements` of a block";
                let ([_, _, kind, count], place) =
                    self.integers(source, [INT, INT, INT, SIZE], BLOCK)?;
                let (kind, count) = (Kind::of(kind, place)?, whole(count, place)?);
                source.check_room("elements", count, self.size(4, 2 * SIZE), place)?;
                for _ in 0..count {
                    self.add_element(source, &kind, 0, nodes, surface)?;
                }
                read = read.saturating_add(count);
            }
            check_sum("elements", read, count, place)?;
        } else {
            let (count, place) = read_count(source, "the number of elements")?;
            source.check_room("elements", count, self.size(8, 2 * INT), place)?;
            let mut read = 0;
            while read < count {
                read += match self.big_endian {
                    None => add_element_line(source, nodes, surface)?,
                    Some(_) => self.read_element_block(source, nodes, surface)?,
                };
            }
            check_sum("elements", read, count, place)?;
        }
        read_end(source, "$EndElements")
    }

    /// A binary block of version 2.
    fn read_element_block(
        self,
        source: &mut Source,
        nodes: &Nodes,
        surface: &mut Surface,
    ) -> Result<u64, Flaw> {
        let ([kind, count, labels], place) =
            self.integers(source, [INT; 3], "`type elements tags` of a block")?;
        let kind = Kind::of(kind, place)?;
        let (count, labels) = (whole(count, place)?, whole(labels, place)?);
        source.check_room("elements", count, 2 * INT, place)?;
        source.check_room("tags", labels, INT, place)?;
        for _ in 0..count {
            self.add_element(source, &kind, labels, nodes, surface)?;
        }
        Ok(count)
    }

    /// An element of a block: its tag, so many labels, its nodes.
    fn add_element(
        self,
        source: &mut Source,
        kind: &Kind,
        labels: u64,
        nodes: &Nodes,
        surface: &mut Surface,
    ) -> Result<(), Flaw> {
        const EXPECTED: &str = "an element, its tag and its nodes,";
        let Some(big_endian) = self.big_endian else {
            let line = source.expect_line(EXPECTED)?;
            let words = line.words();
            if words.len() != 1 + kind.nodes {
                return Err(line.unexpected(EXPECTED));
            }
            let tags: Vec<u64> =
                words.iter().map(|word| line.whole_number(word)).collect::<Result<_, _>>()?;
            return kind.add(&tags, nodes, surface);
        };
        let size = if self.blocks { SIZE } else { INT };
        let mut tags = vec![source.bits(size, big_endian, EXPECTED)?];
        for _ in 0..labels {
            source.bits(size, big_endian, EXPECTED)?;
        }
        for _ in 0..kind.nodes {
            tags.push(source.bits(size, big_endian, EXPECTED)?);
        }
        kind.add(&tags, nodes, surface)
    }

    /// Whole numbers that are not negative: a line of them, or binary ones of these sizes.
    fn whole_numbers<const N: usize>(
        self,
        source: &mut Source,
        sizes: [usize; N],
        expected: &'static str,
    ) -> Result<([u64; N], Place), Flaw> {
        let (integers, place) = self.integers(source, sizes, expected)?;
        let mut numbers = [0; N];
        for (number, integer) in numbers.iter_mut().zip(integers) {
            *number = whole(integer, place)?;
        }
        Ok((numbers, place))
    }

    /// Whole numbers: a line of them, or binary ones of these sizes.
    fn integers<const N: usize>(
        self,
        source: &mut Source,
        sizes: [usize; N],
        expected: &'static str,
    ) -> Result<([i64; N], Place), Flaw> {
        let mut integers = [0; N];
        let Some(big_endian) = self.big_endian else {
            let line = source.expect_line(expected)?;
            let words = line.words();
            if words.len() != N {
                return Err(line.unexpected(expected));
            }
            for (integer, word) in integers.iter_mut().zip(words) {
                *integer = line.parse(word, "whole number")?;
            }
            return Ok((integers, line.place));
        };
        let place = source.byte();
        for (integer, size) in integers.iter_mut().zip(sizes) {
            let bits = source.bits(size, big_endian, expected)?;
            *integer = if size == INT { i64::from(bits as i32) } else { bits as i64 };
        }
        Ok((integers, place))
    }

    /// The least size of something as text and as binary, whichever this is.
    fn size(self, text: usize, binary: usize) -> usize {
        if self.big_endian.is_some() { binary } else { text }
    }
}

impl Kind {
    /// Of an element type, by Gmsh's number.
    fn of(kind: i64, place: Place) -> Result<Self, Flaw> {
        let solid = |kind| Err(MeshFileProblem::Solid { kind }.at(place));
        let skipped = |nodes| Ok(Self { nodes, is_face: false });
        match kind {
            2 => Ok(Self { nodes: 3, is_face: true }),
            3 => Ok(Self { nodes: 4, is_face: true }),
            // A point, and lines of the orders 1 to 5.
            15 => skipped(1),
            1 => skipped(2),
            8 => skipped(3),
            26 => skipped(4),
            27 => skipped(5),
            28 => skipped(6),
            4 | 11 | 29..=31 => solid("tetrahedron"),
            5 | 12 | 17 => solid("hexahedron"),
            6 | 13 | 18 => solid("prism"),
            7 | 14 | 19 => solid("pyramid"),
            kind => Err(MeshFileProblem::UnknownElement { kind }.at(place)),
        }
    }

    /// Adds an element, given its tag and then those of its nodes, if it is a face.
    fn add(&self, tags: &[u64], nodes: &Nodes, surface: &mut Surface) -> Result<(), Flaw> {
        let &[tag, ref corners @ ..] = tags else { return Ok(()) };
        if !self.is_face {
            return Ok(());
        }
        let place = Place::Element(tag);
        surface.check_corner_count(corners.len() as u64, place)?;
        let vertex = |tag: &u64| {
            nodes.get(tag).copied().ok_or(MeshFileProblem::NoSuchNode { tag: *tag }.at(place))
        };
        let corners: Vec<usize> = corners.iter().map(vertex).collect::<Result<_, _>>()?;
        surface.add_face(&corners, tag);
        Ok(())
    }
}

/// Adds an element of version 2 as text, `tag type labels ... nodes`.
fn add_element_line(
    source: &mut Source,
    nodes: &Nodes,
    surface: &mut Surface,
) -> Result<u64, Flaw> {
    const EXPECTED: &str = "an element `tag type tags ... nodes`";
    let line = source.expect_line(EXPECTED)?;
    let words = line.words();
    let [tag, kind, labels, ref others @ ..] = words[..] else {
        return Err(line.unexpected(EXPECTED));
    };
    let kind = Kind::of(line.parse(kind, "whole number")?, line.place)?;
    let labels = line.whole_number(labels)?;
    if others.len().checked_sub(kind.nodes).map(|count| count as u64) != Some(labels) {
        return Err(line.unexpected(EXPECTED));
    }
    let corners = &others[others.len() - kind.nodes..];
    let tags: Vec<u64> = [tag]
        .iter()
        .chain(corners)
        .map(|word| line.whole_number(word))
        .collect::<Result<_, _>>()?;
    kind.add(&tags, nodes, surface)?;
    Ok(1)
}

fn add_node(
    tag: u64,
    position: [f64; 3],
    place: Place,
    nodes: &mut Nodes,
    surface: &mut Surface,
) -> Result<(), Flaw> {
    if nodes.insert(tag, surface.vertex_count()).is_some() {
        return Err(MeshFileProblem::Twice { what: format!("node {tag}") }.at(place));
    }
    surface.add_vertex(position, tag);
    Ok(())
}

/// Checks that the blocks hold as many as the section promises.
fn check_sum(what: &str, read: u64, promised: u64, place: Place) -> Result<(), Flaw> {
    if read == promised {
        return Ok(());
    }
    Err(MeshFileProblem::WrongSum { what: what.into(), read, promised }.at(place))
}

fn whole(number: i64, place: Place) -> Result<u64, Flaw> {
    u64::try_from(number).map_err(|_| {
        let kind = "whole number that is not negative";
        MeshFileProblem::NotANumber { word: number.to_string(), kind }.at(place)
    })
}
