"""Terms of constraints: what they come to, by the levels of their variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ...models.language.arithmetic_expressions import Sum
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.nodes import Node, topological

Amounts = Mapping[int, int | None]
"""By value of a variable: what it comes to in a term, None where that is undefined."""


def evaluate(node: Node, values: Mapping[str, int]) -> Any:
    """The value of `node`; None for an expression that is undefined, a truth for a constraint."""
    found: dict[Node, Any] = {}
    for one in topological([node]):
        if isinstance(one, Variable):
            found[one] = values[one.name]
        else:
            found[one] = meaning(one, [found[part] for part in one.parts])
    return found[node]


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
    return level, {value: evaluate(term, {names[0]: value}) for value in domains[level]}


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


def flattened(left: Expression, right: Expression) -> dict[Expression, int]:
    """The terms of `left` - `right` that are no sums, and how often each comes."""
    whole = Sum((left, right), (1, -1), 0)
    factors: dict[Node, int] = {whole: 1}
    found, constant = dict[Expression, int](), 0
    for node in reversed(topological([whole], _terms)):
        factor = factors.get(node, 0)
        if isinstance(node, Sum):
            constant += factor * node.constant
            for term, coefficient in zip(node.terms, node.coefficients, strict=True):
                factors[term] = factors.get(term, 0) + factor * coefficient
        else:
            found[cast(Expression, node)] = factor
    return {**found, Constant(constant): 1}


def _terms(node: Node) -> Sequence[Node]:
    return node.terms if isinstance(node, Sum) else ()
