//! The board of this program: all its games, with its players.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use board::{Board, Entry};
use clap::Args;
use engine::{Evaluator, Limits};
use tokio::sync::Notify;

use crate::failure::Failure;
use crate::hooks::{BotOf, Hooks, Knowledge};
use crate::players::Player;

/// The port, unless told otherwise: so that links, bookmarks and settings outlive the server.
const PORT: u16 = 8484;

/// Serve a board for the browser, to play, analyse and study every game
///
/// Serves one page to this machine only and prints its address; Ctrl-C ends it. Loads nothing from
/// elsewhere and stores nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold board --open
  fourfold board --listen
  fourfold board --tablebase six.endings
  fourfold board --tablebase ten.bitbase")]
pub(crate) struct BoardArgs {
    /// The port; 0 for any free one [default: 8484, or any free one if it is taken]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Serve other machines in the same network too, such as a telephone: the link that is printed has a
    /// secret word. What is sent is not encrypted
    #[arg(long)]
    listen: bool,

    /// A tablebase or bitbase of Collateral Checkers, from `fourfold tablebase build`, for exact scores of
    /// endings. A bitbase has no distances and disregards the limit of quiet plies
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
}

impl BoardArgs {
    /// Serves the board that `board` makes with a file of endings.
    pub(crate) fn run(
        &self,
        board: impl FnOnce(Option<&Path>) -> Result<Board, Failure>,
    ) -> Result<(), Failure> {
        let board = board(self.tablebase.as_deref())?;
        let listen = if self.listen { Board::listen_to_network } else { Board::listen };
        let port = self.port.unwrap_or(PORT);
        let server = match listen(board.clone(), port) {
            Err(_) if self.port.is_none() => listen(board, 0),
            bound => bound,
        };
        let refuse = |error| Failure::run(format_args!("port {port}: {error}"));
        let server = server.map_err(refuse)?;
        let end = Arc::new(Notify::new());
        let ended = Arc::clone(&end);
        ctrlc::set_handler(move || end.notify_one()).map_err(Failure::run)?;
        let mut out = anstream::stdout();
        writeln!(out, "The board is at {} until Ctrl-C.", server.link())?;
        out.flush()?;
        if self.open {
            open::that_detached(server.link()).map_err(Failure::run)?;
        }
        server.run_until(ended.notified()).map_err(Failure::run)
    }
}

/// Adds a game to the board, with what a file of endings knows about it.
pub(crate) fn add<H: Hooks>(
    hooks: &Arc<H>,
    board: Board,
    file: Option<&Path>,
) -> Result<Board, Failure> {
    let known = file.map(|file| hooks.knowledge(file, None)).transpose()?.flatten();
    Ok(match known {
        None => board.game(entry(hooks, hooks.judge())),
        Some(Knowledge::Scores(evaluator)) => board.game(entry(hooks, evaluator)),
        Some(Knowledge::Results(known)) => board.game(entry(hooks, hooks.judge()).known(known)),
    })
}

/// A game with the players of this program.
fn entry<H: Hooks, E>(hooks: &Arc<H>, evaluator: E) -> Entry<H::Game, E>
where
    E: Evaluator<H::Game> + Send + Sync + 'static,
{
    let own = hooks.own_players().into_iter().map(|player| player.name.to_owned());
    let levels = (1..=8).map(|level| format!("level:{level}"));
    let others = ["search:time=200", "search:time=2000", "maxn:time=500", "mcts:time=1000"];
    let names = own.chain(others.map(str::to_owned)).chain(levels);
    let names = names.chain(["greedy", "random"].map(str::to_owned));
    let players = Arc::clone(hooks);
    let how = H::HOW_TO_PLAY;
    Entry::new(hooks.name(), evaluator)
        .about(format!("{how}\n\n{}", how.moves))
        .scale(H::SCALE)
        .puzzles(H::PUZZLES)
        .players(names, move |text| player(&*players, text))
}

/// A described player, with its limits for a move.
fn player<H: Hooks>(hooks: &H, text: &str) -> Result<(BotOf<H>, Limits), String> {
    const MOST_TABLE_MIB: usize = 256;
    let player: Player = text.parse().map_err(|error| format!("{error}"))?;
    player.check(hooks)?;
    if player.table_mib() > MOST_TABLE_MIB {
        return Err(format!("expected a table of {MOST_TABLE_MIB} MiB at most"));
    }
    let player = player.resolve::<H>();
    Ok((player.bot(hooks), player.limits_or_time(Duration::from_millis(200))))
}
