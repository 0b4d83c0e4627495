//! The server: its routes and their handlers.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use engine::record::first_tag;
use engine::{Evaluator, StopFlag};
use serde_json::{Value, json};

use super::ask::Ask;
use super::entry::{Entry, Hosted};
use super::guard::Guests;
use super::jobs::{Jobs, Refusal, Reports};
use super::playable::Playable;
use super::{connections, guard, page};

/// The games of a page.
#[derive(Clone, Default)]
#[must_use]
pub struct Board {
    games: Vec<Arc<dyn Hosted>>,
}

impl Board {
    /// A page without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The page with one more game; the first one is shown at first.
    pub fn game<G, E>(mut self, entry: Entry<G, E>) -> Self
    where
        G: Playable,
        E: Evaluator<G> + Send + Sync + 'static,
    {
        self.games.push(Arc::new(entry));
        self
    }

    /// Listens on a port of this machine; on any that is free for port 0.
    ///
    /// # Errors
    ///
    /// The port is taken, or the system does not grant it.
    pub fn listen(self, port: u16) -> io::Result<Server> {
        self.serve(TcpListener::bind((Ipv4Addr::LOCALHOST, port))?, Ipv4Addr::LOCALHOST, None)
    }

    /// Listens on a port of all networks of this machine. Only who opens the [link](Server::link), which has
    /// a secret word, is answered, by whom the address of this machine in its network is used.
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
        Ok(Server { games: self.games.into(), listener, address, token })
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games.iter().map(|game| game.name())).finish()
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
    games: Arc<[Arc<dyn Hosted>]>,
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
        let guests = Guests { hosts, token: self.token };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(Jobs::MOST_THREADS)
            .enable_all()
            .build()?;
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::select! {
                served = connections::serve(listener, router(self.games, guests)) => served,
                () = end => Ok(()),
            }
        });
        runtime.shutdown_background();
        served
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

/// What every request needs.
#[derive(Clone)]
struct Shared {
    games: Arc<[Arc<dyn Hosted>]>,
    jobs: Jobs,
}

impl Shared {
    fn find(&self, name: &str) -> Result<Arc<dyn Hosted>, Refusal> {
        let found = self.games.iter().find(|game| game.name() == name);
        found.cloned().ok_or_else(|| Refusal(format!("there is no game {name:?}")))
    }
}

type Answer = Result<Json<Value>, Refusal>;

/// Answers without a search.
fn quick(ask_for: fn(&dyn Hosted, &Ask) -> Result<Value, Refusal>) -> MethodRouter<Shared> {
    get(move |State(shared): State<Shared>, ask: Ask| async move {
        let game = shared.find(&ask.game)?;
        Answer::Ok(Json(shared.jobs.answer(move || ask_for(&*game, &ask)).await?))
    })
}

/// Answers with the result of a search, which stops if the request is dropped.
fn search(
    ask_for: fn(&dyn Hosted, &Ask, &StopFlag) -> Result<Value, Refusal>,
) -> MethodRouter<Shared> {
    get(move |State(shared): State<Shared>, ask: Ask| async move {
        let game = shared.find(&ask.game)?;
        Answer::Ok(Json(shared.jobs.search(move |stop| ask_for(&*game, &ask, &stop)).await?))
    })
}

/// Answers with server-sent events while a search runs.
fn report(ask_for: fn(&dyn Hosted, &Ask, &Reports) -> Result<(), Refusal>) -> MethodRouter<Shared> {
    get(move |State(shared): State<Shared>, ask: Ask| async move {
        let game = shared.find(&ask.game)?;
        Result::<_, Refusal>::Ok(shared.jobs.report(move |reports| ask_for(&*game, &ask, reports)))
    })
}

/// Reads a record of any of the games.
async fn record(State(shared): State<Shared>, request: Request) -> Result<Answer, Response> {
    let text = tokio::time::timeout(connections::PATIENCE, String::from_request(request, &()));
    let refuse = |status: StatusCode, error: String| {
        (status, Json(json!({ "error": error }))).into_response()
    };
    let late = |_| refuse(StatusCode::REQUEST_TIMEOUT, "the record is not complete".to_owned());
    let text = text.await.map_err(late)?;
    let text = text.map_err(|error| refuse(error.status(), error.body_text()))?;
    Ok(read_record(&shared, text).await)
}

async fn read_record(shared: &Shared, text: String) -> Answer {
    let name = first_tag(&text, "Game").map_err(Refusal::new)?;
    let expected = || Refusal("expected a record with a tag Game".to_owned());
    let game = shared.find(&name.ok_or_else(expected)?)?;
    Ok(Json(shared.jobs.answer(move || game.record(&text)).await?))
}

fn router(games: Arc<[Arc<dyn Hosted>]>, guests: Guests) -> Router {
    const LONGEST_REQUEST: usize = 256 << 10;
    let classes: Vec<_> = games.iter().map(|game| game.classes()).collect();
    page::routes(&games.iter().map(|game| game.describe()).collect(), &classes)
        .route("/api/position", quick(|game, ask| game.position(ask)))
        .route("/api/tree", quick(|game, ask| game.tree(ask)))
        .route("/api/refusal", quick(|game, ask| game.refusal(ask)))
        .route("/api/lessons", quick(|game, _| Ok(game.lessons())))
        .route("/api/set-up", quick(|game, ask| game.set_up(ask)))
        .route("/api/record", post(record))
        .route("/api/move", search(|game, ask, stop| game.choose(ask, stop)))
        .route("/api/puzzle", search(|game, ask, stop| game.puzzle(ask, stop)))
        .route("/api/judge", search(|game, ask, stop| game.judge(ask, stop)))
        .route("/api/analysis", report(|game, ask, reports| game.analyse(ask, reports)))
        .route("/api/curve", report(|game, ask, reports| game.curve(ask, reports)))
        .layer(DefaultBodyLimit::max(LONGEST_REQUEST))
        .layer(axum::middleware::from_fn_with_state(Arc::new(guests), guard::guard))
        .with_state(Shared { games, jobs: Jobs::new() })
}
