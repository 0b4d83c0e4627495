//! Games as WebAssembly: they answer a page that has no server. `main` keeps them, after that the page asks by
//! `room` and `answer`.
#![expect(unsafe_code, reason = "names that the page knows must not be mangled")]

use std::cell::RefCell;
use std::sync::OnceLock;
use std::time::Duration;

use engine::StopFlag;
use serde_json::{Value, json};
use system::lent;

use crate::{Board, Reports};

static BOARD: OnceLock<Board> = OnceLock::new();

thread_local! {
    /// What the page puts there: a request, which is its name, a line break, and its query; or a file.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

// SAFETY: the page has these functions, of these types; they only read the text.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The milliseconds since some moment.
    safe fn now() -> f64;

    /// Takes a message, JSON of its kind and its content.
    safe fn tell(text: *const u8, length: usize);

    /// Puts the file of this name into [`room`]; without it the page has no answer.
    safe fn load(name: *const u8, length: usize);
}

impl Board {
    /// Has the page ask about these games from now on, in a build for WebAssembly, whose `main` this is.
    pub fn answer_page(self) {
        let file = |name: &str| {
            load(name.as_ptr(), name.len());
            ROOM.take()
        };
        lent::set(|| Duration::from_secs_f64(now() / 1000.0), file);
        BOARD.get_or_init(|| self);
    }
}

/// Room for a request or a file of this length.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.set(vec![0; length]);
    ROOM.with_borrow_mut(Vec::as_mut_ptr)
}

/// Answers the request with messages: reports, and then `answer` or `error`. An analysis has so many threads.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
extern "C" fn answer(threads: usize) {
    let request = ROOM.take();
    let text = String::from_utf8_lossy(&request);
    let (name, query) = text.split_once('\n').unwrap_or((&text, ""));
    let message = |kind: &str, content: &Value| {
        let text = format!("[{kind:?},{content}]");
        tell(text.as_ptr(), text.len());
    };
    let mut reports = Reports::new(&message, StopFlag::new());
    reports.threads = threads;
    match BOARD.get_or_init(Board::new).answer(name, query, &reports) {
        Ok(found) => message("answer", &found),
        Err(refusal) => message("error", &json!(refusal.to_string())),
    }
}
