"""The rules that a picture shows: givens, cages, sums, signs, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arithmetic_expressions import Sum
from ..boards.grid import Square
from ..boards.placements import Filling, OnBoard, filling
from ..boards.sides import Sides
from ..boards.sketches import Helpers, looks_of
from ..constraints import Comparison, Constraint
from ..expressions import Constant, Variable
from ..global_constraints.circuit import Circuit, Subcircuit
from ..global_constraints.regions import Regions
from ..groups import Group, Single, Sketch
from ..late_dataclasses import dataclass
from ..model import Model
from ..nodes import Node, Value, topological

if TYPE_CHECKING:
    from .svg_style import Picture


_CAGE = re.compile(r"(?:cage )?[A-Za-z](\d+ ?[-+*/×÷]?)")
_SUM = re.compile(r"(\d+) (below|right of) r(\d+)c(\d+)", re.ASCII)
_SIGN = re.compile(r"r(\d+)c(\d+)\s?([<>])\s?r(\d+)c(\d+)", re.ASCII)
CAGE_AT = "cage at "
"""The beginning of the name of a constraint on the squares of a cage."""
ARROWS = {">": (0, 1), "<": (0, -1), "^": (-1, 0), "v": (1, 0)}
"""Labels of the halves of a domino: where the other half lies, as rows down and columns right."""


@dataclass(frozen=True)
class Cage:
    """Squares with a number of their own, such as a sum."""

    squares: frozenset[Square]
    text: str


def cages_of(model: Model, group: OnBoard) -> list[Cage]:
    """The squares that a rule called like `A7+` or `cage A10` is about, or that stand at a place
    called like `cage at r1c1`, and what it says of them.
    """
    squares = _squares(group)
    found: dict[frozenset[Square], str] = {}
    for rule in model.rules:
        match = _CAGE.fullmatch(rule.label)
        if match:
            inside = _inside(rule.constraints, squares)
            found[inside] = match[1].replace("*", "×").replace("/", "÷")
            continue
        for constraint, place in rule.places():
            if place.startswith(CAGE_AT):
                inside = _inside([constraint], squares)
                found[inside] = _total(constraint) or found.get(inside, "")
    return [Cage(inside, said) for inside, said in found.items() if inside]


def _inside(constraints: Iterable[Constraint], squares: Mapping[Node, Square]) -> frozenset[Square]:
    return frozenset(squares[node] for node in topological(constraints) if node in squares)


def _total(constraint: Constraint) -> str:
    """The number that a sum must be; nothing for another constraint."""
    match constraint:
        case Comparison(Sum(constant=0), "==", Constant(constant=number)):
            return str(number)
        case Comparison(Variable(), "==", Constant(constant=number)):
            return str(number)
    return ""


def sums_of(model: Model) -> dict[Square, dict[str, str]]:
    """The clues of a kakuro by their wall: what adds up to it `below` and to the `right of` it."""
    found: dict[Square, dict[str, str]] = {}
    for rule in model.rules:
        match = _SUM.fullmatch(rule.label)
        if match:
            square = Square(int(match[3]), int(match[4]))
            found.setdefault(square, {})[match[2]] = match[1]
    return found


def signs_of(model: Model) -> Iterator[tuple[Square, Square, str]]:
    """Two squares side by side and the sign between them: `r1c1<r2c1`."""
    for rule in model.rules:
        match = _SIGN.fullmatch(rule.label)
        if match:
            yield (
                Square(int(match[1]), int(match[2])),
                Square(int(match[4]), int(match[5])),
                match[3],
            )


def numbers_of(model: Model, group: OnBoard, fixed: Mapping[str, Value]) -> dict[Square, str]:
    """On a square that stays empty, how many pieces touch it, where a rule says that alone."""
    squares = _squares(group)
    around: dict[frozenset[Node], Square] = {
        frozenset(group.by_square[near] for near in group.board.around(square)): square
        for square, variable in group.by_square.items()
        if fixed.get(variable.name) == 0
    }
    found = {}
    for constraint in model.constraints if around else ():
        match constraint:
            case Comparison(Sum(terms=terms), "==", Constant(constant=number)):
                square = around.get(frozenset(t for t in terms if t in squares))
                if square and len(terms) == len(set(terms)):
                    found[square] = str(number)
            case _:
                continue
    return found


def tour_of(model: Model, group: Group) -> bool:
    """True if a rule says that the group's variables, in order, are places of one tour."""
    mine = group.variables
    return bool(mine) and any(
        isinstance(constraint, Circuit | Subcircuit)
        and len(constraint.successors) in (len(mine), len(mine) + 1)
        and all(a is b for a, b in zip(mine, constraint.successors, strict=False))
        for constraint in model.constraints
    )


