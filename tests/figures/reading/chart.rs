//! A chart, read back from its SVG.

use super::{
    axis::Axis,
    frame::{Frame, black_lines, is_turned, place},
    svg::{Element, Point},
};

/// Charts are drawn in tenths of a unit.
const FINE: f64 = 10.0;

/// How far a drawn point may be from where its value belongs, in tenths of a unit: rounding of the
/// point and of the ticks.
const TOLERANCE: f64 = 3.0;

/// A chart.
#[derive(Debug)]
pub struct Chart {
    /// What stands above it.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The entries of the legend.
    pub legend: Vec<(String, Look)>,
    /// Lines through data, from the back to the front.
    pub curves: Vec<Curve>,
    /// Marked data.
    pub marks: Vec<Mark>,
    /// Columns and bars.
    pub bars: Vec<Bar>,
    frame: Frame,
}

/// What a curve looks like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// Its colour.
    pub color: String,
    /// Lengths of strokes and gaps.
    pub dashes: String,
    /// Element of its marker, with the number of corners.
    pub marker: String,
}

/// A line through data.
#[derive(Debug)]
pub struct Curve {
    /// Its look, without a marker.
    pub look: Look,
    /// Its points, as values.
    pub points: Vec<Point>,
    places: Vec<Point>,
}

/// A marked datum.
#[derive(Debug)]
pub struct Mark {
    /// Its colour.
    pub color: String,
    /// Its element, with the number of corners.
    pub marker: String,
    /// Its place, as values.
    pub at: Point,
    place: Point,
}

/// A column or bar.
#[derive(Debug)]
pub struct Bar {
    /// Its colour.
    pub color: String,
    /// Smallest x and y, as values.
    pub low: Point,
    /// Largest x and y, as values.
    pub high: Point,
    /// The text at its end.
    pub label: String,
}

impl Chart {
    /// Reads a chart from its group.
    pub fn new(group: &Element) -> Self {
        let lines = black_lines(group);
        let frame = Frame::new(&lines);
        let texts: Vec<&Element> = group.children.iter().filter(|e| e.kind == "text").collect();
        let [x, y] = [true, false].map(|is_x| frame.axis(&lines, &texts, is_x));
        // Everything in colour is data, or a sample in the legend above them.
        let colored = group
            .children
            .iter()
            .filter(|element| element.kind != "text" && element.color() != "currentColor");
        let (data, samples): (Vec<&Element>, Vec<&Element>) =
            colored.partition(|element| start(element)[1] >= frame.top);
        let mut chart = Self {
            title: String::new(),
            x,
            y,
            legend: Vec::new(),
            curves: Vec::new(),
            marks: Vec::new(),
            bars: Vec::new(),
            frame,
        };
        texts.iter().for_each(|text| chart.add_head(text, &samples));
        data.iter().for_each(|element| chart.add_data(element));
        // The texts among the data are the labels of the bars, in their order.
        let labels: Vec<&&Element> = texts.iter().filter(|t| frame.holds(place(t))).collect();
        assert_eq!(labels.len(), chart.bars.len(), "{}: {labels:?}", chart.title);
        for (bar, label) in chart.bars.iter_mut().zip(labels) {
            bar.label.clone_from(&label.text);
        }
        chart
    }

    /// Adds a text above the data: the title, or an entry of the legend, with its sample.
    fn add_head(&mut self, text: &Element, samples: &[&Element]) {
        let [x, y] = place(text);
        if y >= self.frame.top || is_turned(text) {
            return;
        }
        let is_beside = |sample: &&&Element| {
            let [from, height] = start(sample);
            (x - 400.0..x).contains(&from) && (height - y - 67.0).abs() < 60.0
        };
        let sample: Vec<&Element> = samples.iter().filter(is_beside).copied().collect();
        match sample.is_empty() {
            true => self.title.clone_from(&text.text),
            false => self.legend.push((text.text.clone(), look(&sample))),
        }
    }

    /// Adds a curve, a mark or a bar.
    fn add_data(&mut self, element: &Element) {
        let color = element.color().to_string();
        let value = |[x, y]: Point| [self.x.value(x), self.y.value(y)];
        match element.kind.as_str() {
            "polyline" => {
                let places = element.lines().remove(0);
                assert!(places.iter().all(|p| self.frame.holds(*p)), "{color} leaves its chart");
                let points = places.iter().map(|place| value(*place)).collect();
                self.curves.push(Curve { look: look(&[element]), points, places });
            }
            "rect" => {
                let [x, y, width, height] =
                    ["x", "y", "width", "height"].map(|name| element.number(name));
                let [low, high] = [[x, y + height], [x + width, y]].map(value);
                self.bars.push(Bar { color, low, high, label: String::new() });
            }
            _ => {
                let place = marker_centre(element);
                assert!(self.frame.holds(place), "{color} leaves its chart");
                let at = value(place);
                self.marks.push(Mark { color, marker: marker(element), at, place });
            }
        }
    }

