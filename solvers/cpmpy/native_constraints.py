"""The global constraints of CPMpy's own, which it decomposes or hands on as its solver wants.

Where one is known to be wrong with a solver, it is left out; docs/faults has the scripts that show
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.expressions import Constant, Expression, bounds
from ...models.language.nodes import Value
from ..harness.adapting import natives as of
from ..harness.adapting.bounded import Term

if TYPE_CHECKING:
    from .translation import Translation

WIDEST = 1_000
"""Terms over more values than this are not posted where CPMpy goes through the values."""

Kinds = tuple[type[Constraint], ...]

WRONG: dict[str, Kinds] = {
    "ortools": (of.Forbidden, of.Inverse, of.Regular),  # CP-SAT loses solutions, or repeats them
    "pumpkin": (of.Cumulative, of.NoOverlap),  # it panics, never ends, or finds what overlaps
}
"""The constraints that are wrong where they must hold, by the solver."""
WRONG_REIFIED: dict[str, Kinds] = {
    "exact": (of.Regular,),  # the truth of the flow loses what no transition reads
    "pindakaas": (of.Regular,),
    "pumpkin": (of.Cumulative,),  # by its products, which panic
}
"""Those that are wrong where their truth is asked for."""


def wrong_with(solver: str, wrong: Mapping[str, Kinds]) -> Kinds:
    """The kinds that are wrong with `solver`, or with any where it is not known."""
    return wrong.get(solver, ()) if solver else sum(wrong.values(), ())


def has_open_demands(constraint: Constraint, solver: str) -> bool:
    """True for tasks whose demands are variables, where CP-SAT loses solutions of them."""
    if solver not in ("ortools", "") or not isinstance(constraint, of.Cumulative):
        return False
    return not of.constants("demands")(constraint, [])


def variables_first(constraint: Constraint, solver: str) -> int:
    """The number of terms, from the first, among which no number may stand."""
    refuses = of.Allowed | of.Forbidden | of.Regular | of.Cumulative
    if isinstance(constraint, refuses) or (
        isinstance(constraint, of.AllDifferent | of.Circuit) and solver in ("", "pumpkin")
    ):
        return len(_first_of(constraint))
    return 0


def _first_of(constraint: Constraint) -> Sequence[Expression]:
    """The expressions of the first field."""
    terms: Sequence[Expression] = of.fields_of(constraint, constraint.parts)[0]
    return terms


def _several(
    number: int, also: Callable[[Any], bool] = lambda constraint: True, *, near: bool = False
) -> of.When[Any]:
    """The condition that there are so many terms, with few values if they are to be `near`."""

    def hold(constraint: Constraint, _: of.Ends) -> bool:
        terms = _first_of(constraint)
        return len(terms) >= number and also(constraint) and (not near or _has_few_values(terms))

    return hold


def _has_few_values(terms: Sequence[Expression]) -> bool:
    ends = [bounds(term) for term in terms]
    return max(high for _, high in ends) - min(low for low, _ in ends) < WIDEST


def _counts_few(count: of.Count) -> bool:
    """True for one value, which may be a variable, or several numbers."""
    return len(count.values) == 1 or (
        bool(count.values) and all(isinstance(value, Constant) for value in count.values)
    )


def _is_readable(regular: of.Regular) -> bool:
    """True if some transition leaves the first state, and some state accepts."""
    starts = (before for before, _, _ in regular.transitions)
    return len(regular.accepting) > 0 and regular.start in starts


def own(
    kind: type[Constraint],
    make: str | Callable[..., Any],
    when: of.When[Any],
    says: str = "",
    *,
    of_places: bool = False,
) -> of.Native[Any]:
    """The constraint that CPMpy makes by this name, or `make` by CPMpy, from its fields.

    One that is `of_places` never holds where a known term is none of them.
    """

    def post(on: Translation, constraint: Constraint, terms: Sequence[Term]) -> Any:
        if of_places and not _are_places(terms, len(_first_of(constraint))):
            return False
        made = getattr(on.module, make) if isinstance(make, str) else partial(make, on.module)
        return made(*of.fields_of(constraint, on.given(constraint, terms)))

    return of.Native(kind, post, when, says, reified=of.always)


def _are_places(terms: Sequence[Term], size: int) -> bool:
    """True if no known term is out of range: CPMpy takes -1 for the last, and breaks off at 9."""
    return all(0 <= term.low < size for term in terms if term.is_fixed)


def _rows(rows: Sequence[Sequence[Value]]) -> list[list[int]]:
    return [list(map(int, row)) for row in rows]


def _cardinality(
    module: Any, terms: list[Any], counts: list[Any], values: Sequence[Value], closed: bool
) -> Any:
    more = {"closed": True} if closed else {}
    return module.GlobalCardinalityCount(terms, list(map(int, values)), counts, **more)


def _count(module: Any, terms: list[Any], values: list[Any], relation: str, number: Any) -> Any:
    """The count of a value, or of several; one that is named twice is counted twice by CPMpy."""
    if len(values) == 1:
        found = module.Count(terms, values[0])
    else:
        found = module.Among(terms, list(dict.fromkeys(values)))
    return RELATIONS[relation](found, number)


def _regular(
    module: Any,
    terms: list[Any],
    transitions: Sequence[tuple[int, Value, int]],
    start: int,
    accepting: Sequence[int],
) -> Any:
    """The automaton, its states renumbered: CPMpy takes a number that is left out for its sink."""
    used = sorted({state for before, _, after in transitions for state in (before, after)})
    number = {state: place for place, state in enumerate(used)}
    moves = [(number[before], int(symbol), number[after]) for before, symbol, after in transitions]
    final = [number[state] for state in accepting if state in number]
    return module.Regular(terms, moves, number[start], final)


NATIVES = of.Natives(
    own(of.AllDifferent, "AllDifferent", _several(2, near=True)),
    own(
        of.AllDifferentExcept,
        "AllDifferentExceptN",
        _several(2, lambda one: isinstance(one.exempt, Constant)),
        "what may be repeated is a constant",
    ),
    own(of.AllEqual, "AllEqual", _several(2)),
    own(
        of.Allowed,
        lambda cp, terms, rows: cp.Table(terms, _rows(rows)),
        _several(1, lambda table: bool(table.rows), near=True),
    ),
    own(of.Cardinality, _cardinality, lambda one, ends: _several(1, near=one.closed)(one, ends)),
    own(of.Circuit, "Circuit", _several(2), of_places=True),
    own(of.Count, _count, _several(1, _counts_few), "it counts one value, or constants"),
    own(
        of.Cumulative,
        lambda cp, starts, durations, demands, capacity: cp.Cumulative(
            starts, durations, demand=demands, capacity=capacity
        ),
        _several(1),
    ),
    own(
        of.Forbidden,
        lambda cp, terms, rows: cp.NegativeTable(terms, _rows(rows)),
        _several(1, lambda table: bool(table.rows), near=True),
    ),
    own(
        of.Increasing,
        lambda cp, terms, strict: (cp.IncreasingStrict if strict else cp.Increasing)(terms),
        _several(2),
    ),
    own(of.Inverse, "Inverse", _several(1), of_places=True),
    own(
        of.Lexicographic,
        lambda cp, left, right, strict: (cp.LexLess if strict else cp.LexLessEq)(left, right),
        _several(1),
    ),
    own(of.NoOverlap, "NoOverlap", _several(1)),
    own(
        of.NumberOfValues,
        lambda cp, terms, number: cp.NValue(terms) == number,
        _several(1, near=True),
    ),
    own(
        of.Precedence,
        lambda cp, terms, values: cp.Precedence(terms, list(map(int, values))),
        _several(1),
    ),
    own(
        of.Regular,
        _regular,
        _several(2, _is_readable, near=True),
        "some transition leaves the start, and some state accepts",
    ),
)
