//! The board in a real browser: `cargo test -p fourfold --test browser`.
//!
//! Needs `chromium` and `chromedriver`. With `FOURFOLD_PAGE=folder` it is the page without a server in this
//! folder, from `fourfold board --export`; `--include-ignored` adds what only such a page does.

mod alone;
mod driver;
mod everybody;
mod faults;
mod files;
mod hands;
mod notes;
mod pictures;

use connect_four::Position;
use driver::Browser;
use engine::record::Record;
use serde_json::{Value, json};

/// All that can be chosen.
const OFFERED: &str = ".target, #choices button, #supply button:not(:disabled)";

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
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'w:d4e'");
    browser.assert_no_complaint();
}

#[test]
fn analysis_is_shown_and_stopped() {
    let browser = Browser::start();
    browser.open("game=collapsi&start=A223/4A2J/3A23/J3A4");
    browser.click("[data-nav=analyse]");
    browser.wait("document.querySelector('#lines-found li')");
    assert!(browser.text("#lines-found li").starts_with("Win 13"));
    assert_eq!(browser.text("#verdict"), "Proven: win in 13");
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
    browser.post("/window/new", &json!({ "type": "window" }));
    let windows = browser.send("GET", &format!("{}/window/handles", browser.session), &Value::Null);
    browser.post("/window", &json!({ "handle": windows[1] }));
    browser.open(&hash.as_str().unwrap()[1..]);
    assert_eq!(browser.run("return document.querySelector('#board .pieces').innerHTML"), picture);
    assert_eq!(browser.text("#record"), record);
    browser.post("/refresh", &json!({}));
    browser.wait("document.querySelector('.variation')");
    assert_eq!(browser.text("#record"), record);
    browser.assert_no_complaint();
}

#[test]
fn set_up_is_refused_with_the_reason() {
    let browser = Browser::start();
    browser.open("game=connect-four&lines=1");
    browser.click("#set-up summary");
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
    browser.open("game=connect-four&seats=person;search:time=1500");
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
    browser.click("#levels button:nth-child(2)");
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
    browser.wait("document.querySelector('#quiz').textContent.includes('Find a better move')");
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
    browser.run("document.querySelector('#setup-text').value = '[Game \"chess\"] *'");
    browser.click("#setup .main");
    let error = browser.wait("document.querySelector('#setup-error').textContent");
    assert_eq!(error, "there is no game \"chess\"");
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
            browser.press("\u{e007}");
        }
        browser.wait(&format!("document.querySelectorAll('#record button').length === {ply}"));
        browser.wait("document.querySelector('#board[aria-busy=false]')");
    }
    browser.assert_no_complaint();
}

#[test]
fn a_game_is_played_on_a_telephone() {
    let browser = Browser::start();
    browser.resize(390, 844);
    browser.open("game=collapsi&start=A223/4A2J/3A23/J3A4&seats=person;perfect");
    browser.click(".target[data-place=b2]");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.click("[data-do=undo]");
    // The program's reply goes too, or it would reply again.
    browser.wait("!document.querySelector('#record [aria-current]')");
    browser.assert_no_complaint();
}

/// Says when the page is first painted, when the board is there at the latest, and how large what was loaded is:
/// `... --test browser paint -- --nocapture`.
#[test]
fn first_paint() {
    let browser = Browser::start();
    for game in ["collapsi", "compass", "rolling-mountains"] {
        browser.open(&format!("game={game}"));
        let painted = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
        let painted = browser.wait(painted).as_f64().unwrap();
        let shown = browser.run("return performance.now()").as_f64().unwrap();
        println!("{game}: first paint after {painted:.0} ms, the board within {shown:.0} ms");
        browser.run(
            "const loaded = performance.getEntriesByType('resource').map(({ name }) => name); \
             const files = [location.pathname, ...loaded.filter((name) => !name.includes('/api/'))]; \
             const sizes = async (name) => { \
               const file = await (await fetch(name)).blob(); \
               const packed = file.stream().pipeThrough(new CompressionStream('gzip')); \
               return [1, file.size, (await new Response(packed).blob()).size]; }; \
             const sum = (all) => [0, 1, 2].map((i) => all.reduce((sum, one) => sum + one[i], 0)); \
             Promise.all(files.map(sizes)).then((all) => (window.sizes = sum(all)))",
        );
        println!("files, bytes, bytes compressed: {}", browser.wait("window.sizes"));
    }
}

/// Each game is drawn in its own colours, also when it is chosen on the page and when the page is dark.
#[test]
fn games_have_their_own_colours() {
    let browser = Browser::start();
    let colours = [
        ("collapsi", ".card rect:not(.shadow)", ["rgb(255, 254, 251)", "rgb(236, 231, 220)"]),
        ("connect-four", ".field", ["rgb(31, 98, 176)", "rgb(44, 95, 158)"]),
        ("compass", ".card rect:not(.shadow)", ["rgb(255, 254, 251)", "rgb(236, 231, 220)"]),
        (
            "rolling-mountains",
            ".tile rect:not(.shadow)",
            ["rgb(200, 140, 74)", "rgb(185, 129, 73)"],
        ),
    ];
    for (scheme, theme) in ["light", "dark"].into_iter().enumerate() {
        browser.prefer(theme);
        browser.open("game=collateral-checkers");
        for (game, selector, schemes) in colours {
            browser.click("#home");
            browser.click(&format!(".game[data-name={game}]"));
            browser.click("#start-two");
            let shown =
                browser.wait(&format!("document.querySelector('#play {selector}') !== null"));
            assert_eq!(shown, true);
            let fill = format!("getComputedStyle(document.querySelector('#play {selector}')).fill");
            assert_eq!(browser.run(&format!("return {fill}")), schemes[scheme], "{game} {theme}");
        }
    }
}

/// Nothing is wider than the window, and what is found late moves nothing.
#[test]
fn every_game_fits_every_size() {
    let positions = [
        ("collapsi", "start=3AJA/JA24/3322/A243&moves=a1+a2+a4+c1"),
        ("collateral-checkers", "moves=b2-c3+d5xd3xb3"),
        ("compass", "moves=@c3+@d4+@b5+@e2"),
        ("connect-four", "moves=d+d+e+c+f"),
        ("rolling-mountains", "moves=L:n+t:a2+R:s+w:d4e+L:n+L:n+L:e+L:n+m:e5"),
    ];
    let browser = Browser::start();
    let sizes = [("phone", 390, 844), ("tablet", 820, 1100), ("desktop", 1180, 800)];
    for ((size, width, height), scheme) in
        sizes.into_iter().flat_map(|size| ["light", "dark"].map(|scheme| (size, scheme)))
    {
        browser.resize(width, height);
        browser.prefer(scheme);
        for (game, state) in positions {
            browser.open(&format!("game={game}&{state}"));
            browser.click("[data-nav=analyse]");
            browser.wait("document.querySelector('#lines-found li')");
            let jumped = browser.shifts();
            assert!(jumped < 0.02, "{game} {size}: {jumped}");
            let over =
                "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(browser.run(&format!("return {over}")), 0, "{game} {size}");
            if scheme == "dark" {
                break;
            }
        }
    }
    browser.assert_no_complaint();
}
