//! Whole games by mouse, by touch and by the keyboard.

use serde_json::json;

use crate::driver::{Browser, ELEMENT};

/// Each game, with rules by which it is soon over.
const SHORT: [(&str, &str); 5] = [
    ("collapsi", ""),
    ("collateral-checkers", "quiet_limit=10"),
    ("compass", "ply_limit=14"),
    ("connect-four", ""),
    ("rolling-mountains", "width=3,height=3,tiles=6,mountains=0,turn_limit=6"),
];

/// Three and four players, who come to their first moves.
const MANY: [(&str, &str); 2] = [
    ("rolling-mountains", "players=3,width=3,height=3,tiles=6,mountains=1,turn_limit=9"),
    ("rolling-mountains", "players=4,width=3,height=3,tiles=6,mountains=1,turn_limit=8"),
];

/// All that can be chosen.
const OFFERED: &str = ".target, #choices button, #supply button:not(:disabled)";

/// Plays every game to its end, always choosing by `choose` from what is offered.
fn play(browser: &Browser, choose: impl Fn(&Browser, &str)) {
    for (game, rules) in SHORT.into_iter().chain(MANY) {
        browser.open(&format!("game={game}&rules={rules}"));
        for step in 0..400 {
            if browser.run("return document.querySelector('#end').hidden") == false {
                break;
            }
            let offered = browser.all(OFFERED);
            choose(browser, &offered[step * 5 % offered.len()]);
            browser.wait("document.querySelector('#board[aria-busy=false]')");
        }
        let end = browser.text("#say").to_lowercase();
        assert!(end.contains("wins") || end.contains("draw"), "{game} {rules}: {end}");
        browser.assert_no_complaint();
    }
}

#[test]
fn whole_games_are_played_by_mouse() {
    let browser = Browser::start();
    play(&browser, Browser::click_on);
}

/// By a finger on a telephone. The first tap at an edge shows it, the second one builds there.
#[test]
fn whole_games_are_played_by_touch() {
    let browser = Browser::start();
    browser.resize(390, 844);
    play(&browser, |browser, element| {
        let taps =
            if browser.run_on(element, "return it.matches('.edge')") == true { 2 } else { 1 };
        (0..taps).for_each(|_| tap(browser, element));
    });
}

/// The first tap at an edge only shows it.
#[test]
fn an_edge_is_built_by_its_second_tap() {
    let browser = Browser::start();
    browser.resize(390, 844);
    browser.open("game=rolling-mountains&moves=L:n");
    browser.click("#supply [data-choice=wall]");
    let edge = browser.wait("document.querySelector('.target.edge')?.dataset.place");
    let edge = format!(".target.edge[data-place={}]", edge.as_str().unwrap());
    tap(&browser, &browser.all(&edge)[0]);
    browser.wait(&format!("document.querySelector('{edge}.hovered')"));
    assert_eq!(browser.ply(), 1);
    tap(&browser, &browser.all(&edge)[0]);
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.assert_no_complaint();
}

fn tap(browser: &Browser, element: &str) {
    browser.run_on(element, "it.scrollIntoView({ block: 'center' })");
    let actions = json!([
        { "type": "pointerMove", "origin": { ELEMENT: element }, "x": 0, "y": 0 },
        { "type": "pointerDown", "button": 0 },
        { "type": "pointerUp", "button": 0 },
    ]);
    let finger = json!({
        "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" }, "actions": actions,
    });
    browser.post("/actions", &json!({ "actions": [finger] }));
}

/// By arrows and Enter on the board, and by Enter on the buttons beside it.
#[test]
fn whole_games_are_played_by_the_keyboard() {
    let browser = Browser::start();
    play(&browser, |browser, element| {
        let place = browser.run_on(element, "return it.dataset.place ?? ''");
        if place == "" {
            browser.run_on(element, "it.focus()");
        } else {
            browser.run("document.querySelector('#board').focus()");
            walk_to(browser, place.as_str().unwrap());
        }
        browser.press("\u{e007}");
    });
}

/// Goes over the board by arrows until the cursor is at a place.
fn walk_to(browser: &Browser, place: &str) {
    let away = format!(
        "const at = document.querySelector('#board .cursor')?.getBoundingClientRect(); \
         const to = document.querySelector('#board svg [data-place=\"{place}\"]').getBoundingClientRect(); \
         return at && [to.x + to.width / 2 - at.x - at.width / 2, to.y + to.height / 2 - at.y - at.height / 2]"
    );
    let mut before = Vec::new();
    for _ in 0..60 {
        let now = browser.run(&away);
        let Some([x, y]) = now.as_array().map(|now| [0, 1].map(|i| now[i].as_f64().unwrap()))
        else {
            browser.press("\u{e014}");
            continue;
        };
        if x.abs() < 3.0 && y.abs() < 3.0 {
            return;
        }
        // Where an arrow leads nowhere or in a circle the other direction is taken.
        let is_back = before.contains(&now) && x.abs().min(y.abs()) > 3.0;
        let is_across = (x.abs() > y.abs()) != is_back;
        browser.press(match (is_across, x > 0.0, y > 0.0) {
            (true, true, _) => "\u{e014}",
            (true, false, _) => "\u{e012}",
            (false, _, true) => "\u{e015}",
            (false, _, false) => "\u{e013}",
        });
        before.push(now);
    }
    panic!("the arrows do not lead to {place}");
}
