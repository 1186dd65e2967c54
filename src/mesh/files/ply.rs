//! The Polygon File Format, as text or binary.

use std::vec;

use super::{
    problems::{Flaw, MeshFileProblem, Place, short},
    source::{Line, Source},
    surface::{Numbering, Surface},
};

/// Adds the vertices and faces of a PLY file. Other elements and other properties are skipped; a
/// file without a property `z` is flat.
///
/// A header may promise anything, so nothing is allocated before it is read, and counts that the file
/// has no room for are refused.
pub(super) fn read(bytes: &[u8], surface: &mut Surface) -> Result<(), Flaw> {
    let mut source = Source::new(bytes);
    let Header { encoding, elements } = read_header(&mut source)?;
    match encoding {
        Encoding::Text => surface.numbering = Numbering::Lines,
        Encoding::Binary { .. } => {
            surface.numbering = Numbering::Counts;
            source.turn_binary();
        }
    }
    let named = |name| elements.iter().find(|element| element.name == name);
    let Some(vertices) = named("vertex") else { return Err(missing("vertices")) };
    if named("face").is_none() {
        return Err(missing("faces"));
    }
    for element in &elements {
        // The shortest text of a value is a digit and a space.
        let value_size = |property: &Property| match encoding {
            Encoding::Text => 2,
            Encoding::Binary { .. } => property.length.unwrap_or(property.scalar).size(),
        };
        let size: usize = element.properties.iter().map(value_size).sum();
        source.check_room(&element.what(), element.count, size, element.place)?;
        for index in 0..element.count {
            let mut values = Values::begin(&mut source, encoding, element, index)?;
            match element.name.as_str() {
                "vertex" => add_vertex(&mut values, element, surface)?,
                "face" => add_face(&mut values, element, vertices.count, surface)?,
                _ => element.properties.iter().try_for_each(|property| values.skip(property))?,
            }
            values.end()?;
        }
    }
    match source.filled_line()? {
        Some(line) => Err(line.unexpected("the end of the file")),
        None => Ok(()),
    }
}

struct Header {
    encoding: Encoding,
    elements: Vec<Element>,
}

#[derive(Clone, Copy)]
enum Encoding {
    Text,
    Binary { big_endian: bool },
}

/// A kind of element, such as the vertices.
struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
    place: Place,
}

/// A number that each element has, or a list of them.
struct Property {
    name: String,
    /// Of a list, the kind of its length.
    length: Option<Scalar>,
    scalar: Scalar,
}

/// A kind of number. All of them are exact as `f64`.
#[derive(Clone, Copy, PartialEq)]
enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

fn read_header(source: &mut Source) -> Result<Header, Flaw> {
    let first = source.expect_line("ply")?;
    if first.text.trim_ascii() != "ply" {
        return Err(first.unexpected("ply"));
    }
    let (mut encoding, mut elements) = (None, Vec::<Element>::new());
    loop {
        let line = source.expect_line("end_header")?;
        match line.words()[..] {
            ["comment" | "obj_info", ..] => (),
            ["format", _, _] if encoding.is_some() => return Err(twice(&line, "format")),
            ["format", name, "1.0"] => encoding = Some(encoding_of(&line, name)?),
            ["format", _, version] => return Err(variant(&line, version)),
            ["element", name, count] => {
                if elements.iter().any(|element| element.name == name) {
                    return Err(twice(&line, name));
                }
                let (name, count) = (name.to_owned(), line.whole_number(count)?);
                elements.push(Element { name, count, properties: Vec::new(), place: line.place });
            }
            ["property", ref words @ ..] => {
                let Some(element) = elements.last_mut() else {
                    return Err(line.unexpected("an element, before its properties,"));
                };
                let property = read_property(&line, words)?;
                if element.properties.iter().any(|other| other.name == property.name) {
                    return Err(twice(&line, &property.name));
                }
                element.properties.push(property);
            }
            ["end_header"] => {
                let Some(encoding) = encoding else {
                    return Err(line.unexpected("the format, `format ascii 1.0` say,"));
                };
                check_elements(&elements)?;
                return Ok(Header { encoding, elements });
            }
            _ => return Err(line.unexpected("a line of the header")),
        }
    }
}

