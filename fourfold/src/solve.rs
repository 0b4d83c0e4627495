//! Solves positions: the winner, the length and the winning moves.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use collapsi::{Solution, count_games, solve};
use engine::solve::{Answer, ProofSearch, Verdict};
use engine::{Analysis, Limits, Score, ScoreKind, Search};
use serde::Serialize;

use crate::args::StartArgs;
use crate::failure::Failure;
use crate::games::{AnyGame, Name, Task};
use crate::outcome::{describe, rules_text};
use crate::progress::{Status, interrupt_flags};
use crate::think::{SearchArgs, Thinker, grouped, summary};

/// Solve a position: who wins with best play, in how many plies, and by which moves
///
/// Collapsi has its own solver, which answers at once. Other games are searched deeper and deeper until
/// the result is proven, a limit is reached, or Ctrl-C is pressed. The exit code is 0 if the position is
/// solved.
#[derive(Args)]
#[command(allow_missing_positional = true, after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    /// The game [default: collapsi]
    game: Option<Name>,

    /// The position in the game's notation, or "start", or "-" to read it from standard input, or
    /// @FILE: a record of a game
    #[arg(required = true, allow_hyphen_values = true)]
    position: String,

    #[command(flatten)]
    start: StartArgs,

    /// Collapsi: count the complete games too
    #[arg(long)]
    games: bool,

    /// Answer by proof-number search, and check the proof by the rules alone
    #[arg(long)]
    proof: bool,

    #[command(flatten)]
    search: SearchArgs,
}

const EXAMPLES: &str = "\
Examples:
  fourfold solve A223/4A2J/3A23/J3A4
  fourfold solve start --seed 5 --set rules=v1_3 --games --json
  fourfold solve connect-four '7/7/7/7/2ooo2/2xxx2 x'
  fourfold solve collateral-checkers '1b3/b3b/5/w3w/3w1 w 0 0' --proof";

impl SolveArgs {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let game = self.game.unwrap_or_else(|| {
            let alone = Name::from_str(&self.position, false);
            if alone.is_ok() {
                "start".clone_into(&mut self.position);
            }
            alone.unwrap_or(Name::Collapsi)
        });
        if game == Name::Collapsi && !self.proof {
            return self.solve_collapsi();
        }
        if self.games {
            return Err(Failure::usage("--games", "expected a position of Collapsi"));
        }
        game.run(self)
    }

    fn solve_collapsi(&self) -> Result<(), Failure> {
        let position: collapsi::Position = self.start.position(&self.position)?;
        let Solution { verdict, moves, line } = solve(&position);
        self.search.svg.show(&position, line.first().copied())?;
        self.print(&Solved {
            rules: position.rules().to_string(),
            winner: verdict.winner.to_string(),
            length: Some(verdict.length),
            moves: Some(moves.into_iter().map(|m| m.to_string()).collect()),
            line: line.iter().map(ToString::to_string).collect(),
            games: self.games.then(|| count_games(&position)),
            ..Solved::unknown(&position)
        })
    }

    fn print(&self, solved: &Solved) -> Result<(), Failure> {
        self.search.json.print(|| solved, |out| solved.print(out))
    }
}

impl Task for SolveArgs {
    type Output = Result<(), Failure>;

    fn run<G: AnyGame>(self) -> Result<(), Failure> {
        let table_bytes = self.search.table.bytes()?;
        self.search.svg.check()?;
        let position: G = self.start.position(&self.position)?;
        let status = Status::new();
        let [stop] = interrupt_flags(status.bar(), "")?;
        let limits = self.search.limits.limits().stop(stop.clone());
        let solved = if self.proof {
            Self::prove(&position, &limits, table_bytes, &status)?
        } else {
            self.search(&position, &limits, table_bytes, &status)?
        };
        drop(status);
        let best = solved.line.first().and_then(|m| m.parse().ok());
        self.search.svg.show(&position, best)?;
        self.print(&solved)?;
        match solved.winner.as_str() {
            Solved::UNKNOWN if stop.is_raised() => {
                Err(Failure::Interrupted("stopped before the answer was proven".to_owned()))
            }
            Solved::UNKNOWN => {
                Err(Failure::run("not solved: a limit was reached before the proof"))
            }
            _ => Ok(()),
        }
    }
}

