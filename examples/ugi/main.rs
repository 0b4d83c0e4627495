//! Any two-player game of the workspace over the [Universal Game Interface][ugi], UGI: `ugi compass`.
//!
//! A match runner or a board on the screen starts the program, writes commands to its standard input
//! and reads answers from its standard output, a line each. Positions and moves are in the notation
//! of the game; a move is one ply, so a player who decides several in a row is asked several times.
//!
//! ```text
//! > ugi                                   < id name ..., option name Hash ..., ugiok
//! > setoption name Hash value 64          (MiB; Threads, rule options and Seed, the deal, likewise)
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
//! `go` takes `depth`, `nodes`, `movetime`, the clocks, or `infinite`. A win or a loss that is proven
//! is `score mate`, in plies. Collapsi is played perfectly, by its solver. While it searches, the
//! program answers `isready`, `query`, `stop` and `quit`. Whatever it cannot do it answers with
//! `info string error: ...`, and goes on.
//!
//! [ugi]: https://github.com/kz04px/cutegames/blob/master/ugi.md

mod command;
mod search;
mod session;

use std::io::{self, BufRead};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use engine::Evaluator;
use fourfold::args::{RuleArgs, parse};
use fourfold::connect_four::{self, OpenLines};
use fourfold::failure::{Failure, exit};
use fourfold::games::{AnyGame, Name};

use session::{Next, Session};

/// Play a game over the Universal Game Interface (UGI), on standard input and output
///
/// Commands: ugi, isready, setoption name <NAME> value <VALUE>, uginewgame, position startpos or
/// position fen <POSITION>, each with moves <MOVES> behind if there are any, go with depth, nodes,
/// movetime, p1time, p2time, p1inc, p2inc or infinite, stop, query p1turn, gameover or result, quit.
#[derive(Parser)]
struct Ugi {
    game: Name,

    #[command(flatten)]
    rules: RuleArgs,
}

fn main() -> ExitCode {
    exit(parse().and_then(|args| serve(&args)))
}

fn serve(args: &Ugi) -> Result<(), Failure> {
    match args.game {
        Name::Collapsi => play::<collapsi::Position, collapsi::Exact>(args),
        Name::CollateralCheckers => {
            play::<collateral_checkers::Position, collateral_checkers::Evaluation>(args)
        }
        Name::Compass => play::<compass::Position, compass::Evaluation>(args),
        Name::ConnectFour => play::<connect_four::Position, OpenLines>(args),
        Name::RollingMountains => {
            play::<rolling_mountains::Position, rolling_mountains::Evaluation>(args)
        }
    }
}

/// Obeys commands until told to quit, or until there are no more.
fn play<G, E>(args: &Ugi) -> Result<(), Failure>
where
    G: AnyGame + Send + 'static,
    G::Move: Send,
    E: Evaluator<G> + Default + Send + Sync + 'static,
{
    let game = args.game.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned());
    let mut session = Session::<G, E>::new(game, args.rules.rules()?);
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).map_err(Failure::run)? > 0 {
        if session.obey(String::from_utf8_lossy(&line).trim())? == Next::Quit {
            break;
        }
        line.clear();
    }
    session.end()
}
