"""Agents beside perfect play."""

import asyncio
import random
import re
import sys
from pathlib import Path

import pytest

import fourfold as ff
from fourfold.bench import Ratio


def test_perfect_play_loses_nothing_and_other_play_something() -> None:
    search = ff.Search("collapsi")
    perfect = ff.bench(lambda position: search.run(position).move or "", deals=10)
    first = ff.bench(lambda position: position.legal_moves[0], deals=10)
    wrong = ff.bench(lambda position: "z9", deals=10)
    assert perfect.games == first.games == 10 and perfect.asked == first.asked == len(wrong.illegal)
    kept, some, none = perfect.kept.share(), first.kept.share(), wrong.kept.share()
    assert kept and some and none
    assert (kept.estimate, kept.high, none.estimate) == (1.0, 1.0, 0.0) and 0 < some.low < some.estimate < some.high < 1
    best, plies = perfect.best.share(), perfect.plies.mean()
    assert best and plies and (best.estimate, plies.estimate) == (1.0, 0.0)
    assert perfect.thrown_away == 0 < first.thrown_away < first.wins == wrong.thrown_away
    position, answer, why = wrong.illegal[0]
    assert (answer, why) == ("z9", '"z9" is not a square: expected a1 to d4') and ff.Position("collapsi", position)
    assert "illegal moves     0 of" in str(first) and str(some) in str(first)


def test_intervals_allow_for_dependent_decisions() -> None:
    """Of games whose decisions are right with a chance of 0.6 or 1, so 0.8 on average, one interval in twenty misses that."""
    chance = random.Random(1)
    for games in (40, 100):
        missed = [0, 0]
        for _ in range(1000):
            ratio = Ratio()
            for _ in range(games):
                decisions, right = chance.randint(1, 9), chance.choice((0.6, 1.0))
                ratio.pairs.append((sum(chance.random() < right for _ in range(decisions)), decisions))
            for i, found in enumerate((ratio.share(), ratio.mean())):
                assert found
                missed[i] += not found.low <= 0.8 <= found.high
        assert all(25 <= count <= 90 for count in missed), missed


def test_the_end_of_other_games_is_solved() -> None:
    report = ff.bench(lambda position: position.legal_moves[0], "connect-four", deals=4, openings=30)
    assert report.games + report.skipped == 4 and report.games > 0
    assert ff.bench(lambda position: "a", "connect-four", deals=2, nodes=100).skipped == 2
    with pytest.raises(ValueError, match="for two players"):
        ff.bench(lambda position: "", "rolling-mountains", players=4)


def test_language_models_are_asked_in_words_and_in_cipher() -> None:
    prompts: list[str] = []

    def complete(prompt: str) -> str:
        prompts.append(prompt)
        legal = [line for line in prompt.splitlines() if line.startswith("legal moves: ")]
        return f"I would play {legal[0].split()[2]}." if legal else "no idea"

    position = ff.Position("collapsi", seed=5)
    assert ff.in_words(complete, moves=True)(position) == position.legal_moves[0]
    assert str(position) in prompts[0] and position.task in prompts[0]
    assert ff.in_words(complete, moves=True, cipher=3)(position) == position.legal_moves[0]
    assert str(position) not in prompts[1] and "a as " in prompts[1]
    assert ff.in_words(complete)(position) == "idea"
    assert ff.in_words(lambda prompt: "")(position) == ""


def test_what_is_no_text_is_no_answer() -> None:
    for answer in (None, ["a1"], 3, b"a1"):
        with pytest.raises(TypeError, match=f"the agent returned {re.escape(repr(answer))}: expected the text of a move"):
            ff.bench(lambda position: answer, deals=1)  # type: ignore[arg-type, return-value]  # noqa: B023

    def fails(position: ff.Position) -> str:
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        ff.bench(fails, deals=1)


