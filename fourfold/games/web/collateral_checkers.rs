//! Collateral Checkers, as the engine of a page without a server.

#![forbid(unsafe_code)]

fn main() {
    page::Board::new().game(collateral_checkers_kit::kit()).answer_page();
}
