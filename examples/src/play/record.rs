//! The plies of a game, with undo and redo.

use crate::games::AnyGame;

/// Every position of a game, and how far it is played.
pub(super) struct Record<G: AnyGame> {
    start: G,
    /// Each ply, and the position after it.
    plies: Vec<(G::Move, G)>,
    /// How many of them are played; the others were taken back.
    played: usize,
}

impl<G: AnyGame> Record<G> {
    pub(super) fn new(start: G) -> Self {
        Self { start, plies: Vec::new(), played: 0 }
    }

    /// The position to be played.
    pub(super) fn position(&self) -> &G {
        match self.played.checked_sub(1) {
            Some(last) => &self.plies[last].1,
            None => &self.start,
        }
    }

    /// How many plies are played.
    pub(super) fn ply(&self) -> usize {
        self.played
    }

    /// The last ply.
    pub(super) fn last(&self) -> Option<G::Move> {
        Some(self.plies[self.played.checked_sub(1)?].0)
    }

    /// Plays a legal move. What was taken back is gone, unless this is the same move.
    pub(super) fn play(&mut self, m: G::Move) {
        if self.plies.get(self.played).is_none_or(|(next, _)| *next != m) {
            let mut position = self.position().clone();
            position.play_unchecked(m);
            self.plies.truncate(self.played);
            self.plies.push((m, position));
        }
        self.played += 1;
    }

    /// Takes a ply back, if there is one.
    pub(super) fn undo(&mut self) -> bool {
        let undone = self.played.checked_sub(1);
        self.played = undone.unwrap_or(0);
        undone.is_some()
    }

    /// Plays a ply again that was taken back, if there is one.
    pub(super) fn redo(&mut self) -> bool {
        let can = self.played < self.plies.len();
        self.played += usize::from(can);
        can
    }
}
