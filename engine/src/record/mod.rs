//! Records of games: start, rules, players, moves with variations and comments, result.
//!
//! A [`Record`] is a tree of moves with a current position, for a game that is being played and a finished
//! one that is looked through. It prints as text in the manner of [PGN] and parses from it, for every game
//! that implements [`Notation`](crate::Notation).
//!
//! ```
//! # mod grab { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/grab.rs")); }
//! # use grab::Grab;
//! use engine::record::{Ending, Record};
//!
//! let mut record = Record::new(Grab::new(2, 7));
//! record.set_players(["Ann", "Ben"]);
//! record.set_tag("Event", "Friday")?;
//! record.play(3)?;
//! record.play(2)?;
//! record.undo();
//! record.play(1)?;
//! record.set_comment("Now three are left.");
//! record.promote();
//! record.set_ending(Some(Ending::Resigned(0)));
//!
//! let text = record.to_string();
//! assert_eq!(text, "\
//! [Event \"Friday\"]
//! [Player1 \"Ann\"]
//! [Player2 \"Ben\"]
//! [Start \"7,0 0 0\"]
//! [Result \"0 resigns\"]
//!
//! 1. 3 2. 1 {Now three are left.} (2. 2) *
//! ");
//! let again: Record<Grab> = text.parse()?;
//! assert_eq!(again, record);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # The text
//!
//! * Tags, one a line: `[Name "value"]`, in the value `\"`, `\\` and `\n` for a new line. `Start` is
//!   the position where the game began; only [`parse_each_from`] reads a record without it. `Rules` are its rule options, unless they are
//!   the default ones. `Player1`, `Player2` and so on are the names of the players by seat. `Result` is a
//!   [`RecordResult`]. Other tags have any meaning; `Game` is the name of the game.
//! * Moves, separated by white space, as the game writes them. In front of the first move of a turn
//!   stands the number of its ply: `3.`, of two players also that of a pair of plies as in PGN: `2.` or `2...`.
//!   Numbers may be left out, but those that are there must be right. In a move `\` stands before each of the characters `\ . ( ) { } [ ] *`.
//! * `{comment}` after the move it belongs to, or before the first one. In it `\}` and `\\` stand for
//!   `}` and `\`.
//! * `(moves)` after a move: a variation, played instead of that move. Variations may contain others.
//! * `*` ends the game.
//! * What PGN has besides is read, where it cannot be a move of the game: a comment from `;` to the end of the line, `$4`
//!   and `!?` as comments, and for two players `1-0`, `0-1` and `1/2-1/2` at the end or as `Result`: the result that the
//!   moves lead to, or else one that was adjudicated.
//! * A file may hold several games, one after the other: [`parse_all`]. A byte order mark may stand
//!   in front of them.
//!
//! [PGN]: https://www.chessclub.com/help/PGN-spec

mod error;
mod parse;
mod print;
mod result;

pub use error::{ParseRecordError, TagError};
pub use parse::{first_tag, parse_all, parse_each, parse_each_from};
pub use result::{Ending, RecordResult};

use std::fmt;

use crate::board::read_number;
use crate::game::Game;

/// A game with its variations and comments, and a current position in it.
///
/// The *main line* goes from the start along the first of the moves that are recorded in each position; the others
/// begin variations. Two records are equal if they have the same text: the current position does not matter.
#[derive(Clone)]
pub struct Record<G: Game> {
    /// All except those that have a field of their own here.
    tags: Vec<(String, String)>,
    /// By seat; empty for a player without a name.
    players: Vec<String>,
    ending: Option<Ending<G::Player>>,
    /// The start, then all others in the order in which they were recorded.
    nodes: Vec<Node<G>>,
    current: usize,
}

/// A position of a record.
#[derive(Clone)]
struct Node<G: Game> {
    position: G,
    ply: usize,
    /// The move that led here and the number of the node before it; `None` at the start.
    from: Option<(G::Move, usize)>,
    comment: String,
    /// The nodes that follow: first the main line, then variations.
    next: Vec<usize>,
    /// The one of these that was visited last.
    visited: usize,
}

impl<G: Game> Node<G> {
    fn new(position: G, ply: usize, from: Option<(G::Move, usize)>) -> Self {
        Self { position, ply, from, comment: String::new(), next: Vec::new(), visited: 0 }
    }
}

