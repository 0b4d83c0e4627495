//! What people do with each other: far away by links, with a question before what cannot be undone, and jewels.

use serde_json::{Value, json};

use crate::driver::{Browser, OFFERED};

/// What the page gives to the clipboard.
const CLIPBOARD: &str = "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })";

fn copied(browser: &Browser) -> String {
    browser.run(CLIPBOARD);
    browser.click("#far [data-do=link]");
    let link = browser.wait("window.copied");
    browser.run("window.copied = null");
    link.as_str().unwrap().split_once('#').unwrap().1.to_owned()
}

/// A move is a link; whoever opens it is to move, sits below, and gives the next link.
#[test]
fn friends_far_away_exchange_links() {
    let browser = Browser::start();
    browser.enter();
    browser.click(".game[data-name=connect-four]");
    browser.click("[data-do=start-far]");
    browser.wait("document.querySelector('#far-said')?.textContent === 'It is your turn.'");
    browser.click(".target[data-place=d1]");
    browser.wait("document.querySelector('#say').textContent.includes('friend')");
    assert_eq!(browser.all(OFFERED).len(), 0, "the friend's moves are the friend's");
    let link = copied(&browser);
    browser.open(&link);
    browser.wait("document.querySelector('#far-said').textContent === 'It is your turn.'");
    let below = browser.run("return document.querySelector('#seats-below .seat').dataset.hue");
    assert_eq!(below, "red");
    browser.click(".target[data-place=e1]");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    let link = copied(&browser);
    browser.open(&link);
    browser.wait("document.querySelector('#far-said').textContent === 'It is your turn.'");
    let below = browser.run("return document.querySelector('#seats-below .seat').dataset.hue");
    assert_eq!((browser.ply(), below), (2, json!("yellow")));
    browser.assert_no_complaint();
}

/// One click does not resign; who thinks better of it plays on.
#[test]
fn to_resign_is_asked_once() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+d&seats=person;random");
    browser.click("[data-do=resign]");
    browser.wait("document.querySelector('#confirm[open]')");
    browser.click("#confirm button:not(.main)");
    browser.wait("!document.querySelector('#confirm[open]')");
    assert!(browser.run("return document.querySelector('#end').hidden") == true);
    browser.click("[data-do=resign]");
    browser.confirm();
    browser.wait("document.querySelector('#end-help').textContent === 'You resigned.'");
    browser.assert_no_complaint();
}

/// A program that thinks for a minute moves when it is told to.
#[test]
fn a_program_moves_when_it_is_told_to() {
    let browser = Browser::start();
    browser.open("game=connect-four&seats=person;search:time=60000");
    browser.click(".target[data-place=d1]");
    browser.wait("document.querySelector('#hurry').checkVisibility()");
    browser.wait("document.querySelector('#board').getAnimations({ subtree: true }).length === 0");
    browser.click("#hurry");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.assert_no_complaint();
}

/// The clock stands before the first move and on another page, and runs on through a reload.
#[test]
fn a_clock_tells_the_truth() {
    let browser = Browser::start();
    browser.open("game=connect-four&clock=1%2B0");
    let left = |seat: usize| {
        let text = format!("document.querySelector('time[data-seat=\"{seat}\"]').textContent");
        browser.wait(&text).as_str().unwrap().to_owned()
    };
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert_eq!(left(0), "1:00", "before the first move");
    browser.click(".target[data-place=d1]");
    let seconds = || left(1).trim_start_matches("0:").replace("1:00", "60").parse::<f64>().unwrap();
    browser.wait("document.querySelector('time[data-seat=\"1\"]').textContent < '0:59'");
    browser.click("[data-nav=rules]");
    browser.wait("!document.querySelector('#rules').hidden");
    let before = seconds();
    std::thread::sleep(std::time::Duration::from_secs(6));
    browser.run("history.back()");
    browser.wait("!document.querySelector('#play').hidden");
    assert!(before - seconds() < 4.0, "it stands on another page");
    let before = seconds();
    browser.run("location.reload()");
    std::thread::sleep(std::time::Duration::from_secs(4));
    assert!(before - seconds() > 3.0, "it runs on through a reload");
}

/// A game of Compass that is over, with ten cards of white.
pub(crate) const COLLECTED: &str = "game=compass&start=ygpbr,ygbrp,pygrb,pbgyr,brgpy,ypgbr/rygbp,gypbr,bgypr,pbgry,rygpb,bgpyr/\
    gyrpb,rbgyp,rpgyb,yprgb,pgyrb,yrbpg/prybg,pybrg,bygrp,brgyp,gyrbp,gyprb/prbyg,bypgr,gpybr,rgypb,byrpg,rgbyp/\
    prgyb,ybgrp,gbypr,gbryp,grbpy,gbrpy%20-%20-%20-%20-%20w%200&moves=@a4+@a1+@f3+@b2+a4-a2+a1-a5+f3-c3+a5-b5+c3-e3\
    +b5-d5+a2-e2+d5-d2+e2-c2+b2-b6+c2-c6+b6-b4+e3-b3+b4-b1+b3-d3+b1-c1+c6-c4+c1-c5+d3-a3+pbgry@c1+end";

