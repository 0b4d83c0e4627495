//! The page without a server, in the folder `FOURFOLD_PAGE`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::driver::Browser;
use crate::files::Files;

fn folder() -> PathBuf {
    std::env::var_os("FOURFOLD_PAGE").expect("FOURFOLD_PAGE is the folder of the page").into()
}

/// Has pages count the workers that they end.
fn count_ended(browser: &Browser) {
    let count = "window.ended = 0; window.Worker = class extends Worker { \
                 terminate() { super.terminate(); ended += 1; } }";
    let script = json!({ "source": count });
    browser.ask_chromium("Page.addScriptToEvaluateOnNewDocument", &script);
}

/// Other pages in and below the folder are those of their server, also after a visit of this one.
#[test]
fn the_page_answers_for_itself_only() {
    let folder = std::env::temp_dir().join(format!("fourfold-neighbours-{}", std::process::id()));
    let page = folder.join("page");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("engine"), b"\0asm\x01\0\0\0").unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_fourfold"));
    let program = program.args(["board", "--export"]).arg(&page);
    assert!(program.arg("--engine").arg(folder.join("engine")).status().unwrap().success());
    fs::create_dir(page.join("below")).unwrap();
    for name in ["beside.html", "below/main.js", "below/index.html"] {
        fs::write(page.join(name), "<title>Neighbour</title>").unwrap();
    }
    let files = Files::serve(page);
    let (address, close) = (files.address(), files.close());
    let browser = Browser::of_files(files);
    browser.enter();
    browser.run("navigator.serviceWorker.ready.then(() => (window.kept = true))");
    browser.wait("window.kept");
    browser.enter();
    browser.wait("navigator.serviceWorker.controller");
    browser.run(
        "fetch('below/main.js').then((file) => file.text()).then((text) => (window.found = text))",
    );
    assert_eq!(browser.wait("window.found"), "<title>Neighbour</title>");
    for name in ["beside.html", "beside.html?main.js", "below/index.html"] {
        browser.post("/url", &json!({ "url": format!("{address}{name}") }));
        assert_eq!(browser.run("return document.title"), "Neighbour", "{name}");
    }
    close();
    for name in ["", "?utm=1", "index.html", "#game=compass&page=rules"] {
        browser.post("/url", &json!({ "url": format!("{address}{name}") }));
        browser.wait("document.title.includes('Fourfold') && document.querySelector('.game, .lesson, #rules-title')");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
#[ignore = "needs the page without a server"]
fn the_page_opens_without_a_network() {
    let files = Files::serve(folder());
    let close = files.close();
    let browser = Browser::of_files(files);
    browser.open("game=collapsi");
    browser.run("navigator.serviceWorker.ready.then(({ active }) => (window.kept = active.state))");
    browser.wait("['activating', 'activated'].includes(window.kept)");
    close();
    browser.open("game=connect-four&seats=person;level:4");
    browser.click(".target[data-place=d1]");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.click("[data-nav=analyse]");
    browser.wait("document.querySelector('#lines-found li')");
    // The engine of this game loads a file too.
    browser.open("game=collateral-checkers&start=w3w/4w/5/b4/b3b+b+0+0");
    browser.click("[data-nav=analyse]");
    browser.wait("document.querySelector('#verdict').textContent.startsWith('Proven')");
    browser.assert_no_complaint();
}

#[test]
#[ignore = "needs the page without a server"]
fn an_engine_is_loaded_once_while_one_chooses() {
    const LOADED: &str = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop())\
                          .filter((name) => name.endsWith('.wasm')).join(' ')";
    let browser = Browser::start();
    browser.enter();
    browser.wait(&format!("{LOADED} === 'collapsi.wasm'"));
    browser.click("[data-name=compass]");
    browser.wait(&format!("{LOADED} === 'collapsi.wasm compass.wasm'"));
    browser.click("[data-do=start-play]");
    browser.wait("document.querySelector('.target')");
    assert_eq!(browser.run(&format!("return {LOADED}")), "collapsi.wasm compass.wasm");
    browser.assert_no_complaint();
}

