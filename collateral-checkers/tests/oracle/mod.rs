//! A naive reference implementation of Collateral Checkers, written from the rulings alone.
//!
//! Everything goes in and out as text. "Ruling n" is a ruling of the written spec. The code is
//! meant to be read next to the rulings, not to be fast.

use std::collections::BTreeSet;

/// The options of rulings 5, 7 and 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Ruling 5: false is `AnyCapture`, true is `MustTakeOpponent`.
    pub must_take_opponent: bool,
    /// Ruling 7.
    pub hold_turns: u32,
    /// Ruling 9.
    pub quiet_limit: Option<u32>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { must_take_opponent: false, hold_turns: 3, quiet_limit: Some(100) }
    }
}

/// File and rank, both counted from 0, so that `a1` is `(0, 0)`.
type Square = (i32, i32);

const C3: Square = (2, 2);

const EMPTY: char = '.';

/// Ruling 2: the eight directions.
const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The 25 squares, each `b`, `w` or `EMPTY`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Board {
    /// `cells[rank][file]`
    cells: [[char; 5]; 5],
}

impl Board {
    /// What stands on the square; `None` when it is off the board.
    fn get(&self, (file, rank): Square) -> Option<char> {
        if (0..5).contains(&file) && (0..5).contains(&rank) {
            Some(self.cells[rank as usize][file as usize])
        } else {
            None
        }
    }

    fn set(&mut self, (file, rank): Square, piece: char) {
        self.cells[rank as usize][file as usize] = piece;
    }

    fn count(&self, colour: char) -> usize {
        self.cells.iter().flatten().filter(|&&c| c == colour).count()
    }

    /// Ruling 6: a player has fewer than three pieces.
    fn somebody_is_eliminated(&self) -> bool {
        self.count('b') < 3 || self.count('w') < 3
    }

    /// Ruling 2: the jumps of the piece on `from`, each as the square jumped over and the square
    /// landed on.
    fn jumps(&self, from: Square) -> Vec<(Square, Square)> {
        let mut found = Vec::new();
        for (df, dr) in DIRECTIONS {
            let over = (from.0 + df, from.1 + dr);
            let to = (from.0 + 2 * df, from.1 + 2 * dr);
            let piece_between = matches!(self.get(over), Some('b' | 'w'));
            if piece_between && self.get(to) == Some(EMPTY) {
                found.push((over, to));
            }
        }
        found
    }

    /// Whether the piece on `from` has a jump over a piece of the given colour.
    fn can_jump_colour(&self, from: Square, colour: char) -> bool {
        self.jumps(from).iter().any(|&(over, _)| self.get(over) == Some(colour))
    }

    /// Ruling 2: one jump; the jumped piece is removed at once.
    fn after_jump(&self, from: Square, over: Square, to: Square) -> Board {
        let mut board = self.clone();
        let piece = board.get(from).expect("a jump starts on the board");
        board.set(from, EMPTY);
        board.set(over, EMPTY);
        board.set(to, piece);
        board
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    board: Board,
    /// `b` or `w`
    side: char,
    hold: u32,
    quiet: u32,
    rules: Rules,
}

impl State {
    /// Reads a position; only canonical text is read.
    pub fn parse(text: &str, rules: Rules) -> Result<State, String> {
        // Ruling 9: both limits are at least 1.
        if rules.hold_turns == 0 || rules.quiet_limit == Some(0) {
            return Err("a limit in the rules is 0".to_string());
        }
        let fields: Vec<&str> = text.split(' ').collect();
        if fields.len() != 4 {
            return Err(format!("{text:?}: not four fields"));
        }
        let board = parse_board(fields[0])?;
        let side = match fields[1] {
            "b" => 'b',
            "w" => 'w',
            other => return Err(format!("{other:?}: not a side")),
        };
        let hold = parse_count(fields[2])?;
        let quiet = parse_count(fields[3])?;
        if board.count('b') > 9 || board.count('w') > 9 {
            return Err(format!("{:?}: more than nine of a colour", fields[0]));
        }
        if board.count('b') < 3 && board.count('w') < 3 {
            return Err(format!("{:?}: both colours below three", fields[0]));
        }
        // Hold is 0 exactly when c3 is empty.
        if (board.get(C3) == Some(EMPTY)) != (hold == 0) {
            return Err(format!("hold {hold} does not fit what stands on c3"));
        }
        Ok(State { board, side, hold, quiet, rules })
    }

