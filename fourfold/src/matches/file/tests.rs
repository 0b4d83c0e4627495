//! Complete and damaged files of matches.

use std::fs;
use std::path::PathBuf;

use arena::{Contestant, Match, Openings};
use engine::{BotFn, RandomBot};
use engine::{Game, Limits, Start};

use super::*;
use connect_four::Position;

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("match-file-test-{}-{name}", std::process::id()))
}

fn header() -> Header {
    Header {
        game: "connect-four".to_owned(),
        rules: Vec::new(),
        players: vec!["random".to_owned(), "strange".to_owned()],
        seating: "rotated".to_owned(),
        seed: 1,
        random_plies: 2,
        positions: Vec::new(),
        max_plies: 14,
        even: None,
        pairing: None,
        adjudication: None,
    }
}

/// Sometimes returns no move, or an illegal one.
fn strange(position: &Position, _: &Limits) -> Option<<Position as Game>::Move> {
    let column = position.to_string().bytes().map(u64::from).sum::<u64>() % 20;
    match column {
        19 => None,
        18 => "h".parse().ok().or_else(|| "a".parse().ok()),
        column => position.legal_moves().get(column as usize % 7).copied(),
    }
}

fn games() -> Vec<PlayedGame<Position>> {
    let contestants = vec![
        Contestant::new("random", || RandomBot::new(0)),
        Contestant::new("strange", || BotFn(strange)),
    ];
    let openings = Openings::dealt(|seed| Position::start(&(), seed)).random_plies(2);
    let games = Match::new(contestants, openings).games(40).seed(1).max_plies(14);
    let mut played = Vec::new();
    games.run(|game, _| played.push(game.clone())).unwrap();
    for game in &mut played {
        for used in &mut game.time_used {
            used.time = Duration::from_micros(used.time.as_micros() as u64);
        }
    }
    played
}

fn read(path: &Path) -> Result<Vec<PlayedGame<Position>>, String> {
    let opened = MatchFile::open(path, &header());
    opened.map(|(_, games)| games).map_err(|error| error.to_string())
}

/// A file with these games.
fn written(name: &str, games: &[PlayedGame<Position>]) -> PathBuf {
    let path = path(name);
    let _ = fs::remove_file(&path);
    let (mut file, found) = MatchFile::open::<Position>(&path, &header()).unwrap();
    assert!(found.is_empty());
    for game in games {
        file.add(game).unwrap();
    }
    path
}

