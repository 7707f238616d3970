"""Pictures that variables alone do not determine: clues around a board, graphs, areas.

A sketch is given to the model among its rules; it says nothing about solutions.

>>> from everyway.models import Board, Model
>>> tower = Board(2).fill(range(1, 3), "tower")
>>> Model("towers", tower, around(tower, top="2.", left=["", 1])).sketches
(Around(group='tower', top=('2', ''), left=('', '1'), right=(), bottom=()),)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..expressions import Variable
from ..groups import Group, Single, Sketch
from .families import Square

if TYPE_CHECKING:
    from ..model import Model
    from .graphs_by_name import Graph

Place = tuple[float, float]
"""A point of a drawing: to the right, and down."""

Area = tuple[int, tuple[int, int], tuple[int, int]]
"""The number of an area, its lower left and its upper right corner."""

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
class Diagram(Sketch):
    """A graph: its vertices by name, each at its place, and the edges between their numbers.

    `vertices` are groups of a value for each vertex, one group after the other; `lines` a group
    with a value for each edge, in their order; `steps` one that names the vertex after each
    vertex, and `walk` one that names the first vertex, the second and so on, back to the first
    where it is `closed`.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    places: tuple[Place, ...] = ()
    vertices: tuple[str, ...] = ()
    lines: str = ""
    steps: str = ""
    walk: str = ""
    closed: bool = True

    @property
    def groups(self) -> tuple[str, ...]:
        return (*self.vertices, *filter(None, (self.lines, self.steps, self.walk)))


@dataclass(frozen=True)
class Rectangles(Sketch):
    """Areas of given `sizes`, (width, height), whose lower left corners the groups give."""

    across: str
    upwards: str
    sizes: tuple[tuple[int, int], ...]
    room: tuple[int, int]
    """The width and the height of the whole."""

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.across, self.upwards)

    def areas(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Iterator[Area]:
        """Each area that has a place."""
        across, upwards = (
            [values.get(variable.name) for variable in group.variables]
            for name in self.groups
            for group in groups
            if group.name == name
        )
        found = zip(across, upwards, self.sizes, strict=True)
        for number, (x, y, (width, height)) in enumerate(found):
            if isinstance(x, int) and isinstance(y, int):
                yield number, (x, y), (x + width, y + height)


@dataclass(frozen=True)
class Columns(Sketch):
    """A table with a line for each group: its keys stand in the columns that are their values."""

    title: str
    numbers: tuple[int, ...]
    members: tuple[str, ...]

    @property
    def groups(self) -> tuple[str, ...]:
        return self.members

    def rows(
        self, groups: Sequence[Group], values: Mapping[str, Any]
    ) -> Iterator[tuple[str, list[str]]]:
        """The name of each group, and the keys that stand in each of the columns."""
        for group in groups:
            keys = group.layout().get("keys", range(len(group.variables)))
            found = [
                (str(k), values.get(v.name)) for k, v in zip(keys, group.variables, strict=True)
            ]
            columns = ([k for k, value in found if value == number] for number in self.numbers)
            yield group.name, [", ".join(keys) for keys in columns]


@dataclass(frozen=True)
class Row(Sketch):
    """A row of cells: a key stands in the cell that is its value, and so far to the right of it."""

    group: str
    cells: int
    further: tuple[int, ...]
    """For each key how far on it stands once more."""
    times: int = 2
    """The number of times that each key stands in the row."""

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.group,)

    def pairs(self, groups: Sequence[Group], values: Mapping[str, Any]) -> dict[str, list[int]]:
        """The cells in which each key stands, as far as there are such cells."""
        (group,) = groups
        keys = map(str, group.layout().get("keys", range(len(group.variables))))
        found = (values.get(variable.name) for variable in group.variables)
        return {
            key: [c for n in range(self.times) if 0 <= (c := value + n * step) < self.cells]
            for key, value, step in zip(keys, found, self.further, strict=True)
            if isinstance(value, int)
        }


@dataclass(frozen=True)
class Honeycomb(Sketch):
    """A board whose squares are the cells of a honeycomb: each row half a cell further right."""

    group: str

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.group,)


@dataclass(frozen=True)
class Ruler(Sketch):
    """A ruler of `length` units: the values of a group are its marks, or the places with a 1."""

    group: str
    length: int
    notched: bool = False

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.group,)

    def marks(self, groups: Sequence[Group], values: Mapping[str, Any]) -> list[int]:
        """The places of the marks, from the left."""
        (group,) = groups
        found = [values.get(variable.name) for variable in group.variables]
        marks = [place for place, value in enumerate(found) if value == 1]
        return marks if self.notched else sorted(v for v in found if isinstance(v, int))


