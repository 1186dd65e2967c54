//! The claims of both notebooks, computed in WebAssembly for the test `demos/tests/numbers.mjs`, for
//! `reference/spread.py` and `reference/one_percent.py`. No page loads this module.

use std::cell::RefCell;

use modebook::{
    claims::{Condition, Verdict, notebook_017, notebook_025},
    experiments::{modal_muscles, skinning_eigenmodes},
};

thread_local! {
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Computes every claim but those about time, which a module cannot measure, and writes a line for
/// each: its name, whether ours agrees, what we computed, the numbers shown and those compared, with
/// tabs between the five and spaces between numbers. Where the notebooks cannot be computed the
/// text says why.
#[unsafe(no_mangle)]
pub extern "C" fn verify() {
    TEXT.set(
        verdicts()
            .map_or_else(|error| error.to_string(), |verdicts| verdicts.iter().map(line).collect()),
    );
}

fn line(verdict: &Verdict) -> String {
    let Verdict { claim, measured, agrees, shown, conditions } = verdict;
    let shown = numbers(shown.iter().map(|shown| shown.value));
    let compared = numbers(conditions.iter().filter_map(|condition| match condition {
        Condition::Compared { value, .. } => Some(*value),
        Condition::Fact(_) => None,
    }));
    format!("{}\t{agrees}\t{measured}\t{shown}\t{compared}\n", claim.id)
}

/// Numbers with all their digits.
fn numbers(values: impl Iterator<Item = f64>) -> String {
    values.map(|value| format!("{value:?}")).collect::<Vec<_>>().join(" ")
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
