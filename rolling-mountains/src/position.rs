//! Positions: the board, the player to move, and the stage of the turn.

use engine::{Keyed, Outcome, key};

use crate::edge::{Edge, EdgeSet};
use crate::player::{Pawn, Place, Player};
use crate::rules::Rules;
use crate::setup::{PositionError, Setup};
use crate::square::{Square, SquareSet};
use crate::stage::{Motion, Stage};

/// A position: the board, the pawns, the supply, the player to move, the stage of the turn, and the rules.
///
/// Every position is one that ruling 10 allows. Positions come from
/// [`Start::start`](engine::Start::start), from text, or from a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position(
    /// Unused seats hold default values.
    pub(crate) Setup,
);

impl Position {
    /// The position of a setup.
    ///
    /// # Errors
    ///
    /// The first condition of rulings 10 and 11 that does not hold.
    pub fn from_setup(setup: &Setup) -> Result<Self, PositionError> {
        setup.check()?;
        let position = Self::assemble(setup);
        let is_moving = matches!(position.stage(), Stage::ActionDone | Stage::Moving(_));
        if !position.mountain_rule_holds(position.mountains()) {
            Err(PositionError::CutOff)
        } else if position.is_too_hard() {
            Err(PositionError::TooHard)
        } else if is_moving && !position.can_move() {
            Err(PositionError::Stuck)
        } else {
            Ok(position)
        }
    }

    /// The position of a setup, legal or not.
    pub(crate) fn assemble(setup: &Setup) -> Self {
        let mut setup = *setup;
        // So that equivalent positions are equal.
        let seats = setup.rules.players.count();
        setup.pawns[seats..].fill([Place::Waiting; 2]);
        setup.mountains_left[seats..].fill(0);
        setup.removed[seats..].fill(None);
        Self(setup)
    }

    /// Everything the position consists of, to change it and make a [position](Self::from_setup) of it again.
    pub const fn setup(&self) -> Setup {
        self.0
    }

    /// The same position, played on by other rules; players and size of the board stay as they are, and a number
    /// out of bounds is taken as the nearest within them.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self(Setup { rules: rules.with_board_of(self.rules()).within_bounds(), ..self.0 })
    }

    /// The same position, as early in a game as it can be: the seat of the player to move is the number of
    /// completed turns. Without a turn limit both have the same value.
    #[must_use]
    pub const fn with_fewest_turns(self) -> Self {
        let turns = self.turns() % self.rules().players.count() as u32;
        Self(Setup { turns, ..self.0 })
    }

    /// The rules the position is played by; players and size of the board are those of the position.
    pub const fn rules(&self) -> Rules {
        self.0.rules
    }

    /// The player to move; in a finished game, the one who would be next.
    pub const fn turn(&self) -> Player {
        self.0.turn
    }

    /// The number of completed turns.
    pub const fn turns(&self) -> u32 {
        self.0.turns
    }

    /// The stage of the turn.
    pub const fn stage(&self) -> Stage {
        self.0.stage
    }

    /// The squares with a tile.
    pub const fn tiles(&self) -> SquareSet {
        self.0.tiles
    }

    /// The squares with a mountain.
    pub const fn mountains(&self) -> SquareSet {
        self.0.mountains
    }

    /// The edges with a wall.
    pub const fn walls(&self) -> EdgeSet {
        self.0.walls
    }

    /// The tiles left in the supply.
    pub const fn supply(&self) -> u8 {
        self.0.supply
    }

    /// The mountains that a player has left.
    pub const fn mountains_left(&self, player: Player) -> u8 {
        self.0.mountains_left[player.seat()]
    }

    /// The edge from which a player removed a wall in their last completed turn.
    pub const fn removed(&self, player: Player) -> Option<Edge> {
        self.0.removed[player.seat()]
    }

    /// The place of a pawn.
    pub const fn pawn(&self, player: Player, pawn: Pawn) -> Place {
        self.0.pawns[player.seat()][pawn as usize]
    }

    /// The squares with a pawn.
    pub fn pawn_squares(&self) -> SquareSet {
        let pawns = self.0.pawns.iter().take(self.rules().players.count()).flatten();
        pawns.filter_map(|place| place.square()).collect()
    }

    /// The squares without pawn, tile and mountain.
    pub fn unoccupied(&self) -> SquareSet {
        self.rules().board() - self.tiles() - self.mountains() - self.pawn_squares()
    }

    /// The corners that a pawn may still exit from (ruling 4).
    pub fn exits(&self, player: Player, pawn: Pawn) -> SquareSet {
        self.far(player, pawn).into_iter().flatten().collect()
    }

    /// The far left and the far right corner, if a pawn may still exit from there.
    pub(crate) fn far(&self, player: Player, pawn: Pawn) -> [Option<Square>; 2] {
        let other = self.pawn(player, pawn.other());
        self.rules().far(player, pawn).map(|exit| exit.filter(|&exit| other != Place::Out(exit)))
    }

    /// The edges that steps can cross.
    pub(crate) fn open_edges(&self) -> EdgeSet {
        self.rules().inner_edges() - self.walls()
    }

    /// Whether both pawns of a player have exited.
    pub fn has_won(&self, player: Player) -> bool {
        Pawn::ALL.into_iter().all(|pawn| self.pawn(player, pawn).is_out())
    }

    /// The outcome, or `None` while the game is running. A win comes before the turn limit (ruling 9).
    /// Without a limit a game of 4,294,967,295 turns, the most that can be counted, is drawn.
    pub fn outcome(&self) -> Option<Outcome<Player>> {
        let mut players = self.rules().players.seats().iter().copied();
        if let Some(winner) = players.find(|&player| self.has_won(player)) {
            return Some(Outcome::Winner(winner));
        }
        let limit = self.rules().turn_limit.map_or(u32::MAX, u32::from);
        (self.turns() >= limit || self.is_dead()).then_some(Outcome::Draw)
    }
}

