"""A model as this solver reads it: its constraints, and the values that single ones leave."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import cast

from ...models.language.arithmetic_expressions import flattened
from ...models.language.choices import decomposition
from ...models.language.constraints import (
    MIRRORED,
    And,
    Comparison,
    Constraint,
    Core,
    Not,
    Or,
)
from ...models.language.expressions import Constant, Variable, size
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.connected import OverGraph
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.nodes import Node, rebuild, shape_of, topological
from ..harness.registry import large_refused
from .computed_residuals import DEAD, Linear
from .graph_frontiers import terms_together
from .numbered_residuals import Numbered, Steps, computed
from .positions import TakenInOrder
from .residuals import Machine, evaluate, evaluated, machine_of, scope_of

# ------------ The constraints of a model as this solver reads them: taken apart, and put together.


FOLDED = (
    Core,
    AllDifferent,
    AllDifferentExcept,
    Allowed,
    Circuit,
    Forbidden,
    NumberOfValues,
    OverGraph,
    Precedence,
    Predicate,
    Regular,
    Subcircuit,
    TakenInOrder,
)
"""Constraints that are read as they are; others as their decompositions."""


def requirements(constraints: Iterable[Constraint]) -> list[Constraint]:
    """Constraints that hold together exactly where `constraints` do, small ones where they can be.

    Differences in pairs are put together as all-different constraints.
    """
    found = list(_taken_apart(constraints))
    pairs = {c: pair for c in found if (pair := _difference(c)) is not None}
    return [*(c for c in found if c not in pairs), *_cliques(pairs)]


def _taken_apart(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    stack = list(constraints)[::-1]
    while stack:
        constraint = stack.pop()
        match constraint:
            case And(operands):
                stack.extend(reversed(operands))
            case Not(Not(operand)):
                stack.append(operand)
            case Not(Or(operands)):
                stack.extend(Not(operand) for operand in reversed(operands))
            case Circuit(successors) | Subcircuit(successors):
                yield AllDifferent(successors)  # which sees dead ends earlier
                yield constraint
            case _ if not isinstance(constraint, FOLDED):
                stack.extend(_in_parts(constraint)[::-1])
            case _ if not all(map(_is_folded, topological([constraint]))):
                (read,) = rebuild([constraint], _decomposed)
                assert isinstance(read, Constraint), "a constraint is rebuilt as one"
                yield read
            case _:
                yield constraint


def _in_parts(constraint: Constraint) -> list[Constraint]:
    with large_refused("diagram"):
        return decomposition(constraint)


def _is_folded(node: Node) -> bool:
    """True if it is read as it is, but perhaps for its parts."""
    return not isinstance(node, Constraint) or isinstance(node, FOLDED)


def _decomposed(node: Node, old: Node) -> Node | None:
    """A constraint inside others, by its decomposition, until it is in those that are folded."""
    if not isinstance(node, Constraint) or isinstance(node, FOLDED):
        return None
    (found,) = rebuild([And(tuple(_in_parts(node)))], _decomposed)
    return found


# ------------------------------------------------------------------------ pairs that differ

Pair = tuple[Variable, Variable, int]
"""Variables x and y, and the number that x - y must not be."""


def _difference(constraint: Constraint) -> Pair | None:
    match constraint:
        case Not(Comparison(left, "==", right)) | Comparison(left, "!=", right):
            terms = flattened(left, right)
        case _:
            return None
    factors = {term: f for term, f in terms.items() if not isinstance(term, Constant)}
    if sorted(factors.values()) != [-1, 1]:
        return None
    one, other = sorted(factors, key=factors.__getitem__, reverse=True)
    if not isinstance(one, Variable) or not isinstance(other, Variable):
        return None
    numbers = (t.constant * f for t, f in terms.items() if isinstance(t, Constant))
    return one, other, -sum(int(number) for number in numbers)


def _cliques(pairs: Mapping[Constraint, Pair]) -> Iterator[Constraint]:
    """All-different constraints, and pairs that are in none of three variables or more."""
    apart: dict[tuple[Variable, Variable], set[int]] = {}
    for x, y, number in pairs.values():
        apart.setdefault((x, y), set()).add(number)
        apart.setdefault((y, x), set()).add(-number)
    near: dict[Variable, list[Variable]] = {}
    for x, y in apart:
        near.setdefault(x, []).append(y)
    covered = set[tuple[Variable, Variable, int]]()
    for constraint, (x, y, number) in pairs.items():
        if (x, y, number) in covered:
            continue
        shifts = {x: 0, y: number}
        for z in near[y]:
            if z not in shifts:
                fitting = set.intersection(
                    *({shift + d for d in apart.get((one, z), ())} for one, shift in shifts.items())
                )
                if fitting:
                    shifts[z] = min(fitting)
        covered |= {(a, b, t - s) for a, s in shifts.items() for b, t in shifts.items()}
        if len(shifts) == 2:
            yield constraint
        else:
            yield AllDifferent(tuple(z + shift if shift else z for z, shift in shifts.items()))


Integers = range | tuple[int, ...]
"""A domain without labels."""

MOST_VALUES = 1_000_000
"""The most values that domains may have in all, once comparisons with numbers have cut them."""
MOST_STEPS = 3_000_000
"""The most steps taken for one model to minimise its machines, and to propagate with them."""


class TooManyValues(Exception):
    """The domains are too large to be listed; `number` is their size in all."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Shared:
    """Machines and what they allow, once for constraints that differ in their variables alone."""

    def __init__(self) -> None:
        self._shapes: dict[Constraint, tuple[int, tuple[str, ...]]] = {}
        self._numbers: dict[Hashable, int] = {}
        self._machines: dict[Hashable, Numbered] = {}
        self._allowed: dict[Hashable, list[list[int] | None]] = {}

    def machine(
        self,
        constraint: Constraint,
        level_of: Mapping[str, int],
        values: Sequence[Sequence[int]],
        steps: Steps,
    ) -> Numbered:
        """The machine of a constraint; `values` are those of every level."""
        levels, key = self._key(constraint, level_of, values)
        if key in self._machines:
            return self._machines[key].at(levels)
        return self._made(key, machine_of(constraint, level_of, values), values, steps)

    def allowed(
        self,
        constraint: Constraint,
        level_of: Mapping[str, int],
        values: Sequence[list[int]],
        steps: Steps,
    ) -> dict[int, list[int]]:
        """By level, the values with which a constraint may hold, where they are quick to see."""
        levels, key = self._key(constraint, level_of, values)
        if key not in self._allowed:
            machine = machine_of(constraint, level_of, values)
            found = machine.supported(values) if isinstance(machine, Linear) else {}
            if all(len(left) == len(values[level]) for level, left in found.items()):
                numbered = self._made(key, machine, values, steps)
                found = numbered.supported() if numbered.minimal else {}
            self._allowed[key] = [found.get(level) for level in levels]
        allowed = zip(levels, self._allowed[key], strict=True)
        return {level: left for level, left in allowed if left is not None}

    def _made(
        self, key: Hashable, machine: Machine, values: Sequence[Sequence[int]], steps: Steps
    ) -> Numbered:
        made = Numbered(machine, values, steps)
        if made.minimal or computed(machine):
            self._machines[key] = made
        return made

    def _key(
        self,
        constraint: Constraint,
        level_of: Mapping[str, int],
        values: Sequence[Sequence[int]],
    ) -> tuple[list[int], Hashable]:
        """The levels of a constraint, ascending, and all else that its machine is made of."""
        if constraint not in self._shapes:
            shape, names = shape_of(constraint)
            number = self._numbers.setdefault(shape, len(self._numbers))
            self._shapes[constraint] = number, names
        number, names = self._shapes[constraint]
        read = [level_of[name] for name in names]
        levels = sorted(read)
        place_of = {level: place for place, level in enumerate(levels)}
        places = tuple([place_of[level] for level in read])
        return levels, (number, places, tuple([tuple(values[level]) for level in levels]))


