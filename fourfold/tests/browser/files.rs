//! A web server of files that are in a folder, and nothing else.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

pub(crate) struct Files {
    port: u16,
    closed: Arc<AtomicBool>,
}

impl Files {
    /// The page is in a folder of its own, as on hosts that have several.
    const FOLDER: &str = "/games/";

    /// What a host sends with each file so that pages are isolated.
    pub(crate) const ISOLATING: &str = "Cross-Origin-Opener-Policy: same-origin\r\n\
                                        Cross-Origin-Embedder-Policy: require-corp\r\n";

    pub(crate) fn serve(folder: PathBuf) -> Self {
        Self::serve_with(folder, "")
    }

    /// Sends these lines with each file.
    pub(crate) fn serve_with(folder: PathBuf, headers: &'static str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let closed = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&closed);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // Who is not answered has no network.
                if !ended.load(Ordering::Relaxed) {
                    let folder = folder.clone();
                    thread::spawn(move || answer(stream, &folder, headers));
                }
            }
        });
        Self { port, closed }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, Self::FOLDER)
    }

    /// Answers nobody from now on; what is returned can be called later.
    pub(crate) fn close(&self) -> impl FnOnce() + use<> {
        let closed = Arc::clone(&self.closed);
        move || closed.store(true, Ordering::Relaxed)
    }
}

/// Answers a request, if it comes. The browser leaves when it likes.
fn answer(mut stream: TcpStream, folder: &Path, headers: &str) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines().map_while(Result::ok);
    let path = lines.next()?.split([' ', '?']).nth(1)?.to_owned();
    lines.find(String::is_empty)?;
    let name = path
        .strip_prefix(Files::FOLDER)
        .map(|name| if name.is_empty() { "index.html" } else { name });
    let body =
        name.filter(|name| !name.contains("..")).and_then(|name| fs::read(folder.join(name)).ok());
    let status = if body.is_some() { "200 OK" } else { "404 Not Found" };
    let kind = match path.rsplit('.').next()? {
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => "text/html",
    };
    let body = body.unwrap_or_default();
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{headers}Connection: close\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), &body].concat()).ok()
}
