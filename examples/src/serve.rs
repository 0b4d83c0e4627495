//! The board of this program: all its games, with its players.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use collateral_checkers::{Evaluation, Position};
use engine::tablebase::WithTablebase;
use engine::{Bot, Evaluator, Limits};
use fourfold::board::{Board, Entry};
use tokio::sync::Notify;

use crate::failure::Failure;
use crate::games::{AnyGame, Name, Task};
use crate::players::Player;
use crate::tablebase;

/// Show a board in the browser, to play, analyse and study every game
///
/// Serves one page to this machine only, until Ctrl-C, and prints its address. Nothing is loaded from
/// elsewhere, and nothing is stored.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold board --port 8080
  fourfold board --tablebase six.endings")]
pub(crate) struct BoardArgs {
    /// The port [default: any that is free]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Endings of Collateral Checkers, as `fourfold tablebase build` writes them: moves there are
    /// judged exactly
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
}

impl BoardArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut board = Board::new();
        for &name in Name::value_variants() {
            board = match &self.tablebase {
                Some(file) if name == Name::CollateralCheckers => {
                    let table = tablebase::load(file)?;
                    let evaluator = WithTablebase::new(Evaluation::default(), table);
                    board.game(entry::<Position, _>(evaluator))
                }
                _ => name.run(Add(board)),
            };
        }
        let server = board
            .listen(self.port)
            .map_err(|error| Failure::run(format_args!("port {}: {error}", self.port)))?;
        let end = Arc::new(Notify::new());
        let ended = Arc::clone(&end);
        ctrlc::set_handler(move || end.notify_one()).map_err(Failure::run)?;
        let mut out = anstream::stdout();
        writeln!(out, "The board is at http://{}/ until Ctrl-C.", server.address())?;
        out.flush()?;
        server.run_until(ended.notified()).map_err(Failure::run)
    }
}

/// A game comes to a board.
struct Add(Board);

impl Task for Add {
    type Output = Board;

    fn run<G: AnyGame>(self) -> Board {
        self.0.game(entry::<G, _>(G::Judge::default()))
    }
}

/// A game with the players of this program.
fn entry<G: AnyGame, E>(evaluator: E) -> Entry<G, E>
where
    E: Evaluator<G> + Send + Sync + 'static,
{
    let own = ["perfect", "bold"].into_iter().filter(|name| G::own_player(name).is_some());
    let levels = (1..=8).map(|level| format!("level:{level}"));
    let others = ["search:time=200", "search:time=2000", "maxn:time=500", "mcts:time=1000"];
    let names = own.chain(others).map(str::to_owned).chain(levels);
    let names = names.chain(["greedy", "random"].map(str::to_owned));
    let puzzles = match G::NAME {
        // Who collects the card that makes the best jewel, with the last plies.
        Name::Compass => Some("ply_limit=14"),
        Name::RollingMountains => None,
        _ => Some(""),
    };
    Entry::new(G::NAME.to_string(), evaluator)
        .about(format!("{}\n\n{}", G::HOW_TO_PLAY, G::MOVES))
        .scale(G::SCALE)
        .puzzles(puzzles)
        .players(names, player::<G>)
}

/// The player of a description, and its limits for a move.
fn player<G: AnyGame>(text: &str) -> Result<(Box<dyn Bot<G>>, Limits), String> {
    const MOST_TABLE_MIB: usize = 256;
    let player: Player = text.parse().map_err(|error| format!("{error}"))?;
    player.check::<G>()?;
    if player.table_mib() > MOST_TABLE_MIB {
        return Err(format!("expected a table of {MOST_TABLE_MIB} MiB at most"));
    }
    let player = player.resolve::<G>();
    Ok((player.bot::<G>(), player.limits_or_time(Duration::from_millis(200))))
}
