"""The classes in Rust. Bad input is a ValueError with the text of the library."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, ClassVar, Literal, Self, TypeVar, final, overload

import numpy as np
import numpy.typing as npt

from .game import Game

__version__: str

_Planes = TypeVar("_Planes", npt.NDArray[np.float32], npt.NDArray[np.uint8])

def games() -> list[str]:
    """The names of the games."""

def check(game: type[Game], *, positions: int = 500, seed: int = 0) -> int:
    """Checks that a game in Python keeps the laws; returns on how many of its positions. A ValueError says which law is broken, and where."""

def deals(count: int, *, seed: int = 0) -> npt.NDArray[np.uint8]:
    """Deals of Collapsi, no deal that another seed has: uint8, (count, 16), 0 for a joker, 1 to 4 for the others, by squares a1, a2 to d4."""

def solve(deals: npt.ArrayLike, rules: str = "v1_1", *, threads: int = 1) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Who wins each deal of Collapsi, and in how many plies: two arrays uint8, (count,), the seat of the winner and the length."""

def moves(deals: npt.ArrayLike, rules: str = "v1_1", *, threads: int = 1) -> npt.NDArray[np.int8]:
    """What each first move of each deal is worth: int8, (count, 16), by the square where it ends, as the cards lie; 5 is a win in 5 plies, -4 a loss in 4, 0 no move."""

def survey(*rules: str, threads: int = 1) -> npt.NDArray[np.uint8]:
    """The plies with best play of all deals of Collapsi with red's joker on a4, by each of the rules, by default v1_1 and v1_3: uint8, (rules, 47297250).

    Red wins those of odd length. The deal of a number is `deals_of(number)`. It takes seconds, and 1.5 GB of memory meanwhile.
    """

