"""Matches, tablebases and reports."""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nim import Nim
from test_game import Broken

import fourfold as ff

PROGRAM = str(Path(sys.executable).parent / "fourfold")


def by_program(*arguments: object) -> Any:
    return json.loads(subprocess.run([PROGRAM, "arena", *map(str, arguments), "--json"], capture_output=True, check=True).stdout)


@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [
        ("connect-four", ["search:nodes=100", "mcts:nodes=50", "greedy"], {}),
        ("collapsi", ["level:2", "perfect"], {"rules": "v1_3"}),
        ("rolling-mountains", ["greedy", "random", "random"], {"players": 3}),
        ("compass", ["search:nodes=50", "greedy"], {}),
    ],
)
def test_matches_are_those_of_the_program(game: str, players: list[str], rules: dict[str, object]) -> None:
    flags = [flag for name, value in rules.items() for flag in ("--set", f"{name}={value}")]
    theirs = by_program(game, *players, "--games", 12, "--seed", 3, *flags)
    ours = ff.arena(game, players, games=12, seed=3, threads=2, **rules)  # type: ignore[arg-type]
    assert [(t.games, t.won, t.drawn, t.lost, t.plies) for t in ours.players] == [
        (t["games"], t["won"], t["drawn"], t["lost"], t["plies"]) for t in theirs["players"]
    ]
    assert [duel.pairs for duel in ours.duels] == [duel["pairs"] for duel in theirs["duels"]]
    for duel, theirs_too in zip(ours.duels, theirs["duels"], strict=True):
        assert duel.elo and duel.elo.low == pytest.approx(theirs_too["elo"]["low"] or -float("inf"))


def test_a_test_ends_a_match() -> None:
    match = ff.arena("connect-four", ["search:nodes=300", "random"], games=1000, sprt=(0, 200))
    theirs = by_program("connect-four", "search:nodes=300", "random", "--games", 1000, "--sprt", "0,200")
    assert match.sprt and match.games == theirs["games"] < match.planned == 1000
    assert match.sprt.accepted == 200 and match.sprt.log_likelihood_ratio > match.sprt.bounds[1]


def test_functions_and_programs_play() -> None:
    def first(position: ff.Position) -> str:
        return position.legal_moves[0]

    seen: list[int] = []
    players = [first, lambda position: "z9", f"ugi:nodes=50,{PROGRAM} ugi collapsi", ff.Bot("collapsi", "perfect"), first]
    match = ff.arena("collapsi", players, games=20, threads=2, progress=lambda match: seen.append(match.games))
    assert [tally.player for tally in match.players][::3] == ["first", "perfect"] and match.players[4].player == "first #2"
    assert match.players[1].forfeited == match.players[1].games > 0 == match.players[0].forfeited
    assert match.players[3].points > match.players[0].points and seen == list(range(1, match.games + 1))
    assert "perfect against first #2: Elo" in str(match)


def test_games_in_python_are_played_and_reported() -> None:
    players = ["search", ff.Bot(Nim, "mcts", nodes=50), lambda position: position.legal_moves[0]]
    match = ff.arena(Nim, players, games=42, openings=1)
    assert match.games == 42 and match.players[2].won < match.players[0].won
    page = ff.report(Nim, games=6, nodes=30, ladder=1)
    assert "<svg" in page and "Nim" in page


@pytest.mark.parametrize("fault", ["outcome", "moves", "play", "turn", "evaluate"])
def test_what_is_raised_ends_a_match_and_a_report(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "fault", fault)
    with pytest.raises((ValueError, RuntimeError, ZeroDivisionError), match="nobody|today|no position|green|division"):
        ff.arena(Broken, ["search", "greedy"], games=1000, threads=2)
    with pytest.raises((ValueError, RuntimeError, ZeroDivisionError), match="nobody|today|no position|green|division"):
        ff.report(Broken, games=1000)


def test_what_a_player_raises_ends_a_match() -> None:
    def fails(position: ff.Position) -> str:
        raise KeyError(position.turn)

    with pytest.raises(KeyError):
        ff.arena("collapsi", [fails, "random"], games=10**6, threads=2)
    with pytest.raises(KeyError):
        ff.arena("collapsi", ["random", "random"], games=10**6, progress=lambda match: fails(ff.Position("collapsi")))
    with pytest.raises(TypeError):
        ff.arena("collapsi", [lambda position: None, "random"])  # type: ignore[arg-type, list-item, return-value]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_ends_matches() -> None:
    for work in (lambda: ff.arena("compass", ["search:nodes=1000000000"] * 2), lambda: ff.report(Nim, games=10**6)):
        sent: list[float] = []
        timer = threading.Timer(0.3, lambda: (sent.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT)))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.monotonic() - sent[0] < 2


