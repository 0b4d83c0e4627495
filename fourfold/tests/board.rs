//! `fourfold board`, by HTTP.

use std::hash::Hash;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use engine::record::Record;
use engine::{Keyed, Limits, NoEvaluation, Options, Start, StopFlag};
use kit::{Kit, OwnPlayer};
use page::{Board, Reports};
use serde_json::{Value, json};
use solve::{ProofSearch, Verdict};

use crate::own_board;
use crate::program::{prints, temporary};
use crate::served::{Server, get, host, open, parts};

fn refused(server: &Server, path: &str) -> String {
    refusal(server.get(path))
}

fn refusal((status, body): (u16, String)) -> String {
    assert_eq!(status, 422, "{body}");
    let body: Value = serde_json::from_str(&body).unwrap();
    body["error"].as_str().unwrap().to_owned()
}

const GAMES: [&str; 5] =
    ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];

#[test]
fn every_game_is_on_the_page() {
    let server = Server::start(&[]);
    let (status, page) = server.get("/");
    assert!(status == 200 && page.starts_with("<!doctype html>"));
    let links = ["href=\"", "src=\""].into_iter().flat_map(|start| page.split(start).skip(1));
    let files: Vec<&str> = links.filter_map(|rest| rest.split('"').next()).collect();
    assert!(files.contains(&"main.js") && files.contains(&"icon.svg"));
    for file in files {
        assert_eq!(server.get(&format!("/{file}")).0, 200, "{file}");
    }
    let (_, games) = page.split_once("application/json\">").unwrap();
    let games: Value = serde_json::from_str(games.split("</script>").next().unwrap()).unwrap();
    let names: Vec<&str> =
        games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, GAMES);
    for game in GAMES {
        let found = server.json(&format!("/api/position?game={game}&texts=true"));
        let board = found["picture"]["texts"][0].as_str().unwrap();
        assert!(found["picture"]["board"] == 0 && board.starts_with("<svg"));
        assert!(!board.contains("<style"));
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
    let server = Server::start(&[]);
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
    let server = Server::start(&[]);
    assert!(refused(&server, "/api/position?game=chess").contains("no game"));
    assert!(refused(&server, "/api/position?game=collapsi&start=AAAA").contains("expected"));
    let error = refused(&server, "/api/position?game=connect-four&moves=d+z");
    assert!(error.contains("not a column"), "{error}");
    assert!(refused(&server, "/api/position?game=compass&rules=ply_limit%3Dsoon").contains("soon"));
    assert!(refused(&server, "/api/move?game=collapsi&player=clever").contains("no player"));
    // No request starts another program.
    assert!(refused(&server, "/api/move?game=collapsi&player=ugi:true").contains("no player"));
    let floating = "7/7/7/7/x6/7%20o";
    let error = refused(&server, &format!("/api/position?game=connect-four&start={floating}"));
    assert_eq!(error, "there is nothing under the stone in column a, row 2");
    let many = "d+".repeat(20_000);
    assert_ne!(server.get(&format!("/api/position?game=connect-four&moves={many}")).0, 200);
    assert_eq!(server.get("/nothing").0, 404);
    assert_eq!(server.get("/").0, 200);
}

/// A response forbids the browser all that the page does not need.
fn says_what_is_allowed(response: &str) {
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(response.to_lowercase().contains(header), "{header}: {response}");
    }
}

#[test]
fn strangers_are_refused() {
    let server = Server::start(&[]);
    let ours = host(server.port);
    let origin = format!("Origin: http://127.0.0.1:{}\r\n", server.port);
    let raw = |path: &str, headers: &str| {
        let mut response = String::new();
        let head = format!("GET {path} HTTP/1.1\r\n{headers}");
        open(server.port, &head, "").read_to_string(&mut response).unwrap();
        response
    };
    for headers in [
        "Host: example.com\r\n".to_owned(),
        format!("{ours}Origin: http://example.com\r\n"),
        format!("{ours}Origin: null\r\n"),
        format!("{ours}Sec-Fetch-Site: cross-site\r\n"),
        // Of two headers another program might believe the other one.
        format!("{ours}Host: example.com\r\n"),
        format!("{ours}{ours}"),
        format!("{ours}{origin}Origin: http://example.com\r\n"),
        format!("{ours}{origin}{origin}"),
        format!("{ours}Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n"),
    ] {
        let response = raw("/api/position?game=collapsi", &headers);
        assert!(response.starts_with("HTTP/1.1 403"), "{headers}{response}");
        says_what_is_allowed(&response);
    }
    let response = raw("/nothing", &ours);
    assert!(response.starts_with("HTTP/1.1 404"), "{response}");
    says_what_is_allowed(&response);
    let origin = format!("{ours}{origin}");
    let response = raw("/", &origin);
    assert!(response.starts_with("HTTP/1.1 200"));
    says_what_is_allowed(&response);
    // What runs in the page comes from files.
    assert!(response.contains("script-src 'self'; style-src 'self'"));
    assert!(!response.contains("<style"));
}

