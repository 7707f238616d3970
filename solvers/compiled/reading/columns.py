"""The values of nodes over all combinations of few variables, column by column.

This is the compiled solver's own reading of the language, as in term_code.py and truths.py, where
so little is to be evaluated that Python need not compile it first.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import reduce
from itertools import product
from typing import Any, NamedTuple

from ....models.language import arithmetic_expressions as arithmetic
from ....models.language import choices
from ....models.language.constraints import And, Comparison, Constraint, Not, Or
from ....models.language.expressions import Constant, Indicator, Variable
from ....models.language.global_constraints.predicate import Predicate
from ....models.language.nodes import Node, topological
from ....models.language.undefinedness import decomposition
from .expansions import expansion

_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Column(NamedTuple):
    """A value for each combination; any value at the numbers of `undefined`."""

    values: Sequence[int]
    undefined: Set[int] = frozenset()


def combinations_of(domains: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
    """All combinations of values, the last changing first."""
    return list(product(*domains))


class Columns:
    """Evaluates nodes over `rows`, the values of the variables that have a place."""

    def __init__(self, rows: Sequence[tuple[int, ...]], place_of: Mapping[str, int]) -> None:
        self._rows, self._place_of = rows, place_of
        self._known: dict[Node, Column] = {}
        self._read: dict[Node, tuple[Node, ...]] = {}

    def __call__(self, root: Node) -> Column:
        """The values of `root`: integers, or for a constraint its truth."""
        for node in topological([root], self._reads):
            if node not in self._known:
                self._known[node] = self._column(node)
        return self._known[root]

    def _reads(self, node: Node) -> tuple[Node, ...]:
        """The nodes that a node is computed from."""
        if node not in self._read:
            self._read[node] = node.parts
            if isinstance(node, Constraint) and not isinstance(
                node, Comparison | And | Or | Not | Predicate
            ):
                found = expansion(node)
                parts = decomposition(node) if found is None else found
                self._read[node] = (*node.parts, And(tuple(parts)))
        return self._read[node]

    def _column(self, node: Node) -> Column:
        if isinstance(node, Variable):
            place = self._place_of[node.name]
            return Column([row[place] for row in self._rows])
        parts = [self._known[part] for part in self._reads(node)]
        undefined = frozenset[int]().union(*(part.undefined for part in parts))
        columns = [part.values for part in parts]
        if isinstance(node, Constraint):
            return Column(self._truths(node, columns, undefined))
        values = self._values(node, columns)
        own = {number for number, value in enumerate(values) if value is None}
        if own:
            return Column([value or 0 for value in values], undefined | own)
        return Column(values, undefined)

    def _truths(
        self, node: Constraint, columns: Sequence[Sequence[int]], undefined: Set[int]
    ) -> list[bool]:
        found: Iterable[Any]
        match node:
            case Comparison(_, relation, _):
                found = map(_RELATIONS[relation], *columns)
            case And():
                found = map(all, self._across(columns))
            case Or():
                found = map(any, self._across(columns))
            case Not():
                found = map(operator.not_, columns[0])
            case Predicate():
                across = enumerate(self._across(columns))
                found = (number not in undefined and node.holds(row) for number, row in across)
            case _:
                found = columns[-1]
        return [bool(truth) and number not in undefined for number, truth in enumerate(found)]

    def _across(self, columns: Sequence[Sequence[int]]) -> Iterable[tuple[int, ...]]:
        return zip(*columns, strict=True) if columns else ((),) * len(self._rows)

    def _values(self, node: Node, columns: Sequence[Sequence[int]]) -> Any:
        match node:
            case Constant(int(number)):
                return [number] * len(self._rows)
            case arithmetic.Sum(_, coefficients, constant):
                scaled = [
                    column if factor == 1 else [factor * value for value in column]
                    for factor, column in zip(coefficients, columns, strict=True)
                ]
                return [constant + sum(row) for row in self._across(scaled)]
            case arithmetic.Product():
                return [reduce(operator.mul, row, 1) for row in self._across(columns)]
            case arithmetic.Quotient():
                return [x // y if y else None for x, y in zip(*columns, strict=True)]
            case arithmetic.Modulo():
                return [x % y if y else None for x, y in zip(*columns, strict=True)]
            case arithmetic.Power(_, exponent):
                return [value**exponent for value in columns[0]]
            case arithmetic.Absolute():
                return list(map(abs, columns[0]))
            case choices.Minimum():
                return list(map(min, self._across(columns)))
            case choices.Maximum():
                return list(map(max, self._across(columns)))
            case choices.Element():
                across = self._across(columns)
                return [row[row[-1]] if 0 <= row[-1] < len(row) - 1 else None for row in across]
            case Indicator():
                return list(map(int, columns[0]))
            case _:
                raise TypeError(f"{type(node).__name__} is not an expression of the language")
