"""The symmetries of a model as a group, and what it makes of solutions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from ..errors import ModelError
from ..late_dataclasses import dataclass
from ..model import Model
from ..phrases import did_you_mean
from ..solution import Solution
from . import candidates
from .candidates import Scope
from .invariance import Invariance
from .orbits import Block, Element, Row, RowGroup, closure, compiled, images_of, normal, rows_of
from .symmetries import Symmetry

KINDS = {
    "squares": candidates.moves,
    "pieces": candidates.swaps,
    "lists": candidates.reversals,
    "complements": candidates.complements,
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
    """The symmetries that the declaration of `model` shows, and those that it declares.

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


def group_of(model: Model, given: Iterable[Symmetry]) -> SymmetryGroup:
    """The group of just these symmetries, each checked as a declared one is.

    Raises: ModelError for one that does not hold.
    """
    from .symmetries import declared

    return SymmetryGroup(model, declared(model, given))


def _exchanges(model: Model, check: Invariance) -> list[tuple[Scope, list[int]]]:
    """The values that may be exchanged at will, as places in the domain of a scope."""
    found = [(s, values) for s in candidates.scopes(model) for values in _blocks(s, check)]
    known = {scope.domain for scope, _ in found}
    joint = (scope for scope in candidates.joint_scopes(model) if scope.domain not in known)
    return found + [(scope, values) for scope in joint for values in _blocks(scope, check)]


def _blocks(scope: Scope, check: Invariance) -> list[list[int]]:
    """Places of values every two of which may be exchanged, in sets of two or more."""
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
