//! Solves positions: the winner, the length and the winning moves.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;

use clap::Args;
use engine::board::counted;
use engine::system::file;
use engine::{Analysis, Game, Limits, Score, ScoreKind, Written};
use indicatif::{HumanBytes, HumanCount};
use kit::{By, Dynamic, Failure, Kit, Move, Solution};
use serde::Serialize;
use solve::tablebase::{BuildError, BuildOptions};
use solve::{Answer, Enumerated, ProofStats, Proven, SolveError, nobody};
use terminal::args::StartArgs;
use terminal::progress::{self, Status, interrupt_flags};
use terminal::words::{grouped, join, rules_text};
use terminal::{files, memory};

use crate::commands::think::{SearchArgs, summary};
use crate::program::Program;

/// Solve a position: who wins with best play, in how many plies, and by which moves
///
/// A game that has a solver of its own is answered at once. Other games are searched deeper and deeper until
/// the result is proven, a limit is reached, or Ctrl-C is pressed. The exit code is 0 if the position is
/// solved.
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold solve collapsi A223/4A2J/3A23/J3A4
  fourfold solve collapsi start --seed 5 --set rules=v1_3 --games --json
  fourfold solve connect-four '7/7/7/7/2ooo2/2xxx2 x'
  fourfold solve compass @game.record --points
  fourfold solve collateral-checkers '1b3/b3b/5/w3w/3w1 w 0 0' --proof
  fourfold solve compass start --seed 5 --proof --out compass.proof
  fourfold solve rolling-mountains --enumerate --set width=3 --set height=3 --set tiles=0 --set mountains=0 \
    --set turn_limit=none")]
pub(crate) struct SolveArgs {
    /// The game; if it is left out, as in `solve POSITION`, the first one of this program
    // Both may begin with a minus sign, as a board of Compass may begin with an empty square, "-".
    #[arg(value_name = "GAME", allow_hyphen_values = true)]
    game_or_position: String,

    /// The position in the game's notation, or "start", or "-" to read it from standard input, or
    /// @FILE: a record of a game
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,

    #[command(flatten)]
    start: StartArgs,

    /// Count the complete games too, in a game whose games can be counted
    #[arg(long)]
    games: bool,

    /// Count points, in a game that is won by points: find the margin with best play
    #[arg(long, conflicts_with = "proof")]
    points: bool,

    /// Answer by proof-number search, and check the proof by the rules alone
    #[arg(long, group = "written")]
    proof: bool,

    /// Answer by a table of all positions that play leads to: for small games, also those in which positions
    /// come again, with any number of players
    #[arg(long, group = "written", conflicts_with_all = ["games", "points", "movetime", "depth", "nodes"])]
    enumerate: bool,

    /// Write to a file: the proofs, each position with its move; or what each of all positions is worth, as a table
    /// separated by tabs, of two players to the one to move at the start, of more to each against all others
    #[arg(long, value_name = "FILE", requires = "written")]
    out: Option<PathBuf>,

    #[command(flatten)]
    search: SearchArgs,
}

/// What may solve a position that a search does not.
const ADVICE: &str = "in a small game, or one in which positions come again, --enumerate may answer at once, \
                      and --proof where a win is narrow";

/// The time after which a search that goes on says so.
const ADVISED_AFTER: Duration = Duration::from_secs(10);

