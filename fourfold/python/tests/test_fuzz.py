"""Any input gets an answer or an exception, never a panic; after an exception every value is right again.

FOURFOLD_EXAMPLES is how many examples a test takes, instead of the usual ones.
"""

import os
import pickle
import random
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as usual_settings
from hypothesis import strategies as st
from nim import Nim
from test_game import Flaky, facts

import fourfold as ff


def settings(max_examples: int) -> usual_settings:
    return usual_settings(max_examples=int(os.environ.get("FOURFOLD_EXAMPLES", max_examples)), deadline=None)


REFUSALS = (ValueError, IndexError, TypeError, OverflowError)
GAMES = st.sampled_from(ff.games())
WORDS = st.text(max_size=12) | st.sampled_from(["a1", "b2c", "pass", "end", "@a1", "L:n", "t:c3", "b2-c3", "a"])
NUMBERS = st.integers(-(2**70), 2**70) | st.integers(-2, 300)


@settings(max_examples=150)
@given(GAMES, st.text(max_size=60), st.dictionaries(WORDS, WORDS | st.integers(), max_size=2))
def test_positions(game: str, text: str, options: dict[str, object]) -> None:
    try:
        position = ff.Position(game, text, **options)
    except REFUSALS:
        return
    assert str(pickle.loads(pickle.dumps(position))) == str(position)


@settings(max_examples=150)
@given(GAMES, st.integers(0, 9), st.data())
def test_damaged_texts(game: str, seed: int, data: st.DataObject) -> None:
    text = str(ff.Position(game, seed=seed))
    at = data.draw(st.integers(0, len(text)))
    changed = text[:at] + data.draw(st.text("abrwJA1234/ -.,", max_size=3)) + text[data.draw(st.integers(at, len(text))) :]
    try:
        position = ff.Position(game, changed)
    except REFUSALS:
        return
    assert position.is_over or position.analyse(nodes=50).move in position.legal_moves
    position.svg(), position.observe(), position.mask()


@settings(max_examples=100)
@given(GAMES, st.lists(WORDS | NUMBERS, max_size=8))
def test_moves_and_actions(game: str, steps: list[str | int]) -> None:
    position = ff.Position(game)
    for step in steps:
        before = str(position), position.pointed
        try:
            position.push(step) if isinstance(step, str) else position.act(step)
        except REFUSALS:
            assert before == (str(position), position.pointed)


@settings(max_examples=100)
@given(NUMBERS, NUMBERS, st.floats() | st.integers(-9, 9), NUMBERS, NUMBERS)
def test_limits(depth: int, nodes: int, time: float, lines: int, memory: int) -> None:
    try:
        ff.Position("connect-four").analyse(depth=min(depth, 3), nodes=min(nodes, 100), time=time, lines=lines, memory=min(memory, 1 << 20))
    except REFUSALS:
        pass


@settings(max_examples=100)
@given(st.lists(NUMBERS | st.floats() | st.booleans(), max_size=4), st.lists(st.lists(st.integers(-1, 6), min_size=15, max_size=17), max_size=3))
def test_arrays(actions: list[int], deals: list[list[int]]) -> None:
    for work in (lambda: ff.Batch("compass", 2).step(actions), lambda: ff.collapsi.solve(deals), lambda: ff.collapsi.solve(np.array(actions))):
        try:
            work()
        except REFUSALS:
            pass


class Shared:
    """What steps are tried on; each step takes a number, of which it makes what it needs."""

    def __init__(self, game: str | type[ff.Game]) -> None:
        self.game, self.position = game, ff.Position(game)
        self.search, self.bots = ff.Search(game), [ff.Bot(game, kind) for kind in ("search", "mcts", "greedy", "random")]
        self.batch = None if game is Flaky else ff.Batch(str(game), 5, threads=3)

    def push(self, n: int) -> None:
        if moves := self.position.legal_moves:
            self.position.push(moves[n % len(moves)])

    def act(self, n: int) -> None:
        if actions := self.position.legal_actions:
            self.position.act(actions[n % len(actions)])

    def pop(self, n: int) -> None:
        self.position.pop()

    def copied(self, n: int) -> None:
        copied = self.position.copy()
        assert copied.copy() == copied == pickle.loads(pickle.dumps(copied))

    def analysed(self, n: int) -> None:
        self.position.analyse(nodes=n, lines=1 + n % 3, threads=1 + n % 2, progress=(lambda found: self.read(0)) if n % 5 == 0 else None)

    def proven(self, n: int) -> None:
        self.position.prove(nodes=n)

    def counted(self, n: int) -> None:
        self.position.perft(n % 3)

    def searched(self, n: int) -> None:
        if n % 7 == 0:
            self.search.clear()
        self.search.run(self.position, nodes=n)

    def chosen(self, n: int) -> None:
        if not self.position.is_over:
            self.bots[n % 4].choose(self.position, nodes=1 + n % 50)

    def read(self, n: int) -> None:
        position = self.position
        position.turn, position.points, position.task, position.winner, position.returns, position.mask(), position.observe(), position.svg(), position.rules

    def batched(self, n: int) -> None:
        if self.batch:
            self.batch.play_random(n % 20, seed=n)
            self.batch.step(self.batch.mask().argmax(axis=1))
            self.batch.observe(), self.batch.seats, self.batch[n % 5]

    def matched(self, n: int) -> None:
        ff.arena(self.game, [lambda position: position.legal_moves[0], "random"], games=2, seed=n, max_plies=20, threads=2)

    def checked(self, n: int) -> None:
        if self.game is Flaky:
            ff.check(Flaky, positions=10, seed=n)


