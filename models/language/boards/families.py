"""Squares, named groups of squares, and families of such groups."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, cast, overload

from ..errors import ModelError
from ..late_dataclasses import dataclass, replace
from ..phrases import counted, shown

_NUMBER = "(?:0|[1-9][0-9]{0,8})"
SQUARE = f"r{_NUMBER}c{_NUMBER}"
"""The one spelling of a square, as a pattern: no capitals, no leading zeros, digits of ASCII."""
_NAME_OF_A_SQUARE = re.compile(f"r({_NUMBER})c({_NUMBER})")


class Square(NamedTuple):
    """A square: its row from the top and its column from the left, both 1-based."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"r{self.row}c{self.column}"


SquareLike = str | Sequence[int]
"""A square as people write it: `"r3c5"`, `(3, 5)` or a `Square`."""

SquaresLike = str | Iterable[SquareLike]
"""Several squares: `"r1c1 r2c3"`, with spaces or commas, or an iterable of single ones."""


def read_square(written: object) -> Square:
    """The square that `"r3c5"` or `(3, 5)` names; whether a board has it is not asked here.

    Raises: ModelError for anything else.
    """
    match written:
        case Square():
            return written
        case str():
            found = _NAME_OF_A_SQUARE.fullmatch(written)
            if found:
                return Square(int(found[1]), int(found[2]))
        case (int() as row, int() as column) if not isinstance(written, bytes):
            if not isinstance(row, bool) and not isinstance(column, bool):
                return Square(row, column)
    raise ModelError(
        f"{shown(written)} is not a square; write 'r3c5' or (3, 5) for the third row from the top"
        " and the fifth column from the left"
    )


def read_squares(written: object) -> tuple[Square, ...]:
    """The squares that `written` names, in its order: a text such as `"r1c1, r2c3"`, or several.

    Raises: ModelError for anything that is not a square.
    """
    if isinstance(written, str):
        return tuple(map(read_square, re.findall(r"[^\s,;]+", written)))
    if isinstance(written, Square) or not isinstance(written, Iterable):
        return (read_square(written),)
    several = tuple(written)
    if len(several) == 2 and all(type(item) is int for item in several):
        return (read_square(several),)
    return tuple(map(read_square, several))


@dataclass(frozen=True)
class Squares(Sequence[Square]):
    """Squares under one name, in order: a row, a diagonal, a window."""

    name: str
    members: tuple[Square, ...]

    @overload
    def __getitem__(self, place: int) -> Square: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, place: int | slice) -> Square | tuple[Square, ...]:
        return self.members[place]

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Square]:
        return iter(self.members)

    def __repr__(self) -> str:
        return f"<{self.name}: {' '.join(map(str, self.members)) or 'no squares'}>"


@dataclass(frozen=True)
class Family(Sequence[Squares]):
    """Groups of squares under one name, in order: all rows, all diagonals.

    `name` is what rules are labelled with (`rows`), `each` what players call one group
    (`each row`). A group may be empty, as a row of holes is.
    """

    name: str
    each: str
    groups: tuple[Squares, ...]

    @overload
    def __getitem__(self, place: int) -> Squares: ...
    @overload
    def __getitem__(self, place: slice) -> Family: ...
    def __getitem__(self, place: int | slice) -> Squares | Family:
        """The group at a 0-based place, or the family of those in a slice."""
        if not isinstance(place, slice):
            return self.groups[place]
        ends = [place.start, place.stop] + ([place.step] if place.step is not None else [])
        bounds = ":".join("" if end is None else str(end) for end in ends)
        name = f"{self.name}[{bounds}]"
        return Family(name, f"each of {name}", self.groups[place])

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[Squares]:
        return iter(self.groups)

    def __add__(self, other: Family) -> Family:
        """The groups of both, these first."""
        if not isinstance(other, Family):
            return NotImplemented
        name, each = f"{self.name} + {other.name}", f"{self.each}, {other.each}"
        return Family(name, each, self.groups + other.groups)

    def where(self, test: Callable[[Squares], object], name: str = "") -> Family:
        """The groups that pass `test`; called `some rows` unless `name` says better."""
        title = name or f"some {self.name}"
        kept = tuple(group for group in self.groups if test(group))
        return Family(title, f"each of {title}", kept)

    def named(self, name: str, each: str = "") -> Family:
        """The same groups under another name."""
        return replace(self, name=name, each=each or f"each of {name}")

    def __repr__(self) -> str:
        return f"<{self.name}: {counted(len(self.groups), 'group')} of squares>"


def as_family(groups: Family | Squares) -> Family:
    """`groups` as a family; a single group is a family of one.

    Raises: ModelError for anything else.
    """
    if isinstance(groups, Squares):
        return Family(groups.name, groups.name, (groups,))
    if isinstance(cast(object, groups), Family):
        return groups
    raise ModelError(
        f"{groups!r} is not a family of squares; give one such as board.rows or board.windows(2, 2)"
    )
