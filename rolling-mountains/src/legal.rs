//! Legal moves (rulings 5 to 7): steps and actions together.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::action::Actions;
use crate::completion::{Changes, Search, preventing};
use crate::edge::Edge;
use crate::moves::Move;
use crate::player::{Pawn, Player};
use crate::position::Position;
use crate::rules::{Placing, Rules};
use crate::square::{Direction, Square};
use crate::stage::{Action, Motion, Stage};

impl Position {
    /// Appends the steps, or else the pass, and returns the actions that are legal as well (ruling 7).
    pub(crate) fn generate_all_but_actions(&self, moves: &mut Vec<Move>) -> Actions {
        if self.outcome().is_some() {
            return Actions::default();
        }
        let Listing { steps, actions, .. } = self.listing();
        if steps.is_empty() && actions.is_empty() {
            moves.push(Move::Pass);
        }
        moves.extend(steps);
        actions
    }

    /// Whether every player, were it their turn, would have nothing but a pass (ruling 9). Not if a search has given
    /// up: a player may be able to move then.
    pub(crate) fn is_dead(&self) -> bool {
        let mut search = Search::default();
        self.are_all_stuck(&mut search) && !search.has_given_up()
    }

    /// Whether no player is found who could do anything at the start of a turn.
    fn are_all_stuck(&self, search: &mut Search) -> bool {
        // Mostly there are walls to be removed, or tiles and squares to place them on.
        if self.stage() != Stage::Start
            || !self.walls().is_empty()
            || (self.supply() > 0 && !self.unoccupied().is_empty())
        {
            return false;
        }
        let mut players = self.rules().players.seats().iter();
        players
            .all(|&player| !self.can_player_move(player, search) && self.actions(player).is_empty())
    }

    /// Checks whether an action is allowed by ruling 6, apart from the time when it is taken.
    pub(crate) fn check_action(&self, m: Move) -> Result<(), IllegalMove> {
        match m {
            Move::Tile(square) => self.check_tile(square),
            Move::Wall(edge) => self.check_wall(edge),
            Move::Remove(edge) if self.walls().contains(edge) => Ok(()),
            Move::Remove(edge) => Err(IllegalMove::NoWall { edge }),
            Move::Mountain(square) => self.check_mountain(square),
            Move::Step(..) | Move::Pass => Ok(()),
        }
    }

    fn check_tile(&self, square: Square) -> Result<(), IllegalMove> {
        if !self.rules().board().contains(square) {
            Err(IllegalMove::OffBoard { square })
        } else if self.supply() == 0 {
            Err(IllegalMove::NoTileLeft)
        } else if !self.unoccupied().contains(square) {
            Err(IllegalMove::Occupied { square })
        } else {
            Ok(())
        }
    }

    fn check_wall(&self, edge: Edge) -> Result<(), IllegalMove> {
        let remover = |player: &&Player| self.removed(**player) == Some(edge);
        if !self.rules().inner_edges().contains(edge) {
            Err(IllegalMove::OuterEdge { edge })
        } else if self.supply() == 0 {
            Err(IllegalMove::NoTileLeft)
        } else if self.walls().contains(edge) {
            Err(IllegalMove::WallThere { edge })
        } else if let Some(&player) = self.rules().players.seats().iter().find(remover) {
            Err(IllegalMove::JustRemoved { edge, player })
        } else if self.strings().contains(edge) {
            Err(IllegalMove::BreaksString { edge })
        } else {
            Ok(())
        }
    }

    fn check_mountain(&self, square: Square) -> Result<(), IllegalMove> {
        if !self.rules().board().contains(square) {
            Err(IllegalMove::OffBoard { square })
        } else if self.mountains_left(self.turn()) == 0 {
            Err(IllegalMove::NoMountainLeft)
        } else if (self.mountains() | self.pawn_squares()).contains(square) {
            Err(IllegalMove::Occupied { square })
        } else if self.rules().corner_squares().contains(square) {
            Err(IllegalMove::Corner { square })
        } else if self.cuts_off(square) {
            Err(IllegalMove::CutsOff { square })
        } else {
            Ok(())
        }
    }

