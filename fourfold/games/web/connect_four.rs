//! Connect Four, as the engine of a page without a server.

#![forbid(unsafe_code)]

fn main() {
    page::Board::new().game(connect_four_kit::kit()).answer_page();
}
