//! Records from text.

use std::collections::HashSet;
use std::fmt::Display;
use std::iter;
use std::str::FromStr;

use super::print::SPECIAL;
use super::{Ending, ParseRecordError, Record, RecordResult, is_reserved, seat};
use crate::game::{Notation, Options};

/// Reads one game, as the [module](super) describes it. The current position is the end of the main line.
impl<G: Notation> FromStr for Record<G> {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Self, ParseRecordError> {
        let (mut game, mut found) = (None, 0);
        for next in parse_each(text) {
            (game, found) = (Some(next?), found + 1);
        }
        let refuse = || Place::FIRST.error(format!("expected one game, found {found}"));
        game.filter(|_| found == 1).ok_or_else(refuse)
    }
}

/// Reads all games of a text, one after the other. A text of nothing but white space holds none.
///
/// # Errors
///
/// The first error, and its place.
pub fn parse_all<G: Notation>(text: &str) -> Result<Vec<Record<G>>, ParseRecordError> {
    parse_each(text).collect()
}

/// Reads the games of a text one by one, up to the first error: for long files, as a record takes many times
/// the memory of its text.
pub fn parse_each<G: Notation>(
    text: &str,
) -> impl Iterator<Item = Result<Record<G>, ParseRecordError>> {
    parse_each_from(text, |_| None)
}

/// Like [`parse_each`], for records of other hands: `start` is where a game by these rules begins, if the record has
/// no tag `Start`, or no tag at all.
pub fn parse_each_from<G: Notation>(
    text: &str,
    start: impl Fn(&G::Rules) -> Option<G>,
) -> impl Iterator<Item = Result<Record<G>, ParseRecordError>> {
    let mut reader = Some(Reader::new(text));
    iter::from_fn(move || {
        let rest = reader.as_mut().filter(|reader| reader.peek().is_some())?;
        let game = rest.game(&start);
        if game.is_err() {
            reader = None;
        }
        Some(game)
    })
}

/// The value of a tag of the first game of a text, without reading more than its tags: for programs that
/// have to learn which game it is.
///
/// # Errors
///
/// The first tag that cannot be read.
pub fn first_tag(text: &str, name: &str) -> Result<Option<String>, ParseRecordError> {
    let tags = Reader::new(text).tags()?;
    Ok(tags.into_iter().find(|tag| tag.name == name).map(|tag| tag.value))
}

#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    const FIRST: Self = Self { line: 1, column: 1 };

    fn error(self, problem: impl Display) -> ParseRecordError {
        ParseRecordError { line: self.line, column: self.column, problem: problem.to_string() }
    }
}

struct Tag {
    name: String,
    value: String,
    place: Place,
}

/// The text still to be read.
struct Reader<'t> {
    rest: &'t str,
    place: Place,
}

