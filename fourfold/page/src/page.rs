//! The page and its files.

use std::borrow::Cow;

use engine::svg::Theme;
use serde_json::Value;

use super::board::Board;

macro_rules! scripts {
    ($($name:literal),*) => { [$(($name, include_str!(concat!("page/", $name)))),*] };
}

const SCRIPTS: [(&str, &str); 26] = scripts!(
    "main.js",
    "actions.js",
    "analysis.js",
    "api.js",
    "begin.js",
    "board.js",
    "choice.js",
    "dom.js",
    "ending.js",
    "engine.js",
    "front.js",
    "geometry.js",
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
    "storage.js",
    "store.js",
    "tree.js",
    "worth.js"
);

pub(crate) struct File {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) text: Cow<'static, str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// A server, which sends headers too.
    Server,
    /// WebAssembly in workers of the page.
    Worker,
}

impl Engine {
    fn head(self) -> &'static str {
        match self {
            Self::Server => "",
            Self::Worker => include_str!("page/static.html"),
        }
    }
}

pub(crate) fn files(board: &Board, engine: Engine) -> Vec<File> {
    let file = |name, kind, text| File { name, kind, text };
    let script = |(name, text)| file(name, "text/javascript; charset=utf-8", Cow::Borrowed(text));
    let style = themes(board) + include_str!("page/style.css");
    let own = [
        file("index.html", "text/html; charset=utf-8", page(board, engine).into()),
        file("style.css", "text/css; charset=utf-8", style.into()),
        file("icon.svg", "image/svg+xml", include_str!("page/icon.svg").into()),
        script(("theme.js", include_str!("page/theme.js"))),
    ];
    own.into_iter().chain(SCRIPTS.map(script)).collect()
}

/// The page itself. It preloads the scripts, so that they load at the same time.
fn page(board: &Board, engine: Engine) -> String {
    let preload = SCRIPTS.map(|(name, _)| format!(r#"<link rel="modulepreload" href="{name}">"#));
    let games: Value = board.games.iter().map(|game| game.describe()).collect();
    include_str!("page/index.html")
        .replace("{engine}\n", engine.head())
        .replace("{preload}", &preload.join("\n"))
        .replace("{games}", &games.to_string().replace('<', "\\u003c"))
}

/// The style sheets of pictures, light or dark as the page is. Each game's own classes count only in its own pictures,
/// within `[data-game=…]`, because two games may use the same name.
fn themes(board: &Board) -> String {
    let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| {
        let own = board.games.iter().enumerate().map(|(number, game)| {
            let rules: String = game.kit.classes().iter().map(|class| class.css(theme)).collect();
            format!(r#"[data-game="{number}"]{{{rules}}}"#)
        });
        theme.css(&[]) + &own.collect::<String>()
    });
    format!(
        ":root{{{light}}}:root[data-theme=dark]{{{dark}}}\
         @media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    )
}
