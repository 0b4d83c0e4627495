//! What the page is told about a position beside its picture, by HTTP.

use serde_json::{Value, json};

use crate::served::Server;

/// What a position is after moves, with this start.
fn position(server: &Server, game: &str, start: &str, moves: &str) -> Value {
    let (start, moves) = (start.replace(' ', "%20"), moves.replace(' ', "+"));
    server.json(&format!("/api/position?game={game}&start={start}&moves={moves}"))
}

#[test]
fn the_last_move_and_the_end_are_told() {
    let server = Server::start(&[]);
    let begun = position(&server, "connect-four", "", "");
    let seats = json!([{"name": "x", "hue": "yellow"}, {"name": "o", "hue": "red"}]);
    assert_eq!(begun["seats"], seats);
    assert_eq!(begun["task"], json!({"say": "choose a column", "help": null}));
    assert_eq!(begun["moves"][0], json!(["a", ["a1"], ["a6", "a5", "a4", "a3", "a2", "a1"]]));
    for name in ["last", "ending", "winner"] {
        assert!(begun[name].is_null(), "{name}: {begun}");
    }
    let won = position(&server, "connect-four", "", "a b a b a b c b");
    assert_eq!((&won["winner"], &won["task"]), (&json!(1), &Value::Null));
    assert_eq!(won["ending"], "four in a row");
    assert_eq!(won["decisive"], json!(["b1", "b2", "b3", "b4"]));
    let last = json!({"move": "b", "seat": 1, "places": ["b4"], "route": ["b6", "b5", "b4"]});
    assert_eq!(won["last"], last);
    assert_eq!(won["movers"], json!([0, 1, 0, 1, 0, 1, 0, 1]));
}

/// What lies beside the board is told apart from the picture.
#[test]
fn supplies_are_beside_the_picture() {
    let server = Server::start(&[]);
    let found = position(&server, "rolling-mountains", "", "L:n&texts=true");
    let picture = &found["picture"];
    let [tray] = &picture["trays"].as_array().unwrap()[..] else { panic!("{found}") };
    assert_eq!(tray["items"][1]["place"], "wall");
    assert_eq!(tray["items"][1]["count"], 40);
    let text = |part: &Value| picture["texts"][part.as_u64().unwrap() as usize].as_str().unwrap();
    assert!(text(&tray["items"][1]["svg"]).starts_with("<svg"));
    let pieces = picture["pieces"].as_array().unwrap();
    assert!(pieces.len() > 100 && pieces.iter().all(|piece| piece[1] != "wall"));
}

/// The board and what pieces look like have the same names in all positions: their texts come once.
#[test]
fn parts_of_a_picture_are_told_once() {
    let server = Server::start(&[]);
    for (game, moves) in [("compass", "@c3 @d4"), ("rolling-mountains", "L:n t:a2 R:s w:d4e")] {
        let mut known = Vec::new();
        let mut played = String::new();
        for m in moves.split(' ') {
            let [part, whole] = ["", "&texts=true"].map(|texts| {
                position(&server, game, "", &format!("{played}{texts}"))["picture"].take()
            });
            assert!(part["texts"].is_null() && part["parts"] == whole["parts"]);
            assert!(part.to_string().len() < 8_000, "{}", part.to_string().len());
            let names = part["parts"].as_array().unwrap().iter().cloned();
            let all: Vec<_> =
                names.zip(whole["texts"].as_array().unwrap().iter().cloned()).collect();
            let told = all.iter().filter(|one| !known.contains(*one)).count();
            assert!(known.is_empty() || told <= 3, "{told} new parts by {played}");
            assert!(known.is_empty() || known[0] == all[0], "the board is the same");
            known.extend(all);
            played = format!("{played} {m}").trim().to_owned();
        }
    }
}

/// A position is judged for the player to move; a finished one by its result, for each seat.
#[test]
fn positions_are_judged() {
    let server = Server::start(&[]);
    let judge = |query: &str| server.json(&format!("/api/judge?{query}"));
    let begun = judge("game=collapsi&start=A223/4A2Jb/3A23/Jr3A4+r");
    assert_eq!((&begun["seat"], &begun["best"]["proven"]), (&json!(0), &json!(true)));
    assert_eq!(begun["best"]["worth"], json!(["win", 13]));
    assert_eq!(begun["best"]["moves"].as_array().unwrap().len(), 13);
    let won = judge("game=connect-four&moves=a+b+a+b+a+b+c+b");
    assert_eq!(won, json!({"shares": [0.0, 1.0]}));
}

/// The third part of a move is its way over the board, where that is more than its places.
#[test]
fn routes_come_with_the_moves() {
    let server = Server::start(&[]);
    let found = position(&server, "collapsi", "A223/4A2Jb/3A23/Jr3A4 r", "");
    assert_eq!(found["task"]["say"], "walk 1 to 4 steps");
    let moves = found["moves"].as_array().unwrap();
    let to = |to: &str| moves.iter().find(|m| m[0] == to).unwrap();
    assert_eq!(*to("b1"), json!(["b1", ["a1", "b1"]]));
    assert_eq!(*to("c1"), json!(["c1", ["a1", "c1"], ["a1", "b1", "c1"]]));
}

/// The seats and the first refusal of a tree.
fn tree(server: &Server, game: &str, nodes: &str) -> (Value, Value) {
    let found = server.json(&format!("/api/tree?game={game}&nodes={}", nodes.replace(' ', "+")));
    (found["seats"].clone(), found["refused"].clone())
}

