"""The symmetries of a model as a group, and what it makes of solutions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, TypeGuard, cast

from ..boards.grid import Square
from ..boards.placements import Filling, OnBoard
from ..boards.sides import STEPS, Sides
from ..errors import ModelError
from ..expressions import Domain, Variable, size
from ..groups import Group, Single, VariableList
from ..late_dataclasses import dataclass
from ..model import Model
from ..nodes import Value
from ..phrases import did_you_mean
from ..solution import Solution
from .invariance import Invariance
from .orbits import Block, Element, Row, RowGroup, closure, compiled, images_of, normal, rows_of
from .symmetries import MOST_VALUES, Symmetry, complement, exchange, reversal

# -------------------------------------------------------------------------------------- candidates
# Candidates for a model's symmetries: moves of boards, exchanges of values, lists reversed.


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
"""The symmetries of a square, first the ones that generate all of them."""


def moves(model: Model) -> Iterator[Symmetry]:
    """The symmetries that move the squares of every board of `model` at once."""
    groups = [group for group in model.groups if isinstance(group, OnBoard | Sides)]
    for name, turn in TURNS.items() if groups else ():
        yield from _moved(name, groups, turn)
    if groups and all(group.board.wrap for group in groups):
        for down, right in _shifts(groups[0].board.height, groups[0].board.width):
            yield from _moved(_shift_name(down, right), groups, _shift(down, right))


def swaps(model: Model) -> Iterator[Symmetry]:
    """The exchanges of two groups on boards of one shape: white pieces and black ones."""
    groups = [group for group in model.groups if isinstance(group, OnBoard | Sides)]
    for group, other in combinations(groups, 2):
        alike = isinstance(group, OnBoard) and isinstance(other, OnBoard)
        if group.board == other.board and (alike or type(group) is type(other)):
            pairs = [(a.name, b.name) for a, b in zip(group, other, strict=True)]
            name = f"{group.name} ↔ {other.name}"
            yield Symmetry(name, dict(pairs) | {b: a for a, b in pairs})


def reversals(model: Model) -> Iterator[Symmetry]:
    """Each list backwards, also with its values turned around; then all lists at once."""
    lists = [g for g in model.groups if _is_list(g) and len(g) > 1]
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
    for group in [g for g in model.groups if isinstance(g, Filling) or _is_list(g)]:
        if _turns(group.variables):
            yield complement(group.variables, f"complement of {group.name}")
    if len(model.groups) > 1 and _turns(model.variables):
        yield complement(model.variables, "complement of all")


def _turns(members: Sequence[Variable]) -> bool:
    fitting = [not v.labelled and 1 < size(v.domain) <= MOST_VALUES for v in members]
    return bool(fitting) and all(fitting)


def _is_list(group: Group) -> TypeGuard[VariableList]:
    """True for a list whose order may mean something."""
    return isinstance(group, VariableList) and not isinstance(group, Sides)


def _moved(name: str, groups: Sequence[OnBoard | Sides], turn: Turn) -> Iterator[Symmetry]:
    """The move, where it brings every open square to an open one, and every side to one."""
    moved: dict[str, str] = {}
    for group in groups:
        for variable, target in (
            _moved_sides(group, turn)
            if isinstance(group, Sides)
            else (
                (variable, group.by_square.get(turn(group.board.height, group.board.width, square)))
                for square, variable in group.by_square.items()
            )
        ):
            if target is None:
                return
            moved[variable.name] = target.name
    yield Symmetry(name, moved)


def _moved_sides(group: Sides, turn: Turn) -> Iterator[tuple[Variable, Variable | None]]:
    """Each side with that to which it is brought, if there is one."""
    at = {p: v for v, seen in zip(group.members, group.seen, strict=True) for p in seen}
    names = {step: side for side, step in STEPS.items()}
    for (square, side), variable in at.items():
        beyond = Square(square.row + STEPS[side][0], square.column + STEPS[side][1])
        ends = [turn(group.board.height, group.board.width, end) for end in (square, beyond)]
        apart = [b - a for a, b in zip(*ends, strict=True)]
        # Around the edge of a torus a step is one back instead of all the way.
        step = tuple(d if abs(d) <= 1 else -d // abs(d) for d in apart)
        yield variable, at.get((ends[0], names.get(cast(Any, step), "")))


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

    The pieces of a placement and the squares without are no values to be exchanged, nor are links.
    """
    found = []
    for group in model.groups:
        domains = {variable.domain for variable in group.variables}
        if (isinstance(group, Filling) or _is_list(group)) and len(domains) == 1:
            found.append(Scope(group.name, group.variables, domains.pop()))
    return [scope for scope in found if _exchangeable(scope.domain)]


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


