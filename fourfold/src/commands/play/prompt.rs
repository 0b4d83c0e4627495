//! The prompt for people, and moves as they are typed.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use engine::Game;
use engine::board::{counted, quoted};
use kit::{AnyError, Dynamic, Failure, Move};
use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

pub(super) enum Answer {
    Moves(Vec<Move>),
    Help,
    Rules,
    /// The legal moves that begin with this.
    List(String),
    Hint,
    Undo,
    Redo,
    Flip,
    Board,
    Save(PathBuf),
    Load(PathBuf),
    Resign,
    Quit,
    SaveAndQuit(PathBuf),
    End,
    Nothing,
}
use terminal::words::{paragraphs, terminal_width, wrap};

/// Words other than moves, with their help.
const COMMANDS: [(&str, &str); 12] = [
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
        let lines = paragraphs(what, columns.saturating_sub(INDENT));
        format!("  {name:7} {}", lines.join(&format!("\n{:INDENT$}", "")))
    };
    let mut lines = paragraphs(notation, columns);
    lines.push(String::new());
    lines.extend(COMMANDS.map(row));
    lines.extend(paragraphs(KEYS, columns));
    lines.join("\n") + "\n"
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

    /// Reads a line and prints what is wrong with it. The end of the input leaves the game, which is in
    /// `file` if there is one.
    pub(super) fn ask(
        &mut self,
        position: &Dynamic,
        file: Option<&Path>,
    ) -> Result<Answer, Failure> {
        if let Some(completions) = self.editor.helper_mut() {
            completions.position = Some(position.clone());
        }
        let line = match self.line(&format!("{}> ", position.turn()))? {
            Typed::Line(line) => line,
            Typed::Interrupted => {
                anstream::println!("To leave the game type quit.");
                return Ok(Answer::Nothing);
            }
            Typed::End => return self.leave(file),
        };
        let _ = self.editor.add_history_entry(&line);
        match read(position, &line) {
            Ok(Answer::Resign)
                if self.is_at_terminal && !self.confirm("Resign the game? (y/n) ")? =>
            {
                Ok(Answer::Nothing)
            }
            Ok(answer) => Ok(answer),
            Err(error) => {
                anstream::println!("{error}");
                anstream::println!("Type moves for the legal moves, help for more.");
                Ok(Answer::Nothing)
            }
        }
    }

    /// Reads a line. One that is no text counts as empty: the game goes on.
    fn line(&mut self, prompt: &str) -> Result<Typed, Failure> {
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Typed::Line(line.trim().to_owned())),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                anstream::println!("This line is not UTF-8: expected a move or a command.");
                Ok(Typed::Line(String::new()))
            }
            Err(error) => Err(Failure::run(error)),
        }
    }

    /// Asks a question; whatever is not yes means no.
    pub(super) fn confirm(&mut self, question: &str) -> Result<bool, Failure> {
        Ok(matches!(self.line(question)?, Typed::Line(line) if is_yes(&line)))
    }

    /// Asks at the end of the input whether to leave; another end means yes.
    fn leave(&mut self, file: Option<&Path>) -> Result<Answer, Failure> {
        let or_file = if file.is_some() { "" } else { ", or a file to save it to" };
        let question = format!("Leave the game? (y/n{or_file}) ");
        let line = match self.line(&question)? {
            Typed::Line(line) => line,
            Typed::Interrupted => return Ok(Answer::Nothing),
            Typed::End => return Ok(Answer::End),
        };
        Ok(match line.to_ascii_lowercase().as_str() {
            _ if is_yes(&line) => Answer::Quit,
            "" | "n" | "no" => Answer::Nothing,
            _ if file.is_some() => Answer::Nothing,
            _ => Answer::SaveAndQuit(line.into()),
        })
    }
}

enum Typed {
    Line(String),
    Interrupted,
    End,
}

fn is_yes(line: &str) -> bool {
    ["y", "yes"].iter().any(|yes| line.eq_ignore_ascii_case(yes))
}

fn read(position: &Dynamic, line: &str) -> Result<Answer, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match (word.to_ascii_lowercase().as_str(), rest.trim()) {
        ("", _) => Ok(Answer::Nothing),
        ("help", "") => Ok(Answer::Help),
        ("rules", "") => Ok(Answer::Rules),
        ("moves" | "?", beginning) => Ok(Answer::List(beginning.to_owned())),
        ("hint", "") => Ok(Answer::Hint),
        ("undo", "") => Ok(Answer::Undo),
        ("redo", "") => Ok(Answer::Redo),
        ("flip", "") => Ok(Answer::Flip),
        ("board", "") => Ok(Answer::Board),
        ("save" | "load", "") => Err(format!("expected a file, as in {word} my.record")),
        ("save", path) => Ok(Answer::Save(path.into())),
        ("load", path) => Ok(Answer::Load(path.into())),
        ("resign", "") => Ok(Answer::Resign),
        ("quit" | "exit" | "q", "") => Ok(Answer::Quit),
        (word, rest) if COMMANDS.iter().any(|(command, _)| *command == word) => {
            Err(format!("expected nothing after {word}, found {}", quoted(rest)))
        }
        _ => read_moves(position, line).map(Answer::Moves),
    }
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
fn read_moves(position: &Dynamic, line: &str) -> Result<Vec<Move>, String> {
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