impl Keyed for Position {
    #[inline]
    fn key(&self) -> u64 {
        let sets = [self.tiles(), self.mountains(), self.walls().east, self.walls().north];
        let mut key = 0;
        for set in sets {
            key = key::mix(key::mix(key, set.bits() as u64), (set.bits() >> 64) as u64);
        }
        let removed = self
            .0
            .removed
            .map(|edge| edge.map_or(0, |edge| 1 + 2 * edge.square.index() as u8 + edge.side as u8));
        let stage = match self.stage() {
            Stage::Start => [0; 4],
            Stage::ActionDone => [1, 0, 0, 0],
            Stage::MovementDone => [2, 0, 0, 0],
            Stage::Moving(Motion { pawn, held, phase, action }) => {
                [3 + pawn as u8, held, phase as u8, action as u8]
            }
        };
        let rules = self.rules();
        let options = [rules.players.count() as u8, rules.width, rules.height, rules.tiles];
        let mountains = rules.mountains.unwrap_or(u8::MAX);
        // So that no key is one of before there was the option.
        let placing = 1 + rules.placing as u8;
        let counts = [mountains, self.supply(), self.turn() as u8, placing];
        let limit = rules.turn_limit.map_or(0, u32::from);
        let word = |a: [u8; 4], b: [u8; 4]| {
            u64::from(u32::from_le_bytes(a)) << 32 | u64::from(u32::from_le_bytes(b))
        };
        let pawns = self.0.pawns.as_flattened().iter().map(|place| match place {
            Place::Waiting => u8::MAX,
            Place::On(square) => square.index() as u8,
            Place::Out(corner) => 128 | corner.index() as u8,
        });
        let rest = [
            pawns.fold(0, |word, byte| word << 8 | u64::from(byte)),
            word(self.0.mountains_left, removed),
            word(stage, self.turns().to_le_bytes()),
            word(options, counts),
            u64::from(limit),
        ];
        rest.into_iter().fold(key, key::mix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Position>(), 128);
        assert!(size_of::<crate::Move>() <= 4);
    }
}
