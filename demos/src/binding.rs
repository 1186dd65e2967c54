//! The functions of the WebAssembly module.
//!
//! An instance of the module holds one [`Session`], a buffer for text and one for numbers. A call
//! takes its text from the text buffer and leaves its answer there: what was asked for, or why it
//! failed. It returns 1, or 0 if it failed; the demo is then as it was.
//!
//! The page writes a text of n bytes of UTF-8 to `demo_text(n)` and calls; then it reads
//! `demo_text_length()` bytes from `demo_text_address()`. After `demo_scene` and `demo_frame` the
//! answer lists the arrays, a name and a length in each line, and `demo_numbers_address()` is where
//! they stand, one behind the other. Addresses hold until the next call.

use std::{cell::RefCell, panic, sync::Once};

use crate::{DemoError, session::Session};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A panic stops the module; what it says stays behind in the text buffer.
static KEEP_PANICS: Once = Once::new();

/// Makes the text buffer so many bytes long, and returns where it is.
#[unsafe(no_mangle)]
pub extern "C" fn demo_text(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Where the text buffer is.
#[unsafe(no_mangle)]
pub extern "C" fn demo_text_address() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// How many bytes the text buffer holds.
#[unsafe(no_mangle)]
pub extern "C" fn demo_text_length() -> usize {
    TEXT.with_borrow(Vec::len)
}

/// Where the numbers are.
#[unsafe(no_mangle)]
pub extern "C" fn demo_numbers_address() -> *const f64 {
    SESSION.with_borrow(|session| session.arrays().numbers().as_ptr())
}

/// Opens the demo that the text names.
#[unsafe(no_mangle)]
pub extern "C" fn demo_open() -> u32 {
    KEEP_PANICS.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            TEXT.set(panic.to_string().into_bytes());
            usual(panic);
        }));
    });
    answer(|session, name| session.open(name).map(nothing))
}

/// Changes the settings that the text, a query string, names.
#[unsafe(no_mangle)]
pub extern "C" fn demo_configure() -> u32 {
    answer(|session, query| session.configure(query).map(nothing))
}

/// Does what the text, a name followed by numbers, says.
#[unsafe(no_mangle)]
pub extern "C" fn demo_act() -> u32 {
    answer(|session, action| session.act(action).map(nothing))
}

/// Makes so many steps.
#[unsafe(no_mangle)]
pub extern "C" fn demo_advance(steps: usize) -> u32 {
    answer(|session, _| session.advance(steps).map(nothing))
}

/// Writes the settings that differ from the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn demo_settings() -> u32 {
    answer(|session, _| session.settings())
}

/// Writes what can be set.
#[unsafe(no_mangle)]
pub extern "C" fn demo_description() -> u32 {
    answer(|session, _| session.description())
}

/// Writes the command that computes what is shown.
#[unsafe(no_mangle)]
pub extern "C" fn demo_command() -> u32 {
    answer(|session, _| session.command())
}

/// Writes the arrays that change with the settings only.
#[unsafe(no_mangle)]
pub extern "C" fn demo_scene() -> u32 {
    answer(|session, _| Ok(session.scene()?.index().to_owned()))
}

/// Writes the arrays that change with every step.
#[unsafe(no_mangle)]
pub extern "C" fn demo_frame() -> u32 {
    answer(|session, _| Ok(session.frame()?.index().to_owned()))
}

fn nothing(_: ()) -> String {
    String::new()
}

/// Runs a call on the text in the buffer, and leaves what it says there.
fn answer(call: impl FnOnce(&mut Session, &str) -> Result<String, DemoError>) -> u32 {
    let given = TEXT.take();
    let text = String::from_utf8_lossy(&given);
    let result = SESSION.with_borrow_mut(|session| call(session, &text));
    let succeeded = result.is_ok();
    TEXT.set(result.unwrap_or_else(|error| error.to_string()).into_bytes());
    u32::from(succeeded)
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    fn write(text: &str) {
        let buffer = demo_text(text.len());
        // SAFETY: the buffer is as long as the text, and nothing else refers to it.
        let buffer = unsafe { slice::from_raw_parts_mut(buffer, text.len()) };
        buffer.copy_from_slice(text.as_bytes());
    }

    fn read() -> String {
        // SAFETY: as long as the buffer says, and copied before the next call.
        let bytes = unsafe { slice::from_raw_parts(demo_text_address(), demo_text_length()) };
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[test]
    fn a_page_talks_to_a_demo() {
        write("025-crawl");
        assert_eq!(demo_open(), 1);
        assert_eq!(read(), "");
        write("gravity=-3.7&friction=0.5");
        assert_eq!(demo_configure(), 1);
        assert_eq!(demo_settings(), 1);
        assert_eq!(read(), "friction=0.5&gravity=-3.7");
        write("friction=5");
        assert_eq!(demo_configure(), 0);
        assert_eq!(read(), "friction: 5 is out of range; give numbers from 0 to 1");
        write("flip 3");
        assert_eq!((demo_act(), demo_advance(7)), (1, 1));
        assert_eq!(demo_command(), 1);
        let command = "modebook crawl --amplitudes 0.45,0.35,0.25,-0.15 --friction 0.5 --gravity -3.7 --steps 7\n";
        assert!(read().starts_with(command), "{}", read());
        assert_eq!(demo_description(), 1);
        assert!(read().contains("\nfriction\t0\t1\t1\n"), "{}", read());

        assert_eq!(demo_frame(), 1);
        let lengths = read()
            .lines()
            .map(|line| line.split_once(' ').unwrap().1.to_owned())
            .collect::<Vec<_>>();
        let count = lengths.iter().map(|length| length.parse::<usize>().unwrap()).sum();
        // SAFETY: so many numbers have been written.
        let numbers = unsafe { slice::from_raw_parts(demo_numbers_address(), count) };
        assert!(numbers.iter().all(|x| x.is_finite()));
        assert_eq!(demo_scene(), 1);
        assert!(read().starts_with("triangles "));
    }

    #[test]
    fn what_a_panic_says_stays_behind() {
        write("nothing");
        assert_eq!(demo_open(), 0);
        assert!(panic::catch_unwind(|| panic!("the sky has fallen")).is_err());
        assert!(read().contains("the sky has fallen"), "{}", read());
    }
}
