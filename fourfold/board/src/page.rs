//! The page and its files.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use engine::svg::{Class, Theme};
use serde_json::Value;

use super::guard::policy;

macro_rules! scripts {
    ($($name:literal),*) => { [$(($name, include_str!(concat!("page/", $name)))),*] };
}

const SCRIPTS: [(&str, &str); 24] = scripts!(
    "main.js",
    "actions.js",
    "analysis.js",
    "api.js",
    "begin.js",
    "board.js",
    "clock.js",
    "dom.js",
    "front.js",
    "geometry.js",
    "menu.js",
    "motion.js",
    "options.js",
    "play.js",
    "puzzle.js",
    "record.js",
    "review.js",
    "seats.js",
    "set_up.js",
    "sound.js",
    "state.js",
    "store.js",
    "tree.js",
    "worth.js"
);

/// The routes of the page and its files, for these games with the classes of their pictures.
pub(super) fn routes<S: Clone + Send + Sync + 'static>(
    games: &Value,
    classes: &[&[Class]],
) -> Router<S> {
    let page = page(games, classes);
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
fn page(games: &Value, classes: &[&[Class]]) -> String {
    let preload = SCRIPTS.map(|(name, _)| format!(r#"<link rel="modulepreload" href="{name}">"#));
    include_str!("page/index.html")
        .replace("{style}", &(themes(classes) + include_str!("page/style.css")))
        .replace("{preload}", &preload.join("\n"))
        .replace("{games}", &games.to_string().replace('<', "\\u003c"))
}

fn file(kind: &'static str, text: impl IntoResponse) -> impl IntoResponse {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text)
}

/// The style sheets of pictures, light or dark as the page is. A game's own classes count within what is
/// marked as its own, as others may give the same names to other things.
fn themes(games: &[&[Class]]) -> String {
    let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| {
        let own = games.iter().enumerate().map(|(number, classes)| {
            let rules: String = classes.iter().map(|class| class.css(theme)).collect();
            format!(r#"[data-game="{number}"]{{{rules}}}"#)
        });
        theme.css(&[]) + &own.collect::<String>()
    });
    format!(
        ":root{{{light}}}:root[data-theme=dark]{{{dark}}}\
         @media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    )
}
