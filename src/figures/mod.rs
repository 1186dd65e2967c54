//! Pictures of results: curves by plotters, meshes and fields by tiny-skia inside them, each an SVG document.
//!
//! Knows results, and computes nothing of its own.