impl<G: Game> Record<G> {
    /// A game in which nothing was played yet.
    pub fn new(start: G) -> Self {
        let players = vec![String::new(); start.players().len()];
        let nodes = vec![Node::new(start, 0, None)];
        Self { tags: Vec::new(), players, ending: None, nodes, current: 0 }
    }

    /// The position where the game began.
    pub fn start(&self) -> &G {
        &self.nodes[0].position
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.nodes[self.current].position
    }

    /// The number of plies from the start to the current position.
    pub fn ply(&self) -> usize {
        self.nodes[self.current].ply
    }

    /// The position before the last move; `None` at the start.
    pub fn position_before(&self) -> Option<&G> {
        self.nodes[self.current].from.map(|(_, before)| &self.nodes[before].position)
    }

    /// The move that led to the current position; `None` at the start.
    pub fn last_move(&self) -> Option<G::Move> {
        self.nodes[self.current].from.map(|(m, _)| m)
    }

    /// The moves from the start to the current position.
    pub fn line(&self) -> Vec<G::Move> {
        let from = |&(_, node): &(G::Move, usize)| self.nodes[node].from;
        let mut line: Vec<G::Move> =
            std::iter::successors(self.nodes[self.current].from, from).map(|(m, _)| m).collect();
        line.reverse();
        line
    }

    /// The moves that are recorded in the current position: first the move of the main line, or of the
    /// variation, then those that begin other variations.
    pub fn continuations(&self) -> impl Iterator<Item = G::Move> {
        let next = self.nodes[self.current].next.iter();
        next.filter_map(|&node| self.nodes[node].from.map(|(m, _)| m))
    }

    /// Plays a move in the current position. If it is not recorded there, it lengthens the line, or
    /// begins a variation. If it lengthens the main line, the [ending](Record::set_ending) is
    /// forgotten. An illegal move changes nothing.
    ///
    /// # Errors
    ///
    /// The move is illegal; the record is then unchanged.
    pub fn play(&mut self, m: G::Move) -> Result<(), G::IllegalMove> {
        let here = &self.nodes[self.current];
        let leads = |&node: &usize| self.nodes[node].from.is_some_and(|(other, _)| other == m);
        if let Some(known) = here.next.iter().position(leads) {
            self.visit(known);
            return Ok(());
        }
        let mut position = here.position.clone();
        position.play(m)?;
        if self.ending.is_some() && self.main_end() == self.current {
            self.ending = None;
        }
        let (node, ply) = (self.nodes.len(), self.ply() + 1);
        self.nodes.push(Node::new(position, ply, Some((m, self.current))));
        self.nodes[self.current].next.push(node);
        self.visit(self.nodes[self.current].next.len() - 1);
        Ok(())
    }

    fn visit(&mut self, which: usize) {
        let here = &mut self.nodes[self.current];
        here.visited = which;
        self.current = here.next[which];
    }

