//! Rolling Mountains, as the engine of a page without a server.

#![forbid(unsafe_code)]

fn main() {
    page::Board::new().game(rolling_mountains_kit::kit()).answer_page();
}
