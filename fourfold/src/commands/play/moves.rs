//! Moves as typed by people.

use std::io::{self, Write};

use engine::Game;
use engine::board::counted;
use kit::{AnyError, Dynamic, Move};

use terminal::picture::{terminal_width, wrap};

/// The moves of a line: legal ones, all of one turn.
pub(super) fn read(position: &Dynamic, line: &str) -> Result<Vec<Move>, String> {
    let turn = position.turn();
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        for m in read_word(&position, word)? {
            if position.turn() != turn {
                return Err("these are more plies than your turn has".to_owned());
            }
            position.play(m).map_err(|error| format!("{m} is illegal: {error}"))?;
            moves.push(m);
        }
    }
    Ok(moves)
}

/// The moves of a word; its case and its signs may be wrong where that is not ambiguous.
fn read_word(position: &Dynamic, word: &str) -> Result<Vec<Move>, String> {
    let parsed = parse_in_any_case(position, word);
    let is_legal =
        |moves: &&Vec<Move>| moves.first().is_some_and(|&m| Game::check(position, m).is_ok());
    if let Some(moves) = parsed.as_ref().ok().filter(is_legal) {
        return Ok(moves.clone());
    }
    let (legal, plain_word) = (position.legal_moves(), plain(word));
    let mut meant = legal.iter().filter(|m| plain(&m.to_string()) == plain_word);
    if let (Some(&m), None) = (meant.next(), meant.next()) {
        return Ok(vec![m]);
    }
    let longer = beginning_with(position, word);
    if !longer.is_empty() {
        const SHOWN: usize = 8;
        let dots = if longer.len() > SHOWN { " ..." } else { "" };
        let shown = longer[..longer.len().min(SHOWN)].join(" ");
        return Err(format!("{word} is incomplete: {shown}{dots}"));
    }
    let moves = parsed.map_err(|error| error.to_string())?;
    match moves.first() {
        Some(&m) => match Game::check(position, m) {
            Err(error) => Err(format!("{m} is illegal: {error}")),
            Ok(()) => Ok(moves),
        },
        None => Err(format!("{word:?} is no move")),
    }
}

/// Reads a word as it is, in lower case, or with a capital.
fn parse_in_any_case(position: &Dynamic, word: &str) -> Result<Vec<Move>, AnyError> {
    let lower = word.to_ascii_lowercase();
    let capital = lower.get(..1).unwrap_or_default().to_ascii_uppercase();
    let capitalised = format!("{capital}{}", lower.get(1..).unwrap_or_default());
    let others = || [lower, capitalised].into_iter();
    position
        .parse_word(word)
        .or_else(|error| others().find_map(|other| position.parse_word(&other).ok()).ok_or(error))
}

/// The letters and digits of a move, in lower case, without the sign of a capture.
fn plain(text: &str) -> String {
    let (text, last) = (text.to_ascii_lowercase(), text.len().saturating_sub(1));
    let is_capture = |place, c| c == 'x' && (1..last).contains(&place);
    let kept = text.char_indices().filter(|&(place, c)| !is_capture(place, c));
    kept.map(|(_, c)| c).filter(char::is_ascii_alphanumeric).collect()
}

/// The completions of the last word of a line: the legal moves that begin with it, after the moves
/// before it.
pub(super) fn completions(position: &Dynamic, line: &str) -> Vec<String> {
    let (before, word) = line.rsplit_once(' ').unwrap_or(("", line));
    let mut position = position.clone();
    for m in read(&position, before).unwrap_or_default() {
        position.play_unchecked(m);
    }
    beginning_with(&position, word)
}

fn beginning_with(position: &Dynamic, word: &str) -> Vec<String> {
    let texts = position.legal_moves().into_iter().map(|m| m.to_string());
    let mut texts: Vec<String> = texts
        .filter(|text| text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word)))
        .collect();
    texts.sort();
    texts
}

/// Prints the legal moves that begin with a text, at most a screenful.
pub(super) fn list(out: &mut impl Write, position: &Dynamic, beginning: &str) -> io::Result<()> {
    const ROWS: usize = 18;
    let moves = beginning_with(position, beginning);
    let count = counted(moves.len(), "legal move");
    let beginning = if beginning.is_empty() { "" } else { " with this beginning" };
    writeln!(out, "{count}{beginning}{}", if moves.is_empty() { "." } else { ":" })?;
    let rows = wrap(moves, terminal_width().saturating_sub(2));
    for row in rows.iter().take(ROWS) {
        writeln!(out, "  {row}")?;
    }
    if rows.len() > ROWS {
        writeln!(out, "  ... (type the beginning of a move for fewer: moves {})", &rows[0][..1])?;
    }
    Ok(())
}