    /// Takes the last move back and returns it; `None` at the start. It stays recorded.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (m, before) = self.nodes[self.current].from?;
        self.current = before;
        Some(m)
    }

    /// Plays the move that was taken back here, or else the first one that is recorded, and returns
    /// it; `None` at the end of a line.
    pub fn redo(&mut self) -> Option<G::Move> {
        let here = &self.nodes[self.current];
        self.current = *here.next.get(here.visited)?;
        self.last_move()
    }

    /// Goes to a ply of the current line by [undo](Record::undo) and [redo](Record::redo), or as near
    /// as the line allows. Returns whether it is that ply.
    pub fn go_to(&mut self, ply: usize) -> bool {
        while self.ply() > ply && self.undo().is_some() {}
        while self.ply() < ply && self.redo().is_some() {}
        self.ply() == ply
    }

    /// Goes to the end of the main line. From any position before it, [`redo`](Record::redo) follows the main line.
    pub fn go_to_main_end(&mut self) {
        self.current = 0;
        while !self.nodes[self.current].next.is_empty() {
            self.visit(0);
        }
    }

    /// Makes the line to the current position the main line. If the main line then ends elsewhere,
    /// the [ending](Record::set_ending) is forgotten.
    pub fn promote(&mut self) {
        let end = self.main_end();
        let mut node = self.current;
        while let Some((_, before)) = self.nodes[node].from {
            let parent = &mut self.nodes[before];
            if let Some(at) = parent.next.iter().position(|&next| next == node) {
                parent.next[..=at].rotate_right(1);
            }
            parent.visited = 0;
            node = before;
        }
        if self.main_end() != end {
            self.ending = None;
        }
    }

    fn main_end(&self) -> usize {
        let next = |&node: &usize| self.nodes[node].next.first().copied();
        std::iter::successors(Some(0), next).last().unwrap_or_default()
    }

    /// The comment on the last move, or at the start on the game; empty if there is none.
    pub fn comment(&self) -> &str {
        &self.nodes[self.current].comment
    }

    /// Sets the comment on the last move, or at the start on the game.
    pub fn set_comment(&mut self, comment: impl Into<String>) {
        self.nodes[self.current].comment = comment.into();
    }

    /// The names of the players by seat; empty for a player without a name.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Names the players by seat. Names beyond the number of seats are ignored.
    pub fn set_players<S: Into<String>>(&mut self, names: impl IntoIterator<Item = S>) {
        for (player, name) in self.players.iter_mut().zip(names) {
            *player = name.into();
        }
    }

    /// The tags except `Start`, `Rules`, `Result` and the names of players, in the order in which they were set.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of one of these [tags](Record::tags); `None` if it is not set.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Sets one of these [tags](Record::tags); an empty value removes it.
    ///
    /// # Errors
    ///
    /// The name is not made of letters, digits and `_`, or the record writes the tag itself, such as `Start`.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) -> Result<(), TagError> {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_letter) {
            return Err(TagError::Name { name: name.to_owned() });
        }
        if is_reserved(name) {
            return Err(TagError::Reserved { name: name.to_owned() });
        }
        let value = value.into();
        match self.tags.iter().position(|(other, _)| other == name) {
            Some(at) if value.is_empty() => drop(self.tags.remove(at)),
            Some(at) => self.tags[at].1 = value,
            None if value.is_empty() => {}
            None => self.tags.push((name.to_owned(), value)),
        }
        Ok(())
    }

    /// The result at the end of the main line: by the rules, or else as the players ended the game there.
    pub fn result(&self) -> RecordResult<G::Player> {
        match (self.nodes[self.main_end()].position.outcome(), self.ending) {
            (Some(outcome), _) => RecordResult::Outcome(outcome),
            (None, Some(ending)) => RecordResult::Ending(ending),
            (None, None) => RecordResult::Unfinished,
        }
    }

    /// Sets the ending at the end of the main line, or that there is none. Where the game ended by the
    /// rules, this has no effect.
    pub fn set_ending(&mut self, ending: Option<Ending<G::Player>>) {
        self.ending = ending;
    }

    /// The same record of a game of another type, given what its positions, moves and players are there.
    /// Plays nothing: positions and moves are taken as they are.
    pub fn map<H: Game>(
        self,
        position: impl Fn(G) -> H,
        m: impl Fn(G::Move) -> H::Move,
        player: impl Fn(G::Player) -> H::Player,
    ) -> Record<H> {
        let Self { tags, players, ending, nodes, current } = self;
        let node = |Node { position: at, ply, from, comment, next, visited }| Node {
            position: position(at),
            ply,
            from: from.map(|(last, before)| (m(last), before)),
            comment,
            next,
            visited,
        };
        let ending = ending.map(|ending| match ending {
            Ending::Resigned(loser) => Ending::Resigned(player(loser)),
            Ending::Forfeited(loser) => Ending::Forfeited(player(loser)),
            Ending::Adjudicated(winner) => Ending::Adjudicated(winner.map(&player)),
        });
        Record { tags, players, ending, nodes: nodes.into_iter().map(node).collect(), current }
    }
}

/// Whether a tag is not among [`Record::tags`].
fn is_reserved(name: &str) -> bool {
    ["Start", "Rules", "Result"].contains(&name) || seat(name).is_some()
}

/// The seat, from 0, that a tag such as `Player1` names.
fn seat(name: &str) -> Option<usize> {
    (read_number(name.strip_prefix("Player")?)? as usize).checked_sub(1)
}

impl<G: crate::Written> PartialEq for Record<G> {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl<G: crate::Written> Eq for Record<G> {}

/// Ply and positions recorded; [`Display`](fmt::Display) shows the game.
impl<G: Game> fmt::Debug for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ply, nodes) = (self.ply(), self.nodes.len());
        let mut record = f.debug_struct("Record");
        record.field("ply", &ply).field("positions", &nodes).finish_non_exhaustive()
    }
}
