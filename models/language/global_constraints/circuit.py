"""Successors that form one tour: `successors[i]` is the node that follows node i, 0-based."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ..arithmetic_expressions import total
from ..choices import element, minimum
from ..constraints import Constraint
from ..errors import ModelError
from ..expressions import Constant, Expression, Indicator, several
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, numbers_of
from .all_different import AllDifferent


@dataclass(frozen=True, eq=False, repr=False)
class Circuit(Global):
    """Following `successors` from node 0 visits every node once and returns."""

    successors: tuple[Expression, ...]

    def holds(self, values: Sequence[int]) -> bool:
        return _tour_length(values, 0) == len(values)

    def decompose(self) -> Iterable[Constraint]:
        yield from _permutation(self.successors)
        place: Expression = Constant(0)
        for _ in range(len(self.successors) - 1):
            place = element(self.successors, place)
            yield place != 0

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        return circuit(draw.terms(1, 4))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        return circuit(scene.over(_tour, _nodes_of, swapped=True))


@dataclass(frozen=True, eq=False, repr=False)
class Subcircuit(Global):
    """The nodes that do not follow themselves form one tour; it may be empty."""

    successors: tuple[Expression, ...]

    def holds(self, values: Sequence[int]) -> bool:
        size = len(values)
        if len(set(values)) < size or not all(0 <= value < size for value in values):
            return False
        moving = [node for node, value in enumerate(values) if node != value]
        return not moving or _tour_length(values, moving[0]) == len(moving)

    def decompose(self) -> Iterable[Constraint]:
        yield from _permutation(self.successors)
        last = len(self.successors) - 1
        moves = [Indicator(s != node) for node, s in enumerate(self.successors)]
        length = total(moves)
        place = start = minimum(last + (node - last) * move for node, move in enumerate(moves))
        for steps in range(1, last + 1):
            place = element(self.successors, place)
            yield (place != start) | (length <= steps)

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        return subcircuit(draw.terms(1, 4))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        return subcircuit(scene.over(_partial_tour, _nodes_of, swapped=True))


def circuit(*successors: object) -> Constraint:
    """`successors`, or one list of them, form one tour of all nodes, 0-based.

    A single node is its own tour.

    Formula: successors is a permutation of 0 … n - 1, of one cycle

    >>> from everyway.models import circuit, variables
    >>> circuit(variables("after", 4, range(4)))
    circuit(after[0], after[1], after[2], after[3])
    """
    return Circuit(_nodes(successors, "circuit"))


def subcircuit(*successors: object) -> Constraint:
    """As `circuit`, over the nodes that do not follow themselves; there may be none.

    Formula: successors is a permutation of 0 … n - 1, of at most one cycle longer than 1

    >>> from everyway.models import subcircuit, variables
    >>> subcircuit(variables("after", 3, range(3)))
    subcircuit(after[0], after[1], after[2])
    """
    return Subcircuit(_nodes(successors, "subcircuit"))


def _nodes(successors: tuple[object, ...], where: str) -> tuple[Expression, ...]:
    read = numbers_of(several(successors, where), where)
    if not read:
        raise ModelError(f"{where} of no nodes is not a tour; give at least one successor")
    return read


def _permutation(successors: tuple[Expression, ...]) -> Iterable[Constraint]:
    yield AllDifferent(successors)
    for successor in successors:
        yield (successor >= 0) & (successor < len(successors))


def _tour_length(successors: Sequence[int], start: int) -> int:
    """The number of nodes on the tour from `start` until it returns; 0 if it never does."""
    node, seen = start, 0
    while seen < len(successors):
        node, seen = successors[node], seen + 1
        if node == start:
            return seen
        if not 0 <= node < len(successors):
            return 0
    return 0


def _nodes_of(random: Random, size: int) -> range:
    return range(size)


def _tour(random: Random, size: int) -> list[int]:
    """Successors along one circuit through all nodes."""
    order = random.sample(range(size), size)
    after = dict(zip(order, [*order[1:], order[0]], strict=True))
    return [after[node] for node in range(size)]


def _partial_tour(random: Random, size: int) -> list[int]:
    """Successors along a circuit through some nodes; the others stay where they are."""
    chosen = random.sample(range(size), random.randint(2, size))
    after = dict(zip(chosen, [*chosen[1:], chosen[0]], strict=True))
    return [after.get(node, node) for node in range(size)]
