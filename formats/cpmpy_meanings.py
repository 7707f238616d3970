"""The meanings of CPMpy's operators, functions and global constraints, by their names.

Division and remainder round towards 0. A comparison or global constraint over an undefined term is
false, here as in CPMpy; what is written as several constraints demands its terms to be defined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, cast

from ..models.language.arithmetic_expressions import Sum, product, total
from ..models.language.choices import defined, element, maximum, minimum
from ..models.language.constraints import RELATIONS, And, Constraint, Or, implies, xor
from ..models.language.errors import ModelError
from ..models.language.expressions import Expression, indicator
from ..models.language.global_constraints.all_different import all_different
from ..models.language.global_constraints.all_equal import all_equal
from ..models.language.global_constraints.circuit import circuit
from ..models.language.global_constraints.count import Count
from ..models.language.global_constraints.increasing import increasing
from ..models.language.global_constraints.inverse import inverse
from ..models.language.global_constraints.lexicographic import lexicographic
from ..models.language.global_constraints.number_of_values import number_of_values
from ..models.language.global_constraints.regular import regular
from ..models.language.global_constraints.table import Allowed, allowed, forbidden
from .flatzinc.builtin_constraints import GLOBALS as OF_FLATZINC
from .flatzinc.builtin_constraints import quotient_towards_zero, remainder_towards_zero
from .flatzinc.terms import Names, Term, sure

Several = Sequence[Any]


def conjoined(terms: Iterable[Expression], constraints: Iterable[Any]) -> Constraint:
    """All of `constraints`, where every one of `terms` is defined."""
    return And((*defined(terms), *map(sure, constraints)))


def _values(n: Names, terms: Several, left_out: int | None = None) -> Expression:
    """The number of different values, not counting one: the first to take each is counted."""
    read = n.numbers(terms)
    marks = []
    for place, term in enumerate(read):
        new: list[Any] = [term != before for before in read[:place]]
        new += [] if left_out is None else [term != left_out]
        marks.append(indicator(And(tuple(map(sure, new)))))
    zeros = (0,) * len(read)  # times 0, a term adds nothing but that it must be defined
    return Sum((*marks, *read), (1,) * len(marks) + zeros, 0)


def _counted(n: Names, terms: Several, values: Several) -> Expression:
    read, wanted = n.numbers(terms), n.numbers(values)
    marks = [indicator(Or(tuple(sure(term == value) for value in wanted))) for term in read]
    parts = (*marks, *read, *wanted)
    return Sum(parts, (1,) * len(marks) + (0,) * (len(parts) - len(marks)), 0)


def compared(n: Names, relation: str, left: Any, right: Any) -> Constraint:
    """A comparison of two terms, or of what counts with a term, which stays whole."""
    if isinstance(left, Counted):
        number = n.number(right)
        if left.values is None:
            return number_of_values(n.numbers(left.terms), number)
        terms, values = n.numbers(left.terms), dict.fromkeys(left.values)
        return Count(tuple(terms), tuple(n.numbers(list(values))), relation, number)
    return sure(RELATIONS[relation](n.number(left), n.number(right)))


class Counted:
    """A count that is compared: of `terms` that take one of `values`, or of different values."""

    def __init__(self, terms: Several, values: Several | None) -> None:
        self.terms, self.values = terms, values


def _except(n: Names, terms: Several, values: Several) -> Constraint:
    made = OF_FLATZINC["fzn_alldifferent_except"](n, terms, [tuple(dict.fromkeys(values))])
    return conjoined(n.numbers(terms), [made])


def _equal_except(n: Names, terms: Several, values: Several) -> Constraint:
    read, free = n.numbers(terms), sorted(set(values))
    pairs = ((x, y) for place, x in enumerate(read) for y in read[:place])
    parts = (Or((sure(x == y), n.inside(x, free), n.inside(y, free))) for x, y in pairs)
    return conjoined(read, parts)


def _short_table(n: Names, terms: Several, rows: Iterable[Several]) -> Constraint:
    read = n.numbers(terms)
    return conjoined(read, [Or(tuple(table for _, table in short_tables(read, rows)))])


def short_tables(
    terms: Sequence[Expression], rows: Iterable[Several]
) -> Iterator[tuple[tuple[int, ...], Allowed]]:
    """Rows with stars, as tables of the columns in which some of them have none."""
    by_columns: dict[tuple[int, ...], list[Several]] = {}
    for row in rows:
        if len(row) != len(terms):
            raise ModelError(f"a row of a table has {len(row)} values for {len(terms)} terms")
        columns = tuple(at for at, value in enumerate(row) if value != "*")
        by_columns.setdefault(columns, []).append(tuple(row[at] for at in columns))
    for columns, kept in by_columns.items():
        yield columns, cast(Allowed, allowed([terms[at] for at in columns], kept))


def _rows(table: Iterable[Several]) -> list[tuple[int, ...]]:
    return [tuple(map(int, row)) for row in table]


def automaton(n: Names, native: Any, terms: Several) -> Constraint:
    """CPMpy's Regular."""
    steps = {(state, int(symbol)): to for (state, symbol), to in native.trans_dict.items()}
    return regular(n.numbers(terms), steps, native.args[2], list(native.args[3]))


