//! A figure read back from its SVG: what a reader can see of it, in the units of its axes.

mod axis;
mod bitmap;
mod body;
mod chart;
mod frame;
mod picture;
mod svg;

pub use axis::line_through;
pub use body::{
    Placement, assert_agree, assert_triangles, boundary, centroids, correlation, count_segments,
    displaced, extent, means, nearest, range,
};
pub use chart::{Chart, Curve};
pub use picture::{Panel, Picture, read};
pub use svg::{Element, Point, elements, number, parse};
