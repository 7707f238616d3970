"""Links, borders and fences: a 0/1 variable for every two squares side by side, or every side.

>>> from everyway.models import Board
>>> Board(2).links("line")["r1c1", "r1c2"]
line[r1c1-r1c2]
>>> Board(1).fences("fence").around("r1c1")
(fence[r1c1-top], fence[r1c1-right], fence[r1c1-bottom], fence[r1c1-left])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, product
from typing import TYPE_CHECKING, Any

from ..constraints import Constraint, all_of, any_of
from ..errors import ModelError
from ..expressions import Expression, Variable, _name, indicator, whole_number
from ..groups import VariableList
from ..keeping import cached_property
from ..late_dataclasses import dataclass
from ..nodes import Value
from ..phrases import counted, shown
from .grid import Square, SquareLike, moved_by, read_square

if TYPE_CHECKING:
    from .board import Board

STEPS = {"top": (-1, 0), "right": (0, 1), "bottom": (1, 0), "left": (0, -1)}
"""The sides of a square, each with the step to the square beyond it."""


def beyond(board: Board, square: Square, side: str) -> Square | None:
    """The square beyond a side, around the edges of a torus; None off the board."""
    return moved_by(square, STEPS[side], board.height, board.width, board.wrap)


@dataclass(frozen=True, eq=False)
class Sides(VariableList):
    """A 0/1 variable for each of some sides of the squares of a board, found by its squares.

    A solution reads it as the keys of those that are 1, such as `r1c1-r1c2`.
    """

    board: Board

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The two vertices, from 0, that each variable joins."""
        raise NotImplementedError(f"{type(self).__name__} must define edges")

    @property
    def size(self) -> int:
        """The number of vertices."""
        raise NotImplementedError(f"{type(self).__name__} must define size")

    @property
    def seen(self) -> tuple[tuple[tuple[Square, str], ...], ...]:
        """For each variable, of which squares it is which side: `top`, `right` and so on."""
        raise NotImplementedError(f"{type(self).__name__} must define seen")

    def vertex(self, written: Any) -> int | Expression:
        """The number of the vertex that is written as a player names it; an expression as it is.

        Raises: ModelError for what is none.
        """
        raise NotImplementedError(f"{type(self).__name__} must define vertex")

    def get(self, key: Any, default: Any = None) -> Any:
        """The variable at a key, or `default` where there is none.

        Raises: ModelError for what is no key.
        """
        place = self._place(key)
        return default if place is None else self.members[place]

    def of_row(self, row: tuple[Value, ...]) -> tuple[str, ...]:
        return tuple(map(str, compress(self.keys, row)))

    def in_json(self, read: Any) -> list[str]:
        return list(read)

    def from_json(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, list | tuple):
            example = repr(self.keys[0]) if self.keys else "'r1c1-r1c2'"
            raise ModelError(f"{self.name} must be a list such as [{example}], not {shown(data)}")
        values = {variable.name: 0 for variable in self.members}
        for written in data:
            variable = self._named(written)
            if values[variable.name]:
                raise ModelError(f"{self.name} names {written} twice; name it once")
            values[variable.name] = 1
        return values

    def layout(self) -> dict[str, Any]:
        return {"board": self.board.layout()}

    def describe(self) -> str:
        return self.board.describe()

    def _open(self, written: SquareLike) -> Square:
        """The open square that is written. Raises: ModelError for another."""
        found = self.board.square(written)
        if not self.board.has(found):
            kind = "a hole" if found in self.board.holes else "a wall"
            raise ModelError(f"{found} is {kind}, where {self.name} has no variable")
        return found


class Between(Sides):
    """A 0/1 variable for every two squares that share a side, `line[r1c1-r1c2]`, row by row."""

    @cached_property
    def pairs(self) -> tuple[tuple[Square, Square], ...]:
        """The two squares of each variable."""
        return tuple((a, b) for a, b in self.board.adjacent)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        number = {square: place for place, square in enumerate(self.board.open)}
        return tuple((number[a], number[b]) for a, b in self.pairs)

    @property
    def size(self) -> int:
        return len(self.board.open)

    @cached_property
    def seen(self) -> tuple[tuple[tuple[Square, str], ...], ...]:
        return tuple(
            tuple(
                (square, side)
                for square, other in ((a, b), (b, a))
                for side in STEPS
                if beyond(self.board, square, side) == other
            )
            for a, b in self.pairs
        )

    def vertex(self, written: Any) -> int | Expression:
        if isinstance(written, Expression):
            return written
        return self.board.open.index(self._open(written))

    def at(self, written: SquareLike) -> tuple[Variable, ...]:
        """The variables between a square and those beside it, which stand row by row."""
        square = self._open(written)
        return tuple(self[square, other] for other in self.board.beside(square))

    @cached_property
    def _by_pair(self) -> dict[frozenset[Square], int]:
        return {frozenset(pair): place for place, pair in enumerate(self.pairs)}

    def _place(self, key: Any) -> int | None:
        return self._by_pair.get(frozenset(map(read_square, _two(key, self.name))))


