//! What a person adds to a game, and what the program knows of it.

use serde_json::json;

use crate::driver::{Browser, ELEMENT};

/// Notes, names, variations and arrows of one's own, while one plays.
#[test]
fn a_game_is_annotated() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+(c+e)+d+a");
    browser.click("#typing summary");
    browser.click("#comment");
    browser.press("good}\u{e007}");
    browser.wait("document.querySelector('#record em')?.textContent === 'good}'");
    browser.wait("location.hash.includes('good')");
    let field = browser.all(".who input").pop().unwrap();
    browser.run_on(&field, "it.value = 'Ann'; it.dispatchEvent(new Event('change'))");
    browser.wait("document.querySelector('#record .head').textContent === 'Ann'");
    // The variation becomes the main line, and what was the main line goes.
    browser.click("#record .variation button");
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'c'");
    browser.click("[data-do=promote]");
    browser.wait("document.querySelector('#record .turn').textContent === 'c'");
    browser.click("#record .variation button");
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'd'");
    browser.click("[data-do=remove]");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.wait("location.hash.includes('moves=c+e') && location.hash.includes('Ann')");
    browser.post("/refresh", &json!({}));
    browser.wait("document.querySelector('#record .head')?.textContent === 'Ann'");
    browser.assert_no_complaint();
}

/// The right button draws an arrow, and takes it away; a click takes all away.
#[test]
fn arrows_of_ones_own() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers");
    let draw = |from: &str, to: &str| {
        let at = |place: &str| {
            let square = browser.all(&format!("#board [data-place={place}]")).remove(0);
            json!({ "type": "pointerMove", "origin": { ELEMENT: square }, "x": 0, "y": 0 })
        };
        let actions = json!([
            at(from), { "type": "pointerDown", "button": 2 }, at(to), { "type": "pointerUp", "button": 2 },
        ]);
        browser.post(
            "/actions",
            &json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": actions }] }),
        );
    };
    let count = || browser.run("return document.querySelectorAll('.own g').length");
    draw("b2", "c3");
    draw("a1", "a1");
    assert_eq!(count(), 2);
    draw("b2", "c3");
    assert_eq!(count(), 1);
    browser.click("#board [data-place=c3]");
    assert_eq!((count(), browser.ply()), (0.into(), 0));
}

/// What is proven is shown: of the start and of its moves, by the published rules alone; and of endings.
#[test]
fn what_is_proven_is_shown() {
    let browser = Browser::start();
    let verdict = "document.querySelector('#verdict:not([hidden])')?.textContent";
    browser.open("game=collateral-checkers&lines=5");
    browser.wait(&format!("{verdict} === 'Proven: draw'"));
    let lines =
        "[...document.querySelectorAll('#lines-found .proven')].map((one) => one.textContent)";
    assert_eq!(
        browser.wait(&format!("{lines}.length === 5 && {lines}")),
        json!(["Draw", "Draw", "Draw", "Draw", "Draw"])
    );
    browser.wait("document.querySelector('.target[data-place=b2] .worth-draw')");
    browser.open("game=collateral-checkers&moves=a1xc3&lines=1");
    browser.wait(&format!("{verdict} === 'Proven: white wins'"));
    browser.open("game=collateral-checkers&moves=b2-c3&lines=1");
    browser.wait(&format!("{verdict} === 'Proven: draw'"));
    browser.open("game=collateral-checkers&rules=hold_turns=4&moves=b2-c3&lines=1");
    browser.wait("/^Depth ([5-9]|\\d\\d)/.test(document.querySelector('#effort').textContent)");
    assert_eq!(browser.run(&format!("return {verdict}")), json!(null));
    browser.open("game=collateral-checkers&start=w3w/4w/5/b4/b3b+b+0+0&lines=1");
    browser.wait(&format!("/^Proven: black (wins|loses) in \\d+|Proven: draw/.test({verdict})"));
    browser.assert_no_complaint();
}

/// Whoever of three has no time left is played on for by a program; the others go on.
#[test]
fn of_three_players_two_go_on() {
    let browser = Browser::start();
    browser.open("game=rolling-mountains&rules=players=3,width=4,height=4&clock=0.02%2B0");
    browser.wait(
        "document.querySelector('#message').textContent.includes('A program plays on for red')",
    );
    browser.wait("document.querySelectorAll('#record button').length > 0");
    browser.wait("document.querySelector('#end').hidden && location.hash.includes('level%3A4')");
}

#[test]
fn a_draw_is_agreed() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+a+e+a+f&seats=level:2;person");
    browser.click("[data-do=draw]");
    browser.wait("document.querySelector('#message').textContent === 'The program plays on.'");
    browser.open("game=connect-four&moves=d&seats=person;person&clock=3%2B2");
    browser.run("window.confirm = () => true");
    browser.click("[data-do=draw]");
    browser.wait("document.querySelector('#say').textContent === 'Draw'");
    assert_eq!(browser.text("#help"), "By agreement.");
    browser.click("#rematch");
    browser.wait("document.querySelector('#end').hidden");
    browser.assert_no_complaint();
}

/// A game plays itself, a line is seen before it is played, a picture is kept.
#[test]
fn a_game_is_looked_at() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers&moves=b2-c3+d5xd3xb3&at=0&lines=1");
    browser.choose("autoplay");
    browser.wait("document.querySelector('#record [aria-current]')?.textContent === 'd5xd3xb3'");
    browser.wait("document.querySelector('#lines-found button')");
    browser.run(
        "document.querySelector('#lines-found button').dispatchEvent(new MouseEvent('mouseenter'))",
    );
    browser.wait("document.querySelector('#preview:not([hidden]) svg')");
    browser.run(
        "URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return '#'; }; \
         addEventListener('click', (event) => event.target.download && event.preventDefault(), true)",
    );
    browser.choose("picture");
    browser.wait("window.saved");
    let parsed = "new DOMParser().parseFromString(window.saved, 'image/svg+xml')";
    assert_eq!(browser.run(&format!("return {parsed}.documentElement.tagName")), "svg");
    assert!(
        browser.run(&format!("return {parsed}.querySelector('style').textContent.length")).as_u64()
            > Some(1000)
    );
}
