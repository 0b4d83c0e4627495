//! The board in a real browser: `cargo test -p fourfold --test browser`.
//!
//! Needs `chromium` and `chromedriver`. With `SCREENSHOTS=folder` it keeps pictures of every game at
//! three sizes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A program that says on which port it listens, and ends with the test.
struct Served {
    child: Child,
    port: u16,
}

impl Served {
    /// Starts a program; `before` is what it prints in front of the port.
    fn start(mut command: Command, before: &str) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let port = lines.find_map(|line| {
            let (_, rest) = line.split_once(before)?;
            rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        });
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, port: port.unwrap() }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A window of a browser, by the WebDriver protocol.
struct Browser {
    driver: Served,
    server: Served,
    session: String,
}

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser {
    fn start() -> Self {
        let mut board = Command::new(env!("CARGO_BIN_EXE_fourfold"));
        board.arg("board");
        let server = Served::start(board, "http://127.0.0.1:");
        let mut chromedriver = Command::new("chromedriver");
        chromedriver.arg("--port=0");
        let driver = Served::start(chromedriver, "successfully on port ");
        let mut browser = Self { driver, server, session: String::new() };
        let args =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"];
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
        }}});
        let session = browser.send("POST", "/session", &capabilities);
        browser.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        browser
    }

    /// Sends a command to the driver and returns the value of its answer.
    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let (port, body) = (self.driver.port, body.to_string());
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let length = if method == "POST" { body.len() } else { 0 };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&body.as_bytes()[..length]).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let mut response = BufReader::new(stream);
        let mut length = 0;
        for line in response.by_ref().lines().map(Result::unwrap) {
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        response.read_exact(&mut body).unwrap();
        let mut answer: Value = serde_json::from_slice(&body).unwrap();
        let value = answer["value"].take();
        assert!(value["error"].is_null(), "{path}: {value}");
        value
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.send("POST", &format!("{}{path}", self.session), body)
    }

    /// Opens the page with this state; a new document even if only the state differs.
    fn open(&self, state: &str) {
        let url = |state: &str| json!({ "url": format!("http://127.0.0.1:{}/#{state}", self.server.port) });
        self.post("/url", &json!({ "url": "about:blank" }));
        self.post("/url", &url(state));
        self.wait(
            "document.querySelector('#board[aria-busy=false] svg') && document.querySelector('#status').textContent",
        );
    }

    fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until an expression is true, and returns it.
    fn wait(&self, expression: &str) -> Value {
        let started = Instant::now();
        loop {
            let value = self.run(&format!("return {expression}"));
            if !(value.is_null() || value == json!(false) || value == json!("")) {
                return value;
            }
            let status = || self.run("return document.body.innerText");
            assert!(started.elapsed() < Duration::from_mins(1), "{expression}: {}", status());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn text(&self, selector: &str) -> String {
        let text = self.run(&format!("return document.querySelector('{selector}').textContent"));
        text.as_str().unwrap().to_owned()
    }

    fn all(&self, selector: &str) -> Vec<String> {
        let found = self.post("/elements", &json!({ "using": "css selector", "value": selector }));
        let id = |element: &Value| element[ELEMENT].as_str().unwrap().to_owned();
        found.as_array().unwrap().iter().map(id).collect()
    }

    fn click_on(&self, element: &str) {
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    fn click(&self, selector: &str) {
        let found = self.all(selector);
        self.click_on(found.first().unwrap_or_else(|| panic!("nothing is {selector}")));
    }

    /// Presses keys; `\u{e007}` is Enter.
    fn press(&self, keys: &str) {
        let key = |kind, c: char| json!({ "type": kind, "value": c });
        let keys: Vec<Value> =
            keys.chars().flat_map(|c| [key("keyDown", c), key("keyUp", c)]).collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": keys }] });
        self.post("/actions", &actions);
    }

    fn resize(&self, width: u32, height: u32) {
        self.post("/window/rect", &json!({ "width": width, "height": height }));
    }

    fn ply(&self) -> usize {
        self.all("#record button").len()
    }

    /// Nothing went wrong that the console knows of; refused requests to elsewhere are there too.
    fn assert_no_complaint(&self) {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let severe = |entry: &&Value| entry["level"] == "SEVERE";
        let complaints: Vec<&Value> = log.as_array().unwrap().iter().filter(severe).collect();
        assert!(complaints.is_empty(), "{complaints:?}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.send("DELETE", &self.session, &Value::Null);
        }
    }
}

/// Each game, with rules by which it is soon over.
const SHORT: [(&str, &str); 5] = [
    ("collapsi", ""),
    ("collateral-checkers", "quiet_limit=10"),
    ("compass", "ply_limit=14"),
    ("connect-four", ""),
    ("rolling-mountains", "width=3,height=3,tiles=6,mountains=0,turn_limit=6"),
];

#[test]
fn whole_games_are_played_by_clicks() {
    let browser = Browser::start();
    for (game, rules) in SHORT {
        browser.open(&format!("game={game}&rules={rules}"));
        for click in 0..400 {
            if browser.run("return !document.querySelector('.target, #choices button')") == true {
                break;
            }
            let offered = browser.all(".target, #choices button");
            browser.click_on(&offered[click * 5 % offered.len()]);
            browser.wait("document.querySelector('#board[aria-busy=false]')");
        }
        let end = browser.text("#status");
        assert!(end.contains("wins") || end.contains("draw"), "{game}: {end}");
        browser.assert_no_complaint();
    }
}

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
    browser.wait("document.querySelectorAll('#record button').length === 1");
    // A movement of steps, in a game where each is a ply.
    browser.open("game=rolling-mountains&moves=L:n+t:a2+R:s+w:d4e");
    browser.click(".target[data-place=a1]");
    browser.wait("document.querySelector('.target[data-place=a2]')");
    browser.click(".target[data-place=a2]");
    browser.wait("document.querySelectorAll('#record button').length === 5");
    browser.press("\u{e003}");
    browser.wait("document.querySelectorAll('#record button').length === 4");
    browser.assert_no_complaint();
}

#[test]
fn analysis_is_shown_and_stopped() {
    let browser = Browser::start();
    browser.open("game=collapsi&start=A223/4A2J/3A23/J3A4");
    browser.click("#analyse");
    browser.wait("document.querySelector('#lines-found li')");
    assert!(browser.text("#lines-found li").starts_with("win in 13"));
    browser.wait("document.querySelector('.overlay .arrow')");
    browser.wait("document.querySelector('.target.worth-win')");
    browser.click("#analyse");
    browser.wait("!document.querySelector('#lines-found li, .overlay .arrow')");
    browser.open("game=collateral-checkers");
    browser.click("#analyse");
    browser.wait("document.querySelectorAll('#lines-found li').length === 3");
    browser.click("#lines-found button");
    browser.wait("document.querySelectorAll('#record button').length === 1");
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
    browser.click("[data-do=flip]");
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
    browser.open("game=connect-four");
    browser.run("document.querySelector('details').open = true");
    browser.run("document.querySelector('#setup-text').value = '7/7/7/7/x6/7 o'");
    browser.click("#setup button");
    let error = browser.wait("document.querySelector('#setup-error').textContent");
    assert_eq!(error, "there is nothing under the stone in column a, row 2");
    browser.run("document.querySelector('#setup-text').value = '7/7/7/7/7/x6 o'");
    browser.click("#setup button");
    browser.wait("document.querySelector('.piece[data-place=a1][data-piece=x]')");
}

#[test]
fn a_puzzle_is_failed_and_solved() {
    let browser = Browser::start();
    browser.open("game=connect-four");
    browser.click("#puzzle-open");
    browser.click("#puzzle-dialog .main");
    browser.wait("document.querySelector('#puzzle').textContent.startsWith('Puzzle')");
    let mut failed = 0;
    for column in 0..7 {
        let offered = browser.all(".target");
        if column >= offered.len() {
            break;
        }
        browser.click_on(&offered[column]);
        let found = browser.wait("document.querySelector('#puzzle').className");
        if found == "good" {
            assert!(browser.text("#puzzle").starts_with("Solved"));
            assert!(column == 0 || failed > 0);
            browser.assert_no_complaint();
            return;
        }
        failed += 1;
        browser.click("#puzzle button");
        browser.wait("document.querySelector('#puzzle').textContent.startsWith('Puzzle') && document.querySelector('.target')");
        browser.wait("document.querySelectorAll('#record button').length === 0");
    }
    panic!("no move solved it");
}

#[test]
fn records_are_read_and_reviewed() {
    let browser = Browser::start();
    browser.open("game=collapsi&start=nonsense");
    assert!(browser.text("#message").starts_with("The link is no good"));
    let file = std::env::temp_dir().join(format!("fourfold-record-{}.txt", std::process::id()));
    let text = "[Game \"connect-four\"]\n[Start \"7/7/7/7/7/7 x\"]\n\n1. d 2. e {odd} (2. d 3. c) 3. d 4. a 5. d 6. a *\n";
    std::fs::write(&file, text).unwrap();
    let upload = browser.all("#upload");
    let path = file.to_str().unwrap();
    browser.post(&format!("/element/{}/value", upload[0]), &json!({ "text": path }));
    browser.wait("document.querySelectorAll('#record button').length === 8");
    assert_eq!(browser.text(".variation").replace([' ', '\u{a0}'], ""), "2.d3.c");
    browser.click("[data-do=review]");
    browser.wait("document.querySelectorAll('#curve circle').length === 7");
    browser.wait("document.querySelector('#curve li')");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn the_keyboard_is_enough() {
    let browser = Browser::start();
    browser.open("game=connect-four");
    browser.run("document.querySelector('#move').focus()");
    browser.press("d\u{e007}");
    browser.wait("document.querySelectorAll('#record button').length === 1");
    browser.run("document.querySelector('.target').focus()");
    browser.press("\u{e007}");
    browser.wait("document.querySelectorAll('#record button').length === 2");
    browser.run("document.activeElement.blur()");
    browser.press("\u{e012}");
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'd'");
    browser.press("\u{e014}");
    browser.wait("document.querySelector('#record [aria-current]').textContent === 'a'");
    browser.assert_no_complaint();
}

/// Nothing is wider than the window; with `SCREENSHOTS` set, pictures of it are kept.
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
    for (size, width, height) in
        [("phone", 500, 900), ("tablet", 820, 1100), ("desktop", 1180, 800)]
    {
        browser.resize(width, height);
        for (game, state) in positions {
            browser.open(&format!("game={game}&{state}"));
            browser.click("#analyse");
            browser.wait("document.querySelector('#lines-found li')");
            let over =
                "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(browser.run(&format!("return {over}")), 0, "{game} {size}");
            if let Some(folder) = std::env::var_os("SCREENSHOTS") {
                browser.run("scrollTo(0, 0)");
                std::thread::sleep(Duration::from_millis(1500));
                let path = format!("{}/screenshot", browser.session);
                let picture = browser.send("GET", &path, &Value::Null);
                let file = Path::new(&folder).join(format!("{game}-{size}.png"));
                std::fs::write(file, decode(picture.as_str().unwrap())).unwrap();
            }
        }
    }
    browser.assert_no_complaint();
}

/// Base64.
fn decode(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let groups = text.trim_end_matches('=').as_bytes().chunks(4);
    let bytes = groups.flat_map(|group| {
        let bits = group.iter().fold(0_u32, |bits, &c| bits << 6 | u32::from(value(c)));
        let bits = bits << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    });
    bytes.collect()
}
