//! The board in a real browser: `cargo test -p fourfold --test browser`.
//!
//! Needs `chromium` and `chromedriver`. With `FOURFOLD_PAGE=folder` it is the page without a server in this
//! folder, from `fourfold board --export`; `--include-ignored` adds what only such a page does.

mod alone;
mod driver;
mod endings;
mod everybody;
mod faults;
mod files;
mod hands;
mod looks;
mod notes;
mod people;
mod pictures;
mod refused;
mod set_up;

use connect_four::Position;
use driver::{Browser, OFFERED};
use engine::record::Record;
use serde_json::json;

/// The name of whoever sits below the board.
const BELOW: &str = "return document.querySelector('#seats-below input').value";

#[test]
fn a_chain_is_entered_step_by_step_and_taken_back() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers&moves=b2-c3");
    browser.click(".target[data-place=d5]");
    browser.wait("document.querySelector('.target[data-place=d3]')");
    browser.click(".target[data-place=d3]");
    browser.wait("document.querySelector('.target[data-place=b3]')");
    assert_eq!(browser.ply(), 1);
    browser.click("[data-do=undo]");
    browser.wait("document.querySelector('.target[data-place=d3]')");
    browser.click(".target[data-place=d3]");
    browser.wait("document.querySelector('.target[data-place=b3]')");
    browser.click(".target[data-place=b3]");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    assert!(browser.text("#record").contains("d5xd3xb3"));
    browser.click("[data-do=undo]");
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'b2-c3'");
    browser.click("[data-do=redo]");
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'd5xd3xb3'");
    // A movement of steps, in a game where each is a ply.
    browser.open("game=rolling-mountains&moves=L:n+t:a2+R:s+w:d4e");
    browser.click(".target[data-place=a1]");
    browser.wait("document.querySelector('.target[data-place=a2]')");
    browser.click(".target[data-place=a2]");
    browser.wait("document.querySelectorAll('#record button').length === 5");
    browser.press("\u{e003}");
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'd4e'");
    browser.assert_no_complaint();
}

#[test]
fn analysis_is_shown_and_stopped() {
    let browser = Browser::start();
    browser.open("game=collapsi&start=A223/4A2J/3A23/J3A4");
    browser.click("[data-nav=analyse]");
    browser.wait("document.querySelector('#lines-found li')");
    assert!(browser.text("#lines-found li").starts_with("Win in 7"));
    assert_eq!(browser.text("#verdict"), "Proven: red wins in 7 moves");
    browser.wait("document.querySelector('.overlay .arrow')");
    browser.wait("document.querySelector('.target .worth-win')");
    browser.click("#analysis [data-do=analyse]");
    browser.wait("!document.querySelector('#lines-found li, .overlay .arrow')");
    browser.open("game=collateral-checkers");
    browser.click("[data-nav=analyse]");
    browser.wait("document.querySelectorAll('#lines-found li').length === 3");
    // The third move of a line is gone to with those before it.
    browser.wait("document.querySelector('#lines-found li button:nth-child(3)')");
    browser.run("document.querySelector('#lines-found li button:nth-child(3)').click()");
    browser.wait("document.querySelectorAll('#record button').length === 3");
    browser.assert_no_complaint();
}

/// A browser has six connections to a program, which does two analyses at a time: seven windows that analyse all show
/// their boards, and the one that was used last is analysed.
#[test]
fn seven_windows_analyse() {
    let browser = Browser::start();
    let next = || {
        let new = browser.post("/window/new", &json!({ "type": "window" }));
        browser.post("/window", &json!({ "handle": new["handle"] }));
        browser.open("game=compass&lines=1");
        new["handle"].clone()
    };
    let windows: Vec<_> = (0..7).map(|_| next()).collect();
    for window in [&windows[6], &windows[0], &windows[3]] {
        browser.post("/window", &json!({ "handle": window }));
        browser.click(".target[data-place=c3]");
        browser.wait("document.querySelectorAll('#record button').length === 1");
        browser.wait("document.querySelector('#effort').textContent.startsWith('Depth')");
    }
    browser.assert_no_complaint();
}

#[test]
fn a_link_and_a_reload_show_the_same() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+d+c");
    browser.click("[data-do=back]");
    browser.wait("document.querySelector('#record [aria-current]')?.textContent === 'd'");
    browser.click(".target[data-place=e1]");
    browser.wait("document.querySelector('.variation')");
    browser.press("f");
    let hash = browser.wait("location.hash.includes('side=n') && location.hash");
    let picture = browser.run("return document.querySelector('#board .pieces').innerHTML");
    let record = browser.text("#record");
    let new = browser.post("/window/new", &json!({ "type": "window" }));
    browser.post("/window", &json!({ "handle": new["handle"] }));
    browser.open(&hash.as_str().unwrap()[1..]);
    assert_eq!(browser.run("return document.querySelector('#board .pieces').innerHTML"), picture);
    assert_eq!(browser.text("#record"), record);
    browser.post("/refresh", &json!({}));
    browser.wait("document.querySelector('.variation')");
    assert_eq!(browser.text("#record"), record);
    browser.assert_no_complaint();
}

