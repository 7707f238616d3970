"""From expressions of the language to code: their value, and where they are defined.

This is the compiled solver's own reading of the language; it shares nothing with `value`, `holds`
and the decompositions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Protocol

from ....models.language import expressions as language
from ....models.language.constraints import And, Constraint
from ....models.language.expressions import Expression
from ....models.language.nodes import Node, topological
from ....models.language.partial import decomposition
from ..common import construct as c
from ..common.code import INTEGER, Apply, Bounds, Call, Code, Constant, Register
from ..common.writing import function_of
from .expansions import expansion

_ONE: Code = c.integer(1)


@dataclass(frozen=True, eq=False)
class Part:
    """The code of a node: an integer where `defined`, or for a constraint a flag.

    `depth` is the level whose choice completes it: -1 where it has no open variable.
    """

    code: Code
    defined: Code
    depth: int

    @property
    def is_total(self) -> bool:
        """True if it is defined whatever the choices."""
        return isinstance(self.defined, Constant) and bool(self.defined.number)


class Truth(Protocol):
    """A function to the truth of a constraint, given its parts, all defined: see truths.py."""

    def __call__(self, node: Constraint, parts: Sequence[Code]) -> Code | None: ...


class Translator:
    """Translates nodes, each once. `keep(depth, code)` stores code in a register of a level."""

    def __init__(
        self,
        variable: Callable[[str], Part],
        keep: Callable[[int, Code], Code],
        truth: Truth,
    ) -> None:
        self._variable, self._keep, self._truth = variable, keep, truth
        self._parts: dict[Node, Part] = {}
        self._kept: dict[Node, Part] = {}

    def __call__(self, root: Node) -> Part:
        """The code of `root`."""
        if root not in self._parts:
            for node in topological([root]):
                if node not in self._parts:
                    self._parts[node] = self._translated(node)
        return self._parts[root]

    def at(self, node: Node, depth: int) -> Part:
        """The code of `node`, to be read at the level `depth`; in a register if complete above."""
        part = self(node)
        return self._stored(node, part) if part.depth < depth else part

    def _stored(self, node: Node, part: Part) -> Part:
        found = self._kept.get(node)
        if found is None:
            kept = [
                code if isinstance(code, Constant | Register) else self._keep(part.depth, code)
                for code in (part.code, part.defined)
            ]
            found = self._kept[node] = Part(kept[0], kept[1], part.depth)
        return found

    def _translated(self, node: Node) -> Part:
        if isinstance(node, language.Variable):
            return self._variable(node.name)
        depth = max((self._parts[part].depth for part in node.parts), default=-1)
        parts = [self.at(part, depth) for part in node.parts]
        defined = c.all_of([part.defined for part in parts])
        codes = [part.code for part in parts]
        if isinstance(node, Expression):
            value, own = expression(node, codes)
            found = Part(value, c.all_of([defined, own]), depth)
        else:
            assert isinstance(node, Constraint), f"{node!r} is neither expression nor constraint"
            expanded = expansion(node)
            if expanded is None:
                truth = self._truth(node, codes)
            else:
                truth = self.at(And(tuple(expanded)), depth).code
            if truth is None:
                return self(And(tuple(decomposition(node))))
            if isinstance(truth, Call):
                truth = replace(truth, guard=defined)
            found = Part(c.all_of([defined, truth]), c.TRUE, depth)
        return found if depth >= 0 else Part(settled(found.code), settled(found.defined), depth)


def settled(code: Code) -> Constant:
    """Code without registers, computed."""
    if isinstance(code, Constant):
        return code
    (found,) = function_of((), [code])()
    return c.integer(found) if code.kind == INTEGER else c.flag(bool(found))


def expression(node: Expression, parts: Sequence[Code]) -> tuple[Code, Code]:
    """The value of an expression over `parts`, and where it is defined while these are."""
    match node:
        case language.Constant(int(number)):
            return c.integer(number), c.TRUE
        case language.Sum(_, coefficients, constant):
            return weighted(zip(coefficients, parts, strict=True), constant), c.TRUE
        case language.Product():
            return reduce(c.multiply, parts, _ONE), c.TRUE
        case language.Quotient():
            return _divided(parts, c.quotient, _quotients)
        case language.Modulo():
            return _divided(parts, c.remainder, _remainders)
        case language.Power(_, exponent):
            return _power(parts[0], exponent), c.TRUE
        case language.Absolute():
            return c.absolute(parts[0]), c.TRUE
        case language.Minimum():
            return c.least(parts), c.TRUE
        case language.Maximum():
            return c.greatest(parts), c.TRUE
        case language.Element():
            return element(parts[:-1], parts[-1])
        case language.Indicator():
            return c.as_integer(parts[0]), c.TRUE
        case _:
            raise TypeError(f"{type(node).__name__} is not an expression of the language")


def weighted(terms: Iterable[tuple[int, Code]], constant: int = 0) -> Code:
    """A sum of terms times their coefficients, and a constant."""
    total: Code | None = None
    for coefficient, term in terms:
        if isinstance(term, Constant):
            constant += coefficient * term.number
        elif total is None:
            total = c.multiply(term, c.integer(coefficient))
        elif coefficient == -1:
            total = c.subtract(total, term)
        else:
            total = c.add(total, c.multiply(term, c.integer(coefficient)))
    return c.integer(constant) if total is None else c.add(total, c.integer(constant))


def _power(base: Code, exponent: int) -> Code:
    if isinstance(base, Constant):
        return c.integer(base.number**exponent)
    found: Code = c.integer(1)
    square, left = base, exponent
    while left:
        if left & 1:
            found = c.multiply(found, square)
        left >>= 1
        if left:
            square = c.multiply(square, square)
    ends = [end**exponent for end in base.bounds]
    if base.bounds[0] < 0 < base.bounds[1] and exponent:
        ends.append(0)
    return replace(found, bounds=(min(ends), max(ends))) if isinstance(found, Apply) else found


def _divided(
    parts: Sequence[Code],
    build: Callable[[Code, Code, Bounds], Code],
    ends: Callable[[Bounds, Bounds], Bounds],
) -> tuple[Code, Code]:
    dividend, divisor = parts
    low, high = divisor.bounds
    halves = [(low, min(high, -1)), (max(low, 1), high)]
    found = [ends(dividend.bounds, half) for half in halves if half[0] <= half[1]]
    if not found:
        return c.integer(0), c.FALSE
    defined = c.compare("!=", divisor, c.integer(0))
    safe = c.select(defined, divisor, c.integer(1))
    if low <= 0 <= high:
        found.append(ends(dividend.bounds, (1, 1)))
    bounds = min(f[0] for f in found), max(f[1] for f in found)
    return build(dividend, safe, bounds), defined


def _quotients(dividend: Bounds, divisor: Bounds) -> Bounds:
    corners = [a // b for a in dividend for b in divisor]
    return min(corners), max(corners)


def _remainders(dividend: Bounds, divisor: Bounds) -> Bounds:
    (low, high), (least, most) = dividend, divisor
    if least == most and low // least == high // least:
        return low % least, high % least
    return (0, most - 1) if least > 0 else (least + 1, 0)


def element(items: Sequence[Code], index: Code) -> tuple[Code, Code]:
    """`items[index]`, and whether the index is inside."""
    low, high = max(index.bounds[0], 0), min(index.bounds[1], len(items) - 1)
    if low > high:
        return c.integer(0), c.FALSE
    inside = [
        c.compare("<=", c.integer(0), index),
        c.compare("<", index, c.integer(len(items))),
    ]
    return pick(items[low : high + 1], c.subtract(index, c.integer(low))), c.all_of(inside)


def pick(items: Sequence[Code], index: Code) -> Code:
    """`items[index]` for an index from 0; for one outside, any value."""
    numbers = [item.number for item in items if isinstance(item, Constant)]
    if len(numbers) == len(items):
        return numbers_at(numbers, index)
    row = list(enumerate(items))
    while len(row) > 1:  # pairs of neighbours, until one is left
        pairs = zip(row[::2], row[1::2], strict=False)
        merged = [
            (first, c.select(c.compare("<", index, c.integer(second)), left, right))
            for (first, left), (second, right) in pairs
        ]
        row = merged + row[len(merged) * 2 :]
    return row[0][1]


def numbers_at(numbers: Sequence[int], index: Code) -> Code:
    """An entry of a table of integers; a constant where all are the same."""
    same = min(numbers) == max(numbers)
    return c.integer(numbers[0]) if same else c.look_up(numbers, index)
