//! Records: the tree of moves, and the text printed and read again.

use crate::fixtures::grab::Grab;
use engine::record::{
    Ending, Record, RecordResult, TagError, first_tag, parse_all, parse_each_from,
};
use engine::{Game, Outcome, Points};
use proptest::prelude::*;

fn record(moves: &[u8]) -> Record<Grab> {
    let mut record = Record::new(Grab::new(2, 9));
    for &m in moves {
        record.play(m).unwrap();
    }
    record
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut record = record(&[3, 2, 1]);
    assert_eq!((record.redo(), record.undo(), record.undo()), (None, Some(1), Some(2)));
    record.play(1).unwrap();
    assert_eq!((record.line(), record.ply()), (vec![3, 1], 2));
    assert!(record.play(9).is_err());
    assert_eq!((record.line(), record.last_move()), (vec![3, 1], Some(1)));
    record.undo();
    assert_eq!(record.continuations().collect::<Vec<_>>(), [2, 1]);
    assert_eq!(record.redo(), Some(1), "the line that was left");
    record.promote();
    record.undo();
    assert_eq!(record.continuations().collect::<Vec<_>>(), [1, 2]);
    record.play(2).unwrap();
    assert_eq!(record.redo(), Some(1), "what is recorded there is kept");
    assert!(record.go_to(0) && record.undo().is_none());
    assert!(record.go_to(3) && !record.go_to(4));
    assert_eq!(record.line(), [3, 2, 1]);
    record.go_to_main_end();
    assert_eq!(record.line(), [3, 1]);
}

#[test]
fn the_result_is_that_of_the_end_of_the_main_line() {
    let mut record = record(&[3, 3]);
    assert_eq!(record.result(), RecordResult::Unfinished);
    record.set_ending(Some(Ending::Resigned(1)));
    record.undo();
    record.play(2).unwrap();
    assert_eq!(record.result().to_string(), "1 resigns", "a variation changes nothing");
    record.promote();
    assert_eq!(record.result(), RecordResult::Unfinished, "there the game went on");
    record.set_ending(Some(Ending::Adjudicated(None)));
    record.play(3).unwrap();
    assert_eq!(record.result(), RecordResult::Unfinished);
    record.set_ending(Some(Ending::Forfeited(0)));
    record.play(1).unwrap();
    let points = Outcome::Points(Points::new([(0, 6), (1, 3)]));
    assert_eq!(record.result(), RecordResult::Outcome(points));
}

#[test]
fn tags_of_the_record_itself_are_refused() {
    let mut record = record(&[]);
    for name in ["Start", "Rules", "Result", "Player1", "Player12"] {
        let name = name.to_owned();
        assert_eq!(record.set_tag(&name, "x"), Err(TagError::Reserved { name }));
    }
    for name in ["", "a b", "Ereignis-1", "\u{e9}"] {
        assert_eq!(record.set_tag(name, "x"), Err(TagError::Name { name: name.to_owned() }));
    }
    for name in ["Player", "Player0", "Player01", "Players"] {
        record.set_tag(name, name).unwrap();
    }
    record.set_tag("Player", "").unwrap();
    assert_eq!((record.tag("Player"), record.tag("Player0")), (None, Some("Player0")));
    assert_eq!(record.tags().count(), 3);
}