/// A movement that is half made, the lines of the analysis and the curve are there again.
#[test]
fn a_reload_loses_nothing() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers&moves=b2-c3&lines=5&review=yes");
    browser.wait("document.querySelectorAll('#accuracy li').length === 1");
    browser.click(".target[data-place=d5]");
    browser.wait("document.querySelector('.target[data-place=d3]')");
    browser.click(".target[data-place=d3]");
    browser.wait("document.querySelector('.target[data-place=b3]')");
    browser.wait("location.hash.includes('chosen=d5%2Cd3')");
    browser.post("/refresh", &json!({}));
    browser.wait("document.querySelectorAll('#accuracy li').length === 1");
    browser.wait("document.querySelectorAll('#lines-found li').length === 5");
    browser.click(".target[data-place=b3]");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.wait("!location.hash.includes('chosen')");
    browser.assert_no_complaint();
}

/// Programs play each other, three at a table; what they do moves nothing else on the page.
#[test]
fn programs_play_each_other() {
    let browser = Browser::start();
    browser.at_once();
    let rules = "players=3,width=4,height=4,turn_limit=4";
    browser.open(&format!("game=rolling-mountains&rules={rules}&seats=greedy;random;greedy"));
    browser.wait("!document.querySelector('#end').hidden");
    assert!(browser.text("#say").to_lowercase().contains("draw"));
    // A turn is a single ply where no pawn can move.
    assert!(browser.ply() >= 4);
    let position = browser.run("return document.querySelector('#setup-text').value");
    assert!(position.as_str().unwrap().ends_with(" 1 4"), "four turns: {position}");
    browser.open("game=collapsi&start=A223/4A2J/3A23/J3A4&seats=perfect;perfect");
    browser.wait("!document.querySelector('#end').hidden");
    assert_eq!(browser.ply(), 13);
    browser.assert_no_complaint();
}

/// While a program thinks nothing can be pointed at, and a click plays nothing.
#[test]
fn a_turn_belongs_to_its_seat() {
    let browser = Browser::start();
    browser.open("game=connect-four&seats=person;search:time=4000");
    browser.click(".target[data-place=d1]");
    browser.wait("document.querySelector('#say').textContent.includes('thinking')");
    assert_eq!(browser.all(OFFERED).len(), 0);
    browser.click("#board .hole[data-place=a1]");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.wait("document.querySelector('.target')");
    assert_eq!(browser.ply(), 2);
    browser.assert_no_complaint();
}

/// A request that is lost changes nothing; the page says so, and goes on when the program answers again.
#[test]
fn what_is_lost_changes_nothing() {
    let browser = Browser::start();
    if browser.port().is_none() {
        return;
    }
    browser.open("game=collateral-checkers");
    browser.run("window.real = fetch; window.fetch = () => Promise.reject(new TypeError('gone'))");
    browser.click(".target[data-place=b2]");
    browser.click(".target[data-place=b3]");
    browser.wait("document.querySelector('#message').textContent.includes('does not answer')");
    assert_eq!(browser.ply(), 0);
    browser.run("window.fetch = window.real");
    browser.wait("document.querySelector('#message').textContent === ''");
    assert_eq!(browser.ply(), 0);
    browser.click(".target[data-place=b3]");
    browser.wait("document.querySelectorAll('#record button').length === 1");
    browser.wait("location.hash.includes('moves')");
    let played = browser.run("return location.hash");
    assert_eq!(played.as_str().unwrap().matches("b2-b3").count(), 1, "{played}");
}

/// Of a link the legal part is shown, with the reason why the rest is not.
#[test]
fn the_legal_part_of_a_link_is_shown() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers&moves=b2-c3+d5xd3xb3+(d2-d3)+d2-d3+e5-e4");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    let said = browser.text("#message");
    assert!(said.contains("left out") && said.contains("d2-d3"), "{said}");
    // Of what is unknown it says so, and goes on without.
    let unknown = [
        (
            "seats=nobody;nobody",
            "document.querySelector('#message').textContent.includes('nobody')",
        ),
        ("lines=zz", "document.querySelectorAll('#lines-found li').length === 3"),
        (
            "puzzle=abc",
            "document.querySelector('#message').textContent.includes('no puzzle \"abc\"') && \
             !location.hash.includes('puzzle')",
        ),
        ("rules=nonsense", "document.querySelector('#message').textContent.includes('nonsense')"),
    ];
    for (state, shown) in unknown {
        browser.open(&format!("game=connect-four&{state}"));
        browser.wait(shown);
    }
    browser.show("game=nonsense");
    browser.wait("document.querySelector('.game').checkVisibility()");
    let said = "document.querySelector('#message').checkVisibility() && document.querySelector('#message').textContent";
    assert_eq!(browser.wait(said), "There is no game \"nonsense\" here.");
}

