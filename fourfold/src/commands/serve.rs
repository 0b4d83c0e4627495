//! `board` and `ugi`: serving the games of this program, to a browser and to other programs.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::program::Program;
use clap::Args;
use indicatif::HumanBytes;
use kit::{Failure, Kit, MOST_TABLE_MIB, ServeError, UgiServer};
use page::{Board, ExportError};
use terminal::args::{RuleArgs, whole};
use terminal::memory;
use tokio::sync::Notify;

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
  fourfold board --tablebase ten.bitbase
  fourfold board --export site")]
pub(crate) struct BoardArgs {
    /// The port; 0 for any free one [default: 8484, or any free one if it is taken]
    #[arg(long, value_name = "PORT", value_parser = whole(0..=u16::MAX))]
    port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Serve other machines in the same network too, such as a telephone: the link that is printed has a
    /// secret word. What is sent is not encrypted
    #[arg(long)]
    listen: bool,

    /// A tablebase or bitbase of a game that has them, for exact scores of endings. A bitbase has no distances and disregards the limit of quiet plies
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,

    /// Write the page with its engine as a folder instead, for any web server: nothing has to run there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "open", "listen", "tablebase"])]
    export: Option<PathBuf>,

    /// This program as WebAssembly, for --export [default: where cargo builds it, or one for each game]
    #[arg(long, value_name = "FILE", requires = "export")]
    engine: Option<PathBuf>,
}

impl BoardArgs {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let board = program.board(self.tablebase.as_deref())?;
        if let Some(folder) = &self.export {
            return self.write(program, &board, folder);
        }
        let listen = if self.listen { Board::listen_to_network } else { Board::listen };
        let port = self.port.unwrap_or(PORT);
        let server = match listen(board.clone(), port) {
            Err(_) if self.port.is_none() => listen(board, 0),
            bound => bound,
        };
        let server = server.map_err(|error| Failure::run(format_args!("port {port}: {error}")))?;
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

    fn write(&self, program: &Program, board: &Board, folder: &Path) -> Result<(), Failure> {
        let [plain, with_threads] = TARGETS;
        let (files, threaded) = match &self.engine {
            Some(file) => (vec![file.clone()], Vec::new()),
            None => (
                usual_engines(program, plain)?,
                usual_engines(program, with_threads).unwrap_or_default(),
            ),
        };
        let made = |file: &Path| file.metadata().and_then(|about| about.modified()).ok();
        if let Some((_, old)) = files.iter().zip(&threaded).find(|(new, old)| made(old) < made(new))
        {
            let error = "it is older than the engine without threads: build it anew, or remove it";
            return Err(Failure::file(old, error));
        }
        let read = |file: &PathBuf| fs::read(file).map_err(|error| Failure::file(file, error));
        let read = |files: &[PathBuf]| files.iter().map(read).collect::<Result<Vec<_>, _>>();
        let (engines, threaded) = (read(&files)?, read(&threaded)?);
        board.export(folder, &engines, &threaded).map_err(|error| match error {
            ExportError::Engine => Failure::file(&files[0], error),
            _ => Failure::file(folder, error),
        })?;
        let size = HumanBytes(engines.iter().map(|engine| engine.len() as u64).sum());
        let from = files[0].parent().filter(|_| files.len() > 1).unwrap_or(&files[0]);
        let (folder, from) = (folder.display(), from.display());
        Ok(writeln!(anstream::stdout(), "The page is in {folder}, with {from} ({size}).")?)
    }
}

/// What engines are built for, without threads and with them.
const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "wasm32-wasip1-threads"];

/// This program as WebAssembly, one for each game or one for all, where cargo builds it, or beside it without threads.
fn usual_engines(program: &Program, target: &str) -> Result<Vec<PathBuf>, Failure> {
    // Of a profile for size, if there is one.
    let built = ["web", "release"].map(|profile| format!("{target}/{profile}"));
    let file = env::current_exe().map_err(Failure::run)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new(""));
    let built = built.map(|built| [format!("../{built}"), format!("../../{built}/examples")]);
    let places = iter::once(String::new()).chain(built.into_iter().flatten());
    let mut found = places.skip(usize::from(target != TARGETS[0])).flat_map(|place| {
        let engine = |name: &str| folder.join(&place).join(format!("{name}.wasm"));
        [program.games().names().map(engine).collect(), vec![engine(&name)]]
    });
    let is_there = |all: &Vec<PathBuf>| !all.is_empty() && all.iter().all(|one| one.is_file());
    found.find(is_there).ok_or_else(|| {
        Failure::usage(
            "--export",
            format_args!(
                "expected this program as WebAssembly, by --engine FILE or made by\n  \
                 rustup target add {target}\n  \
                 cargo build --release --target {target} --bin {name}"
            ),
        )
    })
}

/// Play a game over the Universal Game Interface (UGI), on standard input and output
///
/// Commands: ugi; isready; setoption name <NAME> value <VALUE>; uginewgame; position startpos or position fen
/// <POSITION>, then moves <MOVES> if there are any; go; stop; query p1turn, gameover or result; quit.
///
/// Limits of go: depth, nodes, movetime, movestogo, p1time, p1inc, p2time and so on, searchmoves and skipmoves with
/// moves, or infinite.
///
/// Options: Hash (MiB), Threads, MultiPV (lines), Seed (of the deal), and the rule options of the game.
#[derive(Args)]
#[command(after_help = "Example:\n  echo ugi | fourfold ugi compass")]
pub(crate) struct UgiArgs {
    #[command(flatten)]
    rules: RuleArgs,
}

impl UgiArgs {
    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        let available = memory::available().map_or(usize::MAX, |bytes| (bytes >> 20) as usize);
        let (rules, most) = (self.rules.settings(kit)?, available.min(MOST_TABLE_MIB));
        let server = UgiServer::new(kit, &rules).map_err(Failure::run)?.most_hash(most);
        server.run(io::stdin().lock(), io::stdout()).map_err(|error| match error {
            ServeError::Output(error) => Failure::Output(error),
            error => Failure::run(error),
        })
    }
}
