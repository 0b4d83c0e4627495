//! The page and its files.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use engine::svg::Theme;
use serde_json::Value;

use super::guard::policy;
use crate::html::escape;

macro_rules! scripts {
    ($($name:literal),*) => { [$(($name, include_str!(concat!("page/", $name)))),*] };
}

const SCRIPTS: [(&str, &str); 11] = scripts!(
    "main.js",
    "board.js",
    "dialogs.js",
    "panels.js",
    "puzzle.js",
    "record.js",
    "seats.js",
    "server.js",
    "set_up.js",
    "state.js",
    "tree.js"
);

/// The routes of the page and its files, for these games.
pub(super) fn routes<S: Clone + Send + Sync + 'static>(games: &Value) -> Router<S> {
    let page = page(games);
    let index = move || async move {
        // The browser allows only inline scripts and styles with this word.
        let nonce = format!("{:032x}", rand::random::<u128>());
        let policy = policy(&format!("'nonce-{nonce}'"));
        let page = page.replace("{nonce}", &nonce);
        ([(CONTENT_SECURITY_POLICY, policy)], file("text/html; charset=utf-8", page))
    };
    let icon = || async { file("image/svg+xml", include_str!("page/icon.svg")) };
    let script = |text| move || async move { file("text/javascript; charset=utf-8", text) };
    let all = Router::new().route("/", get(index)).route("/icon.svg", get(icon));
    SCRIPTS
        .into_iter()
        .fold(all, |all, (name, text)| all.route(&format!("/{name}"), get(script(text))))
}

/// The page with all that it needs for the first paint. It preloads the scripts, so that they load at the
/// same time.
fn page(games: &Value) -> String {
    let preload = SCRIPTS.map(|(name, _)| format!(r#"<link rel="modulepreload" href="{name}">"#));
    let names = games.as_array().into_iter().flatten().filter_map(|game| game["name"].as_str());
    // Names are words with hyphens; the style sheet capitalises them.
    let option = |name: &str| {
        let name = escape(name);
        format!(r#"<option value="{name}">{}</option>"#, name.replace('-', " "))
    };
    include_str!("page/index.html")
        .replace("{style}", &(themes() + include_str!("page/style.css")))
        .replace("{preload}", &preload.join("\n"))
        .replace("{options}", &names.map(option).collect::<String>())
        .replace("{games}", &games.to_string().replace('<', "\\u003c"))
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
