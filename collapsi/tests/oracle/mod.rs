//! A naive implementation of Collapsi, written from the rules alone and sharing nothing with the
//! crate. Slow on purpose: every function does the most literal thing that the rules say.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::match_same_arms, reason = "one arm for each line of the rules")]

/// What a joker allows (ruling 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rules {
    /// Any number of steps from 1 to 4.
    V11,
    /// Exactly 1 step.
    V13,
    /// Those of 1, 2, 3 and 4 steps that are true.
    Option([bool; 4]),
}

/// A square: `file` 0..4 is `a`..`d`, `rank` 0..4 is `1`..`4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Square {
    file: usize,
    rank: usize,
}

impl Square {
    fn name(self) -> String {
        format!("{}{}", ["a", "b", "c", "d"][self.file], self.rank + 1)
    }

    /// The four neighbours on the torus (ruling 1).
    fn neighbours(self) -> [Square; 4] {
        let Square { file, rank } = self;
        let (right, left) = ((file + 1) % 4, (file + 3) % 4);
        let (up, down) = ((rank + 1) % 4, (rank + 3) % 4);
        [(right, rank), (left, rank), (file, up), (file, down)]
            .map(|(file, rank)| Square { file, rank })
    }
}

/// A position together with the rules it is played under.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    rules: Rules,
    /// `cards[rank][file]`, one of `J A 2 3 4`, or `.` for a collapsed card.
    cards: [[char; 4]; 4],
    red: Square,
    blue: Square,
    red_to_move: bool,
}

/// The value of a position under best play (ruling 8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Solution {
    pub(crate) winner: &'static str,
    pub(crate) length: u32,
    /// All optimal moves, sorted; empty when the position is finished.
    pub(crate) moves: Vec<String>,
}

impl State {
    /// Reads a position or a bare deal; anything but canonical text is refused.
    pub(crate) fn parse(text: &str, rules: Rules) -> Result<State, String> {
        // The first space, if any, separates the board from the side to move.
        let (board, side) = match text.split_once(' ') {
            Some((board, side)) => (board, Some(side)),
            None => (text, None),
        };

        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 4 {
            return Err(format!("board {board:?}: {} ranks, not 4", ranks.len()));
        }
        let mut cards = [['.'; 4]; 4];
        let mut red = None;
        let mut blue = None;
        for (row, rank_text) in ranks.into_iter().enumerate() {
            // Boards are written from the top rank down.
            let rank = 3 - row;
            let mut file = 0; // the number of cells read so far in this rank
            let mut pawn_allowed = false; // true right after a card
            for c in rank_text.chars() {
                match c {
                    'J' | 'A' | '2' | '3' | '4' | '.' => {
                        if file == 4 {
                            return Err(format!("rank {rank_text:?}: more than 4 cells"));
                        }
                        cards[rank][file] = c;
                        file += 1;
                        // A pawn stands on a face-up card.
                        pawn_allowed = c != '.';
                    }
                    'r' | 'b' => {
                        if !pawn_allowed {
                            return Err(format!(
                                "rank {rank_text:?}: pawn {c:?} is not on a card of its own"
                            ));
                        }
                        // Only one pawn on a card.
                        pawn_allowed = false;
                        let pawn = if c == 'r' { &mut red } else { &mut blue };
                        if pawn.is_some() {
                            return Err(format!("rank {rank_text:?}: second pawn {c:?}"));
                        }
                        *pawn = Some(Square { file: file - 1, rank });
                    }
                    _ => return Err(format!("rank {rank_text:?}: unknown character {c:?}")),
                }
            }
            if file != 4 {
                return Err(format!("rank {rank_text:?}: {file} cells, not 4"));
            }
        }

        let red_to_move = match side {
            Some("r") => true,
            Some("b") => false,
            Some(other) => return Err(format!("side {other:?}: neither \"r\" nor \"b\"")),
            None => {
                // A bare deal: no pawn marked, exactly the 16 cards of ruling 7.
                if red.is_some() || blue.is_some() {
                    return Err(format!("board {board:?}: pawns marked, but no side to move"));
                }
                for (card, wanted) in [('J', 2), ('A', 4), ('2', 4), ('3', 4), ('4', 2)] {
                    let found = board.chars().filter(|&c| c == card).count();
                    if found != wanted {
                        return Err(format!(
                            "deal {board:?}: {found} cards {card:?}, not {wanted}"
                        ));
                    }
                }
                // Ruling 7: red on the first joker in reading order, blue on the second.
                for rank in [3, 2, 1, 0] {
                    for file in [0, 1, 2, 3] {
                        if cards[rank][file] == 'J' {
                            let square = Some(Square { file, rank });
                            if red.is_none() {
                                red = square;
                            } else {
                                blue = square;
                            }
                        }
                    }
                }
                true // Red moves first.
            }
        };
        let red = red.ok_or_else(|| format!("board {board:?}: no red pawn"))?;
        let blue = blue.ok_or_else(|| format!("board {board:?}: no blue pawn"))?;
        Ok(State { rules, cards, red, blue, red_to_move })
    }

