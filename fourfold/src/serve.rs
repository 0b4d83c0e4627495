//! The board of this program: all its games, with its players.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use board::Board;
use clap::Args;
use tokio::sync::Notify;

use crate::failure::Failure;

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
