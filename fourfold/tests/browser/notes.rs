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

/// A variation has variations of its own, in brackets.
#[test]
fn variations_have_variations() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+e+(f+g+(a+b))+d");
    browser.wait("document.querySelectorAll('#record button').length === 7");
    browser.wait(
        "document.querySelector('#record .variation .variation').textContent.trim() === 'a b'",
    );
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
    browser
        .open("game=rolling-mountains&rules=players=3,width=4,height=4&moves=L:n&clock=0.02%2B0");
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
    browser.click("[data-do=draw]");
    browser.confirm();
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

/// What is being typed when the program moves stays, with the focus, and belongs to what it was begun for.
#[test]
fn what_is_typed_stays() {
    let browser = Browser::start();
    browser.open("game=connect-four&seats=person;search:time=4000");
    let moved = |plies: usize| {
        browser.wait(&format!("document.querySelectorAll('#record button').length === {plies}"));
        browser.wait("document.querySelector('#board[aria-busy=false] .target')");
    };
    let typed = || {
        browser.run("return [document.activeElement.id || document.activeElement.ariaLabel, document.activeElement.value]")
    };
    browser.click("#typing summary");
    browser.click(".target[data-place=d1]");
    browser.click("#comment");
    browser.press("an idea");
    moved(2);
    assert_eq!(typed(), json!(["comment", "an idea"]));
    browser.press("\u{e007}");
    browser.wait("document.querySelector('#record em')?.textContent === 'an idea'");
    browser.wait(
        "new URLSearchParams(location.hash.slice(1)).get('moves').startsWith('d {an idea} ')",
    );
    browser.click(".target[data-place=e1]");
    browser.click("#seats-below input");
    browser.press("Ann");
    moved(4);
    assert_eq!(typed(), json!(["The name of yellow", "Ann"]));
    browser.press("\u{e007}");
    browser.wait("document.querySelector('#record .head').textContent === 'Ann'");
    // A note that was begun is kept without Enter, by a reload too.
    browser.click("#comment");
    browser.press("more");
    browser.wait("location.hash.includes('more')");
    browser.post("/refresh", &json!({}));
    browser.wait("document.querySelectorAll('#record em').length === 2");
    browser.assert_no_complaint();
}

/// What the places of the board say of moves is what the lines say of them, estimates too.
#[test]
fn labels_follow_the_lines() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d&lines=10");
    browser.wait(
        "(() => { const lines = [...document.querySelectorAll('#lines-found li')]; \
         const label = (line) => { const move = line.querySelector('.line button').textContent; \
         return document.querySelector(`.target[data-place^=${move}] .badge`)?.textContent; }; \
         const said = lines.map((line) => line.querySelector('.worth').textContent); \
         return said.length === 7 && said.every((one, i) => one === label(lines[i])); })()",
    );
    browser.assert_no_complaint();
}

/// A position that is being typed stays, and the list stays open.
#[test]
fn a_position_that_is_typed_stays() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d&lines=1");
    browser.click("#set-up summary");
    browser.wait("document.querySelector('#pieces button')");
    browser.run("const text = document.querySelector('#setup-text'); text.focus(); text.select()");
    browser.press("7/7");
    browser.run("import('./main.js').then(({ refreshSetUp }) => refreshSetUp()).then(() => (window.again = true))");
    browser.wait("window.again");
    let field = "return [document.activeElement.id, document.activeElement.value, document.querySelector('#set-up').open]";
    assert_eq!(browser.run(field), json!(["setup-text", "7/7", true]));
    // While a position is put together no program moves.
    let draft = "draft=wwwww/ww1ww/2b2/b2bb/bbbbb+w+1+1&edits=w@c2";
    let seats = "seats=person;search:time=1000";
    browser.open(&format!("game=collateral-checkers&moves=b2-c3&{seats}&lines=1&{draft}"));
    let error = "document.querySelector('#setup-error').textContent";
    assert_eq!(browser.wait(error), "white has 10 pieces: expected 9 at most");
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!((browser.ply(), browser.text("#setup-error").is_empty()), (1, false));
    browser.click("#set-up summary");
    browser.wait("document.querySelectorAll('#record button').length === 2");
}

/// The focus stays on a button that is there again, and goes to none that took its place.
#[test]
fn the_focus_stays() {
    let browser = Browser::start();
    browser.open("game=rolling-mountains&moves=L:n");
    let focused = || {
        browser.run(
            "return document.activeElement.dataset.choice ?? document.activeElement.textContent",
        )
    };
    browser.run("document.querySelector('#supply [data-choice=wall]').focus()");
    browser.press("\u{e007}");
    browser.wait("document.querySelector('[data-choice=wall][aria-pressed=true]')");
    assert_eq!(focused(), "wall");
    browser.open("game=connect-four&moves=d+d+c&puzzle=");
    browser.run("document.querySelector('#record button').focus()");
    browser.press("\u{e007}");
    browser.wait(
        "document.querySelector('#record [aria-current]')?.parentElement.textContent === 'd'",
    );
    browser.wait("document.querySelector('#board[aria-busy=false]')");
    assert_eq!(focused(), "d");
    browser.open("game=connect-four&puzzle=7-1");
    browser.wait("document.querySelector('#puzzle').textContent.includes('win in 1 move')");
    browser.run("document.querySelectorAll('#puzzle button')[1].focus()");
    browser.press("\u{e007}");
    browser.wait("document.querySelector('#puzzle').textContent.includes('Next')");
    assert_ne!(focused(), "Next");
}
