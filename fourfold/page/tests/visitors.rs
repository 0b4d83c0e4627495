//! Visitors from several addresses of this machine, as Linux has them.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use connect_four::{OpenLines, Position};
use page::{Board, Kit};
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;

/// Runs a page of its own, to the end of the tests.
fn serve() -> SocketAddr {
    let kit = Kit::of::<Position>("connect-four", OpenLines).build();
    let server = Board::new().game(kit).listen(0).unwrap();
    let address = server.address();
    thread::spawn(|| server.run_until(std::future::pending()));
    address
}

/// Connects from the address 127.0.0.`number`, and sends a request: its first line, and all that follows.
fn ask(server: SocketAddr, number: u8, line: &str, rest: &str) -> TcpStream {
    let connected = Runtime::new().unwrap().block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::new(127, 0, 0, number), 0).into())?;
        socket.connect(server).await?.into_std()
    });
    let mut stream = connected.unwrap();
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(stream, "{line} HTTP/1.1\r\nHost: {server}\r\n{rest}").unwrap();
    stream
}

/// The status of a response, of which the first part is read; 0 if the connection was closed.
fn status(stream: &mut TcpStream) -> u16 {
    let mut head = [0; 12];
    let read = stream.read_exact(&mut head);
    read.map_or(0, |()| String::from_utf8_lossy(&head[9..]).parse().unwrap())
}

/// Waits until this holds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Records that are on their way take six places of an address, and eight in all.
#[test]
fn a_place_is_left_for_another_address() {
    let server = serve();
    let slow = |number| ask(server, number, "POST /api/record", "Content-Length: 9\r\n\r\n[");
    let is_full = |number| {
        let record = "Content-Length: 24\r\n\r\n[Game \"connect-four\"] *\n";
        status(&mut ask(server, number, "POST /api/record", record)) == 503
    };
    let mut own: Vec<TcpStream> = (0..6).map(|_| slow(1)).collect();
    wait_until("six of one address", || is_full(1));
    assert!(!is_full(2));
    let others = [slow(2), slow(2)];
    wait_until("eight in all", || is_full(2) && is_full(3));
    own.pop();
    wait_until("a place is left", || !is_full(2));
    drop(others);
}

/// Connections of the first 192 are closed for one more of that address, those of others are not.
#[test]
fn an_address_takes_places_of_its_own_only() {
    let server = serve();
    let idle = |number| {
        let mut stream = ask(server, number, "GET /icon.svg", "\r\n");
        assert_eq!(status(&mut stream), 200);
        stream
    };
    let mut others: Vec<TcpStream> = (0..3).map(|_| idle(2)).collect();
    let mut own: Vec<TcpStream> = (0..192).map(|_| idle(1)).collect();
    others.push(idle(3));
    assert!(own.iter_mut().chain(&mut others).all(is_open), "there was room");
    own.push(idle(1));
    wait_until("the first one makes room", || !is_open(&mut own[0]));
    assert!(own[1..].iter_mut().chain(&mut others).all(is_open));
}

/// Those that wait for an analysis stay, of 256 in all.
#[test]
fn the_idle_longest_makes_room() {
    let server = serve();
    let open = |number: usize| {
        let analysis = "GET /api/analysis?game=connect-four&lines=1";
        let line = if number < 7 { analysis } else { "GET /icon.svg" };
        let mut stream = ask(server, 1 + number as u8 % 2, line, "\r\n");
        assert_eq!(status(&mut stream), 200);
        stream
    };
    let mut all: Vec<TcpStream> = (0..256).map(open).collect();
    let mut one_more = ask(server, 3, "GET /icon.svg", "\r\n");
    assert_eq!(status(&mut one_more), 200);
    wait_until("the first idle one makes room", || !is_open(&mut all[7]));
    assert!(all.iter_mut().enumerate().all(|(number, stream)| number == 7 || is_open(stream)));
}

/// Whether a connection is open: what has come is read first.
fn is_open(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let mut buffer = [0; 1 << 12];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
        }
    }
}