@dataclass(frozen=True, eq=False)
class Reading:
    """A model without labels and without an objective, read."""

    names: tuple[str, ...]
    domains: tuple[Integers, ...]
    """As declared."""
    values: list[list[int]]
    """The values that are left of each domain; of one of them none, where nothing solves it."""
    constraints: list[Constraint]
    """Of several variables each."""
    scopes: list[tuple[int, ...]]
    """The places of the variables of each constraint, ascending."""
    check: Callable[[], None]
    shared: Shared

    def near(self) -> list[list[int]]:
        """For each vertex, or edge, of a graph the places of the variables that concern it."""
        place_of = {name: place for place, name in enumerate(self.names)}
        return [
            [place_of[name] for term in terms for name in scope_of(term)]
            for constraint in self.constraints
            if isinstance(constraint, OverGraph)
            for terms in terms_together(constraint)
        ]

    def machines(self, order: Sequence[int]) -> list[Numbered] | None:
        """The machines of the constraints where the variables are read in `order`, their places.

        Those that hold anyway are left out. None where one of them cannot hold.
        """
        level_of = {self.names[place]: level for level, place in enumerate(order)}
        values = [tuple(self.values[place]) for place in order]
        steps = Steps(MOST_STEPS, self.check)
        found = []
        for constraint in self.constraints:
            machine = self.shared.machine(constraint, level_of, values, steps)
            if machine.start == DEAD:
                return None
            if machine.start > 1:
                found.append(machine)
        return found


