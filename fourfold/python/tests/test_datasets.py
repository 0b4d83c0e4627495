"""Reasoning Gym and Inspect, parquet, and all deals of Collapsi."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fourfold as ff


def test_reasoning_gym_grades_exactly() -> None:
    gym = pytest.importorskip("reasoning_gym")
    from fourfold import reasoning_gym as _  # registers

    for options in ({}, {"cipher": True}, {"track": "connect-four", "max_level": 1}, {"track": "joker"}):
        data = gym.create_dataset("fourfold", size=6, seed=3, **{"max_level": 3, **options})
        again = gym.create_dataset("fourfold", size=6, seed=3, **{"max_level": 3, **options})
        assert [entry["question"] for entry in data] == [again[i]["question"] for i in range(6)]
        for entry in data:
            known = entry["metadata"]
            position = ff.Position(known["game"], known["position"], **known["rules"])
            assert data.score_answer(f"Move: {entry['answer']}", entry) == data.score_answer(entry["answer"], entry) == 1.0
            grades = [data.score_answer("Move: " + ff.in_cipher(position, move, known["cipher"]), entry) for move in position.legal_moves]
            assert grades == [known["rewards"][move] for move in position.legal_moves] and 0.1 in grades and 1.0 in grades
            assert (data.score_answer(None, entry), data.score_answer("", entry), data.score_answer("Move: z9", entry)) == (0.0, 0.0, 0.01)


def test_reasoning_gym_parts_and_levels() -> None:
    gym = pytest.importorskip("reasoning_gym")
    from fourfold.reasoning_gym import Curriculum

    found: dict[str, set[str]] = {}
    for split in ("train", "validation", "test", "held-out"):
        sets = [gym.create_dataset("fourfold", size=10, seed=seed, split=split, max_level=3) for seed in (1, 2)]
        found[split] = {entry["metadata"]["position"] for data in sets for entry in data}
    assert len(set().union(*found.values())) == sum(map(len, found.values())) == 80
    curriculum = Curriculum()
    curriculum.increment_attr_level("level")
    config: Any = curriculum.generate_configuration({"seed": 1, "size": 5})
    assert (config.min_level, config.max_level) == (1, 2)
    with pytest.raises(AssertionError, match="min_level"):
        gym.create_dataset("fourfold", min_level=4, max_level=2)
    with pytest.raises(ValueError, match="no track chess"):
        gym.create_dataset("fourfold", track="chess")


def test_inspect_scores_a_model(tmp_path: Path) -> None:
    inspect = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from fourfold.inspect_ai import v1

    questions = list(ff.bench.suite("v1").only("collapsi", questions=1).questions())
    wrong = next(move for move in questions[2].scores if questions[2].reward(move) == 0.1)
    replies = [f"Move: {questions[0].best[0]}", "no idea", f"Move: {wrong}", "Move: z9", f"Move: {questions[4].best[0]}"]
    outputs = [ModelOutput.from_content("mockllm/model", reply) for reply in replies]
    for output in outputs:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else it counts them by a file from the network
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect.eval(v1(track="collapsi", questions=1), model=model, display="none", log_dir=str(tmp_path), max_samples=1)
    assert log.status == "success" and log.results
    found = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert found == {"kept": 0.4, "best": 0.4, "illegal": 0.2, "no_move": 0.2}
    assert log.eval.dataset.sample_ids == [question.id for question in questions]


def test_inspect_finds_the_task_by_its_name(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    command = [sys.executable, "-m", "inspect_ai", "eval", "fourfold/v1", "-T", "track=collapsi", "-T", "questions=1"]
    command += ["--model", "mockllm/model", "--display", "none", "--log-dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and list(tmp_path.glob("*_v1_*.eval")), done.stdout + done.stderr


def test_columns_are_tables_of_arrow(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = ff.Tablebase(6).columns(50)
    report = ff.bench.run("random", ff.bench.suite("v1").only("collapsi", questions=1))
    for name, table in {"endings": arrow.table(columns), "rows": arrow.table(report.columns())}.items():
        parquet.write_table(table, tmp_path / name)
        assert parquet.read_table(tmp_path / name).equals(table)


def test_all_deals_of_collapsi() -> None:
    lengths = ff.collapsi.survey(threads=2)
    assert lengths.shape == (2, 47_297_250) and lengths.dtype == np.uint8
    assert [round(float((row % 2).mean()), 3) for row in lengths] == [0.375, 0.777]
    numbers = np.random.default_rng(1).integers(lengths.shape[1], size=200)
    for row, rules in zip(lengths, ("v1_1", "v1_3"), strict=True):
        winners, plies = ff.collapsi.solve(ff.collapsi.deals_of(numbers), rules)
        assert np.array_equal(row[numbers], plies) and np.array_equal(winners, 1 - plies % 2)
    deals = ff.collapsi.deals_of([0, 1, lengths.shape[1] - 1])
    assert (deals[:, 3] == 0).all() and deals[0].tolist() == [0, 1, 1, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4] and sorted(map(tuple, deals.tolist())) == list(map(tuple, deals.tolist()))
    with pytest.raises(ValueError, match="number 1 is 47297250"):
        ff.collapsi.deals_of([0, lengths.shape[1]])
