//! What the browser or the program refuses, and what is said of it.

use serde_json::{Value, json};

use crate::driver::{Browser, OFFERED};

/// Has a script run in every document before its own.
fn before_all(browser: &Browser, script: &str) {
    browser.ask_chromium("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
}

/// What is said of a kind: `progress`, `notice` or `error`.
fn said(kind: &str) -> String {
    format!("document.querySelector('#message [data-kind={kind}]')?.textContent")
}

/// Has moves of programs fail as long as `window.fails` is true: those of a server, and those of a worker.
const FAILING: &str = "window.fails = true; const real = window.fetch; window.fetch = (path, how) => \
    window.fails && String(path).startsWith('api/move') \
    ? Promise.resolve(new Response('{\"error\":\"no memory for the table\"}', { status: 422 })) : real(path, how); \
    window.Worker = class extends Worker { postMessage(what) { \
    if (window.fails && String(what).startsWith('move')) this.onerror({ message: 'no memory for the table' }); \
    else super.postMessage(what); } }";

/// A game is played where the browser keeps nothing and where it has no room; that is said once.
#[test]
fn the_board_needs_no_storage() {
    let refused = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, \
                   { get() { throw new DOMException('denied', 'SecurityError'); } })";
    let full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }";
    for script in [refused, full] {
        let browser = Browser::start();
        before_all(&browser, script);
        browser.enter();
        browser.click("#theme");
        assert_eq!(browser.run("return document.documentElement.dataset.theme"), "light");
        let keeps = format!("{}?.includes('keeps no more')", said("notice"));
        browser.wait(&keeps);
        browser.click("#message [data-kind=notice] .dismiss");
        browser.click(".game[data-name=connect-four]");
        browser.run("document.querySelector('#clock').value = '3+2'");
        browser.click("#start-two");
        for ply in 1..=3 {
            browser.wait("document.querySelector('#board[aria-busy=false] .target')");
            browser.click(".target[data-place^=d]");
            browser.wait(&format!("document.querySelectorAll('#record button').length === {ply}"));
        }
        browser.wait("location.hash.includes('moves=d')");
        assert_eq!(browser.text("#message"), "", "{script}");
        // While the page is open the game is in the list.
        browser.click("#home");
        browser.wait("document.querySelector('#continue').textContent.includes('Connect Four')");
        browser.assert_no_complaint();
    }
}

/// A program that fails says why, the page says that it makes no move, and offers to try again.
#[test]
fn a_program_that_fails_is_no_silence() {
    let browser = Browser::start();
    before_all(&browser, FAILING);
    browser.open("game=connect-four&seats=person;level:1");
    browser.click(".target[data-place=d1]");
    browser.wait(&format!("{}?.includes('no memory')", said("error")));
    assert_eq!(browser.text("#say"), "Newcomer makes no move");
    assert!(!browser.text("#seats-above").contains("Thinking"));
    browser.run("window.fails = false");
    browser.click("#message [data-kind=error] button");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    assert_eq!(browser.text("#message"), "");
}

/// What goes on, what is to be known and what went wrong have places of their own, and each stays as long as it is of use.
#[test]
fn what_is_said_stays_until_it_is_read() {
    let browser = Browser::start();
    browser.at_once();
    browser.open("game=connect-four&moves=d+a+e+a+f&seats=level:2;person");
    browser.click("[data-do=draw]");
    browser.wait(&format!("{} === 'The program plays on.'", said("notice")));
    browser.click(".target[data-place=g1]");
    browser.wait("document.querySelectorAll('#record button').length === 7");
    browser.click("[data-do=undo]");
    browser.wait("document.querySelector('#board[aria-busy=false] .target')");
    assert_eq!(browser.run(&format!("return {}", said("notice"))), "The program plays on.");
    // An error beside it stays, too; what is wrong at a place is forgotten with the next move.
    browser.run(
        "const data = new DataTransfer(); data.setData('text/plain', '7/7 x'); \
         document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))",
    );
    browser.wait(&format!("{}?.includes('ranks')", said("error")));
    browser.open("game=collateral-checkers");
    browser.click(".target[data-place=b2]");
    browser.click("#board [data-place=e3]");
    browser.wait(&format!("{}?.startsWith('Not there')", said("progress")));
    browser.click(".target[data-place=b2]");
    browser.wait("document.querySelector('.target[data-place=b3]')");
    browser.click(".target[data-place=b3]");
    browser.wait("document.querySelector('#message').textContent === ''");
    browser.open("game=connect-four&moves=d+z&seats=person;level:1");
    let left_out = format!("{}?.includes('left out')", said("error"));
    browser.wait(&left_out);
    browser.wait("document.querySelectorAll('#record button').length === 2");
    assert_eq!(browser.run(&format!("return {left_out}")), true);
    browser.click("#message .dismiss");
    assert_eq!(browser.text("#message"), "");
}

/// What is asked for where the program does not answer can be tried again.
#[test]
fn what_is_lost_can_be_tried_again() {
    let browser = Browser::start();
    if browser.port().is_none() {
        return;
    }
    browser.open("game=connect-four&moves=d");
    browser.click("#home");
    browser.wait("!document.querySelector('#front').hidden");
    browser.run("window.real = fetch; window.fetch = () => Promise.reject(new TypeError('gone'))");
    browser.click("#start-two");
    browser.wait(&format!("{}?.includes('does not answer')", said("error")));
    std::thread::sleep(std::time::Duration::from_millis(2500));
    assert_eq!(browser.run("return document.querySelector('#front').hidden"), Value::from(false));
    browser.run("window.fetch = window.real");
    browser.click("#message [data-kind=error] button");
    browser.wait("!document.querySelector('#play').hidden && document.querySelector('.target')");
    assert_eq!((browser.ply(), browser.text("#message")), (0, String::new()));
}

/// How a puzzle ended, and what a clock shows, is the same after a reload.
#[test]
fn a_reload_gives_nothing_back() {
    let browser = Browser::start();
    browser.at_once();
    browser.open("game=connect-four&puzzle=7-1");
    browser.click("#puzzle button:nth-child(2)");
    browser.wait("document.querySelector('#say').textContent.includes('wins')");
    let line = browser.record();
    browser.click("#puzzle button");
    browser.wait("document.querySelector('#board[aria-busy=false] .target') && document.querySelectorAll('#puzzle button').length === 3");
    browser.run("localStorage.setItem('streak', '4')");
    browser.click(&format!(".target[data-place^={}]", line[0]));
    browser.wait("document.querySelector('#puzzle.solved')");
    browser.wait("location.hash.includes('tried=solved')");
    browser.post("/refresh", &json!({}));
    browser.wait("document.querySelector('#puzzle.solved')");
    assert_eq!(browser.run("return localStorage.getItem('streak')"), "5");
    assert_eq!(browser.all(OFFERED).len(), 0);
    browser.open("game=connect-four&moves=d&clock=1%2B0");
    let time = "document.querySelector('#seats-above time, #seats-below time')?.textContent";
    let clock = "Math.min(...[...document.querySelectorAll('time')].map((one) => Number(one.textContent.split(':')[0]) * 60 + Number(one.textContent.split(':')[1])))";
    browser.wait(&format!("{time} && {clock} < 58"));
    browser.post("/refresh", &json!({}));
    browser.wait(time);
    assert!(browser.run(&format!("return {clock}")).as_f64().unwrap() < 58.5);
}
