//! `fourfold board`, by HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::program;

/// A server of its own for a test; it ends with the test.
pub(crate) struct Server {
    child: Child,
    port: u16,
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut child = program().arg("board").stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://127.0.0.1:").nth(1).unwrap();
        let port = address.split('/').next().unwrap().parse().unwrap();
        Self { child, port }
    }

    fn open(&self, path: &str, headers: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
        stream
    }

    /// The whole response to a request with these headers.
    fn raw(&self, path: &str, headers: &str) -> String {
        let mut response = Vec::new();
        self.open(path, headers).read_to_end(&mut response).unwrap();
        String::from_utf8_lossy(&response).into_owned()
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    /// Status and body of the response to an ordinary request.
    fn get(&self, path: &str) -> (u16, String) {
        let response = self.raw(path, &self.host());
        let status = response.split(' ').nth(1).unwrap().parse().unwrap();
        (status, response.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    fn error(&self, path: &str) -> String {
        let (status, body) = self.get(path);
        assert_eq!(status, 422, "{path}: {body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        body["error"].as_str().unwrap().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const GAMES: [&str; 5] =
    ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];

#[test]
fn every_game_is_on_the_page() {
    let server = Server::start();
    let (status, page) = server.get("/");
    assert!(status == 200 && page.starts_with("<!doctype html>"));
    for file in
        ["style.css", "theme.css", "main.js", "board.js", "tree.js", "panels.js", "icon.svg"]
    {
        assert_eq!(server.get(&format!("/{file}")).0, 200, "{file}");
    }
    let games = server.json("/api/games");
    let names: Vec<&str> =
        games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, GAMES);
    for game in GAMES {
        let found = server.json(&format!("/api/position?game={game}"));
        assert!(found["svg"].as_str().unwrap().starts_with("<svg"));
        assert!(!found["svg"].as_str().unwrap().contains("<style"));
        assert_eq!(
            found["moves"].as_array().unwrap().len() as u64,
            found["count"].as_u64().unwrap()
        );
    }
}

/// Plays games by the first move that is offered: every move can be played, and two moves have
/// different places.
#[test]
fn games_can_be_played_by_pointing() {
    let server = Server::start();
    for game in GAMES {
        let mut moves = String::new();
        for ply in 0..24 {
            let found = server.json(&format!("/api/position?game={game}&moves={moves}"));
            let offered = found["moves"].as_array().unwrap();
            let mut places: Vec<&Value> = offered.iter().map(|offer| &offer[1]).collect();
            let count = places.len();
            places.sort_by_key(ToString::to_string);
            places.dedup();
            assert_eq!(places.len(), count, "{game} after {moves}");
            let Some(chosen) = offered.get(ply * 7 % count.max(1)) else {
                assert!(found["outcome"].is_string());
                break;
            };
            moves = format!("{moves}+{}", chosen[0].as_str().unwrap());
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let server = Server::start();
    assert!(server.error("/api/position?game=chess").contains("no game"));
    assert!(server.error("/api/position?game=collapsi&start=AAAA").contains("expected"));
    let error = server.error("/api/position?game=connect-four&moves=d+z");
    assert!(error.contains("not a column"), "{error}");
    assert!(server.error("/api/position?game=compass&rules=ply_limit%3Dsoon").contains("soon"));
    assert!(server.error("/api/move?game=collapsi&player=clever").contains("no player"));
    let floating = "7/7/7/7/x6/7%20o";
    let error = server.error(&format!("/api/position?game=connect-four&start={floating}"));
    assert_eq!(error, "there is nothing under the stone in column a, row 2");
    let many = "d+".repeat(20_000);
    assert_ne!(server.get(&format!("/api/position?game=connect-four&moves={many}")).0, 200);
    assert_eq!(server.get("/nothing").0, 404);
    assert_eq!(server.get("/").0, 200);
}

#[test]
fn strangers_are_refused() {
    let server = Server::start();
    let ours = server.host();
    for headers in [
        "Host: example.com\r\n".to_owned(),
        format!("{ours}Origin: http://example.com\r\n"),
        format!("{ours}Origin: null\r\n"),
        format!("{ours}Sec-Fetch-Site: cross-site\r\n"),
    ] {
        let response = server.raw("/api/games", &headers);
        assert!(response.starts_with("HTTP/1.1 403"), "{headers}{response}");
    }
    let origin = format!("{ours}Origin: http://127.0.0.1:{}\r\n", server.port);
    let response = server.raw("/", &origin);
    assert!(response.starts_with("HTTP/1.1 200"));
    let response = response.to_lowercase();
    assert!(response.contains("content-security-policy: default-src 'none';"));
    assert!(response.contains("x-content-type-options: nosniff"));
}

/// The events of a stream up to the last one, as name and data.
fn events(stream: TcpStream) -> Vec<(String, Value)> {
    let mut events = Vec::new();
    let mut name = String::new();
    for line in BufReader::new(stream).lines().map(Result::unwrap) {
        if let Some(event) = line.strip_prefix("event: ") {
            event.clone_into(&mut name);
        } else if let Some(data) = line.strip_prefix("data: ") {
            events.push((name.clone(), serde_json::from_str(data).unwrap()));
            if name == "end" {
                break;
            }
        }
    }
    events
}

#[test]
fn analysis_of_collapsi_is_exact() {
    let server = Server::start();
    let path = "/api/analysis?game=collapsi&start=A223/4A2J/3A23/J3A4&lines=3";
    let found = events(server.open(path, &server.host()));
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["moves", "lines", "end"]);
    let lines = found[0].1["lines"].as_array().unwrap();
    assert_eq!(lines[0]["worth"], serde_json::json!(["win", 13]));
    assert!(lines.iter().all(|line| line["proven"] == true));
    assert!(found[1].1["overlay"].as_str().unwrap().contains("hue-green"));
}

/// More pages look at once than searches run: none is lost, and those that go make room.
#[test]
fn many_pages_at_once() {
    let server = Server::start();
    let path = "/api/analysis?game=collateral-checkers&lines=1";
    let watching: Vec<TcpStream> = (0..50).map(|_| server.open(path, &server.host())).collect();
    let started = Instant::now();
    for _ in 0..20 {
        assert_eq!(server.get("/api/position?game=compass").0, 200);
    }
    assert!(started.elapsed() < Duration::from_secs(20));
    drop(watching);
    let path = "/api/move?game=connect-four&player=search:nodes=1000";
    assert!(server.json(path)["move"].is_string());
}

#[test]
fn puzzles_have_a_single_winning_move() {
    let server = Server::start();
    for game in ["collapsi", "connect-four", "collateral-checkers"] {
        let found = server.json(&format!("/api/puzzle?game={game}&seed=7&lines=3"));
        let start = found["position"].as_str().unwrap().replace(' ', "%20");
        let again = server.json(&format!("/api/puzzle?game={game}&seed=7&lines=3"));
        assert_eq!(found, again);
        let position = server.json(&format!("/api/position?game={game}&start={start}"));
        let offered = position["moves"].as_array().unwrap();
        assert!(offered.iter().any(|offer| offer[0] == found["solution"]));
        assert!(found["plies"].as_u64().unwrap() >= 3);
    }
}

#[test]
fn a_curve_has_a_point_for_every_ply() {
    let server = Server::start();
    let path = "/api/curve?game=connect-four&moves=d+d+d";
    let found = events(server.open(path, &server.host()));
    let plies: Vec<&Value> =
        found.iter().filter(|(name, _)| name == "point").map(|(_, data)| &data["ply"]).collect();
    assert_eq!(plies, [0, 1, 2, 3]);
}
