//! Can it rotate? (notebook 017): the rest beam turned by any angle, and what two subspaces make of
//! it.

#[cfg(test)]
mod tests;

use modebook::{
    experiments::skinning_eigenmodes::{
        Beam, Fit, Parameters, Subspaces, best_fit, dynamics_beam, rotated, subspaces, turned,
    },
    mesh::boundary_edges,
    reduction::Subspace,
};

use crate::{
    Action, Demo, DemoError,
    arrays::Arrays,
    settings::{Setting, Settings},
};

/// What can be done with the beam.
const ACTIONS: &[&str] = &["reset", "curve"];

/// The angle at first, in degrees: far enough to show what modes make of a turn.
const ANGLE: f64 = 120.0;

/// Degrees that a step turns the dial by.
const STEP: f64 = 1.0;

/// The largest number of weights.
const MOST: usize = 20;

/// The rest beam on a dial, beside its best fits in two subspaces with as many coordinates: 6k
/// displacement modes, and k skinning weights.
///
/// Fits and errors are the library's, at any angle and for any number of weights.
pub struct Turntable {
    settings: Settings,
    parameters: Parameters,
    beam: Beam,
    /// The bases are nested: those of fewer weights are the first columns of these.
    largest: Subspaces,
    spaces: Spaces,
    view: View,
    /// The errors at the angles that were looked at, at most one for each whole degree.
    curve: [Option<Point>; 361],
}

/// The subspaces of modes and of skinning.
struct Spaces([Subspace; 2]);

/// A pose, and its best fits in the two subspaces.
struct View {
    pose: Vec<f64>,
    fits: [Fit; 2],
}

/// An angle in degrees, and the errors of the two fits there.
#[derive(Clone, Copy)]
struct Point {
    angle: f64,
    errors: [f64; 2],
}

impl Spaces {
    /// The first columns of the largest bases.
    fn of(largest: &Subspaces, modes: usize) -> Self {
        Self([&largest.modal, &largest.skinning].map(|space| space.first(6 * modes)))
    }

    fn view(&self, beam: &Beam, pose: Vec<f64>) -> View {
        View { fits: self.0.each_ref().map(|space| best_fit(beam, space, &pose)), pose }
    }

    fn point(&self, beam: &Beam, angle: f64) -> Point {
        Point { angle, errors: self.view(beam, turned(beam, angle)).errors() }
    }
}

impl View {
    fn errors(&self) -> [f64; 2] {
        self.fits.each_ref().map(|fit| fit.error)
    }
}

impl Turntable {
    /// The notebook's beam, turned.
    ///
    /// # Errors
    /// [`DemoError`] if it cannot be set up.
    pub fn new() -> Result<Self, DemoError> {
        let (settings, parameters) = (settings(), Parameters::default());
        let beam = dynamics_beam(&parameters)?;
        let largest = subspaces(&beam, &Parameters { modes: MOST, ..parameters.clone() })?;
        let spaces = Spaces::of(&largest, settings.count("modes"));
        let view = spaces.view(&beam, turned(&beam, ANGLE));
        let mut turntable =
            Self { settings, parameters, beam, largest, spaces, view, curve: [None; 361] };
        turntable.look();
        Ok(turntable)
    }

    fn angle(&self) -> f64 {
        self.settings.number("angle")
    }

    /// Fits the beam at the present angle, and keeps the errors.
    fn look(&mut self) {
        let angle = self.angle();
        self.view = self.spaces.view(&self.beam, turned(&self.beam, angle));
        self.keep(Point { angle, errors: self.view.errors() });
    }

    fn keep(&mut self, point: Point) {
        self.curve[point.angle.round() as usize] = Some(point);
    }

    fn turn_to(&mut self, angle: f64) -> Result<(), DemoError> {
        self.settings.set("angle", vec![angle])?;
        self.look();
        Ok(())
    }

    /// The errors at the notebook's angles.
    fn whole_curve(&mut self) {
        for (angle, pose) in rotated(&self.beam, self.parameters.angles) {
            let errors = self.spaces.view(&self.beam, pose).errors();
            self.keep(Point { angle, errors });
        }
    }
}

/// What can be set; `modes` is that of `modebook turn`, whose `angle` has no default.
fn settings() -> Settings {
    Settings::new(vec![
        Setting::number("angle", ANGLE, [0.0, 360.0]),
        Setting::count("modes", Parameters::default().modes, [1, MOST]),
    ])
}

impl Demo for Turntable {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn configure(&mut self, settings: Settings) -> Result<(), DemoError> {
        if settings.count("modes") != self.settings.count("modes") {
            self.spaces = Spaces::of(&self.largest, settings.count("modes"));
            for point in self.curve.iter_mut().flatten() {
                *point = self.spaces.point(&self.beam, point.angle);
            }
        }
        self.settings = settings;
        self.look();
        Ok(())
    }

    fn act(&mut self, action: &Action) -> Result<(), DemoError> {
        let []: [f64; 0] = action.take()?;
        match action.name.as_str() {
            "reset" => {
                self.curve = [None; 361];
                self.turn_to(ANGLE)
            }
            "curve" => {
                self.whole_curve();
                Ok(())
            }
            _ => Err(DemoError::unknown_action(action, ACTIONS)),
        }
    }

    fn advance(&mut self, steps: usize) -> Result<(), DemoError> {
        (0..steps).try_for_each(|_| {
            let next = self.angle() + STEP;
            self.turn_to(if next > 360.0 { next - 360.0 } else { next })
        })
    }

    fn scene(&self, arrays: &mut Arrays) {
        arrays.push_indices("triangles", self.beam.mesh.triangles().iter().flatten().copied());
        arrays.push_indices("boundary", boundary_edges(&self.beam.mesh).into_flattened());
        arrays.push_indices("coordinates", self.spaces.0.iter().map(Subspace::dimension));
        // Upside down the modes err most.
        arrays.push("largest", [self.spaces.point(&self.beam, 180.0).errors[0]]);
    }

    fn frame(&self, arrays: &mut Arrays) {
        let [modal, skinning] = &self.view.fits;
        arrays.push("angle", [self.angle()]);
        arrays.push("pose", self.view.pose.iter().copied());
        arrays.push("modal", modal.state.iter().copied());
        arrays.push("skinning", skinning.state.iter().copied());
        arrays.push("errors", self.view.errors());
        for (name, space) in [("modal-curve", 0), ("skinning-curve", 1)] {
            let points = self.curve.iter().flatten();
            arrays.push(name, points.flat_map(|point| [point.angle, point.errors[space]]));
        }
    }

    fn command(&self) -> String {
        let modes = self.settings.count("modes");
        let [modal, skinning] = self.view.errors();
        format!(
            "modebook turn --angle {} --modes {modes}\nIt prints the errors shown here: {} with {} displacement modes, and {} with \
             {modes} skinning weights.",
            self.angle(),
            digits(modal),
            6 * modes,
            digits(skinning),
        )
    }
}

/// Three digits, as the command prints them.
fn digits(error: f64) -> String {
    format!("{error:.2e}")
}