def diagram(n: Names, native: Any, terms: Several) -> Constraint:
    """CPMpy's MDD, as an automaton over its nodes."""
    arcs = [(node, int(v), to) for node, way in native.mapping.items() for v, to in way.items()]
    steps = {(node, value): to for node, value, to in arcs}
    return regular(n.numbers(terms), steps, native.root_node, [native.sink_node])


def cardinality(
    n: Names, terms: Several, values: Several, counts: Several, *, closed: bool
) -> Constraint:
    """CPMpy's GlobalCardinalityCount."""
    kind = "fzn_global_cardinality_closed" if closed else "fzn_global_cardinality"
    found: Constraint = OF_FLATZINC[kind](n, terms, values, counts)
    return found


def _tasks(kind: str, n: Names, starts: Several, durations: Several, *more: Any) -> Constraint:
    """FlatZinc's constraint of this kind; `more` are the ends, if CPMpy has them, and the rest."""
    ends, rest = (more[:-2], more[-2:]) if kind == "fzn_cumulative" else (more, ())
    read = (zip(*map(n.numbers, (starts, durations, each)), strict=True) for each in ends)
    right = (sure(start + duration == end) for one in read for start, duration, end in one)
    return And((OF_FLATZINC[kind](n, starts, durations, *rest), *right))


def _optional_no_overlap(
    n: Names, starts: Several, durations: Several, *more: Several
) -> Constraint:
    """The tasks that are present do not overlap, and last 0 or more, as CPMpy says of them."""
    begin, last, there = n.numbers(starts), n.numbers(durations), n.truths(more[-1])
    ends = (
        n.numbers(more[0]) if len(more) > 1 else [s + d for s, d in zip(begin, last, strict=True)]
    )
    tasks = list(zip(begin, last, ends, there, strict=True))
    parts = [implies(p, (d >= 0) & (s + d == e)) for s, d, e, p in tasks]
    for place, (s, d, e, p) in enumerate(tasks):
        for s2, d2, e2, p2 in tasks[:place]:
            parts.append(~p | ~p2 | (d == 0) | (d2 == 0) | (e <= s2) | (e2 <= s))
    return conjoined([*begin, *last, *ends], parts)


def _reservoir(n: Names, starts: Several, amounts: Several, least: int, most: int) -> Constraint:
    read = n.numbers(starts)
    levels = [
        total(d * indicator(sure(s <= now)) for s, d in zip(read, amounts, strict=True))
        for now in read
    ]
    return conjoined(read, (part for level in levels for part in (level >= least, level <= most)))


def _chain(n: Names, rows: Sequence[Several], *, strict: bool) -> Constraint:
    read = [n.numbers(row) for row in rows]
    parts = (lexicographic(a, b, strict=strict) for a, b in pairwise(read))
    return conjoined((term for row in read for term in row), parts)