#[test]
fn the_legal_part_of_a_tree_is_told() {
    let server = Server::start(&[]);
    assert_eq!(tree(&server, "connect-four", ""), (json!([]), Value::Null));
    let nodes = "0:d 1:d 0:e 3:z 4:d 3:d 2:a";
    let (seats, refused) = tree(&server, "connect-four", nodes);
    assert_eq!(seats, json!([0, 1, 0, null, null, 1, 0]));
    assert_eq!(refused, "move 2, \"z\": \"z\" is not a column: expected a to g");
    let full = "0:a 1:a 2:a 3:a 4:a 5:a 6:a 7:b 6:b";
    let (seats, refused) = tree(&server, "connect-four", full);
    assert_eq!(seats, json!([0, 1, 0, 1, 0, 1, null, null, 0]));
    assert_eq!(refused, "move 7, \"a\", is illegal: column a is full");
    for nodes in ["d", "1:d", "-1:d", "0:d+2:d"] {
        let (status, body) = server.get(&format!("/api/tree?game=connect-four&nodes={nodes}"));
        assert_eq!(status, 422, "{body}");
    }
}

/// A turn of Rolling Mountains is a movement and an action, two plies or more of the same seat.
#[test]
fn seats_of_variations_follow_the_turns() {
    let server = Server::start(&[]);
    let nodes = "0:L:n 1:t:d4 2:L:s 3:pass 1:w:c3n 5:R:s 0:w:c3n 7:L:n 8:L:s";
    let (seats, refused) = tree(&server, "rolling-mountains", nodes);
    assert_eq!(seats, json!([0, 0, 1, null, 0, 1, 0, 0, 1]));
    assert!(refused.as_str().unwrap().starts_with("move 4, \"pass\", is illegal"), "{refused}");
}

#[test]
fn what_makes_no_move_is_explained() {
    let server = Server::start(&[]);
    let why = |query: &str| server.json(&format!("/api/refusal?{query}"))["reason"].clone();
    let full = "game=connect-four&moves=a+a+a+a+a+a&places=a6";
    assert_eq!(why(full), "column a is full");
    assert_eq!(why("game=connect-four&places=b1"), Value::Null);
    assert_eq!(why("game=connect-four"), Value::Null);
    let collapsi = "game=collapsi&start=A223/4A2Jb/3A23/Jr3A4%20r&places";
    assert_eq!(why(&format!("{collapsi}=a1,a1")), "the pawn stands on a1 already");
}

#[test]
fn queries_that_cannot_be_read_are_refused_as_json() {
    let server = Server::start(&[]);
    for path in ["position?seed=x", "tree?seed=-1", "analysis?lines=some", "move?lines=1.5"] {
        let (status, body) = server.get(&format!("/api/{path}&game=compass"));
        let body: Value = serde_json::from_str(&body).unwrap();
        assert!(status == 422 && body["error"].is_string(), "{status} {body}");
    }
}

/// What the page knows of every game before it is played.
#[test]
fn games_are_described() {
    let server = Server::start(&[]);
    let (_, page) = server.get("/");
    let (_, games) = page.split_once("application/json\">").unwrap();
    let games: Value = serde_json::from_str(games.split("</script>").next().unwrap()).unwrap();
    for game in games.as_array().unwrap() {
        let list = |name: &str| game[name].as_array().unwrap();
        assert!(game["picture"].as_str().unwrap().starts_with("<svg"));
        let name = game["name"].as_str().unwrap();
        let lessons = server.json(&format!("/api/lessons?game={name}"));
        let rulings = lessons["rulings"].as_array().unwrap();
        assert_eq!(rulings.len() >= 8, name != "connect-four", "{name}");
        let lessons = lessons["lessons"].as_array().unwrap();
        assert!((5..=8).contains(&lessons.len()) && game["minutes"].is_u64());
        assert!(lessons.iter().any(|lesson| {
            lesson["svg"].as_str().is_some_and(|svg| svg.contains("arrow hue-green"))
        }));
        let titles: Vec<&str> =
            list("opponents").iter().map(|player| player["title"].as_str().unwrap()).collect();
        assert_eq!(titles[..2], ["Newcomer", "Casual"]);
        assert!(list("opponents").iter().any(|player| player["name"] == game["level"]));
    }
    let mountains = &games[4];
    assert_eq!(mountains["title"], "Rolling Mountains");
    assert_eq!(mountains["players"], json!([2, 4]));
    assert_eq!(mountains["seats"], json!(["red", "yellow"]));
    assert_eq!(games[1]["players"], json!([2, 2]));
    let option = |name: &str| {
        let options = mountains["options"].as_array().unwrap();
        options.iter().find(|option| option["name"] == name).unwrap()
    };
    let limit = json!({
        "name": "turn_limit", "label": "turn limit", "default": "500",
        "about": "turns of all players after which it is a draw",
        "values": "1 to 1000000, or none",
        "choices": null, "least": 1, "most": 1_000_000, "words": ["none"],
    });
    assert_eq!(*option("turn_limit"), limit);
    assert_eq!(option("players")["choices"], json!(["2", "3", "4"]));
}

/// Every player that the page offers can be asked for a move.
#[test]
fn opponents_play() {
    let server = Server::start(&[]);
    for player in ["level:1", "level:8", "perfect", "greedy", "random"] {
        let found = server.json(&format!("/api/move?game=collapsi&player={player}"));
        assert!(found["move"].is_string(), "{player}: {found}");
    }
}
