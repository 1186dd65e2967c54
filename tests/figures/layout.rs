//! What holds for every figure: nothing is cut off or overlaps, text can be read on a phone, axes
//! have labels with units, and colour is never the only cue.

use std::sync::{Arc, LazyLock};

use modebook::figures::Figure;
use resvg::{
    tiny_skia::Rect,
    usvg::{Group, Node, Options, Tree, fontdb::Database},
};

use crate::reading::{self, Chart, Element, Picture};

/// Width of a figure, in its own units.
const WIDTH: f64 = 560.0;

/// Width of a figure on a phone that is 390 pixels wide, in pixels.
const PHONE: f64 = 360.0;

/// Axes that count something, or compare like with like, and have no unit.
const WITHOUT_UNIT: [&str; 22] = [
    "root-mean-square error",
    "share of the step",
    "number of weights k",
    "relative error, averaged over a turn",
    "iterations",
    "stretch along one axis",
    "density / μ",
    "time step × angular frequency",
    "factor",
    "displacement",
    "number of modes",
    "relative error",
    "Newton steps taken",
    "skinning weights k",
    "relative error (mass norm)",
    "number of coordinates (DOFs)",
    "error averaged over a turn",
    "mode",
    "local/global iterations",
    "signs of the muscle modes",
    "generation",
    "triangles, or unknowns",
];

/// The font that figures are measured with; it is wider than what most readers see.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../../assets/fonts/DejaVuSans-subset.ttf").to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// Fails if a figure does not meet what every figure should.
pub fn check(figure: &'static Figure) {
    let Figure { name, caption, alt, svg } = figure;
    for text in [caption, alt] {
        assert!(text.len() > 40 && text.ends_with('.'), "{name}: {text}");
        assert!(!text.contains("NaN") && !text.contains("inf "), "{name}: {text}");
    }
    assert_ne!(caption, alt, "{name}");
    let document = reading::parse(figure);
    assert_eq!(document.root_element().attribute("aria-label"), Some(alt.as_str()), "{name}");
    assert_eq!(document.root_element().attribute("font-size"), Some("16"), "{name}");
    check_text(name, svg);
    reading::elements(&document).iter().for_each(|element| check_size(name, element, 1.0));
    let Picture { charts, .. } = reading::read(figure);
    for (i, chart) in charts.iter().enumerate() {
        // Of charts over the same axis, the last has its label.
        let below = charts[i..].iter().find(|chart| !chart.x.label.is_empty());
        let x = below.unwrap_or_else(|| panic!("{name}: the horizontal axis has no label"));
        for label in [&x.x.label, &chart.y.label] {
            let has_unit = label.ends_with(')') && label.contains(" (");
            assert!(has_unit || WITHOUT_UNIT.contains(&label.as_str()), "{name}: {label:?}");
        }
        check_looks(name, chart);
    }
}

/// Fails if texts leave the figure or overlap.
fn check_text(name: &str, svg: &str) {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut texts = Vec::new();
    collect_texts(tree.root(), &mut texts);
    let size = tree.size();
    for (i, (text, place)) in texts.iter().enumerate() {
        let is_inside = place.left() >= 0.0
            && place.top() >= 0.0
            && place.right() <= size.width()
            && place.bottom() <= size.height();
        assert!(is_inside, "{name}: {text:?} leaves the figure: {place:?}");
        for (other, there) in &texts[i + 1..] {
            let is_apart = place.right() < there.left()
                || there.right() < place.left()
                || place.bottom() < there.top()
                || there.bottom() < place.top();
            assert!(is_apart, "{name}: {text:?} overlaps {other:?}");
        }
    }
}

fn collect_texts(group: &Group, texts: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect_texts(group, texts),
            Node::Text(text) => {
                let letters: String = text.chunks().iter().map(|chunk| chunk.text()).collect();
                texts.push((letters, text.flattened().abs_bounding_box()));
            }
            _ => {}
        }
    }
}

/// Fails if a text is too small for a phone, or a mark is cut off.
fn check_size(name: &str, element: &Element, scale: f64) {
    if element.kind == "g" {
        let (_, tenth) = element.get("transform").split_once("scale(").expect("scaled");
        let scale: f64 = tenth.trim_end_matches(')').parse().expect("a number");
        element.children.iter().for_each(|child| check_size(name, child, scale));
    } else if element.kind == "text" && !element.get("font-size").is_empty() {
        let pixels = element.number("font-size") * scale * PHONE / WIDTH;
        assert!(pixels >= 10.0, "{name}: {:?} has {pixels} pixels", element.text);
    } else if matches!(element.kind.as_str(), "circle" | "rect" | "polygon") {
        let [x, _] = element.centre().map(|coordinate| coordinate * scale);
        let half = match element.kind.as_str() {
            "circle" => element.number("r") * scale,
            _ => 0.0,
        };
        assert!(x - half >= 0.0 && x + half <= WIDTH, "{name}: {element:?} is cut off");
    }
}

/// Fails if two curves differ in colour alone, or if a curve that has a place in the legend is not
/// drawn.
fn check_looks(name: &str, chart: &Chart) {
    for (i, (label, look)) in chart.legend.iter().enumerate() {
        let is_bar = look.marker == "rect";
        let is_drawn = chart.curves.iter().any(|c| c.look.dashes == look.dashes)
            || chart.marks.iter().any(|mark| mark.marker == look.marker)
            || is_bar;
        assert!(is_drawn, "{name}: {label:?} is in the legend only");
        for (other, there) in &chart.legend[i + 1..] {
            let is_same = look.dashes == there.dashes && look.marker == there.marker;
            assert!(is_bar || !is_same, "{name}: only colour tells {label:?} from {other:?}");
        }
    }
    let [width, height] = chart.size();
    assert!(width > 0.6 * WIDTH && height > 50.0, "{name}: {width} by {height}");
}
