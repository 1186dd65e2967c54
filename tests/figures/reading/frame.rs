//! The axes around the data of a chart.

use super::{
    axis::Axis,
    svg::{Element, Point},
};

/// Where the data are.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Frame {
    /// The frame that the lines of the axes make.
    pub fn new(lines: &[[Point; 2]]) -> Self {
        let axis = |upright: bool| {
            let mut axes = lines.iter().filter(|l| !is_tick(l) && is_upright(l) == upright);
            *axes.next().expect("an axis")
        };
        let ([[_, top], [_, bottom]], [[left, _], [right, _]]) = (axis(true), axis(false));
        Self { left, right, top, bottom }
    }

    /// Whether a point is in it, as far as rounding goes.
    pub fn holds(&self, [x, y]: Point) -> bool {
        (self.left - 2.0..=self.right + 2.0).contains(&x)
            && (self.top - 2.0..=self.bottom + 2.0).contains(&y)
    }

    /// The horizontal or the vertical axis.
    pub fn axis(&self, lines: &[[Point; 2]], texts: &[&Element], is_x: bool) -> Axis {
        let is_name = |text: &&&Element| match is_x {
            true => place(text)[1] > self.bottom && text.get("dy") == "-0.5ex",
            false => is_turned(text),
        };
        let label = texts.iter().find(is_name).map_or(String::new(), |text| text.text.clone());
        let number_at = |[x, y]: Point| {
            let is_there = |text: &&&Element| {
                let at = place(text);
                match is_x {
                    true => at[0] == x && at[1] > y && text.get("dy") == "0.76em",
                    false => at[1] == y && at[0] < x && !is_turned(text),
                }
            };
            let found = texts.iter().find(is_there);
            found.unwrap_or_else(|| panic!("{label:?} has no number at {x}, {y}")).text.clone()
        };
        let ticks = lines.iter().filter(|line| is_tick(line) && is_upright(line) == is_x);
        let read = ticks.map(|[start, _]| (start[usize::from(!is_x)], number_at(*start)));
        Axis::new(label.clone(), read.collect())
    }
}

/// The lines of the axes, and the ticks.
pub fn black_lines(group: &Element) -> Vec<[Point; 2]> {
    let lines = group.children.iter().filter(|element| element.kind == "polyline");
    lines
        .filter(|line| line.get("stroke") == "currentColor")
        .map(|line| line.lines().remove(0).try_into().expect("a straight line"))
        .collect()
}

fn is_tick([a, b]: &[Point; 2]) -> bool {
    (a[0] - b[0]).hypot(a[1] - b[1]) < 50.0
}

fn is_upright([a, b]: &[Point; 2]) -> bool {
    a[0] == b[0]
}

/// Where a text stands.
pub fn place(text: &Element) -> Point {
    [text.number("x"), text.number("y")]
}

/// Whether a text runs upward.
pub fn is_turned(text: &Element) -> bool {
    !text.get("transform").is_empty()
}
