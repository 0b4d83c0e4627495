//! Complete turns are what playing ply by ply leads to.

use std::collections::HashSet;

use engine::{Game, Start, playout, seeded};
use rolling_mountains::{Players, Position, Rules};

/// Every position in which the turn ends, found by playing all plies.
fn ends(position: &Position, before: u32, found: &mut HashSet<Position>) {
    for m in position.legal_moves() {
        let mut after = *position;
        after.play(m).unwrap();
        if after.turns() > before {
            found.insert(after);
        } else {
            ends(&after, before, found);
        }
    }
}

#[test]
fn complete_turns_lead_to_every_position_once() {
    let mut compared = 0;
    for (seed, players) in (0..).zip(Players::ALL.into_iter().cycle()).take(12) {
        let rules = Rules::default().with_players(players).with_board(4, 4).unwrap();
        let start = Position::start(&rules.with_tiles(9).unwrap(), 0);
        let mut position = start;
        for m in playout(&start, 60, &mut seeded(seed)).moves {
            position.play_unchecked(m);
            let mut expected = HashSet::new();
            ends(&position, position.turns(), &mut expected);
            let turns: Vec<_> = position.complete_turns().collect();
            assert_eq!(turns.len(), expected.len(), "{position}");
            for turn in turns {
                let mut played = position;
                for &m in &turn.plies {
                    played.play(m).unwrap();
                }
                assert_eq!(played, turn.position);
                assert!(expected.remove(&turn.position), "{position}");
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000);
}

/// 40 tiles to roll over: too many turns to list, but the first ones come at once.
#[test]
fn turns_can_be_cut_short() {
    let text = "8/8/8/tttttttt/tttttttt/tttttttt/tttttttt/tttttttt - e6,-/-,- 0 3,3 -,- 0 0";
    let position: Position = text.parse().unwrap();
    let turns: HashSet<Position> =
        position.complete_turns().take(2_000).map(|turn| turn.position).collect();
    assert_eq!(turns.len(), 2_000);
}

#[test]
fn a_finished_game_has_no_turns() {
    let position: Position = "3/3/3 - *c3,*a3/-,- 4 1,1 -,- 1 3".parse().unwrap();
    assert_eq!(position.complete_turns().count(), 0);
}