#[test]
fn a_file_may_hold_several_games_written_by_hand() {
    let text = "\n[Game \"grab\"][Start \"4,0 0 0\"]\n3 1* [Start \"3,1 0 0\"]\n\n\
                {Short.} 1.1{a}{b}(1. 2 (3) {c} 2...1) 2 *\n\n[Start \"3,0 0\"]*[Start \"2,0 0\"]1*";
    assert_eq!(first_tag(text, "Game"), Ok(Some("grab".to_owned())));
    let games = parse_all::<Grab>(text).unwrap();
    let printed: Vec<String> = games.iter().map(ToString::to_string).collect();
    assert_eq!(
        printed,
        [
            "[Game \"grab\"]\n[Start \"4,0 0 0\"]\n[Result \"0 wins 3-1\"]\n\n1. 3 2. 1 *\n",
            "[Start \"3,1 0 0\"]\n[Result \"0 wins 2-1\"]\n\n\
             {Short.} 1. 1 {a b} (1. 2 {c} 2. 1) (1. 3) 2. 2 *\n",
            "[Start \"3,0 0\"]\n[Result \"*\"]\n\n*\n",
            "[Start \"2,0 0\"]\n[Result \"*\"]\n\n1. 1 *\n",
        ]
    );
    assert_eq!(parse_all::<Grab>(&printed.concat()).unwrap(), games);
    assert_eq!(parse_all::<Grab>(" \n"), Ok(Vec::new()));
}

#[test]
fn a_byte_order_mark_may_stand_in_front() {
    let text = "[Game \"grab\"]\n[Start \"9,0 0 0\"]\n1. 3 *\n";
    let marked = format!("\u{feff}{text}");
    assert_eq!(marked.parse::<Record<Grab>>(), text.parse());
    assert_eq!(first_tag(&marked, "Game"), Ok(Some("grab".to_owned())));
    let error = format!("\u{feff}{marked}").parse::<Record<Grab>>().unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 1: expected a tag, as in [Start \"...\"]");
}

/// Tags, comments on one move and variations take time in proportion to their number.
#[test]
fn long_texts_of_any_kind_are_read() {
    const COUNT: usize = 300_000;
    let tags: Vec<String> = (0..COUNT).map(|i| format!("[T{i} \"{i}\"]\n")).collect();
    let tags = tags.concat();
    let text = format!(
        "{tags}[Start \"9,0 0 0\"]\n1. 3{}{} *\n",
        "{a}".repeat(COUNT),
        "(1. 2)".repeat(COUNT)
    );
    let record: Record<Grab> = text.parse().unwrap();
    assert_eq!(record.tags().count(), COUNT);
    assert_eq!(record.comment().len(), 2 * COUNT - 1);
    let twice = format!("{tags}[T7 \"x\"]\n");
    let error = parse_all::<Grab>(&twice).unwrap_err();
    assert_eq!(error.to_string(), format!("line {}, column 1: the tag T7 stands twice", COUNT + 1));
}

