//! Compass, as the engine of a page without a server.

#![forbid(unsafe_code)]

fn main() {
    page::Board::new().game(compass_kit::kit()).answer_page();
}
