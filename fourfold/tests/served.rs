//! A board to ask by HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A running `fourfold board`, which ends with this.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
}

impl Server {
    pub(crate) fn start(args: &[&str]) -> Self {
        Self::spawn(&[&["--port=0"], args].concat())
    }

    /// At the usual port, unless told otherwise.
    pub(crate) fn spawn(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourfold"));
        let command = command.arg("board").args(args).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split_once(':').unwrap().1;
        let port = address.split('/').next().unwrap().parse().unwrap();
        Self { child, port }
    }

    /// The stream of the response to an ordinary request.
    pub(crate) fn open(&self, path: &str) -> TcpStream {
        open(self.port, &format!("GET {path} HTTP/1.1\r\n{}", host(self.port)), "")
    }

    /// Status and body of the response to an ordinary request.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        get(self.port, path)
    }

    pub(crate) fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn host(port: u16) -> String {
    format!("Host: 127.0.0.1:{port}\r\n")
}

/// Sends a request: its first line and headers, and a body.
pub(crate) fn open(port: u16, head: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let length = body.len();
    write!(stream, "{head}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}").unwrap();
    stream
}

/// Status and body of the response to an ordinary request.
pub(crate) fn get(port: u16, path: &str) -> (u16, String) {
    parts(open(port, &format!("GET {path} HTTP/1.1\r\n{}", host(port)), ""))
}

/// Status and body of a response.
pub(crate) fn parts(mut response: TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    response.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let status = text.split(' ').nth(1).unwrap().parse().unwrap();
    (status, text.split_once("\r\n\r\n").unwrap().1.to_owned())
}
