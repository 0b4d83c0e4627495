//! Compass in the program.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use compass::{BoldBot, Card, Colour, Direction, Evaluation, Hand, Move, Player, Position, Square};
use engine::board::counted;
use engine::search::EvaluatorFn;
use kit::{HowToPlay, Kit, Lesson, Levels, OwnPlayer, Picture, View};
use solve::ProofSearch;

use crate::picture::{letters, wrap};

/// The game, and all that is said of it.
pub(crate) fn kit() -> Kit {
    Kit::of::<Position>("compass", Evaluation::default())
        .about("Move by the colours of borders, collect the cards you leave, and build jewels.")
        .levels(LEVELS)
        // As fitted by `cargo bench -p fourfold --bench tune -- compass --scale`.
        .scale(181.5)
        .minutes(20)
        .example(MIDDLE)
        .puzzles(Some("ply_limit=14"))
        .lessons(LESSONS.iter().copied())
        .how_to_play(HOW_TO_PLAY)
        .material(EvaluatorFn(lead))
        // Games between careful players end without a point.
        .own_player(OwnPlayer::thinking("bold", "searches, and takes risks to win", BoldBot::new))
        .proof_search(|| ProofSearch::new().with_estimate(compass::estimate))
        .terminal_picture(picture)
        .build()
}

const LEVELS: Levels = Levels {
    nodes: [500, 500, 500, 500, 500, 500, 1487, 20_000],
    random: [83, 70, 57, 41, 24, 4, 0, 0],
    margin: 10,
};

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "Collect cards as your two checkers travel, and build jewels of them in the end. The \
         most points win.",
    )
    .shown(MIDDLE, ""),
    Lesson::new(
        "36 cards lie as a board. Each has a colour in its centre and one on each of its four \
         borders, all five different; every colour has a sign of its own.",
    )
    .shown(DEAL, ""),
    Lesson::new(
        "First both players place two checkers in turn, each on any card without one. White \
         begins.",
    )
    .shown(DEAL, "@c5"),
    Lesson::new(
        "Then, in your turn, one of your checkers leaves its card through a border. It goes \
         in that direction, as far as you like, to a card with that colour in its centre. No \
         other checker may stand there; cards and checkers in between do not matter.",
    )
    .shown(MIDDLE, "e2-a2"),
    Lesson::new(
        "You take the card that your checker has left. Its place stays empty, and all cards \
         in hand are seen by both.",
    )
    .shown(TAKEN, ""),
    Lesson::new(
        "If neither of your checkers can move, choose: end the collecting for both, or put \
         one of your cards on an empty place, turned as you like.",
    )
    .shown(STUCK, "byrgp@b3"),
    Lesson::new(
        "Then both build jewels: squares of four cards in which borders that touch have the \
         same colour. The program finds the best ones for you.",
    )
    .shown(END, ""),
    Lesson::new("A jewel with four colours inside is worth 1 point, with three 2, with two 3."),
];

const HOW_TO_PLAY: HowToPlay = HowToPlay {
    rules: "\
        36 cards lie as a 6x6 board. A card has a colour in its centre and four others on \
        its borders: r, y, g, b and p for red, yellow, green, blue and purple. White [ ] and \
        black ( ) place two checkers each in turn, on any cards. Then a checker leaves its \
        card through one of the borders and goes to any card in that direction, near or far, \
        that has the border's colour in its centre and no checker on it. You collect the \
        card that it left. If you cannot move a checker you end the game, or put one of your \
        cards on an empty square.\n\
        At the end each has jewels built from their cards: squares of four cards whose touching \
        borders match. The program builds them, as many points as the cards can make. A jewel is worth 1 point if its inner borders show four colours, 2 if \
        three, 3 if two. More points win. White begins.",
    board: "  b\np[g]r\n  y",
    notes: "\
        A card with a green centre. A white checker [ ] on it may go north to any card with \
        a blue centre, or east to any with a red one.",
    moves: "\
    @c3 places a checker, c3-c5 moves one, end ends the game; rygbp@d4 puts a card \
    down: the colours of its centre, north, east, south and west border.",
};

