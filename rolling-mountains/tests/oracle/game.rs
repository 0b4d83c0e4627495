//! The game: its start, the legal plies, and its end.

use std::collections::BTreeSet;

use super::{COLOURS, Cell, Pawn, Rules, Stage, State};

impl State {
    /// The start of a game. Panics if an option is out of the range of ruling 1.
    pub fn start(
        players: usize,
        width: usize,
        height: usize,
        tiles: u32,
        mountains: u32,
        rules: Rules,
    ) -> State {
        assert!((2..=4).contains(&players), "players");
        assert!((3..=11).contains(&width), "width");
        assert!((3..=11).contains(&height), "height");
        assert!(tiles <= 60, "tiles");
        assert!(mountains <= 20, "mountains");
        State {
            rules,
            players,
            width,
            height,
            cells: vec![Cell::Bare; width * height],
            walls: BTreeSet::new(),
            pawns: vec![[Pawn::Waiting; 2]; players],
            supply: tiles,
            mountains: vec![mountains; players],
            removed: vec![None; players],
            seat: 0,
            turn: 0,
            stage: Stage::Begin { action_done: false },
        }
    }

    /// All legal plies with the positions they lead to.
    pub(super) fn moves(&self) -> Vec<(String, State)> {
        if self.result().is_some() {
            return Vec::new();
        }
        match self.stage {
            Stage::Begin { action_done: false } => {
                let mut list = self.step_moves();
                if list.is_empty() {
                    // Ruling 7: no movement, so the turn is the action alone, of any kind.
                    return self.closing_moves();
                }
                list.extend(self.early_action_moves());
                list
            }
            Stage::Begin { action_done: true } | Stage::Moving { .. } => self.step_moves(),
            Stage::ActionDue => self.closing_moves(),
        }
    }

    /// All legal plies, sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut names: Vec<String> = self.moves().into_iter().map(|(name, _)| name).collect();
        names.sort();
        names
    }

    /// The position after a legal ply. Panics if it is not one.
    pub fn play(&self, m: &str) -> State {
        match self.moves().into_iter().find(|(name, _)| name == m) {
            Some((_, after)) => after,
            None => panic!("not legal: {m}"),
        }
    }

    /// `None` while the game is running.
    pub fn result(&self) -> Option<String> {
        // Ruling 8; by ruling 9 a win in the last turn stands.
        for (seat, colour) in COLOURS.iter().enumerate().take(self.players) {
            if self.both_out(seat) {
                return Some(format!("{colour} wins"));
            }
        }
        // Ruling 9: turn limit.
        if let Some(limit) = self.rules.turn_limit
            && self.turn >= u64::from(limit)
        {
            return Some("draw".to_string());
        }
        // Ruling 9: at the start of a turn, nobody would have anything but `pass`.
        let start = Stage::Begin { action_done: false };
        if self.stage == start && (0..self.players).all(|seat| self.only_pass(seat)) {
            return Some("draw".to_string());
        }
        None
    }

    /// Would this player, were it their turn, have nothing but `pass`?
    pub(super) fn only_pass(&self, seat: usize) -> bool {
        let mut theirs = self.clone();
        theirs.seat = seat;
        !theirs.movement_possible() && theirs.actions().is_empty()
    }

    /// The number of legal sequences of exactly `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        moves.iter().map(|(_, after)| after.perft(depth - 1)).sum()
    }
}
