//! Compass: a player who takes risks meets the plain search, and both build jewels in the end.

use std::error::Error;
use std::io::{self, Write};

use compass::{BoldBot, Evaluation, Player, Position, Rules};
use engine::{Bot, Game, Limits, Search, Start, counted};

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let mut position = Position::start(&Rules::default(), 3);
    let mut players: [Box<dyn Bot<Position>>; 2] =
        [Box::new(BoldBot::new()), Box::new(Search::new(Evaluation::default()))];
    let limits = Limits::new().nodes(20_000);
    writeln!(out, "The deal: {position}\n")?;
    while position.outcome().is_none() {
        let turn = position.turn();
        let m =
            players[turn as usize].choose(&position, &limits).ok_or("a running game has a move")?;
        position.play(m)?;
        let [white, black] = Player::ALL.map(|player| position.hand(player).points());
        writeln!(out, "{:3}. {turn} {m:8}  {white}-{black}", position.ply())?;
    }
    for player in Player::ALL {
        let arrangement = position.hand(player).arrangement();
        let points = counted(arrangement.points(), "point");
        writeln!(out, "\n{player} builds {arrangement}: {points}")?;
    }
    Ok(())
}