def test_wrong_matches_are_refused() -> None:
    for players, options, message in [
        (["random"], {}, "a game has 2 players: expected as many contestants, found 1"),
        (["random", "oracle"], {}, "there is no player \"oracle\" in this game: expected random, greedy"),
        (["random", "search:speed=3"], {}, "setting \"speed\""),
        (["random", ff.Bot("compass")], {}, "plays compass, not collapsi"),
        (["random"] * 3, {"sprt": (0, 5)}, "an SPRT needs two contestants"),
        (["random"] * 2, {"sprt": (5, 0)}, "expected"),
        (["random"] * 2, {"sprt": (0, 5), "error_rates": (0, 1)}, "expected"),
        (["random"] * 2, {"elo_model": "glicko"}, "expected normalized or logistic"),
        (["random"] * 2, {"colour": "red"}, "colour"),
    ]:
        with pytest.raises(ValueError, match=message):
            ff.arena("collapsi", players, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no rule options"):
        ff.report(Nim, width=3)
    with pytest.raises(ValueError, match="expected"):
        ff.report("collapsi", ladder=99)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("collateral-checkers", "w3w/4w/5/b4/b3b b 0 0"),
        ("collateral-checkers", "wwwww/ww1ww/2b2/b2bb/bbbbb w 1 0"),
        ("collapsi", "A223/4A2Jb/3A23/Jr3A4 r"),
        ("compass", str(ff.Position("compass", seed=3))),
        ("connect-four", str(ff.Position("connect-four"))),
        ("rolling-mountains", str(ff.Position("rolling-mountains"))),
    ],
)
def test_python_and_the_program_judge_alike(game: str, text: str) -> None:
    command = [PROGRAM, "analyse", game, text, "--depth=1", "--lines=1", "--json"]
    theirs = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["lines"][0]
    ours = ff.Position(game, text).analyse(depth=1).lines[0]
    assert (ours.line, ours.proven) == (theirs["line"], theirs["proven"])
    assert {"win": ours.score.win, "loss": ours.score.loss, "value": ours.score.value}.items() >= theirs["score"].items()


def test_endings_are_exact(tmp_path: Path) -> None:
    table = ff.Tablebase(6, threads=2)
    file = tmp_path / "six.endings"
    table.save(file)
    assert subprocess.run([PROGRAM, "tablebase", "verify", file], capture_output=True).returncode == 0
    again = ff.Tablebase.load(str(file))
    for seed in range(5):
        position = again.sample(seed)
        score, moves = table.probe(position), table.moves(position)
        assert score == again.probe(position) == moves[0][1] and {move for move, _ in moves} <= set(position.legal_moves)
        assert position == table.sample(seed) != table.sample(seed + 1)
        if score and score.win:
            assert len(table.line(position)) == score.win and position.analyse(depth=score.win).score == score
    assert table.probe(ff.Position("collateral-checkers")) is None and table.max_pieces == 6
    few = ff.bench.suite("v1").only("collateral-checkers", questions=2)
    perfect, some = (ff.bench.run(agent, few) for agent in (lambda position: table.moves(position)[0][0], "random"))
    assert perfect.best and some.best and perfect.best.estimate == 1 > some.best.estimate
    columns = table.columns(20, seed=1)
    for text, value, moves, values in zip(*columns.values(), strict=True):
        position = ff.Position("collateral-checkers", text)
        scores = table.values(position)
        assert set(scores) == set(position.legal_moves) and [(s.win or -(s.loss or 0)) for s in map(scores.__getitem__, moves)] == values
        top = max(scores.values())
        assert value == (top.win or -(top.loss or 0)) and table.probe(position) == top
    assert list(columns) == ["position", "value", "moves", "values"] and columns["value"].dtype == np.int32
    again = pickle.loads(pickle.dumps(table))
    assert again.probe(table.sample(3)) == table.probe(table.sample(3)) and str(again) == str(table)
    for wrong in (lambda: ff.Tablebase(5), lambda: ff.Tablebase.load(__file__), lambda: table.probe(ff.Position("collapsi"))):
        with pytest.raises(ValueError):
            wrong()


def test_games_that_are_played_again_count_once() -> None:
    players = ["search:nodes=20,table=1", "search:nodes=10,table=1"]
    few = ff.arena("connect-four", players, games=14, openings=1)
    with pytest.warns(UserWarning, match="only 14 of 100 games are different"):
        many = ff.arena("connect-four", players, games=100, openings=1)
    assert (few.different, many.different, many.games) == (14, 14, 100)
    assert many.duels[0].pairs == few.duels[0].pairs and many.duels[0].elo == few.duels[0].elo
    assert "14 of 100 games are different" in str(many)