    /// The canonical text.
    pub fn text(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..5).rev() {
            let mut line = String::new();
            let mut run = 0;
            for cell in self.board.cells[rank] {
                if cell == EMPTY {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    line += &run.to_string();
                    run = 0;
                }
                line.push(cell);
            }
            if run > 0 {
                line += &run.to_string();
            }
            ranks.push(line);
        }
        let board = ranks.join("/");
        format!("{board} {} {} {}", self.side, self.hold, self.quiet)
    }

    /// The legal moves as text, sorted; none when the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        if self.result_by_counts().is_some() {
            return Vec::new();
        }
        self.moves_of_the_side().into_iter().collect()
    }

    /// Plays a move, which must be one of `legal_moves`; what cannot be played at all panics.
    pub fn play(&self, m: &str) -> State {
        assert!(self.result_by_counts().is_none(), "the game is over");
        assert!(move_text_is_possible(m), "not a move: {m:?}");
        let is_capture = m.contains('x');
        let squares: Vec<Square> =
            m.split(['-', 'x']).map(|name| parse_square(name).expect("checked above")).collect();
        let mut board = self.board.clone();
        assert_eq!(board.get(squares[0]), Some(self.side), "not a piece: {m}");
        for hop in squares.windows(2) {
            let (from, to) = (hop[0], hop[1]);
            assert_eq!(board.get(to), Some(EMPTY), "target is not empty: {m}");
            if is_capture {
                let over = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
                assert_ne!(board.get(over), Some(EMPTY), "nothing to capture: {m}");
                board = board.after_jump(from, over, to);
            } else {
                board.set(from, EMPTY);
                board.set(to, self.side);
            }
        }

        // Ruling 7: only the two ends of the turn are compared, whatever a chain does between.
        let held_before = self.board.get(C3) == Some(self.side);
        let held_after = board.get(C3) == Some(self.side);
        let hold = if held_after && held_before {
            self.hold + 1
        } else if held_after {
            1
        } else if board.get(C3) == Some(EMPTY) {
            0
        } else {
            // It is the opponent's, who held it before as well: nothing of theirs moves now.
            self.hold
        };
        // Ruling 9: any capture resets the count. (With no limit it must not overflow either.)
        let quiet = if is_capture { 0 } else { self.quiet.saturating_add(1) };
        // Ruling 10: all of these are updated by the ply that ends the game, too.
        State { board, side: other(self.side), hold, quiet, rules: self.rules }
    }

    /// `None` while the game is running.
    pub fn result(&self) -> Option<&'static str> {
        // Ruling 10: no legal move comes last.
        if let Some(result) = self.result_by_counts() {
            return Some(result);
        }
        // Ruling 8: the player to move has no legal move and loses.
        if self.moves_of_the_side().is_empty() {
            return Some(win_of(other(self.side)));
        }
        None
    }

    /// The number of legal sequences of exactly `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|m| self.play(m).perft(depth - 1)).sum()
    }

    /// Every ending but that of ruling 8, in the order of ruling 10.
    fn result_by_counts(&self) -> Option<&'static str> {
        // Ruling 6.
        if self.board.count('b') < 3 {
            return Some(win_of('w'));
        }
        if self.board.count('w') < 3 {
            return Some(win_of('b'));
        }
        // Ruling 7: the count belongs to whoever stands on c3.
        if self.hold >= self.rules.hold_turns {
            return self.board.get(C3).map(win_of);
        }
        // Ruling 9.
        match self.rules.quiet_limit {
            Some(limit) if self.quiet >= limit => Some("draw"),
            _ => None,
        }
    }

    /// Rulings 3 to 6 for the player to move, in a game that no count has ended.
    fn moves_of_the_side(&self) -> BTreeSet<String> {
        let pieces: Vec<Square> = (0..5)
            .flat_map(|rank| (0..5).map(move |file| (file, rank)))
            .filter(|&square| self.board.get(square) == Some(self.side))
            .collect();
        // Ruling 3: an opponent's piece can be jumped, so the player must capture.
        let must_capture =
            pieces.iter().any(|&from| self.board.can_jump_colour(from, other(self.side)));
        // Ruling 5: only with this option, and only under the duty, own pieces alone do not do.
        let need_opponent = must_capture && self.rules.must_take_opponent;

        let mut moves = BTreeSet::new();
        for &from in &pieces {
            if !must_capture {
                for (df, dr) in DIRECTIONS {
                    let to = (from.0 + df, from.1 + dr);
                    if self.board.get(to) == Some(EMPTY) {
                        moves.insert(format!("{}-{}", square_name(from), square_name(to)));
                    }
                }
            }
            let chain = Chain {
                board: self.board.clone(),
                at: from,
                text: square_name(from),
                took_opponent: false,
            };
            self.extend_chain(&chain, need_opponent, &mut moves);
        }
        moves
    }

    /// Ruling 4: adds every capture that goes on from this chain by at least one jump.
    fn extend_chain(&self, chain: &Chain, need_opponent: bool, moves: &mut BTreeSet<String>) {
        let opponent = other(self.side);
        for (over, to) in chain.board.jumps(chain.at) {
            let longer = Chain {
                board: chain.board.after_jump(chain.at, over, to),
                at: to,
                text: format!("{}x{}", chain.text, square_name(to)),
                took_opponent: chain.took_opponent || chain.board.get(over) == Some(opponent),
            };
            // Ruling 6: elimination ends the chain.
            let game_over = longer.board.somebody_is_eliminated();
            // Ruling 4: while an opponent's piece can be jumped the chain must go on.
            let may_stop = game_over || !longer.board.can_jump_colour(to, opponent);
            // Ruling 5: the chain as a whole, also one that ruling 6 ended.
            let satisfies_duty = longer.took_opponent || !need_opponent;
            if may_stop && satisfies_duty {
                moves.insert(longer.text.clone());
            }
            if !game_over {
                self.extend_chain(&longer, need_opponent, moves);
            }
        }
    }
}

