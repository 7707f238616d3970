"""Candidates for a model's symmetries: moves of boards, exchanges of values, lists reversed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from ..boards.families import Square
from ..boards.fillings import Filling
from ..boards.placements import OnBoard
from ..domains import Domain, size
from ..expressions import Variable
from ..groups import Group, Single, VariableList
from ..late_dataclasses import dataclass
from ..model import Model
from ..nodes import Value
from .symmetries import MOST_VALUES, Symmetry, complement, exchange, reversal

MOST_EXCHANGED = 36
"""In larger domains no two values are tried in exchange."""

Turn = Callable[[int, int, Square], Square]
"""The image of a square, by the numbers of rows and columns of its board."""

TURNS: dict[str, Turn] = {
    "quarter turn": lambda rows, columns, s: Square(s.column, rows + 1 - s.row),
    "mirror left-right": lambda rows, columns, s: Square(s.row, columns + 1 - s.column),
    "half turn": lambda rows, columns, s: Square(rows + 1 - s.row, columns + 1 - s.column),
    "mirror top-bottom": lambda rows, columns, s: Square(rows + 1 - s.row, s.column),
    "mirror in the falling diagonal": lambda rows, columns, s: Square(s.column, s.row),
    "mirror in the rising diagonal": lambda rows, columns, s: Square(
        columns + 1 - s.column, rows + 1 - s.row
    ),
    "three-quarter turn": lambda rows, columns, s: Square(columns + 1 - s.column, s.row),
}
"""The symmetries of a square, those that generate all of them first."""


def moves(model: Model) -> Iterator[Symmetry]:
    """The symmetries that move the squares of every board of `model` at once."""
    groups = [group for group in model.groups if isinstance(group, OnBoard)]
    for name, turn in TURNS.items() if groups else ():
        yield from _moved(name, groups, turn)
    if groups and all(group.board.wrap for group in groups):
        for down, right in _shifts(groups[0].board.height, groups[0].board.width):
            yield from _moved(_shift_name(down, right), groups, _shift(down, right))


def swaps(model: Model) -> Iterator[Symmetry]:
    """The exchanges of two groups on boards of one shape: white pieces and black ones."""
    groups = [group for group in model.groups if isinstance(group, OnBoard)]
    for group, other in combinations(groups, 2):
        if group.board == other.board:
            pairs = [(a.name, b.name) for a, b in zip(group, other, strict=True)]
            name = f"{group.name} ↔ {other.name}"
            yield Symmetry(name, dict(pairs) | {b: a for a, b in pairs})


def reversals(model: Model) -> Iterator[Symmetry]:
    """Each list backwards, also with its values turned around; then all lists at once."""
    lists = [g for g in model.groups if isinstance(g, VariableList) and len(g) > 1]
    several = [(f"reversal of {one.name}", [one]) for one in lists]
    if len(lists) > 1:
        several.append(("reversal of all lists", lists))
    for name, chosen in several:
        moved = {k: v for one in chosen for k, v in reversal(one.members).variables.items()}
        yield Symmetry(name, moved)
        members = [variable for one in chosen for variable in one]
        if _turns(members):
            turned = complement(members).values
            changes = {source: turned[target] for source, target in moved.items()}
            yield Symmetry(f"{name} with complement", moved, changes)


def complements(model: Model) -> Iterator[Symmetry]:
    """The values of each list and filling turned around, from the greatest to the least."""
    for group in [g for g in model.groups if isinstance(g, Filling | VariableList)]:
        if _turns(group.variables):
            yield complement(group.variables, f"complement of {group.name}")
    if len(model.groups) > 1 and _turns(model.variables):
        yield complement(model.variables, "complement of all")


def _turns(members: Sequence[Variable]) -> bool:
    fitting = [not v.labelled and 1 < size(v.domain) <= MOST_VALUES for v in members]
    return bool(fitting) and all(fitting)


def _moved(name: str, groups: Sequence[OnBoard], turn: Turn) -> Iterator[Symmetry]:
    """The move, where it brings every open square to an open one."""
    moved: dict[str, str] = {}
    for group in groups:
        for square, variable in group.by_square.items():
            target = group.by_square.get(turn(group.board.height, group.board.width, square))
            if target is None:
                return
            moved[variable.name] = target.name
    yield Symmetry(name, moved)


def _shifts(height: int, width: int) -> Iterator[tuple[int, int]]:
    """Steps that divide the board, the small ones first; then a step both ways at once."""
    yield from ((down, 0) for down in range(1, height) if height % down == 0)
    yield from ((0, right) for right in range(1, width) if width % right == 0)
    if min(height, width) > 1:
        yield from ((1, 1), (1, width - 1))


def _shift(down: int, right: int) -> Turn:
    return lambda rows, columns, s: Square(
        (s.row - 1 + down) % rows + 1, (s.column - 1 + right) % columns + 1
    )


def _shift_name(down: int, right: int) -> str:
    words = [f"{way} {step}" for way, step in (("down", down), ("right", right)) if step]
    return f"shift {' and '.join(words)}"


# ------------------------------------------------------------------------------- exchanges


@dataclass(frozen=True, eq=False)
class Scope:
    """Variables over one domain whose values may mean the same."""

    name: str
    members: tuple[Variable, ...]
    domain: Domain

    @property
    def values(self) -> tuple[Value, ...]:
        """The values, in the order of the domain."""
        return tuple(self.domain)

    def exchange(self, first: Value, second: Value, *, alone: bool) -> Symmetry:
        """Two values exchanged in all the variables, named by the group unless it is `alone`."""
        where = "" if alone else f"{self.name}: "
        return exchange(self.members, first, second, f"{where}{first} ↔ {second}")


def scopes(model: Model) -> list[Scope]:
    """Each filling and list whose variables share a domain.

    The pieces of a placement and the squares without are no values to be exchanged.
    """
    found = [_scope(group) for group in model.groups if isinstance(group, Filling | VariableList)]
    return [scope for scope in found if scope is not None]


def joint_scopes(model: Model) -> list[Scope]:
    """All the variables over one domain, for each domain that several groups share."""
    by_domain: dict[Domain, list[Group]] = {}
    for group in model.groups:
        for domain in {v.domain for v in group.variables}:
            by_domain.setdefault(domain, []).append(group)
    return [
        Scope("all", tuple(v for v in model.variables if v.domain == domain), domain)
        for domain, groups in by_domain.items()
        if _exchangeable(domain) and (len(groups) > 1 or isinstance(groups[0], Single))
    ]


def _scope(group: Filling | VariableList) -> Scope | None:
    domains = {variable.domain for variable in group.variables}
    domain = domains.pop() if len(domains) == 1 else range(1)
    return Scope(group.name, group.variables, domain) if _exchangeable(domain) else None


def _exchangeable(domain: Domain) -> bool:
    return 1 < size(domain) <= MOST_EXCHANGED
