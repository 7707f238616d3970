"""From nodes of the language to code, and by way of it to Python functions of their variables.

This is the compiled solver's own reading of the language; it shares nothing with `value`, `holds`
and the decompositions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, pairwise
from typing import Any, cast

from ....models.language import arithmetic_expressions as arithmetic
from ....models.language import choices, expressions
from ....models.language.arithmetic_expressions import Sum
from ....models.language.choices import decomposition
from ....models.language.constraints import And, Comparison, Constraint, Not, Or
from ....models.language.expressions import Constant, Expression, Indicator, Variable
from ....models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ....models.language.global_constraints.all_equal import AllEqual
from ....models.language.global_constraints.bin_packing import BinPacking
from ....models.language.global_constraints.cardinality import Cardinality
from ....models.language.global_constraints.circuit import Circuit, Subcircuit
from ....models.language.global_constraints.count import Count
from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.increasing import Increasing
from ....models.language.global_constraints.inverse import Inverse
from ....models.language.global_constraints.lexicographic import Lexicographic
from ....models.language.global_constraints.no_overlap import NoOverlap
from ....models.language.global_constraints.number_of_values import NumberOfValues
from ....models.language.global_constraints.precedence import Precedence
from ....models.language.global_constraints.predicate import Predicate
from ....models.language.global_constraints.regular import Regular
from ....models.language.global_constraints.table import Allowed, Forbidden
from ....models.language.late_dataclasses import dataclass, replace
from ....models.language.nodes import READER_OF_PARTS, Node, topological
from ..common import code as c
from ..common.code import FLAG, INTEGER, Apply, Bounds, Call, Code, Register
from ..common.code import Constant as CodeConstant
from ..common.python_source import function_of

# ----------- Global constraints as core constraints, by the compiled solver's own reading of them.


def expansion(node: Constraint) -> Iterable[Constraint] | None:
    """Constraints that hold together exactly where `node` does, where all its terms are defined.

    None for one that is not read here: `TRUTHS` may have it, or it is taken as its decomposition.
    """
    match node:
        case AllEqual(terms):
            return [Comparison(a, "==", b) for a, b in pairwise(terms)]
        case Count(terms, values, relation, number):
            return [Comparison(_number_of(terms, values), relation, number)]
        case Cardinality():
            return _cardinality(node)
        case Increasing(terms, strict):
            return [Comparison(a, "<" if strict else "<=", b) for a, b in pairwise(terms)]
        case Lexicographic(left, right, strict):
            return _lexicographic(left, right, strict=strict)
        case Inverse(forward, backward):
            return _inverse(forward, backward)
        case Cumulative():
            return _cumulative(node)
        case NoOverlap(starts, durations):
            return _no_overlap(starts, durations)
        case BinPacking():
            return _bin_packing(node)
        case _:
            return None


def _number_of(terms: Iterable[Expression], values: Sequence[Expression]) -> Expression:
    """The number of `terms` that equal one of `values`."""
    marks = tuple(
        Indicator(Or(tuple(Comparison(term, "==", value) for value in values))) for term in terms
    )
    return Sum(marks, (1,) * len(marks), 0)


def _cardinality(node: Cardinality) -> Iterator[Constraint]:
    values = [Constant(value) for value in node.values]
    for value, number in zip(values, node.counts, strict=True):
        yield Comparison(_number_of(node.terms, [value]), "==", number)
    if node.closed:
        for term in node.terms:
            yield Or(tuple(Comparison(term, "==", value) for value in values))


def _lexicographic(
    left: Sequence[Expression], right: Sequence[Expression], *, strict: bool
) -> Iterator[Constraint]:
    """Each pair is in order, if all pairs before it are equal."""
    before: tuple[Constraint, ...] = ()
    for a, b in zip(left, right, strict=True):
        yield Or((*before, Comparison(a, "<=", b)))
        before = (Or((*before, Comparison(a, "!=", b))),)
    if strict:
        yield Or(before)


def _inverse(forward: Sequence[Expression], backward: Sequence[Expression]) -> Iterator[Constraint]:
    for terms in (forward, backward):
        yield from permutation(terms)
    for i, there in enumerate(forward):
        for j, back in enumerate(backward):
            taken = Comparison(there, "==", Constant(j)), Comparison(back, "==", Constant(i))
            yield Or((Not(taken[0]), taken[1]))
            yield Or((taken[0], Not(taken[1])))


def permutation(terms: Sequence[Expression]) -> Iterator[Constraint]:
    """The terms are 0 to below their number, each once."""
    yield from _inside(terms, len(terms))
    yield AllDifferent(tuple(terms))


def _inside(terms: Iterable[Expression], size: int) -> Iterator[Constraint]:
    for term in terms:
        yield Comparison(term, ">=", Constant(0))
        yield Comparison(term, "<", Constant(size))


def _not_negative(terms: Iterable[Expression]) -> Iterator[Constraint]:
    return (Comparison(term, ">=", Constant(0)) for term in terms)


def _load(weights: Iterable[Expression], flags: Iterable[Constraint]) -> Expression:
    loads = tuple(w * Indicator(flag) for w, flag in zip(weights, flags, strict=True))
    return Sum(loads, (1,) * len(loads), 0)


def _cumulative(node: Cumulative) -> Iterator[Constraint]:
    yield from _not_negative((*node.durations, *node.demands, node.capacity))
    ends = [start + duration for start, duration in zip(node.starts, node.durations, strict=True)]
    for time in node.starts:
        running = (
            And((Comparison(start, "<=", time), Comparison(time, "<", end)))
            for start, end in zip(node.starts, ends, strict=True)
        )
        yield Comparison(_load(node.demands, running), "<=", node.capacity)


def _no_overlap(
    starts: Sequence[Expression], durations: Sequence[Expression]
) -> Iterator[Constraint]:
    yield from _not_negative(durations)
    for (a, first), (b, second) in combinations(zip(starts, durations, strict=True), 2):
        yield Or(
            (
                Comparison(a + first, "<=", b),
                Comparison(b + second, "<=", a),
                Comparison(first, "==", Constant(0)),
                Comparison(second, "==", Constant(0)),
            )
        )


def _bin_packing(node: BinPacking) -> Iterator[Constraint]:
    yield from _inside(node.bins, len(node.capacities))
    for number, capacity in enumerate(node.capacities):
        chosen = (Comparison(term, "==", Constant(number)) for term in node.bins)
        yield Comparison(_load(node.sizes, chosen), "<=", capacity)


# -------------------- The value of an expression, and where it is defined, as code over its parts.


_ONE: Code = c.integer(1)


def expression(node: Expression, parts: Sequence[Code]) -> tuple[Code, Code]:
    """The value of an expression over `parts`, and where it is defined while these are."""
    match node:
        case expressions.Constant(int(number)):
            return c.integer(number), c.TRUE
        case arithmetic.Sum(_, coefficients, constant):
            return weighted(zip(coefficients, parts, strict=True), constant), c.TRUE
        case arithmetic.Product():
            return reduce(c.multiply, parts, _ONE), c.TRUE
        case arithmetic.Quotient():
            return _divided(parts, c.quotient, _quotients)
        case arithmetic.Modulo():
            return _divided(parts, c.remainder, _remainders)
        case arithmetic.Power(_, exponent):
            return _power(parts[0], exponent), c.TRUE
        case arithmetic.Absolute():
            return c.absolute(parts[0]), c.TRUE
        case choices.Minimum():
            return c.least(parts), c.TRUE
        case choices.Maximum():
            return c.greatest(parts), c.TRUE
        case choices.Element():
            return element(parts[:-1], parts[-1])
        case expressions.Indicator():
            return c.as_integer(parts[0]), c.TRUE
        case _:
            raise TypeError(f"{type(node).__name__} is not an expression of the language")


def weighted(terms: Iterable[tuple[int, Code]], constant: int = 0) -> Code:
    """A sum of terms times their coefficients, and a constant."""
    total: Code | None = None
    for coefficient, term in terms:
        if isinstance(term, CodeConstant):
            constant += coefficient * term.number
        elif total is None:
            total = c.multiply(term, c.integer(coefficient))
        elif coefficient == -1:
            total = c.subtract(total, term)
        else:
            total = c.add(total, c.multiply(term, c.integer(coefficient)))
    return c.integer(constant) if total is None else c.add(total, c.integer(constant))


def _power(base: Code, exponent: int) -> Code:
    if isinstance(base, CodeConstant):
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
    numbers = [item.number for item in items if isinstance(item, CodeConstant)]
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


# ------------------------------------------------------------------------------------------ truths
# The truth of a constraint, as code over the values of its parts: the solver's own reading.


WIDEST = 1024
"""Values further apart than this are not looked up in a table, but compared one by one."""


def truth(node: Constraint, parts: Sequence[Code]) -> Code | None:
    """Code that is true if a constraint holds over `parts`, all of them defined.

    None for one that is not read here: `expansion` may, or it is taken as its decomposition.
    """
    found = TRUTHS.get(type(node))
    return None if found is None else found(node, parts)


def _equal(left: Code, right: Code) -> Code:
    return c.compare("==", left, right)


def _differ(left: Code, right: Code) -> Code:
    return c.compare("!=", left, right)


def _different_except(terms: Sequence[Code], exempt: Code) -> Code:
    spared = {term: _equal(term, exempt) for term in terms}
    return c.all_of([c.any_of([_differ(a, b), spared[a]]) for a, b in combinations(terms, 2)])


def number_of(flags: Iterable[Code]) -> Code:
    """The number of true flags."""
    return weighted((1, c.as_integer(flag)) for flag in flags)


def different_values(terms: Sequence[Code]) -> Code:
    """The number of different values of `terms`."""
    return number_of(
        c.all_of([_differ(term, earlier) for earlier in terms[:place]])
        for place, term in enumerate(terms)
    )


def _precedence(terms: Sequence[Code], values: Sequence[int]) -> Code:
    found: list[Code] = []
    for before, after in pairwise(values):
        seen: Code = c.FALSE
        for term in terms:
            found.append(c.any_of([_differ(term, c.integer(after)), seen]))
            seen = c.any_of([seen, _equal(term, c.integer(before))])
    return c.all_of(found)


# ------------------------------------------------------------------------ tables, automata


def _allowed(terms: Sequence[Code], rows: Sequence[tuple[int, ...]]) -> Code:
    few = len(rows) * len(terms) <= 32
    if few or any(_width(term) > WIDEST for term in terms):
        return c.any_of(
            [
                c.all_of([_equal(t, c.integer(v)) for t, v in zip(terms, row, strict=True)])
                for row in dict.fromkeys(rows)
            ]
        )
    return _spelled(terms, rows)


def _spelled(terms: Sequence[Code], rows: Sequence[tuple[int, ...]]) -> Code:
    """Reads the terms one by one down the tree of beginnings of rows; 0 is a dead end."""
    nodes: dict[tuple[int, ...], int] = {(): 1}
    state: Code = c.integer(1)
    for place, term in enumerate(terms):
        after: dict[tuple[int, ...], int] = {}
        low, width = term.bounds[0], _width(term)
        entries = [0] * ((len(nodes) + 1) * width)
        for row in rows:
            head, value = row[:place], row[place]
            if head in nodes and low <= value < low + width:
                node = after.setdefault((*head, value), len(after) + 1)
                entries[nodes[head] * width + value - low] = node
        at = weighted([(width, state), (1, term)], -low)
        state, nodes = numbers_at(entries, at), after
    return _differ(state, c.integer(0))


def _width(term: Code) -> int:
    return term.bounds[1] - term.bounds[0] + 1


def _regular(node: Regular, terms: Sequence[Code]) -> Code:
    symbols = [int(symbol) for symbol in node.symbols]
    dead, width = node.states, len(symbols) + 1  # the last symbol stands for all without one
    entries = [node.step.get((s, a), dead) for s in range(dead) for a in symbols]
    table = [
        entry
        for state in range(dead)
        for entry in (*entries[state * (width - 1) : (state + 1) * (width - 1)], dead)
    ] + [dead] * width
    state: Code = c.integer(node.start)
    for term in terms:
        state = numbers_at(table, weighted([(width, state), (1, _symbol(symbols, term))]))
    accepting = [int(s in node.accepting) for s in range(dead + 1)]
    return _equal(numbers_at(accepting, state), c.integer(1))


def _symbol(symbols: Sequence[int], term: Code) -> Code:
    other = len(symbols)
    if _width(term) <= WIDEST:
        low = term.bounds[0]
        numbers = {value: number for number, value in enumerate(symbols)}
        found = [numbers.get(low + step, other) for step in range(_width(term))]
        return numbers_at(found, c.subtract(term, c.integer(low)))
    code: Code = c.integer(other)
    for number, symbol in enumerate(symbols):
        code = c.select(_equal(term, c.integer(symbol)), c.integer(number), code)
    return code


# -------------------------------------------------------------------------------- tours


def _inside_flags(terms: Sequence[Code], size: int) -> list[Code]:
    zero, end = c.integer(0), c.integer(size)
    return [
        flag for term in terms for flag in (c.compare("<=", zero, term), c.compare("<", term, end))
    ]


def _permutation(successors: Sequence[Code]) -> list[Code]:
    different = [_differ(a, b) for a, b in combinations(successors, 2)]
    return [*_inside_flags(successors, len(successors)), *different]


def _tour(successors: Sequence[Code]) -> Code:
    found = _permutation(successors)
    place: Code = c.integer(0)
    for _ in range(len(successors) - 1):
        place = pick(successors, place)
        found.append(_differ(place, c.integer(0)))
    return c.all_of(found)


def _partial_tour(successors: Sequence[Code]) -> Code:
    moving = [_differ(term, c.integer(node)) for node, term in enumerate(successors)]
    length = number_of(moving)
    start: Code = c.integer(0)
    for node, moves in reversed(list(enumerate(moving))):
        start = c.select(moves, c.integer(node), start)
    found, place = _permutation(successors), start
    for steps in range(1, len(successors)):
        place = pick(successors, place)
        around = c.compare("<=", length, c.integer(steps))
        found.append(c.any_of([_differ(place, start), around]))
    return c.all_of(found)


def _integer_rows(rows: Iterable[Sequence[object]]) -> list[tuple[int, ...]]:
    return [tuple(map(int, cast(Any, row))) for row in rows]


TRUTHS: dict[type[Constraint], Callable[[Any, Sequence[Code]], Code]] = {
    Comparison: lambda node, parts: c.compare(node.relation, *parts),
    And: lambda node, parts: c.all_of(parts),
    Or: lambda node, parts: c.any_of(parts),
    Not: lambda node, parts: c.negate(parts[0]),
    AllDifferent: lambda node, parts: c.all_of([_differ(a, b) for a, b in combinations(parts, 2)]),
    AllDifferentExcept: lambda node, parts: _different_except(parts[:-1], parts[-1]),
    NumberOfValues: lambda node, parts: _equal(different_values(parts[:-1]), parts[-1]),
    Precedence: lambda node, parts: _precedence(parts, [int(value) for value in node.values]),
    Allowed: lambda node, parts: _allowed(parts, _integer_rows(node.rows)),
    Forbidden: lambda node, parts: c.negate(_allowed(parts, _integer_rows(node.rows))),
    Regular: _regular,
    Predicate: lambda node, parts: Call(FLAG, (0, 1), node.holds, tuple(parts), c.TRUE),
    Circuit: lambda node, parts: _tour(parts),
    Subcircuit: lambda node, parts: _partial_tour(parts),
}
"""The reading of each constraint, by its class."""


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
        return isinstance(self.defined, CodeConstant) and bool(self.defined.number)


class Translator:
    """Translates nodes, each once. `keep(depth, code)` stores code in a register of a level."""

    def __init__(
        self,
        variable: Callable[[str], Part],
        keep: Callable[[int, Code], Code],
    ) -> None:
        self._variable, self._keep = variable, keep
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
                code if isinstance(code, CodeConstant | Register) else self._keep(part.depth, code)
                for code in (part.code, part.defined)
            ]
            found = self._kept[node] = Part(kept[0], kept[1], part.depth)
        return found

    def _translated(self, node: Node) -> Part:
        if isinstance(node, Variable):
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
                holds = truth(node, codes)
            else:
                holds = self.at(And(tuple(expanded)), depth).code
            if holds is None:
                return self(And(tuple(decomposition(node))))
            if isinstance(holds, Call):
                holds = replace(holds, guard=defined)
            found = Part(c.all_of([defined, holds]), c.TRUE, depth)
        return found if depth >= 0 else Part(settled(found.code), settled(found.defined), depth)


def settled(code: Code) -> CodeConstant:
    """Code without registers, computed."""
    if isinstance(code, CodeConstant):
        return code
    (found,) = function_of((), [code])()
    return c.integer(found) if code.kind == INTEGER else c.flag(bool(found))


def variables_of(node: Node) -> list[Variable]:
    """The variables that `node` mentions, each once."""
    return [found for found in topological([node]) if isinstance(found, Variable)]


def some_variables(nodes: Iterable[Node], number: int) -> list[Variable]:
    """The variables that `nodes` mention, each once; where there are more, some: that many."""
    stack, seen, found = [*nodes], set[Node](), dict[Variable, None]()
    while stack and len(found) < number:
        node = stack.pop()
        if isinstance(node, Variable):
            found[node] = None
        elif node not in seen:
            seen.add(node)
            stack.extend(READER_OF_PARTS[type(node)](node))
    return list(found)


def translator(registers: Mapping[str, Register]) -> Translator:
    """Translates nodes over open registers, all known at once."""
    parts = {name: Part(register, c.TRUE, 0) for name, register in registers.items()}
    return Translator(parts.__getitem__, lambda depth, code: code)


def registers_of(variables: Sequence[Variable]) -> dict[str, Register]:
    """An open register for each variable."""
    return {
        variable.name: c.register(f"v{number}", INTEGER, (domain[0], domain[-1]))
        for number, variable in enumerate(variables)
        for domain in [cast(Sequence[int], variable.domain)]
    }


def compiled_flag(
    constraint: Constraint, place_of: Mapping[str, int]
) -> tuple[tuple[int, ...], Callable[..., bool]]:
    """The places of the variables of `constraint`, and whether it holds as a function of them."""
    places, run = _compiled(constraint, place_of)
    return places, lambda *values: bool(run(*values)[0])


def compiled_value(
    expression: Expression, place_of: Mapping[str, int]
) -> tuple[tuple[int, ...], Callable[..., int | None]]:
    """The places of the variables of `expression`, and its value; None where it is undefined."""
    places, run = _compiled(expression, place_of)

    def value(*values: int) -> int | None:
        found, defined = run(*values)
        return int(found) if defined else None

    return places, value


def _compiled(
    node: Node, place_of: Mapping[str, int]
) -> tuple[tuple[int, ...], Callable[..., Any]]:
    variables = variables_of(node)
    registers = registers_of(variables)
    part = translator(registers)(node)
    places = tuple(place_of[variable.name] for variable in variables)
    return places, function_of(registers.values(), [part.code, part.defined])