/// What is taken back can be done again; a new game is an entry of the browser's history, and the old one
/// is kept.
#[test]
fn nothing_is_lost() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+d+c+c+b");
    for _ in 0..4 {
        browser.click("[data-do=undo]");
        browser.wait("document.querySelector('#board[aria-busy=false]')");
    }
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'd'");
    assert_eq!(browser.ply(), 5);
    browser.click(".target[data-place=e1]");
    browser.wait("document.querySelectorAll('#record button').length === 6");
    assert_eq!(browser.text("#record .variation").replace([' ', '\u{a0}'], ""), "dccb");
    browser.wait("location.hash.includes('e')");
    browser.click("#home");
    browser.wait("!document.querySelector('#front').hidden");
    assert!(browser.text("#continue").contains("Connect"));
    browser.click(".game[data-name=compass]");
    browser.click("#start-two");
    browser.wait("!document.querySelector('#play').hidden && document.querySelector('.target')");
    browser.run("history.go(-2)");
    browser.wait("document.querySelectorAll('#record button').length === 6");
    browser.assert_no_complaint();
}

/// A new game against the program by a few clicks, with options as fields.
#[test]
fn a_game_is_begun_at_the_front_door() {
    let browser = Browser::start();
    browser.at_once();
    browser.enter();
    assert_eq!(browser.all(".game").len(), 5);
    browser.click(".game[data-name=collateral-checkers]");
    browser.run("const level = document.querySelector('#level'); level.value = 2; level.dispatchEvent(new Event('input'))");
    browser.click("#sides button:nth-child(2)");
    browser.click("#rules-choice summary");
    browser.run("document.querySelector('#options [name=hold_turns]').value = 2");
    browser.run("document.querySelector('#options [name=hold_turns]').focus()");
    browser.press("\u{e007}");
    // The program begins; whoever plays black sits above.
    browser.wait("document.querySelectorAll('#record button').length === 1");
    browser.wait("document.querySelector('.target')");
    browser.wait("location.hash.includes('hold_turns')");
    assert!(browser.run(BELOW) == "You");
    browser.click("[data-do=resign]");
    browser.confirm();
    browser.wait("document.querySelector('#help').textContent.includes('resigned')");
    browser.click("#rematch");
    browser.wait("document.querySelector('#end').hidden && document.querySelector('.target')");
    assert!(browser.run(BELOW) == "You");
    browser.assert_no_complaint();
}

/// The bar and the discs have the colours of the seats.
#[test]
fn colours_belong_to_seats() {
    let browser = Browser::start();
    browser.open("game=collapsi&start=A223/4A2J/3A23/J3A4&lines=1");
    browser.wait("!document.querySelector('#bar').hidden");
    // Red, to move, wins: all of the bar is red.
    assert_eq!(browser.run("return document.querySelector('#bar i').dataset.hue"), "red");
    let share = "getComputedStyle(document.querySelector('#bar')).getPropertyValue('--share')";
    assert_eq!(browser.run(&format!("return {share}")), "100%");
    let of = |selector: &str| {
        browser.run(&format!(
            "return getComputedStyle(document.querySelector('{selector}')).backgroundColor"
        ))
    };
    assert_eq!(of("#bar i"), of("#status-disc"));
    browser.assert_no_complaint();
}

/// The review judges what is played after it, too.
#[test]
fn the_review_follows_the_game() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+a+d+a+d+b&review=yes");
    browser.wait("document.querySelector('#accuracy').textContent.includes('%')");
    browser.click(".target[data-place=g1]");
    browser.wait("document.querySelectorAll('#record button').length === 7");
    // d wins at once: what was played instead is a blunder.
    browser.wait("[...document.querySelectorAll('#record .turn')].some((turn) => turn.textContent === 'g??')");
    browser.click("#quiz button");
    browser.wait("document.querySelector('#quiz-said').textContent.includes('Find a better move')");
    let picture = browser.run("return import('./main.js').then(({ picture }) => picture())");
    assert!(
        ["Red ahead", "Yellow ahead", "move 7"]
            .iter()
            .all(|said| picture.as_str().unwrap().contains(said))
    );
    browser.assert_no_complaint();
}