/// Other machines are answered if they have the link, which a browser keeps as a cookie.
#[test]
fn guests_need_the_link() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourfold"));
    let command = command.args(["board", "--port=0", "--listen"]).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let Some((_, told)) = line.split_once("http://") else {
        // This machine is in no network.
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        child.wait().unwrap();
        return assert!(error.starts_with("error: port 0: "), "{error}");
    };
    let (address, token) = told.split_once("/?token=").unwrap();
    let token = token.split(' ').next().unwrap();
    let port: u16 = address.split(':').nth(1).unwrap().parse().unwrap();
    let raw = |path: &str, headers: &str| {
        let mut response = String::new();
        let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}");
        open(port, &head, "").read_to_string(&mut response).unwrap();
        says_what_is_allowed(&response);
        response
    };
    for (path, headers) in [
        ("/", ""),
        ("/?token=0", ""),
        ("/?token=", &format!("Cookie: fourfold-{port}=\r\n")),
        ("/api/position?game=collapsi", &format!("Cookie: fourfold-{port}=0\r\n")),
        // That of another board on this machine, and of an earlier one.
        ("/", &format!("Cookie: fourfold-1={token}; fourfold={token}\r\n")),
    ] {
        assert!(raw(path, headers).starts_with("HTTP/1.1 403"), "{path} {headers}");
    }
    let by_link = raw(&format!("/?token={token}"), "");
    assert!(by_link.starts_with("HTTP/1.1 303"), "{by_link}");
    // Browsers know no ports: the cookie of another board is beside it.
    let cookie = format!("fourfold-{port}={token}");
    assert!(by_link.contains(&format!("set-cookie: {cookie}; Path=/; HttpOnly; SameSite=")));
    let cookie = format!("Cookie: fourfold-1=0; {cookie}\r\n");
    assert!(raw("/", &cookie).starts_with("HTTP/1.1 200"));
    let stranger = format!("{cookie}Sec-Fetch-Site: cross-site\r\n");
    assert!(raw("/api/position?game=collapsi", &stranger).starts_with("HTTP/1.1 403"));
    assert!(raw("/", &stranger).starts_with("HTTP/1.1 200"));
    let elsewhere = format!("GET / HTTP/1.1\r\nHost: example.com\r\n{cookie}");
    let (status, _) = parts(open(port, &elsewhere, ""));
    assert_eq!(status, 403);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The usual port is taken by the first board; the next one takes another.
