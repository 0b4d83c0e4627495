//! Agreement with the naive implementation in `oracle`, which was written from the rules alone.

use engine::game::{SeededRng, seeded};
use engine::{Game, Notation, Outcome, Start, perft};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rolling_mountains::{Move, Placing, Players, Position, Rules, Setup, Stage};

use crate::oracle::{self, State};

/// Players, width, height, tiles, mountains.
type Options = (usize, u8, u8, u8, u8);

const GAMES: [Options; 14] = [
    (2, 3, 3, 4, 1),
    (2, 4, 3, 6, 1),
    (2, 4, 4, 8, 2),
    (2, 5, 4, 10, 0),
    (2, 3, 6, 60, 3),
    (2, 6, 5, 12, 3),
    (3, 4, 4, 6, 1),
    (3, 3, 5, 6, 2),
    (3, 5, 5, 9, 2),
    (4, 4, 4, 5, 1),
    (4, 5, 4, 8, 1),
    (4, 3, 3, 5, 1),
    // The longest sides.
    (2, 11, 3, 4, 4),
    (2, 3, 11, 4, 4),
];

/// What the text of a position leaves out: the limit of turns and when things are placed.
type Others = (Option<u32>, Placing);

fn rules(
    (players, width, height, tiles, mountains): Options,
    (turn_limit, placing): Others,
) -> Rules {
    let players = Players::new(players).unwrap();
    let turn_limit = turn_limit.map(|turns| turns.try_into().unwrap());
    Rules { players, width, height, tiles, mountains: Some(mountains), placing, turn_limit }
}

fn oracle_rules((turn_limit, placing): Others) -> oracle::Rules {
    let placing = match placing {
        Placing::AnyTime => oracle::Placing::AnyTime,
        Placing::OutsideMovement => oracle::Placing::OutsideMovement,
    };
    oracle::Rules { turn_limit, placing }
}

fn oracle_start((players, width, height, tiles, mountains): Options, others: Others) -> State {
    State::start(
        players,
        width.into(),
        height.into(),
        tiles.into(),
        mountains.into(),
        oracle_rules(others),
    )
}

fn names(position: &Position) -> Vec<String> {
    let mut names: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    names.sort();
    names
}

fn result(position: &Position) -> Option<String> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Winner(player) => format!("{player} wins"),
        _ => "draw".to_owned(),
    })
}

/// Compares what can be asked of one position, and returns the moves.
fn compare(position: &Position, state: &State) -> Vec<String> {
    let text = state.text();
    assert_eq!(position.to_string(), text);
    assert_eq!(text.split(' ').nth(7), Some(&*position.turns().to_string()));
    let Setup { tiles, mountains, walls, supply, .. } = position.setup();
    assert_eq!((position.tiles(), position.mountains()), (tiles, mountains));
    assert_eq!((position.walls(), position.supply()), (walls, supply));
    assert_eq!(result(position), state.result(), "{text}");
    let moves = names(position);
    assert_eq!(moves, state.legal_moves(), "{text}");
    let read = Position::parse(&text, &position.rules());
    assert_eq!(read.as_ref(), Ok(position), "{text}");
    moves
}

/// Mostly steps, so that pawns get somewhere; sometimes tiles before all else, so that there are
/// some to collect.
fn choose(moves: &[String], rng: &mut SeededRng) -> String {
    let starts_with = |prefixes: &[char]| -> Vec<&String> {
        moves.iter().filter(|m| m.starts_with(prefixes)).collect()
    };
    let kinds = match rng.random_range(0..10) {
        0..6 => starts_with(&['L', 'R']),
        6..9 => starts_with(&['t']),
        _ => Vec::new(),
    };
    match kinds.choose(rng) {
        Some(m) => (*m).clone(),
        None => moves.choose(rng).unwrap().clone(),
    }
}