/// Where a host isolates the page an analysis has as many threads as the processor, up to 8, and elsewhere one; what is
/// kept for use without a network is the engine that the page has.
#[test]
#[ignore = "needs the page without a server"]
fn an_isolated_page_searches_by_threads() {
    const KEPT: &str = "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys()) \
                        .then((kept) => (window.kept = kept.map(({ url }) => url).filter((url) => url.endsWith('.wasm'))))";
    for (headers, is_isolated) in [("", false), (Files::ISOLATING, true)] {
        let files = Files::serve_with(folder(), headers);
        let close = files.close();
        let browser = Browser::of_files(files);
        browser.open("game=connect-four");
        browser.run(&format!("navigator.serviceWorker.ready.then(() => {KEPT})"));
        browser.wait(&format!(
            "window.kept?.length === 5 && kept.every((url) => url.includes('.threads.') === {is_isolated})"
        ));
        close();
        for game in ["compass", "rolling-mountains"] {
            browser.open(&format!("game={game}"));
            assert_eq!(browser.run("return crossOriginIsolated"), is_isolated);
            browser.run(&format!(
                "window.told = []; import('./main.js').then(({{ request }}) => \
                 request('analysis', 'game={game}', {{ told: (...one) => told.push(one) }}))"
            ));
            let others = "told.filter(([kind]) => kind === 'thread').length";
            let cores = browser.run("return Math.min(navigator.hardwareConcurrency, 8)");
            let others_expected = if is_isolated { cores.as_u64().unwrap() - 1 } else { 0 };
            browser.wait(&format!(
                "told.some(([, {{ depth }}]) => depth > 5) && {others} >= {others_expected}"
            ));
            assert_eq!(browser.run(&format!("return {others}")), others_expected);
        }
        browser.assert_no_complaint();
    }
}

/// A new version is shown soon after the old one was opened, which then is not kept any more.
#[test]
#[ignore = "needs the page without a server"]
fn a_new_version_replaces_the_old_one() {
    let copy = std::env::temp_dir().join(format!("fourfold-page-{}", std::process::id()));
    fs::create_dir_all(&copy).unwrap();
    for entry in fs::read_dir(folder()).unwrap().map(Result::unwrap) {
        fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
    }
    let browser = Browser::of_files(Files::serve(copy.clone()));
    browser.open("game=connect-four&moves=d");
    browser.run("navigator.serviceWorker.ready.then(({ active }) => (window.kept = active.state))");
    browser.wait("window.kept");
    let change = |name: &str, from: &str, to: &str| {
        let text = fs::read_to_string(copy.join(name)).unwrap();
        assert!(text.contains(from), "{name} has {from}");
        fs::write(copy.join(name), text.replace(from, to)).unwrap();
    };
    change("index.html", "<title>Fourfold", "<title>Fivefold");
    change("sw.js", "const CACHE = `${OURS}", "const CACHE = `${OURS}1");
    browser.open("game=connect-four&moves=d");
    browser.wait("document.title.includes('Fivefold')");
    browser.wait("document.querySelectorAll('#record button').length === 1");
    browser.run("caches.keys().then((names) => (window.names = names.length))");
    assert_eq!(browser.wait("window.names"), 1);
    fs::remove_dir_all(copy).unwrap();
}

#[test]
#[ignore = "needs the page without a server"]
fn searches_are_stopped_and_delay_nothing() {
    let browser = Browser::start();
    count_ended(&browser);
    browser.open("game=connect-four&lines=3");
    browser.wait("document.querySelector('#lines-found li')");
    let asked = Instant::now();
    browser.click(".target[data-place=d1]");
    browser.wait("document.querySelectorAll('#record button').length === 1");
    assert!(asked.elapsed() < Duration::from_secs(20), "a move waits for a search");
    browser.wait("ended === 1 && document.querySelector('#lines-found li')");
    browser.click("#analysis [data-do=analyse]");
    browser.wait("ended === 2");
    // A program that thinks for a minute does so no more when the move before is taken back.
    browser.open("game=connect-four&seats=person;search:time=60000");
    browser.click(".target[data-place=d1]");
    browser.wait("document.querySelector('#say').textContent.includes('thinking')");
    // It begins to think when the stone has come to rest.
    browser.wait("document.querySelector('#board').getAnimations({ subtree: true }).length === 0");
    browser.click("[data-do=undo]");
    browser.wait("ended === 1 && document.querySelector('.target')");
    browser.assert_no_complaint();
}

#[test]
#[ignore = "needs the page without a server"]
fn limits_of_time_hold() {
    let browser = Browser::start();
    for game in ["collateral-checkers", "compass", "rolling-mountains"] {
        browser.open(&format!("game={game}"));
        for player in ["search:time=400", "mcts:time=400"] {
            browser.run(&format!(
                "window.took = null; const began = performance.now(); import('./main.js') \
                 .then(({{ request }}) => request('move', 'game={game}&player={player}')) \
                 .then(({{ move }}) => (window.took = performance.now() - began))"
            ));
            let took = browser.wait("window.took").as_f64().unwrap();
            assert!((300.0..4000.0).contains(&took), "{game} {player}: {took} ms");
        }
    }
    browser.assert_no_complaint();
}
