//! What a demo writes to be drawn.

use std::fmt::Write;

/// Named arrays of numbers, one behind the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrays {
    index: String,
    numbers: Vec<f64>,
}

impl Arrays {
    /// Takes everything out.
    pub fn clear(&mut self) {
        self.index.clear();
        self.numbers.clear();
    }

    /// Adds an array; its name is a word.
    pub fn push(&mut self, name: &str, values: impl IntoIterator<Item = f64>) {
        let before = self.numbers.len();
        self.numbers.extend(values);
        // Writing to a string does not fail.
        let _ = writeln!(self.index, "{name} {}", self.numbers.len() - before);
    }

    /// Adds an array of indices.
    pub fn push_indices(&mut self, name: &str, indices: impl IntoIterator<Item = usize>) {
        self.push(name, indices.into_iter().map(|index| index as f64));
    }

    /// A line for every array: its name and its length.
    pub fn index(&self) -> &str {
        &self.index
    }

    /// All numbers.
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// One array.
    pub fn get(&self, name: &str) -> Option<&[f64]> {
        let mut start = 0;
        for line in self.index.lines() {
            let (found, length) = line.split_once(' ')?;
            let length: usize = length.parse().ok()?;
            if found == name {
                return self.numbers.get(start..start + length);
            }
            start += length;
        }
        None
    }
}
