"""Agents beside perfect play."""

import asyncio
import hashlib
import json
import random
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import fourfold as ff
from fourfold.bench import LEVELS, SPLITS, Row, Suite, Track, split_of, worth
from fourfold.bench.score import mean, share

FEW = ff.bench.suite("v1").only(questions=2)
COLLAPSI = FEW.only("collapsi")


def first(position: ff.Position) -> str:
    return position.legal_moves[0]


def test_the_suite_is_the_one_that_its_hash_names() -> None:
    """Whatever changes a question changes its name: then the suite is another version."""
    assert ff.bench.suite("v1").hash == "98498d27c98f92e5"
    asked = [[question.id, question.text, question.best] for question in FEW.questions()]
    assert len({id for id, _, _ in asked}) == len(asked) == 2 * (5 + 2 + 5 + 2)
    assert hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:16] == "49d1028942423b10"
    others = [COLLAPSI, replace(FEW, prompt="?"), replace(FEW, scoring="?"), FEW.only(questions=3)]
    assert len({FEW.hash, *(other.hash for other in others)}) == 5
    with pytest.raises(ValueError, match="no suite 'v0': expected v1"):
        ff.bench.suite("v0")
    with pytest.raises(ValueError, match="no track chess: expected collapsi"):
        FEW.only("chess")


def test_questions_are_exact_and_of_their_level() -> None:
    tracks = {track.name: track for track in FEW.tracks}
    for question in FEW.questions():
        position, level = question.position, tracks[question.track.split("-before")[0].split("-after")[0]].levels[question.level - 1]
        assert set(question.scores) == set(position.legal_moves) and split_of(position) == question.split == "test"
        assert 0 < question.luck <= level.luck and level.plies[0] <= question.plies <= level.plies[1]
        for move, score in question.scores.items():
            after = position.copy()
            after.push(move)
            if question.game == "collapsi":
                assert not after.is_over or score.win == 1
                known = after.analyse().score
                assert (score.win, score.loss) == ((known.loss + 1, None) if known.loss is not None else (None, known.win + 1))
    table = ff.Tablebase(6)
    for question in FEW.only("collateral-checkers").questions():
        assert question.top == table.probe(question.position)


def test_parts_share_no_position_whatever_the_seeds() -> None:
    found = {split: {question.text for seed in (0, 1) for question in COLLAPSI.questions(split, seed=seed)} for split in SPLITS}
    assert all(len(texts) == 20 for texts in found.values()) and len(set().union(*found.values())) == 80
    positions = [ff.Position("collapsi", seed=seed) for seed in range(2000)]
    counts = [sum(split_of(position) == split for position in positions) / 2000 for split in SPLITS]
    assert all(abs(count - expected) < 0.03 for count, expected in zip(counts, (0.7, 0.1, 0.1, 0.1), strict=True))
    other = ff.Position("collapsi", str(positions[0]), rules="v1_3")
    assert split_of(other) == split_of(positions[0])
    with pytest.raises(ValueError, match="split='dev': expected train"):
        next(COLLAPSI.questions("dev"))  # type: ignore[arg-type]


def test_other_joker_rules_make_other_moves_right() -> None:
    questions = list(FEW.only("joker").questions())
    for before, after in zip(questions[::2], questions[1::2], strict=True):
        assert before.text == after.text and before.rules != after.rules and (before.track, after.track) == ("joker-before", "joker-after")
        assert not set(before.best) & set(after.kept)


def test_perfect_play_loses_nothing_and_other_play_something() -> None:
    perfect, some, none = (ff.bench.run(agent, COLLAPSI) for agent in ("perfect", first, lambda position: "z9"))
    assert perfect.kept and perfect.best and perfect.lost and some.kept and none.kept
    assert (perfect.kept.estimate, perfect.best.estimate, perfect.lost.estimate, none.kept.estimate) == (1.0, 1.0, 0.0, 0.0)
    assert 0 < some.kept.low < some.kept.estimate < some.kept.high < 1
    assert none.rows[0].why == '"z9" is not a square: expected a1 to d4' and none.count("illegal") == len(none.rows)
    assert list(perfect.levels) == [1, 2, 3, 4, 5] and list(perfect.tracks) == ["collapsi"] and 0 < perfect.luck < 0.6
    assert "level 5" in str(some) and str(some.kept) in str(some)


