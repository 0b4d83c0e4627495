//! The prompt for people, and moves as they are typed.

use std::io::{self, ErrorKind, IsTerminal, Write};

use engine::Game;
use engine::board::counted;
use kit::{AnyError, Dynamic, Failure, Move};
use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use terminal::words::{paragraphs, terminal_width, wrap};

/// Words other than moves, with their help.
pub(super) const COMMANDS: [(&str, &str); 12] = [
    ("help", "show this"),
    ("rules", "how the game is played"),
    ("moves", "list the legal moves, or those with a beginning: moves BEGINNING"),
    ("hint", "show the move of the search"),
    ("undo", "take your last move back"),
    ("redo", "replay what was taken back"),
    ("flip", "turn the board around"),
    ("board", "show the board again"),
    ("save", "write a record of the game to a file: save FILE"),
    ("load", "resume the game of such a file: load FILE"),
    ("resign", "resign the game"),
    ("quit", "leave the game"),
];

/// The commands and the notation of moves, in lines of at most `columns` columns.
pub(super) fn help(notation: &str, columns: usize) -> String {
    const KEYS: &str = "Tab completes moves and commands, the arrow keys bring back earlier lines.";
    const INDENT: usize = 10;
    let columns = columns.min(80);
    let row = |(name, what): (&str, &str)| {
        let what = paragraphs(what, columns.saturating_sub(INDENT));
        format!("  {name:7} {}\n", what.replace('\n', &format!("\n{:INDENT$}", "")))
    };
    let (notation, keys) = (paragraphs(notation, columns), paragraphs(KEYS, columns));
    format!("{notation}\n\n{}{keys}\n", COMMANDS.map(row).concat())
}

pub(super) struct Prompt {
    editor: Editor<Completions, DefaultHistory>,
    /// May change: the terminal can be closed.
    pub(super) is_at_terminal: bool,
}

impl Prompt {
    pub(super) fn new() -> Result<Self, Failure> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).map_err(Failure::run)?;
        editor.set_helper(Some(Completions { position: None }));
        Ok(Self { editor, is_at_terminal: io::stdin().is_terminal() })
    }

    /// Reads a line of the player to move.
    pub(super) fn ask(&mut self, position: &Dynamic) -> Result<String, ReadlineError> {
        if let Some(completions) = self.editor.helper_mut() {
            completions.position = Some(position.clone());
        }
        let line = self.line(&format!("{}> ", position.turn()))?;
        let _ = self.editor.add_history_entry(&line);
        Ok(line)
    }

    /// Reads a line. One that is no text counts as empty: the game goes on.
    pub(super) fn line(&mut self, prompt: &str) -> Result<String, ReadlineError> {
        match self.editor.readline(prompt) {
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                anstream::println!("This line is not UTF-8: expected a move or a command.");
                Ok(String::new())
            }
            line => Ok(line?.trim().to_owned()),
        }
    }

    /// Asks a question; whatever is not yes means no.
    pub(super) fn confirm(&mut self, question: &str) -> bool {
        self.line(question).is_ok_and(|line| is_yes(&line))
    }
}

pub(super) fn is_yes(line: &str) -> bool {
    ["y", "yes"].iter().any(|yes| line.eq_ignore_ascii_case(yes))
}

struct Completions {
    position: Option<Dynamic>,
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let line = &line[..cursor];
        let start = line.rfind(' ').map_or(0, |space| space + 1);
        let commands = COMMANDS.iter().map(|(name, _)| *name);
        let commands = commands.filter(|name| start == 0 && name.starts_with(line));
        let moves = self.position.iter().flat_map(|position| completions(position, line));
        Ok((start, moves.chain(commands.map(str::to_owned)).collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}

impl Validator for Completions {}

impl Helper for Completions {}

/// The moves of a line: legal ones, all of one turn.
pub(super) fn read_moves(position: &Dynamic, line: &str) -> Result<Vec<Move>, String> {
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
    let legal = |moves: Vec<Move>| {
        let &first = moves.first().ok_or_else(|| format!("{word:?} is no move"))?;
        let checked = Game::check(position, first);
        checked.map(|()| moves).map_err(|error| format!("{first} is illegal: {error}"))
    };
    let parsed = parse_in_any_case(position, word).map_err(|error| error.to_string());
    let error = match parsed.and_then(legal) {
        Ok(moves) => return Ok(moves),
        Err(error) => error,
    };
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
    Err(error)
}

/// Reads a word as it is, in lower case, or with a capital.
fn parse_in_any_case(position: &Dynamic, word: &str) -> Result<Vec<Move>, AnyError> {
    let lower = word.to_ascii_lowercase();
    let capital = lower.get(..1).unwrap_or_default().to_ascii_uppercase();
    let capitalised = format!("{capital}{}", lower.get(1..).unwrap_or_default());
    let other = || [lower, capitalised].iter().find_map(|text| position.parse_word(text).ok());
    position.parse_word(word).or_else(|error| other().ok_or(error))
}

/// The letters and digits of a move, in lower case, without the sign of a capture.
fn plain(text: &str) -> String {
    let (text, last) = (text.to_ascii_lowercase(), text.len().saturating_sub(1));
    let is_capture = |place, c| c == 'x' && (1..last).contains(&place);
    let kept = text.char_indices().filter(|&(place, c)| !is_capture(place, c));
    kept.map(|(_, c)| c).filter(char::is_ascii_alphanumeric).collect()
}

/// The completions of the last word of a line: the legal moves that begin with it, after the moves before it.
fn completions(position: &Dynamic, line: &str) -> Vec<String> {
    let (before, word) = line.rsplit_once(' ').unwrap_or(("", line));
    let mut position = position.clone();
    for m in read_moves(&position, before).unwrap_or_default() {
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
