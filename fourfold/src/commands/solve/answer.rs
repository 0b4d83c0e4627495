//! The answer of `solve`, as it is printed.

use std::collections::BTreeMap;
use std::io::{self, Write};

use engine::board::counted;
use engine::{Analysis, Game, Score, ScoreKind, Written};
use indicatif::HumanCount;
use kit::{Dynamic, Move, Solution};
use serde::Serialize;
use solve::{Enumerated, ProofStats, Proven, SolvedBy, Winner, nobody};
use terminal::words::{grouped, join, rules_text};

/// The answer, with fields in printing order.
#[derive(Default, Serialize)]
pub(super) struct Found {
    position: String,
    rules: String,
    /// A player, `draw`, [`UNKNOWN`](Found::UNKNOWN), or with more than two players who cannot force a win.
    pub(super) winner: String,
    length: Option<u32>,
    /// The moves that were searched, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) among: Option<Vec<Move>>,
    /// In points.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length_at_most: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
    pub(super) line: Vec<Move>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Vec<String>>,
    /// `search`, `enumeration`, `proof`, `the game's own solver`, or of a game that is over `the rules`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved_by: Option<String>,
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

impl Found {
    pub(super) const UNKNOWN: &str = "unknown";

    /// An answer without results, unless the game is over.
    pub(super) fn unknown(position: &Dynamic) -> Self {
        let outcome = Game::outcome(position);
        Self {
            position: position.to_string(),
            rules: rules_text(&position.settings()),
            length: outcome.is_some().then_some(0),
            winner: outcome.map_or_else(|| Self::UNKNOWN.to_owned(), |over| over.to_string()),
            ..Self::default()
        }
    }

    /// No solver has answered where the game is over.
    pub(super) fn credit_the_rules(&mut self, position: &Dynamic) {
        if Game::outcome(position).is_some() {
            (self.solved_by, self.depth, self.nodes) = (Some("the rules".to_owned()), None, None);
        }
    }

    /// The answer of the game's own solver.
    pub(super) fn own(&mut self, found: Solution<Move>) {
        let Solution { winner, length, moves, line } = found;
        (self.winner, self.length) = (winner, Some(length));
        (self.moves, self.line) = (Some(moves), line);
        self.solved_by = Some("the game's own solver".to_owned());
    }

    /// The answer of the solver that was chosen.
    pub(super) fn chosen(&mut self, position: &Dynamic, found: solve::Solved<Move>) {
        self.found(position, &found.search);
        if let Some(table) = found.enumerated {
            self.enumerated(position, table);
        }
        self.winner = found.winner.to_string();
        self.solved_by = found.by.map(|by| by.to_string());
    }

    pub(super) fn found(&mut self, position: &Dynamic, found: &Analysis<Move>) {
        self.line.clone_from(&found.line);
        if found.proven {
            self.length = found.score.distance();
            self.margin = match found.score.kind() {
                ScoreKind::Value(points) if points != 0 => Some(points.unsigned_abs()),
                _ => None,
            };
            self.winner = Winner::of(position, found.score).to_string();
            self.solved_by = Some(SolvedBy::Search.to_string());
        }
        (self.depth, self.nodes) = (Some(found.depth), Some(found.nodes));
    }

    pub(super) fn enumerated(&mut self, position: &Dynamic, found: Enumerated<Move>) {
        // Among more than two players a loss is one against all others together, whom nothing unites.
        let has_line = found.winner.is_some() || found.score == Score::DRAW;
        self.length = found.distance;
        self.moves = has_line.then_some(found.moves);
        self.line = if has_line { found.line } else { Vec::new() };
        (self.positions, self.wins) = (Some(found.positions), Some(found.wins));
        self.winner = found.winner.unwrap_or_else(|| nobody(position.players().len()).to_owned());
        self.solved_by = Some(SolvedBy::Enumeration.to_string());
    }

    pub(super) fn proven(&mut self, proven: &Proven) {
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
            self.solved_by = Some("proof".to_owned());
        }
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let mut row = |name: &str, value: Option<String>| {
            value.map_or(Ok(()), |value| writeln!(out, "{name:14} {value}"))
        };
        let or_none = |moves: &[Move]| match moves {
            [] if self.length == Some(0) => "none, the game is over".to_owned(),
            [] => "none found".to_owned(),
            moves => join(moves),
        };
        row("position", Some(self.position.clone()))?;
        row("rules", Some(self.rules.clone()))?;
        row("only by", self.among.as_ref().map(join))?;
        row("winner", Some(self.winner.clone()))?;
        let at_most = || self.length_at_most.map(|length| format!("at most {length}"));
        row("length", self.length.map(|length| length.to_string()).or_else(at_most))?;
        row("margin", self.margin.map(|margin| counted(margin, "point")))?;
        row("optimal moves", self.moves.as_deref().map(or_none))?;
        let line = match (&self.moves, self.winner.as_str()) {
            (Some(_), _) => "perfect line",
            (None, Self::UNKNOWN) => "line so far",
            (None, _) => "line",
        };
        let has_line = !self.line.is_empty() || self.length == Some(0);
        row(line, has_line.then(|| or_none(&self.line)))?;
        for line in self.proof.iter().flatten() {
            row("proof", Some(line.clone()))?;
        }
        row("games", self.games.map(|games| games.to_string()))?;
        row("solved by", self.solved_by.clone())?;
        row("positions", self.positions.map(|positions| HumanCount(positions).to_string()))?;
        for (player, positions) in self.wins.iter().flatten() {
            row(&format!("{player} wins"), Some(format!("{} of them", HumanCount(*positions))))?;
        }
        let depth = self.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
        row("searched", self.nodes.map(|nodes| grouped(nodes, "position") + &depth))
    }
}
