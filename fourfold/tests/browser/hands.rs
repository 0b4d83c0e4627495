//! Whole games by mouse, by touch and by the keyboard.

use serde_json::json;

use crate::driver::{Browser, ELEMENT, OFFERED};

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
#[ignore = "takes a minute"]
fn whole_games_are_played_by_mouse() {
    let browser = Browser::start();
    play(&browser, Browser::click_on);
}

/// By a finger on a telephone. The first tap at an edge shows it, the second one builds there.
#[test]
#[ignore = "takes a minute"]
fn whole_games_are_played_by_touch() {
    let browser = Browser::start_on_telephone();
    play(&browser, |browser, element| {
        let taps =
            if browser.run_on(element, "return it.matches('.edge')") == true { 2 } else { 1 };
        (0..taps).for_each(|_| tap(browser, element));
    });
}

/// The first tap at an edge only shows it.
#[test]
fn an_edge_is_built_by_its_second_tap() {
    let browser = Browser::start_on_telephone();
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

/// A pawn rolls over a tile, and a wall is built before its last step.
const ROLLING: &str = "game=rolling-mountains&moves=L:n+t:a2+R:s+t:e5+L:n+L:n";

/// In motion only the pawn can step, and is chosen already; the supply's walls and mountains are alive.
fn in_motion() -> Browser {
    let browser = Browser::start();
    browser.open(ROLLING);
    browser.wait("document.querySelector('#say').textContent.includes('roll on: 1 tile to drop')");
    let help = browser.text("#help");
    assert_eq!(help, "Or first place a wall or a mountain");
    browser.wait("document.querySelector('.target[data-place=a4]')");
    let alive = "return ['tile', 'wall', 'mountain'].map((item) => \
                 !document.querySelector(`#supply [data-choice=${item}]`).disabled)";
    assert_eq!(browser.run(alive), json!([false, true, true]));
    browser
}

/// The movement goes on and completes the turn.
fn rolls_on_to_the_end(browser: &Browser, go_to: impl Fn(&str)) {
    browser.wait("document.querySelector('#record').textContent.includes('d4e')");
    for place in ["a4", "a5"] {
        browser.wait(&format!("document.querySelector('.target[data-place={place}]')"));
        go_to(place);
    }
    browser.wait("document.querySelector('#say').textContent.includes('Yellow')");
    browser.assert_no_complaint();
}

#[test]
fn a_wall_is_built_within_a_movement_by_mouse() {
    let browser = in_motion();
    browser.click("#supply [data-choice=wall]");
    browser.click(".target[data-place=d4e]");
    rolls_on_to_the_end(&browser, |place| {
        browser.click(&format!(".target[data-place={place}]"));
    });
}

#[test]
fn a_wall_is_built_within_a_movement_by_touch() {
    let browser = in_motion();
    let touch = |place: &str| {
        tap(&browser, &browser.all(&format!(".target[data-place={place}]"))[0]);
    };
    tap(&browser, &browser.all("#supply [data-choice=wall]")[0]);
    touch("d4e");
    touch("d4e");
    rolls_on_to_the_end(&browser, touch);
}

#[test]
fn a_wall_is_built_within_a_movement_by_the_keyboard() {
    let browser = in_motion();
    browser.run("document.querySelector('#supply [data-choice=wall]').focus()");
    browser.press("\u{e007}");
    browser.wait("document.querySelector('.target[data-place=d4e]')");
    let go_to = |place: &str| {
        browser.run("document.querySelector('#board').focus()");
        browser.walk_to(place);
        browser.press("\u{e007}");
    };
    go_to("d4e");
    rolls_on_to_the_end(&browser, go_to);
}

/// After an item was chosen, a tap where it cannot lie does nothing, though the pawn could step there.
#[test]
fn a_missed_tap_plays_nothing() {
    let browser = in_motion();
    let plies = browser.ply();
    browser.click("#supply [data-choice=wall]");
    tap(&browser, &browser.all(".squares [data-place=a4]")[0]);
    browser.wait("document.body.textContent.includes('Not there')");
    assert_eq!(browser.ply(), plies);
    // The pawn is chosen again, and so it is by a tap.
    browser.wait("document.querySelector('.target[data-place=a4]')");
    browser.click("#supply [data-choice=wall]");
    browser.wait("!document.querySelector('.target[data-place=a4]')");
    tap(&browser, &browser.all(".squares [data-place=a3]")[0]);
    browser.wait("document.querySelector('.target[data-place=a4]')");
    assert_eq!(browser.ply(), plies);
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
#[ignore = "takes a minute"]
fn whole_games_are_played_by_the_keyboard() {
    let browser = Browser::start();
    play(&browser, |browser, element| {
        let place = browser.run_on(element, "return it.dataset.place ?? ''");
        if place == "" {
            browser.run_on(element, "it.focus()");
        } else {
            browser.run("document.querySelector('#board').focus()");
            browser.walk_to(place.as_str().unwrap());
        }
        browser.press("\u{e007}");
    });
}

#[test]
fn the_keyboard_is_enough() {
    let browser = Browser::start();
    browser.open("game=connect-four");
    browser.click("#typing summary");
    browser.run("document.querySelector('#move').focus()");
    browser.press("d\u{e007}");
    browser.wait("document.querySelectorAll('#record button').length === 1");
    browser.run("document.activeElement.blur()");
    browser.press("\u{e012}");
    browser.wait("document.querySelector('#record [aria-current]') === null");
    browser.press("\u{e014}");
    browser.wait("document.querySelector('#record [aria-current]')?.textContent === 'd'");
    // A step, and a chain of captures, by arrows and Enter alone.
    browser.open("game=collateral-checkers");
    let path = [&["b2", "c3"][..], &["d5", "d3", "b3"]];
    browser.run("document.querySelector('#board').focus()");
    for (ply, places) in (1..).zip(path) {
        for place in places {
            browser.walk_to(place);
            let said = browser.text("#said");
            assert!(said.starts_with(&format!("{place},")), "{said}");
            browser.press("\u{e007}");
        }
        browser.wait(&format!("document.querySelectorAll('#record button').length === {ply}"));
        browser.wait("document.querySelector('#board[aria-busy=false]')");
        // The move and what comes next, said after the animation.
        browser.wait("document.querySelector('#said').textContent.includes('; ')");
    }
    browser.assert_no_complaint();
}

#[test]
fn a_game_is_played_on_a_telephone() {
    let browser = Browser::start_on_telephone();
    browser.open("game=collapsi&start=A223/4A2J/3A23/J3A4&seats=person;perfect");
    browser.click(".target[data-place=b2]");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.click("[data-do=undo]");
    // The program's reply goes too, or it would reply again.
    browser.wait("!document.querySelector('#record [aria-current]')");
    browser.assert_no_complaint();
}
