"""The benchmark as a task of Inspect: `inspect eval fourfold/v1 --model ... -T track=collapsi`."""

from __future__ import annotations

from ._fourfold import Position
from .bench import Question, Split, suite
from .prompts import prompt, read_move

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import TaskState, generate
except ImportError as error:
    raise ImportError(f"{__name__} needs more packages: pip install fourfold[inspect]") from error


@task
def v1(
    track: str | None = None,
    split: Split = "test",
    seed: int = 0,
    questions: int | None = None,
    list_moves: bool = False,
    cipher: int | None = None,
) -> Task:
    """All questions of the suite v1 or of a track, or so many of each level."""
    chosen = suite("v1").only(*([track] if track else []), questions=questions)
    asked = chosen.questions(split, seed=seed)
    samples = [_sample(question, list_moves, cipher) for question in asked]
    return Task(dataset=MemoryDataset(samples, name=f"fourfold {chosen.name} {chosen.hash}"), solver=generate(), scorer=exact())


def _sample(question: Question, list_moves: bool, cipher: int | None) -> Sample:
    known = {"track": question.track, "level": question.level, "game": question.game, "rules": dict(question.rules)}
    known |= {"position": question.text, "cipher": cipher, "rewards": {move: question.reward(move) for move in question.scores}}
    return Sample(input=prompt(question.position, moves=list_moves, cipher=cipher), target=question.best, id=question.id, metadata=known)


@scorer(metrics={"*": [mean(), stderr()]})
def exact() -> Scorer:
    """Whether the move keeps the value, and is a best one; whether there is none, or an illegal one."""

    async def score(state: TaskState, target: Target) -> Score:
        known = state.metadata
        position = Position(known["game"], known["position"], **known["rules"])
        move = read_move(position, state.output.completion, cipher=known["cipher"])
        reward = known["rewards"].get(move, 0.0)
        value = {"kept": reward >= 0.9, "best": reward == 1.0, "illegal": bool(move) and reward == 0.0, "no_move": not move}
        return Score(value={name: float(is_so) for name, is_so in value.items()}, answer=move)

    return score
