//! Movements, one step at a time (rulings 3 to 5).

use super::{
    Cell, DIRECTIONS, Edge, PAWN_LETTERS, Pawn, Phase, Stage, State, crossed_edge, forward,
};

impl State {
    /// The position after one step of the player to move, and whether the movement is complete
    /// with it; `None` if the step breaks a rule. Whether the movement can still be completed is
    /// not looked at here. When the movement is complete the stage is left for the caller to set.
    pub(super) fn try_step(&self, pawn: usize, direction: char) -> Option<(State, bool)> {
        let seat = self.seat;
        let (held, phase, action_done) = match self.stage {
            Stage::Begin { action_done } => (0, Phase::First, action_done),
            Stage::Moving { pawn: in_motion, held, phase, action_done } if in_motion == pawn => {
                (held, phase, action_done)
            }
            // One movement is of one pawn, and there is one in a turn (ruling 5).
            _ => return None,
        };
        let ahead = forward(self.side(seat));
        let mut after = self.clone();
        let mut held = held;

        let to = match self.pawns[seat][pawn] {
            // Ruling 5: a pawn that has exited never moves again.
            Pawn::Out(_) => return None,
            // Ruling 3: the first step is onto its corner square.
            Pawn::Waiting => {
                if direction != ahead {
                    return None;
                }
                self.start_corner(seat, pawn)
            }
            Pawn::On(from) => {
                // Ruling 5, drop: after the first drop step, a tile is left before every further
                // step, before exiting too.
                if phase == Phase::Dropping {
                    after.set_cell(from, Cell::Tile);
                    held -= 1;
                }
                match self.neighbour(from, direction) {
                    Some(to) => {
                        if self.walls.contains(&crossed_edge(from, direction)) {
                            return None;
                        }
                        to
                    }
                    None => {
                        // Rulings 4 and 5: exit over the far edge from an exit corner; tiles
                        // still held are out of the game.
                        let exits = self.usable_exits(seat, pawn);
                        if direction != ahead || !exits.contains(&from) {
                            return None;
                        }
                        after.pawns[seat][pawn] = Pawn::Out(from);
                        return Some((after, true));
                    }
                }
            }
        };

        // Ruling 5: never onto a mountain or another pawn.
        if self.cell(to) == Cell::Mountain || self.has_pawn(to) {
            return None;
        }
        after.pawns[seat][pawn] = Pawn::On(to);
        let next_phase = match phase {
            Phase::First | Phase::Collecting => {
                if self.cell(to) == Cell::Tile {
                    // Ruling 5, collect: it takes the tile along and must step again.
                    after.set_cell(to, Cell::Bare);
                    held += 1;
                    Phase::Collecting
                } else if held == 0 {
                    // Nothing was collected: the movement is complete.
                    return Some((after, true));
                } else {
                    Phase::CollectingEnded
                }
            }
            Phase::CollectingEnded | Phase::Dropping => {
                // Ruling 5, drop: every step goes to an unoccupied square.
                if self.cell(to) == Cell::Tile {
                    return None;
                }
                if held == 0 {
                    return Some((after, true));
                }
                Phase::Dropping
            }
        };
        after.stage = Stage::Moving { pawn, held, phase: next_phase, action_done };
        Some((after, false))
    }

    /// Ruling 5: a step is legal only if the movement can still be completed after it.
    pub(super) fn legal_step(&self, pawn: usize, direction: char) -> Option<(State, bool)> {
        let (after, complete) = self.try_step(pawn, direction)?;
        let legal = complete || after.can_complete(pawn);
        legal.then_some((after, complete))
    }

    pub(super) fn can_complete(&self, pawn: usize) -> bool {
        DIRECTIONS.iter().any(|&direction| self.legal_step(pawn, direction).is_some())
    }

    /// Can the player to move make (or go on with) a movement?
    pub(super) fn movement_possible(&self) -> bool {
        self.can_complete(0) || self.can_complete(1)
    }

    /// All legal steps with the positions they lead to.
    pub(super) fn step_moves(&self) -> Vec<(String, State)> {
        let action_done = match self.stage {
            Stage::Begin { action_done } => action_done,
            Stage::Moving { action_done, .. } => action_done,
            Stage::ActionDue => return Vec::new(),
        };
        let mut list = Vec::new();
        for (pawn, letter) in PAWN_LETTERS.iter().enumerate() {
            for direction in DIRECTIONS {
                let Some((mut after, complete)) = self.legal_step(pawn, direction) else {
                    continue;
                };
                if complete {
                    // Ruling 8: with the second pawn out the turn is over, no action follows.
                    if action_done || after.both_out(self.seat) {
                        after.end_turn(None);
                    } else {
                        after.stage = Stage::ActionDue;
                    }
                }
                list.push((format!("{letter}:{direction}"), after));
            }
        }
        list
    }

    pub(super) fn both_out(&self, seat: usize) -> bool {
        self.pawns[seat].iter().all(|pawn| matches!(pawn, Pawn::Out(_)))
    }

    /// The turn is completed: `removed` is the wall removed in it.
    pub(super) fn end_turn(&mut self, removed: Option<Edge>) {
        self.removed[self.seat] = removed;
        self.seat = (self.seat + 1) % self.players;
        self.turn += 1;
        self.stage = Stage::Begin { action_done: false };
    }
}
