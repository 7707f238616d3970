"""No form is left out in silence: one that does not fit is posted in parts, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from everyway.models import (
    Model,
    all_different,
    cardinality,
    cumulative,
    integer,
    product,
    regular,
    variable,
)
from everyway.models.language.constraints import Constraint
from everyway.models.language.expressions import Constant, bounds
from everyway.models.language.global_constraints.count import Count
from everyway.models.language.objectives import Goal
from everyway.solvers import SolverFailed, Unsupported, count, solutions
from everyway.solvers.diagram import frontier
from everyway.solvers.harness.adapting.bounded import Term
from everyway.solvers.harness.adapting.literals import Aim, scaled, value_of
from everyway.solvers.harness.processes.worker import Splitter
from everyway.solvers.harness.registry import solver_named
from everyway.solvers.harness.running.optimising import with_value
from everyway.solvers.harness.running.run import Seen
from everyway.solvers.python_constraint import translation as weighted_sums
from everyway.solvers.sat.translation import Adders
from everyway.solvers.sat.translation import Translation as OfSat
from everyway.solvers.z3.translation import Translation as OfZ3


def needs(solver: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not solver_named(solver).is_installed(), reason=f"needs {solver}")


# --------------------------------------------------------------------- numbers of a library

GREAT = 2**32
A, B, C = (integer(name, 0, 3) for name in "abc")
FAR_OFF = 5 * 10**8
FAR = [integer(name, FAR_OFF, FAR_OFF + 3) for name in "uv"]
STEPS = {(0, FAR_OFF): 1, (0, FAR_OFF + 1): 0, (1, FAR_OFF + 2): 0, (1, FAR_OFF): 1, (0, 5): 0}


def rows(model: Model, solver: str) -> list[tuple[Any, ...]]:
    return sorted(solution.row for solution in solutions(model, solver))


def _tasks(*starts: Any, lengths: list[int], needs: list[Any], most: Any) -> Constraint:
    return cumulative(list(starts), lengths, needs, most)


TIMES = [
    _tasks(A, B, C, lengths=[GREAT, GREAT, 1], needs=[GREAT, 1, 1], most=GREAT + 1),
    _tasks(A, B, lengths=[1, 2**49], needs=[2, B + 1], most=GREAT),
    _tasks(A + 2**40, B, C, lengths=[GREAT, 10, 17], needs=[A, B, 2**31 + 1], most=2**31 + 2),
    _tasks(A - 2**40, B, A, lengths=[2, 1, 3], needs=[A, GREAT, B], most=abs(C - 2**40)),
]


@needs("cp")
@pytest.mark.parametrize("rule", TIMES)
def test_times_and_demands_of_many_bits_lose_no_solution(rule: Constraint) -> None:
    model = Model("tasks", A, B, C, rule)
    assert rows(model, "cp") == rows(model, "brute-force")


SYMBOLS = (
    Model("symbols", *FAR, regular(FAR, STEPS, 0, [0, 1])),
    Model("below", A, B, regular([A - 40_000, B - 40_000], {(0, -40_000): 0}, 0, [0])),
)
VALUES = Model("values", A, B, cardinality([A, B], {GREAT + 1: 0, 1: 1}))
each_far = pytest.mark.parametrize(
    ("solver", "model"),
    [
        *(pytest.param("choco", model, marks=needs("choco")) for model in SYMBOLS),
        *(pytest.param("cp", model, marks=needs("cp")) for model in (*SYMBOLS, VALUES)),
    ],
)


@each_far
def test_symbols_and_values_far_off_are_read(solver: str, model: Model) -> None:
    assert rows(model, solver) == rows(model, "brute-force")


@needs("cp")
def test_what_is_computed_on_the_way_fits_or_is_refused() -> None:
    x, y = integer("x", 2**49 - 2, 2**49), integer("y", -(2**49), 2 - 2**49)
    zero = integer("zero", 0, 0)
    model = Model("product", x, y, zero, A, product(x, y, zero) + A == 1)
    with pytest.raises(Unsupported, match="may pass 4 611 686 018 427 387 904"):
        count(model, "cp")


# ----------------------------------------------------------------- what cannot happen is said


def test_a_goal_that_is_undefined_is_no_zero() -> None:
    x = integer("x", 0, 2)
    model, value = with_value(Model("m", x, x < 2), Goal("min", 6 // x))
    aim = Aim(model, Goal("min", value))
    assert aim.valued({"x": 1}) == {"x": 1, "_objective": 6}
    with pytest.raises(SolverFailed, match="undefined"):
        aim.valued({"x": 0})


def test_a_bound_of_more_bits_than_the_sum_is_refused() -> None:
    adders = Adders(lambda: 9, lambda clause: None)
    assert list(adders.at_most([{0: -1, 3: 1}], 2)) == [[-1, -1]]
    for bound in (-1, 4):
        with pytest.raises(AssertionError, match="the sum has 2 bits"):
            list(adders.at_most([{0: -1, 3: 1}], bound))


def test_no_literals_are_lost_by_a_factor() -> None:
    assert scaled({0: 1, 2: 3}, -2) == {0: 1, -4: 3}
    with pytest.raises(AssertionError, match="lost"):
        scaled({0: 1, 2: 3}, 0)


@pytest.mark.parametrize(
    ("kind", "value_of", "term"),
    [(OfSat, value_of, {0: 7, 3: -7}), (OfZ3, lambda term: term.value, Term("c", 0, 3))],
)
def test_only_constants_are_counted_to(kind: Any, value_of: Any, term: Any) -> None:
    rule = Count((A, B), (Constant(1),), "==", C)
    ends = [bounds(part) for part in rule.parts]
    assert not kind.natives[Count].when(rule, ends)
    with pytest.raises(AssertionError, match="is no constant"):
        value_of(term)


@needs("cp-sat")
def test_cp_sat_requires_no_relation_that_it_does_not_know() -> None:
    from everyway.solvers.cp_sat.native import Native, single

    native = Native(None, OverflowError)
    x = single(native.interval(0, 3))
    for ask in (native.require, native.compare):
        with pytest.raises(AssertionError, match="no relation"):
            ask(x, "=<")


@needs("choco")
def test_choco_loses_no_weight_of_a_variable() -> None:
    from everyway.solvers.choco.translation import Translation

    translation = Translation(Model("m", A), lambda: None)
    with pytest.raises(AssertionError, match="twice"):
        translation.weighted(["x1", "x1"], [2, 3], 0)


def test_bounds_refute_only_what_they_can() -> None:
    assert weighted_sums._still_possible("<", "4") == "low < 4"
    with pytest.raises(AssertionError, match="!="):
        weighted_sums._still_possible("!=", "4")


@needs("diagram")
def test_no_state_of_a_diagram_overflows_its_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    model = Model("m", A, B, C, all_different(A, B, C), A + B * C >= 2)
    assert count(model, "diagram") == count(model, "brute-force")
    monkeypatch.setattr(frontier, "_bits", lambda machine: 1)
    with pytest.raises(SolverFailed, match="the most that its bits hold"):
        count(model, "diagram")


# ---------------------------------------------------------------------------- the harness


@pytest.mark.parametrize("size", [2, 31, 33, 100, 1_000])
@pytest.mark.parametrize("values", ["an interval", "gaps"])
def test_boxes_have_every_value_once(size: int, values: str) -> None:
    domain = range(-7, size - 7) if values == "an interval" else [n * n for n in range(size)]
    x = variable("x", domain)
    splitter = Splitter(Model("m", x, x != 3))
    for boxes in (splitter.boxes(2), splitter.boxes(50)):
        parts = [splitter.part(box).variables[0].domain for box in boxes]
        assert sorted(value for part in parts for value in part) == list(domain)


def test_projected_rows_differ_by_any_of_many_names() -> None:
    names = [f"n{place}" for place in range(40)]
    seen = Seen(names, most_in_memory=10)
    assert seen.is_new(dict.fromkeys(names, 0))
    for name in names:
        assert seen.is_new({**dict.fromkeys(names, 0), name: 256})
        assert not seen.is_new({**dict.fromkeys(names, 0), name: 256})