def deals_of(numbers: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """The deals of these numbers in a survey: uint8, (count, 16), as of `deals`."""

def rules(game: str | type[Game], **options: Any) -> str:
    """The rules of a game in words, a position of it as a board, how moves are written, and the rule options; of a class its docstring."""

def records(text: str, game: str | None = None) -> list[Record]:
    """The games of a text, as of `fourfold arena --out` or `Position.record`; the game is that of the tag Game, or the one that is named."""

def main(arguments: Sequence[str]) -> int:
    """Runs the program `fourfold`; returns its exit code."""

@final
class Position:
    """A position of any game, with the moves that led to it. In a notebook it is a picture.

    It changes, so it is not hashable; its text is, which says all but the rules and the actions of a move under way.
    Threads may share it.
    """

    @overload
    def __new__(cls, game: str | type[Game], text: str | None = None, /, *, seed: int | None = None, **options: Any) -> Self:
        """The start of a game, dealt from the seed, by default 0, or the position of a text; options are those of the rules."""
    @overload
    def __new__(cls, game: Game, /) -> Self:
        """A position of a game in Python."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def rules(self) -> dict[str, str]:
        """The rule options with their values."""
    @property
    def players(self) -> list[str]:
        """The players in the order of their seats."""
    @property
    def seat(self) -> int:
        """The seat of the player to move, from 0."""
    @property
    def turn(self) -> str:
        """The player to move."""
    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, in the order in which the game lists them."""
    def is_move(self, text: str) -> bool:
        """Whether a text reads as a move of the game, legal or not."""
    @property
    def moves(self) -> list[str]:
        """The moves that led here."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def outcome(self) -> str | None:
        """How the game ended, such as "red wins", or None while it is running."""
    @property
    def winner(self) -> str | None:
        """The player who won, or None."""
    @property
    def returns(self) -> list[float]:
        """What each seat gets: 1 for a win, 0 for a draw or a running game; losers share -1."""
    @property
    def points(self) -> list[int] | None:
        """Each seat's points, or None if the game is running or not played for points."""
    @property
    def task(self) -> str:
        """The task of the player to move."""
    @property
    def state(self) -> Any:
        """The object of a game in Python, or None."""
    def push(self, m: str) -> None:
        """Plays a move. A ValueError says why it is illegal; the position is then unchanged."""
    def pop(self) -> str:
        """Takes the last move back, and returns it; an IndexError if there is none."""
    @property
    def actions(self) -> list[str]:
        """The names of all places, in the order of their numbers: the actions, the same throughout a game."""
    @property
    def planes(self) -> list[str]:
        """What the planes of observe() show."""
    @property
    def legal_actions(self) -> list[int]:
        """The actions that are legal now, in order; none if the game is over."""
    @property
    def pointed(self) -> list[int]:
        """The actions of the move under way, those without a choice among them."""
    def act(self, action: int) -> str | None:
        """Takes an action; returns the move if it is complete."""
    def mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: bool, (actions,)."""
    @overload
    def observe(self, *, dtype: Literal["float32"] = ...) -> npt.NDArray[np.float32]:
        """The position as planes, (planes, actions): float32, or uint8, where each count is a part of 255."""
    @overload
    def observe(self, *, dtype: Literal["uint8"]) -> npt.NDArray[np.uint8]: ...
    def analyse(
        self,
        *,
        moves: Sequence[str] | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
        threads: int = 1,
        memory: int | None = None,
        progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """Analyses the position with a search of its own; a Search keeps what it learns.

        Without limits it goes on until the position is solved. `time` is in seconds, `memory` in bytes. Of `moves` only
        these are searched.
        """
    def solve(
        self,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        positions: int = 1_000_000,
        threads: int = 1,
        memory: int = 16777216,
    ) -> Solution:
        """Solves the position by the solver that fits: a search, or a table of all positions that play leads to, of up to so many.

        Games in which positions come again need the table. With a limit of depth or nodes there is only a search.
        """
    def record(self, players: Sequence[str] | None = None, **tags: str) -> str:
        """The game so far as a text, which `records` and the program read."""
    def prove(
        self, player: str | None = None, *, nodes: int | None = None, time: float | None = None, memory: int = 16777216
    ) -> bool | None:
        """Whether a player, by default the one to move, can force a win; None if the limits end the search."""
    def perft(self, depth: int) -> int:
        """The number of legal sequences of so many plies."""
    def board(self) -> str:
        """The position as a board of letters, as the program shows it."""
    def svg(
        self, *, arrow: str | None = None, size: int = 360, theme: Literal["light", "dark", "print"] = "light", last: bool = True
    ) -> str:
        """A picture as SVG, with the last move marked, and an arrow for a move that is legal here."""
    def copy(self) -> Self:
        """A copy, with its moves."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object) -> Self: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Score:
    """What a position is worth to the player to move: a win or a loss with its distance in plies, or a value. Better scores are greater."""

    @property
    def win(self) -> int | None:
        """The plies to a win, or None."""
    @property
    def loss(self) -> int | None:
        """The plies to a loss, or None."""
    @property
    def value(self) -> int | None:
        """The value of a position that is neither, or None; a draw is 0."""
    def __lt__(self, other: Score) -> bool: ...
    def __le__(self, other: Score) -> bool: ...
    def __gt__(self, other: Score) -> bool: ...
    def __ge__(self, other: Score) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Line:
    """A line of play with its score."""

    line: list[str]
    score: Score
    proven: bool
    @property
    def move(self) -> str | None:
        """The first move, or None."""

@final
class Analysis:
    """What a search found: lines from the best on, and the depth, nodes and seconds that it took."""

    lines: list[Line]
    depth: int
    nodes: int
    seconds: float
    @property
    def move(self) -> str | None:
        """The best move, or None if the game is over."""
    @property
    def score(self) -> Score:
        """The score of the best line."""
    @property
    def line(self) -> list[str]:
        """The best line."""
    @property
    def proven(self) -> bool:
        """Whether the score of the best line is proven."""

@final
class Search:
    """A search that keeps what it learnt from one position to the next. Threads that share it wait for each other."""

    def __new__(cls, game: str | type[Game], *, memory: int = 16777216, lines: int = 1) -> Self:
        """A search with a table of so many bytes, for so many lines."""
    def clear(self) -> None:
        """Forgets the results of earlier runs."""
    def stop(self) -> None:
        """Ends the run under way in another thread, which then returns what it has found; nothing if there is none."""
    async def run_async(
        self,
        position: Position,
        *,
        moves: Sequence[str] | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        threads: int = 1,
        progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """The same as run() in a thread, for asyncio; a task that is cancelled ends the search."""
    def values(
        self, position: Position, *, depth: int | None = None, nodes: int | None = None, time: float | None = None, threads: int = 1
    ) -> dict[str, Score]:
        """The proven scores of the legal moves: of all of them, unless a limit comes first."""
    def run(
        self,
        position: Position,
        *,
        moves: Sequence[str] | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        threads: int = 1,
        progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """Searches a position within the limits. `progress` is called with what each depth found; what it raises ends the search."""

@final
class Solution:
    """What a solver found."""

    by: Literal["search", "enumeration"] | None
    """Who has answered; None if a limit came first."""
    winner: str | None
    """Who can force a win; None if nobody can, or if a limit came first."""
    score: Score | None
    """The proven score for the player to move, of more than two players against all others together."""
    distance: int | None
    line: list[str]
    positions: int | None
    """How many positions were listed, if they were."""
    refused: str | None
    """Why they were not, though that was begun."""

@final
class Record:
    """A game that was read from a text."""

    players: list[str]
    tags: dict[str, str]
    result: str
    """How it ended, or "*"."""
    comments: list[str]
    """Those of the main line: one before the first move, and one after each."""
    position: Position
    """The end of the main line, with its moves."""

@final
class Thought:
    """A move that a bot chose, with what it knows of it."""

    move: str
    line: list[str]
    score: Score | None
    expected: float | None
    """The expected result for the player to move, from 0 to 1, of a bot without scores."""
    proven: bool
    nodes: int | None

@final
class Bot:
    """A player of a game, which is an agent too: a function from a position to a move. Threads that share it wait for each other."""

    player: str
    """Its description."""

    def __new__(
        cls,
        game: str | type[Game],
        player: str = "mcts",
        *,
        seed: int = 0,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Self:
        """A player, described as on the command line: "mcts", "level:3", "search:nodes=1000", "perfect" in Collapsi.

        A game in Python has those that every game has, and no other programs. The limits of a move are those given
        here, or those of the description, or 100 ms.
        """
    def choose(
        self, position: Position, *, depth: int | None = None, nodes: int | None = None, time: float | None = None
    ) -> Thought:
        """Chooses a move within the limits, by default its own; `nodes` are positions, of "mcts" playouts."""
    def __call__(self, position: Position) -> str:
        """The move that it chooses."""

@final
class Tablebase:
    """The exact scores of all endings of Collateral Checkers with up to a number of pieces, both sides together."""

    def __new__(cls, max_pieces: int = 6, *, threads: int = 1, **rules: Any) -> Self:
        """Builds the table: of six pieces in a second, of seven in 149 MiB."""
    @staticmethod
    def load(path: str | PathLike[str]) -> Tablebase:
        """Reads a file, of save() or of `fourfold tablebase build`."""
    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file, for load() and for `fourfold tablebase`."""
    @property
    def max_pieces(self) -> int:
        """The largest number of pieces."""
    def probe(self, position: Position) -> Score | None:
        """The score of a position for the player to move, or None if the table does not know it."""
    def moves(self, position: Position) -> list[tuple[str, Score | None]]:
        """The moves that lead to different positions, each with its score for who makes it, the best first."""
    def values(self, position: Position) -> dict[str, Score]:
        """The scores of the legal moves: of all of them, unless some lead out of the table."""
    def columns(self, count: int, *, seed: int = 0) -> dict[str, Any]:
        """Random positions of the most pieces as columns, for pandas or pyarrow: `position`, `value`, `moves` and their `values`.

        A win in 5 plies is 5, a loss in 4 is -4, a draw 0.
        """
    def line(self, position: Position) -> list[str]:
        """Best play from a won or lost position to the end of the game; empty if it is drawn or not known."""
    def sample(self, seed: int = 0) -> Position:
        """A random position of the most pieces."""

def _report(game: type[Game], games: int, nodes: int, ladder: int, seed: int, max_plies: int) -> str: ...
def _arena(
    game: str | type[Game],
    players: Sequence[Callable[[Position], str]],
    plan: Mapping[str, object],
    progress: Callable[[Mapping[str, Any]], object] | None,
    options: Mapping[str, object],
) -> dict[str, Any]: ...

@final
class Batch:
    """Many games of one kind, which take one action each at a time. A game that ends begins anew from another seed.

    Different seeds deal different games. Threads that share a batch wait for each other. It pickles with its games.
    """

    def __new__(
        cls,
        game: str | type[Game],
        count: int,
        /,
        *,
        seed: int = 0,
        threads: int = 1,
        max_plies: int | None = None,
        positions: Sequence[Position] | None = None,
        **options: Any,
    ) -> Self:
        """Games that are dealt, or begin in the `positions` in turn, and end after `max_plies` at the latest.

        One of a game in Python runs in the thread that asks.
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Position:
        """A copy of one position, without the actions of a move under way."""
    @property
    def actions(self) -> list[str]:
        """The names of the actions."""
    @property
    def planes(self) -> list[str]:
        """What the planes of observe() show."""
    @property
    def seats(self) -> npt.NDArray[np.uint8]:
        """The seat of the player to move in each game: uint8, (count,)."""
    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Which games the last step ended as they had too many plies: bool, (count,)."""
    def reset(self, seed: int | None = None, mask: npt.NDArray[np.bool_] | Sequence[bool] | None = None) -> None:
        """Begins games anew, all or those of the mask: with a seed the games that it deals, else the next ones."""
    def mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Which actions are legal: bool, (count, actions); in the array that is given, or a new one."""
    @overload
    def observe(self, out: None = None, *, dtype: Literal["float32"] = ...) -> npt.NDArray[np.float32]:
        """All positions as planes, (count, planes, actions), in the array that is given, which is faster, or a new one.

        They are float32, or uint8, which is faster too; there each count is a part of 255.
        """
    @overload
    def observe(self, out: None = None, *, dtype: Literal["uint8"]) -> npt.NDArray[np.uint8]: ...
    @overload
    def observe(self, out: _Planes) -> _Planes: ...
    @overload
    def final_observations(self, *, dtype: Literal["float32"] = ...) -> npt.NDArray[np.float32]:
        """The last positions of the games that the last step ended, in their order, as planes."""
    @overload
    def final_observations(self, *, dtype: Literal["uint8"]) -> npt.NDArray[np.uint8]: ...
    @overload
    def live(self, *, dtype: Literal["float32"] = ...) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Planes and masks that cannot be written to: they show the games now and after every change.

        That is fastest, as only what changes is written. All that ask have the same ones, so they are of one type.
        """
    @overload
    def live(self, *, dtype: Literal["uint8"]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]: ...
    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Takes an action in every game, of a list or array of whole numbers.

        Returns what each player gets, float32 (count, players), which is 0 but where a game ended, and where
        one ended, bool (count,). If any action is illegal, a ValueError says which, and none is taken.
        """
    def play_random(self, plies: int, *, seed: int = 0) -> None:
        """Plays this many random moves in every game, by the seed alone, whatever the number of threads."""
