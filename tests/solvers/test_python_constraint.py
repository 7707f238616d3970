"""The python-constraint adapter: translation, early tests, interruption, the library's defects."""

from __future__ import annotations

import _thread
import threading
from collections import Counter
from collections.abc import Callable, Generator
from itertools import islice, pairwise
from typing import Any

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Constraint,
    Expression,
    Model,
    PredicateError,
    Variable,
    all_different,
    all_equal,
    all_of,
    allowed,
    any_of,
    at_most,
    boolean,
    cardinality,
    count,
    element,
    exactly,
    indicator,
    integer,
    predicate,
    product,
    total,
    variable,
    variables,
)
from everyway.models.language.expressions import Constant
from everyway.models.language.viewpoints.labels import without_labels
from everyway.solvers import brute_force
from everyway.solvers import python_constraint as adapter
from everyway.solvers.harness.contract import Control, SolverUnavailable, Stopped, Unsupported
from everyway.solvers.harness.options import Options
from everyway.solvers.python_constraint.translation import ExactSum, Piece, Translation, linear

from ..support.clocks import growth, without_hanging

pytest.importorskip("constraint")
pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")

MISSING = object()


class HidingList(list[Any]):
    """A domain of the library's, as far as tests of sums use it."""

    hideValue = list.remove  # noqa: N815 - the library's own name


def rows(model: Model, solver: Any = adapter) -> Counter[tuple[int, ...]]:
    names = [variable.name for variable in model.variables]
    found = solver.solutions(model, Control())
    return Counter(tuple(values[name] for name in names) for values in found)


def same_as_brute_force(model: Model) -> bool:
    return rows(model) == rows(model, brute_force)


def translated(*items: object) -> Translation:
    return Translation(Model("m", *items), Control(), MISSING)


def pigeons() -> Model:
    hole = variables("hole", 13, range(12))
    return Model("13 pigeons", hole, all_different(hole))


def nested(x: Expression, step: Callable[[Expression], Expression], times: int) -> Expression:
    for _ in range(times):
        x = step(x)
    return x


# ------------------------------------------------------------------------ the same as brute force


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_random_models_have_the_solutions_that_brute_force_finds(start: int):
    for seed in range(start, start + 100):
        model, _ = without_labels(random_model(10**6 + seed))
        assert same_as_brute_force(model), f"random_model({10**6 + seed})"


X, Y, Z = variable("x", [-3, -1, 0, 2]), integer("y", -2, 2), integer("z", 0, 2)
ONE = Constant(1)


