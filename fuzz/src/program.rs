//! The program `fourfold` as a whole: it ends without a panic on any input.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use crate::files::edit;
use crate::input::Input;

const GAMES: [&str; 5] =
    ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];

/// What lines of UGI are made of.
const WORDS: [&str; 40] = [
    "\n",
    "\n",
    "\n",
    "\n",
    "ugi\n",
    "isready\n",
    "uginewgame\n",
    "stop\n",
    "query",
    "go",
    "position",
    "setoption",
    "name",
    "value",
    "startpos",
    "fen",
    "moves",
    "p1turn",
    "gameover",
    "result",
    "depth",
    "nodes",
    "movetime",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "infinite",
    "Hash",
    "Threads",
    "Seed",
    "MultiPV",
    "players",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "5",
    "go depth 3\n",
];

/// Talks UGI to the program: known words in any order, and bytes of any kind.
///
/// # Panics
///
/// If the program panics, or its exit code is that of a failure.
pub fn ugi(data: &[u8]) {
    let input = &mut Input::new(data);
    let game = GAMES[input.below(GAMES.len())];
    let mut lines = Vec::new();
    while !input.is_empty() {
        match input.byte() {
            byte @ 200.. => lines.extend([byte, input.byte()]),
            number => lines.extend_from_slice(WORDS[usize::from(number) % WORDS.len()].as_bytes()),
        }
        lines.push(b' ');
    }
    let output = fourfold(&["ugi", game], &lines);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Goes on with a match whose file is damaged.
///
/// # Panics
///
/// If the program panics.
pub fn matches_file(data: &[u8]) {
    static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let path = scratch("whole");
        let _ = fs::remove_file(&path);
        let output = play_match(&path);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        fs::read(&path).expect("the match was written")
    });
    let path = scratch("damaged");
    fs::write(&path, edit(&FILE, data)).expect("scratch files can be written");
    let output = play_match(&path);
    assert!(matches!(output.status.code(), Some(0..=2)), "{output:?}");
}

fn play_match(path: &Path) -> Output {
    let path = path.to_str().expect("a path of letters");
    let players = ["random", "random", "--games", "4", "--threads", "1", "--out", path];
    fourfold(&[&["arena", "connect-four"][..], &players].concat(), b"")
}

fn scratch(name: &str) -> PathBuf {
    env::temp_dir().join(format!("fourfold-fuzz-{}-{name}", std::process::id()))
}

/// Runs the program that `FOURFOLD` names, or that `cargo build --release` has built.
fn fourfold(arguments: &[&str], input: &[u8]) -> Output {
    static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
        let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/fourfold");
        env::var_os("FOURFOLD").map_or_else(|| built.into(), PathBuf::from)
    });
    let mut child = Command::new(&*PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}: set FOURFOLD", PROGRAM.display()));
    // The program may have ended before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}
