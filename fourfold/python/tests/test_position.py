"""Positions, actions and errors."""

import copy
import pickle
import random

import numpy as np
import pytest

import fourfold as ff

DEAL = "A223/4A2Jb/3A23/Jr3A4 r"


@pytest.mark.parametrize("game", ff.games())
def test_actions_make_the_moves_of_random_games(game: str) -> None:
    position, chance = ff.Position(game, seed=3), random.Random(3)
    names, width, planes = position.actions, len(position.actions), position.planes
    assert len(set(names)) == width
    for _ in range(40):
        if position.is_over:
            break
        before, legal = str(position), position.legal_moves
        move = None
        while move is None:
            actions = position.legal_actions
            assert actions == sorted(set(actions)) and actions
            assert np.flatnonzero(position.mask()).tolist() == actions
            seen = position.observe()
            assert seen.shape == (len(planes), width) and seen[position.seat].all()
            assert np.flatnonzero(seen[planes.index("pointed at")]).tolist() == sorted(set(position.pointed))
            assert str(position) == before
            move = position.act(chance.choice(actions))
        assert move in legal
        assert position.moves[-1] == move
        assert (position.actions, position.planes) == (names, planes)
    played = position.moves
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position) and again.moves == played
    while position.moves:
        position.pop()
    assert position == ff.Position(game, seed=3)


@pytest.mark.parametrize(("game", "count"), [("collapsi", 16), ("collateral-checkers", 26), ("connect-four", 42), ("compass", 217), ("rolling-mountains", 184)])
def test_games_have_few_actions(game: str, count: int) -> None:
    assert len(ff.Position(game).actions) == count


def test_a_move_under_way_is_kept_by_copies_and_pickles() -> None:
    position = ff.Position("compass", seed=1)
    for move in ("@a1", "@b1", "@a2", "@b2"):
        position.push(move)
    position.act(position.legal_actions[0])
    for other in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert (other.pointed, other.legal_actions) == (position.pointed, position.legal_actions)
    position.push(position.legal_moves[0])
    assert position.moves[:2] == ["@a1", "@b1"]


def test_collapsi_is_observed() -> None:
    position = ff.Position("collapsi", DEAL)
    seen = dict(zip(position.planes, position.observe(), strict=True))
    assert seen["red to move"].all() and not seen["blue to move"].any()
    for piece, squares in {"r": ["a1"], "b": ["d3"], "J": ["a1", "d3"], "4": ["a3", "d1"]}.items():
        assert [position.actions[i] for i in np.flatnonzero(seen[piece])] == squares


def test_the_end_of_a_game() -> None:
    position = ff.Position("collapsi", "..../..../.2rAb./.... r")
    assert position.is_over and position.winner == "blue" and position.outcome == "blue wins"
    assert position.returns == [-1.0, 1.0] and position.points is None
    assert position.legal_moves == [] and position.legal_actions == []
    four = ff.Position("rolling-mountains", players=4)
    assert four.returns == [0.0] * 4 and len(four.players) == 4


def test_pictures() -> None:
    position = ff.Position("collapsi", DEAL)
    assert position._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]
    assert "hue-green" in position.svg(arrow="a2") and "last" not in position.svg().split("</style>")[1]
    position.push("a2")
    assert "fill last" in position.svg() and "fill last" not in position.svg(last=False)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: ff.Position("chess"), 'no game is called "chess": expected collapsi, '),
        (lambda: ff.Position("collapsi", "A r"), "the board has 1 rank: expected 4 separated by '/'"),
        (lambda: ff.Position("collapsi", rules="v9"), 'option "rules" is "v9": expected v1_1, v1_3, joker2, '),
        (lambda: ff.Position("compass", colour=1), 'unknown option "colour": expected ply_limit'),
        (lambda: ff.Position("collapsi", DEAL).push("c9"), '"c9" is not a square: expected a1 to d4'),
        (lambda: ff.Position("collapsi", DEAL).push("a1"), "the pawn stands on a1 already"),
        (lambda: ff.Position("collapsi", DEAL).act(0), "action 0 is illegal: expected "),
        (lambda: ff.Position("collapsi", DEAL).svg(theme="pink"), '"pink" is unknown: expected light, dark or print'),  # type: ignore[arg-type]
        (lambda: ff.Position("collapsi", DEAL).analyse(time=-1), "time=-1: "),
        (lambda: ff.Position("collapsi", DEAL).analyse(time=float("nan")), "time=NaN: "),
        (lambda: ff.Position("collapsi", DEAL).analyse(lines=0), "lines=0: expected 1 or more"),
        (lambda: ff.Position("collapsi", DEAL).prove("green"), '"green" is no player: expected red, blue'),
        (lambda: ff.Position(int), "is no game: expected a subclass of fourfold.Game"),  # type: ignore[call-overload]
        (lambda: ff.Search("collapsi").run(ff.Position("compass")), "the position is of another game"),
        (lambda: ff.Bot("collapsi", "oracle"), 'player "oracle": there is no player "oracle" in this game: expected random'),
        (lambda: ff.collapsi.solve([[0] * 15]), "a deal has 15 cards: expected 16"),
        (lambda: ff.collapsi.solve([[9] * 16]), "deal 0: 9 is no card: expected 0 to 4"),
        (lambda: ff.collapsi.solve([[1] * 16]), "deal 0: the deal has 0 cards J: expected 2"),
        (lambda: ff.collapsi.solve(ff.collapsi.deals(1), "v2"), '"v2" is '),
        (lambda: ff.Batch("collapsi", 0), "count=0: expected 1 or more"),
        (lambda: ff.Batch("collapsi", 2).step([0]), "1 actions: expected 2"),
        (lambda: ff.Batch("collapsi", 2).step([99, 99]), "action 99 is illegal in game 0"),
        (lambda: ff.Batch("collapsi", 2).step([-1, 70000]), "action -1 is illegal in game 0"),
    ],
)
def test_bad_input_is_a_value_error_with_the_text_of_the_library(wrong: object, message: str) -> None:
    with pytest.raises(ValueError) as error:
        wrong()  # type: ignore[operator]
    assert message in str(error.value)


def test_a_refused_move_changes_nothing() -> None:
    position = ff.Position("collapsi", DEAL)
    with pytest.raises(ValueError):
        position.push("a1")
    assert str(position) == DEAL and position.moves == []
    with pytest.raises(IndexError):
        position.pop()