def _exchangeable(domain: Domain) -> bool:
    return 1 < size(domain) <= MOST_EXCHANGED


KINDS = {
    "squares": moves,
    "pieces": swaps,
    "lists": reversals,
    "complements": complements,
}
"""The finder of candidates of a kind; `values`, exchanged two by two, and `declared` are more."""

ALL_KINDS = ("declared", *KINDS, "values")
MOST_CONJUGATED = 200
"""In larger groups two classes may differ by no more than where a symmetry's axis lies."""


@dataclass(frozen=True)
class SymmetryClass:
    """Solutions that equal their images under like symmetries."""

    stabiliser: tuple[str, ...]
    """The symmetries, by name, that leave such a solution as it is; the identity is one."""
    orbit_size: int
    orbits: int

    @property
    def solutions(self) -> int:
        """The number of solutions in these orbits."""
        return self.orbits * self.orbit_size


class SymmetryGroup:
    """Symmetries of `model` with all their products.

    `generators` produce all the others. Raises: ModelError where they are more than 100,000,
    exchanges of values not counted.
    """

    def __init__(
        self,
        model: Model,
        moves: Iterable[Symmetry],
        exchanges: Sequence[tuple[Scope, Sequence[int]]] = (),
    ) -> None:
        self.model = model
        self._row = rows_of(model)
        self._names: dict[Element, str] = {}
        blocks = [_block(model, scope, values) for scope, values in exchanges]
        swaps = [
            scope.exchange(scope.values[a], scope.values[b], alone=len(model.groups) == 1)
            for scope, values in exchanges
            for a, b in pairwise(values)
        ]
        kept, elements = self._independent(list(moves), blocks)
        if not normal([element for _, element in kept], blocks):
            kept, elements = self._independent([*(one for one, _ in kept), *swaps], [])
            blocks, swaps = [], []
        self.generators: tuple[Symmetry, ...] = (*(one for one, _ in kept), *swaps)
        self._words = elements
        self._moves = [one for one, _ in kept]
        self.steps = [element for _, element in kept] + [compiled(model, one) for one in swaps]
        """The generators, as functions of rows."""
        self.rows = RowGroup(elements, blocks, len(model.variables))

    def _independent(
        self, moves: Sequence[Symmetry], blocks: Sequence[Block]
    ) -> tuple[list[tuple[Symmetry, Element]], dict[Element, tuple[int, ...]]]:
        """Those of `moves` that the ones before do not produce, and everything they do produce."""
        size = len(self.model.variables)
        kept: list[tuple[Symmetry, Element]] = []
        found = closure([], size)
        test = RowGroup([], blocks, size)
        for one in moves:
            element = compiled(self.model, one)
            if next(iter(found)) != element:  # the identity keeps its own name
                self._names.setdefault(element, one.name)
            if element not in found and not test.exchanges(element):
                kept.append((one, element))
                found = closure([element for _, element in kept], size)
        return kept, found

    @property
    def order(self) -> int:
        """The number of symmetries, the identity included."""
        return self.rows.order

    @property
    def exchangeable(self) -> tuple[str, ...]:
        """The sets of values that may be exchanged at will, in words."""
        return tuple(block.name for block in self.rows.blocks)

    def describe(self) -> str:
        """The group in a few words: `8 symmetries: quarter turn, mirror left-right`."""
        names = [one.name for one in self._moves]
        names += [f"any exchange of {words}" for words in self.exchangeable]
        if not names:
            return "no symmetry, since none is known"
        return f"{self.order} symmetries, from {', '.join(names)}"

    # ----------------------------------------------------------------------------- solutions

    def is_least(self, solution: Solution) -> bool:
        """True if `solution` is the first of its orbit, in canonical order."""
        return self.rows.is_least(self._row(solution))

    def least(self, solution: Solution) -> Solution:
        """The first of the orbit of `solution`."""
        return self._solution(self.rows.least(self._row(solution)))

    def orbit(self, solution: Solution) -> tuple[Solution, ...]:
        """The images of `solution`, itself included, each once and in order."""
        return tuple(map(self._solution, sorted(images_of(self._row(solution), self.steps))))

    def orbit_size(self, solution: Solution) -> int:
        """The number of solutions in the orbit."""
        return self.rows.orbit_size(self._row(solution))

    def stabiliser(self, solution: Solution) -> tuple[str, ...]:
        """The symmetries, by name, that leave `solution` as it is, up to exchanged values."""
        return tuple(self._name(element) for element in self._fixing(self._row(solution)))

    def classes(self, representatives: Iterable[Solution]) -> list[SymmetryClass]:
        """The `representatives`, one an orbit, counted by the size of their orbit.

        The class with the fewest symmetries comes first.
        """
        found: dict[tuple[tuple[Element, ...], int], int] = {}
        for solution in representatives:
            row = self._row(solution)
            key = self._class_of(row), self.rows.orbit_size(row)
            found[key] = found.get(key, 0) + 1
        classes = [
            SymmetryClass(tuple(map(self._name, fixing)), size, orbits)
            for (fixing, size), orbits in found.items()
        ]
        return sorted(classes, key=lambda c: (-c.orbit_size, c.stabiliser))

    def _class_of(self, row: Row) -> tuple[Element, ...]:
        """The stabiliser of a row, or of the image of it that has the first one."""
        small = len(self.rows.elements) <= MOST_CONJUGATED
        rows = self.rows.images(row) if small else {row}
        number = {element: place for place, element in enumerate(self.rows.elements)}
        return min(
            (tuple(self._fixing(image)) for image in rows),
            key=lambda fixing: [number[element] for element in fixing],
        )

    def _fixing(self, row: Row) -> Iterator[Element]:
        plain = self.rows.relabelled(row)
        identity = next(iter(self._words))
        moves = iter(self.rows.moves)
        for element in self.rows.elements:
            if element == identity or self.rows.relabelled(next(moves)(row)) == plain:
                yield element

    def _name(self, element: Element) -> str:
        word = self._words[element]
        made = " then ".join(self._moves[number].name for number in word) or "identity"
        return self._names.get(element, made)

    def _solution(self, row: Row) -> Solution:
        domains = (variable.domain for variable in self.model.variables)
        values = tuple(domain[n] for domain, n in zip(domains, row, strict=True))
        return Solution(self.model, values)

    def __repr__(self) -> str:
        return f"<{self.describe()}>"


