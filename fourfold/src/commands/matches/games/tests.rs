//! Complete and damaged files of matches.

use std::fs;
use std::path::PathBuf;

use arena::{Contestant, Match, Openings};
use engine::search::{BotFn, RandomBot};
use engine::{Game, Limits, NoEvaluation};

use super::*;
use connect_four::Position;

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("match-file-test-{}-{name}", std::process::id()))
}

fn header() -> Header {
    Header {
        game: "connect-four".to_owned(),
        description: "random - \"strange\"; seed 1".to_owned(),
        names: vec!["random".to_owned(), "strange".to_owned()],
    }
}

fn kit() -> Kit {
    Kit::of::<Position>("connect-four", NoEvaluation).build()
}

/// Sometimes returns no move, or an illegal one.
fn strange(position: &Dynamic, _: &Limits) -> Option<Move> {
    let column = position.to_string().bytes().map(u64::from).sum::<u64>() % 20;
    match column {
        19 => None,
        18 => Some("h".into()),
        column => position.legal_moves().get(column as usize % 7).copied(),
    }
}

fn games() -> Vec<PlayedGame<Dynamic>> {
    let contestants = vec![
        Contestant::new("random", || RandomBot::new(0)),
        Contestant::new("strange", || BotFn(strange)),
    ];
    let deals = kit().deals("").unwrap();
    let openings = Openings::dealt(move |seed| deals(seed)).random_plies(2);
    let games = Match::new(contestants, openings).games(40).seed(1).max_plies(14);
    let mut played = Vec::new();
    games.run(|game, _| played.push(game.clone())).unwrap();
    for used in played.iter_mut().flat_map(|game| &mut game.time_used) {
        used.time = Duration::from_micros(used.time.as_micros() as u64);
    }
    played
}

/// The games, each reason of a forfeit as the comment of the record says it.
fn as_read(mut games: Vec<PlayedGame<Dynamic>>) -> Vec<PlayedGame<Dynamic>> {
    for game in &mut games {
        let record = game.record(&header().names);
        if let GameEnd::Forfeit { reason, .. } = &mut game.end {
            let said = record.comment().to_owned();
            *reason = ForfeitReason::NoMove(BotError::Failed { reason: said });
        }
    }
    games
}

fn read(path: &Path) -> Result<Vec<PlayedGame<Dynamic>>, String> {
    let opened = MatchFile::open(&kit(), path, header());
    opened.map(|(_, games)| games).map_err(|error| error.to_string())
}

/// A file with these games.
fn written(name: &str, games: &[PlayedGame<Dynamic>]) -> PathBuf {
    let path = path(name);
    let _ = fs::remove_file(&path);
    let (mut file, found) = MatchFile::open(&kit(), &path, header()).unwrap();
    assert!(found.is_empty());
    for game in games {
        file.add(game).unwrap();
    }
    path
}

