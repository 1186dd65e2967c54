//! What can be set, as the query string that links carry.

use std::fmt::Write;

use crate::listed;

/// Something that can be set: one number or several.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its name: that of the command line's option.
    pub name: &'static str,
    /// What it is at first.
    pub default: Vec<f64>,
    /// The least and the greatest number allowed.
    pub range: [f64; 2],
    /// Whether its numbers are integers.
    pub whole: bool,
}

impl Setting {
    /// Numbers in a range.
    pub fn numbers(name: &'static str, default: &[f64], range: [f64; 2]) -> Self {
        Self { name, default: default.to_vec(), range, whole: false }
    }

    /// A number in a range.
    pub fn number(name: &'static str, default: f64, range: [f64; 2]) -> Self {
        Self::numbers(name, &[default], range)
    }

    /// A count in a range.
    pub fn count(name: &'static str, default: usize, [least, most]: [usize; 2]) -> Self {
        let range = [least as f64, most as f64];
        Self { whole: true, ..Self::number(name, default as f64, range) }
    }

    fn check(&self, values: &[f64]) -> Result<(), SettingsError> {
        let name = self.name;
        if values.len() != self.default.len() {
            let (given, taken) = (values.len(), self.default.len());
            return Err(SettingsError::Count { name, given, taken });
        }
        let [low, high] = self.range;
        for &value in values {
            if !(low..=high).contains(&value) {
                return Err(SettingsError::OutOfRange { name, value, low, high });
            }
            if self.whole && value.fract() != 0.0 {
                return Err(SettingsError::NotWhole { name, value });
            }
        }
        Ok(())
    }
}

/// Why settings cannot be taken; each names the setting and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// No setting of that name.
    #[error("there is no setting {name:?}: take {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// A name without a value.
    #[error("{name}: no value is given; write {name}=VALUE")]
    NoValue {
        /// The name.
        name: String,
    },
    /// A word that is no number, or an infinite one.
    #[error("{name}: {word:?} is no finite number; give numbers with commas between them")]
    NotANumber {
        /// The setting.
        name: &'static str,
        /// The word.
        word: String,
    },
    /// Too few or too many numbers.
    #[error("{name}: {given} numbers are given; give {taken}, with commas between them")]
    Count {
        /// The setting.
        name: &'static str,
        /// Numbers given.
        given: usize,
        /// Numbers that it takes.
        taken: usize,
    },
    /// Too small or too large.
    #[error("{name}: {value} is out of range; give numbers from {low} to {high}")]
    OutOfRange {
        /// The setting.
        name: &'static str,
        /// The number.
        value: f64,
        /// The least number allowed.
        low: f64,
        /// The greatest.
        high: f64,
    },
    /// A count with a fraction.
    #[error("{name}: {value} is no whole number; give one")]
    NotWhole {
        /// The setting.
        name: &'static str,
        /// The number.
        value: f64,
    },
}

/// All settings of a demo with their present values, which are in their ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    table: Vec<Setting>,
    values: Vec<Vec<f64>>,
}

impl Settings {
    /// Every setting at its default.
    pub fn new(table: Vec<Setting>) -> Self {
        let values = table.iter().map(|setting| setting.default.clone()).collect();
        Self { table, values }
    }

    /// These settings with those changed that a query string names, such as
    /// `amplitudes=0.45,0.35,0.25,0.15&friction=0.5`.
    ///
    /// # Errors
    /// [`SettingsError`] for a name that is not known, or values that do not suit it.
    pub fn changed(&self, query: &str) -> Result<Self, SettingsError> {
        let mut changed = self.clone();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, values) =
                pair.split_once('=').ok_or_else(|| SettingsError::NoValue { name: pair.into() })?;
            let setting = self.table.iter().find(|setting| setting.name == name);
            let setting = setting.ok_or_else(|| SettingsError::Unknown {
                name: name.into(),
                known: listed(self.table.iter().map(|setting| setting.name)),
            })?;
            changed.set(setting.name, numbers(setting.name, values)?)?;
        }
        Ok(changed)
    }

    /// Changes one setting.
    ///
    /// # Errors
    /// [`SettingsError`] for values that do not suit it; nothing is changed then.
    ///
    /// # Panics
    /// If there is no setting of that name.
    pub fn set(&mut self, name: &str, values: Vec<f64>) -> Result<(), SettingsError> {
        let index = self.index(name);
        self.table[index].check(&values)?;
        self.values[index] = values;
        Ok(())
    }

    /// The present values of a setting.
    ///
    /// # Panics
    /// If there is no setting of that name.
    pub fn numbers(&self, name: &str) -> &[f64] {
        &self.values[self.index(name)]
    }

    /// The present value of a setting with one number.
    ///
    /// # Panics
    /// If there is no setting of that name.
    pub fn number(&self, name: &str) -> f64 {
        self.numbers(name)[0]
    }

    /// The present value of a count.
    ///
    /// # Panics
    /// If there is no setting of that name.
    pub fn count(&self, name: &str) -> usize {
        self.number(name) as usize
    }

    fn index(&self, name: &str) -> usize {
        let found = self.table.iter().position(|setting| setting.name == name);
        found.unwrap_or_else(|| panic!("no setting {name:?} in the demo's own table"))
    }

    /// What differs from the defaults, as a query string.
    pub fn query(&self) -> String {
        self.written(|text, name, values| {
            let separator = if text.is_empty() { "" } else { "&" };
            write!(text, "{separator}{name}={values}")
        })
    }

    /// What differs from the defaults, as options of a command, each with a space before it.
    pub fn options(&self) -> String {
        self.written(|text, name, values| write!(text, " --{name} {values}"))
    }

    /// The same of some settings only.
    pub fn options_of(&self, names: &[&str]) -> String {
        self.written(|text, name, values| match names.contains(&name) {
            true => write!(text, " --{name} {values}"),
            false => Ok(()),
        })
    }

    fn written(&self, write: impl Fn(&mut String, &str, &str) -> std::fmt::Result) -> String {
        let mut text = String::new();
        for (setting, values) in self.table.iter().zip(&self.values) {
            if *values != setting.default {
                // Writing to a string does not fail.
                let _ = write(&mut text, setting.name, &with_commas(values));
            }
        }
        text
    }

    /// A line for every setting: name, least and greatest number, and defaults with commas between
    /// them; tabs in between.
    pub fn description(&self) -> String {
        let line = |setting: &Setting| {
            let ([low, high], default) = (setting.range, with_commas(&setting.default));
            format!("{}\t{low}\t{high}\t{default}\n", setting.name)
        };
        self.table.iter().map(line).collect()
    }
}