def symmetries(model: Model, kinds: Collection[str] = ALL_KINDS) -> SymmetryGroup:
    """The symmetries that the declaration of `model` shows, and the ones that it declares.

    Tried are moves of its boards (`squares`), what stands on two boards exchanged (`pieces`),
    lists reversed (`lists`), values exchanged (`values`) or turned around (`complements`). Each is
    checked on the constraints; a symmetry of the solutions that they do not show is not found.
    Under an objective it keeps the value of every goal too.

    Raises: ModelError for a kind that there is not, or a group that is too large.
    """
    for kind in kinds:
        if kind not in ALL_KINDS:
            advice = did_you_mean(kind, ALL_KINDS, "there are")
            raise ModelError(f"there is no kind of symmetry {kind!r}; {advice}")
    check = Invariance(model)
    tried = [s for s in model.symmetries if isinstance(s, Symmetry)] if "declared" in kinds else []
    tried += [one for kind, make in KINDS.items() if kind in kinds for one in make(model)]
    exchanges = _exchanges(model, check) if "values" in kinds else []
    return SymmetryGroup(model, filter(check.holds, tried), exchanges)


def _exchanges(model: Model, check: Invariance) -> list[tuple[Scope, list[int]]]:
    """The values that may be exchanged at will, as places in the domain of a scope."""
    found = [(s, values) for s in scopes(model) for values in _blocks(s, check)]
    known = {scope.domain for scope, _ in found}
    joint = (scope for scope in joint_scopes(model) if scope.domain not in known)
    return found + [(scope, values) for scope in joint for values in _blocks(scope, check)]


def _blocks(scope: Scope, check: Invariance) -> list[list[int]]:
    """Places of values, in sets of two or more; any two of a set may be exchanged."""
    blocks: list[list[int]] = []
    for place, value in enumerate(scope.values):
        for block in blocks:
            if check.holds(scope.exchange(scope.values[block[-1]], value, alone=True)):
                block.append(place)
                break
        else:
            blocks.append([place])
    return [block for block in blocks if len(block) > 1]


def _block(model: Model, scope: Scope, values: Sequence[int]) -> Block:
    members = set(scope.members)
    places = frozenset(n for n, variable in enumerate(model.variables) if variable in members)
    shown = [str(scope.values[value]) for value in values]
    where = f" in {scope.name}" if len(model.groups) > 1 else ""
    words = " ".join(shown if len(shown) < 5 else [*shown[:2], "…", shown[-1]])
    return Block(places, tuple(values), words + where)
