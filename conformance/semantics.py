"""Every row of the table of semantics, on every solver, against numbers worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from itertools import product as pairs
from typing import Any, Optional

import pytest

from ..models import (
    Constraint,
    Expression,
    Model,
    ModelWarning,
    Variable,
    all_different,
    all_different_except,
    all_equal,
    all_of,
    allowed,
    any_of,
    bin_packing,
    boolean,
    circuit,
    conditional,
    connected,
    count,
    cumulative,
    element,
    exactly,
    forbidden,
    forest,
    increasing,
    indicator,
    integer,
    inverse,
    lexicographic,
    loop,
    maximum,
    minimum,
    no_overlap,
    no_overlap_2d,
    number_of_values,
    path,
    precedence,
    product,
    regions,
    regular,
    subcircuit,
    total,
    tree,
    variable,
    variables,
    xor,
)
from ..models.language.expressions import Constant
from ..models.language.global_constraints.regular import Regular
from ..models.language.late_dataclasses import dataclass
from ..models.language.nodes import Node
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from .instances.enumerate_naively import Row, solution_rows
from .solving import reported

x, y, z = integer("x", -4, 4), integer("y", -3, 3), integer("z", -20, 20)
a, b = integer("a", 0, 2), integer("b", 0, 2)


def check(solver: Solver, model: Model, expected: set[Row] | list[Row]) -> None:
    assert solution_rows(model) == Counter(expected), "the oracle"
    assert reported(model, solver) == Counter(expected), solver.name


def test_floor_division_rounds_down_for_all_signs(solver: Solver) -> None:
    expected = [(p, q, p // q) for p in range(-4, 5) for q in range(-3, 4) if q]
    check(solver, Model("//", x, y, z, z == x // y), expected)


def test_modulo_has_the_sign_of_the_divisor(solver: Solver) -> None:
    expected = [(p, q, p % q) for p in range(-4, 5) for q in range(-3, 4) if q]
    check(solver, Model("%", x, y, z, z == x % y), expected)


def test_divisions_of_few_values_stand_in_sums(solver: Solver) -> None:
    """Bounds of a quotient or remainder that are too tight lose solutions of the sum."""
    for low, least in pairs((8, -9, -1), (5, -8, -2)):
        p, q = integer("p", low, low + 1), integer("q", least, least + 3)
        for term in (p // q, p % q):
            model = Model("in a sum", p, q, z, term + z <= 2, z >= 0)
            assert reported(model, solver) == solution_rows(model)


@pytest.mark.parametrize("divisor", [-3, -1, 1, 3])
def test_division_by_a_constant(solver: Solver, divisor: int) -> None:
    expected = [(p, p // divisor) for p in range(-4, 5)]
    check(solver, Model("//", x, z, z == x // divisor), expected)
    expected = [(p, p % divisor) for p in range(-4, 5)]
    check(solver, Model("%", x, z, z == x % divisor), expected)


UNDEFINED: dict[str, tuple[Any, Callable[[int, int], bool]]] = {
    "not (a // b == 1)": (~(a // b == 1), lambda p, q: not (q and p // q == 1)),
    "a // b != 1": (a // b != 1, lambda p, q: bool(q) and p // q != 1),
    "not (a % b == 1)": (~(a % b == 1), lambda p, q: not (q and p % q == 1)),
    "a % b != 1": (a % b != 1, lambda p, q: bool(q) and p % q != 1),
    "a // b == a // b": (a // b == a // b, lambda p, q: bool(q)),
    "0 * (a // b) == 0": (0 * (a // b) == 0, lambda p, q: bool(q)),
    "a // b in a sum": (total([a // b, 5]) >= 0, lambda p, q: bool(q)),
    "a // b in a maximum": (maximum([a // b, 5]) == 5, lambda p, q: bool(q)),
    "indicator stops it": (indicator(a // b == 1) == 0, lambda p, q: not (q and p // q == 1)),
    "or": ((a // b == 1) | (b == 0), lambda p, q: not q or p // q == 1),
    "or, far from 0": (((a + 5) // b == 3) | (b == 0), lambda p, q: not q or (p + 5) // q == 3),
    "or, far below 0": ((-(a + 5) // b < -4) | (b == 0), lambda p, q: not q or -(p + 5) // q < -4),
    "or, an item far from 0": ((element([7, 8], b) == 8) | (b == a), lambda p, q: q in (1, p)),
    "all_different": (all_different([a // b, 7]), lambda p, q: bool(q)),
    "not all_different": (~all_different([a // b, 7]), lambda p, q: not q),
    "empty table of two": (forbidden([a // b], []), lambda p, q: bool(q)),
    "element": (element([0, 1], b) >= 0, lambda p, q: q < 2),
    "not element": (~(element([0, 1], b) >= 0), lambda p, q: q == 2),
    "element of rows": (element([[0, 1], [2, 3]], a, b) >= 0, lambda p, q: p < 2 and q < 2),
    "conditional": (conditional(b != 0, a // b, 9) >= 0, lambda p, q: bool(q)),
    "nested": (element([5, 6], a // b) == 5, lambda p, q: bool(q) and p // q == 0),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_what_is_undefined_makes_its_comparison_false(solver: Solver, name: str) -> None:
    constraint, holds = UNDEFINED[name]
    expected = [(p, q) for p, q in pairs(range(3), range(3)) if holds(p, q)]
    check(solver, Model(name, a, b, constraint), expected)


def test_a_divisor_that_is_always_zero_is_undefined_everywhere(solver: Solver) -> None:
    zero = variable("zero", [0])
    check(solver, Model("zero", a, zero, a // zero == 0), [])
    check(solver, Model("zero", a, zero, ~(a // zero == 0)), [(p, 0) for p in range(3)])


def test_element_counts_from_0_and_knows_no_negative_index(solver: Solver) -> None:
    index = integer("index", -2, 3)
    model = Model("element", index, z, z == element([7, 8, 9], index))
    check(solver, model, [(0, 7), (1, 8), (2, 9)])


def test_values_are_plain_integers_and_labels(solver: Solver) -> None:
    flag, colour = boolean("flag"), variable("colour", ["red", "blue"])
    model = Model("types", flag, a, colour, (flag == 1) | (a == 2), colour != "green")
    with solutions(model, solver.name) as found:
        for solution in found:
            assert [type(value) for value in solution.row] == [int, int, str]
    assert found.outcome.solutions == 8


@pytest.mark.parametrize(
    "domain", [(0, 2, 3), (-5, 0, 7), range(-6, 7, 4), range(10, 11), (-(10**9), 10**9)], ids=str
)
def test_gapped_domains_hold_their_values_alone(solver: Solver, domain: Any) -> None:
    v = variable("v", domain)
    check(solver, Model("domain", v), [(value,) for value in domain])
    check(solver, Model("domain", v, v > 0), [(value,) for value in domain if value > 0])


HUGE: list[tuple[Any, Callable[[Any], Any], list[Row]]] = [
    (range(10**12), lambda v: v == 5, [(5,)]),
    (range(-(10**12), 10**12), lambda v: v * 2 == 10**12, [(5 * 10**11,)]),
    (range(10**30), lambda v: v <= 1, [(0,), (1,)]),
    ((0, 10**25), lambda v: v != 0, [(10**25,)]),
    (range(3 * 10**9), lambda v: v * v == 9 * 10**18, []),
    (range(3 * 10**9, 3 * 10**9 + 2), lambda v: v * v * v >= 0, [(3 * 10**9,), (3 * 10**9 + 1,)]),
    (range(2**62, 2**62 + 2), lambda v: v + v + v > 2**63, [(2**62,), (2**62 + 1,)]),
]


@pytest.mark.parametrize(
    ("domain", "rule", "expected"), HUGE, ids=[f"{domain}: {rows}" for domain, _, rows in HUGE]
)
def test_huge_numbers_are_solved_or_unsupported_and_never_wrap(
    solver: Solver, domain: Any, rule: Callable[[Any], Any], expected: list[Row]
) -> None:
    v = variable("v", domain)
    rows: list[Row] = []
    found = solutions(Model("huge", v, rule(v)), solver.name, time_limit=5)
    with suppress(Unsupported), found:
        rows.extend(solution.row for solution in found)
    if found.outcome.status == "unsupported":
        assert not rows
        assert found.outcome.reason
    elif found.outcome.reason == "time limit":
        assert set(rows) <= set(expected)  # nothing wrong was said, within the time
    else:
        assert sorted(rows) == expected
        assert found.outcome.complete


EXACT: dict[str, Callable[[Any], Any]] = {
    "quotient": lambda v: v // 3,
    "of a negative divisor": lambda v: v // -3,
    "of a huge dividend": lambda v: (10**17 + 1) // v,
    "remainder": lambda v: v % 7,
    "of a negative modulus": lambda v: v % -7,
    "of a huge number": lambda v: (10**17 + 1) % v,
    "multiple": lambda v: 3 * v - 1,
    "product": lambda v: (v + 1) * v,
    "power": lambda v: v**3,
    "distance": lambda v: abs(v - 1),
}


@pytest.mark.parametrize("name", EXACT)
def test_numbers_past_what_a_float_holds_are_exact(solver: Solver, name: str) -> None:
    values, of = (-(10**17) - 1, -2, 3, 10**17 + 1), EXACT[name]
    near = sorted({of(value) + by for value in values for by in (-1, 0, 1)})
    v, w = variable("v", values), variable("w", near)
    check(solver, Model(name, v, w, w == of(v)), [(value, of(value)) for value in values])


def test_unused_variables_multiply_the_solutions(solver: Solver) -> None:
    p, q = integer("p", 0, 1), integer("q", 0, 1)
    assert reported(Model("none used", a), solver).total() == 3
    assert reported(Model("one unused", p, q, a, p != q), solver).total() == 2 * 3
    assert reported(Model("labels", variable("l", ["red", "blue"]), a), solver).total() == 6


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_a_model_without_variables_has_one_solution_or_none(solver: Solver) -> None:
    check(solver, Model("nothing"), [()])
    check(solver, Model("true", Constant(1) == 1, all_of([])), [()])
    check(solver, Model("false", Constant(1) == 2), [])
    check(solver, Model("false", any_of([])), [])


AUXILIARY: dict[str, Any] = {
    "or": (a == 1) | (b == 1),
    "nested": ~((a == 1) & ((b == 1) | (a == 2))),
    "indicator": indicator(a == b) + indicator(a < 2) >= 1,
    "idle indicator": (a >= 0) | (indicator(b == 1) * a == 2),
    "product": a * b <= 2,
    "division": (a == 0) | (a // (b + 1) == 0),
    "partial division": (a == 0) | (a // b == 0),
    "element": (a == 0) | (element([1, 2], b) == 1),
    "minimum": minimum([a, b]) >= maximum([a - 1, b - 1]),
    "power": (a**2 <= 1) | (b**3 == 8),
    "absolute": abs(a - b) <= 1,
    "subcircuit": subcircuit([a, b]) | (a == 2),
    "regular": ~regular([a, b], {(0, 0): 0, (0, 1): 1, (1, 2): 0}, 0, [0]),
    "cumulative": cumulative([a, b], [b, 1], [1, a], 2) | (a == b),
}


@pytest.mark.parametrize("name", AUXILIARY)
def test_auxiliary_variables_multiply_nothing(solver: Solver, name: str) -> None:
    model = Model(name, a, b, AUXILIARY[name])
    found = reported(model, solver)
    assert found == solution_rows(model)
    assert set(found.values()) == {1}


NEAR: dict[str, Callable[[Any, Any], Any]] = {
    "quotient": lambda p, q: p // q,
    "remainder": lambda p, q: p % q,
    "product": lambda p, q: p * q,
    "power": lambda p, q: (p - q) ** 2,
    "distance": lambda p, q: abs(p - q),
    "least": lambda p, q: minimum([p, q]),
    "greatest": lambda p, q: maximum([p, q]),
    "item": lambda p, q: element([p, q, 7, 1], abs(q)),
    "comparison": lambda p, q: (p <= q) + 2 * (p < q) + 4 * (p == q),
    "all_different": lambda p, q: indicator(all_different([p, q, 1])),
    "conjunction": lambda p, q: indicator((p > 0) & (q > 0)) - indicator((p > 0) | (q > 0)),
}


@pytest.mark.parametrize("name", NEAR)
def test_terms_that_differ_in_one_part_are_not_taken_for_one(solver: Solver, name: str) -> None:
    """Nothing remembered of a term is used for one that is nearly the same."""
    two, three, below = Constant(2), Constant(3), Constant(-2)
    with_numbers = [(x, two), (x, three), (x, below), (x + 1, two)]
    for several in (with_numbers, [(x, y), (x + 1, y), (x, y + 1), (y, x)]):
        terms = [NEAR[name](p, q) for p, q in several]
        model = Model(name, x, y, z, total(terms) == z)
        assert reported(model, solver) == solution_rows(model)


def test_the_least_and_the_greatest_of_the_same_terms(solver: Solver) -> None:
    """In both orders, since a library may take one for the other."""
    for low, high in ((0, 1), (0, 2)):
        q = variables("q", 3, range(low, high + 1))
        least, greatest = integer("least", low, high), integer("greatest", low, high)
        both = [least == minimum(q), greatest == maximum(q)]
        flags = [any_of(x == high for x in q), ~all_of(x == high for x in q)]
        for rules in (both, both[::-1], flags, flags[::-1]):
            model = Model("both", q, least, greatest, rules)
            assert reported(model, solver) == solution_rows(model)


def test_a_false_constraint_without_variables_leaves_no_solution(solver: Solver) -> None:
    with pytest.warns(ModelWarning, match="1 == 2"):
        model = Model("false", a, Constant(1) == 2)
    check(solver, model, [])


def test_iff_xor_and_implies_are_classical_over_undefined_terms(solver: Solver) -> None:
    flag = boolean("flag")
    model = Model("iff", flag, a, b, indicator(a // b == 1) == flag)
    right = [(int(bool(q) and p // q == 1), p, q) for p, q in pairs(range(3), range(3))]
    check(solver, model, right)
    model = Model("xor", flag, a, b, xor([a // b == 1, flag]))
    check(solver, model, [(1 - f, p, q) for f, p, q in right])


# ----------------------------------------------------------------------------------- semantics own
# Constraints of a user's own, declared here in several spellings: every solver takes them.
#
# The annotations of this module are types, not texts; one class writes them as texts all the same.


class Steps(Constraint):
    """Neighbours differ by `gap` at least."""

    gap: int

    def terms_in_a_row(self) -> tuple[Node, ...]:
        return self.parts

    def holds(self, values: Sequence[Any]) -> bool:
        return all(abs(a - b) >= self.gap for a, b in pairwise(values))

    def decompose(self) -> Iterable[Constraint]:
        terms = [term for term in self.parts if isinstance(term, Expression)]
        return [abs(a - b) >= self.gap for a, b in pairwise(terms)]


@dataclass(frozen=True, eq=False)
class InTuple(Steps):
    """Steps of a tuple."""

    terms: tuple[Expression, ...]
    gap: int = 2


@dataclass(frozen=True)
class InList(Steps):
    """Steps of a list, of a class that a dataclass would compare by its fields."""

    terms: list[Variable]
    gap: int = 2


@dataclass(frozen=True, eq=False)
class AsText(Steps):
    """Steps of a sequence, annotated by a text."""

    terms: Sequence[Expression]
    gap: int = 2


@dataclass(frozen=True, eq=False)
class OneByOne(Steps):
    """Steps of single terms, the last of which may not be there."""

    first: Variable
    second: Expression | int
    third: Optional[Expression] = None  # noqa: UP045, the spelling is what is tested
    gap: int = 2


@dataclass(frozen=True, eq=False)
class Somewhere(Constraint):
    """One of the rows has the label."""

    rows: tuple[tuple[Expression, ...], ...]
    label: str

    def holds(self, values: Sequence[Any]) -> bool:
        return self.label in values

    def decompose(self) -> Iterable[Constraint]:
        yield any_of(term == self.label for row in self.rows for term in row)


SPELLINGS: dict[str, Any] = {
    "tuple": InTuple,
    "list": InList,
    "text": AsText,
    "one by one": lambda terms: OneByOne(*terms),
}
CONTEXTS: dict[str, Any] = {
    "alone": lambda c, x: c,
    "negated": lambda c, x: ~c,
    "in an or": lambda c, x: c | (x[0] == x[2]),
    "counted": lambda c, x: indicator(c) + x[1] == 2,
}


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_constraint_of_a_users_own(solver: Solver, spelling: str, context: str) -> None:
    x = variables("x", 3, range(4))
    model = Model(spelling, x, CONTEXTS[context](SPELLINGS[spelling](x), x))
    expected = solution_rows(model)
    assert len(expected) in range(1, 64)
    check(solver, model, list(expected))


def test_a_constraint_of_a_users_own_with_a_partial_term(solver: Solver) -> None:
    x = variables("x", 2, range(3))
    expected = [(a, b) for a in range(3) for b in range(3) if b and abs(a // b - b) >= 2]
    check(solver, Model("partial", x, InTuple((x[0] // x[1], x[1]))), expected)
    denied = [(a, b) for a in range(3) for b in range(3) if (a, b) not in expected]
    check(solver, Model("partial", x, ~InTuple((x[0] // x[1], x[1]))), denied)


def test_a_constraint_of_a_users_own_over_labels(solver: Solver) -> None:
    day = variables("day", 2, ["milk", "rum", "tea"])
    expected = [(a, b) for a in day[0].domain for b in day[0].domain if "rum" in (a, b)]
    check(solver, Model("labels", day, Somewhere(((day[0],), (day[1],)), "rum")), expected)


# ------------------------------ The edges of constraints: no terms, one term twice, nothing to do.


EMPTY: dict[str, tuple[Any, bool]] = {
    "sum": (total([]) == 0, True),
    "product": (product([]) == 1, True),
    "count": (count([], 1) == 0, True),
    "exactly none": (exactly([], 1, 0), True),
    "exactly one": (exactly([], 1, 1), False),
    "number of values": (number_of_values([], 0), True),
    "number of values, one": (number_of_values([], 1), False),
    "all_different": (all_different([]), True),
    "all_different_except": (all_different_except([]), True),
    "all_equal": (all_equal([]), True),
    "increasing": (increasing([]), True),
    "increasing, strict": (increasing([], strict=True), True),
    "lexicographic": (lexicographic([], []), True),
    "lexicographic, strict": (lexicographic([], [], strict=True), False),
    "inverse": (inverse([], []), True),
    "precedence": (precedence([], [1, 2]), True),
    "cumulative": (cumulative([], [], [], 0), True),
    "no_overlap": (no_overlap([], []), True),
    "no_overlap_2d": (no_overlap_2d([], [], [], []), True),
    "bin_packing": (bin_packing([], [], []), True),
    "and": (all_of([]), True),
    "or": (any_of([]), False),
    "xor": (xor([]), False),
    "table without rows": (allowed([a], []), False),
    "table of the empty row": (allowed([], [()]), True),
    "nothing forbidden": (forbidden([a], []), True),
    "regular, accepting at once": (regular([], {(0, 1): 1}, 0, [0]), True),
    "regular, not accepting": (regular([], {(0, 1): 1}, 0, [1]), False),
}


CONSTANTS: dict[str, tuple[Any, Any]] = {
    "all_different": (all_different([1, 0]), all_different([0, 0])),
    "all_different_except": (all_different_except([0, 0, 1]), all_different_except([1, 1, 0])),
    "all_equal": (all_equal([2, 2]), all_equal([2, 1])),
    "exactly": (exactly([0, 1], 1, 1), exactly([1, 1], 1, 1)),
    "number of values": (number_of_values([0, 1, 1], 2), number_of_values([1, 1], 2)),
    "increasing": (increasing([0, 0]), increasing([1, 0])),
    "lexicographic": (lexicographic([0, 1], [0, 1]), lexicographic([0, 1], [0, 0])),
    "inverse": (inverse([1, 0], [1, 0]), inverse([1, 0], [0, 1])),
    "precedence": (precedence([1, 2], [1, 2]), precedence([2, 1], [1, 2])),
    "cumulative": (cumulative([0, 1], [1, 1], [2, 2], 2), cumulative([0, 0], [1, 1], [2, 2], 3)),
    "no_overlap": (no_overlap([0, 1], [1, 1]), no_overlap([0, 1], [2, 1])),
    "no_overlap_2d": (
        no_overlap_2d([0, 1], [1, 0], [1, 2], [1, 2]),
        no_overlap_2d([0, 1], [1, 0], [2, 2], [1, 2]),
    ),
    "bin_packing": (bin_packing([0, 1], [2, 2], [2, 2]), bin_packing([0, 0], [2, 2], [3, 2])),
    "table": (allowed([0, 1], [(0, 1)]), allowed([0, 1], [(1, 0)])),
    "forbidden": (forbidden([0, 1], [(1, 0)]), forbidden([0, 1], [(0, 1)])),
    "regular": (regular([0], {(0, 0): 1}, 0, [1]), regular([0], {(0, 0): 1}, 0, [0])),
    "circuit": (circuit([1, 0]), circuit([0, 1])),
    "subcircuit": (subcircuit([0, 1]), subcircuit([1, 1])),
}


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", CONSTANTS)
def test_what_holds_of_constants_leaves_all_and_what_does_not_leaves_nothing(
    solver: Solver, name: str
) -> None:
    true, false = CONSTANTS[name]
    every: list[Row] = [(value,) for value in a.domain]
    check(solver, Model("true", true), [()])
    check(solver, Model("false", false), [])
    check(solver, Model("true", a, true), every)
    check(solver, Model("false", a, false), [])
    check(solver, Model("mixed", a, ~false & true | (a == 0)), every)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", EMPTY)
def test_empty_scopes_mean_nothing_rather_than_everything(solver: Solver, name: str) -> None:
    constraint, holds = EMPTY[name]
    every = [(0,), (1,), (2,)]
    check(solver, Model(name, a, constraint), every if holds else [])
    check(solver, Model(name, a, ~constraint), [] if holds else every)
    check(solver, Model(name, a, indicator(constraint) == a), [(int(holds),)])


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (all_different([a, a]), []),
        (all_different([a, b, a]), []),
        (all_different_except([a, a]), [(0, q) for q in range(3)]),
        (all_equal([a, a]), list(pairs(range(3), range(3)))),
        (exactly([a, a, b], 1, 2), [(1, 0), (1, 2)]),
        (number_of_values([a, a], 1), list(pairs(range(3), range(3)))),
        (increasing([a, a], strict=True), []),
        (lexicographic([a, b], [a, b], strict=True), []),
        (allowed([a, a], [(0, 1), (2, 2)]), [(2, 0), (2, 1), (2, 2)]),
        (circuit([a, a]), []),
        (inverse([a, b], [a, b]), [(0, 1), (1, 0)]),
        (cumulative([a, a], [1, 1], [1, 1], 1), []),
        (no_overlap([a, a], [0, 2]), list(pairs(range(3), range(3)))),
        (no_overlap_2d([a, a], [b, 1], [1, 2], [1, 1]), [(p, q) for p in range(3) for q in (0, 2)]),
        (bin_packing([a, a], [1, 1], [1, 2, 0]), [(1, 0), (1, 1), (1, 2)]),
        (a + a == 2, [(1, 0), (1, 1), (1, 2)]),
        (a * a == 4, [(2, 0), (2, 1), (2, 2)]),
        (a - a == 0, list(pairs(range(3), range(3)))),
        (minimum([a, a]) == b, [(0, 0), (1, 1), (2, 2)]),
    ],
    ids=str,
)
def test_a_repeated_variable_counts_as_often_as_it_stands_there(
    solver: Solver, constraint: Any, expected: list[Row]
) -> None:
    check(solver, Model("repeated", a, b, constraint), expected)


def test_a_single_node_is_its_own_circuit(solver: Solver) -> None:
    check(solver, Model("circuit", a, circuit([a])), [(0,)])
    check(solver, Model("subcircuit", a, subcircuit([a])), [(0,)])


def test_circuits_count_from_0(solver: Solver) -> None:
    s = variables("s", 3, range(-1, 4))
    check(solver, Model("circuit", s, circuit(s)), [(1, 2, 0), (2, 0, 1)])
    tours = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    check(solver, Model("subcircuit", s, subcircuit(s)), tours)


def test_a_task_without_duration_or_demand_has_no_effect(solver: Solver) -> None:
    every = list(pairs(range(3), range(3)))
    check(solver, Model("duration", a, b, cumulative([a, b], [2, 0], [1, 5], 1)), every)
    check(solver, Model("demand", a, b, cumulative([a, b], [2, 2], [1, 0], 1)), every)
    check(solver, Model("no overlap", a, b, no_overlap([a, b], [0, 3])), every)
    apart = [(p, q) for p, q in every if abs(p - q) >= 2]
    check(solver, Model("both", a, b, cumulative([a, b], [2, 2], [1, 1], 1)), apart)


def test_a_rectangle_without_width_or_height_has_no_effect(solver: Solver) -> None:
    every = list(pairs(range(3), range(3)))
    for sizes in (([0, 3], [2, 3]), ([2, 3], [0, 3]), ([0, 3], [0, 3])):
        check(solver, Model("without", a, b, no_overlap_2d([a, 0], [b, 0], *sizes)), every)
    beside = [(p, q) for p, q in every if max(p, q) == 2]
    check(solver, Model("both", a, b, no_overlap_2d([a, 0], [b, 0], [1, 2], [1, 2])), beside)
    wide = [(p, q) for p, q in every if p == 0 or q == 2]
    check(solver, Model("open", a, b, no_overlap_2d([1, 0], [b, 0], [a, 2], [1, 2])), wide)


def test_a_duration_or_a_height_that_is_fixed_below_0_never_holds(solver: Solver) -> None:
    v = variable("v", [-1])
    for rule in (no_overlap([a, b], [v, 1]), no_overlap_2d([a, 0], [b, 0], [1, 1], [v, 1])):
        check(solver, Model("below", v, a, b, rule), [])


def test_a_task_or_a_rectangle_that_is_absent_has_no_effect(solver: Solver) -> None:
    every = list(pairs(range(3), range(3)))
    late = [(p, q) for p, q in every if p == 2 or q != 1]
    tasks = no_overlap([a, 0], [1, 2], present=[b == 1, 1])
    check(solver, Model("tasks", a, b, tasks), late)
    boxes = no_overlap_2d([a, 0], [1, 0], [1, 2], [1, 2], present=[b == 1, 1])
    check(solver, Model("rectangles", a, b, boxes), late)
    negative = no_overlap_2d([0, 0], [0, 0], [1, 1], [a - 1, 1], present=[b > 0, 1])
    check(solver, Model("negative", a, b, negative), [(p, q) for p, q in every if p == 1 or q == 0])
    undefined = no_overlap([0, 0, 0], [2 // a, 1, 1], present=[0, 0, 1])
    check(solver, Model("undefined", a, b, undefined), [(p, q) for p, q in every if p > 0])


def test_rows_that_others_rule_out_forbid_nothing_more(solver: Solver) -> None:
    x, y = variables("v", 2, range(-1, 4))
    rows = [(3, 1), (3, 0), (-1, 1), (-1, -1), (-1, 3)]
    left = any_of([y == 3, y == -1, y == 0])
    check(solver, Model("forbidden", x, y, x == -1, left, forbidden([x, y], rows)), [(-1, 0)])


def test_demands_and_a_capacity_may_all_be_open(solver: Solver) -> None:
    domains = [1, 2], [2, 3], [0, 2], [4, 5, 6]
    one, three, four, most = given = [variable(f"d{k}", d) for k, d in enumerate(domains)]
    tasks = cumulative([1, 3, 3, 3], [1, 2, 1, 1], [one, 2, three, four], most)
    wanted = [row for row in pairs(*domains) if 2 + row[1] + row[2] <= row[3]]
    check(solver, Model("open", *given, tasks), wanted)


def test_states_may_have_any_numbers(solver: Solver) -> None:
    every = list(pairs(range(3), range(3)))
    accepted = Regular((a, b), ((1, 0, 2), (2, 1, 1)), 1, (1,))
    check(solver, Model("accepted", a, b, accepted), [(0, 1)])
    check(solver, Model("refused", a, b, ~accepted), [row for row in every if row != (0, 1)])


# ------------------------------------------------ The edges of constraints over graphs, 0/1 each.


TWICE = [(0, 1), (0, 1)]
PAIRS = [*TWICE, (2, 3), (3, 2)]
OVER_GRAPHS: dict[str, tuple[int, Callable[[Any], Any], Callable[..., bool]]] = {
    "connected, no vertex": (1, lambda v: connected([], []), lambda p: True),
    "connected, one vertex": (1, lambda v: connected(v, []), lambda p: True),
    "connected, no edges": (2, lambda v: connected(v, []), lambda p, q: not (p and q)),
    "connected, one term": (2, lambda v: connected([v[0], v[1], v[0]], TWICE), lambda p, q: not p),
    "connected, links": (2, lambda v: connected([1, 1], TWICE, v), lambda p, q: p or q),
    "loop, no edges": (1, lambda v: loop([], []), lambda p: False),
    "loop, parallel edges": (2, lambda v: loop(v, TWICE), lambda p, q: p and q),
    "loop, or two": (4, lambda v: loop(v, PAIRS), lambda *p: p in ((1, 1, 0, 0), (0, 0, 1, 1))),
    "path, no vertex": (1, lambda v: path([], [], v[0], v[0]), lambda p: False),
    "path, equal ends": (2, lambda v: path(v, TWICE, 1, 1), lambda p, q: not (p or q)),
    "path, isolated end": (
        2,
        lambda v: path(v, TWICE, 2, 2, vertices=3),
        lambda p, q: not (p or q),
    ),
    "path, parallel edges": (2, lambda v: path(v, TWICE, 1, 0), lambda p, q: p != q),
    "path, a loop beside it": (
        3,
        lambda v: path([1, *v], [(0, 1), (2, 3), (3, 2), (1, 4)], 0, 1),
        lambda *p: not any(p),
    ),
    "path, no vertex by that": (
        2,
        lambda v: path([v[0]], [(0, 1)], 0, v[1] * 2 - 1),
        lambda p, q: p and q,
    ),
    "path, undefined start": (
        2,
        lambda v: path([1], [(0, 1)], 1 // v[0] - 1, v[1]),
        lambda p, q: p and q,
    ),
    "tree, no edges": (1, lambda v: tree([], []), lambda p: True),
    "tree, parallel edges": (2, lambda v: tree(v, TWICE), lambda p, q: not (p and q)),
    "tree, spanning one": (1, lambda v: tree([], [], vertices=1, spanning=True), lambda p: True),
    "tree, spanning": (2, lambda v: tree(v, TWICE, spanning=True), lambda p, q: p != q),
    "tree, spanning others": (
        2,
        lambda v: tree(v, TWICE, vertices=3, spanning=True),
        lambda p, q: False,
    ),
    "tree, or two": (4, lambda v: tree(v, PAIRS), lambda *p: sum(p) < 2),
    "forest, no edges": (1, lambda v: forest([], []), lambda p: True),
    "forest, parallel edges": (2, lambda v: forest(v, TWICE), lambda p, q: not (p and q)),
    "forest, two trees": (
        4,
        lambda v: forest(v, PAIRS),
        lambda p, q, r, s: not ((p and q) or (r and s)),
    ),
    "regions, no vertex": (1, lambda v: regions([], []), lambda p: True),
    "regions, parallel edges": (2, lambda v: regions(v, TWICE), lambda p, q: p == q),
    "regions, triangle": (
        3,
        lambda v: regions(v, [(0, 1), (1, 2), (2, 0)]),
        lambda *p: sum(p) != 2,
    ),
    "regions, size 0": (1, lambda v: regions([], [], vertices=1, sizes=v), lambda p: p),
    "regions, sizes": (
        2,
        lambda v: regions(v[:1], [(0, 1)], sizes=[2, 1 + v[1]]),
        lambda p, q: p and q,
    ),
    "regions, a root": (2, lambda v: regions(v, TWICE, roots=[1]), lambda p, q: p and q),
    "regions, no root": (
        2,
        lambda v: regions(v[:1], [(0, 1)], roots=[v[1], 0]),
        lambda p, q: p and q,
    ),
}


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", OVER_GRAPHS)
def test_the_edges_of_constraints_over_graphs(solver: Solver, name: str) -> None:
    number, made, holds = OVER_GRAPHS[name]
    v = variables("v", number, range(2))
    every = list(pairs(range(2), repeat=number))
    expected = [row for row in every if holds(*row)]
    check(solver, Model(name, v, made(v)), expected)
    check(solver, Model(name, v, ~made(v)), [row for row in every if row not in expected])
