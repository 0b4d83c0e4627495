//! A board in the browser: `fourfold board` serves one page to this machine, on which every game can
//! be played, analysed and studied.
//!
//! The page keeps the game; the server answers what the rules say about it, draws it and searches.
//! So nothing is stored here, and a link to the page is a link to the position.

mod answer;
mod ask;
mod guard;
mod jobs;
mod puzzle;
mod think;

use std::io::Write;
use std::net::Ipv4Addr;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use clap::Args;
use engine::svg::Theme;
use tokio::net::TcpListener;

use crate::failure::Failure;
use jobs::Jobs;

/// Show a board in the browser, to play, analyse and study every game
///
/// Serves one page to this machine only, until Ctrl-C, and prints its address. Nothing is loaded from
/// elsewhere, and nothing is stored.
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold board --port 8080")]
pub(crate) struct BoardArgs {
    /// The port [default: any that is free]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
}

impl BoardArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(Jobs::MOST_THREADS)
            .enable_all()
            .build()
            .map_err(Failure::run)?;
        runtime.block_on(self.serve())
    }

    async fn serve(&self) -> Result<(), Failure> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).await;
        let listener =
            listener.map_err(|error| Failure::run(format_args!("port {}: {error}", self.port)))?;
        let port = listener.local_addr().map_err(Failure::run)?.port();
        let mut out = anstream::stdout();
        writeln!(out, "The board is at http://127.0.0.1:{port}/ until Ctrl-C.")?;
        out.flush()?;
        axum::serve(listener, router(port)).await.map_err(Failure::run)
    }
}

fn router(port: u16) -> Router {
    let page =
        |kind: &'static str, text: &'static str| get(move || async move { file(kind, text) });
    let script = "text/javascript; charset=utf-8";
    Router::new()
        .route("/", page("text/html; charset=utf-8", include_str!("page/index.html")))
        .route("/style.css", page("text/css; charset=utf-8", include_str!("page/style.css")))
        .route("/theme.css", get(|| async { file("text/css; charset=utf-8", themes()) }))
        .route("/main.js", page(script, include_str!("page/main.js")))
        .route("/tree.js", page(script, include_str!("page/tree.js")))
        .route("/board.js", page(script, include_str!("page/board.js")))
        .route("/panels.js", page(script, include_str!("page/panels.js")))
        .route("/icon.svg", page("image/svg+xml", include_str!("page/icon.svg")))
        .route("/api/games", get(answer::games))
        .route("/api/position", get(answer::position))
        .route("/api/move", get(think::choose))
        .route("/api/analysis", get(think::analysis))
        .route("/api/curve", get(think::curve))
        .route("/api/puzzle", get(puzzle::puzzle))
        .layer(axum::middleware::from_fn_with_state(port, guard::guard))
        .with_state(Jobs::new())
}

fn file(kind: &'static str, text: impl IntoResponse) -> impl IntoResponse {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text)
}

/// The style sheets of pictures, light or dark as the page is.
fn themes() -> String {
    let (light, dark) = (Theme::Light.css(), Theme::Dark.css());
    format!(
        "{light}:root[data-theme=dark]{{{dark}}}\
         @media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    )
}
