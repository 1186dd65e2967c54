//! The simulations that the book's pages run, compiled to WebAssembly from the library that the
//! tests run.
