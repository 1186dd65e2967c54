//! A figure in the making: blocks stacked from top to bottom, then one SVG document.

use std::fmt::{Display, Write};

use super::{Figure, colors::ColorScale, numbers};

/// Width of every figure in its own units. A column of a page is 560 to 720 pixels wide, a phone
/// about 360, so that text stays readable on both.
pub const WIDTH: f64 = 560.0;

/// Size of all text.
pub const TEXT_SIZE: f64 = 16.0;

/// Height of a line of text.
pub const LINE: f64 = 24.0;

/// A stack of blocks; whatever is drawn goes below what is there.
pub struct Drawing {
    name: &'static str,
    elements: String,
    gradients: usize,
    /// Bottom of what has been drawn.
    pub bottom: f64,
}

impl Drawing {
    /// An empty drawing.
    pub fn new(name: &'static str) -> Self {
        Self { name, elements: String::new(), gradients: 0, bottom: 0.0 }
    }

    /// Adds an SVG element.
    pub fn push(&mut self, element: impl Display) {
        writeln!(self.elements, "{element}").expect("writing to a string cannot fail");
    }

    /// Adds a text centred at `x`, with its baseline at `y`.
    pub fn text(&mut self, x: f64, y: f64, text: &str) {
        self.title([x, y], "middle", false, text);
    }

    /// Adds a text, bold or not, whose `anchor` (start, middle or end) is at a point of its baseline.
    pub fn title(&mut self, [x, y]: [f64; 2], anchor: &str, is_bold: bool, text: &str) {
        let weight = if is_bold { r#" font-weight="bold""# } else { "" };
        self.push(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}"{weight}>{}</text>"#,
            escape(text)
        ));
    }

    /// Adds a horizontal colour bar with ticks, and below them its label.
    pub fn color_bar(&mut self, scale: &ColorScale, label: &str) {
        const STOPS: usize = 24;
        let (left, width, height) = (0.2 * WIDTH, 0.6 * WIDTH, 11.0);
        let id = format!("{}-colours-{}", self.name, self.gradients);
        self.gradients += 1;
        let [low, high] = scale.range;
        let stops: String = (0..=STOPS)
            .map(|i| i as f64 / STOPS as f64)
            .map(|t| {
                format!(
                    r##"<stop offset="{t:.4}" stop-color="#{:x}"/>"##,
                    scale.color(low + t * (high - low))
                )
            })
            .collect();
        self.push(format_args!(
            r#"<defs><linearGradient id="{id}">{stops}</linearGradient></defs>"#
        ));
        let top = self.bottom + 4.0;
        self.push(format_args!(
            r#"<rect x="{left}" y="{top:.1}" width="{width}" height="{height}" fill="url(#{id})" stroke="currentColor" stroke-width="0.7"/>"#
        ));
        let (ticks, step) = numbers::round_ticks(low, high, 6);
        for value in ticks {
            let x = left + (value - low) / (high - low) * width;
            let (from, to) = (top + height, top + height + 4.0);
            self.push(format_args!(
                r#"<path d="M{x:.1} {from:.1}V{to:.1}" stroke="currentColor"/>"#
            ));
            self.text(x, to + 12.0, &numbers::tick(value, step));
        }
        self.text(0.5 * WIDTH, top + height + 16.0 + LINE - 2.0, label);
        self.bottom = top + height + 16.0 + LINE + 4.0;
    }

    /// The finished figure.
    pub fn finish(self, caption: String, alt: String) -> Figure {
        let Self { name, elements, bottom, .. } = self;
        let (height, label) = (bottom.ceil(), escape(&alt));
        let head = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="figure" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}""#
        );
        let style =
            format!(r#"font-family="sans-serif" font-size="{TEXT_SIZE}" fill="currentColor""#);
        let svg = format!("{head} {style}>\n{elements}</svg>");
        Figure { name, caption, alt, svg }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