#[test]
fn games_are_read_as_they_were_written() {
    let mut games = games();
    let ends = |is: fn(&GameEnd<_, _>) -> bool| games.iter().any(|game| is(&game.end));
    assert!(ends(|end| matches!(end, GameEnd::Outcome(_))));
    assert!(ends(|end| matches!(end, GameEnd::PlyLimit)));
    assert!(ends(|end| matches!(end, GameEnd::Forfeit { .. })));
    let cut = games.iter().position(|game| game.end == GameEnd::PlyLimit).unwrap();
    let first = games[cut].start.players()[0];
    let (won, drawn) = (Outcome::Winner(first), Outcome::Draw);
    for (outcome, by) in [(won, Adjudicator::Judge), (drawn, Adjudicator::Players)] {
        let number = games.len() as u64;
        let end = GameEnd::Adjudicated { outcome, by };
        games.push(PlayedGame { number, end, ..games[cut].clone() });
    }
    // Another program may have said anything before it ended.
    let reason = "it said 1. a *\n\n[Game and ended".to_owned();
    let forfeited = games.iter_mut().find(|game| matches!(game.end, GameEnd::Forfeit { .. }));
    let player = forfeited.as_ref().unwrap().positions().last().unwrap().turn();
    let reason = ForfeitReason::NoMove(BotError::Failed { reason });
    forfeited.unwrap().end = GameEnd::Forfeit { player, reason };
    let path = written("round-trip", &games);
    let mut expected = as_read(games);
    for game in &mut expected {
        if let GameEnd::Forfeit {
            reason: ForfeitReason::NoMove(BotError::Failed { reason }), ..
        } = &mut game.end
        {
            *reason = join(reason.split_whitespace());
        }
    }
    assert_eq!(read(&path).unwrap(), expected);
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_second_process_is_refused() {
    let path = written("lock", &[]);
    let first = MatchFile::open(&kit(), &path, header()).unwrap();
    assert!(read(&path).unwrap_err().ends_with("another process writes to this file"));
    drop(first);
    assert_eq!(read(&path).unwrap().len(), 0);
    fs::remove_file(&path).unwrap();
}

#[test]
fn what_is_complete_of_a_torn_file_is_kept() {
    let games = as_read(games()[..3].to_vec());
    let path = written("torn", &games);
    let bytes = fs::read(&path).unwrap();
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        let found = read(&path).unwrap();
        assert_eq!(found, games[..found.len()]);
        assert!(bytes.starts_with(&fs::read(&path).unwrap()));
        assert_eq!(
            fs::read(&path).unwrap().windows(3).filter(|w| w == b"*\n\n").count(),
            found.len()
        );
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn damaged_records_are_named_and_the_file_is_left_as_it_is() {
    let games = games();
    let path = written("damage", &games);
    let text = fs::read_to_string(&path).unwrap();
    let records: Vec<&str> = text.split_inclusive("*\n\n").collect();
    assert_eq!(records.len(), games.len());
    let [first, second] = [records[0], records[1]];
    let of_second = |from: &str, to: &str| {
        let at = second.find(from).unwrap();
        let end = at + second[at..].find('\n').unwrap();
        [first, &second[..at], to, &second[end..]].concat()
    };
    for (damaged, error) in [
        (of_second("[Number", "[Number \"1\"]"), "entry 2: game 1 came before"),
        (of_second("[Number", "[Number \"0\"]"), "entry 2: Number \"0\" does not fit the game"),
        (of_second("[Seats", ""), "entry 2: expected a tag Seats"),
        (of_second("[Seats", "[Seats \"1\"]"), "entry 2: Seats \"1\" does not fit"),
        (of_second("[Opening", "[Opening \"99\"]"), "entry 2: Opening \"99\" does not fit"),
        (of_second("[Time", "[Time \"1 -1\"]"), "entry 2: Time \"1 -1\" does not fit"),
        (of_second("[Match", "[Match \"random\"]"), "entry 2: it is of another match"),
        (of_second("[Result", "[Result \"none\"]"), "entry 2: line "),
        (of_second("1. ", "1. x *"), "entry 2: line "),
        (format!("{first}my notes"), "entry 2: expected one that begins with [Game"),
        ("my notes".to_owned(), "entry 1: expected one that begins with [Game"),
        ("my\nnotes\n".to_owned(), "entry 1: expected one that begins with [Game"),
        (first.replace("connect-four", "compass"), "entry 1: expected one that begins with [Game"),
        (first.replace('\n', "\r\n"), "entry 1: expected one that begins with [Game"),
    ] {
        fs::write(&path, &damaged).unwrap();
        let said = read(&path).unwrap_err();
        assert!(said.contains(error), "{error}: {said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
    let without = text.replacen(second, "", 1);
    fs::write(&path, without).unwrap();
    assert_eq!(read(&path).unwrap().len(), games.len() - 1);
    fs::remove_file(&path).unwrap();
    assert!(read(&std::env::temp_dir()).unwrap_err().ends_with("not a regular file"));
}

/// Ends that the game refutes.
#[test]
fn ends_are_checked() {
    let games = games();
    let cut = games.iter().find(|game| game.end == GameEnd::PlyLimit).unwrap();
    let path = written("ends", std::slice::from_ref(cut));
    let text = fs::read_to_string(&path).unwrap();
    let drawn = "adjudicated as a draw";
    assert!(text.contains("[Termination \"ply limit\"]") && text.contains(drawn), "{text}");
    for (damaged, error) in [
        (text.replace(drawn, "*"), "the game goes on"),
        (text.replace(drawn, "x resigns"), "no game of a match ends so: x resigns"),
        (text.replace(drawn, "x wins by adjudication"), "Termination \"ply limit\" does not fit"),
        (text.replace("\"ply limit\"", "\"fate\""), "Termination \"fate\" does not fit"),
    ] {
        fs::write(&path, &damaged).unwrap();
        let said = read(&path).unwrap_err();
        assert!(said.contains(error), "{error}: {said}");
    }
    fs::remove_file(&path).unwrap();
}