def test_rows_say_what_a_move_costs() -> None:
    question = next(question for question in COLLAPSI.questions() if question.level > 2 and len(question.kept) > len(question.best))

    def row(answer: str) -> Row:
        return Row.of("", question, answer, 0.5)

    best, kept = row(question.best[0]), row(next(move for move in question.kept if move not in question.best))
    lost = row(next(move for move in question.scores if move not in question.kept))
    assert (best.kept, best.best, best.lost) == (True, True, 0) and (kept.kept, kept.best) == (True, False) and kept.lost > 0
    assert (lost.kept, lost.lost, lost.status) == (False, 0, "legal")
    assert (row("").status, row("a9").status, row("").why) == ("no move", "illegal", "")
    assert [question.reward(each) for each in (best.answer, kept.answer, lost.answer, "a9", "")] == [1.0, 0.9, 0.1, 0.01, 0.0]
    assert Row.read(best.written()) == best and best.value == worth(question.top)


def test_intervals_are_right_19_times_in_20() -> None:
    chance = random.Random(1)
    for estimate, sample in ((share, lambda: chance.random() < 0.8), (mean, lambda: chance.random() * 1.6)):
        missed = 0
        for _ in range(1000):
            found = estimate([sample() for _ in range(60)])
            assert found
            missed += not found.low <= 0.8 <= found.high
        assert 20 <= missed <= 90
    assert share([]) is None and mean([1.0]) is None