def _nested(n: Names, array: Any) -> Any:
    return [_nested(n, item) for item in array] if isinstance(array, list) else n.number(array)


def _chosen(n: Names, array: Any, *indices: Any) -> Expression:
    return element(_nested(n, array), *map(n.number, indices))


MEANINGS: dict[str, Callable[..., Term]] = {
    "and": lambda n, *parts: And(tuple(n.truths(parts))),
    "or": lambda n, *parts: Or(tuple(n.truths(parts))),
    "not": lambda n, part: ~n.truth(part),
    "->": lambda n, a, b: implies(n.truth(a), n.truth(b)),
    "xor": lambda n, *parts: xor(n.truths(parts)),
    "ite": lambda n, c, a, b: And((implies(n.truth(c), n.truth(a)), Or((n.truth(c), n.truth(b))))),
    "sum": lambda n, *terms: total(n.numbers(terms)),
    "wsum": lambda n, weights, terms: total(
        n.number(weight) * n.number(term) for weight, term in zip(weights, terms, strict=True)
    ),
    "sub": lambda n, a, b: n.number(a) - n.number(b),
    "-": lambda n, a: -n.number(a),
    "mul": lambda n, *factors: product(n.numbers(factors)),
    "div": lambda n, a, b: quotient_towards_zero(n, n.number(a), n.number(b)),
    "mod": lambda n, a, b: remainder_towards_zero(n, n.number(a), n.number(b)),
    "pow": lambda n, base, exponent: n.number(base) ** n.constant(exponent),
    "abs": lambda n, term: abs(n.number(term)),
    "max": lambda n, *terms: maximum(n.numbers(terms)),
    "min": lambda n, *terms: minimum(n.numbers(terms)),
    "element": _chosen,
    "nd_element": _chosen,
    "count": lambda n, terms, value: _counted(n, terms, [value]),
    "among": lambda n, terms, values: _counted(n, terms, list(dict.fromkeys(values))),
    "nvalue": lambda n, *terms: _values(n, terms),
    "nvalue_except": lambda n, terms, value: _values(n, terms, int(value)),
    "alldifferent": lambda n, *terms: all_different(n.numbers(terms)),
    "alldifferent_except_n": _except,
    "alldifferent_except_0": _except,
    "allequal": lambda n, *terms: all_equal(n.numbers(terms)),
    "allequal_except_n": _equal_except,
    "table": lambda n, terms, rows: allowed(n.numbers(terms), _rows(rows)),
    "negative_table": lambda n, terms, rows: forbidden(n.numbers(terms), _rows(rows)),
    "short_table": _short_table,
    "indomain": lambda n, term, values: allowed([n.number(term)], [(int(v),) for v in values]),
    "circuit": lambda n, *terms: circuit(n.numbers(terms)),
    "inverse": lambda n, there, back: inverse(n.numbers(there), n.numbers(back)),
    "increasing": lambda n, *terms: increasing(n.numbers(terms)),
    "strictly_increasing": lambda n, *terms: increasing(n.numbers(terms), strict=True),
    "decreasing": lambda n, *terms: increasing(n.numbers(terms)[::-1]),
    "strictly_decreasing": lambda n, *terms: increasing(n.numbers(terms)[::-1], strict=True),
    "lex_less": lambda n, a, b: lexicographic(n.numbers(a), n.numbers(b), strict=True),
    "lex_lesseq": lambda n, a, b: lexicographic(n.numbers(a), n.numbers(b)),
    "lex_chain_less": lambda n, *rows: _chain(n, rows, strict=True),
    "lex_chain_lesseq": lambda n, *rows: _chain(n, rows, strict=False),
    "precedence": lambda n, terms, values: OF_FLATZINC["fzn_value_precede_chain_int"](
        n, values, terms
    ),
    "cumulative": partial(_tasks, "fzn_cumulative"),
    "no_overlap": partial(_tasks, "fzn_disjunctive"),
    "no_overlap_optional": _optional_no_overlap,
    "reservoir": _reservoir,
}
"""Each from what reads terms and from the arguments, which are read."""
