"""The constraints that are native to Choco, each as one call of pychoco's.

Everything else is decomposed: what Choco has not, what it has wrong, and terms with values so far
apart that it would hold bounds of them alone, of which its globals know little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
from ..harness.adapting.bounded import BoundedTranslator, Term
from ..harness.adapting.natives import Ends, Kind, Native, Natives, When, always, several, some

if TYPE_CHECKING:
    from .translation import Call, Translation

Terms = Sequence[Term]

WIDEST = 2**15 - 2
"""Values of terms lie no further apart: Choco lists those of a domain of so many, and no more."""
_WIDEST_CLOSED = 1_000
"""The same for a closed cardinality, which looks for each other value among those found before."""


def _near(
    kind: type[Kind],
    post: Callable[[Translation, Kind, Terms], Call | bool],
    when: When[Kind],
    says: str = "",
    reified: When[Kind] | None = always,
) -> Native[Kind]:
    """A constraint that is native where the values of its terms are not too far apart."""

    def is_native(constraint: Kind, ends: Ends) -> bool:
        return _width(constraint, ends) <= WIDEST and when(constraint, ends)

    return Native(kind, post, is_native, says, reified)


def _alike(
    kind: type[Kind],
    call: Callable[[Kind, list[str]], Call],
    when: When[Kind] = several,
    reified: When[Kind] | None = always,
) -> Native[Kind]:
    """One that Choco takes as the language has it, by its variables."""
    return _near(kind, lambda on, one, terms: call(one, _separate(on, terms)), when, "", reified)


def _is_reified_circuit(circuit: Circuit, ends: Ends) -> bool:
    """It ends the process where a term is out of range."""
    known = all(isinstance(term, Variable | Constant) for term in circuit.successors)
    return known and all(low >= 0 and high < len(ends) for low, high in ends)


def _is_native_cumulative(tasks: Cumulative, ends: Ends) -> bool:
    """It loses solutions where a duration is variable, and adds up what is negative."""
    size = len(tasks.starts)
    return size > 0 and _constant(*tasks.durations) and _least(ends[size:]) >= 0


def _is_native_bin_packing(packing: BinPacking, ends: Ends) -> bool:
    size = len(packing.bins)
    known = size > 0 < len(packing.capacities) and _constant(*packing.sizes)
    return known and _least(ends[size : 2 * size]) >= 0


def _is_native_count(count: Count, ends: Ends) -> bool:
    terms, values = count.terms, count.values
    return bool(terms) and (len(values) == 1 or (bool(values) and _constant(*values)))


def _is_native_cardinality(cardinality: Cardinality, ends: Ends) -> bool:
    is_far = cardinality.closed and _width(cardinality, ends) > _WIDEST_CLOSED
    return bool(cardinality.terms and cardinality.values) and not is_far


def _subcircuit(model: Translation, _: Subcircuit, terms: Terms) -> Call:
    return "sub_circuit", _separate(model, terms), 0, model.interval(0, len(terms))


def _all_different_except(model: Translation, one: AllDifferentExcept, terms: Terms) -> Call:
    moved = [model.linear([term], [1], -terms[-1].low) for term in terms[:-1]]
    return "all_different_except_0", _separate(model, moved)


def _number_of_values(model: Translation, _: NumberOfValues, terms: Terms) -> Call:
    """At least and at most so many: `n_values` looks ahead for longer than the search takes."""
    *natives, number = _separate(model, terms)
    found = model.interval(0, len(natives))
    model.step("", "at_least_n_values", natives, found, True)
    model.step("", "at_most_n_values", natives, found)
    return "arithm", found, "=", number


def _cardinality(cardinality: Cardinality, natives: list[str]) -> Call:
    size, values = len(cardinality.terms), _numbers(cardinality.values)
    closed = cardinality.closed
    return "global_cardinality", natives[:size], values, natives[size:], closed, "DEFAULT"


def _count(model: Translation, count: Count, terms: Terms) -> Call:
    """The number of the terms that equal a value, compared with another."""
    size, relation = len(count.terms), count.relation
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


def _no_overlap(model: Translation, tasks: NoOverlap, terms: Terms) -> Call | bool:
    size, one = len(tasks.starts), model.constant(1)
    paired = zip(terms[:size], terms[size:], strict=True)
    return _tasks(model, [(start, length, one) for start, length in paired if length.low], one)


def _cumulative(model: Translation, tasks: Cumulative, terms: Terms) -> Call | bool:
    size = len(tasks.starts)
    lists = terms[:size], terms[size : 2 * size], terms[2 * size : -1]
    return _tasks(model, list(zip(*lists, strict=True)), terms[-1])


def _tasks(
    model: Translation, tasks: Sequence[tuple[Term, Term, Term]], capacity: Term
) -> Call | bool:
    """Tasks of a start, a known duration and a demand."""
    if not tasks:
        return True
    made = [model.variable("task", start.native, duration.low) for start, duration, _ in tasks]
    return "cumulative", made, [demand.native for _, _, demand in tasks], capacity.native


def _bin_packing(model: Translation, packing: BinPacking, terms: Terms) -> Call | bool:
    """Bins whose loads are variables of their own."""
    size = len(packing.bins)
    weights, capacities = [term.low for term in terms[size : 2 * size]], terms[2 * size :]
    if min(capacity.high for capacity in capacities) < 0:
        return False
    loads = [model.new(0, min(sum(weights), capacity.high)) for capacity in capacities]
    for load, capacity in zip(loads, capacities, strict=True):
        if not capacity.is_fixed:
            model.require_compared(load, "<=", capacity)
    bins = _separate(model, terms[:size])
    return "bin_packing", bins, weights, [load.native for load in loads]


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


def _halves(names: list[str]) -> tuple[list[str], list[str]]:
    return names[: len(names) // 2], names[len(names) // 2 :]


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


NATIVE = Natives(
    Native(
        AllDifferent,
        BoundedTranslator.all_different,
        several,
        reified=lambda one, ends: _width(one, ends) <= WIDEST,
        truth=lambda on, _, terms: on.reified(("all_different", _separate(on, terms))),
    ),
    _near(
        AllDifferentExcept,
        _all_different_except,
        lambda one, _: len(one.terms) > 1 and _constant(one.exempt),
        "the exempt value is a constant",
    ),
    _alike(AllEqual, lambda _, names: ("all_equal", names)),
    _near(Allowed, lambda on, one, terms: table(on, terms, one.rows, allowed=True), some),
    _near(
        BinPacking,
        _bin_packing,
        _is_native_bin_packing,
        "sizes are constants from 0",
        reified=None,  # it fixes the loads, also where it does not hold
    ),
    _alike(Cardinality, _cardinality, _is_native_cardinality),
    # more than LIGHT looks ahead, and takes longer
    _alike(Circuit, lambda _, names: ("circuit", names, 0, "LIGHT"), reified=_is_reified_circuit),
    _near(Count, _count, _is_native_count, "the values are constants, or there is one"),
    _near(
        Cumulative,
        _cumulative,
        _is_native_cumulative,
        "durations are constants, and demands and capacity never below 0",
        lambda tasks, _: _constant(*tasks.demands),  # variable ones make it 0 where it holds
    ),
    _near(Forbidden, lambda on, one, terms: table(on, terms, one.rows, allowed=False), some),
    _alike(Increasing, lambda one, names: ("increasing", names, int(one.strict))),
    _alike(Inverse, lambda _, names: ("inverse_channeling", *_halves(names)), some),
    _alike(
        Lexicographic,
        lambda one, names: ("lex_less" if one.strict else "lex_less_eq", *_halves(names)),
        some,
    ),
    _near(
        NoOverlap,
        _no_overlap,
        lambda tasks, _: bool(tasks.starts) and _constant(*tasks.durations),
        "durations are constants",
    ),
    _near(NumberOfValues, _number_of_values, several),
    _alike(
        Precedence,
        lambda one, names: ("int_value_precede_chain", names, _numbers(one.values)),
        lambda one, ends: bool(ends) and len(one.values) > 1,
    ),
    _near(Regular, _regular, some, reified=None),  # it ends the process where a value is no symbol
    # it fixes the length, also where it does not hold
    _near(Subcircuit, _subcircuit, several, reified=None),
)
"""Besides what they say, the values of a constraint's terms lie within 32,766 of each other."""