/// Rust writes the shortest digits that are read as the same number again.
fn with_commas(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}

fn numbers(name: &'static str, text: &str) -> Result<Vec<f64>, SettingsError> {
    let number = |word: &str| {
        let value = word.trim().parse().ok().filter(|x: &f64| x.is_finite());
        value.ok_or_else(|| SettingsError::NotANumber { name, word: word.into() })
    };
    text.split(',').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings::new(vec![
            Setting::numbers("amplitudes", &[0.5, -0.25], [-1.0, 1.0]),
            Setting::number("gravity", -9.8, [-30.0, 0.0]),
            Setting::count("iterations", 10, [1, 50]),
        ])
    }

    #[test]
    fn what_a_link_carries_is_what_differs() {
        assert_eq!(settings().query(), "");
        assert_eq!(settings().options(), "");
        let changed = settings().changed("gravity=-1.62&iterations=11").unwrap();
        assert_eq!(changed.number("gravity"), -1.62);
        assert_eq!(changed.count("iterations"), 11);
        assert_eq!(changed.numbers("amplitudes"), [0.5, -0.25]);
        assert_eq!(changed.query(), "gravity=-1.62&iterations=11");
        assert_eq!(changed.options(), " --gravity -1.62 --iterations 11");
        assert_eq!(changed.options_of(&["amplitudes", "iterations"]), " --iterations 11");
        assert_eq!(settings().changed(&changed.query()).unwrap(), changed);
        assert_eq!(changed.changed("gravity=-9.8&iterations=10").unwrap(), settings());
    }

    #[test]
    fn numbers_return_to_the_last_bit() {
        for value in [0.1 + 0.2, 1.0 / 3.0, f64::EPSILON, -f64::MIN_POSITIVE, 1.0 - f64::EPSILON] {
            let mut sent = settings();
            sent.set("amplitudes", vec![value, -value]).unwrap();
            let returned = settings().changed(&sent.query()).unwrap();
            let bits = |s: &Settings| s.numbers("amplitudes").iter().map(|x| x.to_bits()).collect();
            let (sent, returned): (Vec<_>, Vec<_>) = (bits(&sent), bits(&returned));
            assert_eq!(returned, sent);
        }
    }

    #[test]
    fn what_does_not_suit_is_refused_by_name() {
        for (query, complaint) in [
            (
                "friction=1",
                "there is no setting \"friction\": take amplitudes, gravity, iterations",
            ),
            ("gravity", "gravity: no value is given; write gravity=VALUE"),
            (
                "gravity=low",
                "gravity: \"low\" is no finite number; give numbers with commas between them",
            ),
            (
                "gravity=-inf",
                "gravity: \"-inf\" is no finite number; give numbers with commas between them",
            ),
            (
                "amplitudes=0,NaN",
                "amplitudes: \"NaN\" is no finite number; give numbers with commas between them",
            ),
            (
                "amplitudes=",
                "amplitudes: \"\" is no finite number; give numbers with commas between them",
            ),
            ("amplitudes=0.5", "amplitudes: 1 numbers are given; give 2, with commas between them"),
            ("gravity=0.5", "gravity: 0.5 is out of range; give numbers from -30 to 0"),
            ("iterations=0", "iterations: 0 is out of range; give numbers from 1 to 50"),
            ("iterations=2.5", "iterations: 2.5 is no whole number; give one"),
        ] {
            let error = settings().changed(&format!("gravity=-1&{query}")).unwrap_err();
            assert_eq!(error.to_string(), complaint);
        }
    }

    #[test]
    fn a_page_learns_ranges_and_defaults() {
        let lines = "amplitudes\t-1\t1\t0.5,-0.25\ngravity\t-30\t0\t-9.8\niterations\t1\t50\t10\n";
        assert_eq!(settings().description(), lines);
    }
}
