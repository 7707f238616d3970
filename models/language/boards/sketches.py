"""Clues around a board and on its squares, and groups that no picture shows.

A sketch is given to the model among its rules; it says nothing about solutions. Those that draw
their groups in a way of their own are in the room `drawing`, a kind a file.

>>> from everyway.models import Board, Model
>>> tower = Board(2).fill(range(1, 3), "tower")
>>> Model("towers", tower, around(tower, top="2.", left=["", 1])).sketches
(Around(group='tower', top=('2', ''), left=('', '1'), right=(), bottom=()),)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import ModelError
from ..expressions import Variable
from ..groups import Group, Sketch
from ..late_dataclasses import dataclass
from ..phrases import shown
from .grid import Square

if TYPE_CHECKING:
    from ..model import Model
    from .placements import OnBoard
    from .sides import Sides

Place = tuple[float, float]
"""A point of a drawing: to the right, and down."""

Point = tuple[float, float]
"""A row and a column: (1.5, 2) is between r1c2 and r2c2, (0.5, 0.5) the upper left corner."""

At = TypeVar("At", Square, Point)

Labels = Iterable[object]
"""A label a line of the board: a text, a number, or several of them; nothing or `.` for none."""


@dataclass(frozen=True)
class Around(Sketch):
    """Labels outside of a board: `top` and `bottom` one a column, `left` and `right` one a row."""

    group: str
    top: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()

    def stacks(self, side: str) -> list[list[str]]:
        """The words of each label above or below the board, one below the other."""
        return [label.split() for label in getattr(self, side)]


@dataclass(frozen=True)
class Notes(Sketch):
    """Texts on squares of a board, walls and holes too, and between squares."""

    group: str
    texts: tuple[tuple[Square | Point, str], ...]


@dataclass(frozen=True)
class Looks(Sketch):
    """Values of a filling, as texts, and what is drawn where they stand."""

    group: str
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Helpers(Sketch):
    """Groups that only help to say a rule, and stay out of pictures."""

    members: tuple[str, ...]

    @property
    def groups(self) -> tuple[str, ...]:
        return self.members


# ------------------------------------------------------------------------ how they are written


def around(
    board: Group,
    *,
    top: Labels = (),
    left: Labels = (),
    right: Labels = (),
    bottom: Labels = (),
) -> Around:
    """Labels outside of the board of a placement or a filling, from the left or from the top."""
    return Around(board.name, *(tuple(map(_label, side)) for side in (top, left, right, bottom)))


def notes(board: OnBoard | Sides, texts: Mapping[Square, object] | Mapping[Point, object]) -> Notes:
    """A text on squares of a board, walls too, and between squares: at (1.5, 2), that between r1c2
    and r2c2; at (0.5, 0.5), the upper left corner of the board.

    The name of a piece is drawn as that; ○ and ● are drawn as circles, □ and ■ as squares, with
    what follows them inside; `↑2←1` as numbers at the top and left side of the square.

    Raises: ModelError for a place outside of the board, or neither on a square nor halfway.
    """
    spots = (_spot(place, board.board.height, board.board.width) for place in texts)
    return Notes(board.name, tuple(zip(spots, map(str, texts.values()), strict=True)))


def looks(filling: OnBoard, texts: Mapping[Any, str]) -> Looks:
    """The signs drawn where values of a filling stand, written as notes are: {0: "■"}; where each
    is "", the squares of a value are drawn as an area, with nothing inside.
    """
    return Looks(filling.name, tuple((str(value), text) for value, text in texts.items()))


def symbols(marks: Mapping[At, str]) -> dict[At, str]:
    """Notes from the marks of clues: arrows for `^v<>`, white circles for `o` and `w`, black ones
    for `b`, none for `.`.
    """
    drawn = str.maketrans("^v<>owb", "↑↓←→○○●")
    return {at: mark.translate(drawn) for at, mark in marks.items() if mark != "."}


def helpers(*groups: Group | Variable) -> Helpers:
    """Groups and single variables that only help to say a rule: no picture shows them."""
    return Helpers(tuple(group.name for group in groups))


def _spot(place: Any, height: int, width: int) -> Square | Point:
    is_point = (
        isinstance(place, tuple) and [isinstance(n, int | float) for n in place] == [True] * 2
    )
    row, column = place if is_point else (0, 0)
    inside = 0.5 <= row <= height + 0.5 and 0.5 <= column <= width + 0.5
    if not inside or 2 * row % 1 or 2 * column % 1:
        raise ModelError(
            f"no note can stand at {shown(place)} on a board of {height}×{width}; write a square"
            " of it, or a place halfway between squares, such as (1.5, 2)"
        )
    return (row, column) if row % 1 or column % 1 else Square(int(row), int(column))


def _label(label: object) -> str:
    if isinstance(label, Iterable) and not isinstance(label, str):
        return " ".join(map(str, label))
    return "" if label in (None, ".") else str(label)


# ----------------------------------------------------------------------------- how they are read


def around_of(model: Model, *groups: Group) -> Around:
    """The labels around the board of one of `groups`, the first that has some."""
    sketches = [sketch for sketch in model.sketches if isinstance(sketch, Around)]
    found = (s for group in groups for s in sketches if s.group == group.name)
    return next(found, Around(groups[0].name))


def notes_of(model: Model, group: Group) -> dict[Square, str]:
    """The texts on the squares of the board of `group`."""
    return {at: text for at, text in _texts_of(Notes, model, group) if isinstance(at, Square)}


def points_of(model: Model, *groups: Group) -> dict[Point, str]:
    """The texts between the squares of the board of `groups`."""
    found = [one for group in groups for one in _texts_of(Notes, model, group)]
    return {at: text for at, text in found if not isinstance(at, Square)}


def looks_of(model: Model, group: Group) -> dict[str, str]:
    """The sign drawn where a value of `group` stands, by that value as a text."""
    return dict(_texts_of(Looks, model, group))


def _texts_of(kind: type[Any], model: Model, group: Group) -> Iterator[tuple[Any, str]]:
    for sketch in model.sketches:
        if isinstance(sketch, kind) and sketch.group == group.name:
            yield from sketch.texts
