//! The board of this program: all its games, with its players.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use board::{Board, Entry};
use clap::{Args, ValueEnum};
use engine::{Bot, Evaluator, Limits};
use tokio::sync::Notify;

use crate::failure::Failure;
use crate::games::{AnyGame, Knowledge, Name, Task};
use crate::players::Player;

/// Serve a board for the browser, to play, analyse and study every game
///
/// Serves one page to this machine only and prints its address; Ctrl-C ends it. Loads nothing from
/// elsewhere and stores nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold board --port 8080
  fourfold board --tablebase six.endings
  fourfold board --tablebase ten.bitbase")]
pub(crate) struct BoardArgs {
    /// The port [default: any free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// A tablebase or bitbase of Collateral Checkers, from `fourfold tablebase build`, for exact scores of
    /// endings. A bitbase has no distances and disregards the limit of quiet plies
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
}

impl BoardArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let file = self.tablebase.as_deref();
        let board = Name::value_variants()
            .iter()
            .try_fold(Board::new(), |board, &name| name.run(Add { board, file }))?;
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

/// Adds a game to the board.
struct Add<'f> {
    board: Board,
    /// A file of endings, of any game.
    file: Option<&'f Path>,
}

impl Task for Add<'_> {
    type Output = Result<Board, Failure>;

    fn run<G: AnyGame>(self) -> Result<Board, Failure> {
        let known = self.file.map(|file| G::knowledge(file, None)).transpose()?.flatten();
        Ok(match known {
            None => self.board.game(entry::<G, _>(G::Judge::default())),
            Some(Knowledge::Scores(evaluator)) => self.board.game(entry::<G, _>(evaluator)),
            Some(Knowledge::Results(known)) => {
                self.board.game(entry::<G, _>(G::Judge::default()).known(known))
            }
        })
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
    Entry::new(G::NAME.to_string(), evaluator)
        .about(format!("{}\n\n{}", G::HOW_TO_PLAY, G::MOVES))
        .scale(G::SCALE)
        .puzzles(G::PUZZLES)
        .players(names, player::<G>)
}

/// A described player, with its limits for a move.
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
