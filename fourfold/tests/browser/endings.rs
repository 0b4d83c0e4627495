//! How games end, and that they stay ended.

use connect_four::Position;
use engine::record::{Ending, Record, RecordResult};
use serde_json::{Value, json};

use crate::driver::{Browser, OFFERED};

const HELP: &str = "document.querySelector('#help').textContent";

/// Has the page keep what it would download as `window.saved`.
const KEEP_DOWNLOADS: &str = "URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return '#'; }; \
     addEventListener('click', (event) => event.target.download && event.preventDefault(), true)";

fn paste(browser: &Browser, text: &str) {
    browser.run(&format!(
        "const data = new DataTransfer(); data.setData('text/plain', {}); \
         document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}))",
        json!(text)
    ));
}

/// A reload, a way there and back, the list of games and the record know that a game was given up.
#[test]
fn who_resigned_has_resigned() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+d+c+e&seats=person;random");
    browser.click("[data-do=resign]");
    browser.confirm();
    let resigned = format!("{HELP} === 'You resigned.'");
    browser.wait(&resigned);
    browser.wait("location.hash.includes('ended')");
    browser.post("/refresh", &json!({}));
    browser.wait(&resigned);
    assert_eq!((browser.text("#say").as_str(), browser.all(OFFERED).len()), ("Random wins", 0));
    browser.click("[data-nav=rules]");
    browser.wait("!document.querySelector('#rules').hidden");
    browser.run("history.back()");
    browser.wait(&format!("!document.querySelector('#play').hidden && {resigned}"));
    browser.run(KEEP_DOWNLOADS);
    browser.choose("download");
    let text = browser.wait("window.saved").as_str().unwrap().to_owned();
    let record: Record<Position> = text.parse().unwrap();
    assert_eq!(record.result(), RecordResult::Ending(Ending::Resigned(connect_four::Player::X)));
    // To look back, and to try something else, does not bring the game back.
    browser.run("document.querySelectorAll('#record button')[1].click()");
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'd'");
    browser.click(".acts [data-do=analyse]");
    // Until then what can be chosen is drawn anew.
    browser.wait("document.querySelector('#lines-found li')");
    browser.click(".target[data-place=e1]");
    // The program answers; the end, which is written behind both moves, is two plies later then.
    browser.wait("document.querySelectorAll('#record button').length === 6");
    assert!(!browser.text("#help").contains("resigned"));
    browser.wait("location.hash.includes('ended=6%3A')");
    browser.click("#home");
    browser.wait("!document.querySelector('#front').hidden");
    let last = browser.text("#continue");
    assert!(last.contains("Red wins") && last.contains("Look at it"), "{last}");
    // The record is read as it was written.
    browser.open("game=collapsi");
    paste(&browser, &text);
    browser.wait("document.querySelectorAll('#record button').length === 4");
    browser.press("\u{e010}");
    browser.wait(&resigned.replace("You", "Yellow"));
    browser.assert_no_complaint();
}

/// The same of a draw and of time that is up; and nothing can be played on at the end itself.
#[test]
fn draws_and_lost_time_stay() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d&clock=3%2B2&lines=1");
    browser.click("[data-do=draw]");
    browser.confirm();
    let drawn = format!("{HELP} === 'By agreement.'");
    browser.wait(&drawn);
    browser.wait("location.hash.includes('ended')");
    browser.post("/refresh", &json!({}));
    browser.wait(&drawn);
    browser.wait("document.querySelector('#lines-found button')");
    browser.click("#lines-found button");
    browser.wait("document.querySelector('#message').textContent.includes('ended here')");
    assert_eq!((browser.ply(), browser.all(OFFERED).len()), (1, 0));
    browser.open("game=connect-four&moves=d+d&clock=0.02%2B0");
    let late = format!("{HELP} === \"Yellow ran out of time.\"");
    browser.wait(&late);
    browser.wait("location.hash.includes('ended')");
    browser.post("/refresh", &json!({}));
    browser.wait(&late);
    browser.press("\u{e012}");
    browser.wait("document.querySelector('.target')");
    browser.press("\u{e014}");
    browser.wait(&late);
    // What is no ending is left out, with the reason.
    browser.open("game=connect-four&moves=d+d&ended=2:y resigns");
    let said = browser.text("#message");
    assert!(said.contains("\"y resigns\" is no ending"), "{said}");
    browser.assert_no_complaint();
}

/// To look back at a game that is over leaves it over in the list of games.
#[test]
fn a_finished_game_stays_finished() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+a+d+a+d+b+d");
    browser.press("\u{e012}");
    browser.wait("document.querySelector('#end').hidden && location.hash.includes('at=6')");
    browser.click("#home");
    browser.wait("!document.querySelector('#front').hidden");
    let last = browser.text("#continue");
    assert!(last.contains("Yellow wins") && last.contains("Look at it"), "{last}");
}

/// Enter that is held at the winning move, and that is pressed once more by habit, begins no other game.
#[test]
fn a_held_key_does_not_leave_the_won_board() {
    let browser = Browser::start();
    browser.open("game=connect-four&moves=d+a+d+a+d+b");
    browser.run("document.querySelector('#board').focus()");
    browser.walk_to("d4");
    let enter = |kind: &str, held: bool| {
        let key = json!({
            "type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13,
            "text": if kind == "keyUp" { "" } else { "\r" }, "autoRepeat": held,
        });
        browser.ask_chromium("Input.dispatchKeyEvent", &key);
    };
    enter("keyDown", false);
    for _ in 0..20 {
        enter("keyDown", true);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    enter("keyUp", false);
    browser.wait("document.querySelector('#said').textContent.includes('wins')");
    assert_eq!(browser.run("return document.activeElement.id"), Value::from("end"));
    browser.press("\u{e007} ");
    assert_eq!(browser.ply(), 7);
    assert_eq!(browser.text("#say"), "Yellow wins");
    // The next stop is what one may do then.
    browser.press("\u{e004}");
    assert_eq!(browser.run("return document.activeElement.id"), Value::from("rematch"));
    browser.assert_no_complaint();
}