    /// Whether a search gives up (ruling 11) while the moves are listed.
    pub(crate) fn is_too_hard(&self) -> bool {
        let mut search = Search::default();
        (self.are_all_stuck(&mut search) && search.has_given_up()) || self.listing().is_too_hard
    }

    /// The legal moves of a running game.
    pub(crate) fn listing(&self) -> Listing {
        let mut steps = SmallVec::new();
        if self.stage() == Stage::MovementDone {
            return Listing { steps, actions: self.actions(self.turn()), is_too_hard: false };
        }
        let mut search = Search::default();
        let placing = if self.allows_changes() {
            self.actions(self.turn()).before_the_end()
        } else {
            Actions::default()
        };
        // The walls and mountains that each prevent all movements found so far.
        let mut changes = placing.changes();
        for pawn in Pawn::ALL {
            let _ = self.try_steps(self.turn(), pawn, &mut search, |direction, way| {
                steps.push(Move::Step(pawn, direction));
                if !changes.is_empty() {
                    let from = self.pawn(self.turn(), pawn).square();
                    let step = from.map_or(Changes::NONE, |from| Changes::on_step(from, direction));
                    let touching = if way.is_empty() { step } else { step | Changes::on_way(way) };
                    changes = changes & touching;
                }
                ControlFlow::Continue(())
            });
        }
        let actions = match self.stage() {
            Stage::Start if steps.is_empty() => self.actions(self.turn()),
            _ if steps.is_empty() || placing.is_empty() => Actions::default(),
            _ if changes.is_empty() => placing,
            _ => {
                let can_step = |pawn: &Pawn| {
                    steps.iter().any(|m| matches!(m, Move::Step(stepping, _) if stepping == pawn))
                };
                let pawns = Pawn::ALL.into_iter().filter(can_step);
                let rests: SmallVec<[_; 2]> =
                    pawns.filter_map(|pawn| self.rest(self.turn(), pawn)).collect();
                placing.without(preventing(&rests, changes, &mut search))
            }
        };
        Listing { steps, actions, is_too_hard: search.has_given_up() }
    }

    /// Whether walls and mountains may be placed before the movement is completed (ruling 6).
    pub(crate) fn allows_changes(&self) -> bool {
        match self.stage() {
            Stage::Start => true,
            Stage::Moving(Motion { action: Action::Due, .. }) => {
                self.rules().placing == Placing::AnyTime
            }
            Stage::Moving(_) | Stage::ActionDone | Stage::MovementDone => false,
        }
    }
}

/// The legal moves.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) steps: SmallVec<[Move; 8]>,
    /// Before the movement or within it, the walls and mountains that leave a way to complete one.
    pub(crate) actions: Actions,
    /// Whether the search has given up. Then there may be more of both.
    pub(crate) is_too_hard: bool,
}

