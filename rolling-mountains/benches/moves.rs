//! How long it takes to list the legal moves: in ordinary positions, and in the worst ones known.
//!
//! `cargo bench -p rolling-mountains --bench moves` prints, for every position of random games, the
//! median, the mean, the slowest one in a hundred and the slowest of all, in microseconds. Then it
//! prints how long it takes to list the moves of positions that were constructed, or found by hill
//! climbs, to be slow: the fastest of five runs, in milliseconds.

use std::hint::black_box;
use std::time::Instant;

use engine::{Game, Start, playout, seeded};
use rolling_mountains::{Players, Position, Rules};

/// Positions in which tiles lie in the way of a pawn that is to enter, or is in motion. Those found by
/// search come from hill climbs on the time, or on the number of states swept.
const HARD: [(&str, &str); 27] = [
    (
        "24 tiles, walled in: nowhere to drop them",
        "8/8/8/8/tttttt2/tttttt2/tttttt2/tttttt2 a4n,b4n,c4n,d4n,e4n,f1e,f2e,f3e,f4e,f4n -,h6/g7,- 6 \
         3,3 -,- 0 60",
    ),
    (
        "32 tiles, walled in: nowhere to drop them",
        "8/8/8/8/tttttttt/tttttttt/tttttttt/tttttttt a4n,b4n,c4n,d4n,e4n,f4n,g4n,h4n -,h6/g7,- 6 \
         3,3 -,- 0 60",
    ),
    (
        "31 tiles, walled in, and one hole",
        "8/8/8/8/tttttt1t/tttttttt/tttttttt/tttttttt a4n,b4n,c4n,d4n,e4n,f4n,g4n,h4n -,h6/g7,- 6 \
         3,3 -,- 0 60",
    ),
    (
        "the same behind a corridor of three squares",
        "8/8/8/8/tttttt1t/tttttttt/tttttttt/tttttttt a1e,a2e,a3e,a4n,b4n,c4n,d4n,e4n,f4n,g4n,h4n \
         -,h6/g7,- 6 3,3 -,- 0 60",
    ),
    (
        "11x11, 40 tiles in a long room, holes",
        "tttt5m1/tt1t7/tttt6m/tttt2m4/tttt7/1ttt7/tttt7/t1ttm6/tttt7/tttt1mm4/tttt7 \
         a4e,a5n,a6e,a6n,b3n,b4n,d1e,d2e,d3e,d4e,d5e,d6e,d7e,d8e,d9e,d10e,d11e -,-/-,- 0 3,3 -,- 0 0",
    ),
    (
        "36 tiles, one hole",
        "8/3m4/1ttt4/ttttt3/t1ttt2m/tttttttt/tttttttt/tttttttt \
         a5n,a6e,b6n,c6n,d6e,d6n,e4e,e5e,e5n,f3n,g3n,h3n -,-/b7,-/g5,-/-,a7 0 2,2,2,2 -,-,-,- 0 0",
    ),
    (
        "39 tiles, holes, rooms joined by narrow ways",
        "8/t7/ttt5/tttt3t/ttttt1tt/ttttt1tt/t1tttttt/tttttttt \
         a7e,a7n,b6n,c6e,c6n,d5e,d5n,e3e,e4e,e4n,f2n,f3e,f4e,g4n,g5e,h5n -,-/-,-/-,-/-,- 0 2,2,2,2 \
         -,-,-,- 0 0",
    ),
    (
        "38 tiles, holes, rooms joined by narrow ways",
        "8/8/1t2m2m/tttt1t2/ttttttt1/tttttt1t/ttt1tttt/tttttttt \
         a3n,a5n,a6e,b6e,b6n,c5n,c6e,d5e,d6e,d6n,e4n,e5e,f3e,f5e,f5n,g2n,g3e,g3n,g4e,g4n,g7n,h3n \
         -,-/-,- 0 3,3 -,- 0 0",
    ),
    (
        "11x11, 38 tiles, holes near both sides",
        "11/11/11/11/11/11/11/tt1t1ttttt1/2tttttttt1/ttttttttttt/ttttttttttt \
         a3e,a4n,b2n,b3e,b3n,b4n,c4n,d4n,e4n,f4n,g4n,i4n,j3e,j4e,j4n,k2n -,-/h7,-/h5,a7 0 2,2,2 \
         -,-,- 0 0",
    ),
    (
        "38 tiles, holes beyond a narrow way",
        "2mtt3/1mttm3/ttttt3/ttttt3/tttttttt/tttttt2/ttttt3/ttttt3 \
         a6n,b6n,b7e,c7n,c8e,d7e,e1e,e2e,e5e,e6e,e6n,e7n,e8e,f2n,f3e,f4n,f5e,g3n,g5e,g5n,h3n \
         -,-/-,h6/-,g2/-,- 0 2,2,2,2 -,-,-,- 0 0",
    ),
    (
        "31 tiles, found by search, one pawn can enter",
        "2m1tm1t/m5t1/tm1mmtmm/1ttt2m1/m1t1tt1t/1tt1tttm/t1tttt1t/tttttttt \
         a2n,a6e,a7n,b1n,b6e,c1n,c2n,c3n,d1e,d3n,e5e,e6e,e6n,f3n,f4n,f5n,f6e,g2e,g3e,g5n,g8e,h6n \
         -,-/-,-/-,-/-,- 0 2,2,2,2 -,-,-,- 0 0",
    ),
    (
        "33 tiles, found by search",
        "2mmmtt1/2tmt1mm/mt3m1m/tttt1mm1/tmt1tm1m/ttttt1t1/tttttttt/ttttt1tt \
         a3n,a4e,b2e,b3n,b6n,b8e,c3e,c4e,c5e,c5n,c7e,d1e,e3e,e3n,e6n,f2n,f3e,f3n,f4e,f5n,g3n,g4n,\
         g5e,g8e,h6n -,-/-,-/g4,-/-,- 0 2,2,2,2 -,-,-,- 0 0",
    ),
    (
        "36 tiles, found by search",
        "3m2t1/1m1tmm1t/m1ttm1t1/tttt1m2/ttttttmt/t1ttt1tt/tmtttt1t/ttt1tttt \
         a1n,b2e,b5e,b5n,b6e,b8e,c1e,c5e,c6n,d1n,d2n,d3e,d6n,e1n,e4e,e6n,e7n,f5n,f7e,g5e,h5n,h6n,\
         h7n -,-/h5,-/-,- 0 2,2,2 -,-,- 0 0",
    ),
    (
        "in motion with 10 tiles, found by search",
        "5tm1/1m4m1/t1mt1m2/t2t3m/tttttmt1/tttttt1t/ttttttt1/1tttttt1 \
         a8e,b1e,b3e,c1n,c4e,d1e,d2n,e1n,g1n,h6n a1,-/c8,b5 0 3,3 -,- 0 0 L10c",
    ),
    (
        "11x11, 53 tiles, found by search",
        "2tmtmmm1m1/m3mmmmm2/1mm4t1m1/m1m2mm1mm1/ttmmm1t4/ttt1ttm2m1/tttttmtmt2/ttttttmt2m/ttmtttttttt/t1ttttttmtt/ttttmttt1tt \
         a2e,a3n,d5e,d11e,f8e,j11e \
         -,-/-,- 0 3,3 -,- 0 0",
    ),
    (
        "27 tiles, 13 walls, found by search",
        "5t2/6m1/8/8/ttttmt1t/tt1ttttt/t1t1mttt/tttttttt a4n,b4n,b6e,c8e,d4n,d6n,e4e,e4n,e8e,f4n,\
         g4e,g4n,h4n -,-/c5,- 0 3,3 -,- 0 0",
    ),
    (
        "37 tiles, 23 walls, found by search",
        "5t2/3mttmm/1ttt4/ttttt3/t1ttt2t/tmtmtttt/tttttttt/ttt1tttt a1e,a4e,a6e,a6n,b5e,b6n,c6n,\
         c8e,d6e,d6n,e3n,e5e,e5n,e6e,e7n,f3n,f4e,f4n,f7n,g5n,g8e,h1n,h3n -,-/b7,-/g5,-/-,- 0 2,2,\
         2,2 -,-,-,- 0 0",
    ),
    (
        "32 tiles, 28 walls, found by search",
        "3m2m1/8/1t5m/1ttt1t2/ttttttt1/tttttt2/t1t1tttt/tttttttt a3e,a3n,a5n,b6e,b6n,c3e,c3n,c5n,\
         c6e,d5e,d6e,d6n,d7n,e4n,e5e,e7n,e8e,f3e,f5e,f5n,g2n,g3e,g3n,g4e,g4n,g6e,g7n,h3n -,-/-,\
         a7 0 3,3 -,- 0 0",
    ),
    (
        "11x11, 36 tiles, 23 walls, found by search",
        "6t4/5m1mt2/5m4m/11/m2m7/6m3m/4mm5/tt1t1tt1tt1/2tttttt1t1/ttttttttttt/tmtttmttttt a3e,\
         a4n,b1e,b2n,b4n,b10e,c4n,d4n,e3e,e4n,f4n,f8e,f9n,g4n,g10e,h6e,i4n,i7e,j3e,j4e,j4n,k1n,\
         k2n -,-/d8,-/h5,- 1 2,2,2 -,-,- 0 0",
    ),
    (
        "in motion with 11 tiles, found by search",
        "6m1/1m2t1t1/5m2/8/3ttt2/1tt1tttt/1tttt1tm/1tt4t b6n,c1e,c4e,c4n,c5e,e1n,f4n,f5n,g1n,h6n \
         f2,-/c8,b5 0 3,3 -,- 0 0 L11c",
    ),
    (
        "in motion with 12 tiles, found by search",
        "6m1/mm2t1m1/2mt1t2/2tt1t1t/1ttttmt1/tttttt2/ttttt1m1/1t4t1 a8e,c8e,h6n a1,-/c8,a5 0 3,3 \
         -,- 0 0 L12c",
    ),
    (
        "in motion with 10 tiles, 10 walls, found by search",
        "6m1/4m1mt/m1m2t2/1tttt3/2tt4/tmtttt2/ttt3t1/1t1tt1m1 b3e,b6n,c6n,c7e,e2n,e7e,f3e,f5n,\
         g6e,h1n a1,-/h4,e6 0 3,3 -,- 0 0 L10c",
    ),
    (
        "29 tiles, 11 walls, worst of up to 40, found by search",
        "2m1mmm1/1m1m3t/1mm2m2/1ttmtmtm/ttttmm1t/ttttt1tt/t1t1mttt/tttttt1t a3e,a4n,a6n,c5e,d1n,\
         d4n,f4e,f6n,g1e,g6n,g7e -,-/a6,g6 1 1,2 -,- 0 0",
    ),
    (
        "7x7, 40 tiles, 10 walls, found by search",
        "tt1tt1t/tttttt1/1ttttm1/mtttttt/ttttttt/ttttttt/tttt2t a1n,a2e,a6e,d1e,d7e,e2e,f1e,f5n,\
         g1n,g5n -,-/-,- 3 3,0 -,- 0 0",
    ),
    (
        "in motion with 8 tiles, 29 walls, found by search",
        "5tt1/4m3/1tm2m1t/mttt4/1ttt4/t1tt1m2/ttttttm1/1ttmtt2 a5e,a5n,a6e,b2n,b3e,b5e,b6n,b8e,\
         c2e,c5n,c6e,c7e,d1e,d5e,d6e,d7e,e2n,e3e,e5e,f1e,f3n,f7n,g1e,g1n,g2e,g5n,g7n,h4n,h7n a1,\
         -/e5,e6 0 3,3 -,- 0 0 L8c",
    ),
    (
        "7x7, 41 tiles, 8 walls, found by search",
        "tt1tt1t/tttttt1/1ttttm1/ttttttt/1tttttt/ttttttt/ttttt1t a1n,a2e,d1e,d7e,e2e,f1e,g1n,g5n \
         -,-/-,- 3 3,0 -,- 0 0",
    ),
    (
        "in motion with 7 tiles, 9 walls, found by search",
        "t3t1t1/tt1ttt1t/tt1t3t/ttttt1t1/tttttttt/2t1tt2/t2ttttt/1ttttttt b4e,b7e,c5e,c6n,c7e,e4n,\
         f2e,g7e,h6n g3,-/-,- 0 1,2 -,- 0 0 L7c",
    ),
];

