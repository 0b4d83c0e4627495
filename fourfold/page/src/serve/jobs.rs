//! Work in threads of its own: limited in number, and stopped when its request is dropped.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use engine::StopFlag;
use futures_util::stream;
use serde_json::{Value, json};
use system::threads::OnDrop;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, channel};

use super::visitors::Visit;
use crate::ask::{Refusal, Reports};

/// Why a request has no answer.
pub(crate) struct Denial(pub(super) StatusCode, pub(super) String);

impl From<Refusal> for Denial {
    fn from(Refusal(error): Refusal) -> Self {
        Self(StatusCode::UNPROCESSABLE_ENTITY, error)
    }
}

impl IntoResponse for Denial {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// Places for work of one kind. Each kind has its own, so that none has to wait for another.
pub(super) struct Places {
    /// One for each thread that does it.
    work: Arc<Semaphore>,
    /// How many do it or wait for it, of one address and of all.
    most_of_one: usize,
    most: usize,
    now: Mutex<HashMap<IpAddr, usize>>,
}

impl Places {
    fn new(work: usize, most_of_one: usize, most: usize) -> Arc<Self> {
        let (work, now) = (Arc::new(Semaphore::new(work)), Mutex::default());
        Arc::new(Self { work, most_of_one, most, now })
    }

    pub(super) fn enter(self: &Arc<Self>, visit: &Visit) -> Result<Place, Denial> {
        let address = visit.address();
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let own = now.get(&address).copied().unwrap_or_default();
        if own >= self.most_of_one || now.values().sum::<usize>() >= self.most {
            let full = "too many wait already".to_owned();
            return Err(Denial(StatusCode::SERVICE_UNAVAILABLE, full));
        }
        now.insert(address, own + 1);
        Ok(Place { places: Arc::clone(self), address })
    }

    /// Does the work; the flag is raised when the request is dropped.
    pub(super) async fn answer<T: Send + 'static>(
        self: &Arc<Self>,
        visit: &Visit,
        work: impl FnOnce(StopFlag) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Denial> {
        let stop = StopFlag::new();
        let flag = stop.clone();
        // Stops the work when the request for it is dropped.
        let _guard = OnDrop(move || stop.raise());
        Ok(self.enter(visit)?.run(move || work(flag)).await?)
    }
}

/// A place among those who do work or wait for it, until it is dropped.
pub(super) struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Place {
    /// Does the work in a thread as soon as there is one.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let thread = Arc::clone(&self.places.work).acquire_owned().await.map_err(Refusal::new)?;
        let work = move || {
            let _thread = thread;
            work()
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| Refusal(format!("the server failed: {error}")))?
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut now = self.places.now.lock().unwrap_or_else(PoisonError::into_inner);
        let own = now.get(&self.address).copied().unwrap_or_default();
        let _ = if own > 1 { now.insert(self.address, own - 1) } else { now.remove(&self.address) };
    }
}

/// Limits the work that is done at a time.
#[derive(Clone)]
pub(super) struct Jobs {
    /// For work without a search.
    pub(super) quick: Arc<Places>,
    /// For the moves of programs, judgements and puzzles.
    pub(super) search: Arc<Places>,
    /// For analyses and reviews.
    reports: Arc<Places>,
    /// For records on their way here.
    pub(super) records: Arc<Places>,
}

impl Jobs {
    const QUICK: usize = 4;
    const SEARCH: usize = 2;
    const REPORTS: usize = 2;

    /// The most threads in use at a time.
    pub(super) const MOST_THREADS: usize = Self::QUICK + Self::SEARCH + Self::REPORTS;

    pub(super) fn new() -> Self {
        Self {
            quick: Places::new(Self::QUICK, 56, 64),
            search: Places::new(Self::SEARCH, 18, 24),
            reports: Places::new(Self::REPORTS, 64, 96),
            records: Places::new(0, 6, 8),
        }
    }

    /// Runs a search that reports its results as server-sent events; the last one is `end`.
    pub(super) fn report(
        &self,
        visit: Visit,
        work: impl FnOnce(&Reports<'_>) -> Result<(), Refusal> + Send + 'static,
    ) -> Result<Response, Denial> {
        /// More than any search reports: who has not read as many reads nothing.
        const MOST_UNREAD: usize = 1_024;
        let place = self.reports.enter(&visit)?;
        let (sender, receiver) = channel(MOST_UNREAD);
        let stop = StopFlag::new();
        let (events, gone, dropped) = (sender.clone(), stop.clone(), stop.clone());
        // As above.
        let guard = OnDrop(move || dropped.raise());
        let send = move |kind: &str, report: &Value| {
            let event = Event::default().event(kind).data(report.to_string());
            if events.try_send(event).is_err() {
                gone.raise();
            }
        };
        tokio::spawn(async move {
            if place.places.work.available_permits() == 0 {
                send("wait", &json!({}));
            }
            let report = send.clone();
            let work = move || work(&Reports::new(&report, stop));
            tokio::select! {
                () = sender.closed() => {}
                result = place.run(work) => match result {
                    Ok(()) => send("end", &json!({})),
                    Err(Refusal(error)) => send("end", &json!({ "error": error })),
                },
            }
            drop(visit);
        });
        let next = |(mut receiver, guard): (Receiver<Event>, _)| async move {
            let event = receiver.recv().await?;
            Some((Ok::<Event, Infallible>(event), (receiver, guard)))
        };
        let events = Sse::new(stream::unfold((receiver, guard), next));
        Ok(events.keep_alive(KeepAlive::default()).into_response())
    }
}
