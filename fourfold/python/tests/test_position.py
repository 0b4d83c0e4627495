"""Positions, actions and errors."""

import copy
import inspect
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

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
    assert again == position and again.moves == played
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


def test_positions_change_so_they_have_no_hash() -> None:
    position = ff.Position("connect-four")
    with pytest.raises(TypeError, match="unhashable"):
        hash(position)
    assert position == position.copy() and position != "connect-four" and len({str(position), str(position.copy())}) == 1


def test_moves_under_way_are_different() -> None:
    start, here, there = (ff.Position("collateral-checkers") for _ in range(3))
    here.act(0)
    there.act(1)
    assert len({id(p) for p in (start, here, there)}) == 3 and start != here != there != start
    assert here == here.copy() == pickle.loads(pickle.dumps(here))
    here.push(here.legal_moves[0])
    here.pop()
    assert here == start, "the move under way is given up"


def test_threads_share_positions() -> None:
    """Those that only read, and those that play, which wait for each other."""

    def read(position: ff.Position) -> object:
        return position.legal_actions, position.mask().tolist(), position.observe().tolist(), position == position.copy(), pickle.dumps(position), position.svg()

    seen: list[bool] = []
    for game in ff.games():
        position = ff.Position(game, seed=1)
        expected = read(ff.Position(game, seed=1))
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(read, [position] * 40)) == [expected] * 40
        position.analyse(nodes=2000, progress=lambda found: seen.append(read(position) == expected))
    assert len(seen) > 10 and all(seen)


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


def test_options_change_the_rules() -> None:
    rolling = "5/5/5/2t2 - b1,a3/-,- 6 1,1 -,- 0 0 L1c"
    for options, walls in [({}, True), ({"placing": "any_time"}, True), ({"placing": "outside_movement"}, False)]:
        position = ff.Position("rolling-mountains", rolling, **options)
        assert any(move.startswith("w:") for move in position.legal_moves) == walls


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
        (lambda: ff.Batch("collapsi", 2).step(np.array([1, 2**64 - 1], np.uint64)), "action 18446744073709551615 is illegal in game 1"),
        (lambda: ff.collapsi.solve([[257] * 16]), "deal 0: 257 is no card: expected 0 to 4"),
        (lambda: ff.collapsi.solve(np.full((2, 16), -1)), "deal 0: -1 is no card: expected 0 to 4"),
        (lambda: ff.collapsi.solve([0] * 16), "deals of shape [16]: expected rows of 16 cards"),
        (lambda: ff.Position("rolling-mountains", players="4,turn_limit=2"), 'option "players" is "4,turn_limit=2": expected one value'),
        (lambda: ff.Position("collapsi", **{"rules=v1_3,rules": "v1_1"}), 'option "rules=v1_3,rules" is "v1_1": expected one value'),
        (lambda: ff.Position("collapsi", DEAL, seed=3), "seed=3: a text says all"),
        (lambda: ff.Position("collapsi", seed=-1), "seed=-1: expected 0 to 18446744073709551615"),
        (lambda: ff.Position("collapsi").perft(-1), "depth=-1: expected 0 to 4294967295"),
        (lambda: ff.Position("collapsi").act(-1), "action=-1: expected 0 to 65535"),
        (lambda: ff.Position("collapsi").analyse(nodes=2**64), "nodes=18446744073709551616: expected 0 to 18446744073709551615"),
        (lambda: ff.Position("collapsi", seed=10**5000), "limit"),
        (lambda: ff.Bot("collapsi", seed=-3), "seed=-3: "),
        (lambda: ff.Batch("collapsi", -3), "count=-3: "),
        (lambda: ff.Tablebase(-1), "max_pieces=-1: "),
        (lambda: ff.arena("collapsi", ["random"] * 2, games=-1), "games=-1: "),
    ],
)
def test_bad_input_is_a_value_error_with_the_text_of_the_library(wrong: object, message: str) -> None:
    with pytest.raises(ValueError) as error:
        wrong()  # type: ignore[operator]
    assert message in str(error.value)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ff.Batch("connect-four", 1).step([6.9]),
        lambda: ff.Batch("connect-four", 1).step(["3"]),
        lambda: ff.Batch("connect-four", 1).step([True]),
        lambda: ff.Batch("connect-four", 1).step([None]),
        lambda: ff.collapsi.solve([[1.5] * 16]),
        lambda: ff.collapsi.solve([["J"] * 16]),
        lambda: ff.Position("collapsi", seed=1.5),  # type: ignore[call-overload]
        lambda: ff.Position("collapsi").act(1.0),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_whole_number_is_a_type_error(wrong: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="whole numbers|'(seed|action)'"):
        wrong()


def test_whole_numbers_are_of_any_type() -> None:
    for dtype in (np.uint8, np.int8, np.int32, np.uint64, ">i4"):
        ff.Batch("connect-four", 3).step(np.array([0, 6, 12], dtype))
    ff.Batch("connect-four", 3).step((np.int8(0), 6, 12))
    assert ff.Position("connect-four").act(np.uint8(18)) == "d"  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [lambda: ff.collapsi.deals(2**40), lambda: ff.Batch("collapsi", 10**12), lambda: ff.collapsi.deals(2**63)])
def test_what_does_not_fit_is_a_memory_error(wrong: Callable[[], object]) -> None:
    with pytest.raises(MemoryError):
        wrong()


def test_any_number_of_threads_is_taken() -> None:
    many = 2**40
    position = ff.Position("connect-four")
    assert ff.Batch("connect-four", 3000, threads=many).step([0] * 3000)[1].sum() == 0
    assert ff.collapsi.solve(ff.collapsi.deals(9), threads=many)[0].shape == (9,)
    assert ff.arena("connect-four", ["random"] * 2, games=4, threads=many).games == 4
    assert position.analyse(depth=2, threads=many).depth >= 2


def test_signatures_show_their_defaults() -> None:
    for function in (ff.Position.analyse, ff.Position.prove, ff.Search, ff.Bot, ff.Batch.play_random, ff.Tablebase, ff.collapsi.deals):
        assert "..." not in str(inspect.signature(function)), function
    assert ff.__version__ == version("fourfold")


def test_a_refused_move_changes_nothing() -> None:
    position = ff.Position("collapsi", DEAL)
    with pytest.raises(ValueError):
        position.push("a1")
    assert str(position) == DEAL and position.moves == []
    with pytest.raises(IndexError):
        position.pop()
