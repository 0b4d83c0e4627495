//! Actions (rulings 6 and 7).

use super::{Action, Cell, Edge, Square, Stage, State, edge_name, edge_squares, square_name};

impl State {
    /// Every action of the player to move that ruling 6 allows on the board as it stands,
    /// whatever the moment in the turn.
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut list = Vec::new();
        for square in self.squares() {
            if self.supply > 0 && self.unoccupied(square) {
                list.push(Action::Tile(square));
            }
            if self.mountain_allowed(square) {
                list.push(Action::Mountain(square));
            }
        }
        for edge in self.edges() {
            if self.walls.contains(&edge) {
                list.push(Action::Remove(edge));
            } else if self.supply > 0 && self.wall_allowed(edge) {
                list.push(Action::Wall(edge));
            }
        }
        list
    }

    /// Ruling 6, wall. The caller has looked at the supply and that there is no wall yet.
    pub(super) fn wall_allowed(&self, edge: Edge) -> bool {
        if self.removed.contains(&Some(edge)) {
            return false;
        }
        let (one, other) = edge_squares(edge);
        let tile_or_pawn = |square| self.cell(square) == Cell::Tile || self.has_pawn(square);
        let both_hold = tile_or_pawn(one) && tile_or_pawn(other);
        let both_pawns = self.has_pawn(one) && self.has_pawn(other);
        !both_hold || both_pawns
    }

    /// Ruling 6, mountain.
    pub(super) fn mountain_allowed(&self, square: Square) -> bool {
        self.mountains[self.seat] > 0
            && self.cell(square) != Cell::Mountain
            && !self.has_pawn(square)
            && !self.is_corner(square)
            && self.act(Action::Mountain(square)).mountain_rule_holds()
    }

    /// The board after an action; the stage and the turn are left for the caller to set.
    pub(super) fn act(&self, action: Action) -> State {
        let mut after = self.clone();
        match action {
            Action::Tile(square) => {
                after.supply -= 1;
                after.set_cell(square, Cell::Tile);
            }
            Action::Wall(edge) => {
                after.supply -= 1;
                after.walls.insert(edge);
            }
            Action::Remove(edge) => {
                after.supply += 1;
                after.walls.remove(&edge);
            }
            Action::Mountain(square) => {
                after.mountains[self.seat] -= 1;
                after.set_cell(square, Cell::Mountain);
            }
        }
        after
    }

    /// Actions before the movement (ruling 6): a wall or a mountain that leaves a movement.
    pub(super) fn early_action_moves(&self) -> Vec<(String, State)> {
        let mut list = Vec::new();
        for action in self.actions() {
            if matches!(action, Action::Tile(_) | Action::Remove(_)) {
                continue;
            }
            let mut after = self.act(action);
            after.stage = Stage::Begin { action_done: true };
            if after.movement_possible() {
                list.push((action_name(action), after));
            }
        }
        list
    }

    /// Actions that complete the turn, or else `pass` (ruling 7).
    pub(super) fn closing_moves(&self) -> Vec<(String, State)> {
        let mut list = Vec::new();
        for action in self.actions() {
            let mut after = self.act(action);
            after.end_turn(match action {
                Action::Remove(edge) => Some(edge),
                _ => None,
            });
            list.push((action_name(action), after));
        }
        if list.is_empty() {
            let mut after = self.clone();
            after.end_turn(None);
            list.push(("pass".to_string(), after));
        }
        list
    }
}

pub(super) fn action_name(action: Action) -> String {
    match action {
        Action::Tile(square) => format!("t:{}", square_name(square)),
        Action::Wall(edge) => format!("w:{}", edge_name(edge)),
        Action::Remove(edge) => format!("x:{}", edge_name(edge)),
        Action::Mountain(square) => format!("m:{}", square_name(square)),
    }
}
