"""Nodes that were read as data, held against the constructors of the language.

What a constructor or operator refuses at the line that writes it is refused as data, in its words;
no list of what a node may hold stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import Parameter, signature
from typing import Any, cast

from ..arithmetic_expressions import (
    Absolute,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
    product,
    total,
)
from ..choices import Element, Maximum, Minimum, element, maximum, minimum
from ..constraints import And, Comparison, Not, Or, relation_between
from ..errors import ModelError
from ..expressions import Constant, Indicator, Variable, as_expression, variable
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
    Variable: lambda node: variable(node.name, node.domain),
    Constant: lambda node: as_expression(node.constant, "a constant"),
    Sum: lambda node: _sum(node),
    Product: lambda node: product(node.factors),
    Quotient: lambda node: node.dividend // node.divisor,
    Modulo: lambda node: node.dividend % node.divisor,
    Power: lambda node: node.base**node.exponent,
    Absolute: lambda node: abs(node.term),
    Minimum: lambda node: minimum(node.terms),
    Maximum: lambda node: maximum(node.terms),
    Element: lambda node: element(node.array, node.index),
    Comparison: lambda node: relation_between(node.left, node.relation, node.right),
    Count: lambda node: among(node.terms, node.values, node.number),
    Cardinality: lambda node: cardinality(
        node.terms, dict(zip(node.values, node.counts, strict=True)), closed=node.closed
    ),
    Regular: lambda node: regular(node.terms, node.step, node.start, node.accepting),
    Predicate: lambda node: predicate(node.function, node.terms),
    **dict.fromkeys((And, Or, Not, Indicator), lambda node: node),
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


def _sum(node: Sum) -> Node:
    for coefficient, term in zip(node.coefficients, node.terms, strict=True):
        coefficient * term
    return total(node.terms)


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
