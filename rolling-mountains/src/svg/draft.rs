//! Positions as drafts, edited piece by piece.

use std::error::Error;

use engine::svg::{Canvas, Count, Draft, Draw, Item};

use super::{MOUNTAIN, Spot, TILE, WALL, pawn_shape};
use crate::edge::Edge;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::square::Square;
use crate::stage::Stage;

/// The pieces are `tile`, `mountain` and `wall`, and pawns such as `red L`. Tiles and walls come from
/// the supply and go back to it. A pawn put on a gate waits there or has left through it.
impl Draft for Setup {
    fn pieces(&self) -> Vec<Item> {
        let stones = [("tile", TILE), ("mountain", MOUNTAIN), ("wall", WALL)];
        let stones = stones.map(|(name, shapes)| Item::new(name, name, shapes));
        let pawns = self.rules.players.seats().iter().flat_map(|&player| {
            Pawn::ALL.map(|pawn| Item::new(format!("{player} {pawn}"), player, pawn_shape(pawn)))
        });
        stones.into_iter().chain(pawns).collect()
    }

    fn put(&mut self, piece: &str, place: &str) {
        let pawn = self.pieces().iter().position(|item| item.place == piece);
        let pawn = pawn.and_then(|index| index.checked_sub(3)).map(|pawn| (pawn / 2, pawn % 2));
        let inner =
            place.parse::<Edge>().ok().filter(|&edge| self.rules.inner_edges().contains(edge));
        match (place.parse::<Square>(), inner) {
            (Ok(square), _) => self.put_on_square(piece, pawn, square),
            (_, Some(edge)) => self.put_on_edge(piece, edge),
            _ => self.put_on_gate(pawn, place),
        }
        self.removed = [None; 4];
        self.stage = Stage::Start;
    }

    fn set_turn(&mut self, seat: usize) {
        let players = self.rules.players;
        if let Some(&player) = players.seats().get(seat) {
            self.turn = player;
            let later = (0..players.count() as u32).map(|more| self.turns.saturating_add(more));
            let turns = later.into_iter().find(|&turns| players.after(turns) == player);
            self.turns = turns.unwrap_or(self.turns);
            self.stage = Stage::Start;
        }
    }

    fn counts(&self) -> Vec<Count> {
        let seats = self.rules.players.seats().iter();
        let mountains = seats.map(|&player| {
            let left = self.mountains_left[player.seat()].into();
            Count::new(mountains_of(player), left, Rules::MAX_MOUNTAINS.into())
        });
        let supply = Count::new(SUPPLY, self.supply.into(), Rules::MAX_TILES.into());
        let turns = Count::new(TURNS, self.turns, Rules::MAX_TURN_LIMIT);
        [supply].into_iter().chain(mountains).chain([turns]).collect()
    }

    fn set_count(&mut self, name: &str, value: u32) {
        let small = u8::try_from(value).unwrap_or(u8::MAX);
        let players = self.rules.players;
        match name {
            SUPPLY => self.supply = small,
            TURNS if value != self.turns => {
                (self.turns, self.turn) = (value, players.after(value));
                self.stage = Stage::Start;
            }
            _ => {
                if let Some(&player) = players.seats().iter().find(|&&p| mountains_of(p) == name) {
                    self.mountains_left[player.seat()] = small;
                }
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        Position::assemble(self).draw(canvas);
    }

    fn finish(&self) -> Result<String, Box<dyn Error>> {
        Ok(format!("{:#}", Position::from_setup(self)?))
    }
}

const SUPPLY: &str = "tiles in the supply";
const TURNS: &str = "turns played";

fn mountains_of(player: Player) -> String {
    format!("mountains of {player}")
}

impl Setup {
    /// Puts a tile, a mountain or a pawn, or takes away what is there.
    fn put_on_square(&mut self, piece: &str, pawn: Option<(usize, usize)>, square: Square) {
        let free = (self.tiles.without(square), self.mountains.without(square));
        self.supply = self.supply.saturating_add(self.tiles.contains(square).into());
        match (piece, pawn) {
            ("tile", _) => (self.tiles, self.mountains) = (free.0.with(square), free.1),
            ("mountain", _) => (self.tiles, self.mountains) = (free.0, free.1.with(square)),
            ("wall", _) => {}
            _ => {
                (self.tiles, self.mountains) = free;
                for place in self.pawns.as_flattened_mut() {
                    *place = if *place == Place::On(square) { Place::Waiting } else { *place };
                }
            }
        }
        if let Some((seat, pawn)) = pawn {
            self.pawns[seat][pawn] = Place::On(square);
        }
        self.supply = self.supply.saturating_sub(self.tiles.contains(square).into());
    }

    fn put_on_edge(&mut self, piece: &str, edge: Edge) {
        self.supply = self.supply.saturating_add(self.walls.contains(edge).into());
        match piece {
            "wall" => self.walls = self.walls.with(edge),
            _ => self.walls = self.walls.without(edge),
        }
        self.supply = self.supply.saturating_sub(self.walls.contains(edge).into());
    }

    /// Places a pawn behind its entry, or out through this gate.
    fn put_on_gate(&mut self, pawn: Option<(usize, usize)>, place: &str) {
        let Some((seat, pawn)) = pawn else { return };
        let player = Player::ALL[seat];
        let ahead = self.rules.side(player).ahead();
        for corner in self.rules.corners(player).far {
            if place == Spot::At((corner, Some(ahead))).name() {
                self.pawns[seat][pawn] = Place::Out(corner);
            }
        }
        let entry = (self.rules.entry(player, Pawn::ALL[pawn]), Some(ahead.opposite()));
        if place == Spot::At(entry).name() {
            self.pawns[seat][pawn] = Place::Waiting;
        }
    }
}