impl SolveArgs {
    /// Searches deeper and deeper until the score is proven.
    fn search<G: AnyGame>(
        &self,
        position: &G,
        limits: &Limits,
        table_bytes: usize,
        status: &Status,
    ) -> Result<Solved, Failure> {
        let mut search: Thinker<G> = Search::new(G::Judge::default()).with_memory(table_bytes);
        let report = |found: &Analysis<_>| status.show(|| summary(found));
        let threads = self.search.threads.count();
        let found = search.run_parallel(position, limits, threads, report).map_err(Failure::run)?;
        let mut solved = Solved::unknown(position);
        solved.line = found.line.iter().map(ToString::to_string).collect();
        if found.proven {
            solved.length = found.score.distance();
            solved.winner = winner(position, found.score);
        }
        (solved.depth, solved.nodes) = (Some(found.depth), Some(found.nodes));
        Ok(solved)
    }

    /// Tries to prove a win for each player in turn, beginning with the one to move.
    fn prove<G: AnyGame>(
        position: &G,
        limits: &Limits,
        table_bytes: usize,
        status: &Status,
    ) -> Result<Solved, Failure> {
        let mut solved = Solved::unknown(position);
        let mut nodes = 0;
        let turn = position.turn();
        let others = position.players().iter().copied().filter(|&player| player != turn);
        for player in std::iter::once(turn).chain(others) {
            let mut search = ProofSearch::new().with_memory(table_bytes);
            let refused = |error| Failure::usage("--table", error);
            let report = |answer: &Answer| {
                status.show(|| format!("can {player} win? {}", progress(answer)));
            };
            let answer = search.run_with(position, player, limits, report).map_err(refused)?;
            nodes += answer.nodes;
            solved.nodes = Some(nodes);
            if answer.verdict == Verdict::Unknown {
                return Ok(solved);
            }
            let proof = search.prove(position, player, limits).map_err(refused)?;
            let Some(proof) = proof else { return Ok(solved) };
            let size = proof.check(position).map_err(Failure::run)?;
            solved.proof.get_or_insert_default().push(format!(
                "{player} {} a win: {}, checked by the rules",
                if answer.verdict == Verdict::Proven { "can force" } else { "cannot force" },
                grouped(size.positions as u64, "position"),
            ));
            if answer.verdict == Verdict::Proven {
                solved.winner = player.to_string();
                solved.length_at_most = size.longest;
                return Ok(solved);
            }
        }
        let nobody = if position.players().len() == 2 { "draw" } else { "nobody by force" };
        nobody.clone_into(&mut solved.winner);
        Ok(solved)
    }
}

/// The winner by a proven score.
fn winner<G: AnyGame>(position: &G, score: Score) -> String {
    let turn = position.turn();
    match score.kind() {
        ScoreKind::Win(_) => turn.to_string(),
        ScoreKind::Value(_) => "draw".to_owned(),
        ScoreKind::Loss(_) => {
            let mut others = position.players().iter().filter(|&&player| player != turn);
            match (others.next(), others.next()) {
                (Some(other), None) => other.to_string(),
                _ => format!("not {turn} if the others play together"),
            }
        }
    }
}

fn progress(answer: &Answer) -> String {
    format!(
        "{}, proof number {}, disproof number {}",
        grouped(answer.nodes, "position"),
        answer.proof_number,
        answer.disproof_number
    )
}

/// The answer, with fields in printing order.
#[derive(Serialize)]
struct Solved {
    position: String,
    rules: String,
    /// A player, `draw`, [`UNKNOWN`](Solved::UNKNOWN), or with more than two players who cannot force a
    /// win.
    winner: String,
    length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length_at_most: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl Solved {
    /// The winner, where that is not proven.
    const UNKNOWN: &str = "unknown";

    /// An answer without results, unless the game is over.
    fn unknown<G: AnyGame>(position: &G) -> Self {
        let is_over = position.outcome().is_some();
        Self {
            position: position.to_string(),
            rules: rules_text(&position.rules()),
            winner: if is_over { describe(position) } else { Self::UNKNOWN.to_owned() },
            length: is_over.then_some(0),
            length_at_most: None,
            moves: None,
            line: Vec::new(),
            games: None,
            proof: None,
            depth: None,
            nodes: None,
        }
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let mut row = |name: &str, value: &str| writeln!(out, "{name:14} {value}");
        let or_none = |moves: &[String]| match moves {
            [] if self.length == Some(0) => "none, the game is over".to_owned(),
            [] => "none found".to_owned(),
            moves => moves.join(" "),
        };
        row("position", &self.position)?;
        row("rules", &self.rules)?;
        row("winner", &self.winner)?;
        match (self.length, self.length_at_most) {
            (Some(length), _) => row("length", &length.to_string())?,
            (None, Some(length)) => row("length", &format!("at most {length}"))?,
            (None, None) => {}
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
        if let Some(nodes) = self.nodes {
            let depth = self.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
            row("searched", &format!("{}{depth}", grouped(nodes, "position")))?;
        }
        Ok(())
    }
}