#[test]
fn random_games_agree() {
    let mut rng = seeded(1);
    for game in GAMES {
        for placing in Placing::ALL {
            for turn_limit in [None, Some(20), Some(45), Some(60)] {
                let mut position = Position::start(&rules(game, (turn_limit, placing)), 0);
                let mut state = oracle_start(game, (turn_limit, placing));
                for _ in 0..150 {
                    let moves = compare(&position, &state);
                    if moves.is_empty() {
                        break;
                    }
                    let m = choose(&moves, &mut rng);
                    position.play(m.parse().unwrap()).unwrap();
                    state = state.play(&m);
                }
            }
        }
    }
}

/// A position that no play leads to: anything on any square, in any stage. `None` if it is refused.
fn random_position(rng: &mut SeededRng, placing: Placing) -> Option<(Position, State)> {
    let text = random_text(rng);
    let rules = Rules { placing, ..Rules::default() };
    match (Position::parse(&text, &rules), State::parse(&text, oracle_rules((Some(500), placing))))
    {
        (Ok(position), Ok(state)) => return Some((position, state)),
        (Err(error), Ok(state)) => {
            let stuck = "the movement that is due or under way cannot be completed";
            assert_eq!(error.to_string(), stuck, "{text}");
            assert!(state.legal_moves().is_empty(), "{text}");
        }
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => panic!("{text}: {error}"),
    }
    None
}

#[test]
fn random_texts_agree() {
    let mut rng = seeded(2);
    let mut read = 0;
    for placing in Placing::ALL.into_iter().cycle().take(8_000) {
        let Some((position, state)) = random_position(&mut rng, placing) else {
            continue;
        };
        read += 1;
        for m in compare(&position, &state) {
            let mut after = position;
            after.play_unchecked(m.parse().unwrap());
            let expected = state.play(&m);
            assert_eq!(after.to_string(), expected.text(), "{position} {m}");
            assert_eq!(result(&after), expected.result(), "{position} {m}");
        }
    }
    assert!((800..7_000).contains(&read), "{read}");
}

/// Dense positions, inside movements and outside, by both ways to place.
#[test]
fn numbers_of_games_from_random_positions_agree() {
    let mut rng = seeded(3);
    for placing in Placing::ALL {
        let mut inside = 0;
        for _ in 0..150 {
            let (position, state) = (0..).find_map(|_| random_position(&mut rng, placing)).unwrap();
            inside += usize::from(matches!(position.stage(), Stage::Moving(_)));
            for depth in [2, 3] {
                assert_eq!(perft(&position, depth), state.perft(depth), "{position} {placing}");
            }
        }
        assert!(inside > 30, "{inside}");
    }
}

fn random_text(rng: &mut SeededRng) -> String {
    let players = rng.random_range(2..=4_usize);
    let (width, height) = (rng.random_range(3..=5_usize), rng.random_range(3..=5_usize));
    let mut board = random_board(rng, width, height);
    let mut pawns = Vec::new();
    for _ in 0..2 * players {
        let (x, y) = (rng.random_range(0..width), rng.random_range(0..height));
        let (x, y) =
            if rng.random_bool(0.2) { (x / (width - 1) * x, y / (height - 1) * y) } else { (x, y) };
        pawns.push(match rng.random_range(0..10) {
            0..4 => "-".to_owned(),
            4 => format!("*{}", square(x, y)),
            _ => {
                board[y][x] = '1';
                square(x, y)
            }
        });
    }
    let [walls, open] = random_walls(rng, width, height);
    let ranks: Vec<String> = board.iter().rev().map(|rank| runs(rank)).collect();
    let turn = rng.random_range(0..500);
    let seat = turn % players;
    let held = rng.random_range(1..=8);
    let stage = match rng.random_range(0..6) {
        0 => " a".to_owned(),
        1 => " m".to_owned(),
        2..5 => {
            let pawn = usize::from(pawns[2 * seat].starts_with(['-', '*']));
            let phase = ["c", "f", "d"].choose(rng).unwrap();
            let action = ["", "a"].choose(rng).unwrap();
            format!(" {}{held}{phase}{action}", ["L", "R"][pawn])
        }
        _ => String::new(),
    };
    let removed: Vec<&str> = (0..players)
        .map(|_| if rng.random_bool(0.2) { open.choose(rng).map_or("-", |e| e) } else { "-" })
        .collect();
    let numbers = |n: usize, rng: &mut SeededRng| -> String {
        let list: Vec<String> = (0..n).map(|_| rng.random_range(0..3).to_string()).collect();
        list.join(",")
    };
    let pairs: Vec<String> = pawns.chunks(2).map(|pair| pair.join(",")).collect();
    format!(
        "{} {} {} {} {} {} {seat} {turn}{stage}",
        ranks.join("/"),
        if walls.is_empty() { "-".to_owned() } else { walls.join(",") },
        pairs.join("/"),
        rng.random_range(0..4),
        numbers(players, rng),
        removed.join(","),
    )
}