class Links(Between):
    """A 0/1 variable for every two squares that share a side: 1 where a line joins their centres.

    It is written `line[r1c1-r1c2]`, and found as `line["r1c1", "r1c2"]`, in either order.
    """

    kind = "links"

    def passes(self, square: SquareLike) -> Expression:
        """1 where any link of the square is chosen, else 0."""
        return indicator(any_of(link == 1 for link in self.at(square)))

    def straight(self, square: SquareLike) -> Expression:
        """1 where two opposite links of the square are chosen, else 0.

        Of a square that a loop passes, either this is 1 or `turns`.
        """
        top, right, bottom, left = self._ways(square)
        return indicator(any_of((all_of((top, bottom)), all_of((left, right)))))

    def turns(self, square: SquareLike) -> Expression:
        """1 where a link along the row and one along the column are chosen, else 0."""
        top, right, bottom, left = self._ways(square)
        return indicator(all_of((any_of((top, bottom)), any_of((left, right)))))

    def _ways(self, written: SquareLike) -> list[Constraint]:
        """The links over the top, right, bottom and left side are chosen; none is that is not."""
        square = self._open(written)
        others = (beyond(self.board, square, side) for side in STEPS)
        links = (None if other is None else self.get((square, other)) for other in others)
        return [any_of([]) if link is None else link == 1 for link in links]


class Borders(Between):
    """A 0/1 variable for every two squares that share a side: 1 where they lie apart.

    It is written `wall[r1c1-r1c2]`, and found as `wall["r1c1", "r1c2"]`, in either order.
    """

    kind = "borders"


class Fences(Sides):
    """A 0/1 variable for every side of a square, outer sides too: 1 where a fence stands there.

    A side between two squares is written `fence[r1c1-r1c2]`, an outer one, also one at a hole or
    a wall, `fence[r1c1-top]`. Each is found as `fence["r1c1", "right"]` too. Their graph is that of
    the corners: (height + 1) × (width + 1), row by row; on a torus height × width.
    """

    kind = "fences"

    @cached_property
    def pairs(self) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
        """The corners at both ends of each side: how many rows lie above, and columns left."""
        wide = self._wide
        return tuple((divmod(a, wide), divmod(b, wide)) for a, b in self.edges)

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        return tuple(one.ends for one in self._found)

    @property
    def size(self) -> int:
        return self._high * self._wide

    @property
    def seen(self) -> tuple[tuple[tuple[Square, str], ...], ...]:
        return tuple(one.seen for one in self._found)

    def vertex(self, written: Any) -> int | Expression:
        """The number of the corner that lies below so many rows and right of so many columns."""
        if isinstance(written, Expression):
            return written
        if not isinstance(written, tuple | list) or len(written) != 2:
            raise ModelError(f"{shown(written)} is no corner; write (0, 0) for the upper left one")
        row, column = (whole_number(one, "a number of a corner") for one in written)
        if not (0 <= row < self._high and 0 <= column < self._wide):
            raise ModelError(
                f"({row}, {column}) is no corner of {self.name}; they are (0, 0) to"
                f" ({self._high - 1}, {self._wide - 1})"
            )
        return row * self._wide + column

    def around(self, square: SquareLike) -> tuple[Variable, ...]:
        """The sides of a square: top, right, bottom and left."""
        found = self._open(square)
        return tuple(self[found, side] for side in STEPS)

    def corner(self, row: int, column: int) -> tuple[Variable, ...]:
        """The sides, at most four, that meet where `row` rows lie above and `column` columns left.

        Raises: ModelError for numbers beyond those of the rows and columns of the board.
        """
        vertex = self.vertex((row, column))
        return tuple(compress(self.members, (vertex in ends for ends in self.edges)))

    def corner_name(self, vertex: int) -> str:
        """A corner as one of a square: `the upper left corner of r1c1`."""
        row, column = divmod(vertex, self._wide)
        for down, right in product((1, 0), repeat=2):
            square, side = Square(row + down, column + right), "left" if right else "right"
            if self.board.has(square):
                return f"the {'upper' if down else 'lower'} {side} corner of {square}"
        return ""

    @property
    def _high(self) -> int:
        return self.board.height + (not self.board.wrap)

    @property
    def _wide(self) -> int:
        return self.board.width + (not self.board.wrap)

    @cached_property
    def _found(self) -> tuple[Side, ...]:
        return tuple(sides_of(self.board))

    @cached_property
    def _by_side(self) -> dict[tuple[Square, str], int]:
        return {at: place for place, one in enumerate(self._found) for at in one.seen}

    def _place(self, key: Any) -> int | None:
        one, other = _two(key, self.name)
        square = read_square(one)
        if other in STEPS:
            return self._by_side.get((square, other))
        wanted = read_square(other)
        at = ((square, side) for side in STEPS if beyond(self.board, square, side) == wanted)
        return next((self._by_side.get(one) for one in at), None)


