//! The steps that the player to move can make (ruling 5).

use std::ops::ControlFlow;

use crate::completion::{Board, Rest, Search, Way};
use crate::legal::IllegalMove;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{Direction, Square, SquareSet};
use crate::stage::{Motion, Phase, Stage};

impl Position {
    /// Whether the player to move can begin a movement, or continue the one under way.
    pub(crate) fn can_move(&self) -> bool {
        self.can_player_move(self.turn(), &mut Search::default())
    }

    pub(crate) fn can_player_move(&self, player: Player, search: &mut Search) -> bool {
        let mut pawns = Pawn::ALL;
        // A pawn on the board needs no search at the start of a turn.
        pawns.sort_by_key(|&pawn| self.pawn(player, pawn) == Place::Waiting);
        pawns.into_iter().any(|pawn| {
            self.try_steps(player, pawn, search, |_, _| ControlFlow::Break(())).is_break()
        })
    }

    /// Hands out the legal steps of a pawn in order, until told to stop, with a way to complete the movement after
    /// each, which is empty where nothing can prevent it.
    pub(crate) fn try_steps(
        &self,
        player: Player,
        pawn: Pawn,
        search: &mut Search,
        mut found: impl FnMut(Direction, &[Square]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let ahead = self.rules().side(player).ahead();
        match (self.stage(), self.pawn(player, pawn)) {
            (Stage::MovementDone, _) | (_, Place::Out(_)) => {}
            (Stage::Moving(motion), _) if motion.pawn != pawn => {}
            (Stage::Start | Stage::ActionDone, Place::On(from)) => {
                let beside = self.open_edges().neighbours(SquareSet::of(from));
                let open = beside - self.mountains() - self.pawn_squares();
                let exit = self.exits(player, pawn).contains(from).then_some(ahead);
                for direction in Direction::ALL {
                    // Nothing else is asked of a first step on the board.
                    let is_open = from.step(direction).is_some_and(|to| open.contains(to));
                    if is_open || exit == Some(direction) {
                        found(direction, &[])?;
                    }
                }
            }
            (_, place) => {
                let enters = place == Place::Waiting;
                for direction in Direction::ALL.into_iter().filter(|&d| !enters || d == ahead) {
                    if let Ok(way) = self.find_way(player, pawn, direction, search) {
                        found(direction, &way)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Checks a step of the player to move.
    pub(crate) fn check_step(&self, pawn: Pawn, direction: Direction) -> Result<(), IllegalMove> {
        if self.look_ahead(self.turn(), pawn, direction)?.is_none() {
            return Ok(());
        }
        // As where steps are listed, one search answers for all.
        let mut search = Search::default();
        let steps = Pawn::ALL.into_iter().flat_map(|pawn| Direction::ALL.map(|to| (pawn, to)));
        for (other, to) in steps.take_while(|&step| step != (pawn, direction)) {
            let _ = self.find_way(self.turn(), other, to, &mut search);
        }
        self.find_way(self.turn(), pawn, direction, &mut search).map(drop)
    }

    /// A way to complete the movement after a step, if it were this player's turn and the game were not over.
    fn find_way(
        &self,
        player: Player,
        pawn: Pawn,
        direction: Direction,
        search: &mut Search,
    ) -> Result<Way, IllegalMove> {
        let Some(rest) = self.look_ahead(player, pawn, direction)? else { return Ok(Way::new()) };
        match rest.way(search) {
            Some(way) => Ok(way),
            None if search.has_given_up() => Err(IllegalMove::TooHard),
            None => Err(IllegalMove::DeadEnd { to: rest.at }),
        }
    }

    /// Checks a step as far as the square it leads to. The rest of the movement after it, if whether that can be
    /// completed must be looked at.
    fn look_ahead(
        &self,
        player: Player,
        pawn: Pawn,
        direction: Direction,
    ) -> Result<Option<Rest>, IllegalMove> {
        match self.stage() {
            Stage::MovementDone => return Err(IllegalMove::MovementDone),
            Stage::Moving(motion) if motion.pawn != pawn => {
                return Err(IllegalMove::InMotion { pawn: motion.pawn });
            }
            Stage::Start | Stage::ActionDone | Stage::Moving(_) => {}
        }
        let ahead = self.rules().side(player).ahead();
        match self.pawn(player, pawn) {
            Place::Out(_) => Err(IllegalMove::PawnOut { pawn }),
            Place::Waiting if direction != ahead => Err(IllegalMove::Waiting { pawn, ahead }),
            Place::Waiting => {
                self.check_square(self.rules().entry(player, pawn))?;
                Ok(self.rest(player, pawn))
            }
            Place::On(from) => {
                let Some(to) = self.neighbour(from, direction) else {
                    let exit = direction == ahead && self.exits(player, pawn).contains(from);
                    let error = IllegalMove::NoExit { pawn, from, direction };
                    return if exit { Ok(None) } else { Err(error) };
                };
                if let Some(edge) = from.edge(direction).filter(|&edge| self.walls().contains(edge))
                {
                    return Err(IllegalMove::WallInTheWay { edge });
                }
                self.check_square(to)?;
                // After a first step the pawn can go back (see `completion`).
                let Some(rest) = self.rest(player, pawn) else { return Ok(None) };
                rest.after_step(to).map(Some).ok_or(IllegalMove::TileInTheWay { square: to })
            }
        }
    }

    pub(crate) fn neighbour(&self, from: Square, direction: Direction) -> Option<Square> {
        from.step(direction).filter(|&to| self.rules().board().contains(to))
    }

    fn check_square(&self, to: Square) -> Result<(), IllegalMove> {
        if self.mountains().contains(to) {
            Err(IllegalMove::MountainInTheWay { square: to })
        } else if self.pawn_squares().contains(to) {
            Err(IllegalMove::PawnInTheWay { square: to })
        } else {
            Ok(())
        }
    }

    /// What is left of the movement of a pawn in motion, or of a waiting one that has entered onto a tile; `None`
    /// of others.
    pub(crate) fn rest(&self, player: Player, pawn: Pawn) -> Option<Rest> {
        let mut board = Board {
            grid: self.open_edges(),
            free: self.unoccupied(),
            tiles: self.tiles(),
            exits: self.exits(player, pawn),
        };
        match (self.pawn(player, pawn), self.stage()) {
            (Place::On(at), Stage::Moving(Motion { held, phase, .. })) => {
                Some(Rest { board, at, held, phase })
            }
            (Place::Waiting, _) => {
                let at = self.rules().entry(player, pawn);
                let collects = board.tiles.contains(at);
                board.tiles = board.tiles.without(at);
                collects.then_some(Rest { board, at, held: 1, phase: Phase::Collecting })
            }
            _ => None,
        }
    }
}
