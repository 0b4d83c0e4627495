//! Any game of the workspace over the [Universal Game Interface][ugi], UGI: `ugi compass`.
//!
//! A match runner or a board on the screen starts the program, writes commands to its standard input
//! and reads answers from its standard output, a line each. Positions and moves are in the notation
//! of the game; a move is one ply, so a player who decides several in a row is asked several times.
//!
//! ```text
//! > ugi                                   < id name ..., option name Hash ..., ugiok
//! > setoption name Hash value 64          (MiB; likewise Threads, MultiPV, rule options, Seed)
//! > isready                               < readyok
//! > uginewgame
//! > position startpos moves d d           (or: position fen <position> moves ...)
//! > query p1turn                          < response true
//! > go p1time 60000 p2time 60000 p1inc 500 p2inc 500
//!                                         < info depth 1 score cp 3 time 0 nodes 15 nps ... pv d
//! > stop                                  < info ..., bestmove d
//! > query gameover                        < response false
//! > query result                          < response none
//! > quit
//! ```
//!
//! `go` takes `depth`, `nodes`, `movetime`, the clocks of up to four players, `movestogo`, or
//! `infinite`. With MultiPV each line has its number, `multipv 2`. A win or a loss that is proven
//! is `score mate`, in plies. Collapsi is played perfectly, by its solver. While it searches, the
//! program answers `isready`, `query`, `stop` and `quit`. At the end of the input a search with a limit
//! goes on to its end. Whatever the program cannot do it answers with `info string error: ...`, and
//! continues.
//!
//! [ugi]: https://github.com/kz04px/cutegames/blob/master/ugi.md

mod command;
mod search;
mod session;

use std::io::{self, BufRead};

use clap::Args;

use crate::args::RuleArgs;
use crate::failure::Failure;
use crate::games::{AnyGame, Name, Task};
use session::{Next, Session};

/// Play a game over the Universal Game Interface (UGI), on standard input and output
///
/// Commands: ugi; isready; setoption name <NAME> value <VALUE>; uginewgame; position startpos or
/// position fen <POSITION>, then moves <MOVES> if there are any; go; stop; query p1turn, gameover or
/// result; quit.
///
/// Limits of go: depth, nodes, movetime, movestogo, p1time, p1inc, p2time and so on, or infinite.
///
/// Options: Hash (MiB), Threads, MultiPV (lines), Seed (of the deal), and the rule options of the game.
#[derive(Args)]
#[command(after_help = "Example:\n  echo ugi | fourfold ugi compass")]
pub(crate) struct UgiArgs {
    /// The game
    pub(crate) game: Name,

    #[command(flatten)]
    rules: RuleArgs,
}

impl Task for UgiArgs {
    type Output = Result<(), Failure>;

    /// Obeys commands until `quit` or the end of the input, where a search with a limit still ends.
    fn run<G: AnyGame>(self) -> Result<(), Failure> {
        let mut session = Session::<G>::new(self.game, self.rules.rules()?);
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).map_err(Failure::run)? > 0 {
            if session.obey(String::from_utf8_lossy(&line).trim())? == Next::Quit {
                return session.stop();
            }
            line.clear();
        }
        session.end()
    }
}
