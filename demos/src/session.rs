//! One demo, and the calls to it as a page makes them: with texts.

use crate::{Action, DEMOS, Demo, DemoError, arrays::Arrays};

/// The demo that is open, and the arrays that were written last.
#[derive(Default)]
pub struct Session {
    demo: Option<Box<dyn Demo>>,
    arrays: Arrays,
}

impl Session {
    /// Opens a demo at its defaults, instead of the one that is open.
    ///
    /// # Errors
    /// [`DemoError`] if there is no such demo, or it cannot be set up.
    pub fn open(&mut self, name: &str) -> Result<(), DemoError> {
        let found = DEMOS.iter().find(|(known, _)| *known == name);
        let (_, open) = found.ok_or_else(|| DemoError::UnknownDemo { name: name.into() })?;
        self.demo = Some(open()?);
        Ok(())
    }

    fn demo(&mut self) -> Result<&mut Box<dyn Demo>, DemoError> {
        self.demo.as_mut().ok_or(DemoError::NotOpen)
    }

    /// Changes the settings that a query string names.
    ///
    /// # Errors
    /// [`DemoError`] if they cannot be taken; the demo is then as it was.
    pub fn configure(&mut self, query: &str) -> Result<(), DemoError> {
        let demo = self.demo()?;
        let settings = demo.settings().changed(query)?;
        // A demo may begin anew for settings that it already has.
        if settings == *demo.settings() { Ok(()) } else { demo.configure(settings) }
    }

    /// Does what a name, followed by numbers, says.
    ///
    /// # Errors
    /// [`DemoError`] if there is no such action; the demo is then as it was.
    pub fn act(&mut self, action: &str) -> Result<(), DemoError> {
        self.demo()?.act(&Action::parse(action)?)
    }

    /// Makes so many steps.
    ///
    /// # Errors
    /// [`DemoError`] if one cannot be made.
    pub fn advance(&mut self, steps: usize) -> Result<(), DemoError> {
        self.demo()?.advance(steps)
    }

    /// What differs from the defaults, as a query string.
    ///
    /// # Errors
    /// [`DemoError::NotOpen`].
    pub fn settings(&mut self) -> Result<String, DemoError> {
        Ok(self.demo()?.settings().query())
    }

    /// What can be set: name, least and greatest number and defaults in a line each.
    ///
    /// # Errors
    /// [`DemoError::NotOpen`].
    pub fn description(&mut self) -> Result<String, DemoError> {
        Ok(self.demo()?.settings().description())
    }

    /// The command that computes what is shown, and notes on it in lines of their own.
    ///
    /// # Errors
    /// [`DemoError::NotOpen`].
    pub fn command(&mut self) -> Result<String, DemoError> {
        Ok(self.demo()?.command())
    }

    /// Writes what changes with the settings only.
    ///
    /// # Errors
    /// [`DemoError::NotOpen`].
    pub fn scene(&mut self) -> Result<&Arrays, DemoError> {
        self.write(|demo, arrays| demo.scene(arrays))
    }

    /// Writes what changes with every step.
    ///
    /// # Errors
    /// [`DemoError::NotOpen`].
    pub fn frame(&mut self) -> Result<&Arrays, DemoError> {
        self.write(|demo, arrays| demo.frame(arrays))
    }

    fn write(&mut self, write: fn(&dyn Demo, &mut Arrays)) -> Result<&Arrays, DemoError> {
        let demo = self.demo.as_ref().ok_or(DemoError::NotOpen)?;
        self.arrays.clear();
        write(&**demo, &mut self.arrays);
        Ok(&self.arrays)
    }

    /// The arrays that were written last.
    pub fn arrays(&self) -> &Arrays {
        &self.arrays
    }
}

/// What the tests of the demos ask a session for.
#[cfg(test)]
pub(crate) mod testing {
    use super::Session;

    pub fn opened(name: &str) -> Session {
        let mut session = Session::default();
        session.open(name).unwrap();
        session
    }

    pub fn array(session: &mut Session, name: &str) -> Vec<f64> {
        let arrays = session.frame().unwrap();
        arrays.get(name).unwrap_or_else(|| panic!("no array {name}")).to_vec()
    }

    pub fn number(session: &mut Session, name: &str) -> f64 {
        array(session, name)[0]
    }
}
