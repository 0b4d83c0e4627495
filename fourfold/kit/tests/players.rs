//! Players by description.

use connect_four::{OpenLines, Position};
use kit::{Kit, PlayerSpec};

fn read(text: &str) -> Result<PlayerSpec, String> {
    text.parse().map_err(|error: kit::ParsePlayerError| error.to_string())
}

#[test]
fn descriptions_are_printed_as_they_are_read() {
    for text in [
        "random",
        "search",
        "level:3,name=new",
        "search:time=7,nodes=5,depth=3,table=64,random=9,margin=4",
        "mcts:nodes=100,exploration=0.5,urgency=1,rollout=20,prior=50",
        "greedy:judge=material",
        "bold:clock=10+0.1",
        "ugi:./engine --fast",
        "ugi:nodes=5,clock=3+0.5,grace=9,option.My Hash=64,./my=odd,engine",
        "ugi:depth=5,name=my engine,log=/a b/log,engine",
        "ugi:time=7,'/a b/engine' \"x,y\"",
    ] {
        assert_eq!(read(text).unwrap().to_string(), text);
    }
    assert_eq!(
        read("ugi:option.b=1,grace=2,depth=4,option.a=2,nodes=3,x").unwrap().to_string(),
        "ugi:nodes=3,depth=4,grace=2,option.b=1,option.a=2,x"
    );
    assert_eq!(read("search:table=16").unwrap().to_string(), "search");
}

#[test]
fn what_is_wrong_with_a_description_is_said() {
    for (text, error) in [
        (
            "ugi:movetime=3000,./e",
            "there is no player ugi with a setting \"movetime\": \
             expected time, nodes, depth, clock, grace, log, option.NAME, name",
        ),
        ("random:nodes=5", "there is no player random with a setting \"nodes\": expected name"),
        ("search:nodes=x", "nodes is \"x\": expected a number of positions a move"),
        ("search:nodes=5,nodes=6", "nodes is set twice"),
        ("level:0", "level is \"0\": expected a number, at least 1"),
        ("level", "level is \"\": expected a number, at least 1"),
        ("search:random=101", "random is \"101\": expected a percentage from 0 to 100"),
        (
            "search:table=65537",
            "table is \"65537\": expected a whole number of MiB from 0 to 65536",
        ),
        (
            "search:log=x",
            "there is no player search with a setting \"log\": expected time, nodes, depth, clock, table, random, margin, name",
        ),
    ] {
        assert_eq!(read(text).unwrap_err(), error, "{text}");
    }
}

#[test]
fn players_are_checked_by_the_game() {
    let kit = Kit::of::<Position>("connect-four", OpenLines).build();
    let check = |text: &str| read(text).unwrap().check(&kit);
    assert_eq!(check("level:8"), Ok(()));
    assert_eq!(check("level:9"), Err("level is \"9\": expected a number from 1 to 8".to_owned()));
    assert_eq!(check("material"), Err("this game has no material".to_owned()));
    assert_eq!(
        check("bold"),
        Err("there is no player \"bold\" in this game: expected random, greedy, search, maxn, mcts, \
             level"
            .to_owned())
    );
    assert!(check("ugi:/no/such/program").is_err());
    let level = read("level:3").unwrap();
    assert_eq!(level.resolve(&kit).to_string(), "search:nodes=90,random=20,margin=10");
    assert!(level.in_words(&kit) == "level 3 of 8" && !level.takes_time(&kit));
    assert!(read("search").unwrap().takes_time(&kit) && !read("random").unwrap().is_timed(&kit));
}