@pytest.mark.parametrize(
    "constraint",
    [
        X // Y == 1,
        ~(X // Y == 1),
        X // Y != 1,
        X % Y == X - Y * (X // Y),
        (X // Y) - (X // Y) == 0,
        0 * (X // Y) + Z <= 1,
        indicator(X // Y == 1) + X + Z >= 1,
        element([X, Y, Z], Y) > 0,
        element([X // Y, Z, 1], Z) == 1,
        ~(element([3, 4], X) + Y + Z == 4),
        X - X == 0,
        X - X + abs(Y) == 1,
        X != X,
        all_different([X, Y, X]),
        all_different([X, Y, 0]),
        all_different([X]),
        all_of([]),
        any_of([]),
        ONE == 1,
        (ONE == 1) & (X + Y == Z),
        -X == Y,
        2 * X - 3 * Y + Z != 4,
        X**2 + Y**0 + Z**3 > 5,
        exactly([X, Y, 0], 0, Z),
        count([X // Y, Z, Y], 1) == 1,
        predicate(lambda a, b: type(a) is int and a > b, indicator(X == 0), Y),
        predicate(lambda quotient: quotient == 1, X // Y),
        ~predicate(lambda quotient: quotient == 1, X // Y),
        product([]) == X,
    ],
    ids=repr,
)
def test_each_has_the_solutions_that_brute_force_finds(constraint: Constraint):
    assert same_as_brute_force(Model("m", X, Y, Z, constraint))


def test_values_are_plain_integers_of_every_variable():
    model = Model("m", boolean("x"), variables("free", 2, range(2)))
    for values in adapter.solutions(model, Control()):
        assert set(values) == {"x", "free[0]", "free[1]"}
        assert {type(value) for value in values.values()} == {int}


def test_without_variables_there_is_one_solution_unless_a_constraint_is_false():
    assert rows(Model("m")) == {(): 1}
    assert not rows(Model("m", ONE == 2))


def test_a_second_run_starts_afresh():
    q = variables("q", 6, range(6))
    model = Model("m", q, all_different(q), all_different(q[i] + i for i in range(6)))
    first = adapter.solutions(model, Control())
    next(first)
    assert rows(model) == rows(model, brute_force)
    assert sum(1 for _ in first) + 1 == sum(rows(model).values())


# ----------------------------------------------------------------------------------- translation


def test_variables_that_differ_are_left_to_the_library():
    q = variables("q", 4, range(4))
    posted = translated(q, all_different(q))
    (native,) = posted.native
    names = [variable.name for variable in q]
    assert (native.name, native.arguments, native.scope) == ("AllDifferentConstraint", (), names)
    assert not posted.posted


def test_values_of_variables_are_counted_by_the_library():
    q = variables("q", 4, range(4))
    closed = cardinality(q, {0: 1, 3: 3}, closed=True)
    posted = translated(q, at_most(q, 1, 3), exactly(q, 2, 0), all_equal(q), closed)
    assert [(native.name, native.arguments) for native in posted.native] == [
        ("SomeNotInSetConstraint", ({1}, 1, False)),
        ("SomeInSetConstraint", ({2}, 0, True)),
        ("AllEqualConstraint", ()),
        ("SomeInSetConstraint", ({0}, 1, True)),
        ("SomeInSetConstraint", ({3}, 3, True)),
    ]
    assert posted.domains["q[0]"] == [0, 3]
    assert not posted.posted


def test_very_many_variables_that_differ_get_a_test_that_can_be_interrupted():
    q = variables("q", 500, range(500))
    (posted,) = translated(q, all_different(q)).posted
    assert posted.early
    assert posted.test(1, MISSING, 2, MISSING)
    assert not posted.test(1, MISSING, 1)


def test_constraints_on_one_pair_become_one_test():
    x, y = variables("x", 2, range(9))
    (posted,) = translated(x, y, x != y, x + 1 != y, y != x - 1).posted
    assert [posted.test(4, 4), posted.test(4, 5), posted.test(4, 3)] == [False] * 3
    assert posted.test(4, 6)


def test_a_constraint_on_one_variable_reduces_its_domain():
    assert translated(Y, Y * Y == 4, Y != 2).domains == {"y": [-2]}
    assert translated(Y, Y * Y == 5).impossible


@pytest.mark.parametrize(
    ("constraint", "hopeless", "hopeful"),
    [
        (X + 2 * Y - Z == 6, (MISSING, MISSING, 1), (MISSING, MISSING, 0)),
        (X + Y + Z <= -4, (MISSING, 0, MISSING), (MISSING, -2, MISSING)),
        (X + Y + Z > 5, (MISSING, MISSING, 0), (MISSING, MISSING, 2)),
        ((X == 2) + (Y == 2) + (Z == 2) == 3, (MISSING, 0, MISSING), (MISSING, 2, MISSING)),
        (X // Y + Z == 1, (2, 1, MISSING), (0, 1, MISSING)),
    ],
    ids=lambda part: repr(part) if isinstance(part, Constraint) else "",
)
def test_a_long_comparison_fails_before_all_have_values(
    constraint: Constraint, hopeless: tuple[object, ...], hopeful: tuple[object, ...]
):
    for values, expected in ((hopeless, False), (hopeful, True)):
        (posted,) = translated(X, Y, Z, constraint).posted
        assert posted.early
        if isinstance(posted.test, ExactSum):
            posted.test.watch([HidingList(v.domain) for v in (X, Y, Z)])
        assert bool(posted.test(*values)) is expected


def test_an_exact_sum_hides_what_cannot_fit_from_the_last_two_domains():
    x, y, z = variables("x", 3, range(5))
    test = translated(x, y, z, 2 * x + y + z == 9).posted[0].test
    assert isinstance(test, ExactSum)
    domains = [HidingList(range(5)), HidingList([0, 3, 4]), HidingList(range(5))]
    test.watch(domains)
    assert test(2, MISSING, MISSING)
    assert domains == [list(range(5)), [3, 4], [1, 2]]
    assert test(2, 3, MISSING)
    assert domains[2] == [2]
    assert test(2, 3, 2)
    assert not test(2, 3, 3)


def test_sums_are_taken_apart_and_repeated_terms_put_together():
    x, y, z, zero = Piece(), Piece(), Piece(), Piece("0")
    unit = translated(boolean("b")).linear
    left = unit([unit([x, y], [1, -1], 0), unit([z, y], [1, -1], 0), zero], [2, -1, 0], 3)
    form = linear(left, "==", unit([y, y], [1, 1], 0))
    assert form.holds({x: "x", y: "y", z: "z"}) == ([], "2 * x - 3 * y - z == (-3)")


def test_a_conjunction_that_is_shared_is_read_once():
    x = boolean("x")
    constraint: Constraint = x == 1
    for _ in range(60):
        constraint = constraint & constraint
    assert translated(x, constraint).domains == {"x": [1]}


# ---------------------------------------------------------------------------------- large models


@pytest.mark.parametrize(
    "step",
    [lambda e: abs(e - 1), lambda e: 3 - e // 2, lambda e: indicator(e == 1), lambda e: -e],
)
def test_five_thousand_nested_nodes_are_ordinary(step: Callable[[Expression], Expression]):
    x, y = integer("x", 0, 2), integer("y", 0, 2)
    assert same_as_brute_force(Model("m", x, y, nested(x, step, 5_000) <= y))


def test_a_shared_node_is_visited_once():
    x, y = integer("x", 0, 2), integer("y", 0, 2)
    doubled = nested(x, lambda e: e + e, 60)
    squared = nested(x, lambda e: product([e, e]), 10)
    assert len(rows(Model("m", x, y, doubled >= y))) == 7
    assert len(rows(Model("m", x, y, squared >= y))) == 6
    assert len(rows(Model("m", x, y, nested(x, lambda e: e + e, 8_000) >= y))) == 7


@pytest.mark.parametrize(
    "over",
    [
        lambda x: total(x) == 3,
        lambda x: nested(x[0], lambda e: e + x[1], 5_000) != 1,
        lambda x: product(x) == 0,
        lambda x: any_of(v == 1 for v in x),
        lambda x: [u <= v for u, v in pairwise(x)],
        lambda x: [v == 0 for v in x],
    ],
)
def test_the_cost_of_translating_grows_like_the_variables(over: Callable[[list[Variable]], Any]):
    def translate(size: int) -> None:
        translated(x[:size], over(x[:size]))

    x = [boolean(f"x{place}") for place in range(5_000)]
    assert growth(translate, 500, 2_000) < 10


def test_a_domain_too_long_for_a_list_is_named():
    model = Model("m", integer("huge", 0, 10**12))
    with pytest.raises(Unsupported, match=r"huge has 1 000 000 000 001 .* at most 1 000 000"):
        next(adapter.solutions(model, Control()))


def test_equal_domains_share_their_numbers():
    domains = translated(variables("x", 50, range(10**6))).domains
    assert len({id(values) for values in domains.values()}) == 1


# ---------------------------------------------------------------------------------- interruption


def test_a_search_without_solutions_ends_soon_after_it_is_asked_to():
    control = Control()
    threading.Timer(0.2, control.stop).start()
    with without_hanging(), pytest.raises(Stopped):
        next(adapter.solutions(pigeons(), control))


def test_a_search_without_solutions_keeps_its_time_limit():
    control = Control(Options(time_limit=0.3))
    control.resume()
    with without_hanging(), pytest.raises(Stopped):
        next(adapter.solutions(pigeons(), control))
    assert control.elapsed() >= 0.3


def test_control_c_ends_a_search_without_solutions():
    threading.Timer(0.2, _thread.interrupt_main).start()
    with without_hanging(), pytest.raises(KeyboardInterrupt):
        next(adapter.solutions(pigeons(), Control()))


@pytest.mark.parametrize(
    "model",
    [
        Model("long", *(v := variables("x", 3, range(10**6))), v[0] + 1 == v[1], v[1] == v[2] + 1),
        Model("wide", v := variables("x", 900, range(899)), all_different(v)),
        Model("slow build", v := variables("x", 400, range(9)), all_different(2 * u for u in v)),
        Model("slow test", v := integer("x", 0, 10**6 - 1), predicate(lambda x: x < sum([x]), v)),
    ],
    ids=lambda model: model.name,
)
def test_a_time_limit_holds_inside_the_work_of_one_node_and_while_building(model: Model):
    control = Control(Options(time_limit=0.05))
    control.resume()
    with without_hanging(), pytest.raises(Stopped):
        next(adapter.solutions(model, control))


def test_a_closed_iterator_leaves_nothing_running():
    x = variables("x", 50, range(10))
    search = adapter.solutions(Model("m", x), Control())
    assert len(list(islice(search, 3))) == 3
    assert isinstance(search, Generator)
    search.close()
    assert not list(search)


def test_a_predicate_that_fails_ends_the_run_and_names_the_assignment():
    x, y = variables("x", 2, range(2))
    model = Model("m", x, y, predicate(lambda a, b: 1 // (a - b) > 0, x, y))
    with pytest.raises(PredicateError, match="ZeroDivisionError"):
        list(adapter.solutions(model, Control()))


# -------------------------------------------------------------------------------------- releases


def test_both_releases_side_by_side_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(adapter, "installed_version", lambda _: "1")
    with pytest.raises(SolverUnavailable, match="pip uninstall -y python-constraint "):
        next(adapter.solutions(Model("m"), Control()))


@pytest.mark.parametrize("installed", ["python-constraint", "python-constraint2"])
def test_either_release_will_do(installed: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        adapter, "installed_version", lambda name: "1" if name == installed else None
    )
    assert rows(Model("m", boolean("x"))) == {(0,): 1, (1,): 1}


def test_a_script_that_nobody_would_read_is_not_written():
    x = variables("x", 4, range(10))
    many = predicate(lambda *values: sum(values) <= 9, *x)
    with pytest.raises(NotImplementedError, match="too many assignments"):
        adapter.script(Model("many", x, many), [], "about")
    rows = [(n // 1000, n // 100 % 10, n // 10 % 10, n % 10) for n in range(0, 10_000, 3)]
    with pytest.raises(NotImplementedError, match="too long"):
        adapter.script(Model("long", x, allowed(x, rows)), [], "about")
