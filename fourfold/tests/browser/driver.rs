//! A browser, by the WebDriver protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::files::Files;

/// A program that says on which port it listens, and ends with the test.
struct Served {
    child: Child,
    port: u16,
}

impl Served {
    /// Starts a program; `before` is what it prints in front of the port. `None` if it ends without.
    fn start(command: &mut Command, before: &str) -> Option<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let port = lines.find_map(|line| {
            let (_, rest) = line.split_once(before)?;
            rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        });
        std::thread::spawn(move || lines.for_each(drop));
        let Some(port) = port else {
            child.wait().unwrap();
            return None;
        };
        Some(Self { child, port })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // What reads ends by itself.
        if self.child.stdin.take().is_none() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// A browser, and the program that drives it.
struct Chromium {
    driver: Served,
    session: String,
    /// Its first window, which stays open.
    window: Value,
}

/// Browsers whose test is over: a new window of one is there much sooner than a new browser.
static IDLE: Mutex<Vec<Chromium>> = Mutex::new(Vec::new());

impl Chromium {
    fn start() -> Self {
        // It ends with these tests, and the browser with it.
        let mut chromedriver = Command::new("sh");
        chromedriver.args(["-c", "(chromedriver --port=0; kill 0) & cat; kill 0"]);
        chromedriver.stdin(Stdio::piped()).process_group(0);
        // It ends if its port by IPv4 is taken by IPv6, by another one of these tests.
        let start = |_| Served::start(&mut chromedriver, "successfully on port ");
        let driver = (0..20).find_map(start).unwrap();
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--force-color-profile=srgb",
        ];
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
        }}});
        let session = send(driver.port, "POST", "/session", &capabilities).unwrap();
        let session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        let window = send(driver.port, "GET", &format!("{session}/window"), &Value::Null).unwrap();
        Self { driver, session, window }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        self.try_to(method, path, body).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn try_to(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        send(self.driver.port, method, &format!("{}{path}", self.session), body)
    }

    /// Opens a window of the usual size, and goes there.
    fn open_window(&self) {
        let new = self.ask("POST", "/window/new", &json!({ "type": "window" }));
        self.ask("POST", "/window", &json!({ "handle": new["handle"] }));
        self.ask("POST", "/window/rect", &json!({ "width": 1280, "height": 1000 }));
    }

    /// Closes all windows but the first one, and forgets what was said in them.
    fn close_windows(&self) {
        for window in self.ask("GET", "/window/handles", &Value::Null).as_array().unwrap() {
            if *window != self.window {
                self.ask("POST", "/window", &json!({ "handle": window }));
                self.ask("DELETE", "/window", &Value::Null);
            }
        }
        self.ask("POST", "/window", &json!({ "handle": self.window }));
        self.ask("POST", "/se/log", &json!({ "type": "browser" }));
    }
}

/// Sends a command to the driver at a port and returns the value of its answer, or its error.
fn send(port: u16, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
    let body = body.to_string();
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
    if value["error"].is_null() { Ok(value) } else { Err(value) }
}

/// What answers the browser.
enum Server {
    Program(Served),
    Files(Files),
}

impl Server {
    /// `fourfold board`; or the page without a server in the folder `FOURFOLD_PAGE`.
    fn start() -> Self {
        match std::env::var_os("FOURFOLD_PAGE") {
            Some(folder) => Self::Files(Files::serve(folder.into())),
            None => Self::program(0),
        }
    }

    /// `fourfold board` at this port.
    fn program(port: u16) -> Self {
        let mut board = Command::new(env!("CARGO_BIN_EXE_fourfold"));
        board.args(["board", &format!("--port={port}")]);
        Self::Program(Served::start(&mut board, "http://127.0.0.1:").unwrap())
    }

    fn address(&self) -> String {
        match self {
            Self::Program(served) => format!("http://127.0.0.1:{}/", served.port),
            Self::Files(files) => files.address(),
        }
    }
}

/// A window of a browser, by the WebDriver protocol.
pub(crate) struct Browser {
    /// `None` only at its end.
    chromium: Option<Chromium>,
    server: Server,
}

pub(crate) const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// All that can be chosen.
pub(crate) const OFFERED: &str =
    ".target, #choices button, :is(#supply, .hand) button:not(:disabled)";

impl Browser {
    pub(crate) fn start() -> Self {
        Self::of(Server::start())
    }

    pub(crate) fn start_on_telephone() -> Self {
        let browser = Self::start();
        browser.resize(390, 844);
        browser
    }

    /// A window for a page without a server.
    pub(crate) fn of_files(files: Files) -> Self {
        Self::of(Server::Files(files))
    }

