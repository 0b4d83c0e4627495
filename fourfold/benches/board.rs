//! How fast `fourfold board` answers: moves, many pages at once, and the nodes a second of its analysis
//! beside those of `fourfold analyse`.

#[path = "../tests/served.rs"]
mod served;

use std::io::{BufRead, BufReader};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use served::{Server, get};

const GAMES: [&str; 5] =
    ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];

fn main() {
    let server = Server::start(&[]);
    println!("{:22} {:>12} {:>12}", "answer to a move", "median", "slowest");
    for game in GAMES {
        answers(&server, game);
    }
    pages(&server);
    println!("{:22} {:>12} {:>12} {:>8}", "nodes a second", "board", "analyse", "ratio");
    for game in ["collateral-checkers", "compass", "connect-four", "rolling-mountains"] {
        analysis(&server, game);
    }
}

/// Plays a game by the first moves, and measures what each answer takes.
fn answers(server: &Server, game: &str) {
    let mut moves = String::new();
    let mut millis = Vec::new();
    for _ in 0..40 {
        let started = Instant::now();
        let found = server.json(&format!("/api/position?game={game}&moves={moves}"));
        millis.push(1e3 * started.elapsed().as_secs_f64());
        let Some(m) = found["moves"][0][0].as_str() else { break };
        moves = format!("{moves}+{m}");
    }
    let slowest = millis.iter().copied().fold(0.0, f64::max);
    println!("{game:22} {:9.1} ms {slowest:9.1} ms", median(&mut millis));
}

/// Many pages ask for a position at once, each with an analysis open.
fn pages(server: &Server) {
    const PAGES: usize = 50;
    let watching: Vec<_> =
        (0..PAGES).map(|_| server.open("/api/analysis?game=collateral-checkers&lines=1")).collect();
    let port = server.port;
    let started = Instant::now();
    let asking: Vec<_> = (0..PAGES)
        .map(|_| std::thread::spawn(move || get(port, "/api/position?game=compass").0))
        .collect();
    let answered = asking.into_iter().filter_map(|page| page.join().ok());
    let answered = answered.filter(|&status| status == 200).count();
    let millis = started.elapsed().as_millis();
    drop(watching);
    println!("\n{PAGES} pages at once: {answered} answered within {millis} ms\n");
}

/// In turn, five times each, so that what else the machine does hits both alike.
fn analysis(server: &Server, game: &str) {
    const ROUNDS: usize = 5;
    let mut rounds = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        rounds[0].push(board_speed(server, game));
        rounds[1].push(program_speed(game));
    }
    let mut ratios: Vec<f64> = rounds[0].iter().zip(&rounds[1]).map(|(a, b)| a / b).collect();
    let [board, program] = rounds.map(|mut speeds| median(&mut speeds));
    println!("{game:22} {board:12.0} {program:12.0} {:8.2}", median(&mut ratios));
}

const TIME: Duration = Duration::from_secs(2);

/// What the page shows after some time.
fn board_speed(server: &Server, game: &str) -> f64 {
    let started = Instant::now();
    let events = BufReader::new(server.open(&format!("/api/analysis?game={game}&lines=1")));
    let mut speed = f64::NAN;
    for line in events.lines().map_while(Result::ok) {
        let found = line.strip_prefix("data: ").and_then(|data| serde_json::from_str(data).ok());
        let found: Value = found.unwrap_or_default();
        speed = found["speed"].as_f64().filter(|_| found.get("known").is_some()).unwrap_or(speed);
        if started.elapsed() > TIME {
            break;
        }
    }
    speed
}

fn program_speed(game: &str) -> f64 {
    let millis = TIME.as_millis().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(["analyse", game, "start", "--movetime", &millis, "--table", "32", "--json"])
        .output()
        .unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    found["nodes"].as_f64().unwrap() / found["seconds"].as_f64().unwrap()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
