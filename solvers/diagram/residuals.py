"""The residual of a constraint: what it still asks once the variables of some levels are chosen.

A residual is the state of a machine that reads the levels of its scope in order. Equal states
have equal futures. `DEAD` is the one that nothing can follow, `DONE` the one that anything can.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, cast

from ...models.language.arithmetic_expressions import Product, Sum, flattened
from ...models.language.choices import Element, Maximum, Minimum
from ...models.language.constraints import And, Comparison, Constraint, Or
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.connected import OverGraph
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden
from ...models.language.nodes import Node, topological
from .computed_residuals import DEAD, DONE, Amounts, Distinct, Linear
from .graph_frontiers import frontier_of
from .positions import TakenInOrder

# ---------------------- Terms of constraints: what they come to, by the levels of their variables.


def evaluate(node: Node, values: Mapping[str, int]) -> Any:
    """The value of `node`; None for an expression that is undefined, a truth for a constraint."""
    return next(evaluated(node, [values]))


def evaluated(node: Node, rows: Iterable[Mapping[str, int]]) -> Iterator[Any]:
    """The value of `node` in each of several rows."""
    nodes = [(one, one.parts) for one in topological([node])]
    for values in rows:
        found: dict[Node, Any] = {}
        for one, parts in nodes:
            if isinstance(one, Variable):
                found[one] = values[one.name]
            else:
                found[one] = meaning(one, [found[part] for part in parts])
        yield found[node]


def meaning(node: Any, parts: Sequence[Any]) -> Any:
    """The value of `node` by those of its parts."""
    if isinstance(node, Expression):
        return None if None in parts else node.value(parts)
    return None not in parts and bool(node.holds(parts))


def scope_of(node: Node) -> list[str]:
    """The names of the variables under `node`."""
    return [one.name for one in topological([node]) if isinstance(one, Variable)]


def unary(
    term: Expression, level_of: Mapping[str, int], domains: Sequence[Sequence[int]]
) -> tuple[int, Amounts] | None:
    """The level and the amounts of a term of at most one variable, level -1 for none; or None."""
    names = scope_of(term)
    if len(names) > 1:
        return None
    if not names:
        return -1, {0: evaluate(term, {})}
    level = level_of[names[0]]
    if isinstance(term, Variable):
        return level, {value: value for value in domains[level]}
    rows = ({names[0]: value} for value in domains[level])
    return level, dict(zip(domains[level], evaluated(term, rows), strict=True))


def linear(
    left: Expression,
    right: Expression,
    level_of: Mapping[str, int],
    domains: Sequence[Sequence[int]],
) -> dict[int, dict[int, int | None]] | None:
    """`left` - `right` as a sum of amounts by level, -1 for the constant; None if it is none."""
    found: dict[int, dict[int, int | None]] = {-1: {0: 0}}
    for term, factor in flattened(left, right).items():
        one = unary(term, level_of, domains)
        if one is None:
            return None
        level, amounts = one
        sums = found.setdefault(level, dict.fromkeys(amounts, 0))
        for value, amount in amounts.items():
            before = sums[value]
            sums[value] = None if amount is None or before is None else before + factor * amount
    return found


# ------------------------------------------------------------------------------------------- folds
# Constraints and expressions read part by part: what is left of each after some of its parts.
#
# A fold starts with a state and takes the values of its parts one by one, in a fixed order. Its
# state has what the rest of the parts still have to know, and no more: `None` where it has failed
# (a constraint that cannot hold any longer, an expression that is undefined), `True` where a
# constraint holds whatever follows.


State = Hashable
"""The state of a fold, equal where the same is left."""


class Fold(NamedTuple):
    """A node read part by part."""

    start: Any
    step: Callable[[Any, int, Any], Any]
    """From a state, the place of a part and its value to the next state."""
    finish: Callable[[Any], Any] = lambda state: state
    """From the last state to the value of the node."""


def fold_of(node: Node, order: Sequence[int]) -> Fold | None:
    """The fold of `node` over its parts in `order`, places of parts; None where it has none."""
    match node:
        case Sum(_, coefficients, constant):
            return Fold(constant, lambda so_far, part, value: so_far + coefficients[part] * value)
        case Product():
            return Fold(1, lambda product, part, value: product * value)
        case Minimum() | Maximum():
            better: Any = min if isinstance(node, Minimum) else max
            return Fold((), lambda best, part, value: value if best == () else better(best, value))
        case Element():
            return _element(len(node.array))
        case And():
            return Fold((), lambda state, part, holds: state if holds else None, lambda state: True)
        case Or():
            return Fold(False, lambda state, part, holds: state or holds)
        case AllDifferent():
            return Fold(frozenset(), _further, lambda state: True)
        case AllDifferentExcept(terms, Constant(exempt)):
            return _different_except(len(terms), exempt)
        case NumberOfValues(terms, _):
            return _number_of_values(len(terms))
        case Regular() | Precedence() if list(order) != sorted(order):
            return None
        case Regular():
            moves = cast(Any, node.step)
            accepting = frozenset(node.accepting)
            return Fold(
                node.start,
                lambda state, part, symbol: moves.get((state, symbol)),
                lambda state: state in accepting,
            )
        case Precedence(_, values):
            return _precedence({value: place for place, value in enumerate(values)})
        case Allowed(_, rows) | Forbidden(_, rows):
            return _rows_left(rows, None if isinstance(node, Allowed) else 0)
        case Circuit(successors) | Subcircuit(successors):
            return _tour(len(successors), order, partial=isinstance(node, Subcircuit))
        case OverGraph():
            frontier, rank = frontier_of(node, order), {part: k for k, part in enumerate(order)}
            return Fold(
                frontier.start,
                lambda state, part, value: frontier.step(state, part, value, rank[part]),
                frontier.finish,
            )
        case _:
            return None


def _further(seen: frozenset[int], part: int, value: int) -> frozenset[int] | None:
    return None if value in seen else seen | {value}


def _different_except(size: int, exempt: object) -> Fold:
    def step(seen: frozenset[int], part: int, value: int) -> frozenset[int] | None:
        spared = part == size or value == exempt
        return seen if spared else _further(seen, part, value)

    return Fold(frozenset(), step, lambda state: True)


def _number_of_values(size: int) -> Fold:
    def step(state: tuple[frozenset[int], int | None], part: int, value: int) -> Any:
        seen, number = state
        return (seen, value) if part == size else (seen | {value}, number)

    return Fold((frozenset(), None), step, lambda state: len(state[0]) == state[1])


def _precedence(places: dict[Any, int]) -> Fold:
    """The state is the number of values that have been taken."""

    def step(taken: int, part: int, value: int) -> int | None:
        place = places.get(value, -1)
        return None if place > taken else max(taken, place + 1)

    return Fold(0, step, lambda state: True)


def _element(size: int) -> Fold:
    """The index, once it is known, and its item; before that the items."""

    def step(state: Any, part: int, value: Any) -> Any:
        index, items = state
        if part == size:
            if not 0 <= value < size:
                return None
            return value, tuple(item for item in items if item[0] == value)
        return (index, (*items, (part, value))) if index in (None, part) else state

    return Fold((None, ()), step, lambda state: state[1][0][1])


def _having(rows: Sequence[tuple[Any, ...]]) -> dict[tuple[int, Any], int]:
    """By place and value, the rows that have it, as a set of bits."""
    found: dict[tuple[int, Any], int] = {}
    for number, row in enumerate(rows):
        for place in enumerate(row):
            found[place] = found.get(place, 0) | 1 << number
    return found


def _rows_left(rows: Sequence[tuple[Any, ...]], none: int | None) -> Fold:
    """The rows that are left, as a set of bits, or `none`; it holds if this is not, or is, 0."""
    having, every = _having(rows), (1 << len(rows)) - 1

    def step(left: int, part: int, value: int) -> int | None:
        return left & having.get((part, value), 0) or none

    return Fold(every or none, step, lambda left: none is None or not left)


def _tour(size: int, order: Sequence[int], *, partial: bool) -> Fold:
    """The open chains, each by its first and last node, and True if a tour is closed.

    A node that has been read has a predecessor unless a chain begins with it.
    """
    read_before = {node: frozenset(order[:k]) for k, node in enumerate(order)}

    def step(state: tuple[frozenset[tuple[int, int]], bool], node: int, after: int) -> Any:
        chains, closed = state
        if not 0 <= after < size:
            return None
        firsts, lasts = {a for a, _ in chains}, {b for _, b in chains}
        if after in lasts or (after in read_before[node] and after not in firsts):
            return None
        if after == node:
            return None if node in lasts or (not partial and size > 1) else state
        if closed:
            return None
        first = next((chain for chain in chains if chain[1] == node), (node, node))
        second = next((chain for chain in chains if chain[0] == after), (after, after))
        left = chains - {first, second}
        if first != second:
            return left | {(first[0], second[1])}, False
        whole = partial or len(read_before[node]) == size - 1
        return None if left or not whole else (left, True)

    return Fold((frozenset(), False), step, lambda state: not state[0])


class Machine(Protocol):
    """The residuals of one constraint."""

    start: Any

    @property
    def levels(self) -> Sequence[int]:
        """The levels of its scope, ascending; at least one."""

    def step(self, state: Any, place: int, value: int) -> Any:
        """The next state after `value` at `levels[place]`, which may be DEAD or DONE."""


def machine_of(
    constraint: Constraint, level_of: Mapping[str, int], domains: Sequence[Sequence[int]]
) -> Machine:
    """The machine of a constraint with variables, of which `domains` are the values by level."""
    match constraint:
        case Comparison(left, relation, right):
            amounts = linear(left, right, level_of, domains)
            if amounts is not None:
                return Linear(amounts, relation)
        case TakenInOrder(terms, before):
            places = [unary(term, level_of, domains) for term in terms]
            return Distinct(cast(Any, places), None, before)
        case AllDifferent() | AllDifferentExcept(_, Constant()):
            found = [unary(term, level_of, domains) for term in constraint.terms]
            if None not in found:
                exempt: Any = getattr(constraint, "exempt", None)
                return Distinct(cast(Any, found), None if exempt is None else exempt.constant)
        case _:
            pass
    return _straight(constraint, level_of) or Folded(constraint, level_of)


class Straight:
    """A fold over different variables, one a level: the residual is its state, as a tuple of it."""

    def __init__(self, levels: Sequence[int], places: Sequence[int], fold: Fold) -> None:
        self.levels, self._places, self._fold = levels, places, fold
        self.start: Any = DEAD if fold.start is None else (fold.start,)

    def step(self, state: Any, place: int, value: int) -> Any:
        after = self._fold.step(state[0], self._places[place], value)
        if after is None or after is True:
            return DONE if after else DEAD
        if place < len(self.levels) - 1:
            return (after,)
        return DONE if self._fold.finish(after) else DEAD


def _straight(constraint: Constraint, level_of: Mapping[str, int]) -> Straight | None:
    parts = constraint.parts
    if not all(isinstance(part, Variable) for part in parts):
        return None
    levels = [level_of[name] for name in scope_of(constraint)]
    if len(levels) < max(2, len(parts)):
        return None
    order = sorted(range(len(parts)), key=levels.__getitem__)
    fold = fold_of(constraint, order)
    return None if fold is None else Straight(sorted(levels), order, fold)


class Folded:
    """Any constraint: the states of its folds, and the values that others still wait for."""

    def __init__(self, constraint: Constraint, level_of: Mapping[str, int]) -> None:
        self._steps: dict[int, list[tuple[int, Callable[..., Any], tuple[int, ...]]]] = {}
        self._variables: dict[int, list[int]] = {}
        self._fixed: dict[int, Any] = {}
        self._last: list[int] = []
        """The level at which each value is known; a value is named by its place here."""
        self._used: dict[int, int] = {}
        self._chain: list[int] = []
        """The states of the fold that was read last, which is that of the constraint itself."""
        known: dict[Node, int] = {}
        for node in topological([constraint]):
            if isinstance(node, Variable):
                known[node] = self._new(level_of[node.name])
                self._variables.setdefault(level_of[node.name], []).append(known[node])
            else:
                known[node] = self._read(node, [known[part] for part in node.parts])
        self._root = known[constraint]
        self.levels: Sequence[int] = sorted(self._variables)
        kept = [
            [
                name
                for name, last in enumerate(self._last)
                if 0 <= last <= level < self._used.get(name, -1)
            ]
            for level in self.levels
        ]
        self._names = [[], *kept]
        self._latest = [
            max((name for name in self._chain if self._last[name] == level), default=None)
            for level in self.levels
        ]
        self.start: Any = ()

    def _new(self, level: int) -> int:
        self._last.append(level)
        return len(self._last) - 1

    def _read(self, node: Node, parts: Sequence[int]) -> int:
        order = sorted(range(len(parts)), key=lambda place: (self._last[parts[place]], place))
        fold = fold_of(node, order) if len(parts) > 1 else None
        self._chain = []
        if fold is None:
            level = max((self._last[part] for part in parts), default=-1)
            return self._add(level, lambda *values: meaning(node, values), tuple(parts))
        state = self._add(-1, lambda: fold.start, ())
        for place in order:
            level = max(self._last[state], self._last[parts[place]])
            state = self._add(level, _stepping(fold, place), (state, parts[place]))
            self._chain.append(state)
        is_truth = not isinstance(node, Expression)
        return self._add(self._last[state], _finishing(fold, is_truth=is_truth), (state,))

    def _add(self, level: int, function: Callable[..., Any], operands: tuple[int, ...]) -> int:
        name = self._new(level)
        if level < 0:
            self._fixed[name] = function(*(self._fixed[operand] for operand in operands))
        else:
            self._steps.setdefault(level, []).append((name, function, operands))
            for operand in operands:
                self._used[operand] = max(self._used.get(operand, -1), level)
        return name

    def step(self, state: Any, place: int, value: int) -> Any:
        level = self.levels[place]
        known = {**self._fixed, **dict(zip(self._names[place], state, strict=True))}
        for name in self._variables[level]:
            known[name] = value
        for name, function, operands in self._steps.get(level, ()):
            known[name] = function(*[known[operand] for operand in operands])
        latest = self._latest[place]
        if latest is not None and (known[latest] is None or known[latest] is True):
            return DONE if known[latest] else DEAD
        if place == len(self.levels) - 1:
            return DONE if known[self._root] else DEAD
        return tuple([known[name] for name in self._names[place + 1]])


def _stepping(fold: Fold, place: int) -> Callable[[Any, Any], Any]:
    def step(state: Any, value: Any) -> Any:
        if state is None or state is True:
            return state
        return None if value is None else fold.step(state, place, value)

    return step


def _finishing(fold: Fold, *, is_truth: bool) -> Callable[[Any], Any]:
    def finish(state: Any) -> Any:
        if state is None:
            return False if is_truth else None
        return True if state is True else fold.finish(state)

    return finish
