"""Clues around a board and on its squares, and groups that no picture shows.

A sketch is given to the model among its rules; it says nothing about solutions. Those that draw
their groups in a way of their own are in the room `drawing`, a kind a file.

>>> from everyway.models import Board, Model
>>> tower = Board(2).fill(range(1, 3), "tower")
>>> Model("towers", tower, around(tower, top="2.", left=["", 1])).sketches
(Around(group='tower', top=('2', ''), left=('', '1'), right=(), bottom=()),)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..expressions import Variable
from ..groups import Group, Sketch
from ..late_dataclasses import dataclass
from .grid import Square

if TYPE_CHECKING:
    from ..model import Model

Place = tuple[float, float]
"""A point of a drawing: to the right, and down."""

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
    """Texts on squares of a board where no piece stands, on walls and in holes; the name of a
    piece is drawn as that.
    """

    group: str
    texts: tuple[tuple[Square, str], ...]


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


def notes(board: Group, texts: Mapping[Square, object]) -> Notes:
    """A text on squares of the board of a placement or a filling, walls too."""
    return Notes(board.name, tuple((square, str(text)) for square, text in texts.items()))


def helpers(*groups: Group | Variable) -> Helpers:
    """Groups and single variables that only help to say a rule: no picture shows them."""
    return Helpers(tuple(group.name for group in groups))


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
    found = [s for s in model.sketches if isinstance(s, Notes) and s.group == group.name]
    return {square: text for sketch in found for square, text in sketch.texts}