fn encoding_of(line: &Line, name: &str) -> Result<Encoding, Flaw> {
    match name {
        "ascii" => Ok(Encoding::Text),
        "binary_little_endian" => Ok(Encoding::Binary { big_endian: false }),
        "binary_big_endian" => Ok(Encoding::Binary { big_endian: true }),
        _ => Err(variant(line, name)),
    }
}

fn read_property(line: &Line, words: &[&str]) -> Result<Property, Flaw> {
    let scalar = |word: &str| {
        Ok(match word {
            "char" | "int8" => Scalar::I8,
            "uchar" | "uint8" => Scalar::U8,
            "short" | "int16" => Scalar::I16,
            "ushort" | "uint16" => Scalar::U16,
            "int" | "int32" => Scalar::I32,
            "uint" | "uint32" => Scalar::U32,
            "float" | "float32" => Scalar::F32,
            "double" | "float64" => Scalar::F64,
            _ => return Err(line.unexpected("a kind of number, `float` say,")),
        })
    };
    match *words {
        [kind, name] => Ok(Property { name: name.into(), length: None, scalar: scalar(kind)? }),
        ["list", length, kind, name] => {
            let length = scalar(length)?;
            if !length.is_whole() {
                return Err(line.unexpected("a whole number's kind for the length, `uchar` say,"));
            }
            Ok(Property { name: name.into(), length: Some(length), scalar: scalar(kind)? })
        }
        _ => Err(line.unexpected("a property, `property float x` say,")),
    }
}

/// Checks that vertices and faces have what a body needs, and that every element has a size.
fn check_elements(elements: &[Element]) -> Result<(), Flaw> {
    for element in elements {
        let flaw = |what| MeshFileProblem::Missing { what }.at(element.place);
        let is_number =
            |name| element.properties.iter().any(|p| p.name == name && p.length.is_none());
        match element.name.as_str() {
            "vertex" if !is_number("x") => return Err(flaw("number x of a vertex")),
            "vertex" if !is_number("y") => return Err(flaw("number y of a vertex")),
            "vertex" if element.properties.iter().any(|p| p.name == "z") && !is_number("z") => {
                return Err(flaw("number z of a vertex, but a list z"));
            }
            "face" if !element.properties.iter().any(Property::is_corners) => {
                return Err(flaw("list of whole numbers vertex_indices of a face"));
            }
            _ if element.properties.is_empty() => {
                return Err(flaw("property of an element"));
            }
            _ => (),
        }
    }
    Ok(())
}

fn add_vertex(values: &mut Values, element: &Element, surface: &mut Surface) -> Result<(), Flaw> {
    let mut position = [0.0; 3];
    for property in &element.properties {
        match ["x", "y", "z"].iter().position(|name| property.name == *name) {
            Some(axis) => position[axis] = values.next(property.scalar)?,
            None => values.skip(property)?,
        }
    }
    surface.add_vertex(position, values.number());
    Ok(())
}

fn add_face(
    values: &mut Values,
    element: &Element,
    vertices: u64,
    surface: &mut Surface,
) -> Result<(), Flaw> {
    for property in &element.properties {
        let Some(length) = property.length.filter(|_| property.is_corners()) else {
            values.skip(property)?;
            continue;
        };
        let count = values.length(length)?;
        surface.check_corner_count(count, values.place())?;
        let mut corners = Vec::new();
        for _ in 0..count {
            let corner = values.next(property.scalar)?;
            // Comparing what it is with what it may be, so that negative ones are refused, too.
            if !(0.0..vertices as f64).contains(&corner) {
                let (corner, vertices) = (corner.to_string(), vertices as usize);
                return Err(MeshFileProblem::NoSuchIndex { corner, vertices }.at(values.place()));
            }
            corners.push(corner as usize);
        }
        surface.add_face(&corners, values.number());
    }
    Ok(())
}

/// The numbers of one element, one after the other.
enum Values<'s, 'a> {
    Text { line: Line<'a>, words: vec::IntoIter<&'a str> },
    Binary { source: &'s mut Source<'a>, big_endian: bool, index: u64, place: Place },
}