impl<'t> Reader<'t> {
    /// At the first game of a text, after the byte order mark that some programs write.
    fn new(text: &'t str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Self { rest, place: Place::FIRST };
        reader.skip_space();
        reader
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let mut rest = self.rest.chars();
        let c = rest.next()?;
        self.rest = rest.as_str();
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn next_if(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        self.peek().filter(|&c| wanted(c))?;
        self.next()
    }

    fn skip_space(&mut self) {
        while self.next_if(char::is_whitespace).is_some() {}
    }

    fn game<G: Notation>(
        &mut self,
        usual: impl Fn(&G::Rules) -> Option<G>,
    ) -> Result<Record<G>, ParseRecordError> {
        let place = self.place;
        let tags = self.tags()?;
        let mut record = start(&tags, place, usual)?;
        let end = self.moves(&mut record)?;
        record.nodes.iter_mut().for_each(|node| node.visited = 0);
        record.go_to_main_end();
        let tag = tags.into_iter().find(|tag| tag.name == "Result");
        if let Some(tag) = tag.or(Some(end).filter(|end| end.value != "*")) {
            set_result(&mut record, &tag)?;
        }
        Ok(record)
    }

    fn tags(&mut self) -> Result<Vec<Tag>, ParseRecordError> {
        let (mut tags, mut names) = (Vec::new(), HashSet::new());
        while self.peek() == Some('[') {
            let place = self.place;
            let tag = self.tag(place)?;
            if !names.insert(tag.name.clone()) {
                return Err(place.error(format_args!("the tag {} stands twice", tag.name)));
            }
            tags.push(tag);
            self.skip_space();
        }
        Ok(tags)
    }

    fn tag(&mut self, place: Place) -> Result<Tag, ParseRecordError> {
        self.next();
        let mut name = String::new();
        while let Some(c) = self.next_if(|c| c.is_ascii_alphanumeric() || c == '_') {
            name.push(c);
        }
        if name.is_empty() {
            return Err(self.expected("letters, digits and _"));
        }
        while self.next_if(|c| c == ' ').is_some() {}
        self.expect('"', "\"")?;
        let mut value = String::new();
        loop {
            match self.next_if(|c| c != '\n') {
                Some('"') => break,
                Some('\\') => match self.next_if(|c| ['"', '\\', 'n'].contains(&c)) {
                    Some('n') => value.push('\n'),
                    Some(c) => value.push(c),
                    None => return Err(self.expected("\", \\ or n after \\")),
                },
                Some(c) => value.push(c),
                None => return Err(self.expected("\"")),
            }
        }
        self.expect(']', "]")?;
        Ok(Tag { name, value, place })
    }

    fn expect(&mut self, c: char, expected: &str) -> Result<(), ParseRecordError> {
        self.next_if(|next| next == c).map(|_| ()).ok_or_else(|| self.expected(expected))
    }

    fn expected(&self, expected: &str) -> ParseRecordError {
        let problem = format_args!("expected {expected} in a tag, as in [Start \"...\"]");
        self.place.error(problem)
    }

    /// Reads up to the end of the game, and returns how that is written.
    fn moves<G: Notation>(&mut self, record: &mut Record<G>) -> Result<Tag, ParseRecordError> {
        // Each open bracket: its place, and the node from which the line around it continues.
        let mut open: Vec<(Place, usize)> = Vec::new();
        let mut after_open = false;
        while let Some(c) = self.peek().filter(|&c| c != '*') {
            let place = self.place;
            if let Some(end) = PGN_RESULTS.into_iter().find(|end| self.is_next(end))
                && record.players.len() == 2
                && open.is_empty()
            {
                for _ in end.chars() {
                    self.next();
                }
                self.skip_space();
                return Ok(Tag { name: String::new(), value: end.to_owned(), place });
            }
            if after_open && ['(', ')', '{'].contains(&c) {
                return Err(place.error("expected a move after ("));
            }
            after_open = c == '(';
            match c {
                '(' => {
                    self.next();
                    open.push((place, record.current));
                    if record.undo().is_none() {
                        return Err(place.error("expected a move before a variation"));
                    }
                }
                ')' => {
                    self.next();
                    (_, record.current) =
                        open.pop().ok_or_else(|| place.error("unexpected ')'"))?;
                }
                '{' => add_comment(record, &self.comment(place)?),
                '}' | '[' | ']' => return Err(place.error(format_args!("unexpected {c:?}"))),
                _ => self.word(record)?,
            }
            self.skip_space();
        }
        if let Some((place, _)) = open.pop() {
            return Err(place.error("'(' is not closed"));
        }
        let no_end = self.place.error("expected * at the end of the game");
        let end = Tag { name: String::new(), value: "*".to_owned(), place: self.place };
        self.next_if(|c| c == '*').ok_or(no_end)?;
        self.skip_space();
        Ok(end)
    }

    /// Whether this word comes next.
    fn is_next(&self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        rest.is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace))
    }

    fn comment(&mut self, place: Place) -> Result<String, ParseRecordError> {
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                Some('}') => return Ok(text),
                Some('\\') => text.push(self.next_if(|c| ['\\', '}'].contains(&c)).unwrap_or('\\')),
                Some(c) => text.push(c),
                None => return Err(place.error("'{' is not closed")),
            }
        }
    }

    /// Reads the number of a ply, or moves written in one word.
    fn word<G: Notation>(&mut self, record: &mut Record<G>) -> Result<(), ParseRecordError> {
        let place = self.place;
        let digits = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let found = &self.rest[..self.rest.len() - digits.len()];
        if digits.starts_with('.') && !found.is_empty() {
            let expected = record.ply() + 1;
            // PGN numbers the plies of two players as one.
            let first = record.start().seat_to_move();
            let pair =
                (record.players.len() == 2).then_some((record.ply() + first).div_euclid(2) + 1);
            let is_right = |number| number == expected || Some(number) == pair;
            if !found.parse().is_ok_and(is_right) {
                return Err(place.error(format_args!("ply {found}: expected {expected}.")));
            }
            while self.next_if(|c| c.is_ascii_digit()).is_some() {}
            while self.next_if(|c| c == '.').is_some() {}
            return Ok(());
        }
        let mut moves = Vec::new();
        let (rest, text) = (self.rest, self.move_text());
        let Err(error) = G::parse_word(&text, &mut moves) else {
            return play(record, &moves, place);
        };
        // What is no move of the game may be a sign of PGN.
        if rest.starts_with(';') {
            let comment = rest.lines().next().unwrap_or_default();
            while self.rest.len() > rest.len() - comment.len() && self.next().is_some() {}
            add_comment(record, comment[1..].trim());
            return Ok(());
        }
        if text.strip_prefix('$').is_some_and(|number| number.parse::<u8>().is_ok()) {
            add_comment(record, &text);
            return Ok(());
        }
        let bare = text.trim_end_matches(['!', '?']);
        moves.clear();
        if bare.len() < text.len() && G::parse_word(bare, &mut moves).is_ok() {
            play(record, &moves, place)?;
            add_comment(record, &text[bare.len()..]);
            return Ok(());
        }
        Err(place.error(format_args!("{text:?}: {error}")))
    }

    fn move_text(&mut self) -> String {
        let mut text = String::new();
        let is_part =
            |c: char| c == '\\' || c == '.' || !(c.is_whitespace() || SPECIAL.contains(&c));
        while let Some(c) = self.next_if(is_part) {
            let escaped = if c == '\\' { self.next_if(|c| SPECIAL.contains(&c)) } else { None };
            text.push(escaped.unwrap_or(c));
        }
        text
    }
}