#[test]
fn games_are_read_as_they_were_written() {
    let games = games();
    let ends = |is: fn(&GameEnd<_, _>) -> bool| games.iter().any(|game| is(&game.end));
    assert!(ends(|end| matches!(end, GameEnd::Outcome(_))));
    assert!(ends(|end| matches!(end, GameEnd::PlyLimit)));
    assert!(ends(|end| matches!(
        end,
        GameEnd::Forfeit { reason: ForfeitReason::NoMove(BotError::NoMove), .. }
    )));
    let path = written("round-trip", &games);
    assert_eq!(read(&path).unwrap(), games);
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_second_process_is_refused() {
    let path = written("lock", &[]);
    let first = MatchFile::open::<Position>(&path, &header()).unwrap();
    assert!(read(&path).unwrap_err().ends_with("another process writes to this file"));
    drop(first);
    assert_eq!(read(&path).unwrap().len(), 0);
    fs::remove_file(&path).unwrap();
}

#[test]
fn any_changed_byte_is_noticed() {
    let games = &games()[..3];
    let path = written("bytes", games);
    let bytes = fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(&path, &changed).unwrap();
        match read(&path) {
            Err(_) => assert_eq!(fs::read(&path).unwrap(), changed, "left as it was"),
            // The last line is not complete, and its game is played again.
            Ok(read) => assert_eq!((place, &read[..]), (bytes.len() - 1, &games[..2])),
        }
    }
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let read = read(&path).unwrap();
        assert_eq!(read, games[..read.len()], "what is complete is kept");
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn damaged_lines_are_named_and_the_others_can_be_used() {
    let games = games();
    let path = written("damage", &games);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let changed = text.replace(lines[3], "{}").replace(lines[6], &lines[6][..30]);
    fs::write(&path, &changed).unwrap();
    let said = read(&path).unwrap_err();
    let expected = "line 4: there is no checksum; delete the damaged lines, 4, 7, to have their \
                    results computed again";
    assert!(said.ends_with(expected), "{said}");
    let good = changed.lines().enumerate().filter(|(i, _)| ![3, 6].contains(i));
    let good: Vec<&str> = good.map(|(_, line)| line).collect();
    fs::write(&path, good.join("\n") + "\n").unwrap();
    assert_eq!(read(&path).unwrap().len(), games.len() - 2);

    fs::write(&path, format!("{text}{}\n", lines[5])).unwrap();
    let said = read(&path).unwrap_err();
    assert!(said.contains("line 42: game 4 came before; delete"), "{said}");
    fs::remove_file(&path).unwrap();
}

/// Reports that the game refutes, with right checksums.
#[test]
fn games_are_replayed() {
    let games = games();
    let find = |is: fn(&GameEnd<_, _>) -> bool| games.iter().find(|game| is(&game.end)).unwrap();
    let won = find(|end| matches!(end, GameEnd::Outcome(_)));
    let cut = find(|end| matches!(end, GameEnd::PlyLimit));
    let first = won.start.players()[0];
    let forfeit = |game: &PlayedGame<Position>, reason| {
        let end = GameEnd::Forfeit { player: first, reason };
        PlayedGame { end, ..game.clone() }
    };
    let legal = cut.positions().last().unwrap().legal_moves()[0];
    let illegal = ForfeitReason::Illegal { m: legal, reason: "none".to_owned() };
    let shorter = PlayedGame { moves: cut.moves[..13].to_vec(), ..cut.clone() };
    let opening = PlayedGame { opening: 15, ..cut.clone() };
    let seats = PlayedGame { time_used: Vec::new(), ..cut.clone() };
    for (game, error) in [
        (PlayedGame { end: GameEnd::PlyLimit, ..won.clone() }, "the game is over by the rules"),
        (forfeit(won, ForfeitReason::NoMove(BotError::NoMove)), "the game is over by the rules"),
        (forfeit(won, ForfeitReason::OutOfTime), "the game is over by the rules"),
        (PlayedGame { end: won.end.clone(), ..cut.clone() }, "the game goes on"),
        (forfeit(cut, illegal), "is legal"),
        (shorter, "the game is shorter than the limit"),
        (opening, "the opening or the times do not fit the game"),
        (seats, "the opening or the times do not fit the game"),
    ] {
        let path = written("forged", &[game]);
        let said = read(&path).unwrap_err();
        assert!(said.contains(&format!("{error}; delete the damaged lines, 2")), "{said}");
        fs::remove_file(&path).unwrap();
    }
    let mut late = won.clone();
    late.time_used[0].time = Duration::MAX;
    let path = written("late", &[late]);
    assert_eq!(read(&path).unwrap()[0].time_used[0].time, Duration::from_micros(u64::MAX));
    fs::remove_file(&path).unwrap();
}

#[test]
fn other_files_are_left_as_they_are() {
    let path = path("other");
    for (text, error) in [
        ("my notes", "expected a file of games of a match, version 2"),
        ("my\nnotes\n", "expected a file of games of a match, version 2"),
        ("{\"format\":\"games of a match, version 1\"}\n", "match, version 2"),
        ("{\"format\":\"games of a match, version 2\"}\n", "line 1: there is no checksum"),
    ] {
        fs::write(&path, text).unwrap();
        let said = read(&path).unwrap_err();
        assert!(said.ends_with(error), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::remove_file(&path).unwrap();
    let folder = std::env::temp_dir();
    assert!(read(&folder).unwrap_err().ends_with("not a regular file"));
}
