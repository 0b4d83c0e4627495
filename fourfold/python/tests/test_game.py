"""Games in Python."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, Self

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
    for player in ("level:3", "search:nodes=50,table=1,random=10", "maxn:depth=3", "mcts:nodes=20,rollout=2"):
        assert ff.Bot(Nim, player)(position) in position.legal_moves
    assert position.act(3) == "a4" and position.state == Nim((3, 3), 1)
    assert pickle.loads(pickle.dumps(position)) == position == ff.Position(Nim((3, 3), 1)) == ff.Position(Nim, "3 3 blue")
    assert position.observe()[position.planes.index("stone")].sum() == 6
    position.pop()
    assert str(position) == "5 3 red"


def test_players_that_a_game_in_python_does_not_have() -> None:
    for player, message in [
        ("oracle", 'player "oracle": there is no player "oracle" in this game: expected random, greedy'),
        ("search:speed=3", 'with a setting "speed"'),
        ("material", "this game has no material"),
        ("ugi:fourfold ugi collapsi", "no other program knows a game in Python"),
    ]:
        with pytest.raises(ValueError, match=message):
            ff.Bot(Nim, player)


class Unstarted(Nim):
    """Begins where the caller says."""

    @classmethod
    def start(cls, seed: int) -> Self:
        raise NotImplementedError("a start is given")


def test_a_game_needs_no_start_of_its_own() -> None:
    assert ff.Position(Unstarted((5, 3))).analyse().score.win == 7
    assert ff.Search(Unstarted).run(ff.Position(Unstarted, "5 3 red")).score.win == 7
    for work in (lambda: ff.Position(Unstarted), lambda: ff.Bot(Unstarted), lambda: ff.check(Unstarted), lambda: ff.report(Unstarted)):
        with pytest.raises(NotImplementedError, match="given"):
            work()
    with pytest.raises(NotImplementedError, match="given"):
        ff.arena(Unstarted, [lambda position: "a1"] * 2)


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


class Flaky(Nim):
    """Its methods raise what is pending, when so many more have been called."""

    pending: ClassVar[BaseException | None] = None
    calls: ClassVar[int] = 0

    @classmethod
    def fail(cls, error: BaseException | None, calls: int = 0) -> None:
        cls.pending, cls.calls = error, calls

    def _called(self) -> None:
        if Flaky.pending and Flaky.calls == 0:
            error, Flaky.pending = Flaky.pending, None
            raise error
        Flaky.calls -= 1

    @property
    def turn(self) -> str:
        self._called()
        return super().turn

    @property
    def outcome(self) -> str | None:
        self._called()
        return super().outcome

    @property
    def legal_moves(self) -> list[str]:
        self._called()
        return super().legal_moves

    def play(self, move: str) -> Self:
        self._called()
        return super().play(move)

    def evaluate(self, player: str) -> int:
        self._called()
        return super().evaluate(player)

    def places_of(self, move: str) -> list[str]:
        self._called()
        return super().places_of(move)

    @property
    def pieces(self) -> dict[str, str]:
        self._called()
        return super().pieces


def facts(position: ff.Position) -> list[Any]:
    """All that a position tells."""
    found = position.analyse(lines=3)
    lines = [(line.line, line.score, line.proven) for line in found.lines]
    return [
        position.turn, position.seat, position.legal_moves, position.is_over, position.outcome, position.winner, position.returns,
        position.points, position.task, position.legal_actions, position.pointed, position.mask().tolist(), position.observe().tolist(),
        position.svg(), lines, [position.prove(player) for player in position.players], position.perft(3), str(position), position.moves,
    ]


WORK = {
    "analyse": lambda position: position.analyse(lines=3),
    "prove": lambda position: position.prove(),
    "perft": lambda position: position.perft(2),
    "facts": facts,
    "push": lambda position: position.push("a1"),
    "act": lambda position: position.act(0),
    "search": lambda position: SEARCH.run(position),
    "bot": lambda position: BOT.choose(position, nodes=50),
}
SEARCH, BOT = ff.Search(Flaky), ff.Bot(Flaky, "mcts")


@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("error", [RuntimeError("not today"), KeyboardInterrupt()], ids=["error", "signal"])
def test_after_a_failure_every_value_is_right_again(work: str, error: BaseException) -> None:
    expected, failures = facts(ff.Position(Nim)), 0
    for calls in [0, 1, 2, 3, 5, 8, 17, 65, 260]:
        position = ff.Position(Flaky)
        Flaky.fail(error, calls)
        try:
            WORK[work](position)
        except type(error):
            failures += 1
            assert facts(position) == expected, f"after {calls} calls"
        Flaky.fail(None)
        assert SEARCH.run(ff.Position(Flaky)).score.win == 7, f"after {calls} calls"
    assert failures > 0 and ff.Position(Flaky).prove()


def test_positions_of_a_match_that_failed_are_right_too() -> None:
    seen: list[ff.Position] = []

    def fails(position: ff.Position) -> str:
        seen.append(position)
        if len(seen) == 5:
            raise KeyError
        return position.legal_moves[0]

    with pytest.raises(KeyError):
        ff.arena(Flaky, [fails, "random"])
    for position in seen:
        assert facts(position) == facts(ff.Position(Nim, str(position)))


def test_threads_share_a_position() -> None:
    position, expected = ff.Position(Nim), facts(ff.Position(Nim))
    with ThreadPoolExecutor(4) as threads:
        for _ in range(5):
            again = ff.Position(Nim)
            assert list(threads.map(facts, [position, again] * 4)) == [expected] * 8
    # Moves are all made, one after the other.
    heap = ff.Position(Nim((5, 5)))
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(heap.push, ["a5", "b5", "a4", "b4", "a3", "b3"]))
    assert len(heap.moves) == 6 and heap.state.heaps == (2, 2)
    assert [heap.pop() for _ in range(6)] and heap == ff.Position(Nim((5, 5)))


def test_what_a_search_calls_cannot_use_that_search() -> None:
    search = ff.Search(Nim)
    with pytest.raises(RuntimeError, match="at work"):
        search.run(ff.Position(Nim), progress=lambda found: search.clear())
    assert search.run(ff.Position(Nim)).score.win == 7


def test_texts_are_of_any_number_but_not_of_any_length() -> None:
    class Long(Nim):
        @property
        def legal_moves(self) -> list[str]:
            return ["a" * 63, "b" * 64]

    with pytest.raises(ValueError, match='"bbb.*" has 64 bytes: expected at most 63'):
        ff.Position(Long).analyse()
    assert ff.arena(Nim, [lambda position: "x" * 100, "random"], games=2).players[0].forfeited == 2

    class Named(Nim):
        players = ("red", "blue" * 20)

    with pytest.raises(ValueError, match="has 80 bytes"):
        ff.Position(Named)


def test_a_position_of_a_game_in_python_is_given_whole() -> None:
    for wrong in (lambda: ff.Position(Nim(), "3 3 blue"), lambda: ff.Position(Nim(), seed=1), lambda: ff.Position(Nim(), width=3)):  # type: ignore[call-overload]
        with pytest.raises(ValueError, match="alone"):
            wrong()
    with pytest.raises(ValueError, match="width"):
        ff.Position(Nim, width=3)  # type: ignore[call-overload]