/// How PGN ends a game of two players: the first one won, the second one, neither.
const PGN_RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

fn play<G: Notation>(
    record: &mut Record<G>,
    moves: &[G::Move],
    place: Place,
) -> Result<(), ParseRecordError> {
    moves.iter().try_for_each(|&m| {
        let illegal = |error| place.error(format_args!("{m} is illegal: {error}"));
        record.play(m).map_err(illegal)
    })
}

fn add_comment<G: Notation>(record: &mut Record<G>, more: &str) {
    let comment = &mut record.nodes[record.current].comment;
    if !comment.is_empty() && !more.is_empty() {
        comment.push(' ');
    }
    comment.push_str(more);
}

/// A record in which nothing is played yet, with its tags.
fn start<G: Notation>(
    tags: &[Tag],
    place: Place,
    usual: impl Fn(&G::Rules) -> Option<G>,
) -> Result<Record<G>, ParseRecordError> {
    let find = |name: &str| tags.iter().find(|tag| tag.name == name);
    let rules = match find("Rules") {
        Some(tag) => G::Rules::from_settings(&tag.value).map_err(|error| tag.place.error(error))?,
        None => G::Rules::default(),
    };
    let missing = if tags.is_empty() {
        "expected a tag, as in [Start \"...\"]"
    } else {
        "expected a tag Start among the tags of the game"
    };
    let start = match find("Start") {
        None => usual(&rules).ok_or_else(|| place.error(missing))?,
        Some(Tag { value, place, .. }) => {
            let wrong = |error| place.error(format_args!("start {value:?}: {error}"));
            G::parse(value, &rules).map_err(wrong)?
        }
    };
    let mut record = Record::new(start);
    for Tag { name, value, place } in tags {
        if let Some(seat) = seat(name) {
            let seats = record.players.len();
            let missing =
                || place.error(format_args!("tag {name}: expected a seat from 1 to {seats}"));
            record.players.get_mut(seat).ok_or_else(missing)?.clone_from(value);
        }
        if !is_reserved(name) && !value.is_empty() {
            record.tags.push((name.clone(), value.clone()));
        }
    }
    Ok(record)
}

/// Sets the result of the tag, if the end of the main line allows it.
fn set_result<G: Notation>(record: &mut Record<G>, tag: &Tag) -> Result<(), ParseRecordError> {
    let players = record.start().players();
    let mut allowed = vec![RecordResult::Unfinished];
    match record.position().outcome() {
        Some(outcome) => allowed = vec![RecordResult::Outcome(outcome)],
        None => allowed.extend(Ending::all(players).map(RecordResult::Ending)),
    }
    let pgn = PGN_RESULTS.iter().position(|result| *result == tag.value);
    let winner = pgn.filter(|_| players.len() == 2).map(|number| players.get(number).copied());
    let is_meant = |result: &&RecordResult<G::Player>| match (winner, result) {
        (None, _) => result.to_string() == tag.value,
        (Some(winner), RecordResult::Outcome(outcome)) => outcome.winner() == winner,
        (Some(winner), _) => **result == RecordResult::Ending(Ending::Adjudicated(winner)),
    };
    let Some(result) = allowed.iter().find(is_meant) else {
        let texts = allowed.iter().map(|result| format!("{:?}", result.to_string()));
        let expected = texts.collect::<Vec<_>>().join(" or ");
        return Err(tag.place.error(format_args!("result {:?}: expected {expected}", tag.value)));
    };
    if let &RecordResult::Ending(ending) = result {
        record.set_ending(Some(ending));
    }
    Ok(())
}
