//! Shortest ways out of the board.

use crate::player::Player;
use crate::position::Position;
use crate::square::Square;
use crate::track::{Bits, MOST, MOVEMENT, ONTO_TILE, Runner, Track, WALL};

impl Position {
    /// For each pawn of a player that is not out, a way with the fewest
    /// [half turns](Position::half_turns): the squares where its movements begin, and the one where the
    /// last ends.
    pub fn shortest_ways(&self, player: Player) -> Vec<Vec<Square>> {
        let track = Track::<u128>::of(self);
        let runners = self.runners(player);
        let chosen = track.exits(runners).0;
        let ways = runners.into_iter().zip(chosen);
        ways.filter_map(|(runner, exit)| track.way(runner?, exit)).collect()
    }
}

impl<B: Bits> Track<B> {
    /// A shortest way of a pawn out of this exit; `None` if none is found.
    fn way(&self, mut runner: Runner, exit: usize) -> Option<Vec<Square>> {
        runner.enters = false;
        let corner = runner.exits[exit]?;
        let cost = |from: Square| self.costs(Runner { from, ..runner })[exit];
        let mut way = vec![runner.from];
        let mut left = cost(runner.from);
        while left > MOVEMENT && left < MOST {
            let new = B::of(*way.last()?);
            let beside = self.open.neighbours(new);
            let across = self.walls.neighbours(new);
            let (rolled, _) = self.roll(beside & self.tiles);
            let steps = [
                (beside & self.free | rolled, MOVEMENT),
                (across & self.free, MOVEMENT + WALL),
                (beside & self.tiles, ONTO_TILE),
                (across & self.tiles, ONTO_TILE + WALL),
            ];
            let nearer = |&square: &Square| {
                let reached = |&(squares, more): &(B, usize)| {
                    squares.meets(B::of(square)) && cost(square) + more == left
                };
                steps.iter().find(|step| reached(step)).map(|&(_, more)| (square, more))
            };
            let (square, more) = Square::ALL.iter().find_map(nearer)?;
            way.push(square);
            left -= more;
        }
        if way.last() != Some(&corner) {
            way.push(corner);
        }
        Some(way)
    }
}

#[cfg(test)]
mod tests {
    use engine::game::seeded;
    use engine::{Game, Notation, Start, playout};

    use super::*;
    use crate::player::{Pawn, Place};
    use crate::rules::Rules;

    fn red(text: &str) -> Vec<String> {
        let position = Position::parse(text, &Rules::default()).unwrap();
        let ways = position.shortest_ways(Player::Red);
        let squares = |way: &Vec<Square>| way.iter().map(Square::to_string).collect::<Vec<_>>();
        ways.iter().map(|way| squares(way).join(" ")).collect()
    }

    #[test]
    fn ways_walk_cross_walls_and_roll() {
        assert_eq!(red("3/3/3 - *c3,a2/-,- 9 0,0 -,- 0 2"), ["a2 a3"]);
        // With three players a pawn can leave by either exit.
        assert_eq!(red("3/3/3 - a2,c2/-,-/-,- 9 0,0,0 -,-,- 0 3"), ["a2 a3", "c2 c3"]);
        assert_eq!(red("3/3/3 - c2,a2/-,-/-,- 9 0,0,0 -,-,- 0 3"), ["c2 c3", "a2 a3"]);
        assert_eq!(red("3/3/3 a2n *c3,a2/-,- 9 0,0 -,- 0 2"), ["a2 a3"]);
        assert_eq!(red("3/3/m2/3 - *c4,a1/-,- 9 0,0 -,- 0 2"), ["a1 b1 b2 b3 a3 a4"]);
        assert_eq!(red("3/3/3/3/t2/3 - *c6,a1/-,- 9 0,0 -,- 0 2"), ["a1 a5 a6"]);
    }

    #[test]
    fn ways_of_waiting_pawns_begin_where_they_enter() {
        let rules = Rules::default();
        let ways = Position::start(&rules, 0).shortest_ways(Player::Red);
        let begins: Vec<Square> = ways.iter().map(|way| way[0]).collect();
        assert_eq!(begins, rules.corners(Player::Red).near);
    }

    /// Each part of a way but the last, which may pass the exit in a roll, brings the pawn nearer, by the
    /// half turns of the position in which it stands there.
    #[test]
    fn ways_take_the_half_turns_that_are_counted() {
        let mut rng = seeded(3);
        let mut steps = 0;
        for _ in 0..20 {
            let start = Position::start(&Rules::default(), 0);
            let mut position = start;
            for m in playout(&start, 150, &mut rng).moves {
                position.play_unchecked(m);
            }
            for player in [Player::Red, Player::Yellow] {
                let pawns = Pawn::ALL.into_iter().filter(|&p| !position.pawn(player, p).is_out());
                let ways = position.shortest_ways(player);
                assert_eq!(ways.len(), pawns.clone().count(), "{position}");
                for (pawn, way) in pawns.zip(ways) {
                    let mut left = position.half_turns(player)[pawn as usize];
                    if position.pawn(player, pawn) == Place::Waiting {
                        left -= MOVEMENT as i32;
                    }
                    let (last, way) = way.split_last().unwrap();
                    for &square in way {
                        let mut there = position;
                        there.0.pawns[player.seat()][pawn as usize] = Place::On(square);
                        let now = there.half_turns(player)[pawn as usize];
                        assert!(now <= left, "{position} {player} {pawn} {square}");
                        left = now - 1;
                        steps += 1;
                    }
                    assert!(position.exits(player, pawn).contains(*last));
                }
            }
        }
        assert!(steps > 100, "{steps}");
    }
}