#[test]
fn a_port_that_is_taken_is_told() {
    let taken = Server::start(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_fourfold"));
    let output = command.args(["board", "--port", &taken.port.to_string()]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with(&format!("error: port {}: ", taken.port)), "{error}");
    assert_eq!(output.status.code(), Some(1));
    let boards = [(); 2].map(|()| Server::spawn(&[]));
    assert_ne!(boards[0].port, boards[1].port);
}

/// Connections that never send a request are closed, and keep nobody out.
#[test]
fn slow_strangers_do_not_take_all_connections() {
    let server = Server::start(&[]);
    let idle = |text: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    };
    let post =
        format!("POST /api/record HTTP/1.1\r\n{}Content-Length: 9\r\n\r\n[", host(server.port));
    let late = idle(&post);
    let waiting: Vec<TcpStream> =
        (0..300).map(|i| idle(["", "GET / HTTP/1.1\r\nHost: 127"][i % 2])).collect();
    let asked = Instant::now();
    assert_eq!(server.get("/api/position?game=compass").0, 200);
    assert!(asked.elapsed() < Duration::from_secs(5), "it need not wait until they are closed");
    let mut answer = String::new();
    BufReader::new(late).read_line(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    for mut stream in waiting.into_iter().take(2) {
        // The end of the stream, or a reset.
        let _ = stream.read_to_end(&mut Vec::new());
    }
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
    let server = Server::start(&[]);
    let path = "/api/analysis?game=collapsi&start=A223/4A2J/3A23/J3A4&lines=3";
    let found = events(server.open(path));
    assert_eq!(found[0].0, "moves");
    let found = last_lines(&found);
    let lines = found["lines"].as_array().unwrap();
    assert_eq!(lines[0]["worth"], serde_json::json!(["win", 13]));
    assert!(lines.iter().all(|line| line["proven"] == true));
    let ends = |way: &Value| [way[0].clone(), way.as_array().unwrap().last().unwrap().clone()];
    assert!(lines.iter().all(|line| ends(&line["places"]) == ends(&line["route"])));
}

/// What an analysis comes to that ends by itself: the last event but `end`.
fn last_lines(events: &[(String, Value)]) -> &Value {
    match events {
        [.., (name, found), (end, _)] if name == "lines" && end == "end" => found,
        _ => panic!("{events:?}"),
    }
}

/// More pages look at once than searches run: no request is lost, and pages that go make room.
#[test]
fn many_pages_at_once() {
    const PAGES: usize = 50;
    let server = Server::start(&[]);
    let path = "/api/analysis?game=collateral-checkers&lines=1";
    let watching: Vec<TcpStream> = (0..PAGES).map(|_| server.open(path)).collect();
    let port = server.port;
    let asking: Vec<_> = (0..PAGES)
        .map(|_| std::thread::spawn(move || get(port, "/api/position?game=compass").0))
        .collect();
    assert!(asking.into_iter().all(|page| page.join().unwrap() == 200));
    for page in &watching {
        let mut line = String::new();
        BufReader::new(page).read_line(&mut line).unwrap();
        assert!(line.contains("200 OK"), "{line}");
    }
    drop(watching);
    let path = "/api/move?game=connect-four&player=search:nodes=1000";
    assert!(server.json(path)["move"].is_string());
}

/// Proof-number search, which made none of them, agrees that the solution wins and no other move does.
fn check_puzzles<G: Start + Keyed + Eq + Hash>(server: &Server, game: &str, plies: u64) {
    let path = format!("/api/puzzle?game={game}&seed=1&lines={plies}");
    let found = server.json(&path);
    let said = |name: &str| found[name].as_str().unwrap();
    let rules = match said("rules") {
        "" => G::Rules::default(),
        settings => G::Rules::from_settings(settings).unwrap(),
    };
    let position = G::parse(said("position"), &rules).unwrap();
    let player = position.turn();
    let wins = |m: G::Move| {
        let mut child = position.clone();
        child.play_unchecked(m);
        let verdict = ProofSearch::new().run(&child, player, &Limits::new()).unwrap().verdict;
        (verdict == Verdict::Proven).then_some((m.to_string(), child))
    };
    let won: Vec<(String, G)> = position.legal_moves().into_iter().filter_map(wins).collect();
    assert!(won.iter().any(|(m, _)| m == said("solution")), "{game}: {found}");
    assert!(won.iter().all(|(_, child)| *child == won[0].1), "{game}: {found}");
}

#[test]
fn puzzles_have_a_single_winning_move() {
    let server = Server::start(&[]);
    for plies in [1, 3] {
        check_puzzles::<collapsi::Position>(&server, "collapsi", plies);
        check_puzzles::<connect_four::Position>(&server, "connect-four", plies);
        check_puzzles::<collateral_checkers::Position>(&server, "collateral-checkers", plies);
        check_puzzles::<compass::Position>(&server, "compass", plies);
    }
    check_puzzles::<compass::Position>(&server, "compass", 5);
    let path = "/api/puzzle?game=compass&seed=7&lines=1";
    assert_eq!(server.json(path), server.json(path));
    let plain = Kit::of::<connect_four::Position>("plain", NoEvaluation).puzzles(None);
    let reports = Reports::new(&|_, _| (), StopFlag::new());
    let refusal = Board::new().game(plain).answer("puzzle", "game=plain", &reports).unwrap_err();
    assert_eq!(refusal.to_string(), "this game has no puzzles");
}

#[test]
fn a_curve_has_a_point_for_every_ply() {
    let server = Server::start(&[]);
    let points = |query: &str| {
        let path = format!("/api/curve?game=connect-four&{query}");
        let found = events(server.open(&path));
        let points = found.into_iter().filter(|(name, _)| name == "point");
        points.map(|(_, data)| data).collect::<Vec<_>>()
    };
    let plies =
        |points: &[Value]| points.iter().map(|point| point["ply"].clone()).collect::<Vec<_>>();
    assert_eq!(plies(&points("moves=d+d+d")), [0, 1, 2, 3]);
    let ended = points("moves=a+b+a+b+a+b+c+b&from=7");
    assert_eq!(plies(&ended), [7, 8]);
    assert_eq!(ended[1]["shares"], json!([0.0, 1.0]));
}

#[test]
fn a_tree_says_whose_its_moves_are_and_where_it_ends() {
    let server = Server::start(&[]);
    let nodes = "0:a+1:b+2:a+3:b+4:a+5:b+6:a+6:c+8:z";
    let found = server.json(&format!("/api/tree?game=connect-four&nodes={nodes}"));
    assert_eq!(found["seats"], json!([0, 1, 0, 1, 0, 1, 0, 0, null]));
    let mut outcomes = vec![Value::Null; 9];
    outcomes[6] = json!("x wins");
    assert_eq!(found["outcomes"], Value::from(outcomes));
    assert!(found["refused"].as_str().unwrap().contains("not a column"), "{found}");
}

#[test]
fn positions_are_put_together() {
    let server = Server::start(&[]);
    let set_up = |game: &str, start: &str, edits: &str| {
        let (start, edits) = (start.replace(' ', "%20"), edits.replace(' ', "%20"));
        let found = server.json(&format!("/api/set-up?game={game}&start={start}&edits={edits}"));
        let said = |name: &str| found[name].as_str().unwrap_or_default().to_owned();
        (said("position"), said("reason"))
    };
    let collapsi = |edits| set_up("collapsi", "A223/4A2J/3A23/J3A4", edits);
    assert_eq!(collapsi("4@b1;r@c1;turn=1").0, "A223/4A2J/3A23/Jb4Ar4 b");
    assert_eq!(collapsi("@a1").1, "the blue pawn stands on a1, where no card is face up");
    assert_eq!(collapsi("@a1;b@b1;x@a2;2@z9").0, "A223/4A2Jr/3A23/.3bA4 r");
    let checkers = |edits| set_up("collateral-checkers", "", edits);
    assert_eq!(checkers("b@c3").1, "black has 10 pieces: expected 9 at most");
    assert_eq!(checkers("@a1;b@c3;turn=1").0, "wwwww/ww1ww/2b2/bb1bb/1bbbb w 1 0");
    assert_eq!(checkers("@a1;b@c3;@c3").0, "wwwww/ww1ww/5/bb1bb/1bbbb b 0 0");
    let edits = "@a1;b@c3;turns on c3=2;plies without a capture=7";
    assert_eq!(checkers(edits).0, "wwwww/ww1ww/2b2/bb1bb/1bbbb b 2 7");
    assert!(checkers("turns on c3=2").1.contains("c3 is empty"));
    let edits = "rules=hold_turns%3D9&edits=@a1;b@c3;turns%20on%20c3=8";
    let longer = server.json(&format!("/api/set-up?game=collateral-checkers&{edits}"));
    assert_eq!(longer["position"], "wwwww/ww1ww/2b2/bb1bb/1bbbb b 8 0", "{longer}");
    let compass = |edits| set_up("compass", "", edits);
    assert!(compass("plies played=4").1.contains("the ply is 4: expected 0"));
    assert!(compass("@a1").1.contains("hold 35 cards"));
    assert!(compass("white@a1;white@b2").1.contains("white has 2 and black 0 checkers"));
    assert!(compass("white@a1;black@b2;white@c3;black@d4").0.ends_with(" a1,c3 b2,d4 - - w 4"));
    let mountains = |edits| set_up("rolling-mountains", "", edits);
    let (legal, _) = mountains("tile@b2;wall@c3e;red L@d4;yellow L@a1s;turn=1");
    assert_eq!(legal, "8/8/8/8/8/8/1t6/8 c3e d4,-/*a1,- 38 3,3 -,- 1 1");
    let counted = mountains("tiles in the supply=9;mountains of yellow=1;turns played=5").0;
    assert!(counted.ends_with(" 9 3,1 -,- 1 5"), "{counted}");
    assert!(mountains("tiles in the supply=99").1.contains("expected 60 at most"));
    assert!(mountains("yellow L@h1s").1.contains("cannot have left from h1"));
    assert!(mountains("mountain@a1").1.contains("mountain on the corner a1"));
    let stones = |edits| set_up("connect-four", "", edits);
    assert_eq!(stones("x@a1;o@a2;x@b1;x@h9;turn=1").0, "7/7/7/7/o6/xx5 o");
    assert_eq!(stones("x@a2").1, "there is nothing under the stone in column a, row 2");
    assert!(refused(&server, "/api/set-up?game=collapsi&edits=x").contains("PIECE@PLACE"));
}

#[test]
fn records_are_read_and_written() {
    let server = Server::start(&[]);
    let send = |text: &str| {
        let head = format!("POST /api/record HTTP/1.1\r\n{}", host(server.port));
        parts(open(server.port, &head, text))
    };
    let text = "[Game \"connect-four\"] [Player2 \"Ben\"]\n[Start \"7/7/7/7/7/7 x\"]\n\
                d e {odd \\} one} (d (a b) c) d *";
    let (status, body) = send(text);
    assert_eq!(status, 200, "{body}");
    let found: Value = serde_json::from_str(&body).unwrap();
    let expected: Record<connect_four::Position> = text.parse().unwrap();
    let written: Record<connect_four::Position> = found["text"].as_str().unwrap().parse().unwrap();
    assert_eq!(written, expected);
    assert_eq!(found["moves"], "1. d 2. e {odd \\} one} (2. d 3. c) (2. a 3. b) 3. d *");
    assert_eq!(found["ending"], json!(null));
    let (_, body) = send(&text.replacen('\n', "[Result \"o resigns\"]\n", 1));
    let found: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(found["ending"], "o resigns");
    for (text, reason) in [
        ("", "expected a record with a tag Game"),
        ("[Game \"chess\"] e4 *", "there is no game \"chess\""),
        ("[Game \"connect-four\"]\n[Start \"7/7/7/7/7/7 x\"]\n\nd z *", "line 4, column 3"),
    ] {
        let said = refusal(send(text));
        assert!(said.contains(reason), "{said}");
    }
    let (status, body) = send(&"x".repeat(300_000));
    assert!(status == 413 && body.starts_with("{\"error\":"), "{status} {body}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_at_once() {
    let mut server = Server::start(&[]);
    let mut watching =
        BufReader::new(server.open("/api/analysis?game=collateral-checkers&lines=1"));
    let mut line = String::new();
    watching.read_line(&mut line).unwrap();
    assert!(line.contains("200 OK"), "{line}");
    let interrupted = Instant::now();
    let mut kill = Command::new("kill");
    assert!(kill.args(["-INT", &server.child.id().to_string()]).status().unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(interrupted.elapsed() < Duration::from_mins(1), "a search may take two minutes");
    let mut rest = Vec::new();
    let _ = watching.read_to_end(&mut rest);
}

/// What a move is worth is as the tablebase says: exactly by its file, who wins by a bitbase.
#[test]
fn endings_come_from_a_tablebase_or_a_bitbase() {
    let [table, bits] = ["board.tablebase", "board.bitbase"].map(temporary);
    let [table, bits] = [&table, &bits].map(|file| file.to_str().unwrap());
    for (kind, file) in [(&[][..], table), (&["--bitbase"], bits)] {
        prints(&[&["tablebase", "build", file, "--max-pieces", "6"], kind].concat());
        let server = Server::start(&["--tablebase", file]);
        for start in ["1b3/b3b/5/w3w/3w1 w 0 0", "1bb1w/5/5/w3w/1b3 b 0 0"] {
            let path = start.replace(' ', "%20");
            let path = format!("/api/analysis?game=collateral-checkers&start={path}&lines=100");
            let found = events(server.open(&path));
            let last = found.iter().rfind(|(name, _)| name == "lines").unwrap();
            let probed = prints(&["tablebase", "probe", table, start]);
            for line in last.1["lines"].as_array().unwrap() {
                let [m, result] =
                    ["/moves/0", "/worth/0"].map(|at| line.pointer(at).unwrap().as_str().unwrap());
                let has_distance = file == table && result != "draw";
                let distance = has_distance.then(|| format!(" in {}", line["worth"][1]));
                let worth = format!("{result}{}", distance.unwrap_or_default());
                let row = probed.lines().find(|row| row.ends_with(&format!("  {m}"))).unwrap();
                assert!(row.contains(&worth), "{m} {worth}: {row}");
                assert!(file == bits || line["proven"] == true, "{line}");
            }
        }
    }
    for file in [table, bits] {
        std::fs::remove_file(file).unwrap();
    }
    assert!(!crate::program::run(&["board", "--tablebase", "none"]).status.success());
}

/// The page of the example `own_board`, in this process.
#[test]
fn a_game_of_ones_own_is_on_a_page() {
    let server = own_board::board().listen(0).unwrap();
    let port = server.address().port();
    let (end, ended) = tokio::sync::oneshot::channel();
    let running = std::thread::spawn(move || server.run_until(async { ended.await.unwrap() }));
    let (status, found) = get(port, "/api/position?game=chomp&moves=c2+a2&texts=true");
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!((status, &found["count"]), (200, &json!(5)));
    let pieces = found["picture"]["pieces"].as_array().unwrap();
    let last = pieces.last().unwrap();
    assert!(pieces.len() == 5 && last[1] == "e1" && last[2] == "e1", "{pieces:?}");
    let look = &found["picture"]["texts"][last[0].as_u64().unwrap() as usize];
    assert!(look.as_str().unwrap().starts_with(r#"<g class="piece chocolate">"#), "{look}");
    assert!(refusal(get(port, "/api/set-up?game=chomp&edits=x@a1")).contains("by its text"));
    let found = events(open(
        port,
        &format!("GET /api/analysis?game=chomp&lines=1 HTTP/1.1\r\n{}", host(port)),
        "",
    ));
    assert_eq!(found.last().unwrap().0, "end");
    let (_, chosen) = get(port, "/api/move?game=chomp&moves=b1&player=search:time=60000");
    let chosen: Value = serde_json::from_str(&chosen).unwrap();
    assert_eq!(chosen["move"], "a2");
    let (_, refused) = get(port, "/api/move?game=chomp&player=clever");
    assert!(refused.contains("there is no player"), "{refused}");
    end.send(()).unwrap();
    running.join().unwrap().unwrap();
    let conformance =
        engine::Conformance::explore([<own_board::Chomp as engine::Start>::start(&(), 0)], 500, 0);
    conformance.rules().unwrap();
    conformance.notation().unwrap();
    conformance.pictures().unwrap();
    conformance.explanations().unwrap();
    conformance.observations().unwrap();
}

/// A player that chooses no move is an error with a reason, not an answer without a move.
#[test]
fn a_player_that_fails_says_why() {
    let fails = || engine::search::BotFn(|_: &connect_four::Position, _: &Limits| None);
    let sleeper = OwnPlayer::instant::<connect_four::Position, _>("sleeper", "sleeps", fails);
    let kit = Kit::of::<connect_four::Position>("connect-four", NoEvaluation);
    let board = Board::new().game(kit.own_player(sleeper));
    let reports = Reports::new(&|_, _| (), StopFlag::new());
    let answer = board.answer("move", "game=connect-four&player=sleeper", &reports);
    assert_eq!(answer.unwrap_err().to_string(), "sleeper makes no move: no move was chosen");
}

/// Moves and judgements have places of their own: analyses do not delay them.
#[test]
fn analyses_do_not_delay_moves() {
    let server = Server::start(&[]);
    let path = "/api/analysis?game=collateral-checkers&rules=hold_turns=4&lines=1";
    let mut watching = [(); 2].map(|()| BufReader::new(server.open(path)));
    for stream in &mut watching {
        assert!(stream.lines().map(Result::unwrap).any(|line| line == "event: lines"));
    }
    let asked = Instant::now();
    assert!(server.json("/api/move?game=connect-four&player=level:3")["move"].is_string());
    assert!(server.json("/api/judge?game=connect-four&moves=d")["best"].is_object());
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
}
