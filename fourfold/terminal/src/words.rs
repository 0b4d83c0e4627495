//! Results, rules, scores, numbers and commands as text, and lines that fit the terminal.

use std::fmt::{Display, Write as _};
use std::path::PathBuf;

use anstream::adapter::strip_str;
use engine::board::counted;
use engine::game::OptionSpec;
use engine::{Outcome, Score};
use indicatif::HumanCount;

/// `ongoing`, or the outcome: `draw` or `<player> wins`, then the points if the game is played for points.
pub fn describe<P: Copy + Eq + Display>(outcome: Option<Outcome<P>>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}

/// Every option with its value, or `none`.
pub fn rules_text(settings: &str) -> String {
    if settings.is_empty() { "none".to_owned() } else { settings.replace(',', " ") }
}

/// Rule options with their defaults and values, each on a line of its own.
pub fn list_options(options: &[(OptionSpec, String)]) -> String {
    let mut text = String::new();
    for (OptionSpec { name, about, values, .. }, default) in options {
        let _ = write!(text, "\n  {name}={default}: {values}; {about}");
    }
    if text.is_empty() { "\n  none".to_owned() } else { text }
}

/// A number with its digits in groups, and the noun that it counts: `1 position`, `2,000 positions`.
pub fn grouped(number: u64, noun: &str) -> String {
    counted(number, noun).replacen(&number.to_string(), &HumanCount(number).to_string(), 1)
}

/// A score as text: a proven value of 0 is a draw.
pub fn in_words(score: Score, proven: bool) -> String {
    if proven && score == Score::DRAW { "draw".to_owned() } else { score.to_string() }
}

/// The moves of a line, or other parts, separated by spaces.
pub fn join(parts: impl IntoIterator<Item: ToString>) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(" ")
}

/// The columns that a line takes.
pub(crate) fn visible(line: &str) -> usize {
    strip_str(line).to_string().chars().count()
}

/// The columns of the terminal; 80 where there is none.
pub fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| width.0.into())
}

/// Breaks each line of a text into lines of at most `columns` columns.
pub fn paragraphs(text: &str, columns: usize) -> String {
    let lines = text.lines().flat_map(|line| wrap(line.split(' ').map(str::to_owned), columns));
    lines.collect::<Vec<_>>().join("\n")
}

/// Breaks words into lines of at most `columns` columns.
pub fn wrap(words: impl IntoIterator<Item = String>, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if visible(line) + 1 + visible(&word) <= columns => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

pub fn program() -> String {
    let path = PathBuf::from(std::env::args_os().next().unwrap_or_default());
    path.file_name().map_or_else(|| "fourfold".to_owned(), |name| name.to_string_lossy().into())
}

/// The command that runs, without the folder of the program.
pub fn running() -> String {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into());
    command(std::iter::once(program()).chain(words))
}

/// A command of these words.
pub fn command(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().map(|word| quote_word(&word)).collect::<Vec<_>>().join(" ")
}

fn quote_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./@+%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}