/// The points that a player is ahead.
fn lead(position: &Position, player: Player) -> i32 {
    let points = |player| position.hand(player).points() as i32;
    points(player) - points(!player)
}

/// Three lines for each rank of cards.
fn picture(position: &Position, last: Option<Move>, view: View) -> Picture {
    let files = view.files(6);
    let mut board = Vec::new();
    for rank in view.ranks(6) {
        let squares = files.iter().filter_map(|&file| Square::new(file, rank));
        let cells: Vec<Cell> = squares.map(|square| Cell::of(position, square, view)).collect();
        for (i, line) in lines(&cells).iter().enumerate() {
            let label = if i == 1 { (rank + 1).to_string() } else { " ".to_owned() };
            board.push(format!("{label} {line}"));
        }
    }
    board.push(format!("  {}", letters(&files, "  ", "   ")));
    let mut notes = vec!["[ ] white  ( ) black".to_owned()];
    notes.extend(last.map(|m| format!("last move: {m}")));
    for player in Player::ALL {
        notes.extend(describe(player, position.hand(player), position.outcome().is_some()));
    }
    Picture { board, notes }
}

/// A player's cards, or at the end their jewels.
fn describe(player: Player, hand: Hand, in_the_end: bool) -> Vec<String> {
    const COLUMNS: usize = 36;
    let (points, cards) = (counted(hand.points(), "point"), counted(hand.len(), "card"));
    let mut lines = vec![format!("{player}: {points} with {cards}")];
    let words = |text: String| text.split([',', ' ']).map(str::to_owned).collect::<Vec<_>>();
    if in_the_end && hand.points() > 0 {
        let jewels = hand.arrangement().to_string();
        lines.extend(jewels.split(' ').map(|jewel| format!("  {jewel}")));
    } else if !hand.is_empty() {
        lines.extend(wrap(words(hand.to_string()), COLUMNS).iter().map(|line| format!("  {line}")));
    }
    lines
}

struct Cell {
    card: Option<Card>,
    checker: Option<Player>,
    view: View,
}

impl Cell {
    fn of(position: &Position, square: Square, view: View) -> Self {
        let here = |&player: &Player| position.checkers(player).contains(square);
        Self { card: position.card(square), checker: Player::ALL.into_iter().find(here), view }
    }

    /// The northern border, the centre between west and east, the southern border.
    fn lines(&self) -> [String; 3] {
        let Some(card) = self.card else { return ["     ", "  .  ", "     "].map(str::to_owned) };
        let [north, east, south, west] = match self.view {
            View::Upright => [Direction::North, Direction::East, Direction::South, Direction::West],
            View::Turned => [Direction::South, Direction::West, Direction::North, Direction::East],
        }
        .map(|direction| coloured(card.border(direction)));
        let centre = coloured(card.centre());
        let (left, right) = match self.checker {
            Some(Player::White) => ('[', ']'),
            Some(Player::Black) => ('(', ')'),
            None => (' ', ' '),
        };
        [
            format!("  {north}  "),
            format!("{west}{left}{centre}{right}{east}"),
            format!("  {south}  "),
        ]
    }
}

/// A row of cards as three lines.
fn lines(cells: &[Cell]) -> [String; 3] {
    let mut lines = [const { String::new() }; 3];
    for cell in cells {
        for (line, part) in lines.iter_mut().zip(cell.lines()) {
            let _ = write!(line, "{part} ");
        }
    }
    lines
}