impl SolveArgs {
    /// The game, and the text of the position.
    fn game<'p>(&'p self, program: &'p Program) -> Result<(&'p Kit, &'p str), Failure> {
        let (first, second) = (&self.game_or_position, self.position.as_deref());
        if second.is_some() || program.games().find(first).is_ok() {
            return Ok((program.named(first)?, second.unwrap_or("start")));
        }
        let kit = program.games().games().next();
        Ok((kit.ok_or_else(|| Failure::run("this program has no games"))?, first))
    }

    pub(super) fn run(self, program: &Program) -> Result<(), Failure> {
        let (kit, text) = self.game(program)?;
        self.search.svg.check()?;
        let position = self.start.position(kit, text)?;
        let mut solved = Solved::unknown(&position);
        if self.games {
            let none = || Failure::usage("--games", "the games of this game are not counted");
            solved.games = Some(kit.count_games(&position).ok_or_else(none)?);
        }
        if let Some(path) = self.out.as_ref() {
            files::check(path)?;
        }
        let status = Status::default();
        let [stop] = interrupt_flags(&status.bar, "")?;
        let limits = self.search.limits.limits().stop(stop.clone());
        let threads = self.search.threads.count();
        let own =
            if self.proof || self.points || self.enumerate { None } else { kit.solve(&position) };
        if let Some(Solution { winner, length, moves, line }) = own {
            solved.winner = winner;
            solved.length = Some(length);
            solved.moves = Some(moves);
            solved.line = line;
        } else if self.enumerate {
            let found = enumerate(kit, &position, threads, self.out.as_deref())?;
            solved.enumerated(&position, found);
        } else if self.proof {
            solved.proven(&self.prove(kit, &position, &limits, &status)?);
        } else {
            let advice = Once::new();
            let mut report = |found: &Analysis<_>| {
                status.show(|| summary(&found.into()));
                if found.elapsed > ADVISED_AFTER && !found.proven {
                    advice.call_once(|| {
                        status.bar.suspend(|| anstream::eprintln!("Not solved yet: {ADVICE}."));
                    });
                }
            };
            let by = if self.points { By::Points } else { By::Judge };
            let mut search = kit.search(by).with_memory(self.search.table.bytes()?);
            let found = search.run_parallel(&position, &limits, threads, &mut report);
            solved.found(&position, &found.map_err(Failure::run)?);
        }
        drop(status);
        self.search.svg.show(&position, solved.line.first().copied())?;
        self.search.json.print(|| &solved, |out| solved.print(out))?;
        if solved.winner != Solved::UNKNOWN {
            return Ok(());
        }
        let advice = if self.proof { String::new() } else { format!("; {ADVICE}") };
        Err(if stop.is_raised() {
            Failure::Interrupted(format!("stopped before the answer was proven{advice}"))
        } else {
            Failure::run(format!("not solved: a limit was reached before the proof{advice}"))
        })
    }

    /// Proves who wins, and writes the proofs to a file, if one is given.
    fn prove(
        &self,
        kit: &Kit,
        position: &Dynamic,
        limits: &Limits,
        status: &Status,
    ) -> Result<Proven, Failure> {
        let mut report = |player: &str, answer: &Answer| {
            status.show(|| {
                let Answer { proof_number, disproof_number, .. } = answer;
                let numbers = format!("{proof_number}, disproof number {disproof_number}");
                let nodes = grouped(answer.nodes, "position");
                format!("can {player} win? {nodes}, proof number {numbers}")
            });
        };
        let memory = self.search.table.bytes()?;
        let Some(path) = &self.out else {
            return kit.prove(position, memory, limits, &mut report, None).map_err(refused);
        };
        let (name, rules) = (kit.name(), rules_text(&position.settings()));
        let mut text =
            format!("fourfold proof 1\ngame: {name}\nrules: {rules}\nposition: {position}\n")
                .into_bytes();
        let proven = kit.prove(position, memory, limits, &mut report, Some(&mut text));
        files::save(path, text)?;
        proven.map_err(refused)
    }
}

/// Solves a position by a table of all positions that play leads to, and writes them to a file, if there is one.
fn enumerate(
    kit: &Kit,
    position: &Dynamic,
    threads: usize,
    out: Option<&Path>,
) -> Result<Enumerated<Move>, Failure> {
    let Some(path) = out else { return table(kit, position, threads, None) };
    let mut found = None;
    let saved = file::save(path, |file| {
        writeln!(file, "player\tposition\tworth")?;
        let tables = found.insert(table(kit, position, threads, Some(file)));
        tables.as_ref().map(|_| ()).map_err(|_| io::ErrorKind::Other.into())
    });
    // Why there is no table is said first.
    let found = found.transpose()?;
    saved.map_err(|error| Failure::file(path, error))?;
    found.ok_or_else(|| Failure::file(path, "nothing is written"))
}

fn table(
    kit: &Kit,
    position: &Dynamic,
    threads: usize,
    out: Option<&mut dyn Write>,
) -> Result<Enumerated<Move>, Failure> {
    const FULL: u64 = 1_000;
    let bar = progress::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}, {eta} left");
    bar.set_length(FULL);
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let options = || {
        let available = memory::available().unwrap_or(u64::MAX);
        BuildOptions::new().threads(threads).memory(available).stop(stop.clone())
    };
    let watching = |what: &str, done: f64| {
        if bar.message() != what {
            bar.set_message(what.to_owned());
            bar.reset();
        }
        bar.set_position((done * FULL as f64) as u64);
    };
    let found = kit.enumerate(position, &options, &watching, out);
    bar.finish_and_clear();
    found.map_err(|error| match error {
        SolveError::Build(BuildError::Stopped) => {
            Failure::Interrupted("stopped before the table was built".to_owned())
        }
        SolveError::Build(BuildError::Memory { bytes }) => Failure::run(format_args!(
            "play leads to more positions than the memory holds: {} or more are needed",
            HumanBytes(bytes)
        )),
        error => Failure::run(error),
    })
}

fn refused(error: SolveError) -> Failure {
    match error {
        SolveError::Search(error) => Failure::usage("--table", error),
        error => Failure::run(error),
    }
}

