//! The laws of a game, on positions and texts that an input chooses.

use std::fmt::Debug;
use std::hash::Hash;

use engine::game::OptionSpec;
use engine::record::{Ending, Record, parse_all};
use engine::{Conformance, Keyed, Notation, Options, Start};

use crate::input::Input;

/// What every game here implements.
pub trait AnyGame: Start + Keyed + Eq + Hash + Debug {}

impl<G> AnyGame for G where G: Start + Keyed + Eq + Hash + Debug {}

/// How many plies an input can play at most.
const MAX_PLIES: usize = 100;

/// Values that some option of some game takes, and a few that none does.
const VALUES: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "11",
    "60",
    "100",
    "4294967295",
    "-1",
    "none",
    "true",
    "false",
    "",
];

/// Plays a game, and in each position checks the laws, moves of other boards, and damaged texts.
///
/// # Panics
///
/// If a law is broken.
pub fn play<G: AnyGame>(data: &[u8]) {
    let input = &mut Input::new(data);
    let mut position = start::<G>(input);
    let foreign = start::<G>(input).legal_moves();
    for _ in 0..MAX_PLIES {
        check_laws(&position);
        check_foreign_moves(&position, &foreign, input);
        check_damaged_text(&position, input);
        let moves = position.legal_moves();
        let Some(&m) = input.choose(&moves) else { break };
        position.play(m).expect("a listed move is legal");
        if input.is_empty() {
            break;
        }
    }
    check_laws(&position);
}

/// Reads the input as a position, a move, a list of moves and an option.
///
/// # Panics
///
/// If a text is accepted that does not print as it was read, or a law is broken in what it says.
pub fn text<G: AnyGame>(data: &[u8]) {
    let input = &mut Input::new(data);
    let mut position = start::<G>(input);
    let text = input.text();
    check_position_text::<G>(&text, &position.rules());
    check_move_text(&position, &text);
    check_option_text::<G>(&text);
    if let Err(error) = position.play_text(&text) {
        assert!(!error.to_string().is_empty());
    }
    check_laws(&position);
}

/// Plays here and there in a record, prints it, damages the text, and reads the input itself as one.
///
/// # Panics
///
/// If the text of a record is not read as the same record.
pub fn record<G: AnyGame>(data: &[u8]) {
    check_record_text::<G>(&String::from_utf8_lossy(data));
    let input = &mut Input::new(data);
    let mut record = Record::new(start::<G>(input));
    for _ in 0..MAX_PLIES {
        let moves = record.position().legal_moves();
        match (input.below(8), input.choose(&moves)) {
            (0, _) => drop(record.undo()),
            (1, _) => record.set_comment(damage("}\\\n{", input)),
            (2, _) => record.promote(),
            (_, Some(&m)) => record.play(m).expect("a listed move is legal"),
            (_, None) => record.set_ending(Some(Ending::Adjudicated(None))),
        }
        if input.is_empty() {
            break;
        }
    }
    let text = record.to_string();
    let again = text.parse::<Record<G>>().unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(again.to_string(), text);
    check_record_text::<G>(&damage(&text, input));
}

fn check_record_text<G: AnyGame>(text: &str) {
    match parse_all::<G>(text) {
        Err(error) => assert!(error.line > 0 && error.column > 0, "{error}"),
        Ok(games) => {
            let printed: String = games.iter().map(ToString::to_string).collect();
            assert!(parse_all::<G>(&printed).is_ok_and(|again| again == games), "{printed}");
        }
    }
}

/// A position that moves chosen by the input lead to.
pub(crate) fn position<G: AnyGame>(input: &mut Input<'_>) -> G {
    let mut position = start::<G>(input);
    for _ in 0..MAX_PLIES {
        let moves = position.legal_moves();
        match input.choose(&moves) {
            Some(&m) if !input.is_empty() => position.play_unchecked(m),
            _ => break,
        }
    }
    position
}

/// A start by rules that the input chooses. What an option refuses stays as it was.
fn start<G: AnyGame>(input: &mut Input<'_>) -> G {
    let mut rules = G::Rules::default();
    for _ in 0..input.below(8) {
        if let Some(OptionSpec { name, values, .. }) = input.choose(G::Rules::SPECS) {
            let values = values.to_string();
            let words: Vec<&str> = values.split([' ', ',']).chain(VALUES).collect();
            let _ = input.choose(&words).map(|value| rules.set(name, value));
        }
    }
    G::start(&rules, u64::from(input.byte()))
}

fn check_laws<G: AnyGame>(position: &G) {
    let conformance = Conformance::explore([position.clone()], 1, 0);
    let result = conformance.rules().and_then(|()| conformance.keys());
    let result = result.and_then(|()| conformance.notation());
    result.unwrap_or_else(|violation| panic!("{violation}"));
}

fn check_foreign_moves<G: AnyGame>(position: &G, foreign: &[G::Move], input: &mut Input<'_>) {
    let Some(&m) = input.choose(foreign) else { return };
    let is_legal = position.legal_moves().contains(&m);
    assert_eq!(position.check(m).is_ok(), is_legal, "{position}: check of {m}");
    let mut played = position.clone();
    if played.play(m).is_err() {
        assert!(played == *position, "{position}: changed by the refused move {m}");
    }
}

/// Replaces, inserts or removes a few characters of the position's text and of a move's.
fn check_damaged_text<G: AnyGame>(position: &G, input: &mut Input<'_>) {
    let text = damage(&position.to_string(), input);
    check_position_text::<G>(&text, &position.rules());
    if let Some(m) = input.choose(&position.legal_moves()) {
        let text = damage(&m.to_string(), input);
        check_move_text(position, &text);
    }
}

fn damage(text: &str, input: &mut Input<'_>) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let alphabet: Vec<char> =
        text.chars().chain("0123456789abABLRtmw-/,. \u{fffd}é".chars()).collect();
    for _ in 0..=input.below(3) {
        let at = input.below(characters.len() + 1);
        let new = *input.choose(&alphabet).expect("the alphabet has letters");
        match input.below(4) {
            0 => characters.insert(at, new),
            1 if at < characters.len() => drop(characters.remove(at)),
            2 => characters.truncate(at),
            _ => {
                if let Some(character) = characters.get_mut(at) {
                    *character = new;
                }
            }
        }
    }
    characters.into_iter().collect()
}

fn check_position_text<G: AnyGame>(text: &str, rules: &G::Rules) {
    match G::parse(text, rules) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(position) => {
            check_laws(&position);
            if let Some(&m) = position.legal_moves().last() {
                let mut next = position;
                next.play_unchecked(m);
                check_laws(&next);
            }
        }
    }
}

fn check_move_text<G: AnyGame>(position: &G, text: &str) {
    match text.parse::<G::Move>() {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(m) => {
            let again = m.to_string().parse::<G::Move>().ok();
            assert_eq!(again, Some(m), "{text:?} is printed as {m}");
            let is_legal = position.legal_moves().contains(&m);
            assert_eq!(position.check(m).is_ok(), is_legal, "{position}: check of {m}");
        }
    }
}

fn check_option_text<G: Notation>(text: &str) {
    let Some((name, value)) = text.split_once('=') else { return };
    let mut rules = G::Rules::default();
    if let Err(error) = rules.set(name, value) {
        assert!(!error.to_string().is_empty());
        return;
    }
    let known = rules.get(name).expect("an option that was set can be read");
    rules.set(name, &known).expect("what was read can be set");
    assert_eq!(rules.get(name), Some(known));
}