def areas_of(model: Model, group: Filling, values: Mapping[str, Any]) -> dict[Square, int]:
    """The number of the area of each square: neighbours alike are in one, and so are halves
    that point at each other. Empty where the squares hardly hang together, unless a rule divides
    the board into regions whose sizes are the values, or the values look like nothing.
    """
    shown = {s: values.get(v.name) for s, v in group.by_square.items()}
    divided = None not in shown.values() and any(
        isinstance(one, Regions) and one.sizes and _variables(one.same) <= {*group.variables}
        for one in model.constraints
    )
    divided = divided or {looks_of(model, group).get(str(one)) for one in shown.values()} == {""}
    if not shown or not (divided or all(type(value) is str for value in shown.values())):
        return {}
    area: dict[Square, int] = {}
    for start in shown:
        if start in area:
            continue
        number, stack = len(set(area.values())), [start]
        while stack:
            square = stack.pop()
            if square not in area:
                area[square] = number
                stack.extend(n for n in _beside(square) if _hang_together(square, n, shown))
    kinds = len(set(shown.values())) if not ARROWS.keys() & set(shown.values()) else 0
    whole = 3 * len(set(area.values())) <= 2 * len(area) and 2 * kinds <= len(area)
    return area if divided or whole or len(area) == 1 else {}


def _variables(terms: Iterable[Node]) -> set[Node]:
    return {node for node in topological(terms) if isinstance(node, Variable)}


def _hang_together(one: Square, other: Square, shown: Mapping[Square, Any]) -> bool:
    if other not in shown:
        return False
    if shown[one] in ARROWS:
        return _faces(one, other, shown) and _faces(other, one, shown)
    return bool(shown[one] == shown[other])


def _faces(one: Square, other: Square, shown: Mapping[Square, Any]) -> bool:
    step = (other.row - one.row, other.column - one.column)
    return ARROWS.get(shown[one]) == step


def _squares(group: OnBoard) -> dict[Node, Square]:
    return {variable: square for square, variable in group.by_square.items()}


def _beside(square: Square) -> list[Square]:
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [Square(square.row + down, square.column + right) for down, right in steps]


# ------------------------------------------------------------------------------------ drawn groups
# Sketches that draw their groups themselves; each kind is a file of its own beside this one.
#
# A kind is a class with `as_svg`, and `as_text` where that differs, and a constructor for puzzles.


class Box(NamedTuple):
    """A place in a picture, the values, by their variables' names, one of which will stand in it,
    and the one variable that it is the place of, if it is.
    """

    x: float
    y: float
    width: float
    height: float
    facts: tuple[tuple[str, Any], ...] = ()
    name: str = ""


class Drawn(Sketch):
    """A sketch that draws its groups, those whose names are its `groups`."""

    def as_text(
        self, groups: Sequence[Group], values: Mapping[str, Any], plain: bool
    ) -> str | None:
        """The groups as lines of text, in ASCII where it is `plain`; None: each as it is."""
        return None

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """The groups as a picture."""
        raise NotImplementedError(f"{type(self).__name__} must define as_svg")

    def apart(self) -> Drawn:
        """The sketch without what only several values together show."""
        return self

    def joint(self, groups: Sequence[Group]) -> Iterable[tuple[Variable, Variable]]:
        """The variables of which two together show something that neither shows alone."""
        return ()

    def boxes(self, groups: Sequence[Group]) -> Iterator[Box]:
        """The places in which one of several values will stand; others stand each for itself."""
        return iter(())


@dataclass(frozen=True)
class DrawnAlone(Drawn):
    """A sketch that draws one group."""

    group: str

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.group,)


def blocks(model: Model) -> Iterator[tuple[Drawn | None, list[Group]]]:
    """The groups that are drawn as one, with the sketch that says how: single variables too."""
    declared = {group.name for group in model.groups}
    whole = {n: s for s in model.sketches if declared.issuperset(s.groups) for n in s.groups}
    drawn: list[Drawn] = []
    for key, found in groupby(model.groups, lambda group: whole.get(group.name, _kind(group))):
        if isinstance(key, Helpers):
            continue
        if isinstance(key, Drawn):
            if key not in drawn:
                drawn.append(key)
                yield key, [group for group in model.groups if group.name in key.groups]
        else:
            yield None, list(found)


def shown(model: Model) -> list[Group]:
    """The groups that pictures show."""
    return [group for _, groups in blocks(model) for group in groups]


def grounds(model: Model) -> dict[str, OnBoard]:
    """By the name of each group of links, fences or borders, what is drawn on its squares.

    It is the placement or filling on the same board, if there is one alone; else an empty one.
    """
    alone = [group for sketch, groups in blocks(model) if sketch is None for group in groups]
    found = {}
    for sides in alone:
        if isinstance(sides, Sides):
            below = [g for g in alone if isinstance(g, OnBoard) and g.board == sides.board]
            found[sides.name] = below[0] if len(below) == 1 else blank(sides)
    return found


def blank(sides: Sides) -> OnBoard:
    """A filling without values, under the name of `sides`."""
    return filling(sides.name, sides.board, range(1))


def _kind(group: Group) -> object:
    """Alike for single variables only."""
    return Single if isinstance(group, Single) else group
