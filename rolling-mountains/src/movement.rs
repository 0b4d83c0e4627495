//! Steps: which of them the player to move can make (ruling 5).

use smallvec::SmallVec;

use crate::completion::{Ground, Witness};
use crate::edge::Edge;
use crate::moves::{IllegalMove, Move};
use crate::player::{Pawn, Place, Player};
use crate::position::{Motion, Phase, Position, Stage};
use crate::square::{Direction, Square};

impl Position {
    /// Appends every legal step of the player to move.
    pub(crate) fn generate_steps(&self, moves: &mut Vec<Move>) {
        for pawn in Pawn::ALL {
            for direction in Direction::ALL {
                if self.check_step(pawn, direction).is_ok() {
                    moves.push(Move::Step(pawn, direction));
                }
            }
        }
    }

    /// Whether the player to move can begin a movement, or go on with the one under way.
    pub(crate) fn can_move(&self) -> bool {
        self.can_player_move(self.turn)
    }

    /// The same for any player, as if it were their turn.
    pub(crate) fn can_player_move(&self, player: Player) -> bool {
        Pawn::ALL.into_iter().any(|pawn| {
            Direction::ALL.into_iter().any(|d| self.check_player_step(player, pawn, d).is_ok())
        })
    }

    /// Says whether a step is legal for the player to move, and if not, why. Whether the game is
    /// over is not asked.
    pub(crate) fn check_step(&self, pawn: Pawn, direction: Direction) -> Result<(), IllegalMove> {
        self.check_player_step(self.turn, pawn, direction)
    }

    fn check_player_step(
        &self,
        player: Player,
        pawn: Pawn,
        direction: Direction,
    ) -> Result<(), IllegalMove> {
        let motion = match self.stage {
            Stage::MovementDone => return Err(IllegalMove::MovementDone),
            Stage::Moving(motion) if motion.pawn != pawn => {
                return Err(IllegalMove::InMotion { pawn: motion.pawn });
            }
            Stage::Moving(motion) => Some(motion),
            Stage::Start | Stage::ActionDone => None,
        };
        let ahead = self.rules.side(player).ahead();
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
                if let Some(edge) = from.edge(direction).filter(|&edge| self.walls.contains(edge)) {
                    return Err(IllegalMove::WallInTheWay { edge });
                }
                self.check_square(to)?;
                match motion {
                    // It can go back where it came from (see `completion`).
                    None => Ok(()),
                    Some(motion) => self.check_on(player, motion, from, to),
                }
            }
        }
    }

    /// The square on the board next to another.
    pub(crate) fn neighbour(&self, from: Square, direction: Direction) -> Option<Square> {
        from.step(direction).filter(|&to| self.rules.board().contains(to))
    }

    fn check_square(&self, to: Square) -> Result<(), IllegalMove> {
        if self.mountains.contains(to) {
            Err(IllegalMove::MountainInTheWay { square: to })
        } else if self.pawn_squares().contains(to) {
            Err(IllegalMove::PawnInTheWay { square: to })
        } else {
            Ok(())
        }
    }

    /// The first step of a waiting pawn (ruling 3).
    fn check_entry(&self, player: Player, pawn: Pawn) -> Result<(), IllegalMove> {
        let to = self.rules.entry(player, pawn);
        self.check_square(to)?;
        let mut ground = self.ground(player, pawn);
        if !ground.tiles.contains(to) {
            return Ok(());
        }
        ground.tiles = ground.tiles.without(to);
        dead_end(to, ground.collect(to, 1).is_some())
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
        let possible = match phase {
            Phase::Collecting => {
                ground.free = ground.free.with(from);
                if tile {
                    ground.collect(to, held.saturating_add(1)).is_some()
                } else {
                    ground.can_start_drop(to, held)
                }
            }
            _ if tile => return Err(IllegalMove::TileInTheWay { square: to }),
            Phase::Collected => {
                ground.free = ground.free.with(from);
                ground.can_drop(to, held)
            }
            // One tile stays behind; with the last one the movement is complete.
            Phase::Dropping => held <= 1 || ground.can_drop(to, held - 1),
        };
        dead_end(to, possible)
    }

    /// The board as a pawn finds it.
    fn ground(&self, player: Player, pawn: Pawn) -> Ground {
        Ground {
            grid: self.grid(),
            free: self.unoccupied(),
            tiles: self.tiles,
            exits: self.exits(player, pawn),
        }
    }

    /// Whether a wall or a mountain leaves the player to move a movement.
    pub(crate) fn can_still_move(&self, m: Move) -> bool {
        self.after_action(m).can_move()
    }

    /// The board after a wall or a mountain.
    fn after_action(&self, m: Move) -> Self {
        let mut after = *self;
        match m {
            Move::Wall(edge) => after.walls = after.walls.with(edge),
            Move::Mountain(square) => {
                after.mountains = after.mountains.with(square);
                after.tiles = after.tiles.without(square);
            }
            Move::Step(..) | Move::Tile(_) | Move::Remove(_) | Move::Pass => {}
        }
        after
    }

    /// The first steps that the player to move can make, to see what actions leave of them.
    pub(crate) fn first_steps(&self) -> FirstSteps {
        let mut steps = FirstSteps::default();
        for pawn in Pawn::ALL {
            match self.pawn(self.turn, pawn) {
                Place::Out(_) => {}
                Place::Waiting => {
                    let Some(witness) = self.entry_witness(pawn) else { continue };
                    let ahead = self.rules.side(self.turn).ahead();
                    steps.moves.push(Move::Step(pawn, ahead));
                    if witness.squares.is_empty() {
                        steps.certain = true;
                    } else {
                        steps.entries.push((pawn, witness));
                    }
                }
                Place::On(from) => {
                    for direction in Direction::ALL {
                        if self.check_step(pawn, direction).is_err() {
                            continue;
                        }
                        steps.moves.push(Move::Step(pawn, direction));
                        match (from.edge(direction), self.neighbour(from, direction)) {
                            (Some(edge), Some(to)) => steps.plain.push((edge, to)),
                            _ => steps.certain = true,
                        }
                    }
                }
            }
        }
        steps
    }

    /// What a waiting pawn of the player to move needs to enter, and to complete its movement.
    fn entry_witness(&self, pawn: Pawn) -> Option<Witness> {
        let to = self.rules.entry(self.turn, pawn);
        let mut ground = self.ground(self.turn, pawn);
        if ground.free.contains(to) {
            return Some(Witness::default());
        }
        if !ground.tiles.contains(to) {
            return None;
        }
        ground.tiles = ground.tiles.without(to);
        ground.collect(to, 1)
    }
}

