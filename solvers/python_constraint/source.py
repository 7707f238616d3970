"""Core constraints as Python source: one local a node, parts first, so that nothing nests.

This is the adapter's own statement of what the core means. It never asks a node for its value:
where this solver and the judge agree, two definitions agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from ...models.language.arithmetic_expressions import (
    Arithmetic,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
)
from ...models.language.choices import Element, Maximum, Minimum, decomposition
from ...models.language.constraints import And, Comparison, Constraint, Not, Or
from ...models.language.expressions import Constant, Indicator, Variable
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.nodes import Node, topological
from ..harness.adapting.recording import operation

Compound = (Arithmetic | Minimum | Maximum | Element | Indicator) | (
    Comparison | And | Or | Not | Predicate
)
"""The nodes that this solver writes in Python beside variables and constants; others decompose."""

Test = Callable[..., Any]

_OPERANDS_A_LINE = 40
_SHORT = 10**18


class Source:
    """Statements that compute nodes, and the names under which the results stand.

    `arguments` names the variables; `functions` collects the Python tests that the lines call.
    """

    def __init__(self, arguments: dict[Node, str], functions: dict[str, Test]) -> None:
        self.lines: list[str] = []
        self._functions = functions
        self._names = dict(arguments)
        self._undefined: dict[Node, str] = {}
        self._smaller: dict[Node, And] = {}

    def name(self, root: Node) -> str:
        """The name of the value of `root` once the lines have run."""
        for node in topological([root], self._parts):
            if node not in self._names:
                self._names[node] = self._written(node)
        return self._names[root]

    def partial(self, node: Node) -> bool:
        """True if `node`, already named, may be undefined: None."""
        return node in self._undefined

    def _parts(self, node: Node) -> tuple[Node, ...]:
        if node in self._names:
            return ()
        if isinstance(node, Compound | Constant):
            return node.parts
        smaller = And(tuple(decomposition(cast(Constraint, node))))
        return (self._smaller.setdefault(node, smaller),)

    def _written(self, node: Node) -> str:
        """The name of `node`, whose lines are written here."""
        if isinstance(node, Constant):
            return literal(int(node.constant))
        if not isinstance(node, Compound):
            return self._names[self._smaller[node]]
        name = f"v{len(self._names)}"
        self._assign(name, node)
        return name

    def _assign(self, name: str, node: Compound) -> None:
        parts = [self._names[part] for part in node.parts]
        if isinstance(node, Predicate):
            parts.insert(0, self._named_function(node))
        lines = _assignment(name, node, parts)
        undefined = [self._undefined[part] for part in node.parts if part in self._undefined]
        undefined += _undefined_here(node, parts)
        if undefined:
            is_test = isinstance(node, Comparison | Predicate)
            otherwise = "False" if is_test else "None"
            if not is_test:
                self._undefined[node] = f"{name} is None"
            lines = [
                f"if {' or '.join(undefined)}:",
                f"    {name} = {otherwise}",
                "else:",
                *indented(lines),
            ]
        self.lines += lines

    def _named_function(self, predicate: Predicate) -> str:
        name = f"p{len(self._functions)}"
        self._functions[name] = lambda *values: predicate.holds(values)
        return name


def literal(number: int) -> str:
    """`number` in Python's words; a long one in base 16, to which no limit of digits applies."""
    text = str(number) if abs(number) < _SHORT else hex(number)
    return f"({text})" if number < 0 else text


def indented(lines: Iterable[str]) -> list[str]:
    """`lines`, one level deeper."""
    return [f"    {line}" for line in lines]


def scaled(weight: int, name: str) -> str:
    """`weight` times what stands under `name`."""
    return name if weight == 1 else f"{literal(weight)} * {name}"


def _undefined_here(node: Compound, parts: Sequence[str]) -> list[str]:
    """The conditions under which `node` is undefined though its parts are not."""
    match node:
        case Quotient(_, divisor) | Modulo(_, divisor) if not _is_never_zero(divisor):
            return [f"{parts[1]} == 0"]
        case Element(array, index) if not _is_always_inside(index, len(array)):
            return [f"not 0 <= {parts[-1]} < {len(array)}"]
        case _:
            return []


def _is_never_zero(divisor: Node) -> bool:
    match divisor:
        case Constant(constant):
            return constant != 0
        case Variable(_, domain):
            return 0 not in domain
        case _:
            return False


def _is_always_inside(index: Node, length: int) -> bool:
    match index:
        case Constant(constant):
            return int(constant) in range(length)
        case Variable(_, domain):
            return int(domain[0]) >= 0 and int(domain[-1]) < length
        case _:
            return False


def _assignment(name: str, node: Compound, parts: list[str]) -> list[str]:
    """The lines after which `name` holds the value of `node`, its parts being defined."""
    match node:
        case Sum(_, coefficients, constant):
            terms = [scaled(c, part) for c, part in zip(coefficients, parts, strict=True)]
            return _accumulated(name, "+", literal(constant), terms)
        case Product():
            return _accumulated(name, "*", "1", parts)
        case Power(_, exponent):
            text = f"{parts[0]} ** {literal(exponent)}"
        case Element():
            text = f"({', '.join(parts[:-1])},)[{parts[-1]}]"
        case Indicator():
            text = f"+{parts[0]}"  # + turns False and True into the plain numbers 0 and 1
        case Predicate():
            text = f"{parts[0]}({', '.join(parts[1:])})"
        case _:
            text = operation(node, parts)
    return [f"{name} = {text}"]


def _accumulated(name: str, symbol: str, start: str, terms: Sequence[str]) -> list[str]:
    """`start` and `terms` joined by `symbol`, a few a line: Python nests what one line joins."""
    lines = [
        f"{name} {symbol}= " + f" {symbol} ".join(terms[place : place + _OPERANDS_A_LINE])
        for place in range(0, len(terms), _OPERANDS_A_LINE)
    ]
    return [f"{name} = {start}", *lines]
