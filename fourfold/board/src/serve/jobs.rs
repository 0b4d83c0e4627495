//! Work in threads of its own: limited in number, and stopped when its request is dropped.

use std::convert::Infallible;
use std::sync::Arc;

use axum::response::sse::{Event, KeepAlive, Sse};
use engine::StopFlag;
use futures_util::stream::{self, Stream};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::refusal::Refusal;
use crate::reports::Reports;

/// Limits the work that is done at a time.
#[derive(Clone, Debug)]
pub(super) struct Jobs {
    /// For work without a search.
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

impl Jobs {
    const QUICK: usize = 4;
    const LONG: usize = 2;

    /// The most threads in use at a time.
    pub(super) const MOST_THREADS: usize = Self::QUICK + Self::LONG;

    pub(super) fn new() -> Self {
        Self {
            quick: Arc::new(Semaphore::new(Self::QUICK)),
            long: Arc::new(Semaphore::new(Self::LONG)),
        }
    }

    /// Does work without a search.
    pub(super) async fn answer<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        run(&self.quick, work).await
    }

    /// Runs a search; the flag is raised when the request is dropped.
    pub(super) async fn search<T: Send + 'static>(
        &self,
        work: impl FnOnce(StopFlag) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let stop = RaiseAtEnd(StopFlag::new());
        let flag = stop.0.clone();
        run(&self.long, move || work(flag)).await
    }

    /// Runs a search that reports its results as server-sent events; the last one is `end`.
    pub(super) fn report(
        self,
        work: impl FnOnce(&Reports<'_>) -> Result<(), Refusal> + Send + 'static,
    ) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
        let (sender, receiver) = unbounded_channel();
        let stop = StopFlag::new();
        let guard = RaiseAtEnd(stop.clone());
        let places = self.long;
        let (events, gone) = (sender.clone(), stop.clone());
        let send = move |kind: &str, report: &Value| {
            let event = Event::default().event(kind).data(report.to_string());
            if events.send(event).is_err() {
                gone.raise();
            }
        };
        tokio::spawn(async move {
            if places.available_permits() == 0 {
                send("wait", &json!({}));
            }
            let report = send.clone();
            let work = move || work(&Reports::new(&report, stop));
            tokio::select! {
                () = sender.closed() => {}
                result = run(&places, work) => match result {
                    Ok(()) => send("end", &json!({})),
                    Err(Refusal(error)) => send("end", &json!({ "error": error })),
                },
            }
        });
        let next = |(mut receiver, guard): (UnboundedReceiver<Event>, RaiseAtEnd)| async move {
            receiver.recv().await.map(|event| (Ok(event), (receiver, guard)))
        };
        Sse::new(stream::unfold((receiver, guard), next)).keep_alive(KeepAlive::default())
    }
}

async fn run<T: Send + 'static>(
    places: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let place = places.clone().acquire_owned().await.map_err(Refusal::new)?;
    let work = move || {
        let _place = place;
        work()
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Refusal(format!("the server failed: {error}")))?
}

/// Stops a search when the request for it is dropped.
struct RaiseAtEnd(StopFlag);

impl Drop for RaiseAtEnd {
    fn drop(&mut self) {
        self.0.raise();
    }
}