    /// The canonical text: always with both pawns and the side to move.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        for rank in [3, 2, 1, 0] {
            for file in [0, 1, 2, 3] {
                let square = Square { file, rank };
                out.push(self.cards[rank][file]);
                if square == self.red {
                    out.push('r');
                }
                if square == self.blue {
                    out.push('b');
                }
            }
            if rank != 0 {
                out.push('/');
            }
        }
        out.push_str(if self.red_to_move { " r" } else { " b" });
        out
    }

    fn card(&self, square: Square) -> char {
        self.cards[square.rank][square.file]
    }

    /// Where the pawn of the player to move stands.
    fn mover(&self) -> Square {
        if self.red_to_move { self.red } else { self.blue }
    }

    /// Where the other pawn stands.
    fn opponent(&self) -> Square {
        if self.red_to_move { self.blue } else { self.red }
    }

    /// The ends of all walks of the player to move, each once.
    fn destinations(&self) -> Vec<Square> {
        let start = self.mover();
        // Ruling 1: the value of the card the pawn starts its turn on; ruling 3: a joker.
        let lengths = match (self.card(start), self.rules) {
            ('J', Rules::V11) => vec![1, 2, 3, 4],
            ('J', Rules::V13) => vec![1],
            ('J', Rules::Option(allowed)) => (1..5).filter(|&n| allowed[n - 1]).collect(),
            ('A', _) => vec![1],
            ('2', _) => vec![2],
            ('3', _) => vec![3],
            ('4', _) => vec![4],
            (other, _) => unreachable!("pawn on {other:?}"),
        };
        let mut ends = Vec::new();
        for length in lengths {
            self.walk(&mut vec![start], length, &mut ends);
        }
        ends
    }

    /// Extends `path` by `steps` more steps in every way and collects where the walks end.
    fn walk(&self, path: &mut Vec<Square>, steps: usize, ends: &mut Vec<Square>) {
        let here = path[path.len() - 1];
        if steps == 0 {
            // Ruling 2: a walk may not end on the opponent's pawn (passing through is fine).
            // Ruling 4: different walks to one space are one move.
            if here != self.opponent() && !ends.contains(&here) {
                ends.push(here);
            }
            return;
        }
        for next in here.neighbours() {
            // Ruling 1: no space twice, the start included, and no collapsed card.
            if path.contains(&next) || self.card(next) == '.' {
                continue;
            }
            path.push(next);
            self.walk(path, steps - 1, ends);
            path.pop();
        }
    }

    /// The moves of the player to move, sorted as strings.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        let mut names: Vec<String> = self.destinations().iter().map(|s| s.name()).collect();
        names.sort();
        names
    }

    /// The position after a move, which must be one of `legal_moves`.
    pub(crate) fn play(&self, m: &str) -> State {
        let end = self.destinations().into_iter().find(|s| s.name() == m);
        let Some(end) = end else {
            panic!("{m:?} is not legal in {}", self.text());
        };
        let start = self.mover();
        let mut after = self.clone();
        // Ruling 5: the card the pawn left collapses.
        after.cards[start.rank][start.file] = '.';
        if self.red_to_move {
            after.red = end;
        } else {
            after.blue = end;
        }
        after.red_to_move = !self.red_to_move;
        after
    }

    /// Ruling 6: a player to move without a legal move loses; `None` while the game goes on.
    pub(crate) fn winner(&self) -> Option<&'static str> {
        if !self.legal_moves().is_empty() {
            None
        } else if self.red_to_move {
            Some("blue")
        } else {
            Some("red")
        }
    }

    /// The number of legal sequences of exactly `depth` plies.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for m in self.legal_moves() {
            count += self.play(&m).perft(depth - 1);
        }
        count
    }

    /// The number of complete games; a finished position is one (ruling 8).
    pub(crate) fn games(&self) -> u64 {
        let moves = self.legal_moves();
        if moves.is_empty() {
            return 1;
        }
        moves.iter().map(|m| self.play(m).games()).sum()
    }

    /// Plain minimax on (winner, length): the winner wins as soon as possible, the loser holds
    /// out as long as possible (ruling 8).
    pub(crate) fn solve(&self) -> Solution {
        if let Some(winner) = self.winner() {
            return Solution { winner, length: 0, moves: Vec::new() };
        }
        let me = if self.red_to_move { "red" } else { "blue" };
        let other = if self.red_to_move { "blue" } else { "red" };
        // What every move leads to: the move, who wins after it, the length counted from here.
        let mut results = Vec::new();
        for m in self.legal_moves() {
            let after = self.play(&m).solve();
            results.push((m, after.winner, after.length + 1));
        }
        let wins = results.iter().filter(|r| r.1 == me).map(|r| r.2);
        let losses = results.iter().filter(|r| r.1 == other).map(|r| r.2);
        let (winner, length) = match (wins.min(), losses.max()) {
            (Some(shortest_win), _) => (me, shortest_win),
            (None, Some(longest_loss)) => (other, longest_loss),
            (None, None) => unreachable!("a position that is not finished has a move"),
        };
        let moves =
            results.into_iter().filter(|r| r.1 == winner && r.2 == length).map(|r| r.0).collect();
        Solution { winner, length, moves }
    }
}
