"""The constraints that are native to Choco, each as one call of pychoco's.

`is_native` says which of them may be required, `is_reified` which may have their truth in a
variable. Everything else is decomposed: what Choco has not, what it has wrong, and terms with
values so far apart that it would hold bounds of them alone, of which its globals know little.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...models.language.constraints import Constraint
from ...models.language.expressions import Bounds, Constant, Expression, Variable
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.all_equal import AllEqual
from ...models.language.global_constraints.bin_packing import BinPacking
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.cumulative import Cumulative
from ...models.language.global_constraints.increasing import Increasing
from ...models.language.global_constraints.inverse import Inverse
from ...models.language.global_constraints.lexicographic import Lexicographic
from ...models.language.global_constraints.no_overlap import NoOverlap
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden
from ...models.language.nodes import Value
from ..harness.adapting.bounded import Term

if TYPE_CHECKING:
    from .translation import Call, Translation

Terms = Sequence[Term]

NATIVE_WHERE = {
    "AllDifferentExcept": "the exempt value is a constant",
    "BinPacking": "sizes are constants from 0",
    "Count": "the values are constants, or there is one",
    "Cumulative": "durations are constants, and demands and capacity never below 0",
    "NoOverlap": "durations are constants",
}
"""Besides, the values of a constraint's terms lie within 32,766 of each other."""

WIDEST = 2**15 - 2
"""Values of terms lie no further apart: Choco lists those of a domain of so many, and no more."""
_WIDEST_CLOSED = 1_000
"""The same for a closed cardinality, which looks for each other value among those found before."""


def is_native(constraint: Constraint, ends: Sequence[Bounds]) -> bool:
    """True if `written` can be required, for parts with values between these ends."""
    if isinstance(constraint, AllDifferent):
        return len(ends) > 1
    width = _width(constraint, ends)
    match constraint:
        case _ if width > WIDEST:
            return False
        case AllEqual(terms) | Increasing(terms, _) | Circuit(terms) | Subcircuit(terms):
            return len(terms) > 1
        case Allowed(terms, _) | Forbidden(terms, _) | NumberOfValues(terms, _):
            return bool(terms)
        case Inverse(terms, _) | Lexicographic(terms, _, _) | Regular(terms, _, _, _):
            return bool(terms)
        case AllDifferentExcept(terms, exempt):
            return len(terms) > 1 and _constant(exempt)
        case Count(terms, values, _, _):
            return bool(terms) and (len(values) == 1 or (bool(values) and _constant(*values)))
        case Cardinality(terms, _, values, closed):
            return bool(terms and values) and not (closed and width > _WIDEST_CLOSED)
        case Precedence(terms, values):
            return bool(terms) and len(values) > 1
        case NoOverlap(starts, durations):
            return bool(starts) and _constant(*durations)
        case Cumulative(starts, durations, _, _):
            # It loses solutions where a duration is variable, and adds up what is negative.
            return bool(starts) and _constant(*durations) and _least(ends[len(starts) :]) >= 0
        case BinPacking(bins, sizes, capacities):
            known = bool(bins and capacities) and _constant(*sizes)
            return known and _least(ends[len(bins) : 2 * len(bins)]) >= 0
        case _:
            return False


def is_reified(constraint: Constraint, ends: Sequence[Bounds]) -> bool:
    """True if `written` can be reified, for parts with values between these ends."""
    if _width(constraint, ends) > WIDEST or not is_native(constraint, ends):
        return False
    match constraint:
        case Subcircuit() | BinPacking():
            return False  # they fix the length, or the loads, also where they do not hold
        case Regular():
            return False  # it ends the process where a value is no symbol
        case Circuit(successors):  # it ends the process where one is out of range
            known = all(isinstance(term, Variable | Constant) for term in successors)
            return known and all(low >= 0 and high < len(ends) for low, high in ends)
        case Cumulative(_, _, demands, _):
            return _constant(*demands)  # variable ones make it 0 where it holds
        case _:
            return True


def written(model: Translation, constraint: Constraint, terms: Terms) -> Call | bool:
    """The call that makes `constraint`, given the values of its parts, or its truth if known."""
    match constraint:
        case AllDifferentExcept(several, Constant(exempt)):
            moved = [model.linear([term], [1], -int(exempt)) for term in terms[: len(several)]]
            return "all_different_except_0", _separate(model, moved)
        case Allowed(_, rows) | Forbidden(_, rows):
            return table(model, terms, rows, allowed=isinstance(constraint, Allowed))
        case Regular():
            return _regular(model, constraint, terms)
        case Count(several, _, relation, _):
            return _count(model, terms, len(several), relation)
        case Cumulative(starts, _, _, _):
            size = len(starts)
            lists = terms[:size], terms[size : 2 * size], terms[2 * size : -1]
            return _cumulative(model, list(zip(*lists, strict=True)), terms[-1])
        case NoOverlap(starts, _):
            one = model.constant(1)
            tasks = ((start, length, one) for start, length in _paired(terms) if length.low)
            return _cumulative(model, list(tasks), one)
        case BinPacking(bins, _, _):
            size = len(bins)
            return _bin_packing(model, terms[:size], terms[size : 2 * size], terms[2 * size :])
        case _:
            return _of_natives(model, constraint, _separate(model, terms))


