//! The bound of the search for a way to complete a movement (ruling 11).

use engine::game::{SeededRng, seeded};
use engine::{Game, Start};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rolling_mountains::{Move, Pawn, Players, Position, Rules, Stage};

use super::table::rows;

/// A ply of players who rather fill the board than move, and keep one pawn waiting.
fn choose(position: &Position, rng: &mut SeededRng) -> Option<Move> {
    let weight = |m: &Move| match m {
        Move::Tile(_) => 30,
        Move::Wall(_) => 8,
        Move::Step(Pawn::Left, _) => 40,
        Move::Step(Pawn::Right, _) | Move::Mountain(_) | Move::Remove(_) | Move::Pass => 1,
    };
    position.legal_moves().choose_weighted(rng, weight).ok().copied()
}

/// Boards of all sizes, with few tiles and with many.
#[test]
fn positions_of_games_are_never_refused() {
    let mut rng = seeded(1);
    let (mut positions, mut moving, mut most) = (0, 0, 0);
    for players in Players::ALL {
        for (width, height) in
            (3..=11).flat_map(|width| (3..=11).map(move |height| (width, height)))
        {
            let tiles = *[20, 40, Rules::MAX_TILES].choose(&mut rng).unwrap();
            let rules = Rules { players, width, height, tiles, ..Rules::default() };
            let mut position = Position::start(&rules, 0);
            for _ in 0..rng.random_range(150..300) {
                assert_eq!(Position::from_setup(&position.setup()), Ok(position), "{position}");
                positions += 1;
                moving += usize::from(matches!(position.stage(), Stage::Moving(_)));
                most = most.max(position.tiles().len() + position.walls().len());
                let Some(m) = choose(&position, &mut rng) else { break };
                position.play(m).unwrap();
            }
        }
    }
    assert!(positions > 40_000 && moving > 5_000 && most > 50, "{positions} {moving} {most}");
}

/// The positions of the benchmark.
#[test]
fn hard_positions_are_read_up_to_the_bound() -> Result<(), String> {
    let mut refused = Vec::new();
    for [name, text] in rows(include_str!("../benches/hard.txt"), ["what", "position"])? {
        match text.parse::<Position>() {
            Ok(position) => assert!(!position.legal_moves().is_empty(), "{name}"),
            Err(error) => {
                let message = "whether a movement can be completed is not found in 100000 steps of \
                               a search";
                assert_eq!(error.to_string(), message, "{name}");
                refused.push(name);
            }
        }
    }
    assert_eq!(
        refused,
        [
            "36 tiles, one hole",
            "39 tiles, holes, rooms joined by narrow ways",
            "11x11, 38 tiles, holes near both sides",
            "38 tiles, holes beyond a narrow way",
            "11x11, 53 tiles, found by search",
            "7x7, 41 tiles, 8 walls, found by search",
            "7x7, 39 tiles, 13 walls, found by search",
            "38 tiles, 21 walls, found by search",
            "52 tiles, holes far away, from a game with 60",
        ]
    );
    Ok(())
}
