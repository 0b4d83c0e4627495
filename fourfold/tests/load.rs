//! `fourfold board` with more visitors than it has places for, all on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::served::{Server, get, host};

/// How long a page beside the crowd may wait: far less than what the crowd would hold.
const SOON: Duration = Duration::from_secs(8);

fn send(server: &Server, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // Who has been closed in the meantime is no matter here.
    let _ = stream.write_all(request.as_bytes());
    stream
}

fn status(stream: &TcpStream) -> u16 {
    let mut line = String::new();
    // A connection that made room for others has none.
    let _ = BufReader::new(stream).read_line(&mut line);
    line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default()
}

/// A page beside the crowd is shown and plays on.
fn plays_on(server: &Server) {
    for path in [
        "/",
        "/api/position?game=compass",
        "/api/move?game=connect-four&player=search:nodes=1000",
        "/api/judge?game=connect-four&moves=d",
    ] {
        let asked = Instant::now();
        assert_eq!(get(server.port, path).0, 200, "{path}");
        assert!(asked.elapsed() < SOON, "{path}: {:?}", asked.elapsed());
    }
}

/// A refused request holds no place: its connection is closed.
#[test]
fn the_refused_are_closed() {
    let server = Server::start(&[]);
    let crowd: Vec<TcpStream> =
        (0..300).map(|_| send(&server, "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n")).collect();
    plays_on(&server);
    let sent = Instant::now();
    for mut stream in crowd {
        let mut answer = String::new();
        if stream.read_to_string(&mut answer).is_ok() {
            assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        }
    }
    assert!(sent.elapsed() < SOON, "they are not waited for: {:?}", sent.elapsed());
}

/// Those that ask no more make room, the idle longest first; so do those that do not read what they asked for.
#[test]
fn the_idle_make_room() {
    let server = Server::start(&[]);
    let head = |path: &str| format!("GET {path} HTTP/1.1\r\n{}\r\n", host(server.port));
    let first = send(&server, &head("/icon.svg"));
    assert_eq!(status(&first), 200);
    let crowd: Vec<TcpStream> =
        (0..300).map(|i| send(&server, &head(["/", "/icon.svg"][i % 2]))).collect();
    plays_on(&server);
    assert_eq!(
        (&first).read(&mut vec![0; 1 << 16]).unwrap_or_default(),
        0,
        "the first one has made room"
    );
    assert_eq!(status(crowd.last().unwrap()), 200, "the last one is still there");
}

/// Few streams wait, others are told so; neither delays moves or the page.
#[test]
fn streams_are_few() {
    let server = Server::start(&[]);
    let head = |path: &str| format!("GET {path} HTTP/1.1\r\n{}\r\n", host(server.port));
    let analysis =
        head("/api/analysis?game=collateral-checkers&moves=b2-c3&rules=hold_turns=4&lines=1");
    let streams: Vec<TcpStream> = (0..300).map(|_| send(&server, &analysis)).collect();
    plays_on(&server);
    let statuses: Vec<u16> = streams.iter().map(status).collect();
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!(count(200), 64, "{statuses:?}");
    assert!(count(503) > 0 && count(200) + count(503) + count(0) == 300, "{statuses:?}");
}

/// 256 strangers that send their heads and bodies slowly keep nobody out.
#[test]
fn the_slow_keep_nobody_out() {
    let server = Server::start(&[]);
    let body =
        format!("POST /api/record HTTP/1.1\r\n{}Content-Length: 9\r\n\r\n[", host(server.port));
    let crowd: Vec<TcpStream> =
        (0..256).map(|i| send(&server, [&body, "GET /", ""][i % 3])).collect();
    plays_on(&server);
    let record = "[Game \"connect-four\"] *";
    let head = format!("POST /api/record HTTP/1.1\r\n{}", host(server.port));
    let asked = Instant::now();
    // Of those on their way there are six of one address.
    let other = crate::served::parts(crate::served::open(server.port, &head, record)).0;
    assert!(other == 503 && asked.elapsed() < SOON, "{other}");
    drop(crowd);
}

/// A head that is too long, and one that never ends, are no more than a connection.
#[test]
fn long_heads_are_refused() {
    let server = Server::start(&[]);
    let long =
        format!("GET / HTTP/1.1\r\n{}X: {}\r\n\r\n", host(server.port), "x".repeat(200 << 10));
    let stream = send(&server, &long);
    assert!([431, 0].contains(&status(&stream)));
    plays_on(&server);
}