def _of_natives(model: Translation, constraint: Constraint, natives: list[str]) -> Call:
    """The call of a constraint that Choco takes as the language has it."""
    half = len(natives) // 2
    match constraint:
        case AllDifferent():
            return "all_different", natives
        case AllEqual():
            return "all_equal", natives
        case Circuit():
            return "circuit", natives, 0, "LIGHT"  # more looks ahead, and takes longer
        case Subcircuit():
            return "sub_circuit", natives, 0, model.interval(0, len(natives))
        case Increasing(_, strict):
            return "increasing", natives, int(strict)
        case Inverse():
            return "inverse_channeling", natives[:half], natives[half:]
        case Lexicographic(_, _, strict):
            return "lex_less" if strict else "lex_less_eq", natives[:half], natives[half:]
        case NumberOfValues():
            return _number_of_values(model, natives[:-1], natives[-1])
        case Precedence(_, values):
            return "int_value_precede_chain", natives, _numbers(values)
        case Cardinality(terms, _, values, closed):
            several, counts = natives[: len(terms)], natives[len(terms) :]
            return "global_cardinality", several, _numbers(values), counts, closed, "DEFAULT"
        case _:
            raise NotImplementedError(f"choco has no native {type(constraint).__name__}")


def _number_of_values(model: Translation, natives: list[str], number: str) -> Call:
    """At least and at most so many: `n_values` looks ahead for longer than the search takes."""
    found = model.interval(0, len(natives))
    model.step("", "at_least_n_values", natives, found, True)
    model.step("", "at_most_n_values", natives, found)
    return "arithm", found, "=", number


def _count(model: Translation, terms: Terms, size: int, relation: str) -> Call:
    """The number of the terms, the first `size`, that equal a value, compared with the last."""
    number = terms[-1] if relation == "==" else model.new(0, size)
    separate = _separate(model, [*terms[:size], number, *terms[size:-1]])
    several, found, values = separate[:size], separate[size], separate[size + 1 :]
    if all(value.is_fixed for value in terms[size:-1]):
        call: Call = "among", found, several, sorted({value.low for value in terms[size:-1]})
    else:
        call = "count", values[0], several, found
    if relation == "==":
        return call
    model.step("", *call)
    return "arithm", number.native, relation, terms[-1].native


def table(
    model: Translation, terms: Terms, rows: Iterable[Sequence[Value]], *, allowed: bool
) -> Call | bool:
    """`terms` take together one of `rows`, or else none of them."""
    # Other rows may hold numbers of more than 32 bits.
    live = [row for row in map(_numbers, rows) if all(map(_can_be, terms, row))]
    return ("table", _separate(model, terms), live, allowed) if live else not allowed


def _regular(model: Translation, regular: Regular, terms: Terms) -> Call | bool:
    """An automaton, whose symbols are numbers from 0 to 65,535: none is further from the least."""
    least = min(term.low for term in terms)
    moved = [model.linear([term], [1], -least) for term in terms] if least else terms
    most = max(term.high for term in moved)
    moves = [(a, int(symbol) - least, b) for a, symbol, b in regular.transitions]
    read = [(a, b, symbol) for a, symbol, b in moves if 0 <= symbol <= most]
    if not read or not regular.accepting:
        return False
    automaton = model.variable("automaton", regular.states, regular.start, regular.accepting, read)
    return "regular", _separate(model, moved), automaton


def _cumulative(
    model: Translation, tasks: Sequence[tuple[Term, Term, Term]], capacity: Term
) -> Call | bool:
    """Tasks of a start, a known duration and a demand."""
    if not tasks:
        return True
    made = [model.variable("task", start.native, duration.low) for start, duration, _ in tasks]
    return "cumulative", made, [demand.native for _, _, demand in tasks], capacity.native


def _bin_packing(model: Translation, bins: Terms, sizes: Terms, capacities: Terms) -> Call | bool:
    """Bins whose loads are variables of their own."""
    total, weights = sum(size.low for size in sizes), [size.low for size in sizes]
    if min(capacity.high for capacity in capacities) < 0:
        return False
    loads = [model.new(0, min(total, capacity.high)) for capacity in capacities]
    for load, capacity in zip(loads, capacities, strict=True):
        if not capacity.is_fixed:
            model.require_compared(load, "<=", capacity)
    return "bin_packing", _separate(model, bins), weights, [load.native for load in loads]


def _separate(model: Translation, terms: Terms) -> list[str]:
    """The variables of `terms`, and a copy of each that stands there before.

    Choco ends the process where a variable stands twice in some of its constraints.
    """
    seen: set[str] = set()
    natives: list[str] = []
    for term in terms:
        native = term.native
        if native in seen and not term.is_fixed:
            native = model.interval(term.low, term.high)
            model.step("", "arithm", native, "=", term.native)
        seen.add(native)
        natives.append(native)
    return natives


def _paired(terms: Terms) -> Iterable[tuple[Term, Term]]:
    return zip(terms[: len(terms) // 2], terms[len(terms) // 2 :], strict=True)


def _can_be(term: Term, value: int) -> bool:
    return term.low <= value <= term.high


def _numbers(values: Iterable[Value]) -> list[int]:
    return [int(value) for value in values]


def _constant(*terms: Expression) -> bool:
    return all(isinstance(term, Constant) for term in terms)


def _least(ends: Iterable[Bounds]) -> int:
    return min((low for low, _ in ends), default=0)


def _width(constraint: Constraint, ends: Sequence[Bounds]) -> int:
    """The distance of the least and the greatest value of its terms, and values that it names."""
    every = [end for both in ends for end in both]
    if isinstance(constraint, Cardinality | Precedence):
        every += _numbers(constraint.values)
    return max(every, default=0) - min(every, default=0)
