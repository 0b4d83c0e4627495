//! Faults of earlier pages: each test failed before its fault was mended.

use std::io::Write;
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::driver::Browser;

const SETTLED: &str = "document.querySelector('#board[aria-busy=false] svg')";

/// Has the page keep what it moves, and how: each with its place, its frames, and whether it is above all.
const WATCH_MOTION: &str = "window.moved = []; const real = Element.prototype.animate; \
    Element.prototype.animate = function (frames, options) { \
    moved.push({ place: this.dataset.place, frames, top: this === this.parentElement.lastElementChild }); \
    return real.call(this, frames, options); }";

/// The frames of what was moved to a place by steps, and whether it was above all else.
fn journey(browser: &Browser, place: &str) -> (usize, Value) {
    let found = browser.wait(&format!(
        "window.moved.find(({{ place, frames }}) => place === '{place}' && frames[0].transform)"
    ));
    (found["frames"].as_array().unwrap().len(), found["top"].clone())
}

/// Browsers refuse an address that changes more often.
#[test]
fn the_address_is_written_twice_a_second_at_most() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+d+d+d+c+c+c+c+e+e+e+e&at=0");
    browser.run(
        "window.writes = []; const write = history.replaceState.bind(history); \
         history.replaceState = (...all) => { writes.push(performance.now()); write(...all); }",
    );
    for ply in 1..=12 {
        browser.press("\u{e014}");
        browser
            .wait(&format!("document.querySelectorAll('#record button')[{}].ariaCurrent", ply - 1));
    }
    browser.press("\u{e011}");
    browser.wait("location.hash.includes('at=0')");
    let gaps = "return writes.slice(1).map((at, i) => at - writes[i])";
    let gaps = browser.run(gaps);
    let gaps = gaps.as_array().unwrap();
    assert!(!gaps.is_empty(), "it is written more than once");
    assert!(gaps.iter().all(|gap| gap.as_f64().unwrap() > 450.0), "{gaps:?}");
    browser.assert_no_complaint();
}

/// Pieces go the way that the move takes, above all others, forth and back; what is captured fades.
#[test]
fn pieces_go_along_their_way() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers&moves=b2-c3+d5xd3xb3&at=1");
    browser.run(WATCH_MOTION);
    browser.click("[data-do=next]");
    assert_eq!(journey(&browser, "b3"), (3, true.into()), "two jumps");
    let faded =
        "moved.filter(({ frames }) => frames.at(-1).opacity === 0).map(({ place }) => place)";
    browser.wait(&format!("{faded}.length === 2"));
    assert_eq!(browser.run(&format!("return {faded}.sort()")), json!(["c3", "d4"]));
    browser.wait(SETTLED);
    browser.run("window.moved.length = 0");
    browser.click("[data-do=back]");
    assert_eq!(journey(&browser, "d5"), (3, true.into()), "and back");
    // A walk that leaves the board on one side comes in on the other.
    browser.open("game=collapsi&start=A223/4A2J/3A23/J3A4");
    browser.run(WATCH_MOTION);
    let wrapped = "import('./main.js').then(({ ask }) => ask('position', new URLSearchParams({ \
                   game: 'collapsi', start: 'A223/4A2J/3A23/J3A4' }))).then(({ moves }) => \
                   (window.offered = moves.map(([, places]) => places.at(-1))))";
    browser.run(wrapped);
    let to = browser.wait("window.offered")[0].as_str().unwrap().to_owned();
    browser.click(&format!(".target[data-place={to}]"));
    assert!(journey(&browser, &to).0 >= 2);
    // A stone falls from above the board.
    browser.open("game=connect-four");
    browser.run(WATCH_MOTION);
    browser.click(".target[data-place=d1]");
    assert!(journey(&browser, "d1").0 >= 6, "a row at a time");
    browser.assert_no_complaint();
}

/// With all places for long searches taken, the next one says that it waits.
#[test]
fn a_search_that_waits_says_so() {
    let browser = Browser::start();
    let Some(port) = browser.port() else { return };
    let search = || {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let head = "GET /api/analysis?game=connect-four&lines=1 HTTP/1.1\r\nHost: 127.0.0.1";
        write!(stream, "{head}:{port}\r\n\r\n").unwrap();
        stream
    };
    let others = [search(), search()];
    std::thread::sleep(std::time::Duration::from_millis(300));
    browser.open("game=connect-four&lines=1");
    browser.wait("document.querySelector('#effort').textContent.startsWith('Waiting')");
    drop(others);
    browser.wait("document.querySelector('#lines-found li')");
    browser.assert_no_complaint();
}

/// An analysis whose program is gone says so, and goes on when it is there again.
#[test]
fn an_analysis_finds_its_program_again() {
    let mut browser = Browser::start();
    if browser.port().is_none() {
        return;
    }
    browser.open("game=connect-four&lines=1");
    let effort = "document.querySelector('#effort').textContent";
    browser.wait(&format!("{effort}.startsWith('Depth')"));
    browser.without_program(|browser| {
        browser.wait(&format!("{effort}.includes('does not answer')"));
    });
    browser.wait(&format!("{effort}.startsWith('Depth')"));
}

#[test]
fn a_page_asks_for_nothing_twice() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+d");
    browser.wait("document.querySelector('.target')");
    let twice = "return performance.getEntriesByType('resource')\
                 .filter(({ initiatorType }) => initiatorType !== 'other').map(({ name }) => name)\
                 .filter((name, i, all) => all.indexOf(name) !== i)";
    assert_eq!(browser.run(twice), json!([]));
}

/// A click leaves no box around a place; the keyboard's cursor has one.
#[test]
fn only_the_keyboard_has_a_cursor() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers");
    browser.click(".target[data-place=d2]");
    browser.wait("document.querySelector('.target[data-place=d3]')");
    let boxes = "document.querySelectorAll('#play :focus-visible, #board .cursor').length";
    assert_eq!(browser.run(&format!("return {boxes}")), 0);
    browser.press("\u{e014}");
    browser.wait("document.querySelector('#board .cursor')");
    browser.assert_no_complaint();
}

/// A puzzle of another level than was asked says so; what was asked stays asked.
#[test]
fn a_puzzle_says_which_level_it_has() {
    let browser = Browser::start();
    browser.open("game=rolling-mountains&puzzle=8-5");
    let said = browser.wait("document.querySelector('#puzzle').textContent");
    let said = said.as_str().unwrap();
    assert!(said.contains("There is none of 5 steps here, so this one takes 7 steps."), "{said}");
    browser.click("#puzzle button:nth-child(2)");
    browser.wait("document.querySelector('#say').textContent.includes('wins')");
    browser.click("#puzzle button:nth-child(2)");
    browser.wait("/puzzle=\\d+-5/.test(location.hash) && !location.hash.includes('puzzle=8-5')");
    browser.assert_no_complaint();
}

/// A capture sounds otherwise than a move.
#[test]
fn a_capture_is_heard() {
    let browser = Browser::start();
    browser.enter();
    browser.run("localStorage.setItem('sound', 'yes')");
    browser.open("game=collateral-checkers&moves=b2-c3");
    browser.run(
        "window.heard = []; window.OscillatorNode = class extends OscillatorNode { \
         constructor(context, how) { super(context, how); heard.push(how.frequency); } }",
    );
    for place in ["d5", "d3", "b3"] {
        browser.wait(&format!("document.querySelector('.target[data-place={place}]')"));
        browser.click(&format!(".target[data-place={place}]"));
    }
    browser.wait("heard.slice(-2).join() === '220,160'");
    browser.assert_no_complaint();
}