/// A capture under way.
struct Chain {
    board: Board,
    at: Square,
    text: String,
    took_opponent: bool,
}

/// Whether the text is a step to a neighbour, or a capture whose every jump goes two squares in
/// one of the eight directions. It says nothing about any position.
pub fn move_text_is_possible(m: &str) -> bool {
    let (names, distance): (Vec<&str>, i32) =
        if m.contains('x') { (m.split('x').collect(), 2) } else { (m.split('-').collect(), 1) };
    // A step has exactly two squares, a capture two or more.
    if names.len() < 2 || (distance == 1 && names.len() != 2) {
        return false;
    }
    let Some(squares) =
        names.iter().map(|name| parse_square(name)).collect::<Option<Vec<Square>>>()
    else {
        return false;
    };
    squares.windows(2).all(|hop| {
        DIRECTIONS
            .iter()
            .any(|&(df, dr)| hop[1] == (hop[0].0 + distance * df, hop[0].1 + distance * dr))
    })
}

fn other(side: char) -> char {
    if side == 'b' { 'w' } else { 'b' }
}

fn win_of(side: char) -> &'static str {
    if side == 'b' { "black wins" } else { "white wins" }
}

fn square_name((file, rank): Square) -> String {
    let file = ['a', 'b', 'c', 'd', 'e'][file as usize];
    format!("{file}{}", rank + 1)
}

fn parse_square(name: &str) -> Option<Square> {
    let letters: Vec<char> = name.chars().collect();
    let [file, rank] = letters[..] else {
        return None;
    };
    let file = "abcde".find(file)?;
    let rank = "12345".find(rank)?;
    Some((file as i32, rank as i32))
}

fn parse_board(text: &str) -> Result<Board, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 5 {
        return Err(format!("{text:?}: not five ranks"));
    }
    let mut board = Board { cells: [[EMPTY; 5]; 5] };
    // The top rank is written first.
    for (line, rank) in ranks.iter().zip([4, 3, 2, 1, 0]) {
        let mut row = Vec::new();
        let mut after_digit = false;
        for c in line.chars() {
            match c {
                'b' | 'w' => row.push(c),
                '1'..='5' if after_digit => {
                    return Err(format!("{line:?}: an empty run is written in parts"));
                }
                '1'..='5' => row.extend(vec![EMPTY; c as usize - '0' as usize]),
                _ => return Err(format!("{line:?}: unknown character {c:?}")),
            }
            after_digit = c.is_ascii_digit();
        }
        board.cells[rank] =
            <[char; 5]>::try_from(row).map_err(|_| format!("{line:?}: not five squares"))?;
    }
    Ok(board)
}

/// A count without sign or leading zeros. The spec names no upper bound; this takes a `u32`.
fn parse_count(text: &str) -> Result<u32, String> {
    let all_digits = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if !all_digits || leading_zero {
        return Err(format!("{text:?}: not a count"));
    }
    text.parse().map_err(|_| format!("{text:?}: count too large"))
}
