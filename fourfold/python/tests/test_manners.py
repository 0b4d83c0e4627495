"""What leaves a process, what is stopped, what is solved and written down."""

import asyncio
import copy
import pickle
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from nim import Nim

import fourfold as ff


def found_things() -> list[object]:
    position = ff.Position("collapsi", seed=5)
    found = position.analyse(lines=3)
    thought = ff.Bot("collapsi", "perfect").choose(position)
    return [found, found.lines[0], found.score, thought, position.solve(), ff.Position("connect-four").analyse(depth=3), ff.Score]


def test_what_is_found_pickles() -> None:
    for thing in found_things():
        assert pickle.loads(pickle.dumps(thing)) == copy.deepcopy(thing) == thing
    for score in (line.score for line in ff.Position("connect-four").analyse(depth=4, lines=7).lines):
        assert pickle.loads(pickle.dumps(score)) == score


def analysed(seed: int) -> tuple[ff.Analysis, ff.Thought]:
    position = ff.Position("collapsi", seed=seed)
    return position.analyse(), ff.Bot("collapsi", "perfect").choose(position)


def test_what_is_found_comes_back_from_other_processes() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for seed, (found, thought) in enumerate(pool.map(analysed, range(3))):
            here, chosen = analysed(seed)
            assert (found.lines, found.nodes, thought) == (here.lines, here.nodes, chosen)


def test_searches_and_bots_pickle_as_they_were_made() -> None:
    position, nim = ff.Position("collapsi", seed=5), ff.Position(Nim)
    for search, at in ((ff.Search("collapsi", lines=2, memory=1 << 18), position), (ff.Search(Nim, lines=2), nim)):
        again = pickle.loads(pickle.dumps(search))
        assert again.run(at).lines == search.run(at).lines and len(again.run(at).lines) == 2
    bot = ff.Bot("collapsi", "mcts", seed=3, nodes=40)
    again = pickle.loads(pickle.dumps(bot))
    assert again.choose(position) == bot.choose(position) and repr(again) == repr(bot)


def test_only_some_moves_are_searched() -> None:
    position = ff.Position("collapsi", seed=5)
    scores = ff.Search("collapsi").values(position)
    assert set(scores) == set(position.legal_moves)
    for moves in (["a1", "b2"], ["d4"]):
        for found in (position.analyse(moves=moves), ff.Search("collapsi").run(position, moves=moves)):
            assert found.move in moves and found.score == max(scores[move] for move in moves)
    with pytest.raises(ValueError, match="z9"):
        position.analyse(moves=["a1", "z9"])


@pytest.mark.parametrize("game", ["collapsi", "connect-four"])
def test_values_are_those_of_the_positions_after(game: str) -> None:
    chance = np.random.default_rng(2)
    search, compared = ff.Search(game), 0
    for seed in range(40):
        position = ff.Position(game, seed=seed)
        for _ in range({"collapsi": 3, "connect-four": 28}[game]):
            if not position.is_over:
                position.push(chance.choice(position.legal_moves))
        for move, score in search.values(position, nodes=20_000).items():
            after = position.copy()
            after.push(move)
            known = after.analyse(nodes=200_000)
            if known.proven:
                other, compared = known.score, compared + 1
                assert (score.win, score.loss) == (
                    None if other.loss is None else other.loss + 1, None if other.win is None else other.win + 1,
                )  # fmt: skip
    assert compared > 40
    assert len(ff.Search(game).values(ff.Position(game), nodes=50)) < len(ff.Position(game).legal_moves)


def test_a_search_is_stopped_by_another_thread() -> None:
    search, position = ff.Search("rolling-mountains"), ff.Position("rolling-mountains")
    search.stop()
    found: list[ff.Analysis] = []
    work = threading.Thread(target=lambda: found.append(search.run(position)))
    work.start()
    while work.is_alive():
        time.sleep(0.05)
        search.stop()
    assert found[0].lines and search.run(position, nodes=100).nodes <= 100


def test_a_cancelled_task_ends_its_search() -> None:
    search, position = ff.Search("rolling-mountains"), ff.Position("rolling-mountains")

    async def main() -> ff.Analysis:
        for pause in (0, 0.1):
            work = asyncio.create_task(search.run_async(position))
            await asyncio.sleep(pause)
            work.cancel()
            with pytest.raises(asyncio.CancelledError):
                await work
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(search.run_async(position), 0.1)
        return await search.run_async(position, nodes=100)

    started = time.monotonic()
    assert asyncio.run(main()).nodes <= 100 and time.monotonic() - started < 10