def test_an_exception_loses_nothing_and_the_same_call_goes_on(tmp_path: Path) -> None:
    file, asked = tmp_path / "rows.jsonl", list[str]()

    def fails(position: ff.Position) -> str:
        asked.append(str(position))
        if len(asked) == 5:
            raise KeyError("mine")
        return first(position)

    with pytest.raises(KeyError, match="mine"):
        ff.bench.run(fails, COLLAPSI, file=file)
    assert len(file.read_text().splitlines()) == 4
    with file.open("a") as out:
        out.write('{"suite": "half a ro')
    report = ff.bench.run(fails, COLLAPSI, file=file)
    assert len(asked) == 5 + 6 and report.kept == ff.bench.run(first, COLLAPSI).kept
    assert [Row.read(line) for line in file.read_text().splitlines()] == sorted(report.rows, key=lambda row: [row.id for row in report.rows].index(row.id))
    assert len(ff.bench.run(fails, COLLAPSI, file=file).rows) == 10 and len(asked) == 11
    with pytest.raises(ValueError, match="rows of the suite"):
        ff.bench.run(first, FEW, file=file)
    shown = subprocess.run([sys.executable, "-m", "fourfold.bench", "show", str(file)], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == str(report)


def test_several_questions_at_a_time(tmp_path: Path) -> None:
    together, most, lock = [0], [0], threading.Lock()
    both = threading.Barrier(2, timeout=20)

    def agent(position: ff.Position) -> str:
        with lock:
            together[0] += 1
            most[0] = max(most[0], together[0])
        both.wait()
        with lock:
            together[0] -= 1
        return first(position)

    report, alone = ff.bench.run(agent, COLLAPSI, workers=2), ff.bench.run(first, COLLAPSI)
    assert most[0] == 2 and [replace(row, seconds=0) for row in report.rows] == [replace(row, seconds=0) for row in alone.rows]

    def fails(position: ff.Position) -> str:
        raise KeyError("mine")

    with pytest.raises(KeyError):
        ff.bench.run(fails, COLLAPSI, workers=3)


def test_only_some_questions_are_asked() -> None:
    hard = [question for question in COLLAPSI.questions() if question.level > 3]
    report = ff.bench.run("random", COLLAPSI, questions=hard)
    assert [row.id for row in report.rows] == [question.id for question in hard] and list(report.levels) == [4, 5]


def test_a_bot_answers_alike_in_any_order() -> None:
    one, other = (ff.bench.run("mcts:nodes=50", COLLAPSI, workers=workers) for workers in (1, 3))
    assert [row.answer for row in one.rows] == [row.answer for row in other.rows]


def test_what_is_no_text_is_no_answer() -> None:
    for answer in (None, ["a1"], 3, b"a1"):
        with pytest.raises(TypeError, match="expected the text of a move"):
            ff.bench.run(lambda position: answer, COLLAPSI)  # type: ignore[arg-type, return-value]  # noqa: B023


def test_coroutines_are_awaited() -> None:
    loops: set[object] = set()

    async def later(position: ff.Position) -> str:
        await asyncio.sleep(0)
        loops.add(asyncio.get_running_loop())
        return first(position)

    async def nothing(position: ff.Position) -> None:
        return None

    async def complete(prompt: str) -> str:
        return "Move: " + prompt.split("Legal moves: ")[1].split()[0]

    async def in_a_notebook() -> ff.bench.Report:
        return ff.bench.run(later, COLLAPSI)

    async def awaited() -> ff.bench.Report:
        return await ff.bench.run_async(later, COLLAPSI, workers=4)

    def answers(report: ff.bench.Report) -> list[str]:
        return [row.answer for row in report.rows]

    expected = answers(ff.bench.run(first, COLLAPSI))
    assert answers(ff.bench.run(later, COLLAPSI, workers=3)) == expected and len(loops) == 1, "one loop, as connections belong to one"
    assert answers(asyncio.run(in_a_notebook())) == answers(asyncio.run(awaited())) == expected
    words = ff.bench.run(ff.in_words(complete, moves=True), COLLAPSI)
    assert answers(words) == expected and words.rows[0].reply.startswith("Move: ")
    with pytest.raises(TypeError, match="the agent returned None"):
        ff.bench.run(nothing, COLLAPSI)  # type: ignore[arg-type]


def test_a_cancelled_task_keeps_its_rows(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"

    async def slow(position: ff.Position) -> str:
        if file.exists() and len(file.read_text().splitlines()) == 3:
            await asyncio.sleep(60)
        return first(position)

    async def cancelled() -> None:
        work = asyncio.create_task(ff.bench.run_async(slow, COLLAPSI, file=file, workers=1))
        while not file.exists() or len(file.read_text().splitlines()) < 3:
            await asyncio.sleep(0.01)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work

    asyncio.run(cancelled())
    assert len(file.read_text().splitlines()) == 3


def test_a_suite_of_ones_own() -> None:
    mine = Suite("mine", (Track("mine", "collapsi", {"rules": "v1_3"}, (6, 9), levels=LEVELS[:1], questions=3),), "as v1")
    assert all(question.plies <= 3 and question.rules == {"rules": "v1_3"} for question in mine.questions("train"))
    assert len(ff.bench.run("random", mine).rows) == 3


def test_the_command_line(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        few = ["--track", "collapsi", "--questions", "1"]
        done = subprocess.run([sys.executable, "-m", "fourfold.bench", *arguments, *few], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    (tmp_path / "mine.py").write_text("def agent(position): return position.legal_moves[0]")
    table = run("table", "random", "level:1").splitlines()
    assert table[0].startswith("suite v1 ") and table[-1].startswith("the best moves      1.000") and len(table) == 5
    assert "level 5" in run("ask", "mine:agent", "--python", "--workers", "2", "--file", "rows.jsonl")
    assert len((tmp_path / "rows.jsonl").read_text().splitlines()) == 5
    for wrong, says in ((["show", "mine.py"], "is no row of answers"), (["ask", "level:99"], "from 1 to 8"), (["table", "--track", "x"], "no track x")):
        done = subprocess.run([sys.executable, "-m", "fourfold.bench", *wrong], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 2 and says in done.stderr and "Traceback" not in done.stderr
    rows = [json.loads(line) for line in run("questions", "--split", "train").splitlines()]
    assert len(rows) == 5 and all(row["best"][0] in row["scores"] and row["position"] in row["prompt"] for row in rows)


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
    with ff.Ugi([program, "ugi", "collapsi"], go="nodes 5000") as agent:
        report = ff.bench.run(agent, COLLAPSI, workers=2)
    assert report.count("illegal") == report.count("no move") == 0 and report.kept and report.kept.estimate == 1
    with pytest.raises(RuntimeError, match="ended before"):
        ff.Ugi([sys.executable, "-c", "pass"])