fn square(x: usize, y: usize) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

/// What lies on each square: `t`, `m` or `1` for nothing.
fn random_board(rng: &mut SeededRng, width: usize, height: usize) -> Vec<Vec<char>> {
    let weights: &[char] =
        [&['1', '1', 't'] as &[char], &['1', 't', 't'], &['1', 't', 't', 't', 'm']]
            .choose(rng)
            .copied()
            .unwrap();
    let corner = |x: usize, y: usize| (x == 0 || x == width - 1) && (y == 0 || y == height - 1);
    let mut board = vec![vec!['1'; width]; height];
    for (y, rank) in board.iter_mut().enumerate() {
        for (x, cell) in rank.iter_mut().enumerate() {
            *cell = *weights.choose(rng).unwrap();
            if *cell == 'm' && (corner(x, y) || rng.random_bool(0.5)) {
                *cell = 't';
            }
        }
    }
    board
}

/// The edges with a wall, and those without.
fn random_walls(rng: &mut SeededRng, width: usize, height: usize) -> [Vec<String>; 2] {
    let wall_chance = *[0.0, 0.1, 0.3].choose(rng).unwrap();
    let [mut walls, mut open] = [Vec::new(), Vec::new()];
    for x in 0..width {
        for y in 0..height {
            for (side, inner) in [('e', x + 1 < width), ('n', y + 1 < height)] {
                if inner {
                    let wall = rng.random_bool(wall_chance);
                    let list = if wall { &mut walls } else { &mut open };
                    list.push(format!("{}{side}", square(x, y)));
                }
            }
        }
    }
    [walls, open]
}

fn runs(rank: &[char]) -> String {
    let mut text = String::new();
    for group in rank.chunk_by(|a, b| a == b) {
        match group[0] {
            '1' => text.push_str(&group.len().to_string()),
            cell => text.extend(group.iter().map(|_| cell)),
        }
    }
    text
}

#[test]
fn numbers_of_games_agree() {
    for (game, depth) in GAMES.into_iter().zip([4, 3, 3, 3, 3, 2, 3, 3, 2, 3, 2, 3]) {
        let position = Position::start(&rules(game, (None, Placing::AnyTime)), 0);
        let state = oracle_start(game, (None, Placing::AnyTime));
        assert_eq!(perft(&position, depth), state.perft(depth), "{position}");
    }
}

/// Counts by another independent program.
#[test]
fn known_counts_are_reached() {
    let text = "8/8/8/8/8/1t6/8/8 d4e b4,-/-,a8 38 3,3 -,- 0 2";
    for (placing, count) in [(Placing::AnyTime, 276_260), (Placing::OutsideMovement, 274_908)] {
        let position = Position::parse(text, &Rules { placing, ..Rules::default() }).unwrap();
        assert_eq!(perft(&position, 3), count, "{placing}");
    }
}