def test_the_solver_that_fits() -> None:
    found = ff.Position("collapsi", seed=5).solve()
    assert (found.by, found.winner, found.distance, found.score, found.positions) == ("search", "blue", 12, ff.Position("collapsi", seed=5).analyse().score, None)
    small = ff.Position("rolling-mountains", width=3, height=3, tiles=0, mountains=0, turn_limit=None)
    found = small.solve()
    assert (found.by, found.winner, found.score.value if found.score else None) == ("enumeration", None, 0) and found.positions and found.positions > 1000
    few = small.solve(positions=10, time=5)
    assert (few.by, few.winner, few.positions) == (None, None, None) and few.refused and repr(few) == "<unsolved>"
    assert small.solve(nodes=1000).by is None
    nim = ff.Position(Nim).solve()
    assert (nim.winner, nim.distance) == (ff.Position(Nim).turn, 7)


def test_games_are_written_and_read() -> None:
    position = ff.Position("collapsi", seed=5)
    for move in ("a1", "a2", "a4"):
        position.push(move)
    text = position.record(["me", "you"], Event="test")
    (record,) = ff.records(text)
    assert record.position == position and record.position.moves == position.moves and record.players == ["me", "you"]
    assert record.tags["Event"] == "test" and record.result == "*" and record.comments == [""] * 4
    assert [game.position.moves for game in ff.records(text + "\n" + text)] == [position.moves] * 2
    untagged = text.replace('[Game "collapsi"]\n', "")
    assert ff.records(untagged, "collapsi")[0].position == position
    for wrong, why in ((untagged, "no tag Game"), (text.replace("a4", "a1"), "a1"), ('[Game "chess"]\n\n*', "chess")):
        with pytest.raises(ValueError, match=why):
            ff.records(wrong)


def test_a_review_finds_the_mistake() -> None:
    position = ff.Position("collapsi", seed=5)
    scores = ff.Search("collapsi").values(position)
    good, bad = max(scores, key=scores.__getitem__), next(move for move in position.legal_moves if scores[move] < max(scores.values()))
    position.push(good)
    answers = ff.Search("collapsi").values(position)
    wrong = next(move for move, score in answers.items() if score.loss is not None and any(other.win for other in answers.values()))
    position.push(wrong)
    found = ff.review(position)
    assert [ply.move for ply in found.plies] == position.moves and found.worst and found.worst.move == wrong and found.worst.mark == "??"
    assert answers[found.worst.best[0]].win and found.accuracy[1] < 1 and bad and ff.review(position.record()) == found
    with pytest.raises(ValueError, match='^expected a tag Game, as in'):
        ff.review("garbage")


class Endless(Nim):
    """A long chain of plies, each with one move."""

    outcome, legal_moves = None, ["on"]  # type: ignore[assignment]

    def play(self, move: str) -> "Endless":
        return self


def test_copies_share_what_came_before() -> None:
    position = ff.Position("rolling-mountains")
    chance = np.random.default_rng(1)
    for _ in range(60):
        position.push(chance.choice(position.legal_moves[:8]))
    copied, moves = position.copy(), position.moves
    assert copied.pop() == moves[-1] and copied.pop() == moves[-2] and position.moves == moves and copied.moves == moves[:-2]
    copied.push(moves[-2])
    copied.push(moves[-1])
    assert copied == position == pickle.loads(pickle.dumps(position)) and copied.moves == moves
    endless = ff.Position(Endless)
    for _ in range(20_000):
        endless.push("on")
    assert len(endless.moves) == 20_000
    del endless


def test_values_of_first_moves_as_an_array() -> None:
    deals = ff.collapsi.deals(6, seed=2)
    squares = [f"{file}{rank}" for file in "abcd" for rank in "1234"]
    for rules in ("v1_1", "joker24"):
        for deal, row in zip(deals, ff.collapsi.moves(deals, rules, threads=2), strict=True):
            ranks = deal.reshape(4, 4).T[::-1]
            text = "/".join("".join("JA234"[card] for card in rank) for rank in ranks)
            scores = ff.Search("collapsi").values(ff.Position("collapsi", text, rules=rules))
            assert {square: int(worth) for square, worth in zip(squares, row, strict=True) if worth} == {
                move: score.win or -(score.loss or 0) for move, score in scores.items()
            }
