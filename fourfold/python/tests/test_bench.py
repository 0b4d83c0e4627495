"""Agents beside perfect play."""

import random
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


def test_programs_are_agents() -> None:
    program = str(Path(sys.executable).parent / "fourfold")
    with ff.Ugi([program, "ugi", "collapsi"], go="nodes 100") as agent:
        report = ff.bench(agent, deals=2, rules="v1_3")
    assert report.illegal == [] and report.thrown_away == 0
    with pytest.raises(RuntimeError, match="ended before"):
        ff.Ugi([sys.executable, "-c", "pass"])