/// The letter of a colour, on that colour.
fn coloured(colour: Colour) -> String {
    let background = match colour {
        Colour::Blue => AnsiColor::Blue,
        Colour::Green => AnsiColor::Green,
        Colour::Purple => AnsiColor::Magenta,
        Colour::Red => AnsiColor::Red,
        Colour::Yellow => AnsiColor::Yellow,
    };
    let foreground = match colour {
        Colour::Yellow | Colour::Green => AnsiColor::Black,
        Colour::Blue | Colour::Purple | Colour::Red => AnsiColor::BrightWhite,
    };
    let style: Style = foreground.on(background).bold();
    format!("{style}{}{style:#}", colour.to_char())
}

/// A deal.
const DEAL: &str = "\
    pgyrb,ybpgr,bygpr,bgyrp,rybgp,grpby/\
    ybrgp,pbrgy,rbpgy,rpygb,bpygr,pyrbg/\
    brgpy,ygbrp,grybp,ypbgr,grpyb,yprgb/\
    rbpgy,ypbrg,gpyrb,rpybg,pgbyr,rypbg/\
    rpbyg,gypbr,yprbg,brgpy,ybpgr,ypbgr/\
    gpbry,gpyrb,byrpg,rpygb,yrbgp,pbygr - - - - w 0";

/// Early in a game: white is to move.
const MIDDLE: &str = "\
    pgyrb,ybpgr,bygpr,bgyrp,rybgp,grpby/\
    ybrgp,pbrgy,-,rpygb,bpygr,pyrbg/\
    brgpy,ygbrp,grybp,ypbgr,-,yprgb/\
    rbpgy,ypbrg,gpyrb,rpybg,-,rypbg/\
    rpbyg,gypbr,yprbg,brgpy,ybpgr,ypbgr/\
    gpbry,-,byrpg,rpygb,yrbgp,pbygr a5,e2 b5,d3 gbrpy,rbpgy gbpyr,pbyrg w 8";

/// The same after `e2-a2`.
const TAKEN: &str = "\
    pgyrb,ybpgr,bygpr,bgyrp,rybgp,grpby/\
    ybrgp,pbrgy,-,rpygb,bpygr,pyrbg/\
    brgpy,ygbrp,grybp,ypbgr,-,yprgb/\
    rbpgy,ypbrg,gpyrb,rpybg,-,rypbg/\
    rpbyg,gypbr,yprbg,brgpy,-,ypbgr/\
    gpbry,-,byrpg,rpygb,yrbgp,pbygr a2,a5 b5,d3 gbrpy,rbpgy,ybpgr gbpyr,pbyrg b 9";

/// Black can move no checker.
const STUCK: &str = "\
    -,ybpgr,bygpr,bgyrp,-,grpby/\
    -,-,-,rpygb,bpygr,pyrbg/\
    -,ygbrp,grybp,ypbgr,-,yprgb/\
    -,-,gpyrb,-,-,rypbg/\
    -,-,-,-,-,ypbgr/\
    -,-,-,-,-,pbygr b6,c4 c3,d4 bgpyr,bgyrp,gbrpy,gbryp,pbgyr,pbyrg,rbgpy,rbpgy,rbpgy,rbpyg,rbygp,ybgpr,ybpgr,ybrgp bgpyr,gbpyr,gbryp,pbrgy,rbgpy,ybgpr,ybrgp b 31";

/// The end of that game.
const END: &str = "\
    -,ybpgr,bygpr,bgyrp,-,grpby/\
    -,-,-,rpygb,bpygr,pyrbg/\
    -,ygbrp,-,ypbgr,-,-/\
    -,-,-,-,-,rypbg/\
    -,-,-,-,-,ypbgr/\
    -,-,-,-,-,pbygr b6,f5 b4,d4 bgpyr,bgyrp,gbpry,gbrpy,gbryp,pbgyr,pbyrg,rbgpy,rbpgy,rbpgy,rbpyg,rbygp,ybgpr,ybpgr,ybprg,ybrgp bgpyr,gbpyr,gbpyr,gbryp,pbrgy,rbgpy,ybgpr,ybrgp - 37";