@dataclass(frozen=True)
class Side:
    """A side of one square or two: the corners at its ends, and from where it is which side."""

    ends: tuple[int, int]
    seen: tuple[tuple[Square, str], ...]

    @property
    def key(self) -> str:
        """`r1c1-r1c2` between two squares, else `r1c1-top`."""
        (square, side), *others = self.seen
        return f"{square}-{others[0][0] if others else side}"


def sides_of(board: Board) -> list[Side]:
    """Every side of an open square of `board` once, by the corners at its ends."""
    around = 1 if board.wrap else 0
    wide = board.width + 1 - around
    found: dict[tuple[int, int], list[tuple[Square, str]]] = {}
    for square in board.open:
        row, column = square.row - 1, square.column - 1
        below, beside = (row + 1) % (board.height + 1 - around), (column + 1) % wide
        corners = {
            "top": (row * wide + column, row * wide + beside),
            "right": (row * wide + beside, below * wide + beside),
            "bottom": (below * wide + column, below * wide + beside),
            "left": (row * wide + column, below * wide + column),
        }
        for side, (a, b) in corners.items():
            found.setdefault((min(a, b), max(a, b)), []).append((square, side))
    return [Side(ends, tuple(seen)) for ends, seen in sorted(found.items())]


def _two(key: Any, name: str) -> Sequence[Any]:
    """The two parts of `r1c1-r1c2`, or of a pair."""
    parts = key.split("-") if isinstance(key, str) else key
    if isinstance(parts, tuple | list) and len(parts) == 2:
        return parts
    raise ModelError(f"{name} has no variable {shown(key)}; write two squares, 'r1c1-r1c2'")


def sides_on(kind: type[Sides], name: str, board: Board) -> Any:
    """The group of that kind with fresh variables.

    Raises: ModelError on a torus so small that two squares share two sides, but for borders.
    """
    _name(name)
    if kind is not Borders and board.wrap and min(board.height, board.width) < 3:
        raise ModelError(
            f"on a torus of {counted(board.height, 'row')} and {counted(board.width, 'column')}"
            f" squares share two sides, and {name} needs one; give at least 3 of both"
        )
    keys = keys_of(kind, board)
    members = tuple([Variable(f"{name}[{key}]", range(2)) for key in keys])
    return kind(name, members, keys, board)


def keys_of(kind: type[Sides], board: Board) -> tuple[str, ...]:
    """The keys of the variables that such a group has on `board`."""
    if kind is Fences:
        return tuple(one.key for one in sides_of(board))
    return tuple(f"{a}-{b}" for a, b in board.adjacent)


def edges_on(chosen: Iterable[object], word: str) -> Links | Fences:
    """`chosen`, if it is of links or fences, which have edges. Raises: ModelError otherwise."""
    if isinstance(chosen, Links | Fences):
        return chosen
    raise ModelError(
        f"{word} needs the edges of a graph: {word}(chosen, edges); the links and fences of a board"
        f" know theirs: {word}(board.links('line'))"
    )


SIDES: dict[str, type[Sides]] = {kind.kind: kind for kind in (Links, Fences, Borders)}
"""The groups on the sides of squares, by their kinds."""
