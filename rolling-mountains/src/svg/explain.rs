//! What is told beside the picture: the task, the ending, and the reason why places make no move.

use engine::Game;
use engine::board::{counted, one_of};
use engine::svg::{Draw, Explain, Task};

use super::Spot;
use crate::edge::Edge;
use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{Direction, Square};
use crate::stage::{Phase, Stage};

impl Explain for Position {
    fn task(&self) -> Task {
        let moves = self.legal_moves();
        let is_stuck = moves == [Move::Pass];
        let (place, remove) = (placing(&moves), "remove a wall");
        let first = place.as_ref().map(|place| format!("or first {place}"));
        let removal = moves.iter().any(|m| matches!(m, Move::Remove(_)));
        let act = || match (place.as_deref(), removal) {
            (Some(place), true) => Task::new(place).help(format!("or {remove}")),
            (Some(place), false) => Task::new(place),
            (None, _) => Task::new(remove),
        };
        match self.stage() {
            _ if is_stuck => Task::new("pass").help("there is nothing that you can do"),
            Stage::Moving(motion) => {
                let tiles = counted(motion.held, "tile");
                let collects = motion.phase == Phase::Collecting;
                let more =
                    collects.then(|| "it takes along the tiles that it steps onto".to_owned());
                let help = more.into_iter().chain(first).reduce(|more, first| more + ", " + &first);
                Task { say: format!("roll on: {tiles} to drop"), help }
            }
            Stage::ActionDone => Task::new("move a pawn"),
            Stage::MovementDone => act(),
            Stage::Start if moves.iter().any(|m| matches!(m, Move::Step(..))) => {
                Task { say: "move a pawn".to_owned(), help: first }
            }
            Stage::Start => {
                let Task { say, help } = act();
                Task { say: format!("you cannot move: {say}"), help }
            }
        }
    }

    fn ending(&self) -> Option<String> {
        let winner = self.outcome()?.winner();
        let limit = self.rules().turn_limit.filter(|limit| self.turns() >= limit.get());
        Some(match (winner, limit) {
            (Some(winner), _) => format!("{winner} has both pawns out"),
            (None, Some(limit)) => format!("{limit} turns have been played"),
            (None, None) => "nobody can move or place anything".to_owned(),
        })
    }

    fn decisive(&self) -> Vec<String> {
        let Some(winner) = self.outcome().and_then(|outcome| outcome.winner()) else {
            return Vec::new();
        };
        let out = |&pawn: &Pawn| matches!(self.pawn(winner, pawn), Place::Out(_));
        Pawn::ALL
            .into_iter()
            .filter(out)
            .map(|pawn| Spot::At(self.at(winner, pawn)).name())
            .collect()
    }

    fn refusal(&self, places: &[&str]) -> Option<String> {
        let square = |place: &str| place.parse::<Square>().ok();
        let m = match *places {
            ["pass"] => Move::Pass,
            ["tile" | "wall" | "mountain"] => return self.why_not_place(places),
            ["tile", at] => Move::Tile(square(at)?),
            ["mountain", at] => Move::Mountain(square(at)?),
            ["wall", at] => Move::Wall(at.parse().ok()?),
            [place] => match place.parse::<Edge>() {
                Ok(edge) if self.rules().inner_edges().contains(edge) => Move::Remove(edge),
                _ => return self.why_not_from(place),
            },
            [from, to] => match self.step_between(from, to) {
                Some(step) => step,
                None if self.pawn_at(from).is_some() => {
                    return Some("a pawn steps to a neighbouring square".to_owned());
                }
                None => return self.why_not_from(from),
            },
            _ => return None,
        };
        self.check(m).err().map(in_words)
    }
}

impl Position {
    fn why_not_place(&self, kind: &[&str]) -> Option<String> {
        // If it is too early, too late or nothing is left, the place does not matter.
        let m = match kind {
            ["tile"] => Move::Tile(Square::A1),
            ["mountain"] => Move::Mountain(Square::A1),
            _ => Move::Wall(self.rules().inner_edges().iter().next()?),
        };
        Some(match self.check(m) {
            Err(
                error @ (IllegalMove::GameOver
                | IllegalMove::ActionDone
                | IllegalMove::OutsideMovement { .. }
                | IllegalMove::MovementFirst
                | IllegalMove::NoTileLeft
                | IllegalMove::NoMountainLeft),
            ) => in_words(error),
            _ => "there is no place for it".to_owned(),
        })
    }

    fn why_not_from(&self, place: &str) -> Option<String> {
        if let Some(pawn) = self.pawn_at(place) {
            let ahead = self.rules().side(self.turn()).ahead();
            return Some(match self.check(Move::Step(pawn, ahead)) {
                Err(
                    error @ (IllegalMove::GameOver
                    | IllegalMove::MovementDone
                    | IllegalMove::InMotion { .. }),
                ) => in_words(error),
                _ => format!("pawn {pawn} cannot move"),
            });
        }
        let square: Square = place.parse().ok()?;
        let on = |player: &&Player| self.0.pawns[player.seat()].contains(&Place::On(square));
        Some(match self.players().iter().find(on) {
            Some(owner) => format!("the pawn on {square} is {owner}'s"),
            None => format!("no pawn stands on {square}"),
        })
    }