/// The first steps of a player.
#[derive(Debug, Default)]
pub(crate) struct FirstSteps {
    /// All of them.
    pub(crate) moves: SmallVec<[Move; 8]>,
    /// There is one that no action prevents.
    certain: bool,
    /// Each edge crossed and the square stepped to, for steps on the board.
    plain: SmallVec<[(Edge, Square); 8]>,
    /// Pawns that can enter onto a tile, each with what it needs.
    entries: Vec<(Pawn, Witness)>,
}

impl FirstSteps {
    /// Whether every wall and every mountain leaves one of them, as far as that can be seen at once.
    pub(crate) fn survive_all(&self) -> bool {
        // A wall prevents one step on the board at most; a mountain two, one of each pawn.
        self.certain || self.plain.len() > 2
    }

    /// Whether a wall or a mountain in `position`, whose first steps these are, leaves one of them.
    /// Ways of entering that are found on the way are remembered.
    pub(crate) fn survive(&mut self, position: &Position, m: Move) -> bool {
        let (wall, square) = match m {
            Move::Wall(edge) => (Some(edge), None),
            Move::Mountain(square) => (None, Some(square)),
            Move::Step(..) | Move::Tile(_) | Move::Remove(_) | Move::Pass => return true,
        };
        let plain = |&(edge, to): &(Edge, Square)| Some(edge) != wall && Some(to) != square;
        let untouched = |(_, witness): &(Pawn, Witness)| {
            !wall.is_some_and(|edge| witness.edges.contains(edge))
                && !square.is_some_and(|square| witness.squares.contains(square))
        };
        if self.certain || self.plain.iter().any(plain) || self.entries.iter().any(untouched) {
            return true;
        }
        let after = position.after_action(m);
        // The pawn that found a way last most likely finds one again.
        let mut tried = SmallVec::<[Pawn; 2]>::new();
        for index in (0..self.entries.len()).rev() {
            let Some(&(pawn, _)) = self.entries.get(index) else { break };
            if tried.contains(&pawn) {
                continue;
            }
            tried.push(pawn);
            if let Some(witness) = after.entry_witness(pawn) {
                self.entries.push((pawn, witness));
                return true;
            }
        }
        false
    }
}

fn dead_end(to: Square, possible: bool) -> Result<(), IllegalMove> {
    if possible { Ok(()) } else { Err(IllegalMove::DeadEnd { to }) }
}
