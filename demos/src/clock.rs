//! The time, for measuring how long something takes.

/// Milliseconds since some moment.
#[cfg(not(target_arch = "wasm32"))]
pub fn now() -> f64 {
    use std::{sync::LazyLock, time::Instant};
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    1000.0 * START.elapsed().as_secs_f64()
}

/// Milliseconds since some moment, by the clock of the page: a module has none of its own.
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
pub fn now() -> f64 {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        #[link_name = "now"]
        safe fn page_now() -> f64;
    }
    page_now()
}
