//! A game as a program that speaks UGI.

mod command;
mod session;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use command::{Command, Event};
use session::{Output, Session};

use crate::AnyError;
use crate::kit::Kit;
use crate::settings::MOST_TABLE_MIB;

/// A game as a program that speaks the [Universal Game Interface][ugi] (UGI).
///
/// A match runner or a board on the screen writes commands, a line each, and reads answers. Positions and moves are
/// in the notation of the game; a move is one ply, so a player who decides several in a row is asked several times.
///
/// ```
/// use connect_four::{OpenLines, Position};
/// use kit::{Kit, UgiServer};
///
/// let kit = Kit::of::<Position>("connect-four", OpenLines).build();
/// let server = UgiServer::new(&kit, "")?;
/// let commands = "position startpos moves d d\ngo depth 4\n";
/// server.run(commands.as_bytes(), std::io::stdout())?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Protocol
///
/// ```text
/// > ugi                                   < id name ..., option name Hash ..., ugiok
/// > setoption name Hash value 64          (MiB; likewise Threads, MultiPV, rule options, Seed)
/// > isready                               < readyok
/// > uginewgame
/// > position startpos moves d d           (or: position fen <position> moves ...)
/// > query p1turn                          < response true
/// > go p1time 60000 p2time 60000 p1inc 500 p2inc 500
///                                         < info depth 1 score cp 3 time 0 nodes 15 nps ... pv d
/// > stop                                  < info ..., bestmove d
/// > query gameover                        < response false
/// > query result                          < response none
/// > quit
/// ```
///
/// `go` takes `depth`, `nodes`, `movetime`, the clocks of up to four players, `movestogo`, `searchmoves` and
/// `skipmoves` with the only moves to search or those to leave out, or
/// `infinite`. With MultiPV each line has its number, `multipv 2`. A win or a loss that is proven
/// is `score mate`, in plies. Names of options are understood in upper and lower case.
///
/// # The law
///
/// * Every `go` is answered by exactly one `bestmove`, for the position that was set before it. Where there is no
///   move, as the game is over, a limit is refused or the position was, it is `bestmove none`. A clock below 0
///   counts as 0.
/// * During a search only `isready`, `query`, `stop` and `quit` act at once, and `query` is about the position
///   that is searched. Every other command waits until the search has ended, and then takes its turn: a
///   client may write all its commands at once.
/// * A `position` that is refused leaves none, until another one or `uginewgame`.
/// * `stop` ends the search that runs, and does nothing if there is none. `quit` does so too, and what waits
///   is dropped.
/// * At the end of the input all that waits is still obeyed, and a search with a limit continues to its end.
/// * To a command that it cannot obey the server answers `info string error: ...`, and continues.
///
/// [ugi]: https://github.com/kz04px/cutegames/blob/master/ugi.md
#[derive(Debug)]
#[must_use]
pub struct UgiServer {
    kit: Kit,
    /// Every rule option with its value.
    rules: String,
    most_hash: usize,
}

impl UgiServer {
    /// The game of a kit, searched by its best evaluator. It begins with these rules; commands may change them.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game.
    pub fn new(kit: &Kit, rules: &str) -> Result<Self, AnyError> {
        let rules = kit.start(rules, 0)?.rule_settings();
        Ok(Self { kit: kit.clone(), rules, most_hash: MOST_TABLE_MIB })
    }

    /// The largest transposition table that a command may ask for, in MiB; 65,536 by default.
    pub fn most_hash(self, mib: usize) -> Self {
        Self { most_hash: mib, ..self }
    }

    /// Obeys commands until `quit` or the end of the input, where a search with a limit still ends.
    ///
    /// # Errors
    ///
    /// The input cannot be read or the output not be written.
    pub fn run(
        self,
        input: impl BufRead,
        output: impl Write + Send + 'static,
    ) -> Result<(), ServeError> {
        let (sender, events) = channel();
        let output: Output = Arc::new(Mutex::new(Box::new(output)));
        let session = Session::new(self, output, sender.clone());
        let obeying = thread::Builder::new().spawn(move || session.run(&events))?;
        let read = read(input, &sender);
        // The end is told in any case, as the session waits for it.
        let _ = sender.send(Event::EndOfInput);
        let obeyed = obeying.join().unwrap_or_else(|_| Err(io::Error::other("a panic")));
        read.map_err(ServeError::Input)?;
        Ok(obeyed?)
    }
}

/// Reads commands until `quit` or the end of the input, or until nobody obeys them.
fn read(input: impl BufRead, session: &Sender<Event>) -> io::Result<()> {
    for line in input.split(b'\n') {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            let command = text.trim().parse();
            let quits = matches!(command, Ok(Command::Quit));
            if session.send(Event::Command(Box::new(command))).is_err() || quits {
                break;
            }
        }
    }
    Ok(())
}

/// The reason why a [`UgiServer`] ends early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The commands cannot be read.
    #[error("cannot read commands: {0}")]
    Input(#[source] io::Error),
    /// The answers cannot be written, or no thread can be started.
    #[error("cannot write answers: {0}")]
    Output(#[from] io::Error),
}
