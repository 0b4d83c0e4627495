//! Actions: tiles, walls and mountains (ruling 6).

use crate::completion::Changes;
use crate::edge::{Edge, EdgeSet};
use crate::grid::{self, Grid};
use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{Direction, MAX_SIDE, Square, SquareSet};
use crate::stage::Stage;

impl Position {
    /// Every action of a player that ruling 6 allows on this board, at any stage of the turn.
    pub(crate) fn actions(&self, player: Player) -> Actions {
        let supplied = self.supply > 0;
        Actions {
            tiles: if supplied { self.unoccupied() } else { SquareSet::EMPTY },
            walls: if supplied { self.wall_edges() } else { EdgeSet::EMPTY },
            removals: self.walls,
            mountains: if self.mountains_left(player) > 0 {
                self.mountain_squares()
            } else {
                SquareSet::EMPTY
            },
        }
    }

    /// The edges on which a wall can be placed, if there is a tile for it.
    fn wall_edges(&self) -> EdgeSet {
        let taken = self.walls | self.removed.into_iter().flatten().collect();
        self.rules.inner_edges() - taken - self.strings()
    }

    /// The edges between two squares that both hold a tile or a pawn, but not both a pawn.
    fn strings(&self) -> EdgeSet {
        let pawns = self.pawn_squares();
        between(self.tiles | pawns) - between(pawns)
    }

    /// The squares on which a mountain can be placed, if the player has one.
    fn mountain_squares(&self) -> SquareSet {
        let candidates =
            self.rules.board() - self.mountains - self.pawn_squares() - self.rules.corner_squares();
        // A square with no mountain around it can be walked around: nothing is cut off.
        let mut squares = candidates - around(self.mountains);
        let near = candidates - squares;
        squares = squares | near.into_iter().filter(|&square| !self.cuts_off(square)).collect();
        squares
    }

    /// Whether a mountain on this square, which has no pawn and is no corner, would break the
    /// mountain rule.
    fn cuts_off(&self, square: Square) -> bool {
        let open = self.rules.board() - self.mountains;
        // The neighbours that can be stepped to, and the links between them around the square.
        let neighbour = |d| square.step(d).filter(|&to| open.contains(to));
        let mut neighbours = 0;
        let mut links = 0;
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            let Some(one) = neighbour(direction) else { continue };
            neighbours += 1;
            let turned = Direction::ALL[(i + 1) % 4];
            let corner = one.step(turned).filter(|&to| open.contains(to));
            links += usize::from(neighbour(turned).is_some() && corner.is_some());
        }
        neighbours > links + 1 && !self.mountain_rule_holds(self.mountains.with(square))
    }

    /// Whether, with these mountains, every pawn that is not out is connected with every exit it
    /// may still use, around mountains and over everything else.
    pub(crate) fn mountain_rule_holds(&self, mountains: SquareSet) -> bool {
        let grid = Grid::new(self.rules.inner_edges());
        let open = self.rules.board() - mountains;
        // Each component is flooded once.
        let mut reached = SquareSet::EMPTY;
        self.rules.players().seats().iter().all(|&player| {
            Pawn::ALL.into_iter().all(|pawn| {
                let square = match self.pawn(player, pawn) {
                    Place::Out(_) => return true,
                    Place::Waiting => self.rules.entry(player, pawn),
                    Place::On(square) => square,
                };
                if !reached.contains(square) {
                    reached = grid.flood(SquareSet::of(square), open);
                }
                (self.exits(player, pawn) - reached).is_empty()
            })
        })
    }

    /// Says whether an action is allowed by ruling 6, apart from when it is taken.
    pub(crate) fn check_action(&self, m: Move) -> Result<(), IllegalMove> {
        match m {
            Move::Tile(square) => self.check_tile(square),
            Move::Wall(edge) => self.check_wall(edge),
            Move::Remove(edge) if self.walls.contains(edge) => Ok(()),
            Move::Remove(edge) => Err(IllegalMove::NoWall { edge }),
            Move::Mountain(square) => self.check_mountain(square),
            Move::Step(..) | Move::Pass => Ok(()),
        }
    }

    fn check_tile(&self, square: Square) -> Result<(), IllegalMove> {
        if !self.rules.board().contains(square) {
            Err(IllegalMove::OffBoard { square })
        } else if self.supply == 0 {
            Err(IllegalMove::NoTileLeft)
        } else if !self.unoccupied().contains(square) {
            Err(IllegalMove::Occupied { square })
        } else {
            Ok(())
        }
    }

    fn check_wall(&self, edge: Edge) -> Result<(), IllegalMove> {
        let remover = |player: &&Player| self.removed(**player) == Some(edge);
        if !self.rules.inner_edges().contains(edge) {
            Err(IllegalMove::OuterEdge { edge })
        } else if self.supply == 0 {
            Err(IllegalMove::NoTileLeft)
        } else if self.walls.contains(edge) {
            Err(IllegalMove::WallThere { edge })
        } else if let Some(&player) = self.rules.players().seats().iter().find(remover) {
            Err(IllegalMove::JustRemoved { edge, player })
        } else if self.strings().contains(edge) {
            Err(IllegalMove::BreaksString { edge })
        } else {
            Ok(())
        }
    }

    fn check_mountain(&self, square: Square) -> Result<(), IllegalMove> {
        if !self.rules.board().contains(square) {
            Err(IllegalMove::OffBoard { square })
        } else if self.mountains_left(self.turn) == 0 {
            Err(IllegalMove::NoMountainLeft)
        } else if (self.mountains | self.pawn_squares()).contains(square) {
            Err(IllegalMove::Occupied { square })
        } else if self.rules.corner_squares().contains(square) {
            Err(IllegalMove::Corner { square })
        } else if self.cuts_off(square) {
            Err(IllegalMove::CutsOff { square })
        } else {
            Ok(())
        }
    }

    /// Appends the actions that complete the turn, or else the pass (ruling 7).
    pub(crate) fn generate_closing_actions(&self, moves: &mut Vec<Move>) {
        let actions = self.actions(self.turn);
        if actions.is_empty() {
            moves.push(Move::Pass);
        } else {
            actions.append_to(moves);
        }
    }

    /// Whether every player, were it their turn, would have nothing but a pass (ruling 9).
    pub(crate) fn is_dead(&self) -> bool {
        // Mostly there are walls to be removed, or tiles and squares to place them on.
        if self.stage != Stage::Start
            || !self.walls.is_empty()
            || (self.supply > 0 && !self.unoccupied().is_empty())
        {
            return false;
        }
        let mut players = self.rules.players().seats().iter();
        players.all(|&player| !self.can_player_move(player) && self.actions(player).is_empty())
    }
}

