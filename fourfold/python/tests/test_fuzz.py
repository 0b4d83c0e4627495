"""Any input gets an answer or an exception, never a panic."""

import pickle

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import fourfold as ff

REFUSALS = (ValueError, IndexError, TypeError, OverflowError)
GAMES = st.sampled_from(ff.games())
WORDS = st.text(max_size=12) | st.sampled_from(["a1", "b2c", "pass", "end", "@a1", "L:n", "t:c3", "b2-c3", "a"])
NUMBERS = st.integers(-(2**70), 2**70) | st.integers(-2, 300)


@settings(max_examples=150, deadline=None)
@given(GAMES, st.text(max_size=60), st.dictionaries(WORDS, WORDS | st.integers(), max_size=2))
def test_positions(game: str, text: str, options: dict[str, object]) -> None:
    try:
        position = ff.Position(game, text, **options)
    except REFUSALS:
        return
    assert str(pickle.loads(pickle.dumps(position))) == str(position)


@settings(max_examples=150, deadline=None)
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


@settings(max_examples=100, deadline=None)
@given(GAMES, st.lists(WORDS | NUMBERS, max_size=8))
def test_moves_and_actions(game: str, steps: list[str | int]) -> None:
    position = ff.Position(game)
    for step in steps:
        before = str(position), position.pointed
        try:
            position.push(step) if isinstance(step, str) else position.act(step)
        except REFUSALS:
            assert before == (str(position), position.pointed)


@settings(max_examples=100, deadline=None)
@given(NUMBERS, NUMBERS, st.floats() | st.integers(-9, 9), NUMBERS, NUMBERS)
def test_limits(depth: int, nodes: int, time: float, lines: int, memory: int) -> None:
    try:
        ff.Position("connect-four").analyse(depth=min(depth, 3), nodes=min(nodes, 100), time=time, lines=lines, memory=min(memory, 1 << 20))
    except REFUSALS:
        pass


@settings(max_examples=100, deadline=None)
@given(st.lists(NUMBERS | st.floats() | st.booleans(), max_size=4), st.lists(st.lists(st.integers(-1, 6), min_size=15, max_size=17), max_size=3))
def test_arrays(actions: list[int], deals: list[list[int]]) -> None:
    for work in (lambda: ff.Batch("compass", 2).step(actions), lambda: ff.collapsi.solve(deals), lambda: ff.collapsi.solve(np.array(actions))):
        try:
            work()
        except REFUSALS:
            pass