/// The first rule that a move breaks, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over (rulings 8 and 9).
    #[error("the game is over")]
    GameOver,
    /// A turn has one movement (ruling 5).
    #[error("the movement is done, now the action is due")]
    MovementDone,
    /// A turn has one action (ruling 5).
    #[error("the action is done, now the movement is due")]
    ActionDone,
    /// Once begun, a movement is finished with the same pawn (ruling 5).
    #[error("pawn {pawn} is in motion: no other can move now")]
    InMotion { pawn: Pawn },
    /// By the option `placing`, walls and mountains are placed outside a movement (ruling 6).
    #[error("pawn {pawn} is in motion: nothing can be placed now")]
    OutsideMovement { pawn: Pawn },
    /// A pawn that has exited never moves again (ruling 5).
    #[error("pawn {pawn} is out and never moves again")]
    PawnOut { pawn: Pawn },
    /// A waiting pawn steps straight ahead onto its corner square (ruling 3).
    #[error("pawn {pawn} is waiting: it can only enter, going {ahead}")]
    Waiting { pawn: Pawn, ahead: Direction },
    /// A pawn exits over the far edge from a corner that it may exit from (ruling 4).
    #[error("pawn {pawn} on {from} cannot leave the board to the {direction}")]
    NoExit { pawn: Pawn, from: Square, direction: Direction },
    /// No step crosses a wall (ruling 5).
    #[error("there is a wall on {edge}")]
    WallInTheWay { edge: Edge },
    /// No step leads onto a mountain (ruling 5).
    #[error("there is a mountain on {square}")]
    MountainInTheWay { square: Square },
    /// No step leads onto a pawn (ruling 5).
    #[error("a pawn stands on {square}")]
    PawnInTheWay { square: Square },
    /// Every drop step goes to an unoccupied square (ruling 5).
    #[error("there is a tile on {square}, and the pawn collects no more")]
    TileInTheWay { square: Square },
    /// The movement could not be completed after this step (ruling 5).
    #[error("after a step to {to} the movement could not be completed")]
    DeadEnd { to: Square },
    /// The search for a way to complete the movement has given up (ruling 11).
    #[error(
        "whether the movement could be completed after this is not found in {} steps of a search",
        Rules::MAX_STEPS
    )]
    TooHard,
    /// Tiles are placed and walls removed after the movement only (ruling 6).
    #[error("tiles are placed and walls removed only after the movement")]
    MovementFirst,
    /// Before the movement and within it, an action must leave a way to complete one (ruling 6).
    #[error("after this no movement could be completed")]
    NoMovementLeft,
    /// Tiles and walls come from the supply (ruling 6).
    #[error("the supply is empty")]
    NoTileLeft,
    /// The player has placed all mountains (ruling 6).
    #[error("the player has no mountain left")]
    NoMountainLeft,
    #[error("{square} is not on the board")]
    OffBoard { square: Square },
    /// The edge is not between two squares of this board (ruling 6).
    #[error("{edge} is not an edge between two squares of the board")]
    OuterEdge { edge: Edge },
    /// Tiles go onto unoccupied squares, mountains onto squares without a pawn or mountain (ruling 6).
    #[error("{square} is occupied")]
    Occupied { square: Square },
    /// There is a wall already (ruling 6).
    #[error("there is a wall on {edge} already")]
    WallThere { edge: Edge },
    /// No wall between two squares that hold tiles or pawns, unless both hold pawns (ruling 6).
    #[error("the squares on both sides of {edge} hold tiles or pawns")]
    BreaksString { edge: Edge },
    /// No wall where a player removed one in their last turn (ruling 6).
    #[error("{player} removed the wall on {edge} in their last turn")]
    JustRemoved { edge: Edge, player: Player },
    /// There is no wall to remove (ruling 6).
    #[error("there is no wall on {edge}")]
    NoWall { edge: Edge },
    /// No mountain on a corner square (ruling 6).
    #[error("{square} is a corner square")]
    Corner { square: Square },
    /// Every pawn must stay connected with the exits it may still use (ruling 6).
    #[error("a mountain on {square} would cut a pawn off from an exit")]
    CutsOff { square: Square },
    /// Passing is legal only for a player who can do nothing else (ruling 7).
    #[error("passing is legal only if nothing else is")]
    PassNotNeeded,
}

#[cfg(test)]
mod tests {
    use engine::Game;

    use super::*;
    use crate::notation::parse_setup;

    /// Positions that no text can have, as the search gives up in them.
    #[test]
    fn checks_agree_with_the_listing_where_the_search_gives_up() {
        let lines = include_str!("../benches/hard.txt").lines();
        let texts = lines.filter_map(|line| line.split('\t').nth(1)).skip(1);
        let setups = texts.map(|text| parse_setup(text, &Rules::default()).unwrap());
        let positions = setups.map(|setup| Position::assemble(&setup));
        let hard: Vec<Position> = positions.filter(Position::is_too_hard).take(3).collect();
        assert_eq!(hard.len(), 3);
        for position in hard {
            let legal = position.legal_moves();
            let can_step = legal.iter().any(|m| matches!(m, Move::Step(..)));
            assert_eq!(position.can_move(), can_step, "{position}");
            let steps = Direction::ALL.map(|d| Pawn::ALL.map(|pawn| Move::Step(pawn, d)));
            let walls = position.rules().inner_edges().iter().take(3).map(Move::Wall);
            let mountains = position.rules().board().into_iter().take(3).map(Move::Mountain);
            let moves = steps.into_iter().flatten().chain(walls).chain(mountains);
            for m in moves.chain([Move::Pass]) {
                assert_eq!(position.check(m).is_ok(), legal.contains(&m), "{position} {m}");
            }
        }
    }
}
