"""The benchmark on the command line: `python -m fourfold.bench ask level:4`, `... table`, `... show FILE`, `... questions`."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path
from typing import cast

from ..agents import Agent
from ..prompts import prompt
from .run import run
from .score import Report, Row
from .suite import SPLITS, Suite, suite

BASELINES = ("random", "level:1", "level:2", "level:4", "level:8", "mcts:nodes=100", "mcts:nodes=1000", "search:nodes=10000")


def _table(of: Suite, options: argparse.Namespace) -> None:
    """A row for each baseline; the last one answers by the scores themselves, as a check of the scoring."""
    questions = list(of.questions(options.split, seed=options.seed))
    best = {question.text + str(question.rules): question.best[0] for question in questions}
    agents: dict[str, Agent | str] = {name: name for name in options.agents or BASELINES}
    agents["the best moves"] = lambda position: best[str(position) + str(position.rules)]
    first = True
    for name, agent in agents.items():
        report = run(agent, of, questions=questions, workers=options.workers)
        tracks = {track: part.kept for track, part in report.tracks.items()}
        if first:
            print(f"suite {of.name} {of.hash}, {options.split}, seed {options.seed}, {len(report.rows)} questions; random play is expected to keep {report.luck:.3f}")
            print(f"{'':20}{'value kept':26}{'best move':26}{'plies lost':24}" + "".join(f"{track:>21}" for track in tracks))
        first = False
        cells = "".join(f"{kept.estimate:>21.3f}" for kept in tracks.values() if kept)
        print(f"{name:20}{report.kept or '-'!s:26}{report.best or '-'!s:26}{report.lost or '-'!s:24}{cells}", flush=True)


def _ask(of: Suite, options: argparse.Namespace) -> None:
    agent: Agent | str = options.agent
    if options.python:
        module, _, name = options.agent.partition(":")
        found = getattr(import_module(module), name, None)
        if not callable(found):
            raise ValueError(f"{options.agent} is no function: expected one of a module, as my_module:agent")
        agent = cast(Agent, found)
    print(f"suite {of.name} {of.hash}, {options.split}, seed {options.seed}")
    print(run(agent, of, split=options.split, seed=options.seed, file=options.file, workers=options.workers))


def _questions(of: Suite, options: argparse.Namespace) -> None:
    for question in of.questions(options.split, seed=options.seed):
        scores = {move: [score.win, score.loss] for move, score in question.scores.items()}
        print(json.dumps({
            "id": question.id, "track": question.track, "level": question.level, "game": question.game, "rules": question.rules,
            "position": question.text, "prompt": prompt(question.position), "best": question.best, "kept": question.kept, "scores": scores,
        }, ensure_ascii=False))  # fmt: skip


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m fourfold.bench", description="The moves of an agent beside perfect play.")
    commands = parser.add_subparsers(dest="command", required=True)
    ask = commands.add_parser("ask", help="ask an agent all questions")
    ask.add_argument("agent", help='a player, as "level:4" or "ugi:./engine"; with --python a function, as "my_module:agent"')
    ask.add_argument("--python", action="store_true", help="the agent is a function")
    ask.add_argument("--file", help="where rows are written as they come; the same command goes on")
    table = commands.add_parser("table", help="ask the baselines, a line each")
    table.add_argument("agents", nargs="*", help=f"players, by default {', '.join(BASELINES)}")
    questions = commands.add_parser("questions", help="print the questions, with prompts and scores, as lines of JSON")
    for command in (ask, table, questions):
        command.add_argument("--suite", default="v1")
        command.add_argument("--track", action="append", default=[], help="only this track")
        command.add_argument("--questions", type=int, help="this number of questions of a level")
        command.add_argument("--split", choices=SPLITS, default="test")
        command.add_argument("--seed", type=int, default=0)
        command.add_argument("--workers", type=int, default=1, help="how many questions are asked at a time")
    show = commands.add_parser("show", help="the report on a file of rows")
    show.add_argument("file", type=Path)
    options = parser.parse_args()
    try:
        if options.command == "show":
            print(Report.of(map(Row.read, options.file.read_text(encoding="utf-8").splitlines())))
            return
        of = suite(options.suite)
        if options.track or options.questions is not None:
            of = of.only(*options.track, questions=options.questions)
        {"ask": _ask, "table": _table, "questions": _questions}[options.command](of, options)
    except (ImportError, OSError, ValueError) as error:
        if getattr(options, "python", False):
            raise  # The function may have raised it.
        parser.error(str(error))


if __name__ == "__main__":
    main()
