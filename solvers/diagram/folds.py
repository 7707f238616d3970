"""Constraints and expressions read part by part: what is left of each after some of its parts.

A fold starts with a state and takes the values of its parts one by one, in a fixed order. Its
state has what the rest of the parts still have to know, and no more: `None` where it has failed
(a constraint that cannot hold any longer, an expression that is undefined), `True` where a
constraint holds whatever follows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, cast

from ...models.language.arithmetic_expressions import Product, Sum
from ...models.language.choices import Element, Maximum, Minimum
from ...models.language.constraints import And, Or
from ...models.language.expressions import Constant
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden
from ...models.language.nodes import Node

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
        case Allowed(_, rows):
            return _allowed(rows)
        case Forbidden(_, rows):
            return _forbidden(rows)
        case Circuit(successors) | Subcircuit(successors):
            return _tour(len(successors), order, partial=isinstance(node, Subcircuit))
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


def _allowed(rows: Sequence[tuple[Any, ...]]) -> Fold:
    having = _having(rows)
    start = (1 << len(rows)) - 1 or None
    return Fold(
        start, lambda left, part, value: left & having.get((part, value), 0) or None, lambda _: True
    )


def _forbidden(rows: Sequence[tuple[Any, ...]]) -> Fold:
    having = _having(rows)
    start = (1 << len(rows)) - 1
    return Fold(
        start, lambda left, part, value: left & having.get((part, value), 0), lambda left: not left
    )


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