    /// The pawn of the player to move that stands or waits at a place.
    fn pawn_at(&self, place: &str) -> Option<Pawn> {
        let out = |pawn| matches!(self.pawn(self.turn(), pawn), Place::Out(_));
        let is_at =
            |pawn: &Pawn| Spot::At(self.at(self.turn(), *pawn)).name() == place && !out(*pawn);
        Pawn::ALL.into_iter().find(is_at)
    }

    /// The step between two places, legal or not.
    fn step_between(&self, from: &str, to: &str) -> Option<Move> {
        let pawn = self.pawn_at(from)?;
        // A waiting pawn has the same places in all directions.
        let ahead = self.rules().side(self.turn()).ahead();
        let directions = [ahead].into_iter().chain(Direction::ALL);
        let mut steps = directions.map(|direction| Move::Step(pawn, direction));
        steps.find(|&step| self.places(step) == [from, to])
    }
}

/// The things that can be placed: "place a tile, a wall or a mountain".
fn placing(moves: &[Move]) -> Option<String> {
    let kinds = [
        ("a tile", moves.iter().any(|m| matches!(m, Move::Tile(_)))),
        ("a wall", moves.iter().any(|m| matches!(m, Move::Wall(_)))),
        ("a mountain", moves.iter().any(|m| matches!(m, Move::Mountain(_)))),
    ];
    let kinds: Vec<&str> = kinds.iter().filter(|kind| kind.1).map(|kind| kind.0).collect();
    (!kinds.is_empty()).then(|| format!("place {}", one_of(&kinds)))
}

/// A reason without names of edges, which are not in the picture.
fn in_words(error: IllegalMove) -> String {
    match error {
        IllegalMove::WallInTheWay { .. } => "a wall is in the way".to_owned(),
        IllegalMove::MountainInTheWay { .. } => "a mountain is in the way".to_owned(),
        IllegalMove::PawnInTheWay { .. } => "a pawn is in the way".to_owned(),
        IllegalMove::NoWall { .. } => "there is no wall to remove".to_owned(),
        IllegalMove::WallThere { .. } => "there is a wall already".to_owned(),
        IllegalMove::JustRemoved { player, .. } => {
            format!("{player} has just removed a wall there")
        }
        IllegalMove::BreaksString { .. } => {
            "no wall can part a tile from a tile or a pawn".to_owned()
        }
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_do_is_said() {
        let mut position = Position::default();
        let said = |position: &Position| {
            let Task { say, help } = position.task();
            (say, help.unwrap_or_default())
        };
        let begin = ("move a pawn".to_owned(), "or first place a wall or a mountain".to_owned());
        assert_eq!(said(&position), begin);
        position.play_unchecked(Move::Step(Pawn::Left, Direction::North));
        assert_eq!(said(&position).0, "place a tile, a wall or a mountain");
        let moving = "8/8/8/8/8/8/1t6/8 - b3,-/-,- 37 3,3 -,- 0 0 L2c";
        let moving: Position = moving.parse().unwrap();
        let on = "it takes along the tiles that it steps onto, or first place a wall or a mountain";
        assert_eq!(said(&moving), ("roll on: 2 tiles to drop".to_owned(), on.to_owned()));
        let acted = "8/8/8/8/8/8/1t6/8 - b3,-/-,- 37 3,3 -,- 0 0 L2da".parse().unwrap();
        assert_eq!(said(&acted), ("roll on: 2 tiles to drop".to_owned(), String::new()));
    }

    #[test]
    fn reasons_are_in_words() {
        let position: Position = "8/8/8/8/8/8/8/8 c3n c3,-/c5,- 39 3,3 -,- 0 0".parse().unwrap();
        for (places, reason) in [
            (&["c3", "c4"][..], "a wall is in the way"),
            (&["c5"], "the pawn on c5 is yellow's"),
            (&["d5"], "no pawn stands on d5"),
            (&["c3", "e3"], "a pawn steps to a neighbouring square"),
            (&["c3n"], "tiles are placed and walls removed only after the movement"),
            (&["tile"], "tiles are placed and walls removed only after the movement"),
            (&["mountain", "a1"], "a1 is a corner square"),
            (&["wall", "c3n"], "there is a wall already"),
            (&["h1s", "g1"], "a pawn steps to a neighbouring square"),
        ] {
            assert_eq!(position.refusal(places).as_deref(), Some(reason), "{places:?}");
        }
        for places in [&[][..], &["h1s", "h1"], &["é"], &["a", "b", "c"]] {
            assert_eq!(position.refusal(places), None, "{places:?}");
        }
    }
}
