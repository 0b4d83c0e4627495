//! Positions that are put together, by pointing and by the keyboard.

use serde_json::json;

use crate::driver::Browser;

#[test]
fn set_up_is_refused_with_the_reason() {
    let browser = Browser::start();
    browser.open("game=connect-four&lines=1");
    browser.click("#set-up summary");
    browser.wait("document.querySelector('#pieces button')");
    browser.run("document.querySelector('#setup-text').value = '7/7/7/7/x6/7 o'");
    browser.click("#setup .main");
    let error = browser.wait("document.querySelector('#setup-error').textContent");
    assert_eq!(error, "there is nothing under the stone in column a, row 2");
    browser.run("document.querySelector('#setup-text').value = '7/7/7/7/7/x6 o'");
    browser.click("#setup .main");
    browser.wait("document.querySelector('.piece[data-place=a1][data-piece=x]')");
}

#[test]
fn a_position_is_put_together_on_the_board() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers&lines=1");
    browser.click("#set-up summary");
    browser.wait("document.querySelector('#pieces [value=w]')");
    browser.click("#pieces [value=w]");
    browser.click("#board [data-place=c3]");
    let reason = "document.querySelector('#setup-error').textContent";
    assert_eq!(browser.wait(reason), "white has 10 pieces: expected 9 at most");
    browser.click("#setup .main");
    assert_eq!(browser.wait(reason), "white has 10 pieces: expected 9 at most");
    browser.click("[data-do=undo]");
    browser.wait("!document.querySelector('.piece.white[data-place=c3]')");
    browser.click("#pieces button");
    for place in ["a5", "b1"] {
        browser.click(&format!("#board .piece[data-place={place}]"));
        browser.wait(&format!("!document.querySelector('.piece[data-piece][data-place={place}]')"));
    }
    browser.run("document.querySelector('#setup-turn').selectedIndex = 1");
    browser.run("document.querySelector('#setup-turn').dispatchEvent(new Event('change'))");
    let text = "document.querySelector('#setup-text').value";
    browser.wait(&format!("{text} === '1wwww/ww1ww/5/bb1bb/b1bbb w 0 0'"));
    browser.click("#setup .main");
    browser.wait("document.querySelector('#say').textContent.startsWith('White') && document.querySelector('.target')");
    browser.drag("b5", "a5");
    browser.wait("document.querySelector('#record button')?.textContent === 'b5-a5'");
    browser.assert_no_complaint();
}

/// The cursor goes by arrows, letters choose pieces, counts are typed; a reload loses nothing of it.
#[test]
fn a_position_is_put_together_by_the_keyboard() {
    let browser = Browser::start();
    browser.open("game=collateral-checkers&lines=1");
    browser.click("#set-up summary");
    browser.wait("document.querySelector('#pieces [value=w]')");
    browser.run("document.querySelector('#board').focus()");
    let said = |text: &str| {
        browser.wait(&format!("document.querySelector('#said').textContent === '{text}'"))
    };
    let [right, down, enter] = ["\u{e014}", "\u{e015}", "\u{e007}"];
    browser.press(right);
    said("a1, b");
    for (key, text) in [(right, "b1, b"), ("\u{e013}", "b2, b"), ("w", "w"), (enter, "b2: w")] {
        browser.press(key);
        said(text);
    }
    let error = "document.querySelector('#setup-error').textContent";
    assert_eq!(browser.wait(error), "white has 10 pieces: expected 9 at most");
    browser.press(down);
    said("b1, b");
    browser.wait("location.hash.includes('edits')");
    browser.post("/refresh", &json!({}));
    assert_eq!(browser.wait(error), "white has 10 pieces: expected 9 at most");
    browser.wait("document.querySelector('.piece.white[data-place=b2]')");
    browser.click("#pieces [value=b]");
    browser.click("#board .piece[data-place=b2]");
    browser.wait("document.querySelector('.piece.black[data-place=b2]')");
    browser.run(
        "const quiet = document.querySelector('#setup-counts label:nth-child(2) input'); \
         quiet.value = 12; quiet.dispatchEvent(new Event('change'))",
    );
    browser
        .wait("document.querySelector('#setup-text').value === 'wwwww/ww1ww/5/bb1bb/bbbbb b 0 12'");
    browser.click("#setup .main");
    browser.wait("document.querySelector('.target') && !document.querySelector('#set-up').open");
    browser.assert_no_complaint();
}
