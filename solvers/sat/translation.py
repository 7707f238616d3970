"""A model as clauses: a literal for each value that a variable or term may take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import combinations, pairwise
from typing import Any

from ...models.language.constraints import NEGATED, RELATIONS
from ...models.language.model import Model
from ...models.language.nodes import Value
from ...models.language.phrases import grouped
from ..harness.adapting import natives as of
from ..harness.adapting.literals import (
    Literal,
    LiteralTranslator,
    Term,
    from_zero,
    takers,
    value_of,
    values_of,
)
from ..harness.contract import Control

# ------------------------------------------------------------------------------------------ adders
# Sums of terms as binary numbers, by adders: for sums of too many values for a literal each.
#
# After Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT" (2006): the bits of a
# place are added three at a time, which leaves one, and carries one to the next place.


Clause = list[Literal]


def totaliser_clauses(terms: Sequence[Term], most: int) -> int:
    """About as many clauses as a totaliser of `terms` takes."""
    sizes, clauses = [len(term) for term in terms], 0
    while len(sizes) > 1:
        pairs = [one * other for one, other in zip(sizes[::2], sizes[1::2], strict=False)]
        clauses += sum(pairs)
        sizes = [min(pair, most) for pair in pairs] + (sizes[-1:] if len(sizes) % 2 else [])
    return clauses


class Adders:
    """Makes literals, and the clauses that define them."""

    def __init__(self, new: Callable[[], Literal], define: Callable[[Clause], object]) -> None:
        self._new, self._define = new, define

    def at_most(self, terms: Sequence[Term], bound: int) -> Iterator[Clause]:
        """The clauses that keep the sum of `terms` to `bound`; each term adds 0 or more."""
        bits = self._sum(terms)
        if bound < 0 or bound.bit_length() > len(bits):
            raise AssertionError(f"the sum has {len(bits)} bits, and its bound is {bound}")
        for place, bit in enumerate(bits):
            if bit and not bound >> place & 1:
                above = range(place + 1, len(bits))
                yield [-bit, *(-bits[k] for k in above if bits[k] and bound >> k & 1)]

    def _sum(self, terms: Sequence[Term]) -> list[Literal]:
        """A literal for each bit of the sum, the least first; 0 for a bit that never holds."""
        columns: list[list[Literal]] = []
        for term in terms:
            for place in range(max(term).bit_length()):
                _column(columns, place).extend(self._bit(term, place))
        for place, column in enumerate(columns):
            while len(column) > 1:
                added, column[:3] = column[:3], []
                several, carry = self._added(added)
                column.append(several)
                _column(columns, place + 1).append(carry)
        return [column[0] if column else 0 for column in columns]

    def _bit(self, term: Term, place: int) -> list[Literal]:
        """The literal that holds where the value of `term` has a bit; none where no value has."""
        having = [literal for value, literal in term.items() if value >> place & 1]
        if len(having) < 2:
            return having
        bit = self._new()
        self._define([-bit, *having])
        for literal in having:
            self._define([bit, -literal])
        return [bit]

    def _added(self, bits: Sequence[Literal]) -> tuple[Literal, Literal]:
        """The sum and the carry of two or three bits."""
        total, carry = self._new(), self._new()
        for number in range(1 << len(bits)):
            signs = [1 if number >> k & 1 else -1 for k in range(len(bits))]
            given = [-sign * bit for sign, bit in zip(signs, bits, strict=True)]
            held = signs.count(1)
            self._define([*given, total if held % 2 else -total])
            self._define([*given, carry if held > 1 else -carry])
        return total, carry


def _column(columns: list[list[Literal]], place: int) -> list[Literal]:
    """The bits of a place, which is there from now on."""
    while len(columns) <= place:
        columns.append([])
    return columns[place]


TRUE: Literal = 1
FALSE: Literal = -1

_MOST_CLAUSES = 6_000_000
MOST_IN_SUMS = 500_000
_FEW = 6


class Translation(LiteralTranslator):
    """A model as the clauses of `native`."""

    name = "sat"
    true = TRUE

    def __init__(self, native: Any, model: Model, control: Control) -> None:
        """Clauses are added to `native`, which has none yet."""
        self.native = native
        self.last, self._clauses = TRUE, 0
        self.native.add_clause([TRUE])
        super().__init__(model, control.check)

    # ----------------------------------------------------------------------------- clauses

    def new(self) -> Literal:
        self.last += 1
        return self.last

    def clause(self, literals: Iterable[Literal]) -> None:
        """Require that one of `literals` holds."""
        kept = [literal for literal in literals if literal != FALSE]
        if TRUE in kept:
            return
        self._clauses += 1
        if self._clauses > _MOST_CLAUSES:
            raise self.refused(f"the model would take more than {grouped(_MOST_CLAUSES)} clauses")
        if self._clauses % 1_000 == 0:
            self.check()
        self.native.add_clause(kept or [FALSE])

    def require_one(self, literals: Sequence[Literal]) -> None:
        self.clause(literals)

    def require_at_most_one(self, literals: Sequence[Literal]) -> None:
        """Several at once in groups, for each a new literal that holds where one of it does."""
        while len(literals) > _FEW:
            group, some = literals[: _FEW - 1], self.new()
            for literal in group:
                self.clause([-literal, some])
            self.require_at_most_one(group)
            literals = [*literals[_FEW - 1 :], some]
        for one, other in combinations(literals, 2):
            self.clause([-one, -other])

    # -------------------------------------------------------------------------------- sums

    def require_at_most(self, terms: Sequence[Term], bound: int) -> None:
        """By a totaliser, or adders where that is too large.

        But for what is a clause, or that one of several holds at most.
        """
        slack = bound - sum(map(min, terms))
        if slack < 0:
            self.clause([])
            return
        several = [term for one in terms if len(term := self._affordable(one, slack)) > 1]
        dearest = [sorted(term)[-2:] for term in several]
        most = sum(cost for _, cost in dearest)
        if most <= slack:
            return
        if most - min(cost - next_to_it for next_to_it, cost in dearest) <= slack:
            self.clause([-term[max(term)] for term in several])
        elif all(len(term) == 2 for term in several) and sum(sorted(map(max, several))[:2]) > slack:
            self.require_at_most_one([term[max(term)] for term in several])
        elif totaliser_clauses(several, slack + 1) > MOST_IN_SUMS:
            for clause in Adders(self.new, self._defined_by).at_most(several, slack):
                self.clause(clause)
        else:
            self.clause([-self.sums(several, slack + 1)[slack + 1]])

    def _defined_by(self, clause: list[Literal]) -> None:
        """Add a clause of a definition, which always holds."""
        self._clauses += 1
        self.native.add_clause(clause)

    def _affordable(self, term: Term, slack: int) -> Term:
        """The number that each literal adds beyond the least, without those that add too much."""
        costs = from_zero(term)
        for cost, literal in costs.items():
            if cost > slack:
                self.clause([-literal])
        return {cost: literal for cost, literal in costs.items() if cost <= slack}

    def sums(self, terms: Sequence[Term], most: int) -> dict[int, Literal]:
        """A literal for each sum: it holds where `terms` add up to a sum or more: a totaliser.

        Each adds 0 or more. What comes to `most` or more counts as `most`.
        """
        several = [self._ordered(term, most) for term in terms]
        while len(several) > 1:
            pairs = zip(several[::2], several[1::2], strict=False)
            odd = several[-1:] if len(several) % 2 else []
            several = [self._added(one, other, most) for one, other in pairs] + odd
        return several[0] if several else {}

    def _ordered(self, term: Term, most: int) -> dict[int, Literal]:
        """A literal for each value above 0, which holds where `term` has it or more."""
        costs = sorted({min(cost, most) for cost in term} - {0})
        if len(costs) == 1 and len(term) == 2:
            return {costs[0]: term[max(term)]}
        found = {cost: self.new() for cost in costs}
        for cost, literal in term.items():
            if cost:
                self.clause([-literal, found[min(cost, most)]])
        return self._chained(found)

    def _chained(self, found: dict[int, Literal]) -> dict[int, Literal]:
        for low, high in pairwise(found):
            self.clause([-found[high], found[low]])
        return found

    def _added(
        self, one: dict[int, Literal], other: dict[int, Literal], most: int
    ) -> dict[int, Literal]:
        """A literal for each sum, which holds where two sums come to it or more."""
        together = {min(a + b, most) for a in (0, *one) for b in (0, *other)} - {0}
        found = {value: self.new() for value in sorted(together)}
        add = self.native.add_clause  # of definitions, which always hold, there are many
        for b, there in other.items():
            add([-there, found[b]])
        for a, here in self._each(one, 10 * len(other)):
            add([-here, found[a]])
            for b, there in other.items():
                add([-here, -there, found[min(a + b, most)]])
                if a + b >= most:
                    break
        return self._chained(found)

    # ------------------------------------------------------------------------------- terms

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        reached = [items[place] for place in index if 0 <= place < len(items)]
        values = sorted({value for item in reached for value in item} or {0})
        result = self._term(values)
        for place, here in index.items():
            item = items[place] if 0 <= place < len(items) else self.constant(values[0])
            for value in values:
                held = item.get(value, FALSE)
                self.clause([-here, -held, result[value]])
                self.clause([-here, held, -result[value]])
        return result

    def _term(self, values: Sequence[int]) -> Term:
        """A term that takes one of `values`; that it is just one follows from its use."""
        if len(values) == 1:
            return self.constant(values[0])
        return {value: self.new() for value in values}

    def combined(self, function: Callable[[int, int], int], left: Term, right: Term) -> Term:
        size = len(right)
        table = {x: [(y, function(x, y)) for y in right] for x, _ in self._each(left, size)}
        results = [[result for _, result in row] for row in table.values()]
        distinct = sorted({result for row in results for result in row})
        if len(distinct) == len(left) * len(right) and min(len(left), len(right)) == 1:
            return self._renamed(left, right, results)
        term = self._term(distinct)
        causes: dict[int, list[Literal]] = {}
        for x, row in table.items():
            for result in self._row(left[x], row, right, term):
                causes.setdefault(result, []).append(left[x])
        for result, several in causes.items():
            if len(several) < len(left):  # what another value gives follows, as one alone is taken
                self.clause([-term[result], *several])
        return term

    def _each(self, left: Term, times: int) -> Iterator[tuple[int, Literal]]:
        for pair in left.items():
            self._clauses += times // 10  # what would be too many is refused before it is built
            self.check()
            yield pair

    def _renamed(self, left: Term, right: Term, results: list[list[int]]) -> Term:
        """The same literals under other values, where one of the terms is fixed."""
        literals = list(left.values()) if len(right) == 1 else list(right.values())
        values = [value for row in results for value in row]
        return dict(sorted(zip(values, literals, strict=True)))

    def _row(
        self, here: Literal, row: list[tuple[int, int]], right: Term, term: Term
    ) -> Iterable[int]:
        """`term` has the value of `row` for the value of `right`, where `here` holds: one of these.

        Of other values nothing is said.
        """
        reasons: dict[int, list[Literal]] = {}
        for y, result in row:
            self.clause([-here, -right[y], term[result]])
            reasons.setdefault(result, []).append(right[y])
        for result, literals in reasons.items():
            self.clause([-here, -term[result], *literals])
        return reasons

    # ------------------------------------------------------------------------------ truths

    def compared(self, left: Term, relation: str, right: Term) -> Literal:
        holds = RELATIONS[relation]
        outcomes = {holds(x, y) for x in left for y in right} if len(right) == 1 else {True, False}
        if len(outcomes) == 1:
            return TRUE if True in outcomes else FALSE
        truth = self.new()
        self._relate(truth, left, relation, right)
        return truth

    def _relate(self, truth: Literal, left: Term, relation: str, right: Term) -> None:
        """`truth` holds exactly where `left` stands in `relation` to `right`."""
        holds = RELATIONS[relation]
        for x, here in left.items():
            good = [literal for y, literal in right.items() if holds(x, y)]
            bad = [literal for y, literal in right.items() if not holds(x, y)]
            self._settle(-truth, here, good, bad)
            self._settle(truth, here, bad, good)

    def _settle(
        self, unless: Literal, here: Literal, good: list[Literal], bad: list[Literal]
    ) -> None:
        """Unless `unless`, where `here` holds, one of `good` does and none of `bad`."""
        if unless == TRUE:
            return
        if len(good) <= len(bad):
            self.clause([unless, -here, *good])
        else:
            for literal in bad:
                self.clause([unless, -here, -literal])

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        self._relate(TRUE, left, relation, right)

    def any_of_several(self, literals: list[Literal]) -> Literal:
        truth = self.new()
        self.clause([-truth, *literals])
        for literal in literals:
            self.clause([truth, -literal])
        return truth

    def require(self, truth: Literal) -> None:
        self.clause([truth])


# --------------- The constraints that python-sat's encodings of cardinality state, each as counts.
#
# Their own literals may be left open: solutions are distinguished by those of the declared
# variables alone, so that none comes twice.


Terms = Sequence[Term]
Counted = tuple[Sequence[Literal], str, int]
"""Literals of which as many hold as a relation says of a number."""

_ENCODING = 1
"""The number that python-sat gives to its sequential counter."""


def _require(program: Translation, literals: Sequence[Literal], relation: str, number: int) -> None:
    """Have as many of `literals` hold as `relation` says of `number`, by an encoding."""
    if relation == "!=":
        program.require(_truth(program, literals, relation, number))
    if relation in ("==", ">=", ">"):
        _encode(program, "atleast", literals, number + (relation == ">"))
    if relation in ("==", "<=", "<"):
        _encode(program, "atmost", literals, number - (relation == "<"))


def _truth(
    program: Translation, literals: Sequence[Literal], relation: str, number: int
) -> Literal:
    """Holds exactly where as many of `literals` hold as `relation` says of `number`."""
    if relation in ("!=", "<", "<="):
        return -_truth(program, literals, NEGATED[relation], number)
    if relation == "==":
        reached, passed = (_at_least(program, literals, number + plus) for plus in (0, 1))
        return program.all_of([reached, -passed])
    return _at_least(program, literals, number + (relation == ">"))


def _at_least(program: Translation, literals: Sequence[Literal], number: int) -> Literal:
    found = program.new()
    _encode(program, "atleast", literals, number, -found)
    _encode(program, "atmost", literals, number - 1, found)
    return found


def _encode(
    program: Translation, name: str, literals: Sequence[Literal], number: int, *unless: Literal
) -> None:
    """Unless `unless`, at least or at most so many hold, by the encoding of this name.

    It raises for numbers out of range.
    """
    size = len(literals)
    if number > size if name == "atleast" else number < 0:
        program.clause(unless)
    elif 0 < number if name == "atleast" else number < size:
        encode = getattr(import_module("pysat.card").CardEnc, name)
        encoded = encode(list(literals), number, top_id=program.last, encoding=_ENCODING)
        program.last = max(program.last, encoded.nv)
        for clause in encoded.clauses:
            program.clause([*unless, *clause])


# ------------------------------------------------- the counts that hold where a constraint does


def _count(
    program: Translation, terms: Terms, values: Terms, relation: str, number: Term
) -> Iterator[Counted]:
    marks = [program.any_of([program.compared(term, "==", v) for v in values]) for term in terms]
    yield marks, relation, value_of(number)


def _number_of_values(program: Translation, terms: Terms, number: Term) -> Iterator[Counted]:
    marks = [program.any_of(takers(terms, value)) for value in sorted(values_of(terms))]
    yield marks, "==", value_of(number)


def _all_different_except(program: Translation, terms: Terms, exempt: Term) -> Iterator[Counted]:
    for value in sorted(values_of(terms)):
        if value != value_of(exempt):
            yield takers(terms, value), "<=", 1


def _cardinality(
    program: Translation, terms: Terms, counts: Terms, values: Sequence[Value], closed: bool
) -> Iterator[Counted]:
    numbers = [int(value) for value in values]
    for number, count in zip(numbers, counts, strict=True):
        yield takers(terms, number), "==", value_of(count)
    for term in terms if closed else ():
        yield [term[number] for number in numbers if number in term], ">=", 1


def _require_different(program: Translation, terms: Terms) -> None:
    """No value twice; where there are only as many values as terms, each is taken as well.

    That follows, but clauses find it late: it is a pigeonhole.
    """
    program.all_different(terms)
    values = values_of(terms)
    if len(values) < len(terms):
        program.clause([])
    elif len(values) == len(terms):
        for value in values:
            program.clause(takers(terms, value))


def _by_counts(
    kind: type[Any], counts: Callable[..., Iterator[Counted]], name: str, says: str
) -> of.Native[Any]:
    """A constraint that is counts to the constants in the field of a name."""

    def require(program: Translation, *fields: Any) -> None:
        for count in counts(program, *fields):
            _require(program, *count)

    def truth(program: Translation, *fields: Any) -> Literal:
        return program.all_of([_truth(program, *count) for count in counts(program, *fields)])

    return of.anywhere(kind, require, of.constants(name), says, truth)


Translation.natives = of.Natives(
    of.required(of.AllDifferent, _require_different),
    _by_counts(
        of.AllDifferentExcept, _all_different_except, "exempt", "the exempt value is a constant"
    ),
    _by_counts(of.Cardinality, _cardinality, "counts", "its counts are constants"),
    _by_counts(of.Count, _count, "number", "its number is a constant"),
    _by_counts(of.NumberOfValues, _number_of_values, "number", "its number is a constant"),
)
