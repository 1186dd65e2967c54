//! A whole figure, read back from its SVG: bodies, colour bars, charts.

use modebook::figures::Figure;

use super::{
    axis::Axis,
    bitmap::{Bitmap, Rgb},
    chart::Chart,
    svg::{self, Element, Point},
};

/// What a figure holds, from top to bottom.
#[derive(Debug, Default)]
pub struct Picture {
    /// Bodies.
    pub panels: Vec<Panel>,
    /// Colour bars.
    pub color_bars: Vec<ColorBar>,
    /// Charts.
    pub charts: Vec<Chart>,
}

/// A body.
#[derive(Debug)]
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// Whether that is bold.
    pub is_marked: bool,
    /// Its fill.
    pub bitmap: Bitmap,
    /// Its outline.
    pub outline: Vec<Vec<Point>>,
    /// The outline of the body behind it.
    pub ghost: Vec<Vec<Point>>,
    /// Edges inside it.
    pub edges: Vec<Vec<Point>>,
    /// Middles of the blue squares.
    pub pinned: Vec<Point>,
    /// Middles of the dots.
    pub dots: Vec<Point>,
    /// The orange path.
    pub trace: Vec<Point>,
    /// Other lines over the body.
    pub lines: Vec<Vec<Point>>,
    /// The height of the floor.
    pub floor: Option<f64>,
    /// The numbers along the floor, and where they stand.
    pub floor_ticks: Vec<(f64, String)>,
}

/// A colour bar.
#[derive(Debug)]
pub struct ColorBar {
    /// What it measures, and its ticks, in tenths of a unit.
    pub axis: Axis,
    /// The values at its ends.
    pub range: Point,
    stops: Vec<(f64, Rgb)>,
}

impl ColorBar {
    /// The value that has a colour.
    #[track_caller]
    pub fn value(&self, color: Rgb) -> f64 {
        let mut best = (f64::INFINITY, 0.0);
        for pair in self.stops.windows(2) {
            let [(from, a), (to, b)] = [pair[0], pair[1]];
            let along: f64 = (0..3).map(|i| (color[i] - a[i]) * (b[i] - a[i])).sum();
            let length: f64 = (0..3).map(|i| (b[i] - a[i]).powi(2)).sum();
            let t = (along / length.max(1e-9)).clamp(0.0, 1.0);
            let off: f64 = (0..3).map(|i| (a[i] + t * (b[i] - a[i]) - color[i]).powi(2)).sum();
            if off < best.0 {
                best = (off, from + t * (to - from));
            }
        }
        let [low, high] = self.range;
        assert!(best.0.sqrt() < 12.0, "{color:?} is not on the colour bar");
        low + best.1 * (high - low)
    }
}

/// Reads a figure.
pub fn read(figure: &'static Figure) -> Picture {
    let document = svg::parse(figure);
    let mut picture = Picture::default();
    // The elements from a title, or from the stops of a colour bar, to the next of these.
    let mut block: Vec<Element> = Vec::new();
    for element in svg::elements(&document) {
        let has_image = block.iter().any(|e| e.kind == "image");
        // The label of a colour bar follows the number of its last tick.
        let has_label = block.first().is_some_and(|e| e.kind == "defs")
            && block.iter().rev().take(2).all(|e| e.kind == "text");
        let starts = match element.kind.as_str() {
            "g" | "defs" => true,
            "text" => has_image || has_label,
            _ => false,
        };
        if starts {
            picture.add(std::mem::take(&mut block));
        }
        match element.kind.as_str() {
            "g" => picture.charts.push(Chart::new(&element)),
            _ => block.push(element),
        }
    }
    picture.add(block);
    picture
}

impl Picture {
    fn add(&mut self, block: Vec<Element>) {
        match block.first().map(|element| element.kind.as_str()) {
            None => {}
            Some("text") => self.panels.push(Panel::new(&block)),
            Some("defs") => self.color_bars.push(ColorBar::new(&block)),
            Some(kind) => panic!("a {kind} stands alone"),
        }
    }
}

impl Panel {
    fn new(block: &[Element]) -> Self {
        let mut image = None;
        let mut panel = Self {
            title: block[0].text.clone(),
            is_marked: block[0].get("font-weight") == "bold",
            bitmap: Bitmap::default(),
            outline: Vec::new(),
            ghost: Vec::new(),
            edges: Vec::new(),
            pinned: Vec::new(),
            dots: Vec::new(),
            trace: Vec::new(),
            lines: Vec::new(),
            floor: None,
            floor_ticks: Vec::new(),
        };
        for element in &block[1..] {
            match element.kind.as_str() {
                "image" => {
                    assert!(image.replace(Bitmap::new(element)).is_none(), "two bodies in one");
                }
                "text" => panel.floor_ticks.push((element.number("x"), element.text.clone())),
                "circle" => panel.dots.push(element.centre()),
                "rect" if element.get("fill-opacity").is_empty() => {
                    assert_eq!(element.get("fill"), "#1f77b4", "a pinned vertex is blue");
                    panel.pinned.push(element.centre());
                }
                "rect" => panel.floor = Some(element.number("y")),
                // The line of the floor, and its ticks.
                "path" if element.get("d").contains(['H', 'V']) => {}
                "path" if !element.get("stroke-dasharray").is_empty() => {
                    panel.ghost = element.lines();
                }
                "path" if !element.get("stroke-opacity").is_empty() => {
                    panel.outline = element.lines();
                }
                "path" if element.get("stroke") == "#ff7f0e" => {
                    panel.trace = element.lines().remove(0);
                }
                "path" if element.get("stroke-width") == "2" => {
                    panel.lines.push(element.lines().remove(0));
                }
                "path" => panel.edges = element.lines(),
                kind => panic!("a {kind} in {:?}", panel.title),
            }
        }
        panel.bitmap = image.unwrap_or_else(|| panic!("{:?} stands over nothing", panel.title));
        panel
    }
}

impl ColorBar {
    fn new(block: &[Element]) -> Self {
        let stops: Vec<(f64, Rgb)> = block[0].children[0]
            .children
            .iter()
            .map(|stop| (stop.number("offset"), hex(stop.get("stop-color"))))
            .collect();
        let bar = &block[1];
        assert!(bar.get("fill").starts_with("url(#"), "{bar:?}");
        let texts: Vec<&Element> = block.iter().filter(|e| e.kind == "text").collect();
        let (label, ticks) = texts.split_last().expect("a label");
        let ticks = ticks.iter().map(|tick| (10.0 * tick.number("x"), tick.text.clone())).collect();
        let axis = Axis::new(label.text.clone(), ticks);
        let [left, width] = ["x", "width"].map(|name| bar.number(name));
        let range = [left, left + width].map(|x| axis.value(10.0 * x));
        Self { axis, range, stops }
    }
}

/// `#d62728` as channels from 0 to 255.
pub fn hex(color: &str) -> Rgb {
    let digits = color.strip_prefix('#').expect("a colour in hexadecimal");
    let channel = |i: usize| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).expect("two digits");
    [0, 1, 2].map(|i| f64::from(channel(i)))
}
