"""Games in Python."""

import pickle
from typing import Self

import pytest
from nim import Nim

import fourfold as ff


def test_a_game_in_python_gets_everything() -> None:
    assert ff.check(Nim) > 30
    position = ff.Position(Nim)
    assert position.analyse().score.win == 7 and position.prove() is True and position.prove("blue") is False
    assert position.analyse(lines=3, progress=lambda found: None).lines[0].move == "a4"
    assert position.perft(2) == 43 and "data-piece=\"stone\"" in position.svg(arrow="a4")
    for kind in ("search", "mcts", "greedy", "random"):
        assert ff.Bot(Nim, kind).choose(position, nodes=200).move in position.legal_moves
    assert position.act(3) == "a4" and position.state == Nim((3, 3), 1)
    assert pickle.loads(pickle.dumps(position)) == position == ff.Position(Nim((3, 3), 1)) == ff.Position(Nim, "3 3 blue")
    assert position.observe()[position.planes.index("stone")].sum() == 6
    position.pop()
    assert str(position) == "5 3 red"


class Broken(Nim):
    """Its methods fail, or break a law."""

    fault = ""

    @property
    def outcome(self) -> str | None:
        if self.fault == "outcome":
            return "nobody"
        return super().outcome

    @property
    def legal_moves(self) -> list[str]:
        if self.fault == "moves":
            raise RuntimeError("no moves today")
        return super().legal_moves + (["a1"] if self.fault == "twice" else [])

    def play(self, move: str) -> Self:
        return None if self.fault == "play" else super().play(move)  # type: ignore[return-value]

    @property
    def turn(self) -> str:
        return "green" if self.fault == "turn" else super().turn

    def evaluate(self, player: str) -> int:
        return 1 // 0 if self.fault == "evaluate" else 0

    @classmethod
    def all_places(cls) -> list[str]:
        return ["a1"] if cls.fault == "places" else super().all_places()


@pytest.mark.parametrize(
    ("fault", "error", "message"),
    [
        ("outcome", ValueError, 'outcome is "nobody": expected None, a player, "draw" or the points'),
        ("moves", RuntimeError, "no moves today"),
        ("play", ValueError, "is no position of Broken"),
        ("turn", ValueError, 'turn is "green", which is none of the players'),
        ("evaluate", ZeroDivisionError, "division"),
    ],
)
def test_what_a_method_raises_comes_through(fault: str, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "fault", fault)
    with pytest.raises(error, match=message):
        ff.Position(Broken).analyse(depth=2)
    monkeypatch.setattr(Broken, "fault", "")
    assert ff.Position(Broken).analyse(depth=2).depth == 2, "the failure is forgotten"


@pytest.mark.parametrize(("fault", "message"), [("twice", "a1"), ("places", "all_places\\(\\) lacks"), ("turn", "green")])
def test_check_finds_broken_laws(fault: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "fault", fault)
    with pytest.raises(ValueError, match=message):
        ff.check(Broken)


def test_a_game_has_to_say_enough() -> None:
    class Empty(Nim):
        players = ()

    class Wide(Nim):
        size = (99, 1)

    with pytest.raises(ValueError, match="players is empty"):
        ff.Position(Empty)
    with pytest.raises(ValueError, match="size is 99, 1"):
        ff.Position(Wide)
    with pytest.raises(ValueError, match="a batch runs without Python"):
        ff.Batch(Nim, 3)  # type: ignore[arg-type]