/// The edges between two squares of a set, on the largest board.
fn between(squares: SquareSet) -> EdgeSet {
    let bits = squares.bits();
    EdgeSet {
        east: SquareSet::from_bits(bits & bits >> MAX_SIDE),
        // The last square of a file is followed by the first of the next.
        north: SquareSet::from_bits(bits & bits >> 1) - LAST_RANK,
    }
}

/// The squares of the last rank of the largest board.
const LAST_RANK: SquareSet = {
    let mut squares = SquareSet::EMPTY;
    let mut file = 0;
    while file < MAX_SIDE {
        squares = squares.with(grid::square(file, MAX_SIDE - 1));
        file += 1;
    }
    squares
};

/// The squares of a set and all around them, diagonally too.
fn around(squares: SquareSet) -> SquareSet {
    let along = |east, north| Grid::new(EdgeSet { east, north });
    let files = along(grid::board(MAX_SIDE - 1, MAX_SIDE), SquareSet::EMPTY);
    let ranks = along(SquareSet::EMPTY, grid::board(MAX_SIDE, MAX_SIDE - 1));
    let column = squares | ranks.neighbours(squares);
    column | files.neighbours(column)
}

/// A set of actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Actions {
    pub(crate) tiles: SquareSet,
    walls: EdgeSet,
    pub(crate) removals: EdgeSet,
    mountains: SquareSet,
}

impl Actions {
    pub(crate) fn is_empty(&self) -> bool {
        self.tiles.is_empty()
            && self.walls.is_empty()
            && self.removals.is_empty()
            && self.mountains.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.tiles.len() + self.walls.len() + self.removals.len() + self.mountains.len()
    }

    /// The walls and mountains.
    pub(crate) const fn changes(&self) -> Changes {
        Changes { squares: self.mountains, edges: self.walls }
    }

    /// The actions but for these walls and mountains.
    pub(crate) fn without(self, changes: Changes) -> Self {
        let (walls, mountains) = (self.walls - changes.edges, self.mountains - changes.squares);
        Self { walls, mountains, ..self }
    }

    /// Appends each of them.
    pub(crate) fn append_to(self, moves: &mut Vec<Move>) {
        moves.reserve(self.len());
        moves.extend(self.tiles.into_iter().map(Move::Tile));
        moves.extend(self.mountains.into_iter().map(Move::Mountain));
        self.walls.iter().for_each(|edge| moves.push(Move::Wall(edge)));
        self.removals.iter().for_each(|edge| moves.push(Move::Remove(edge)));
    }
}
