//! Commands as they are typed in a shell.

use std::path::PathBuf;

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
    words.into_iter().map(|word| quote(&word)).collect::<Vec<_>>().join(" ")
}

fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./@+%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}