impl<'s, 'a> Values<'s, 'a> {
    fn begin(
        source: &'s mut Source<'a>,
        encoding: Encoding,
        element: &Element,
        index: u64,
    ) -> Result<Self, Flaw> {
        Ok(match encoding {
            Encoding::Text => {
                let line = source.expect_line("an element")?;
                Values::Text { line, words: line.words().into_iter() }
            }
            Encoding::Binary { big_endian } => {
                let place = match element.name.as_str() {
                    "vertex" => Place::Vertex(index),
                    "face" => Place::Face(index),
                    _ => source.byte(),
                };
                Values::Binary { source, big_endian, index, place }
            }
        })
    }

    fn next(&mut self, scalar: Scalar) -> Result<f64, Flaw> {
        match self {
            Self::Text { line, words } => {
                let word =
                    words.next().ok_or_else(|| line.unexpected("a line with more numbers"))?;
                scalar.parse(line, word)
            }
            Self::Binary { source, big_endian, place, .. } => {
                let bits = source.bits(scalar.size(), *big_endian, "a number");
                bits.map(|bits| scalar.value(bits)).map_err(|flaw| flaw.problem.at(*place))
            }
        }
    }

    /// The length of a list.
    fn length(&mut self, scalar: Scalar) -> Result<u64, Flaw> {
        let length = self.next(scalar)?;
        if length < 0.0 {
            let word = length.to_string();
            return Err(MeshFileProblem::NotANumber { word, kind: "length" }.at(self.place()));
        }
        Ok(length as u64)
    }

    fn skip(&mut self, property: &Property) -> Result<(), Flaw> {
        let count = match property.length {
            Some(length) => self.length(length)?,
            None => 1,
        };
        (0..count).try_for_each(|_| self.next(property.scalar).map(|_| ()))
    }

    /// Checks that the element's line holds no more.
    fn end(self) -> Result<(), Flaw> {
        match self {
            Self::Text { line, words } if words.len() > 0 => {
                Err(line.unexpected("a line with fewer numbers"))
            }
            _ => Ok(()),
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Text { line, .. } => line.place,
            Self::Binary { place, .. } => *place,
        }
    }

    fn number(&self) -> u64 {
        match self {
            Self::Text { line, .. } => line.number,
            Self::Binary { index, .. } => *index,
        }
    }
}

impl Element {
    fn what(&self) -> String {
        format!("elements {:?}", self.name)
    }
}

impl Property {
    /// Whether this lists the corners of a face.
    fn is_corners(&self) -> bool {
        matches!(self.name.as_str(), "vertex_indices" | "vertex_index")
            && self.length.is_some()
            && self.scalar.is_whole()
    }
}

impl Scalar {
    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    fn is_whole(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }

    /// The number of these bits.
    fn value(self, bits: u64) -> f64 {
        match self {
            Self::I8 => f64::from(bits as i8),
            Self::U8 => f64::from(bits as u8),
            Self::I16 => f64::from(bits as i16),
            Self::U16 => f64::from(bits as u16),
            Self::I32 => f64::from(bits as i32),
            Self::U32 => f64::from(bits as u32),
            Self::F32 => f64::from(f32::from_bits(bits as u32)),
            Self::F64 => f64::from_bits(bits),
        }
    }

    /// The number of a word: of a `float`, what its binary twin would hold.
    fn parse(self, line: &Line, word: &str) -> Result<f64, Flaw> {
        const WHOLE: &str = "whole number of the kind that the header promises";
        Ok(match self {
            Self::I8 => line.parse::<i8>(word, WHOLE)?.into(),
            Self::U8 => line.parse::<u8>(word, WHOLE)?.into(),
            Self::I16 => line.parse::<i16>(word, WHOLE)?.into(),
            Self::U16 => line.parse::<u16>(word, WHOLE)?.into(),
            Self::I32 => line.parse::<i32>(word, WHOLE)?.into(),
            Self::U32 => line.parse::<u32>(word, WHOLE)?.into(),
            Self::F32 => line.parse::<f32>(word, "number")?.into(),
            Self::F64 => line.number(word)?,
        })
    }
}

fn missing(what: &'static str) -> Flaw {
    MeshFileProblem::Missing { what }.at(Place::File)
}

fn twice(line: &Line, what: &str) -> Flaw {
    line.flaw(MeshFileProblem::Twice { what: format!("{:?}", short(what)) })
}

fn variant(line: &Line, variant: &str) -> Flaw {
    let remedy = "PLY 1.0, ascii, binary_little_endian or binary_big_endian";
    line.flaw(MeshFileProblem::Variant { variant: short(variant), remedy })
}