    /// The curve that an entry of the legend stands for.
    #[track_caller]
    pub fn curve(&self, label: &str) -> &Curve {
        let (_, look) = self
            .legend
            .iter()
            .find(|(known, _)| known == label)
            .unwrap_or_else(|| panic!("no {label:?} in {:?}", self.legend));
        let is_same = |c: &&Curve| c.look.color == look.color && c.look.dashes == look.dashes;
        let mut same = self.curves.iter().filter(is_same);
        let curve = same.next().unwrap_or_else(|| panic!("{label:?} is not drawn"));
        assert!(same.next().is_none(), "two curves look like {label:?}");
        curve
    }

    /// Fails unless a curve is drawn through some points.
    #[track_caller]
    pub fn assert_drawn(&self, curve: &Curve, expected: &[Point]) {
        assert_eq!(curve.places.len(), expected.len(), "points of {:?}", curve.look);
        for (place, point) in curve.places.iter().zip(expected) {
            self.assert_near(*place, *point);
        }
    }

    /// Fails unless the marks of a colour are at some points.
    #[track_caller]
    pub fn assert_marked(&self, color: &str, expected: &[Point]) {
        let marks: Vec<&Mark> = self.marks.iter().filter(|mark| mark.color == color).collect();
        assert_eq!(marks.len(), expected.len(), "marks in {color}");
        for (mark, point) in marks.iter().zip(expected) {
            self.assert_near(mark.place, *point);
        }
    }

    #[track_caller]
    fn assert_near(&self, place: Point, point: Point) {
        let expected = [self.x.place(point[0]), self.y.place(point[1])];
        let off = (place[0] - expected[0]).hypot(place[1] - expected[1]);
        let drawn = [self.x.value(place[0]), self.y.value(place[1])];
        assert!(off <= TOLERANCE, "{}: {point:?} is drawn at {drawn:?}", self.title);
    }

    /// Whether a value on the vertical axis is the same as another as far as can be drawn.
    pub fn is_level(&self, value: f64, other: f64) -> bool {
        (self.y.place(value) - self.y.place(other)).abs() <= TOLERANCE
    }

    /// Width and height of the area of the data, in units of the figure.
    pub fn size(&self) -> [f64; 2] {
        let Frame { left, right, top, bottom } = self.frame;
        [(right - left) / FINE, (bottom - top) / FINE]
    }
}

impl Curve {
    /// The last value.
    pub fn last(&self) -> f64 {
        self.points.last().expect("a point")[1]
    }

    /// The values, without where they are.
    pub fn values(&self) -> Vec<f64> {
        self.points.iter().map(|point| point[1]).collect()
    }

    /// The values where the horizontal axis is in a range.
    pub fn within(&self, range: std::ops::RangeInclusive<f64>) -> Vec<f64> {
        self.points.iter().filter(|p| range.contains(&p[0])).map(|p| p[1]).collect()
    }
}

/// Where a line starts, or the middle of a mark.
fn start(element: &Element) -> Point {
    match element.kind.as_str() {
        "polyline" => element.lines()[0][0],
        _ => element.centre(),
    }
}

fn look(parts: &[&Element]) -> Look {
    let line = parts.iter().find(|part| part.kind == "polyline");
    let mark = parts.iter().find(|part| part.kind != "polyline");
    Look {
        color: parts[0].color().into(),
        dashes: line.map_or(String::new(), |line| line.get("stroke-dasharray").into()),
        marker: mark.map_or(String::new(), |mark| marker(mark)),
    }
}

/// `circle`, `rect`, or a polygon with how many of its corners are level with another.
fn marker(element: &Element) -> String {
    match element.kind.as_str() {
        "polygon" => {
            let corners = &element.lines()[0];
            let [upright, level] =
                [0, 1].map(|axis| corners.iter().filter(|p| p[axis] == corners[0][axis]).count());
            format!("polygon of {}, {level} level, {upright} upright", corners.len())
        }
        kind => kind.into(),
    }
}

/// Where the datum of a marker is; the tip of a triangle is farther from it than its base.
fn marker_centre(element: &Element) -> Point {
    match (element.kind.as_str(), element.centre()) {
        ("polygon", [x, y]) if element.lines()[0].len() == 3 => [x, y - 9.0],
        (_, centre) => centre,
    }
}
