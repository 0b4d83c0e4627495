"""Searches, bots, proofs, and solved deals."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import numpy.typing as npt
import pytest

import fourfold as ff


def test_scores_are_ordered() -> None:
    lines = ff.Position("collapsi", seed=5).analyse(lines=16).lines
    scores = [line.score for line in lines]
    assert all(line.proven for line in lines) and scores == sorted(scores, reverse=True)
    assert (scores[0].win, scores[0].value, scores[-1].loss) == (None, None, scores[-1].loss)
    assert scores[0].loss == 12 and str(scores[0]) == "loss in 12" and len(set(scores)) > 1


def test_limits_are_kept_and_depths_reported() -> None:
    position = ff.Position("collateral-checkers")
    assert position.analyse(nodes=5000).nodes <= 5000
    depths: list[int] = []
    found = position.analyse(depth=3, progress=lambda found: depths.append(found.depth))
    assert found.depth == 3 and depths == sorted(depths) and depths[-1] == 3
    started = time.monotonic()
    position.analyse(time=0.1, threads=2)
    assert time.monotonic() - started < 5


def test_what_a_callback_raises_ends_the_search() -> None:
    def stop(found: ff.Analysis) -> None:
        raise KeyError(found.depth)

    with pytest.raises(KeyError):
        ff.Position("collateral-checkers").analyse(progress=stop)


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("work", ["analyse", "prove", "perft", "mcts", "random", "deals", "batch"])
def test_ctrl_c_stops(work: str) -> None:
    position = ff.Position("rolling-mountains")
    batch = ff.Batch("connect-four", 8)
    jobs = {
        "analyse": position.analyse,
        "prove": position.prove,
        "perft": lambda: position.perft(30),
        "mcts": lambda: ff.Bot("rolling-mountains").choose(position, nodes=10**12),
        "random": lambda: batch.play_random(10**12),
        "deals": lambda: ff.collapsi.deals(10**8),
        "batch": lambda: ff.Batch("rolling-mountains", 10**7),
    }
    sent: list[float] = []

    def interrupt() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.3, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        jobs[work]()
    assert time.monotonic() - sent[0] < 2, "some 20 ms, on a machine with nothing else to do"


@pytest.mark.parametrize("nodes", [1000, 9000])
def test_python_runs_while_a_search_does(nodes: int) -> None:
    position, over, turns = ff.Position("rolling-mountains"), threading.Event(), [0]

    def count() -> None:
        while not over.is_set():
            turns[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    interval = sys.getswitchinterval()
    # So long that a thread gets its turn only where another one lets go.
    sys.setswitchinterval(10)
    try:
        before = turns[0]
        # One is enough, but for a busy machine.
        for _ in range(50):
            position.analyse(nodes=nodes)
            if turns[0] > before + 10:
                break
        assert turns[0] > before + 10
    finally:
        sys.setswitchinterval(interval)
        over.set()
        thread.join()


def test_the_first_array_can_be_interrupted() -> None:
    code = """
import signal, sys
sys.setprofile(lambda frame, event, argument: signal.raise_signal(signal.SIGINT) if "numpy" in frame.f_code.co_filename else None)
try:
    import fourfold
except KeyboardInterrupt:
    print("interrupted", end="")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("interrupted", "")


def test_a_search_keeps_its_table() -> None:
    search, position = ff.Search("connect-four"), ff.Position("connect-four")
    first = search.run(position, depth=9).nodes
    assert search.run(position, depth=9).nodes < first / 2
    search.clear()
    assert search.run(position, depth=9).nodes == first


def test_short_and_long_searches_agree() -> None:
    position = ff.Position("collateral-checkers")
    here, there = position.analyse(nodes=9_000), position.analyse(nodes=9_000, progress=lambda found: None)
    assert (here.line, here.nodes, here.depth) == (there.line, there.nodes, there.depth)


@pytest.mark.parametrize("kind", ["search", "mcts", "greedy", "random"])
def test_bots_play_legal_moves(kind: str) -> None:
    for game in ff.games():
        position, bot = ff.Position(game, seed=1), ff.Bot(game, kind, seed=1)
        for _ in range(3):
            position.push(bot.choose(position, nodes=20).move)


def test_proofs_agree_with_the_solver() -> None:
    for seed in range(5):
        position = ff.Position("collapsi", seed=seed)
        for _ in range(6):
            position.push(position.analyse().move or "")
        assert position.prove() == (position.analyse().score.win is not None)
        assert position.prove("red") != position.prove("blue")
    assert ff.Position("connect-four").prove(nodes=10) is None


def text_of(deal: npt.NDArray[np.uint8]) -> str:
    """The text of a position: ranks from the top, red on the first joker, blue on the other."""
    cards = ["JA234"[card] for card in deal]
    ranks = "/".join("".join(cards[rank::4]) for rank in (3, 2, 1, 0))
    return ranks.replace("J", "jr", 1).replace("J", "Jb").replace("j", "J") + " r"


def test_deals_are_solved_alike_by_any_number_of_threads() -> None:
    deals = ff.collapsi.deals(300, seed=9)
    winners, lengths = ff.collapsi.solve(deals, "v1_3", threads=3)
    for other in (deals.astype(np.int64), deals.tolist(), np.asfortranarray(deals)):
        assert all(np.array_equal(a, b) for a, b in zip(ff.collapsi.solve(other, "v1_3"), (winners, lengths), strict=True))
    for deal, winner, length in zip(deals[:20], winners, lengths, strict=False):
        score = ff.Position("collapsi", text_of(deal), rules="v1_3").analyse().score
        assert length == (score.win or score.loss) and winner == (score.win is None)
    assert 0.6 < (winners == 0).mean() < 0.9, "77.7 % of all deals"


def test_perft() -> None:
    assert ff.Position("connect-four").perft(6) == 117_649
