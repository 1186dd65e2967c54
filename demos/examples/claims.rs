//! The claims of both notebooks, computed in WebAssembly for the test `demos/tests/numbers.mjs`. No
//! page loads this module.

use std::cell::RefCell;

use modebook::{
    claims::{Verdict, notebook_017, notebook_025},
    experiments::{modal_muscles, skinning_eigenmodes},
};

thread_local! {
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Computes every claim but those about time, which a module cannot measure, and writes a line for
/// each: its name, whether ours agrees, and what we computed, with tabs between. Where the
/// notebooks cannot be computed the text says why.
#[unsafe(no_mangle)]
pub extern "C" fn verify() {
    TEXT.set(verdicts().map_or_else(
        |error| error.to_string(),
        |verdicts| {
            let lines =
                verdicts.iter().map(|v| format!("{}\t{}\t{}\n", v.claim.id, v.agrees, v.measured));
            lines.collect()
        },
    ));
}

fn verdicts() -> Result<Vec<Verdict>, Box<dyn std::error::Error>> {
    let parameters = skinning_eigenmodes::Parameters::default();
    let mut verdicts = notebook_017::verdicts(&skinning_eigenmodes::reproduce(&parameters)?, None);
    let parameters = modal_muscles::Parameters::default();
    verdicts.extend(notebook_025::verdicts(&modal_muscles::reproduce(&parameters)?));
    Ok(verdicts)
}

/// Where the text is, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn text_address() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    TEXT.with_borrow(String::len)
}
