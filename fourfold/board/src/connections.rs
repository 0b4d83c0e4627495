//! Connections: limited in number, and closed when no request arrives in time.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How many connections are open at a time; others wait.
const MOST_CONNECTIONS: usize = 256;

/// How long to wait for the head of a request, for its body, and for the next request.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Accepts connections and answers their requests until it is dropped.
pub(super) async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let service = TowerToHyperService::new(router);
    loop {
        let place = places.clone().acquire_owned().await.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            // The client has gone, or the system has no more file descriptors for now.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Events are small, and each is to arrive without delay.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .serve_connection(TokioIo::new(stream), service.clone());
        tokio::spawn(async move {
            // An error concerns this connection only.
            let _ = connection.await;
            drop(place);
        });
    }
}
