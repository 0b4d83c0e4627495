//! The pictures of the page: `cargo test -p fourfold --test browser screenshots -- --ignored` makes those of
//! `fourfold/page/screenshots` anew.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::driver::{Browser, decode};

/// A line each below that with the names of the columns: the state of the page is left out for the front door.
const PICTURES: &str = include_str!("pictures.txt");

#[test]
#[ignore = "makes files of the repository"]
fn screenshots() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/screenshots");
    let browser = Browser::start();
    if browser.port().is_none() {
        return;
    }
    for line in PICTURES.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, size, scheme] = words[..3] else { panic!("{line}") };
        let (width, height) = match size {
            "desktop" => (1440, 900),
            "phone" => (390, 844),
            "sideways" => (844, 390),
            _ => panic!("there is no size {size}"),
        };
        browser.resize(width, height);
        browser.prefer(scheme);
        browser.show(words.get(3).copied().unwrap_or_default());
        let searches = line.contains("lines=") || line.contains("puzzle=");
        let seconds = if line.contains("review=") {
            15
        } else if searches {
            6
        } else {
            2
        };
        std::thread::sleep(Duration::from_secs(seconds));
        let picture = browser
            .ask_chromium("Page.captureScreenshot", &json!({ "format": "webp", "quality": 75 }));
        let theme = if scheme == "dark" { "-dark" } else { "" };
        let bytes = decode(picture["data"].as_str().unwrap());
        assert!(bytes.len() <= 150_000, "{name} has {} bytes", bytes.len());
        std::fs::write(folder.join(format!("{name}-{size}{theme}.webp")), bytes).unwrap();
    }
}
