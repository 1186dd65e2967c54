use std::str::FromStr;

use super::problems::{Flaw, MeshFileProblem, Place, short};

/// The bytes of a file, read from front to back, as lines or as binary numbers.
pub(super) struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Lines read so far: the number of the last one.
    lines: u64,
    /// Whether lines have lost their meaning, so that places are bytes.
    binary: bool,
}

/// A line and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) number: u64,
    pub(super) place: Place,
}

impl<'a> Source<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        // A byte order mark says nothing in UTF-8.
        let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Self { bytes, at, lines: 0, binary: false }
    }

    /// The next line, without its line break; none at the end.
    pub(super) fn line(&mut self) -> Result<Option<Line<'a>>, Flaw> {
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(None);
        }
        let byte = self.byte();
        let length = rest.iter().position(|byte| *byte == b'\n');
        let line = &rest[..length.unwrap_or(rest.len())];
        self.at += line.len() + usize::from(length.is_some());
        self.lines += 1;
        let place = if self.binary { byte } else { Place::Line(self.lines) };
        let text = std::str::from_utf8(line).map_err(|_| MeshFileProblem::NotText.at(place))?;
        let text = text.strip_suffix('\r').unwrap_or(text);
        Ok(Some(Line { text, number: self.lines, place }))
    }

    /// The next line with something on it; none at the end.
    pub(super) fn filled_line(&mut self) -> Result<Option<Line<'a>>, Flaw> {
        while let Some(line) = self.line()? {
            if !line.text.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The next line with something on it, of which `expected` says what the format has here.
    pub(super) fn expect_line(&mut self, expected: &'static str) -> Result<Line<'a>, Flaw> {
        self.filled_line()?.ok_or_else(|| self.cut_off(expected))
    }

    /// The problem of a file that ends here.
    pub(super) fn cut_off(&self, expected: &'static str) -> Flaw {
        let end = Place::Line(self.lines + 1);
        MeshFileProblem::CutOff { expected }.at(if self.binary { self.byte() } else { end })
    }

    /// From here on, the file holds binary numbers.
    pub(super) fn turn_binary(&mut self) {
        self.binary = true;
    }

    /// The next bytes (eight at most) as an unsigned number, the lowest byte first unless the file is
    /// big endian.
    pub(super) fn bits(
        &mut self,
        size: usize,
        big_endian: bool,
        expected: &'static str,
    ) -> Result<u64, Flaw> {
        let Some(taken) = self.rest().get(..size) else {
            return Err(self.cut_off(expected));
        };
        self.at += size;
        let join = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
        Ok(if big_endian { taken.iter().fold(0, join) } else { taken.iter().rev().fold(0, join) })
    }

    /// A binary number of eight bytes.
    pub(super) fn real(&mut self, big_endian: bool, expected: &'static str) -> Result<f64, Flaw> {
        Ok(f64::from_bits(self.bits(8, big_endian, expected)?))
    }

    /// Goes to the line that begins with these words, and past it; tells if there is one.
    pub(super) fn skip_past_line(&mut self, start: &str) -> bool {
        let start = start.as_bytes();
        let Some(found) = self.rest().windows(start.len()).position(|window| window == start)
        else {
            return false;
        };
        let rest = &self.rest()[found..];
        let end = found + rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |n| n + 1);
        self.lines += self.rest()[..end].iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at += end;
        true
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Checks that the rest has room for as many things of some size.
    pub(super) fn check_room(
        &self,
        what: &str,
        count: u64,
        size: usize,
        place: Place,
    ) -> Result<(), Flaw> {
        // The last line may lack its line break.
        let most = (self.rest().len() as u64 + 1) / size as u64;
        if count > most {
            return Err(MeshFileProblem::TooMany { what: short(what), count, most }.at(place));
        }
        Ok(())
    }

    /// Where the next byte stands.
    pub(super) fn byte(&self) -> Place {
        Place::Byte(self.at as u64)
    }
}

impl<'a> Line<'a> {
    pub(super) fn words(&self) -> Vec<&'a str> {
        self.text.split_ascii_whitespace().collect()
    }

    pub(super) fn flaw(&self, problem: MeshFileProblem) -> Flaw {
        problem.at(self.place)
    }

    /// The problem of a line that should be something else.
    pub(super) fn unexpected(&self, expected: &'static str) -> Flaw {
        self.flaw(MeshFileProblem::unexpected(self.text, expected))
    }

    pub(super) fn whole_number(&self, word: &str) -> Result<u64, Flaw> {
        self.parse(word, "whole number that is not negative")
    }

    pub(super) fn number(&self, word: &str) -> Result<f64, Flaw> {
        self.parse(word, "number")
    }

    pub(super) fn parse<T: FromStr>(&self, word: &str, kind: &'static str) -> Result<T, Flaw> {
        word.parse().map_err(|_| {
            let word = short(word);
            self.flaw(MeshFileProblem::NotANumber { word, kind })
        })
    }
}