#[test]
fn errors_say_where_and_what() {
    let start = "[Start \"4,0 0 0\"]\n";
    for (text, error) in [
        ("", "line 1, column 1: expected one game, found 0"),
        (&format!("{start}*{start}*"), "line 1, column 1: expected one game, found 2"),
        ("3 1", "line 1, column 1: expected a tag, as in [Start \"...\"]"),
        (
            "\n[\u{e9}]",
            "line 2, column 2: expected letters, digits and _ in a tag, as in [Start \"...\"]",
        ),
        ("[A]", "line 1, column 3: expected \" in a tag, as in [Start \"...\"]"),
        ("[A \"\n\"]", "line 1, column 5: expected \" in a tag, as in [Start \"...\"]"),
        (
            "[A \"\\q\"]",
            "line 1, column 6: expected \", \\ or n after \\ in a tag, as in [Start \"...\"]",
        ),
        ("[A \"\"", "line 1, column 6: expected ] in a tag, as in [Start \"...\"]"),
        ("[A \"\"]\n [A \"\"]", "line 2, column 2: the tag A stands twice"),
        ("\n[A \"\"]", "line 2, column 1: expected a tag Start among the tags of the game"),
        (
            "[Start \"4,0 0 0\"] [Rules \"a=1\"]",
            "line 1, column 19: unknown option \"a\": expected none, this game has no options",
        ),
        ("[Start \"4\"]", "line 1, column 1: start \"4\": not a position"),
        (
            &format!("{start}[Player3 \"\"]"),
            "line 2, column 1: tag Player3: expected a seat from 1 to 2",
        ),
        (
            &format!("{start}[Result \"won\"]\n1 *"),
            "line 2, column 1: result \"won\": expected \"*\" or \"0 resigns\" or \"0 forfeits\" or \
             \"0 wins by adjudication\" or \"1 resigns\" or \"1 forfeits\" or \"1 wins by adjudication\" \
             or \"adjudicated as a draw\"",
        ),
        (
            &format!("{start}[Result \"1 resigns\"]\n1 3*"),
            "line 2, column 1: result \"1 resigns\": expected \"1 wins 1-3\"",
        ),
        (&format!("{start}1. 1\n  3. 1"), "line 3, column 3: ply 3: expected 2."),
        (&format!("{start}1 x"), "line 2, column 3: \"x\": invalid digit found in string"),
        (
            &format!("{start}{{\u{e9}\n}} 9"),
            "line 3, column 3: 9 is illegal: it is not among the legal moves",
        ),
        (&format!("{start}(1)"), "line 2, column 1: expected a move before a variation"),
        (&format!("{start}1 ()"), "line 2, column 4: expected a move after ("),
        (&format!("{start}1 ({{x}} 2)"), "line 2, column 4: expected a move after ("),
        (&format!("{start}1)"), "line 2, column 2: unexpected ')'"),
        (&format!("{start}1 }}"), "line 2, column 3: unexpected '}'"),
        (&format!("{start}1 ]"), "line 2, column 3: unexpected ']'"),
        (&format!("{start}1 (2 (3) *"), "line 2, column 3: '(' is not closed"),
        (&format!("{start}1 (2\n{start}"), "line 3, column 1: unexpected '['"),
        (&format!("{start}1\n"), "line 3, column 1: expected * at the end of the game"),
        (&format!("{start}1 [A"), "line 2, column 3: unexpected '['"),
        (&format!("{start}1 {{\n"), "line 2, column 3: '{' is not closed"),
    ] {
        assert_eq!(text.parse::<Record<Grab>>().unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn a_deep_tree_needs_no_deep_stack() {
    let mut text = "[Start \"200,0 0 0\"]\n1 ".to_owned();
    text.push_str(&"(2 1 ".repeat(80));
    text.push_str(&")".repeat(80));
    text.push('*');
    let record: Record<Grab> = text.parse().unwrap();
    assert_eq!(record.to_string().parse(), Ok(record));
    let unclosed = "(".repeat(1_000_000);
    assert!(unclosed.parse::<Record<Grab>>().is_err());
}

/// A record that the numbers choose: each plays, goes somewhere, or says something.
fn chosen(players: usize, choices: &[(u8, String)]) -> Record<Grab> {
    let mut record = Record::new(Grab::new(players, 40));
    for (choice, text) in choices {
        match choice {
            0..=9 => drop(record.play(choice % 3 + 1)),
            10 | 11 => drop(record.undo()),
            12 => drop(record.redo()),
            13 => drop(record.go_to(text.len())),
            14 => record.promote(),
            15 => record.set_comment(text),
            16 => record.set_tag(&format!("T{}", text.len()), text).unwrap(),
            17 => record.set_players([text, "", text]),
            _ => {
                let player = record.position().turn();
                record.set_ending(Some(Ending::Forfeited(player)));
            }
        }
    }
    record
}

proptest! {
    #[test]
    fn what_is_printed_is_read_again(
        players in 1..5_usize,
        choices in prop::collection::vec((0..19_u8, "[ -~\n\u{e9}]{0,12}|.{0,4}"), 0..60),
    ) {
        let record = chosen(players, &choices);
        let text = record.to_string();
        let again = text.parse::<Record<Grab>>();
        prop_assert!(again.is_ok(), "{text}: {}", again.unwrap_err());
        let mut again = again.unwrap();
        prop_assert_eq!(again.to_string(), text);
        prop_assert_eq!(again.result(), record.result());
        prop_assert_eq!(again.players(), record.players());
        prop_assert!(again.tags().eq(record.tags()));
        let mut record = record;
        record.go_to_main_end();
        loop {
            prop_assert_eq!(again.position(), record.position());
            prop_assert_eq!(again.comment(), record.comment());
            prop_assert!(again.continuations().eq(record.continuations()));
            if again.undo().is_none() | record.undo().is_none() {
                break;
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in "(\\[Start \"9,0 0 0\"\\])?([0-3 .(){}\\[\\]\n\\\\\"]|[ -~]){0,40}"
    ) {
        if let Ok(games) = parse_all::<Grab>(&text) {
            let printed: Vec<String> = games.iter().map(ToString::to_string).collect();
            prop_assert_eq!(parse_all::<Grab>(&printed.join("\n")).unwrap(), games);
        }
    }
}

#[test]
fn a_start_that_is_missing_is_given() {
    let start = |(): &()| Some(Grab::new(2, 7));
    let read =
        |text: &str| -> Result<Vec<Record<Grab>>, _> { parse_each_from(text, start).collect() };
    let games = read("1. 3 2. 1 *\n[Event \"x\"]\n1. 2 *[Start \"9,0 0 0\"] *").unwrap();
    let starts: Vec<String> = games.iter().map(|game| game.start().to_string()).collect();
    assert_eq!(starts, ["7,0 0 0", "7,0 0 0", "9,0 0 0"]);
    assert_eq!(games[1].tag("Event"), Some("x"));
    assert!(
        read("nonsense").unwrap_err().to_string().starts_with("line 1, column 1: \"nonsense\"")
    );
    let unknown = parse_each_from::<Grab>("1. 3 *", |()| None).next().unwrap().unwrap_err();
    assert_eq!(unknown.problem, "expected a tag, as in [Start \"...\"]");
}

/// Those of pairs of plies count as well, with dots for the second one.
#[test]
fn numbers_of_pairs_are_read() {
    let read = |text: &str| format!("[Start \"9,0 0 0\"] {text}").parse::<Record<Grab>>();
    let expected = read("1. 3 2. 1 3. 2 *").unwrap();
    assert_eq!(read("1. 3 1 2. 2 *").unwrap(), expected);
    assert_eq!(read("1. 3 {a pair} 1... 1 2. 2 *").unwrap().ply(), 3);
    assert!(read("1. 3 1 4. 2 *").is_err());
}

#[test]
fn signs_of_pgn_are_read() {
    let read = |text: &str| format!("[Start \"7,0 0 0\"]\n\n{text}\n").parse::<Record<Grab>>();
    let text = "1. 3! $14 ; the first move\n2. 2?? (2. 1 $3) {so} ;and\n 1/2-1/2";
    let record = read(text).unwrap();
    let expected = "1. 3 {! $14 the first move} 2. 2 {?? so and} (2. 1 {$3}) *";
    assert!(record.to_string().contains(expected), "{record}");
    assert_eq!(record.result(), RecordResult::Ending(Ending::Adjudicated(None)));
    for (end, winner) in [("1-0", Some(0)), ("0-1", Some(1))] {
        let adjudicated = RecordResult::Ending(Ending::Adjudicated(winner));
        assert_eq!(read(&format!("3 {end}")).unwrap().result(), adjudicated);
        let tagged = format!("[Start \"7,0 0 0\"]\n[Result \"{end}\"]\n\n3 *\n");
        assert_eq!(tagged.parse::<Record<Grab>>().unwrap().result(), adjudicated);
    }
    // The players have 6 and 1.
    assert!(read("3 1 3 1-0").is_ok());
    let wrong = read("3 1 3 0-1").unwrap_err().to_string();
    assert!(wrong.contains("line 3, column 7: result \"0-1\": expected"), "{wrong}");
    for wrong in ["3 $", "3 $x", "3 $400", "9!", "! 3", "3 1-", "3 (1-0)"] {
        assert!(read(&format!("{wrong} *")).is_err(), "{wrong}");
    }
}
