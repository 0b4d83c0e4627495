//! Actions: tiles, walls and mountains (ruling 6).

use crate::completion::Changes;
use crate::edge::EdgeSet;
use crate::grid::several;
use crate::moves::Move;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{Square, SquareSet};

impl Position {
    /// Every action of a player that ruling 6 allows on this board, at any stage of the turn.
    pub(crate) fn actions(&self, player: Player) -> Actions {
        let mut actions = Actions { removals: self.walls(), ..Actions::default() };
        if self.supply() > 0 {
            (actions.tiles, actions.walls) = (self.unoccupied(), self.wall_edges());
        }
        if self.mountains_left(player) > 0 {
            actions.mountains = self.mountain_squares();
        }
        actions
    }

    /// The edges on which a wall can be placed, if there is a tile for it.
    fn wall_edges(&self) -> EdgeSet {
        let taken = self.walls() | self.0.removed.into_iter().flatten().collect();
        self.rules().inner_edges() - taken - self.strings()
    }

    /// The edges between two squares that both hold a tile or a pawn, but not both a pawn.
    pub(crate) fn strings(&self) -> EdgeSet {
        let (edges, pawns) = (self.rules().inner_edges(), self.pawn_squares());
        edges.within(self.tiles() | pawns) - edges.within(pawns)
    }

    /// The squares on which a mountain can be placed, if the player has one.
    fn mountain_squares(&self) -> SquareSet {
        let taken = self.mountains() | self.pawn_squares() | self.rules().corner_squares();
        let candidates = self.rules().board() - taken;
        let passages = candidates & self.passages();
        let holds = |&square: &Square| self.mountain_rule_holds(self.mountains().with(square));
        (candidates - passages) | passages.into_iter().filter(holds).collect()
    }

    /// The squares whose neighbours are not all linked by steps around them. A mountain elsewhere can be walked
    /// around: nothing is cut off.
    fn passages(&self) -> SquareSet {
        let edges = self.rules().inner_edges();
        let open = edges.beside(self.rules().board() - self.mountains());
        // A neighbour in a direction that is not linked with the next one clockwise.
        several([0, 1, 2, 3].map(|direction| {
            let next = (direction + 1) % 4;
            open[direction] - (open[next] & edges.beside(open[direction])[next])
        }))
    }

    /// Whether a mountain on this square, which has no pawn and is no corner, would break the mountain rule.
    pub(crate) fn cuts_off(&self, square: Square) -> bool {
        self.passages().contains(square) && !self.mountain_rule_holds(self.mountains().with(square))
    }

    /// Whether, with these mountains, every pawn that is not out is connected with every exit it
    /// may still use, around mountains and over everything else.
    pub(crate) fn mountain_rule_holds(&self, mountains: SquareSet) -> bool {
        let edges = self.rules().inner_edges();
        let open = self.rules().board() - mountains;
        // Each component is flooded once.
        let mut reached = SquareSet::EMPTY;
        self.rules().players.seats().iter().all(|&player| {
            Pawn::ALL.into_iter().all(|pawn| {
                let square = match self.pawn(player, pawn) {
                    Place::Out(_) => return true,
                    Place::Waiting => self.rules().entry(player, pawn),
                    Place::On(square) => square,
                };
                if !reached.contains(square) {
                    reached = edges.flood(SquareSet::of(square), open);
                }
                (self.exits(player, pawn) - reached).is_empty()
            })
        })
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Actions {
    tiles: SquareSet,
    walls: EdgeSet,
    removals: EdgeSet,
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
        // Most plies are steps, and counting takes longer.
        if self.is_empty() {
            return 0;
        }
        self.tiles.len() + self.walls.len() + self.removals.len() + self.mountains.len()
    }

    /// Those that need not wait for the end of the movement.
    pub(crate) fn before_the_end(self) -> Self {
        Self { tiles: SquareSet::EMPTY, removals: EdgeSet::EMPTY, ..self }
    }

    /// The walls and mountains.
    pub(crate) const fn changes(&self) -> Changes {
        Changes { squares: self.mountains, edges: self.walls }
    }

    pub(crate) fn without(self, changes: Changes) -> Self {
        let (walls, mountains) = (self.walls - changes.edges, self.mountains - changes.squares);
        Self { walls, mountains, ..self }
    }

    pub(crate) const fn has(&self, m: Move) -> bool {
        match m {
            Move::Tile(square) => self.tiles.contains(square),
            Move::Wall(edge) => self.walls.contains(edge),
            Move::Remove(edge) => self.removals.contains(edge),
            Move::Mountain(square) => self.mountains.contains(square),
            Move::Step(..) | Move::Pass => false,
        }
    }

    pub(crate) fn append_to(self, moves: &mut Vec<Move>) {
        moves.reserve(self.len());
        moves.extend(self.tiles.into_iter().map(Move::Tile));
        moves.extend(self.mountains.into_iter().map(Move::Mountain));
        self.walls.iter().for_each(|edge| moves.push(Move::Wall(edge)));
        self.removals.iter().for_each(|edge| moves.push(Move::Remove(edge)));
    }

    /// The action of this number in the order of [`append_to`](Actions::append_to).
    pub(crate) fn nth(self, mut number: usize) -> Option<Move> {
        for (squares, action) in
            [(self.tiles, Move::Tile as fn(Square) -> Move), (self.mountains, Move::Mountain)]
        {
            match number.checked_sub(squares.len()) {
                None => return squares.into_iter().nth(number).map(action),
                Some(left) => number = left,
            }
        }
        let walls = self.walls.len();
        match number.checked_sub(walls) {
            None => self.walls.nth(number).map(Move::Wall),
            Some(left) => self.removals.nth(left).map(Move::Remove),
        }
    }
}