def test_coroutines_are_awaited() -> None:
    loops: set[object] = set()

    async def first(position: ff.Position) -> str:
        await asyncio.sleep(0)
        loops.add(asyncio.get_running_loop())
        return position.legal_moves[0]

    async def nothing(position: ff.Position) -> None:
        return None

    async def complete(prompt: str) -> str:
        return f"I walk to {prompt.split('legal moves: ')[1].split()[0]}."

    async def in_a_notebook() -> ff.Report:
        return ff.bench(first, deals=3)

    expected = ff.bench(lambda position: position.legal_moves[0], deals=3)
    assert ff.bench(first, deals=3) == expected and len(loops) == 1, "one loop, as connections belong to one"
    assert asyncio.run(in_a_notebook()) == expected == ff.bench(ff.in_words(complete, moves=True), deals=3)
    with pytest.raises(TypeError, match="the agent returned None"):
        ff.bench(nothing, deals=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["collapsi", "connect-four"])
def test_questions_are_of_no_deal_that_is_trained_on(game: str) -> None:
    def asked(seed: int) -> set[str]:
        found: list[str] = []
        ff.bench(lambda position: found.append(str(position)) or position.legal_moves[0], game, deals=40, seed=seed, openings=24 * (game != "collapsi"))
        return set(found)

    def dealt(seed: int) -> set[str]:
        batch = ff.Batch(game, 100, seed=seed)
        return {str(batch[i]) for i in range(100)} | {str(ff.Position(game, seed=seed + i)) for i in range(100)}

    questions = [asked(seed) for seed in (0, 1)]
    assert min(map(len, questions)) > 40 and questions[0].isdisjoint(questions[1])
    assert all(one.isdisjoint(dealt(seed)) for one in questions for seed in (0, 1))


SAYS = """
import sys
for line in sys.stdin:
    if line.strip() == "ugi": print("ugiok", flush=True)
    if line.strip() == "isready": print({ready!r}, flush=True)
    if line.startswith("go"): print({go!r}, flush=True)
"""


def test_programs_that_fail_are_no_agents() -> None:
    position = ff.Position("collapsi", seed=5)

    def ask(ready: str, go: str) -> str:
        with ff.Ugi([sys.executable, "-c", SAYS.format(ready=ready, go=go)], timeout=2) as agent:
            return agent(position)

    assert ask("readyok", "info nodes 3\nbestmove a1") == "a1" and ask("readyok", "bestmove") == ""
    with pytest.raises(TimeoutError, match="did not say 'readyok' within 2 seconds"):
        ask("", "bestmove a1")
    with pytest.raises(TimeoutError, match="'bestmove'"):
        ask("bestmove b1\nreadyok", "info nodes 3")
    with pytest.raises(ValueError, match="says: no such board"):
        ask("info string error: no such board", "bestmove a1")
    with pytest.raises(TimeoutError, match="'ugiok'"):
        ff.Ugi([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.2)
    program = str(Path(sys.executable).parent / "fourfold")
    with ff.Ugi([program, "ugi", "compass"]) as agent, pytest.raises(ValueError, match="says: .*rules"):
        agent(position)


def test_programs_are_agents() -> None:
    program = str(Path(sys.executable).parent / "fourfold")
    with ff.Ugi([program, "ugi", "collapsi"], go="nodes 100") as agent:
        report = ff.bench(agent, deals=2, rules="v1_3")
    assert report.illegal == [] and report.thrown_away == 0
    with pytest.raises(RuntimeError, match="ended before"):
        ff.Ugi([sys.executable, "-c", "pass"])


def test_a_game_that_comes_again_is_asked_once() -> None:
    small = {"width": 3, "height": 3, "tiles": 0, "mountains": 0, "turn_limit": 2}
    with pytest.warns(UserWarning, match="only 1 of 5 games are different"):
        report = ff.bench(lambda position: position.legal_moves[0], "rolling-mountains", deals=5, plies=1, **small)
    assert (report.games, report.repeated, report.asked) == (1, 4, 1)
    assert "1 of 5 games are different" in str(report)