fn winner(position: &Dynamic, score: Score) -> String {
    let turn = position.turn();
    match score.cmp(&Score::DRAW) {
        Ordering::Greater => turn.to_string(),
        Ordering::Equal => "draw".to_owned(),
        Ordering::Less => {
            let mut others = position.players().iter().filter(|&&player| player != turn);
            match (others.next(), others.next()) {
                (Some(other), None) => other.to_string(),
                _ => format!("not {turn} if the others play together"),
            }
        }
    }
}

/// The answer, with fields in printing order.
#[derive(Default, Serialize)]
struct Solved {
    position: String,
    rules: String,
    /// A player, `draw`, [`UNKNOWN`](Solved::UNKNOWN), or with more than two players who cannot force a
    /// win.
    winner: String,
    length: Option<u32>,
    /// In points.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length_at_most: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
    line: Vec<Move>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// How many positions play leads to, and in how many of them each player can force a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<BTreeMap<String, u64>>,
}

impl Solved {
    const UNKNOWN: &str = "unknown";

    /// An answer without results, unless the game is over.
    fn unknown(position: &Dynamic) -> Self {
        let outcome = Game::outcome(position);
        Self {
            position: position.to_string(),
            rules: rules_text(&position.settings()),
            length: outcome.is_some().then_some(0),
            winner: outcome.map_or_else(|| Self::UNKNOWN.to_owned(), |over| over.to_string()),
            ..Self::default()
        }
    }

    fn found(&mut self, position: &Dynamic, found: &Analysis<Move>) {
        self.line.clone_from(&found.line);
        if found.proven {
            self.length = found.score.distance();
            self.margin = match found.score.kind() {
                ScoreKind::Value(points) if points != 0 => Some(points.unsigned_abs()),
                _ => None,
            };
            self.winner = winner(position, found.score);
        }
        (self.depth, self.nodes) = (Some(found.depth), Some(found.nodes));
    }

    fn enumerated(&mut self, position: &Dynamic, found: Enumerated<Move>) {
        // Among more than two players a loss is one against all others together, whom nothing unites.
        if found.winner.is_some() || found.score == Score::DRAW {
            self.length = found.score.distance();
            self.moves = Some(found.moves);
            self.line = found.line;
        }
        (self.positions, self.wins) = (Some(found.positions), Some(found.wins));
        self.winner = found.winner.unwrap_or_else(|| nobody(position.players().len()).to_owned());
    }

    fn proven(&mut self, proven: &Proven) {
        let line = |(claim, size): &(String, ProofStats)| {
            let positions = grouped(size.positions as u64, "position");
            format!("{claim}: {positions}, checked by the rules")
        };
        let lines: Vec<String> = proven.proofs.iter().map(line).collect();
        self.proof = Some(lines).filter(|lines| !lines.is_empty());
        self.length_at_most = proven.proofs.last().and_then(|(_, size)| size.longest);
        self.nodes = Some(proven.nodes);
        if let Some(winner) = &proven.winner {
            self.winner.clone_from(winner);
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let mut row = |name: &str, value: &str| writeln!(out, "{name:14} {value}");
        let or_none = |moves: &[Move]| match moves {
            [] if self.length == Some(0) => "none, the game is over".to_owned(),
            [] => "none found".to_owned(),
            moves => join(moves),
        };
        row("position", &self.position)?;
        row("rules", &self.rules)?;
        row("winner", &self.winner)?;
        match (self.length, self.length_at_most) {
            (Some(length), _) => row("length", &length.to_string())?,
            (None, Some(length)) => row("length", &format!("at most {length}"))?,
            (None, None) => {}
        }
        if let Some(margin) = self.margin {
            row("margin", &counted(margin, "point"))?;
        }
        if let Some(moves) = &self.moves {
            row("optimal moves", &or_none(moves))?;
        }
        if !self.line.is_empty() || self.length == Some(0) {
            let name = match (&self.moves, self.winner.as_str()) {
                (Some(_), _) => "perfect line",
                (None, Self::UNKNOWN) => "line so far",
                (None, _) => "line",
            };
            row(name, &or_none(&self.line))?;
        }
        for line in self.proof.iter().flatten() {
            row("proof", line)?;
        }
        if let Some(games) = self.games {
            row("games", &games.to_string())?;
        }
        if let Some(positions) = self.positions {
            row("positions", &HumanCount(positions).to_string())?;
        }
        for (player, positions) in self.wins.iter().flatten() {
            row(&format!("{player} wins"), &format!("{} of them", HumanCount(*positions)))?;
        }
        if let Some(nodes) = self.nodes {
            let depth = self.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
            row("searched", &format!("{}{depth}", grouped(nodes, "position")))?;
        }
        Ok(())
    }
}