/// A puzzle is failed with a refutation, shown, and solved to the end.
#[test]
fn a_puzzle_is_failed_and_solved() {
    let browser = Browser::start();
    browser.at_once();
    browser.open("game=connect-four&puzzle=7-3");
    let asked = "document.querySelector('#puzzle').textContent.includes('One move does it') && \
                 document.querySelector('#board[aria-busy=false] .target')";
    browser.wait(asked);
    let position = browser.run("return document.querySelector('#board .pieces').innerHTML");
    browser.post("/refresh", &json!({}));
    browser.wait(asked);
    assert_eq!(browser.run("return document.querySelector('#board .pieces').innerHTML"), position);
    // The solution plays both sides to the end.
    browser.click("#puzzle button:nth-child(2)");
    browser.wait("document.querySelector('#say').textContent.includes('wins')");
    let line: Vec<String> = browser.record();
    assert!(line.len() >= 3, "{line:?}");
    browser.click("#puzzle button");
    browser.wait(asked);
    let wrong = browser.all(".target:not([data-place=none])");
    let wrong = wrong.iter().find(|target| {
        let place = browser.attribute(target, "data-place");
        !place.starts_with(line[0].as_str())
    });
    browser.click_on(wrong.unwrap());
    browser.wait("document.querySelector('#puzzle').textContent.includes('answers it')");
    browser.click("#puzzle button");
    browser.wait(asked);
    for (i, column) in line.iter().enumerate().step_by(2) {
        browser.wait(&format!("document.querySelectorAll('#record button').length === {i}"));
        browser.click(&format!(".target[data-place^={column}]"));
    }
    browser.wait("document.querySelector('#puzzle.solved')");
    browser.click("#puzzle button");
    browser.wait(asked);
    browser.assert_no_complaint();
}

#[test]
fn records_are_read_and_reviewed() {
    let browser = Browser::start();
    browser.open("game=collapsi&start=nonsense");
    assert!(browser.text("#message").starts_with("The link is no good"));
    let file = std::env::temp_dir().join(format!("fourfold-record-{}.txt", std::process::id()));
    let text = "[Game \"connect-four\"]\n[Player1 \"Ann\"]\n[Start \"7/7/7/7/7/7 x\"]\n\n\
                1. d 2. e {odd \\} one} (2. d 3. c) 3. d 4. a 5. d 6. a *\n";
    std::fs::write(&file, text).unwrap();
    browser.click("#menu-open");
    let upload = browser.all("#upload");
    let path = file.to_str().unwrap();
    browser.post(&format!("/element/{}/value", upload[0]), &json!({ "text": path }));
    browser.wait("document.querySelectorAll('#record button').length === 8");
    assert_eq!(browser.text(".variation").replace([' ', '\u{a0}'], ""), "dc");
    assert_eq!(browser.text("#record em"), "odd } one");
    assert!(browser.run(BELOW) == "Ann");
    browser.choose("review");
    browser.wait("document.querySelectorAll('#accuracy li').length === 2");
    std::fs::remove_file(file).unwrap();
    // After a reload all of it is still there; what is downloaded is the same record.
    browser.post("/refresh", &json!({}));
    browser.wait("document.querySelectorAll('#record button').length === 8");
    browser.run(
        "URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return '#'; }; \
         addEventListener('click', (event) => event.target.download && event.preventDefault(), true)",
    );
    browser.choose("download");
    let saved = browser.wait("window.saved");
    let saved: Record<Position> = saved.as_str().unwrap().parse().unwrap();
    assert_eq!(saved, text.parse().unwrap());
}

#[test]
fn games_and_positions_are_pasted() {
    let browser = Browser::start();
    browser.open("game=collapsi");
    let paste = |text: &str| {
        let text = json!(text);
        browser.run(&format!(
            "const data = new DataTransfer(); data.setData('text/plain', {text}); \
             document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}))"
        ));
    };
    paste("[Game \"connect-four\"] [Start \"7/7/7/7/7/7 x\"] {First} d (c {left}) e *");
    browser.wait("document.querySelectorAll('#record button').length === 3");
    assert_eq!(browser.run("return document.querySelectorAll('#record em').length"), 2);
    paste("7/7/7/7/7/xo5 x");
    browser.wait("document.querySelector('.piece[data-place=b1][data-piece=o]')");
    paste("7/7 x");
    browser.wait("document.querySelector('#message').textContent.includes('ranks')");
    browser.choose("set-up");
    browser.wait("document.querySelector('#pieces button')");
    browser.run("document.querySelector('#setup-text').value = '[Game \"chess\"] *'");
    browser.click("#setup .main");
    let error = browser.wait("document.querySelector('#setup-error').textContent");
    assert_eq!(error, "there is no game \"chess\"");
}
