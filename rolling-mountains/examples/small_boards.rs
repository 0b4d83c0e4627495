//! Rolling Mountains solved on small boards without tiles: all positions are listed, and those from
//! which a player can force a win are found backwards from the finished games.

use std::collections::HashMap;

use rolling_mountains::{Game, Player, Position, Rules, Start};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("board  mountains  positions  red forces a win in  yellow in  the start");
    for (side, mountains) in [(3, 0), (4, 0), (3, 1)] {
        let rules = Rules::default().with_board(side, side)?.with_tiles(0)?;
        let rules = rules.with_mountains(Some(mountains))?.with_turn_limit(None)?;
        let graph = Graph::reachable(without_turns(&Position::start(&rules, 0)));
        let [red, yellow] = [Player::Red, Player::Yellow].map(|player| graph.won_by(player));
        let count = |won: &[bool]| won.iter().filter(|&&won| won).count();
        let start = match (red[0], yellow[0]) {
            (true, _) => "red wins",
            (_, true) => "yellow wins",
            _ => "drawn",
        };
        println!(
            "{side}x{side} {mountains:12} {:10} {:20} {:10}  {start}",
            graph.positions.len(),
            count(&red),
            count(&yellow)
        );
    }
    Ok(())
}

/// The position as if it had come about in the second round.
fn without_turns(position: &Position) -> Position {
    let mut setup = position.setup();
    setup.turns = (setup.rules.players().seats().len() + setup.turn.seat()) as u32;
    Position::from_setup(&setup).expect("the number of turns goes with the seat")
}

/// Positions, the start first, and for each those from which a move leads there.
struct Graph {
    positions: Vec<Position>,
    moves: Vec<usize>,
    sources: Vec<Vec<usize>>,
}

impl Graph {
    fn reachable(start: Position) -> Self {
        let mut graph =
            Self { positions: vec![start], moves: Vec::new(), sources: vec![Vec::new()] };
        let mut places = HashMap::from([(start, 0)]);
        while let Some(&position) = graph.positions.get(graph.moves.len()) {
            let moves = position.legal_moves();
            for &m in &moves {
                let mut next = position;
                next.play_unchecked(m);
                let place = *places.entry(without_turns(&next)).or_insert_with_key(|&next| {
                    graph.positions.push(next);
                    graph.sources.push(Vec::new());
                    graph.positions.len() - 1
                });
                graph.sources[place].push(graph.moves.len());
            }
            graph.moves.push(moves.len());
        }
        graph
    }

    /// Whether a player can force a win: all other play for ever counts as none.
    fn won_by(&self, player: Player) -> Vec<bool> {
        let has_won = |position: &Position| {
            position.outcome().and_then(|outcome| outcome.winner()) == Some(player)
        };
        let mut won: Vec<bool> = self.positions.iter().map(has_won).collect();
        let mut found: Vec<usize> = (0..won.len()).filter(|&place| won[place]).collect();
        let mut escapes = self.moves.clone();
        while let Some(place) = found.pop() {
            for &source in &self.sources[place] {
                escapes[source] -= 1;
                let forces = self.positions[source].turn() == player || escapes[source] == 0;
                if forces && !won[source] {
                    won[source] = true;
                    found.push(source);
                }
            }
        }
        won
    }
}
