//! The program as WebAssembly: it answers a page that has no server. `main` keeps the games, after that the
//! page asks by `room` and `answer`.
#![expect(unsafe_code, reason = "names that the page knows must not be mangled")]

use std::process::ExitCode;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use engine::StopFlag;
use page::{Board, Reports};
use serde_json::{Value, json};
use system::clock;

use crate::program::Program;

/// The games, or why there are none.
static BOARD: OnceLock<Result<Board, String>> = OnceLock::new();

/// What the page asks: the name of a request, a line break, and its query.
static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());

// SAFETY: the page has both functions, of these types; they only read the text.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The milliseconds since some moment.
    safe fn now() -> f64;

    /// Takes a message, JSON of its kind and its content.
    safe fn tell(text: *const u8, length: usize);
}

impl Program {
    /// Has the page ask this program.
    pub fn main(&self) -> ExitCode {
        clock::set(|| Duration::from_secs_f64(now() / 1000.0));
        match BOARD.get_or_init(|| self.board(None).map_err(|failure| failure.to_string())) {
            Ok(_) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        }
    }
}

/// Room for a request of this length.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    let mut request = REQUEST.lock().unwrap_or_else(PoisonError::into_inner);
    *request = vec![0; length];
    request.as_mut_ptr()
}

/// Answers the request with messages: reports, and then `answer` or `error`.
// SAFETY: nothing else has this name.
#[unsafe(no_mangle)]
extern "C" fn answer() {
    let request = std::mem::take(&mut *REQUEST.lock().unwrap_or_else(PoisonError::into_inner));
    let text = String::from_utf8_lossy(&request);
    let (name, query) = text.split_once('\n').unwrap_or((&text, ""));
    let message = |kind: &str, content: &Value| {
        let text = format!("[{kind:?},{content}]");
        tell(text.as_ptr(), text.len());
    };
    let reports = Reports::new(&message, StopFlag::new());
    let board = BOARD.get_or_init(|| Ok(Board::new())).as_ref().map_err(Clone::clone);
    let answered = |board: &Board| board.answer(name, query, &reports);
    match board.and_then(|board| answered(board).map_err(|refusal| refusal.to_string())) {
        Ok(found) => message("answer", &found),
        Err(error) => message("error", &json!(error)),
    }
}
