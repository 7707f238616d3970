"""Nodes that were read as data, held against the constructors of the language.

What a constructor or operator refuses at the line that writes it is refused as data, in its words;
no list of what a node may hold stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import Parameter, signature
from typing import Any, cast

from .. import arithmetic_expressions as arithmetic
from .. import choices, expressions
from .. import constraints as core
from ..errors import ModelError
from ..global_constraints import constructor
from ..global_constraints.cardinality import Cardinality, cardinality
from ..global_constraints.count import Count, among
from ..global_constraints.predicate import Predicate, predicate
from ..global_constraints.regular import Regular, regular
from ..late_dataclasses import fields
from ..nodes import Node, part_fields
from ..phrases import snake_case

Write = Callable[[Any], Node]
"""Writes a node again in the language; raises ModelError where that refuses it."""

_WRITTEN: dict[type[Node], Write] = {
    expressions.Variable: lambda node: expressions.variable(node.name, node.domain),
    expressions.Constant: lambda node: expressions.as_expression(node.constant, "a constant"),
    arithmetic.Sum: lambda node: _sum(node),
    arithmetic.Product: lambda node: arithmetic.product(node.factors),
    arithmetic.Quotient: lambda node: node.dividend // node.divisor,
    arithmetic.Modulo: lambda node: node.dividend % node.divisor,
    arithmetic.Power: lambda node: node.base**node.exponent,
    arithmetic.Absolute: lambda node: abs(node.term),
    choices.Minimum: lambda node: choices.minimum(node.terms),
    choices.Maximum: lambda node: choices.maximum(node.terms),
    choices.Element: lambda node: choices.element(node.array, node.index),
    core.Comparison: lambda node: core.relation_between(node.left, node.relation, node.right),
    Count: lambda node: among(node.terms, node.values, node.number),
    Cardinality: lambda node: cardinality(
        node.terms, dict(zip(node.values, node.counts, strict=True)), closed=node.closed
    ),
    Regular: lambda node: regular(node.terms, node.step, node.start, node.accepting),
    Predicate: lambda node: predicate(node.function, node.terms),
    **dict.fromkeys((core.And, core.Or, core.Not, expressions.Indicator), lambda node: node),
}
"""The nodes that no constructor of their name makes from their fields in order."""
_FREE = {"coefficients", "constant", "relation", "domain"}
"""Fields that may differ from those of the node written again: by them, no node is refused."""


def checked_node(node: Node) -> Node:
    """`node`, which the language could have made. Raises: ModelError, ValueError."""
    again = _writer(cast(Any, type(node)))(node)
    if again is not node:
        _refuse_other(node, again)
    return node


def _sum(node: arithmetic.Sum) -> Node:
    for coefficient, term in zip(node.coefficients, node.terms, strict=True):
        coefficient * term
    return arithmetic.total(node.terms)


@cache
def _writer(kind: type[Node]) -> Write:
    if kind in _WRITTEN:
        return _WRITTEN[kind]
    make = constructor(snake_case(kind.__name__))
    known = signature(make).parameters
    names = [field.name for field in fields(cast(Any, kind))]
    named = [n for n in names if n in known and known[n].kind is Parameter.KEYWORD_ONLY]
    plain = [name for name in names if name not in named]
    return lambda node: make(
        *(getattr(node, name) for name in plain), **{name: getattr(node, name) for name in named}
    )


def _refuse_other(node: Node, again: Node) -> None:
    """Raises: ModelError where the same, written again, is another node."""
    held = {name for name, _ in part_fields(type(node))}
    data = [f.name for f in fields(cast(Any, node)) if f.name not in held | _FREE]
    parts = zip(node.parts, again.parts, strict=True)
    if all(one is other for one, other in parts) and all(
        getattr(node, name) == getattr(again, name) for name in data
    ):
        return
    raise ModelError(f"{node} is not written as the language writes it: {again}")