    fn of(server: Server) -> Self {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let chromium = idle.unwrap_or_else(Chromium::start);
        chromium.open_window();
        Self { chromium: Some(chromium), server }
    }

    fn chromium(&self) -> &Chromium {
        self.chromium.as_ref().unwrap()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        self.chromium().ask("POST", path, body)
    }

    /// Opens the page with this state; a new document even if only the state differs.
    pub(crate) fn open(&self, state: &str) {
        self.post("/url", &json!({ "url": "about:blank" }));
        self.post("/url", &json!({ "url": format!("{}#{state}", self.server.address()) }));
        self.wait(
            "document.querySelector('#board[aria-busy=false] svg') && document.querySelector('#status').textContent",
        );
    }

    /// Opens any page of the page.
    pub(crate) fn show(&self, state: &str) {
        self.post("/url", &json!({ "url": "about:blank" }));
        self.post("/url", &json!({ "url": format!("{}#{state}", self.server.address()) }));
        self.wait("!document.body.ariaBusy");
    }

    /// The port of the program behind the page, if there is one.
    pub(crate) fn port(&self) -> Option<u16> {
        match &self.server {
            Server::Program(served) => Some(served.port),
            Server::Files(_) => None,
        }
    }

    /// Does something while the program behind the page is gone; starts it again at the same address.
    pub(crate) fn without_program(&mut self, act: impl FnOnce(&Self)) {
        let Server::Program(served) = &mut self.server else { return };
        let port = served.port;
        served.child.kill().unwrap();
        served.child.wait().unwrap();
        act(self);
        self.server = Server::program(port);
    }

    /// Opens the front door.
    pub(crate) fn enter(&self) {
        self.post("/url", &json!({ "url": self.server.address() }));
        self.wait("document.querySelector('.game')");
    }

    /// Has programs move without a pause.
    pub(crate) fn at_once(&self) {
        self.enter();
        self.run("localStorage.setItem('pace', '0')");
    }

    /// Chooses from the menu.
    pub(crate) fn choose(&self, name: &str) {
        self.click("#menu-open");
        self.click(&format!("#menu [data-do={name}]"));
    }

    /// Says yes to the question whether it is meant.
    pub(crate) fn confirm(&self) {
        self.wait("document.querySelector('#confirm[open]')");
        self.click("#confirm-yes");
    }

    /// The moves of the record.
    pub(crate) fn record(&self) -> Vec<String> {
        let moves = self.run(
            "return [...document.querySelectorAll('#record button')].map((one) => one.textContent)",
        );
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        moves.as_array().unwrap().iter().map(text).collect()
    }

    pub(crate) fn attribute(&self, element: &str, name: &str) -> String {
        let path = format!("/element/{element}/attribute/{name}");
        let value = self.chromium().ask("GET", &path, &Value::Null);
        value.as_str().unwrap().to_owned()
    }

    /// Goes over the board by arrows until the cursor is at a place.
    pub(crate) fn walk_to(&self, place: &str) {
        let away = format!(
            "const at = document.querySelector('#board .cursor')?.getBoundingClientRect(); \
             const to = document.querySelector('#board svg [data-place=\"{place}\"]').getBoundingClientRect(); \
             return at && [to.x + to.width / 2 - at.x - at.width / 2, to.y + to.height / 2 - at.y - at.height / 2]"
        );
        let mut before = Vec::new();
        for _ in 0..60 {
            let now = self.run(&away);
            let Some([x, y]) = now.as_array().map(|now| [0, 1].map(|i| now[i].as_f64().unwrap()))
            else {
                self.press("\u{e014}");
                continue;
            };
            if x.abs() < 3.0 && y.abs() < 3.0 {
                return;
            }
            // Where an arrow leads nowhere or in a circle the other direction is taken.
            let is_back = before.contains(&now) && x.abs().min(y.abs()) > 3.0;
            let is_across = (x.abs() > y.abs()) != is_back;
            self.press(match (is_across, x > 0.0, y > 0.0) {
                (true, true, _) => "\u{e014}",
                (true, false, _) => "\u{e012}",
                (false, _, true) => "\u{e015}",
                (false, _, false) => "\u{e013}",
            });
            before.push(now);
        }
        panic!("the arrows do not lead to {place}");
    }

    pub(crate) fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Runs a script with an element as its `it`.
    pub(crate) fn run_on(&self, element: &str, script: &str) -> Value {
        let script = format!("const [it] = arguments; {script}");
        self.post("/execute/sync", &json!({ "script": script, "args": [{ ELEMENT: element }] }))
    }

