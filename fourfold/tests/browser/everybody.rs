//! The page for everybody: what axe finds, the size of targets, and what is spoken.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::driver::Browser;
use crate::people::COLLECTED;

/// The states of the page, each with what leads to it and what is there then.
const STATES: [(&str, &str, &str); 18] = [
    ("", "", ".game"),
    ("", "document.querySelector('#rules-choice').open = true", "#options label"),
    ("page=rules&game=compass", "", ".lesson svg"),
    ("page=games", "", "#stored li"),
    ("game=rolling-mountains&moves=L:n+t:a2", "", ".item"),
    ("game=rolling-mountains&rules=players=4", "", ".many .seat"),
    ("game=compass&moves=@c3+@d4+@b5+@e2&seats=person;level:4", "", ".target"),
    ("game=connect-four&moves=d+a+d+a+d+b+d", "", "#end:not([hidden])"),
    ("game=collapsi&start=A223/4A2J/3A23/J3A4&lines=3", "", "#lines-found .proven"),
    ("game=connect-four&moves=d+a+d+a+d+b+g+(c+d)+c&review=yes", "", "#curve .mark"),
    ("game=collapsi&puzzle=7-3", "", "#puzzle button"),
    (
        "game=collateral-checkers&lines=1",
        "document.querySelector('#set-up').open = true",
        "#pieces button",
    ),
    (
        "game=collateral-checkers&moves=b2-c3+{one}",
        "document.querySelector('#typing').open = true",
        "#typing[open]",
    ),
    ("game=collapsi", "document.querySelector('#menu').showModal()", "#menu[open]"),
    ("game=connect-four&seats=nobody;nobody", "", "#message:not(:empty)"),
    ("game=connect-four&moves=d+d&lines=3", "", "#lines-found button"),
    ("game=connect-four&moves=d&seats=person;far", "", "#far:not([hidden])"),
    (
        COLLECTED,
        "document.querySelector('[data-do=jewels]').click(); (function lay() { \
         const card = document.querySelector('#jewel-hand button'); card?.click(); \
         if (document.querySelectorAll('.laid').length < 6) setTimeout(lay, 20) })()",
        ".jewel + .jewel .cell + .cell",
    ),
];

/// Buttons and fields that can be seen and are less than 24 pixels high or wide.
const SMALL: &str = "return [...document.querySelectorAll('button, a, input, select, textarea, summary')]\
    .filter((one) => one.checkVisibility() && !one.closest('.unseen'))\
    .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])\
    .filter(([, { width, height }]) => width && Math.min(width, height) < 24)";

/// The script of axe, from npm; `None` without npm.
fn axe() -> Option<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("axe");
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.exists() {
        let npm = Command::new("npm")
            .arg("install")
            .arg("--prefix")
            .arg(&folder)
            .arg("axe-core@4.12")
            .output();
        let Ok(npm) = npm else {
            println!("passed over: npm is not installed");
            assert!(
                std::env::var_os("CI").is_none(),
                "where CI is set, nothing may be passed over"
            );
            return None;
        };
        assert!(npm.status.success(), "{}", String::from_utf8_lossy(&npm.stderr));
    }
    Some(std::fs::read_to_string(file).unwrap())
}

#[test]
#[ignore = "takes a minute"]
fn axe_finds_nothing_in_any_state() {
    let Some(axe) = axe() else { return };
    let browser = Browser::start();
    for (scheme, [width, height]) in [("light", [1440, 900]), ("dark", [390, 844])] {
        browser.prefer(scheme);
        browser.resize(width, height);
        for (state, script, there) in STATES {
            browser.show(state);
            browser.run(script);
            browser.wait(&format!("document.querySelector('{there}')"));
            browser.run(&axe);
            browser.run("window.found = null; axe.run().then(({ violations }) => (window.found = \
                         violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))])))");
            assert_eq!(browser.wait("window.found"), json!([]), "{state} {script} {scheme}");
            assert_eq!(browser.run(SMALL), json!([]), "{state} {script} {width}");
        }
    }
}

/// Every place of every board has 24 pixels to itself on a telephone.
#[test]
fn places_are_large_enough_for_fingers() {
    let browser = Browser::start();
    browser.resize(360, 640);
    for game in ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"]
    {
        browser.open(&format!("game={game}"));
        let least = browser.run(
            "const middles = [...document.querySelectorAll('#board .squares [data-place]:not(.slot)')]\
             .map((one) => one.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2]); \
             return Math.min(...middles.flatMap(([x, y], i) => middles.slice(i + 1)\
             .map(([a, b]) => Math.max(Math.abs(x - a), Math.abs(y - b)))))",
        );
        assert!(least.as_f64().unwrap() >= 24.0, "{game}: {least}");
    }
}

/// Every place says what stands on it, those where nothing can move too, and whether it can be chosen.
#[test]
fn what_stands_on_a_place_is_spoken() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers&moves=b2-c3");
    browser.run("document.querySelector('#board').focus()");
    let mut heard = Vec::new();
    for key in ["\u{e014}", "\u{e014}", "\u{e014}", "\u{e013}", "\u{e013}", "\u{e013}", "\u{e013}"]
    {
        browser.press(key);
        heard.push(browser.text("#said"));
    }
    let expected = [
        "a1, black",
        "b1, black",
        "c1, black",
        "c2, empty",
        "c3, black",
        "c4, empty",
        "c5, white, can be chosen",
    ];
    assert_eq!(heard, expected);
    browser.press("\u{e007}");
    browser.wait("document.querySelector('.target[data-place=a3]')");
    for key in ["\u{e012}", "\u{e012}", "\u{e015}", "\u{e015}"] {
        browser.press(key);
    }
    assert_eq!(browser.text("#said"), "a3, empty, target");
    let label = browser.attribute(&browser.all("#board")[0], "aria-label");
    assert!(label.starts_with("Board, after b2-c3, white to move"), "{label}");
    assert_eq!(browser.run("return document.querySelector('#board').tabIndex"), Value::from(0));
}
