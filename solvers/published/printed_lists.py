"""Lists as the published programs print them: as Scheme does, or as Scala does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def scheme_list(items: Iterable[object]) -> str:
    """A list as Scheme prints it.

    >>> scheme_list([2, 4, 1, 3])
    '(2 4 1 3)'
    """
    return f"({' '.join(map(str, items))})"


def scheme_transcript(board_size: int, solutions: Sequence[str]) -> str:
    """The call and the list of all solutions, on one line.

    >>> scheme_transcript(2, [])
    '(queens 2) => ()'
    """
    return f"(queens {board_size}) => {scheme_list(solutions)}"


def scala_list(items: Iterable[object]) -> str:
    """A list as Scala prints it.

    >>> scala_list([4, 2, 7])
    'List(4, 2, 7)'
    """
    return f"List({', '.join(map(str, items))})"


def scala_transcript(board_size: int, solutions: Sequence[str]) -> str:
    """One solution a line, and then their number; the size of the board is not said."""
    return "\n".join([*solutions, str(len(solutions))])