def reading_of(model: Model, check: Callable[[], None]) -> Reading:
    """`model` read, and its domains cut by each constraint alone until none cuts any further.

    Raises: TooManyValues.
    """
    names = tuple(variable.name for variable in model.variables)
    domains = tuple(cast(Integers, variable.domain) for variable in model.variables)
    place_of = {name: place for place, name in enumerate(names)}
    found = requirements(model.constraints)
    cut = list(domains)
    for constraint in found:
        _cut(constraint, place_of, cut)
    listed = sum(size(domain) for domain in cut if domain)
    if listed > MOST_VALUES:
        raise TooManyValues(listed)
    values = [list(domain) for domain in cut]
    kept, scopes = list[Constraint](), list[tuple[int, ...]]()
    for constraint in found:
        scope = tuple(sorted({place_of[name] for name in scope_of(constraint)}))
        if len(scope) > 1:
            kept.append(constraint)
            scopes.append(scope)
        elif scope:
            (place,) = scope
            name = names[place]
            holds = evaluated(constraint, ({name: value} for value in values[place]))
            values[place] = list(compress(values[place], holds))
        elif not evaluate(constraint, {}):
            values = [[] for _ in values]
            return Reading(names, domains, values or [[]], [], [], check, Shared())
    reading = Reading(names, domains, values, kept, scopes, check, Shared())
    _propagate(reading)
    return reading


def _cut(constraint: Constraint, place_of: dict[str, int], domains: list[Integers]) -> None:
    """Cut the domain of a variable that is compared with a number, without listing it."""
    match constraint:
        case Comparison(Variable(name), relation, Constant(int(number))):
            pass
        case Comparison(Constant(int(number)), mirrored, Variable(name)):
            relation = MIRRORED[mirrored]
        case _:
            return
    domain = domains[place_of[name]]
    first, end = _below(domain, number), _below(domain, number + 1)
    kept = {
        "==": slice(first, end),
        "<=": slice(0, end),
        "<": slice(0, first),
        ">=": slice(first, None),
        ">": slice(end, None),
    }.get(relation)
    if kept is not None:
        domains[place_of[name]] = domain[kept]


def _below(domain: Integers, number: int) -> int:
    """The number of values of `domain` that are less than `number`, or more than there are."""
    if isinstance(domain, range):
        return max(0, -((domain.start - number) // domain.step))
    return bisect_left(domain, number)


def _propagate(reading: Reading) -> None:
    """Take values from the domains that a constraint alone does not allow, up to a fixpoint."""
    steps = Steps(MOST_STEPS, reading.check)
    values, everything = reading.values, range(len(reading.constraints))
    level_of = {name: place for place, name in enumerate(reading.names)}
    over: list[list[int]] = [[] for _ in values]
    for number, scope in enumerate(reading.scopes):
        for place in scope:
            over[place].append(number)
    waiting = dict.fromkeys(sorted(everything, key=lambda number: len(reading.scopes[number])))
    while waiting and all(values) and steps.left > 0:
        reading.check()
        number = next(iter(waiting))
        del waiting[number]
        constraint = reading.constraints[number]
        for place, left in reading.shared.allowed(constraint, level_of, values, steps).items():
            if len(left) < len(values[place]):
                values[place] = left
                waiting.update(dict.fromkeys(n for n in over[place] if n != number))
