//! The commands of pages, whether they succeed, and whether they print what the pages say: see `answers`.

use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::Instant;
use std::{env, fs, iter, thread};

/// The pages for users. Their commands are run even where nothing is said of what they print.
const FOR_USERS: [&str; 4] =
    ["README.md", "fourfold/README.md", "fourfold/docs/", "examples/README.md"];

/// Commands of a page and the lines that follow them there.
struct Block {
    line: usize,
    command: String,
    is_long: bool,
    expected: Vec<String>,
    /// The first line of what is expected.
    start: usize,
}

fn main() -> ExitCode {
    let (flags, mut pages): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|arg| arg.starts_with("--"));
    if let Some(flag) = flags.iter().find(|flag| *flag != "--long" && *flag != "--update") {
        eprintln!("{flag}: expected --long or --update");
        return ExitCode::from(2);
    }
    if pages.is_empty() {
        pages = lines(&run("git ls-files '*.md'").0);
    }
    let has = |name: &str| flags.iter().any(|flag| flag == name);
    let (long, update) = (has("--long"), has("--update"));
    let pages = Mutex::new(pages.into_iter());
    let counts = Mutex::new([0, 0]);
    let work = || {
        while let Some(page) = { pages.lock().unwrap().next() } {
            for passed in check(&page, long, update) {
                counts.lock().unwrap()[usize::from(!passed)] += 1;
            }
        }
    };
    thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let [passed, failed] = *counts.lock().unwrap();
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns for each block of a page that is run whether it succeeds and prints what the page says.
fn check(page: &str, long: bool, update: bool) -> Vec<bool> {
    let text = fs::read_to_string(page).unwrap_or_else(|error| panic!("{page}: {error}"));
    let mut text = lines(&text);
    let mut results = Vec::new();
    let all = FOR_USERS.iter().any(|start| page.starts_with(start));
    for block in blocks(&text, all).iter().filter(|block| long || !block.is_long) {
        let Block { line, command, expected, start, .. } = block;
        let begin = Instant::now();
        let (printed, error) = run(command);
        let got = lines(printed.trim_end());
        let passed = error.is_empty() && agrees(expected, &got);
        let word = if passed { "passed" } else { "FAILED" };
        let mut report = format!("{word} {page}:{line}: {:.1} s\n", begin.elapsed().as_secs_f64());
        if !passed {
            let places = (1..=expected.len()).find(|&end| {
                let to_there: Vec<String> =
                    expected[..end].iter().cloned().chain([GAP.into()]).collect();
                !agrees(&to_there, &got)
            });
            let place = places.map_or("the end", |end| &expected[end - 1]);
            report += &format!(
                "{command}\n--- expected\n{}\n--- got\n{}\n--- first difference at\n{place}\n{error}\n",
                expected.join("\n"),
                got.join("\n")
            );
        }
        print!("{report}");
        if !passed && update && error.is_empty() {
            let new = updated(expected, &got);
            if !agrees(&new, &got) {
                println!("{page}:{line}: to be updated by hand");
            }
            text.splice(start..&(start + expected.len()), new);
            fs::write(page, text.join("\n") + "\n").unwrap();
        }
        results.push(passed);
    }
    results
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// The commands of a page that are followed by what they print, or all but the long ones among the others.
fn blocks(text: &[String], all: bool) -> Vec<Block> {
    let end_of = |from: usize| from + text[from..].iter().take_while(|line| *line != "```").count();
    let mut blocks = Vec::new();
    for (line, info) in text.iter().enumerate() {
        let is_long = info == "```sh long";
        if info != "```sh" && !is_long {
            continue;
        }
        let end = end_of(line + 1);
        let after = &text[text.len().min(end + 1)..];
        let blank = after.iter().take_while(|line| line.is_empty()).count();
        let (command, start) = (text[line + 1..end].join("\n"), end + blank + 2);
        let expected = if after.get(blank).is_some_and(|line| line == "```text") {
            text[start..end_of(start)].to_vec()
        } else if all && !is_long {
            vec![GAP.to_owned()]
        } else {
            continue;
        };
        blocks.push(Block { line: line + 1, command, is_long, expected, start });
    }
    blocks
}

/// Returns what a command prints, and its errors if it fails.
fn run(command: &str) -> (String, String) {
    let program = "target/release/fourfold ";
    let command = command.replace("cargo run --release -p fourfold -- ", program);
    let command = command.replace("cargo run --release -- ", program);
    let output =
        Command::new("bash").args(["-ec", &command]).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let error = if output.status.success() {
        String::new()
    } else {
        format!("{}: {}", output.status, text(&output.stderr))
    };
    (text(&output.stdout), error)
}

const GAP: &str = "...";
const VARIES: &str = "[..]";

/// Whether lines are as expected, apart from spaces.
fn agrees(expected: &[String], lines: &[String]) -> bool {
    match expected {
        [] => lines.is_empty(),
        [gap, rest @ ..] if gap == GAP => (0..=lines.len()).any(|at| agrees(rest, &lines[at..])),
        [first, rest @ ..] => {
            lines.first().is_some_and(|line| is_like(first, line)) && agrees(rest, &lines[1..])
        }
    }
}

fn is_like(expected: &str, line: &str) -> bool {
    same_words(expected, line, |expected, word| match expected.split_once(VARIES) {
        Some((start, end)) => word.starts_with(start) && word.ends_with(end),
        None => expected == word,
    })
}

fn same_words(a: &str, b: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    a.split_whitespace().count() == b.split_whitespace().count()
        && iter::zip(a.split_whitespace(), b.split_whitespace()).all(|(a, b)| same(a, b))
}

/// What is expected, with the figures of the lines now printed.
fn updated(expected: &[String], got: &[String]) -> Vec<String> {
    let has_digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let similar = |old: &str, new: &str| {
        same_words(old, new, |a, b| a.contains(VARIES) || a == b || has_digit(a) && has_digit(b))
    };
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    let (mut at, mut after_gap) = (0, false);
    let mut update = |old: &String| {
        if old == GAP {
            after_gap = true;
            return old.clone();
        }
        let rest = &got[at.min(got.len())..];
        let rest = if after_gap { rest } else { &rest[..rest.len().min(1)] };
        let found = rest.iter().position(|new| is_like(old, new));
        let found = found
            .or_else(|| rest.iter().position(|new| first(old) == first(new) && similar(old, new)));
        let found = found.or_else(|| rest.iter().position(|new| similar(old, new)));
        let Some(place) = found else { return old.clone() };
        at += place + 1;
        after_gap = false;
        if !old.contains(VARIES) {
            rest[place].clone()
        } else {
            keep_what_varies(old, &rest[place])
        }
    };
    expected.iter().map(&mut update).collect()
}

fn keep_what_varies(old: &str, new: &str) -> String {
    let words = iter::zip(old.split_whitespace(), new.split_whitespace());
    words
        .map(|(old, new)| if old.contains(VARIES) { old } else { new })
        .collect::<Vec<_>>()
        .join(" ")
}
