//! Connections: how many are open, of whom, and which make room for others.

use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::Request;
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
    state: Mutex<State>,
}

struct State {
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
        let state = State { admitted: false, asked: 0, since: Instant::now() };
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
        self.change(|&mut State { admitted, asked, since }| {
            (asked == 0).then_some((admitted || since.elapsed() < GRACE, since))
        })
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Connections that do nothing, each of an address with this last number.
    fn open(numbers: impl IntoIterator<Item = u8>) -> Vec<Open> {
        let one = |number| Open {
            visitor: Arc::new(Visitor::new([127, 0, 0, number].into())),
            task: tokio::spawn(std::future::pending::<()>()).abort_handle(),
        };
        numbers.into_iter().map(one).collect()
    }

    #[tokio::test]
    async fn an_address_takes_places_of_its_own_only() {
        let mut all = open(std::iter::repeat_n(1, MOST_OF_ONE_ADDRESS).chain([2; 3]));
        let visits: Vec<Visit> = all.iter().map(|open| open.visitor.admit()).collect();
        assert!(!make_room(&mut all, [127, 0, 0, 1].into()), "all of its own are busy");
        assert!(make_room(&mut all, [127, 0, 0, 3].into()));
        assert_eq!(all.len(), visits.len(), "there was room");
        drop(visits);
        assert!(make_room(&mut all, [127, 0, 0, 1].into()));
        let own = all.iter().filter(|open| open.visitor.address == IpAddr::from([127, 0, 0, 1]));
        assert_eq!((own.count(), all.len()), (MOST_OF_ONE_ADDRESS - 1, MOST_OF_ONE_ADDRESS + 2));
    }

    #[tokio::test]
    async fn the_idle_longest_makes_room() {
        let mut all = open((0..MOST_CONNECTIONS).map(|number| (number % 2) as u8));
        let mut visits: Vec<Visit> = all.iter().map(|open| open.visitor.admit()).collect();
        assert!(!make_room(&mut all, [127, 0, 0, 2].into()), "all are busy");
        let first = Arc::clone(&all[7].visitor);
        visits.split_off(7).into_iter().for_each(drop);
        assert!(make_room(&mut all, [127, 0, 0, 2].into()));
        assert_eq!(all.len(), MOST_CONNECTIONS - 1);
        assert!(!all.iter().any(|open| Arc::ptr_eq(&open.visitor, &first)));
    }
}
