//! The steps that the player to move can make (ruling 5).

use crate::completion::{Changes, Ground, Search};
use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{Direction, Square, SquareSet};
use crate::stage::{Motion, Phase, Stage};

impl Position {
    /// Appends every legal step of the player to move, or else the pass (ruling 11).
    pub(crate) fn generate_steps(&self, moves: &mut Vec<Move>) {
        let start = moves.len();
        for pawn in Pawn::ALL {
            let steps = self.legal_steps(self.turn(), pawn);
            moves.extend(steps.map(|direction| Move::Step(pawn, direction)));
        }
        if moves.len() == start {
            moves.push(Move::Pass);
        }
    }

    /// Whether the player to move can begin a movement, or continue the one under way.
    pub(crate) fn can_move(&self) -> bool {
        self.can_player_move(self.turn())
    }

    pub(crate) fn can_player_move(&self, player: Player) -> bool {
        Pawn::ALL.into_iter().any(|pawn| self.legal_steps(player, pawn).next().is_some())
    }

    /// The steps of a pawn that [`check_step`](Position::check_step) allows.
    pub(crate) fn legal_steps(
        &self,
        player: Player,
        pawn: Pawn,
    ) -> impl Iterator<Item = Direction> {
        let ahead = self.rules().side(player).ahead();
        let is_first = matches!(self.stage(), Stage::Start | Stage::ActionDone);
        let first = self.pawn(player, pawn).square().filter(|_| is_first).map(|from| {
            let beside = self.grid().neighbours(SquareSet::of(from));
            let exit = self.exits(player, pawn).contains(from).then_some(ahead);
            (from, beside - self.mountains() - self.pawn_squares(), exit)
        });
        Direction::ALL.into_iter().filter(move |&direction| match first {
            // Nothing else is asked of a first step on the board.
            Some((from, open, exit)) => {
                from.step(direction).is_some_and(|to| open.contains(to)) || exit == Some(direction)
            }
            None => self.check_step(player, pawn, direction).is_ok(),
        })
    }

    /// Checks whether a step would be legal if it were this player's turn and the game were not over.
    pub(crate) fn check_step(
        &self,
        player: Player,
        pawn: Pawn,
        direction: Direction,
    ) -> Result<(), IllegalMove> {
        let motion = match self.stage() {
            Stage::MovementDone => return Err(IllegalMove::MovementDone),
            Stage::Moving(motion) if motion.pawn != pawn => {
                return Err(IllegalMove::InMotion { pawn: motion.pawn });
            }
            Stage::Moving(motion) => Some(motion),
            Stage::Start | Stage::ActionDone => None,
        };
        let ahead = self.rules().side(player).ahead();
        match self.pawn(player, pawn) {
            Place::Out(_) => Err(IllegalMove::PawnOut { pawn }),
            Place::Waiting if direction != ahead => Err(IllegalMove::Waiting { pawn, ahead }),
            Place::Waiting => self.check_entry(player, pawn),
            Place::On(from) => {
                let Some(to) = self.neighbour(from, direction) else {
                    let exit = direction == ahead && self.exits(player, pawn).contains(from);
                    let error = IllegalMove::NoExit { pawn, from, direction };
                    return if exit { Ok(()) } else { Err(error) };
                };
                if let Some(edge) = from.edge(direction).filter(|&edge| self.walls().contains(edge))
                {
                    return Err(IllegalMove::WallInTheWay { edge });
                }
                self.check_square(to)?;
                match motion {
                    // It can go back the way it came (see `completion`).
                    None => Ok(()),
                    Some(motion) => self.check_on(player, motion, from, to),
                }
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

    /// The first step of a waiting pawn (ruling 3).
    fn check_entry(&self, player: Player, pawn: Pawn) -> Result<(), IllegalMove> {
        let to = self.rules().entry(player, pawn);
        self.check_square(to)?;
        let mut ground = self.ground(player, pawn);
        if !ground.tiles.contains(to) {
            return Ok(());
        }
        ground.tiles = ground.tiles.without(to);
        let mut search = Search::default();
        let possible = ground.collect(to, 1, Changes::NONE, &mut search).is_some();
        dead_end(to, possible, &search)
    }

    /// A further step, to a square without mountain and pawn.
    fn check_on(
        &self,
        player: Player,
        motion: Motion,
        from: Square,
        to: Square,
    ) -> Result<(), IllegalMove> {
        let Motion { pawn, held, phase, .. } = motion;
        let mut ground = self.ground(player, pawn);
        let tile = ground.tiles.contains(to);
        ground.tiles = ground.tiles.without(to);
        ground.free = ground.free.without(to);
        let mut search = Search::default();
        let possible = match phase {
            Phase::Collecting => {
                ground.free = ground.free.with(from);
                if tile {
                    let held = held.saturating_add(1);
                    ground.collect(to, held, Changes::NONE, &mut search).is_some()
                } else {
                    ground.start_drop(to, held, &mut search).is_some()
                }
            }
            _ if tile => return Err(IllegalMove::TileInTheWay { square: to }),
            Phase::Collected => {
                ground.free = ground.free.with(from);
                ground.drop(to, held, &mut search).is_some()
            }
            // One tile stays behind; with the last one the movement is complete.
            Phase::Dropping => ground.drop(to, held.saturating_sub(1), &mut search).is_some(),
        };
        dead_end(to, possible, &search)
    }

    /// The board for a pawn.
    pub(crate) fn ground(&self, player: Player, pawn: Pawn) -> Ground {
        Ground {
            grid: self.grid(),
            free: self.unoccupied(),
            tiles: self.tiles(),
            exits: self.exits(player, pawn),
        }
    }
}

fn dead_end(to: Square, possible: bool, search: &Search) -> Result<(), IllegalMove> {
    if possible {
        Ok(())
    } else if search.has_given_up() {
        Err(IllegalMove::TooHard { to })
    } else {
        Err(IllegalMove::DeadEnd { to })
    }
}