    /// Waits until an expression is true, and returns it.
    pub(crate) fn wait(&self, expression: &str) -> Value {
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

    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.run(&format!("return document.querySelector('{selector}').textContent"));
        text.as_str().unwrap().to_owned()
    }

    pub(crate) fn all(&self, selector: &str) -> Vec<String> {
        let found = self.post("/elements", &json!({ "using": "css selector", "value": selector }));
        let id = |element: &Value| element[ELEMENT].as_str().unwrap().to_owned();
        found.as_array().unwrap().iter().map(id).collect()
    }

    fn try_click(&self, element: &str) -> Result<Value, Value> {
        self.chromium().try_to("POST", &format!("/element/{element}/click"), &json!({}))
    }

    pub(crate) fn click_on(&self, element: &str) {
        self.try_click(element).unwrap();
    }

    /// Clicks on the first of such elements; again if the page has just put another one in its place.
    pub(crate) fn click(&self, selector: &str) {
        for _ in 0..10 {
            let found = self.all(selector);
            let element = found.first().unwrap_or_else(|| panic!("nothing is {selector}"));
            match self.try_click(element) {
                Err(error) if error["error"] == "stale element reference" => {}
                clicked => return drop(clicked.unwrap()),
            }
        }
        panic!("{selector} is put in place again all the time");
    }

    /// Presses keys; `\u{e007}` is Enter.
    pub(crate) fn press(&self, keys: &str) {
        let key = |kind, c: char| json!({ "type": kind, "value": c });
        let keys: Vec<Value> =
            keys.chars().flat_map(|c| [key("keyDown", c), key("keyUp", c)]).collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": keys }] });
        self.post("/actions", &actions);
    }

    /// Has the window show a page of this size, as on a telephone if it is narrow.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.tell_chromium("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Has the page be asked for in a light or a dark version, and without motion: what is there does not depend on when
    /// one looks.
    pub(crate) fn prefer(&self, scheme: &str) {
        let features = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")];
        let features = features.map(|(name, value)| json!({ "name": name, "value": value }));
        self.tell_chromium("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    fn tell_chromium(&self, command: &str, params: &Value) {
        self.ask_chromium(command, params);
    }

    /// Has the browser do something by its own protocol.
    pub(crate) fn ask_chromium(&self, command: &str, params: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// How much of the page has jumped so far, but for what a click brought about: 1 is all of it by its
    /// whole size.
    pub(crate) fn shifts(&self) -> f64 {
        self.run(
            "window.shifts = null; let sum = 0; \
             new PerformanceObserver((list) => list.getEntries().forEach((entry) => \
             sum += entry.hadRecentInput ? 0 : entry.value)) \
             .observe({ type: 'layout-shift', buffered: true }); \
             requestAnimationFrame(() => setTimeout(() => (window.shifts = sum), 100))",
        );
        self.wait("window.shifts").as_f64().unwrap()
    }

    /// Drags from one place of the board to another.
    pub(crate) fn drag(&self, from: &str, to: &str) {
        let at = |place: &str| {
            let selector = format!("#board [data-place={place}]");
            json!({ ELEMENT: self.all(&selector).first().unwrap() })
        };
        let moved =
            |origin: Value| json!({ "type": "pointerMove", "origin": origin, "x": 0, "y": 0 });
        let actions = [
            moved(at(from)),
            json!({ "type": "pointerDown", "button": 0 }),
            moved(at(to)),
            json!({ "type": "pointerUp", "button": 0 }),
        ];
        let mouse = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        self.post("/actions", &json!({ "actions": [mouse] }));
    }

    pub(crate) fn ply(&self) -> usize {
        self.all("#record button").len()
    }

    /// Nothing went wrong that the console knows of, and nothing was asked for elsewhere.
    pub(crate) fn assert_no_complaint(&self) {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let severe = |entry: &&Value| entry["level"] == "SEVERE";
        let complaints: Vec<&Value> = log.as_array().unwrap().iter().filter(severe).collect();
        assert!(complaints.is_empty(), "{complaints:?}");
        let elsewhere = "return performance.getEntriesByType('resource').map(({ name }) => name)\
                         .filter((name) => !name.startsWith(location.origin) && !/^(blob|data):/.test(name))";
        assert_eq!(self.run(elsewhere), json!([]));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let Some(chromium) = self.chromium.take() else { return };
        if !std::thread::panicking() {
            let all = json!({ "origin": self.server.address(), "storageTypes": "all" });
            let clear = json!({ "cmd": "Storage.clearDataForOrigin", "params": all });
            chromium.ask("POST", "/goog/cdp/execute", &clear);
            chromium.close_windows();
            IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(chromium);
        }
    }
}

/// Base64.
pub(crate) fn decode(text: &str) -> Vec<u8> {
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
