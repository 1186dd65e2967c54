//! The elements of a figure's SVG, with their numbers read.

use modebook::figures::Figure;
use resvg::usvg::roxmltree::{Document, Node};

/// A point, a size, a colour.
pub type Point = [f64; 2];

/// The elements of a figure below its root.
pub fn elements(document: &Document<'static>) -> Vec<Element> {
    document.root_element().children().filter(Node::is_element).map(Element::new).collect()
}

/// A figure's document.
pub fn parse(figure: &'static Figure) -> Document<'static> {
    Document::parse(&figure.svg).unwrap_or_else(|error| panic!("{}: {error}", figure.name))
}

/// An element with its attributes.
#[derive(Clone, Debug)]
pub struct Element {
    /// `path`, `circle`, `text` and so on.
    pub kind: String,
    /// What stands in it.
    pub text: String,
    /// The elements in it.
    pub children: Vec<Element>,
    attributes: Vec<(String, String)>,
}

impl Element {
    fn new(node: Node<'_, '_>) -> Self {
        Self {
            kind: node.tag_name().name().into(),
            text: node.text().unwrap_or_default().trim().into(),
            children: node.children().filter(Node::is_element).map(Element::new).collect(),
            attributes: node.attributes().map(|a| (a.name().into(), a.value().into())).collect(),
        }
    }

    /// An attribute, or an empty text.
    pub fn get(&self, name: &str) -> &str {
        self.attributes.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// An attribute that is a number.
    pub fn number(&self, name: &str) -> f64 {
        self.get(name).parse().unwrap_or_else(|_| panic!("{name} of {self:?} is no number"))
    }

    /// What it is filled with, or else drawn with.
    pub fn color(&self) -> &str {
        match self.get("fill") {
            "none" | "" => self.get("stroke"),
            fill => fill,
        }
    }

    /// The corners of a polyline or polygon, or the lines of a path, each a list of points.
    pub fn lines(&self) -> Vec<Vec<Point>> {
        match self.kind.as_str() {
            "polyline" | "polygon" => vec![points(self.get("points"))],
            "path" => self
                .get("d")
                .split('M')
                .skip(1)
                .map(|line| points(&line.replace('L', " ")))
                .collect(),
            kind => panic!("a {kind} has no lines"),
        }
    }

    /// The middle of a mark.
    pub fn centre(&self) -> Point {
        match self.kind.as_str() {
            "circle" => [self.number("cx"), self.number("cy")],
            "rect" => [["x", "width"], ["y", "height"]]
                .map(|[start, size]| self.number(start) + 0.5 * self.number(size)),
            "polygon" => {
                let corners = points(self.get("points"));
                [0, 1]
                    .map(|axis| corners.iter().map(|p| p[axis]).sum::<f64>() / corners.len() as f64)
            }
            kind => panic!("a {kind} has no centre"),
        }
    }
}

fn points(text: &str) -> Vec<Point> {
    let numbers: Vec<f64> = text
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().unwrap_or_else(|_| panic!("{word} is no number")))
        .collect();
    numbers.as_chunks().0.to_vec()
}

/// A number as a figure writes it: `−0.5`, `10⁻³`, `2.1 × 10⁻⁵`; with a unit or more behind it.
pub fn number(text: &str) -> Option<f64> {
    let plain: String = text
        .chars()
        .map(|c| match "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c) {
            Some(digit) => char::from(b'0' + digit as u8),
            None if c == '−' || c == '⁻' => '-',
            None => c,
        })
        .collect();
    let power = |text: &str| text.strip_prefix("10")?.parse::<i32>().ok().map(|e| 10_f64.powi(e));
    match plain.split_once(" × ") {
        Some((mantissa, rest)) => Some(mantissa.parse::<f64>().ok()? * power(rest)?),
        None if is_power_of_ten(text) => power(&plain),
        None => plain.split(' ').next()?.trim_start_matches('+').parse().ok(),
    }
}

/// Whether a text is `10⁻³` or the like.
pub fn is_power_of_ten(text: &str) -> bool {
    text.strip_prefix("10").is_some_and(|rest| rest.chars().any(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(c)))
}