fn main() {
    println!(
        "{:24} {:>7} {:>7} {:>7} {:>9} {:>7}  µs for a position",
        "random games", "median", "mean", "99 %", "slowest", "moves"
    );
    for (players, side) in
        [(Players::Two, 8), (Players::Three, 8), (Players::Four, 8), (Players::Two, 11)]
    {
        let rules = Rules::default().with_players(players).with_board(side, side);
        let Ok(rules) = rules else { continue };
        random_games(&rules);
    }
    println!("\n{:52} {:>10}  ms", "constructed positions", "");
    for (name, text) in HARD {
        match text.parse::<Position>() {
            Ok(position) => {
                let times = (0..5).map(|_| time(&position));
                let fastest = times.map(|(micros, _)| micros).fold(f64::INFINITY, f64::min);
                println!("{name:52} {:10.3}", fastest / 1e3);
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
}

fn random_games(rules: &Rules) {
    let start = Position::start(rules, 0);
    let mut times = Vec::new();
    let mut moves = 0;
    for seed in 0..20 {
        let mut position = start;
        for m in playout(&start, 1_000, &mut seeded(seed)).moves {
            let (micros, count) = time(&position);
            times.push(micros);
            moves += count;
            position.play_unchecked(m);
        }
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    let name = format!("{} players, {}x{}", rules.players().count(), rules.width(), rules.height());
    println!(
        "{name:24} {:7.2} {mean:7.2} {:7.2} {:9.2} {:7}",
        at(50),
        at(99),
        times.last().copied().unwrap_or_default(),
        moves / times.len()
    );
}

/// The microseconds it takes to list the moves, and how many there are.
fn time(position: &Position) -> (f64, usize) {
    let mut moves = Vec::with_capacity(1_000);
    let start = Instant::now();
    black_box(position).generate_moves(&mut moves);
    (start.elapsed().as_secs_f64() * 1e6, black_box(moves).len())
}