STEPS = st.lists(st.tuples(st.sampled_from([name for name in vars(Shared) if name[0] != "_"]), st.integers(0, 500)), min_size=1, max_size=12)


class NotToday(Exception):
    """What a game raises."""


@settings(max_examples=15)
@given(STEPS, st.lists(st.integers(0, 60) | st.integers(0, 2000), min_size=12, max_size=12), st.sampled_from([NotToday, KeyboardInterrupt, MemoryError]))
def test_games_that_raise_at_random(steps: list[tuple[str, int]], calls: list[int], error: type[BaseException]) -> None:
    shared = Shared(Flaky)
    for (name, n), after in zip(steps, calls, strict=False):
        before = shared.position.moves, shared.position.pointed
        Flaky.fail(error(), after)
        try:
            getattr(shared, name)(n)
        except IndexError:
            assert name == "pop" and not before[0]
        except error:
            assert before == (shared.position.moves, shared.position.pointed)
        finally:
            Flaky.fail(None)
        fresh = ff.Position(Nim)
        for move in shared.position.moves:
            fresh.push(move)
        assert str(fresh) == str(shared.position)
        if not shared.position.pointed:
            assert facts(fresh) == facts(shared.position)
        score = fresh.analyse().score
        assert shared.search.run(shared.position).score == score
        if not fresh.is_over and score.win:
            assert shared.bots[0].choose(shared.position, nodes=1_000_000).score == score


def tried(work: Callable[[], object]) -> None:
    """Does work, which may be refused or interrupted. A panic is no exception that is known here."""
    try:
        work()
    except (*REFUSALS, KeyboardInterrupt, NotToday, RuntimeError) as error:
        assert not isinstance(error, RuntimeError) or "at work" in str(error)


@settings(max_examples=25)
@given(st.sampled_from([*ff.games(), Flaky]), STEPS, st.lists(STEPS, min_size=2, max_size=3))
def test_threads_share_everything(game: str | type[ff.Game], mine: list[tuple[str, int]], others: list[list[tuple[str, int]]]) -> None:
    shared = Shared(game)

    def run(steps: list[tuple[str, int]]) -> None:
        for name, n in steps:
            tried(lambda: getattr(shared, name)(n))  # noqa: B023

    with ThreadPoolExecutor(len(others)) as threads:
        done = [threads.submit(run, steps) for steps in others]
        run(mine)
        for other in done:
            other.result()
    fresh = ff.Position(game)
    for move in shared.position.moves:
        fresh.push(move)
    assert str(fresh) == str(shared.position) and fresh.legal_moves == shared.position.legal_moves


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such timer")
@settings(max_examples=40)
@given(st.sampled_from([*ff.games(), Flaky]), STEPS, st.integers(0, 2**32))
def test_signals_at_any_time(game: str | type[ff.Game], steps: list[tuple[str, int]], seed: int) -> None:
    shared, chance, armed = Shared(game), random.Random(seed), [False]

    def interrupt(number: int, frame: FrameType | None) -> None:
        if armed[0]:
            armed[0] = False
            raise KeyboardInterrupt

    def step(name: str, n: int) -> None:
        armed[0] = True
        signal.setitimer(signal.ITIMER_REAL, chance.choice([1e-5, 1e-4, 1e-3, 1e-2]) * chance.random() + 1e-6)
        try:
            getattr(shared, name)(n)
        finally:
            armed[0] = False

    earlier = signal.signal(signal.SIGALRM, interrupt)
    try:
        for name, n in steps:
            tried(lambda: step(name, n))  # noqa: B023
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)
    fresh = ff.Position(game)
    for move in shared.position.moves:
        fresh.push(move)
    assert str(fresh) == str(shared.position) and fresh.legal_moves == shared.position.legal_moves
    assert fresh.analyse(nodes=300).score == shared.position.analyse(nodes=300).score
