//! The server: its routes and their handlers. What a visitor can hold of it is listed among the [limits](crate#limits).

mod jobs;
mod visitors;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Extension, FromRequest, FromRequestParts, State};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use serde_json::Value;

use self::jobs::{Denial, Jobs};
use self::visitors::{Guests, Visit};
use crate::ask::Ask;
use crate::board::{Board, REQUESTS, Request};
use crate::page;

impl Board {
    /// Listens on a port of this machine; on any that is free for port 0.
    ///
    /// # Errors
    ///
    /// The port is taken, or the system does not grant it.
    pub fn listen(self, port: u16) -> io::Result<Server> {
        self.serve(TcpListener::bind((Ipv4Addr::LOCALHOST, port))?, Ipv4Addr::LOCALHOST, None)
    }

    /// Listens on a port of all networks of this machine. The [link](Server::link) has the address of this
    /// machine in its network, and a secret word; requests without the word or for another address are refused.
    ///
    /// What is sent is not encrypted: others in the same network can read it.
    ///
    /// # Errors
    ///
    /// As for [`listen`](Self::listen), or the machine is in no network.
    pub fn listen_to_network(self, port: u16) -> io::Result<Server> {
        let token = format!("{:032x}", rand::random::<u128>());
        let listener = TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))?;
        self.serve(listener, own_address()?, Some(token))
    }

    fn serve(
        self,
        listener: TcpListener,
        ip: Ipv4Addr,
        token: Option<String>,
    ) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        let address = SocketAddr::from((ip, listener.local_addr()?.port()));
        Ok(Server { board: self, listener, address, token })
    }
}

/// The address by which this machine is known in its network. Nothing is sent.
fn own_address() -> io::Result<Ipv4Addr> {
    // An address for documents (RFC 5737): the system chooses the network by which it would be reached.
    const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect((ELSEWHERE, 9))?;
    match socket.local_addr()?.ip() {
        IpAddr::V4(address) => Ok(address),
        IpAddr::V6(_) => Err(io::Error::from(io::ErrorKind::AddrNotAvailable)),
    }
}

/// A board bound to its address, ready to run.
pub struct Server {
    board: Board,
    listener: TcpListener,
    address: SocketAddr,
    token: Option<String>,
}

impl Server {
    /// Where the page is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The link to the page, with the secret word if there is one.
    pub fn link(&self) -> String {
        let token = self.token.as_ref().map(|token| format!("?token={token}"));
        format!("http://{}/{}", self.address, token.unwrap_or_default())
    }

    /// Answers requests until `end` is done. Open pages and searches do not delay the end.
    ///
    /// # Errors
    ///
    /// The system does not grant threads or does not accept connections.
    pub fn run_until(self, end: impl Future<Output = ()>) -> io::Result<()> {
        let port = self.address.port();
        let names = ["127.0.0.1".to_owned(), "localhost".to_owned(), self.address.ip().to_string()];
        let hosts = names.iter().map(|name| format!("{name}:{port}")).collect();
        let guests = Guests { hosts, port, token: self.token };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(Jobs::MOST_THREADS)
            .enable_all()
            .build()?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::select! {
                served = visitors::serve(listener, router(self.board, guests)) => served,
                () = end => Ok(()),
            }
        });
        runtime.shutdown_background();
        served
    }
}

system::debug_some!(Server address);

#[derive(Clone)]
struct Shared {
    board: Arc<Board>,
    jobs: Jobs,
}

impl<S: Send + Sync> FromRequestParts<S> for Ask {
    type Rejection = Denial;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Denial> {
        Ok(Self::from_query(parts.uri.query().unwrap_or_default())?)
    }
}

/// Answers a kind of request; a search stops if the request is dropped.
fn answer(request: Request) -> MethodRouter<Shared> {
    type Visitor = Extension<Visit>;
    get(async move |State(Shared { board, jobs }), Extension(visit): Visitor, ask: Ask| {
        let game = board.find(&ask.game)?;
        let value = match request {
            Request::Quick(answer) => {
                jobs.quick.answer(&visit, move |_| answer(&game, &ask)).await?
            }
            Request::Search(answer) => {
                jobs.search.answer(&visit, move |stop| answer(&game, &ask, &stop)).await?
            }
            Request::Report(report) => {
                return jobs.report(visit, move |reports| report(&game, &ask, reports));
            }
        };
        Ok::<Response, Denial>(Json(value).into_response())
    })
}

async fn record(
    State(Shared { board, jobs }): State<Shared>,
    Extension(visit): Extension<Visit>,
    request: axum::extract::Request,
) -> Result<Json<Value>, Denial> {
    let place = jobs.records.enter(&visit)?;
    let text = tokio::time::timeout(visitors::PATIENCE, String::from_request(request, &()));
    let late = |_| Denial(StatusCode::REQUEST_TIMEOUT, "the record is not complete".to_owned());
    let text = text.await.map_err(late)?;
    let text = text.map_err(|error| Denial(error.status(), error.body_text()))?;
    drop(place);
    Ok(Json(jobs.quick.answer(&visit, move |_| board.record(&text)).await?))
}

fn router(board: Board, guests: Guests) -> Router {
    const LONGEST_REQUEST: usize = 256 << 10;
    let files = files(&board);
    let all = REQUESTS
        .into_iter()
        .fold(files, |all, (name, request)| all.route(&format!("/api/{name}"), answer(request)));
    all.route("/api/record", post(record))
        .layer(DefaultBodyLimit::max(LONGEST_REQUEST))
        .layer(axum::middleware::from_fn_with_state(Arc::new(guests), visitors::guard))
        .with_state(Shared { board: Arc::new(board), jobs: Jobs::new() })
}

/// The files of the page, compressed for those who accept that.
fn files(board: &Board) -> Router<Shared> {
    page::files(board, "").into_iter().fold(Router::new(), |all, (name, kind, bytes)| {
        let path = if name == "index.html" { "/".to_owned() } else { format!("/{name}") };
        let headers =
            [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 9);
        let file = async move |asked: HeaderMap| {
            let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
            if accepted.is_some_and(|names| names.contains("deflate")) {
                return (headers, [(CONTENT_ENCODING, "deflate")], packed).into_response();
            }
            (headers, bytes).into_response()
        };
        all.route(&path, get(file))
    })
}
