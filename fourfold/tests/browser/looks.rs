//! How soon the page is there, in what colours and sizes.

use crate::driver::Browser;

/// Says when the page is first painted, when the board is there at the latest, and how large the page is:
/// `... --test browser first_paint -- --nocapture`.
#[test]
fn first_paint() {
    let browser = Browser::start();
    for game in ["collapsi", "compass", "rolling-mountains"] {
        browser.open(&format!("game={game}"));
        let painted = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
        let painted = browser.wait(painted).as_f64().unwrap();
        let shown = browser.run("return performance.now()").as_f64().unwrap();
        println!("{game}: first paint after {painted:.0} ms, the board within {shown:.0} ms");
        let sizes = browser.run(
            "const sent = performance.getEntries().filter(({ name, encodedBodySize: size }) => size && !name.includes('/api/')); \
             const [plain, packed] = ['decodedBodySize', 'encodedBodySize'].map((size) => sent.reduce((sum, one) => sum + one[size], 0)); \
             const pack = async (text) => (await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer()).byteLength; \
             const page = await (await fetch('./')).text(); \
             const games = await pack(page) - await pack(page.replace(document.getElementById('games-data').textContent, '')); \
             return [plain, packed, packed - games]",
        );
        println!("bytes of the page, as they were sent, and but for the games: {sizes}");
        let is_small = sizes[1].as_u64() < Some(69_000) && sizes[2].as_u64() <= Some(60_000);
        assert!(browser.port().is_none() || is_small, "{sizes}");
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

/// In a long game the record scrolls to the move that is shown, and the review stays above it.
#[test]
fn a_review_stays_above_its_record() {
    let browser = Browser::start();
    let moves = ["b2-c2+b4-c4+c2-b2+c4-b4"; 12].join("+");
    browser.open(&format!("game=collateral-checkers&moves={moves}&review=yes"));
    browser.wait(
        "(([pane, review, move]) => pane.top <= review.top && review.height > 100 \
         && review.bottom <= move.top && move.bottom <= pane.bottom)\
         (['.middle', '#review', '#record [aria-current]'].map((one) => document.querySelector(one).getBoundingClientRect()))",
    );
    browser.assert_no_complaint();
}

/// Nothing is wider than the window, and what is found late moves nothing.
#[test]
#[ignore = "takes a minute"]
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
