"""How long games can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ._fourfold import Position

_MOST: Mapping[str, Callable[[Mapping[str, int]], int]] = {
    "collapsi": lambda rules: 14,
    "connect-four": lambda rules: 42,
    # So many plies lie between the captures of 18 pieces at most, each with two squares. A capture adds the squares of
    # its pieces, and an end.
    "collateral-checkers": lambda rules: 2 * 19 * rules["quiet_limit"] + 3 * 18,
    # A card in hand, a square, and how the card lies.
    "compass": lambda rules: 3 * rules["ply_limit"],
    # A movement collects each tile in a step and drops it in another one, and has two steps besides; then there is an
    # action. Each points at up to two places.
    "rolling-mountains": lambda rules: 2 * rules["turn_limit"] * (2 * rules["tiles"] + 3),
}


def most_actions(position: Position) -> int | None:
    """The most actions that a game has by the rules of this position; None where there is no limit, or none is known.

    >>> most_actions(Position("compass")), most_actions(Position("compass", ply_limit=None))
    (600, None)
    """
    numbers = {rule: int(value) for rule, value in position.rules.items() if value.isdigit()}
    try:
        return _MOST[position.game](numbers)
    except KeyError:
        return None
