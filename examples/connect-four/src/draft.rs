//! Positions that are put together stone by stone.

use std::error::Error;

use engine::svg::{Canvas, Draft, Draw, Item};

use super::{Column, Player, Position, ROWS, stone};

/// Stones need not rest on others until all are put.
impl Draft for Position {
    fn pieces(&self) -> Vec<Item> {
        let item = |player| {
            let (colour, shapes) = stone(player);
            Item::new(player, colour, shapes)
        };
        Player::ALL.map(item).into()
    }

    fn put(&mut self, piece: &str, place: &str) {
        let Some((column, row)) = place.split_at_checked(1) else { return };
        let (Ok(Column(column)), Ok(row @ 1..=ROWS)) = (column.parse(), row.parse()) else {
            return;
        };
        let player = piece.parse().ok().and_then(Player::from_char);
        if player.is_none() && !piece.is_empty() {
            return;
        }
        let place = 1 << (7 * column + row - 1);
        self.stones = self.stones.map(|stones| stones & !place);
        if let Some(player) = player {
            self.stones[player as usize] |= place;
        }
    }

    fn set_turn(&mut self, seat: usize) {
        self.turn = Player::ALL.get(seat).copied().unwrap_or(self.turn);
    }

    fn draw(&self, canvas: &mut Canvas) {
        Draw::draw(self, canvas);
    }

    fn finish(&self) -> Result<String, Box<dyn Error>> {
        self.check_stones()?;
        Ok(self.to_string())
    }
}
