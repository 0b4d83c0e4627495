"""Positions in words, and moves read from replies: for language models."""

from __future__ import annotations

import inspect
import random
import re
import string
from collections.abc import Awaitable, Callable, Iterator
from typing import cast, overload

from ._fourfold import Position, rules
from .agents import Agent, AsyncAgent, Reply

TEMPLATE = """You play a game for {players} players. These are its rules.

{rules}
This is the position, as a board and as text:

{board}
{text}

{turn} is to move: {task}.
{legal}Which move is best? Think as long as you like, and end with one line of this form:
Move: the move"""

_COLOURS = ("red", "blue", "yellow", "green", "purple", "white", "black")
# The forms in which a reply names its move: the one that is asked for, and others that are usual.
_FORMS = re.compile(
    r"""\bmove["']?\s*(?:is)?\s*[:=]\s*([^\n,;}]+) | <answer>(.*?)</answer> | \\boxed\{(?:\\\w+\{)?([^{}]*)\} | \banswer["']?\s*[:=]\s*([^\n,;}]+)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_MARKS = " \t\r\n.!?\"'`*()[]{}<>$"


class _Cipher:
    """Other letters in positions and moves, and invented names for the game, the players and the colours."""

    def __init__(self, seed: int, position: Position) -> None:
        chance, letters = random.Random(seed), string.ascii_lowercase
        shuffled = "".join(chance.sample(letters, 26))
        self.pairs = ", ".join(f"{a} as {b}" for a, b in zip(letters, shuffled, strict=True))
        self._there = str.maketrans(letters + letters.upper(), shuffled + shuffled.upper())
        self._back = str.maketrans(shuffled + shuffled.upper(), letters + letters.upper())
        names = dict.fromkeys([*re.split("[ -]", position.game), *position.players, *_COLOURS])
        # The first letter stays, as it stands for the colour in texts.
        self._names = {name: name[0] + "".join(chance.choice("aeiou") + chance.choice("bdklmnprstv") for _ in "123") for name in names}

    def name(self, text: str) -> str:
        """The text with the invented names."""
        known = "|".join(map(re.escape, self._names))

        def invented(found: re.Match[str]) -> str:
            name = self._names[found[0].lower()]
            return name.capitalize() if found[0][0].isupper() else name

        return re.sub(rf"\b(?:{known})\b", invented, text, flags=re.IGNORECASE)

    def write(self, text: str) -> str:
        """A position or moves in cipher."""
        return self.name(text).translate(self._there)

    def read(self, text: str) -> str:
        return text.translate(self._back)


def prompt(position: Position, *, moves: bool = False, cipher: int | None = None) -> str:
    """A question about a position: the rules, the position, who is to move, and in which form to answer.

    With `moves` the legal moves are listed. With a `cipher`, a seed, the letters of positions and moves are exchanged, which
    the prompt tells, and the game, the players and the colours have invented names, so that what was once read
    about the game does not help.

    >>> from fourfold import Position
    >>> print(prompt(Position("collapsi", seed=5))[-97:])
    Which move is best? Think as long as you like, and end with one line of this form:
    Move: the move
    """
    own = position.state
    text = rules(type(own)) if own is not None else rules(position.game, **position.rules)
    code = _Cipher(cipher, position) if cipher is not None else None
    name, write = (code.name, code.write) if code else (_plain, _plain)
    key = ""
    if code:
        key = f"Below, positions and moves are in cipher, your answer too: {code.pairs}; capitals likewise.\n"
    return TEMPLATE.format(
        players=len(position.players),
        rules=name(text + "\n") + key,
        board=write(position.board()).rstrip("\n"),
        text=write(str(position)),
        turn=name(position.turn),
        task=name(position.task),
        legal=f"Legal moves: {write(' '.join(position.legal_moves))}\n" if moves else "",
    )


def read_move(position: Position, reply: str, *, cipher: int | None = None) -> str:
    """The move that a reply to a prompt names, "" if it names none.

    The last of the usual forms counts; else the last word that is a legal move, or else reads as a move.

    >>> from fourfold import Position
    >>> p = Position("collapsi", seed=5)
    >>> [read_move(p, reply) for reply in ("Not c3.\\nMove: **b2**", "<answer>b2</answer>", "I take b2.", "I give up.")]
    ['b2', 'b2', 'b2', '']
    """
    decode = _Cipher(cipher, position).read if cipher is not None else _plain
    named = ["".join(filter(None, found.groups())) for found in _FORMS.finditer(reply)]
    if named:
        words = named[-1].strip(_MARKS).split()
        return decode(words[0].strip(_MARKS)) if words else ""
    legal = position.legal_moves
    last = [decode(word) for word in _words(reply)]
    # A single letter is a move only as the last word: otherwise it is the article.
    likely = [word for i, word in enumerate(last) if len(word) > 1 or i == 0]
    for suits in (legal.__contains__, position.is_move):
        for word in filter(suits, likely):
            return word
    return ""


def in_cipher(position: Position, move: str, cipher: int | None) -> str:
    """A move as a reply to a prompt in cipher has it."""
    return _Cipher(cipher, position).write(move) if cipher is not None else move


def _plain(text: str) -> str:
    return text


def _words(reply: str) -> Iterator[str]:
    """The words of a reply from the last one on."""
    return (word for part in reversed(re.split(r"[\s,;]+", reply)) if (word := part.strip(_MARKS)))


@overload
def in_words(complete: Callable[[str], str], *, moves: bool = False, cipher: int | None = None) -> Agent: ...
@overload
def in_words(complete: Callable[[str], Awaitable[str]], *, moves: bool = False, cipher: int | None = None) -> AsyncAgent: ...
def in_words(
    complete: Callable[[str], str] | Callable[[str], Awaitable[str]], *, moves: bool = False, cipher: int | None = None
) -> Agent | AsyncAgent:
    """An agent of a function from text to text, such as a language model; of a coroutine function, one that is awaited.

    It is asked by `prompt`, and its reply is read by `read_move`.

    >>> from fourfold import Position
    >>> agent = in_words(lambda prompt: "Move: b2", cipher=1)
    >>> len(agent(Position("collapsi", seed=5)))
    2
    """

    def read(position: Position, reply: str) -> Reply:
        return Reply(read_move(position, reply, cipher=cipher), reply)

    if inspect.iscoroutinefunction(complete) or inspect.iscoroutinefunction(getattr(complete, "__call__", None)):
        later = cast(Callable[[str], Awaitable[str]], complete)

        async def awaited(position: Position) -> str:
            return read(position, await later(prompt(position, moves=moves, cipher=cipher)))

        return awaited
    now = cast(Callable[[str], str], complete)

    def agent(position: Position) -> str:
        return read(position, now(prompt(position, moves=moves, cipher=cipher)))

    return agent
