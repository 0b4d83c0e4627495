"""Fourfold as a data set of Reasoning Gym: after importing this, reasoning_gym.create_dataset("fourfold", track="collapsi").

A question is a position in which some legal move keeps the value and some loses it; an answer is a move, graded exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from ._fourfold import Position
from .bench import SPLITS, Question, Split, suite
from .prompts import in_cipher, prompt, read_move

try:
    from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
    from reasoning_gym.factory import ProceduralDataset, register_dataset
except ImportError as error:
    raise ImportError(f"{__name__} needs more packages: pip install fourfold[reasoning-gym]") from error

NAME = "fourfold"


@dataclass
class Config:
    """What is asked: a track of a suite, from a level to a level, and how."""

    track: str = "collapsi"
    suite: str = "v1"
    min_level: int = 1
    max_level: int = 5
    split: Split = "train"
    list_moves: bool = False
    cipher: bool = False
    """Another cipher for each question."""
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        assert self.split in SPLITS, f"split must be one of {SPLITS}"
        levels = len(suite(self.suite).track(self.track).levels)
        assert 1 <= self.min_level <= self.max_level, "min_level must be from 1 to max_level"
        self.max_level = min(self.max_level, levels)
        self.min_level = min(self.min_level, levels)


class Fourfold(ProceduralDataset):
    """The data set. A test of one seed never meets what another one trains on."""

    def __init__(self, config: Config) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._track = suite(config.suite).track(config.track)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        chance = Random(f"{self.seed} {idx}")
        level = chance.randint(self.config.min_level, self.config.max_level)
        question: Question = self._track.ask(level, idx, split=self.config.split, seed=self.seed or 0)[-1]
        cipher = chance.getrandbits(32) if self.config.cipher else None
        position = question.position
        return {
            "question": prompt(position, moves=self.config.list_moves, cipher=cipher),
            "answer": in_cipher(position, question.best[0], cipher),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "id": question.id,
                "game": question.game,
                "rules": dict(question.rules),
                "position": question.text,
                "cipher": cipher,
                "rewards": {move: question.reward(move) for move in question.scores},
                "difficulty": {"level": (self.config.min_level, self.config.max_level), "plies": question.plies, "luck": question.luck},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 of a best move, 0.9 of one that keeps the value, 0.1 of another legal one, 0.01 of an illegal one, 0 of none."""
        known = entry["metadata"]
        move = read_move(Position(known["game"], known["position"], **known["rules"]), answer or "", cipher=known["cipher"])
        return float(known["rewards"].get(move, 0.01 if move else 0.0))


class Curriculum(BaseCurriculum):
    """From the first level to the last."""

    def __init__(self) -> None:
        super().__init__("FourfoldCurriculum", Config)
        self._define_attributes(
            RangeAttributeDefinition(  # pyright: ignore[reportArgumentType]
                name="level",
                levels=[1, 2, 3, 4, 5],
                description="how far the end is, and how many moves are right",
                lower_field_name="min_level",
                upper_field_name="max_level",
            )
        )


register_dataset(NAME, Fourfold, Config, Curriculum)  # pyright: ignore[reportArgumentType]
