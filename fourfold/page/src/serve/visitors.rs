//! Visitors: how many connections are open, of whom, which make room for others, and which requests are answered.

use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::{
    CONNECTION, CONTENT_SECURITY_POLICY, COOKIE, HOST, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Router};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

/// How many connections are open at a time, and how many of one address. Beyond it the one makes room that has
/// asked nothing for the longest time, first among those that were not admitted in time. All that may be asked at
/// a time (see [`jobs`](super::jobs)) leaves some idle.
const MOST_CONNECTIONS: usize = 256;
const MOST_OF_ONE_ADDRESS: usize = 192;

/// How long to wait for the head of a request, for its body, and for the next request.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How long one may take to be admitted before one makes room for everybody else.
const GRACE: Duration = Duration::from_secs(1);

/// The longest head of a request, in bytes. An address has 64 KiB at most.
const LONGEST_HEAD: usize = 128 << 10;

/// Who is at the other end of a connection.
pub(super) struct Visitor {
    address: IpAddr,
    state: Mutex<Asking>,
}

struct Asking {
    /// Whether a request was admitted.
    admitted: bool,
    /// The requests that are being answered.
    asked: usize,
    /// When the last one was answered, or else the connection opened.
    since: Instant,
}

/// An admitted request: while a clone of it is there, its connection does not make room for others.
#[derive(Clone)]
pub(super) struct Visit(Arc<Asked>);

struct Asked(Arc<Visitor>);

impl Visitor {
    pub(super) fn new(address: IpAddr) -> Self {
        let state = Asking { admitted: false, asked: 0, since: Instant::now() };
        Self { address, state: Mutex::new(state) }
    }

    /// Admits a request.
    pub(super) fn admit(self: &Arc<Self>) -> Visit {
        self.change(|state| {
            state.admitted = true;
            state.asked += 1;
        });
        Visit(Arc::new(Asked(Arc::clone(self))))
    }

    /// Which idle visitor makes room first, the least one; `None` while something is asked.
    fn rank(&self) -> Option<(bool, Instant)> {
        self.change(|&mut Asking { admitted, asked, since }| {
            (asked == 0).then_some((admitted || since.elapsed() < GRACE, since))
        })
    }

    fn change<T>(&self, change: impl FnOnce(&mut Asking) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Visit {
    pub(super) fn address(&self) -> IpAddr {
        self.0.0.address
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.change(|state| {
            state.asked -= 1;
            state.since = Instant::now();
        });
    }
}

struct Open {
    visitor: Arc<Visitor>,
    task: AbortHandle,
}

/// Accepts connections and answers their requests until it is dropped.
pub(super) async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    let service = TowerToHyperService::new(router);
    let mut all: Vec<Open> = Vec::new();
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // The client has gone, or the system has no more file descriptors for now.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        if !make_room(&mut all, from.ip()) {
            continue;
        }
        // Events are small, and each is to arrive without delay.
        let _ = stream.set_nodelay(true);
        let visitor = Arc::new(Visitor::new(from.ip()));
        let (service, asking) = (service.clone(), Arc::clone(&visitor));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&asking));
            service.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(stream), service);
        let task = tokio::spawn(async move {
            // An error concerns this connection only.
            let _ = connection.await;
        });
        all.push(Open { visitor, task: task.abort_handle() });
    }
}

/// Closes a connection if there is no room for one more of this address; says whether there is room then.
fn make_room(all: &mut Vec<Open>, address: IpAddr) -> bool {
    all.retain(|open| !open.task.is_finished());
    let is_own = |open: &Open| open.visitor.address == address;
    let is_share_full = all.iter().filter(|open| is_own(open)).count() >= MOST_OF_ONE_ADDRESS;
    if !is_share_full && all.len() < MOST_CONNECTIONS {
        return true;
    }
    let others = all.iter().enumerate().filter(|(_, open)| is_own(open) || !is_share_full);
    let idle = others.filter_map(|(number, open)| Some((open.visitor.rank()?, number))).min();
    idle.map(|(_, number)| all.swap_remove(number).task.abort()).is_some()
}

/// The content security policy: files of this server only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Debug)]
pub(super) struct Guests {
    /// The names of this machine in addresses of the page, with the port.
    pub(super) hosts: Vec<String>,
    /// The port, which is in the name of the cookie: browsers keep those of a host together.
    pub(super) port: u16,
    /// The word that a browser has to know, from the link or from a cookie; without one all that ask this
    /// machine by its name are answered.
    pub(super) token: Option<String>,
}

/// Refuses requests for another host, requests by pages of other sites, and those without the token, and closes
/// their connections. Adds security headers to all responses.
pub(super) async fn guard(
    State(guests): State<Arc<Guests>>,
    Extension(visitor): Extension<Arc<Visitor>>,
    mut request: Request,
    next: Next,
) -> Response {
    let mut response = if let Some(response) = guests.turn_away(&request) {
        response
    } else {
        request.extensions_mut().insert(visitor.admit());
        next.run(request).await
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

impl Guests {
    /// The response to a request that is not to be answered.
    fn turn_away(&self, request: &Request) -> Option<Response> {
        let refused = |message: &'static str| {
            Some((StatusCode::FORBIDDEN, [(CONNECTION, "close")], message).into_response())
        };
        // Programs differ in which of several headers they believe.
        let all = |name: HeaderName| -> Vec<&str> {
            let values = request.headers().get_all(name).iter();
            values.map(|value| value.to_str().unwrap_or_default()).collect()
        };
        let is_ours = |host: &str| self.hosts.iter().any(|ours| ours == host);
        let host = matches!(all(HOST)[..], [host] if is_ours(host));
        let origin = match all(ORIGIN)[..] {
            [] => true,
            [origin] => origin.strip_prefix("http://").is_some_and(is_ours),
            _ => false,
        };
        let ours = host && origin;
        let site = all(HeaderName::from_static("sec-fetch-site"));
        let is_own_site = matches!(site[..], [] | ["same-origin" | "none"]);
        let Some(token) = &self.token else {
            let message = "this server answers its own page on this machine only\n";
            return if ours && is_own_site { None } else { refused(message) };
        };
        let cookie = format!("fourfold-{}={token}", self.port);
        let cookies = all(COOKIE);
        let known = cookies.iter().flat_map(|line| line.split("; ")).any(|one| one == cookie);
        // The link may stand on a page of another site.
        let is_page = request.uri().path() == "/";
        if ours && known && (is_page || is_own_site) {
            return None;
        }
        if ours && is_page && request.uri().query() == Some(&format!("token={token}")) {
            // The browser is to keep the token.
            let cookie = format!("{cookie}; Path=/; HttpOnly; SameSite=Lax");
            return Some(([(SET_COOKIE, cookie)], Redirect::to("/")).into_response());
        }
        refused("open the link that the program has printed\n")
    }
}
