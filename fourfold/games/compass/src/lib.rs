//! Compass as an object of the program: all that is said of it beside its rules.

use compass::{BoldBot, Evaluation, Player, Position};
use engine::search::EvaluatorFn;
use kit::{Kit, Lesson, OwnPlayer};
use solve::ProofSearch;

/// The game, and all that is said of it.
pub fn kit() -> Kit {
    Kit::tested::<Position>("compass", Evaluation::default())
        .about("Follow the colours: leave cards by their borders, collect them, and build jewels.")
        .levels(
            [500, 500, 500, 500, 500, 500, 1487, 20_000],
            [83, 70, 57, 41, 24, 4, 0, 0],
            [10; 8],
        )
        // As fitted by `cargo bench -p fourfold --bench tune -- compass --scale`.
        .scale(181.5)
        .minutes(20)
        .example(MIDDLE)
        .puzzles(Some("ply_limit=14"))
        .lessons(LESSONS.iter().copied())
        .notation(NOTATION)
        .rulings(compass::rulings::PAGE)
        .material(EvaluatorFn(lead))
        // Games between careful players end without a point.
        .own_player(OwnPlayer::thinking("bold", "searches, and takes risks to win", BoldBot::new))
        .proof_search(|| ProofSearch::new().with_estimate(compass::estimate))
        .build()
}

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
         same colour. The program knows the most that there is; you may lay them yourself.",
    )
    .shown(END, ""),
    Lesson::new("A jewel with four colours inside is worth 1 point, with three 2, with two 3."),
];

const NOTATION: &str = "@c3 places a checker, c3-c5 moves one, end ends the game; rygbp@d4 puts a \
    card down: the colours of its centre, north, east, south and west border.";

/// The points that a player is ahead.
fn lead(position: &Position, player: Player) -> i32 {
    let points = |player| position.hand(player).points() as i32;
    points(player) - points(!player)
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