@dataclass(frozen=True)
class Cells(Sketch):
    """A row of cells with a key above each: the values of a group are names, not amounts."""

    group: str

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.group,)


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


def on_graph(
    graph: Graph,
    *vertices: Group,
    lines: Group | None = None,
    steps: Group | None = None,
    walk: Group | None = None,
    closed: bool = True,
) -> Diagram:
    """Values on the vertices of a graph that goes by its name, on its edges, or a way on it."""
    from .graph_places import places_of

    names = tuple(map(str, range(graph.size)))
    return Diagram(
        names,
        graph.edges,
        places_of(graph),
        tuple(group.name for group in vertices),
        lines=_name(lines),
        steps=_name(steps),
        walk=_name(walk),
        closed=closed,
    )


def at_places(
    groups: Sequence[Group],
    places: Sequence[Place] = (),
    edges: Iterable[tuple[int, int]] = (),
    names: Sequence[str] = (),
) -> Diagram:
    """Values at `places`, or on a circle, joined by `edges`; their names are not shown without
    `names`.
    """
    number = sum(len(group.variables) for group in groups)
    shown = tuple(names) or ("",) * number
    return Diagram(shown, tuple(edges), tuple(places), tuple(group.name for group in groups))


def rectangles(
    across: Group, upwards: Group, sizes: Iterable[tuple[int, int]], room: tuple[int, int]
) -> Rectangles:
    """Areas within `room` whose corners are `across` from the left and `upwards` from below."""
    return Rectangles(across.name, upwards.name, tuple(sizes), room)


def columns(title: str, numbers: Iterable[int], *groups: Group) -> Columns:
    """A table whose columns are `numbers`, each a `title`, and whose lines are `groups`."""
    return Columns(title, tuple(numbers), tuple(group.name for group in groups))


def row(group: Group, cells: int, further: Iterable[int], times: int = 2) -> Row:
    """A row of `cells`: each key of `group` in the cell that is its value, from 0, and so much
    `further`, `times` in all.
    """
    return Row(group.name, cells, tuple(further), times)


def honeycomb(board: Group) -> Honeycomb:
    """The squares of a slanted board as the cells of a honeycomb: its rows, its columns and its
    rising diagonals are the three directions of lines.
    """
    return Honeycomb(board.name)


def ruler(group: Group, length: int, *, notched: bool = False) -> Ruler:
    """A ruler whose marks are the values of `group`, or, if `notched`, its places with a 1."""
    return Ruler(group.name, length, notched)


def cells(group: Group) -> Cells:
    """A row of cells with the values of `group`, which are names and not amounts."""
    return Cells(group.name)


def helpers(*groups: Group | Variable) -> Helpers:
    """Groups and single variables that only help to say a rule: no picture shows them."""
    return Helpers(tuple(group.name for group in groups))


def _name(group: Group | None) -> str:
    # A list without variables is false, and yet a group.
    return "" if group is None else group.name


def _label(label: object) -> str:
    if isinstance(label, Iterable) and not isinstance(label, str):
        return " ".join(map(str, label))
    return "" if label in (None, ".") else str(label)


# ----------------------------------------------------------------------------- how they are read


def blocks(model: Model) -> Iterator[tuple[Sketch | None, list[Group]]]:
    """The groups that are drawn as one, with the sketch that says how: single variables too."""
    declared = {group.name for group in model.groups}
    whole = {n: s for s in model.sketches if declared.issuperset(s.groups) for n in s.groups}
    drawn: list[Sketch] = []
    for key, found in groupby(model.groups, lambda group: whole.get(group.name, _kind(group))):
        if isinstance(key, Helpers):
            continue
        if isinstance(key, Sketch):
            if key not in drawn:
                drawn.append(key)
                yield key, [group for group in model.groups if group.name in key.groups]
        else:
            yield None, list(found)


def shown(model: Model) -> list[Group]:
    """The groups that pictures show."""
    return [group for _, groups in blocks(model) for group in groups]


def _kind(group: Group) -> object:
    """Alike for single variables only."""
    return Single if isinstance(group, Single) else group


def around_of(model: Model, group: Group) -> Around:
    """The labels around the board of `group`."""
    found = (s for s in model.sketches if isinstance(s, Around) and s.group == group.name)
    return next(found, Around(group.name))


def notes_of(model: Model, group: Group) -> dict[Square, str]:
    """The texts on the squares of the board of `group`."""
    found = [s for s in model.sketches if isinstance(s, Notes) and s.group == group.name]
    return {square: text for sketch in found for square, text in sketch.texts}
