"""Global constraints as core constraints, by the compiled solver's own reading of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from ....models.language.arithmetic_expressions import Sum
from ....models.language.constraints import And, Comparison, Constraint, Not, Or
from ....models.language.expressions import Constant, Expression, Indicator
from ....models.language.global_constraints.all_different import AllDifferent
from ....models.language.global_constraints.all_equal import AllEqual
from ....models.language.global_constraints.bin_packing import BinPacking
from ....models.language.global_constraints.cardinality import Cardinality
from ....models.language.global_constraints.count import Count
from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.increasing import Increasing
from ....models.language.global_constraints.inverse import Inverse
from ....models.language.global_constraints.lexicographic import Lexicographic
from ....models.language.global_constraints.no_overlap import NoOverlap


def expansion(node: Constraint) -> Iterable[Constraint] | None:
    """Constraints that hold together exactly where `node` does, where all its terms are defined.

    None for one that is not read here: truths.py does, or it is taken as its decomposition.
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