/// Jewels are laid card by card, and judged by the rule of the crate; the most that there is comes from the engine.
#[test]
fn jewels_are_laid() {
    let browser = Browser::start();
    browser.open(COLLECTED);
    browser.click("[data-do=jewels]");
    browser.wait("document.querySelectorAll('#jewel-hand button').length === 10");
    let said = "document.querySelector('#jewels-said').textContent";
    assert_eq!(browser.wait(said), "0 points laid. There are 6 points in these cards.");
    browser.click("#jewel-hand button");
    browser.click(".laid");
    browser.wait("document.querySelector('.laid svg').style.rotate === '90deg'");
    browser.click("#jewel-acts button");
    browser.wait("document.querySelectorAll('#jewel-best svg').length === 2");
    assert_eq!(browser.wait(said), "0 points laid; 6 points is the most that these cards have.");
    let judged = "import('./jewels.js').then(({ judgeSquare: judge }) => { \
        const card = (letters, turns = 0) => ({ key: letters, letters, svg: '', turns }); \
        window.found = [judge(['bgryp', 'bgypr', 'pybgr', 'gpyrb'].map((one) => card(one))), \
            judge([card('bgryp'), card('bgypr'), card('pybgr'), card('gpyrb', 1)]), \
            judge([card('bgryp'), null, null, null])].map(({ points, wrong, isFull }) => [points, wrong.length, isFull]); })";
    browser.run(judged);
    // The first one is the example of the crate, which is worth a point; then a card of it is turned; then one lies alone.
    assert_eq!(browser.wait("window.found"), json!([[1, 0, true], [0, 2, true], [0, 0, false]]));
    browser.assert_no_complaint();
}

/// What a jump will take of one's own is ringed before it is taken.
#[test]
fn what_a_jump_takes_is_shown_before() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers");
    browser.click(".target[data-place=a1]");
    let lost = "[...document.querySelectorAll('.lost')].map((one) => one.dataset.at).sort()";
    browser.wait(&format!("{lost}.join() === 'a2,b2'"));
    browser.click(".target[data-place=c3]");
    browser.wait("document.querySelectorAll('#record button').length === 1");
    assert_eq!(browser.run(&format!("return {lost}")), json!([]));
    let said = browser.text("#last-said");
    assert_eq!(said, "Black went from a1 to c3 and took 1.");
    browser.assert_no_complaint();
}

/// A piece is the same element before and after its move, and so is a seat.
#[test]
fn pieces_keep_their_identity() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers");
    browser.run(
        "window.piece = document.querySelector('.piece[data-place=b2]'); window.other = document.querySelector('.piece[data-place=e5]'); \
         window.seat = document.querySelector('#seats-below input')",
    );
    browser.click(".target[data-place=b2]");
    browser.click(".target[data-place=c3]");
    browser.wait("document.querySelectorAll('#record button').length === 1");
    let same = "return [piece === document.querySelector('.piece.black[data-place=c3]'), other === document.querySelector('.piece[data-place=e5]'), \
                seat === document.querySelector('#seats-below input')]";
    assert_eq!(browser.run(same), json!([true, true, true]));
    browser.assert_no_complaint();
}

/// Connect Four is set up stone by stone, too.
#[test]
fn stones_are_put_by_hand() {
    let browser = Browser::start();
    browser.open("game=connect-four&lines=1");
    browser.click("#set-up summary");
    browser.wait("document.querySelector('#pieces [value=x]')");
    browser.click("#pieces [value=x]");
    browser.click("#board .piece[data-place=d2]");
    let error = "document.querySelector('#setup-error').textContent";
    let reason = "there is nothing under the stone in column d, row 2";
    browser.wait(&format!("{error} === '{reason}'"));
    browser.click("#board .piece[data-place=d1]");
    browser.wait(&format!("{error}.includes('2 x and 0 o')"));
    browser.click("#pieces [value=o]");
    browser.click("#board .piece.yellow[data-place=d2]");
    browser.wait("document.querySelector('#setup-text').value === '7/7/7/7/3o3/3x3 x'");
    browser.click("#setup .main");
    browser.wait("document.querySelector('.target[data-place=d3]')");
    browser.assert_no_complaint();
}

/// The front door has all that begins a game above the fold, and nothing is wider than the window.
#[test]
fn every_window_is_wide_enough() {
    let browser = Browser::start();
    let over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    let sizes = [
        (320, 640),
        (390, 844),
        (844, 390),
        (600, 400),
        (720, 450),
        (768, 1024),
        (1024, 768),
        (1440, 900),
    ];
    for (width, height) in sizes {
        browser.resize(width, height);
        browser.show("");
        let foot = "return document.querySelector('#start-play').getBoundingClientRect().bottom";
        let foot = browser.run(foot).as_f64().unwrap();
        if height > 640 || width > height {
            assert!(foot <= f64::from(height), "{width}x{height}: Play ends at {foot}");
        }
        assert_eq!(browser.run(&format!("return {over}")), 0, "{width}x{height}");
        for state in [
            "game=rolling-mountains&rules=players=4&seats=person;level:4;level:4;level:4&moves=L:n",
            "game=compass&moves=@c3+@d4+@b5+@e2&seats=person;level:4",
            "page=rules&game=compass",
        ] {
            browser.show(state);
            assert_eq!(browser.run(&format!("return {over}")), Value::from(0), "{state} {width}");
        }
    }
}

/// The title follows the page, and the focus comes along.
#[test]
fn titles_and_focus_follow_the_page() {
    let browser = Browser::start();
    browser.open("game=connect-four");
    assert_eq!(browser.run("return document.title"), "Connect Four – Fourfold");
    for (name, title, focus) in [
        ("[data-nav=rules]", "Rules of Connect Four – Fourfold", "rules-title"),
        ("#home", "Fourfold", "motto"),
    ] {
        browser.click(name);
        browser.wait(&format!("document.title === '{title}'"));
        assert_eq!(browser.run("return document.activeElement.id"), focus);
    }
}
