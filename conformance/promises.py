"""The promises of every solver, whatever its library does."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from ..models import (
    Model,
    PredicateError,
    all_different,
    boolean,
    integer,
    predicate,
    total,
    variable,
    variables,
)
from ..solvers.harness.contract import Control, Unsupported
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from ..solvers.harness.running.independent_parts import count
from .instances.enumerate_naively import solution_rows
from .known_puzzles import queens
from .limits import only
from .solving import reported, reported_if_supported


def small() -> Model:
    q = variables("q", 3, range(4))
    flag, colour = boolean("flag"), variable("colour", ["red", "blue"])
    return Model("small", q, flag, colour, total(q) == 4, (flag == 1) | (q[0] != q[1]))


def test_every_solution_comes_once_with_a_value_for_every_variable(solver: Solver) -> None:
    model = small()
    with solutions(model, solver.name) as found:
        rows = [solution.row for solution in found]
        assert all(
            list(model.solution(s.assignment).assignment) == list(model.by_name) for s in found
        )
    assert len(rows) == len(set(rows))
    assert set(rows) == set(solution_rows(model))
    assert (found.outcome.status, found.outcome.reason) == ("complete", None)
    assert found.outcome.solutions == len(rows)


def test_a_solver_called_alone_gives_plain_integers_for_every_variable(solver: Solver) -> None:
    q, flag = variables("q", 3, range(-1, 3)), boolean("flag")
    model = Model("plain", q, flag, total(q) == 1)
    found = list(solver.start(model, Control()))
    assert len(found) == len({tuple(sorted(values.items())) for values in found})
    for values in found:
        assert set(values) == set(model.by_name)
        assert all(type(value) is int for value in values.values())


def test_labels_come_back_as_they_were_declared(solver: Solver) -> None:
    colour = variables("colour", 2, ["red", "green", "blue"])
    model = Model("labels", colour, colour[0] != colour[1], colour[1] != "red")
    with solutions(model, solver.name) as found:
        assert {s["colour"] for s in found} == {
            ("red", "green"), ("red", "blue"), ("green", "blue"), ("blue", "green"),
        }  # fmt: skip


def test_nothing_happens_before_the_first_solution_is_asked_for(solver: Solver) -> None:
    calls: list[int] = []

    def seen(value: int) -> bool:
        calls.append(value)
        return True

    found = solutions(Model("lazy", x := integer("x", 0, 2), predicate(seen, x)), solver.name)
    assert calls == []
    assert len(list(found)) == 3
    assert calls


@pytest.mark.parametrize("limit", [1, 2, 4])
def test_a_limit_gives_exactly_so_many(solver: Solver, limit: int) -> None:
    q = variables("q", 2, range(3))
    with solutions(Model("five", q, total(q) <= 2, q[0] < 2), solver.name, limit=limit) as found:
        rows = [solution.row for solution in found]
    assert len(rows) == len(set(rows)) == limit
    assert (found.outcome.status, found.outcome.reason) == ("stopped", "limit")


def test_a_limit_of_exactly_as_many_as_there_are_is_complete(solver: Solver) -> None:
    model = Model("three", integer("x", 0, 2))
    for limit, status in ((2, "stopped"), (3, "complete"), (4, "complete")):
        found = solutions(model, solver.name, limit=limit)
        assert len(list(found)) == min(limit, 3)
        assert found.outcome.status == status, limit
        found.close()


@only(streams=True)
def test_nothing_is_looked_for_beyond_the_limit_until_the_outcome_is_asked_for(
    solver: Solver,
) -> None:
    q = variables("q", 3, range(10))
    found = solutions(Model("many", q, total(q) >= 0), solver.name, limit=2)
    next(found), next(found)
    assert found._outcome.status == "running"
    assert found.outcome.status == "stopped"


def test_what_is_unsupported_is_said_before_the_first_solution(solver: Solver) -> None:
    """Values past the machine's word: solved, or refused by name at the first `next`."""
    wide = variable("wide", (0, 1, 10**40))
    model = Model("wide", wide, boolean("b"), wide * wide >= 0)
    found = solutions(model, solver.name)
    with suppress(Unsupported):
        next(found)
    if found.outcome.status == "unsupported":
        assert "wide" in str(found.outcome.reason)
        assert found.outcome.solutions == 0
    else:
        assert 1 + len(list(found)) == 6


@pytest.mark.parametrize("n", [4, 5])
def test_queens_by_three_all_differents(solver: Solver, n: int) -> None:
    assert reported(queens(n), solver) == solution_rows(queens(n))


def test_a_second_run_on_the_same_model_finds_the_same(solver: Solver) -> None:
    model = small()
    assert reported(model, solver) == reported(model, solver) == solution_rows(model)


def test_a_run_after_one_that_was_stopped_finds_everything(solver: Solver) -> None:
    model = small()
    for _ in range(2):
        with solutions(model, solver.name) as found:
            next(found)
    assert reported(model, solver) == solution_rows(model)


def test_two_enumerations_of_one_model_do_not_disturb_each_other(solver: Solver) -> None:
    model = small()
    first, second = solutions(model, solver.name), solutions(model, solver.name)
    rows: list[list[Any]] = [[], []]
    next_rows = [first, second]
    while next_rows:
        for stream in list(next_rows):
            try:
                rows[stream is second].append(next(stream).row)
            except StopIteration:
                next_rows.remove(stream)
    assert sorted(rows[0]) == sorted(rows[1]) == sorted(solution_rows(model))
    assert first.outcome.complete
    assert second.outcome.complete


def test_a_solver_leaves_the_model_as_it_was(solver: Solver) -> None:
    model = small()
    before = dict(vars(model)), [dict(vars(variable)) for variable in model.variables]
    reported(model, solver)
    for variable_, old in zip(model.variables, before[1], strict=True):
        assert {key: vars(variable_)[key] for key in ("name", "domain")} == {
            key: old[key] for key in ("name", "domain")
        }
    assert all(vars(model)[key] is value for key, value in before[0].items())


@pytest.mark.parametrize("depth", [2_000, 5_000])
def test_thousands_of_nested_terms_are_solved(solver: Solver, depth: int) -> None:
    x = integer("x", 0, 3)
    deep: Any = x
    for _ in range(depth):
        deep = abs(1 - deep)
    model = Model("deep", x, deep == 1)
    assert reported_if_supported(model, solver) in (solution_rows(model), None)


def test_a_term_shared_by_many_paths_is_solved(solver: Solver) -> None:
    x = integer("x", 0, 1)
    term: Any = x
    for _ in range(60):
        term = term + term
    model = Model("doubled", x, term >= 1)
    assert reported_if_supported(model, solver) in (solution_rows(model), None)


@pytest.mark.parametrize("depth", [500, 1_000])
def test_constraints_nested_in_each_other_are_solved(solver: Solver, depth: int) -> None:
    x, y = integer("x", 0, 3), integer("y", 0, 1)
    rule: Any = x == y
    for _ in range(depth):
        rule = ~((rule | (x == 2)) & (y <= 1))
    model = Model("nested", x, y, rule)
    assert reported(model, solver) == solution_rows(model)


def test_the_first_of_ten_thousand_variables(solver: Solver) -> None:
    q = variables("q", 1_000, [0])
    model = Model("wide", q, integer("x", 0, 2), total(q) == 0)
    assert reported(model, solver).total() == 3


def test_the_order_of_the_solutions_is_free_but_the_seed_changes_no_set(solver: Solver) -> None:
    model = small()
    assert reported(model, solver, seed=1) == reported(model, solver, seed=2)


# ----------------------------------------------------------------------------- promises predicates
# The promises of every solver on predicates: what fails in one fails the run, and is named.


def raises_at_two(value: int) -> bool:
    if value == 2:
        raise ZeroDivisionError("two is too much")
    return True


def returns_the_number(value: int) -> Any:
    return value


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (raises_at_two, "raises_at_two raised ZeroDivisionError: two is too much on x = 2"),
        (returns_the_number, "returns_the_number returned 1 on x = 1; return True or False"),
    ],
)
def test_a_predicate_that_fails_fails_the_run_and_names_the_assignment(
    solver: Solver, function: Any, words: str
) -> None:
    x, b = integer("x", 1, 3), boolean("b")
    for rule in (predicate(function, x), ~predicate(function, x)):
        found = solutions(Model("fails", x, b, rule), solver.name)
        with pytest.raises(PredicateError, match="predicate ") as caught:
            list(found)
        assert function.__name__ in str(caught.value)
        assert "x = " in str(caught.value)
        if "raised" in words:
            assert words in str(caught.value)
        assert found.outcome.status == "failed"


def all_solutions(model: Model, solver: Solver, *project: str) -> None:
    with solutions(model, solver.name, project=project or None) as found:
        list(found)


def all_arrays(model: Model, solver: Solver) -> None:
    pytest.importorskip("numpy")
    with solutions(model, solver.name) as found:
        list(found.arrays())


def projected(model: Model, solver: Solver) -> None:
    all_solutions(model, solver, "x")


def counted(model: Model, solver: Solver) -> None:
    count(model, solver.name)


def raises_late(x: int, y: int) -> bool:
    if x == 2:
        raise ZeroDivisionError("there is no 2")
    return x != y


def returns_none_late(x: int, y: int) -> Any:
    return None if x == 2 else x <= y


def raises_at_the_last(*row: int) -> bool:
    if {*row} == {2}:
        raise ZeroDivisionError("there are only 2s")
    return True


def returns_none_at_the_last(*row: int) -> Any:
    return None if {*row} == {2} else True


LATE_FAILURES = [
    (way, function)
    for way in (all_solutions, all_arrays, projected, counted)
    for function in (raises_late, returns_none_late, raises_at_the_last)
    if (way, function) != (projected, raises_at_the_last)  # a 2 stands beside a 0 as well
]


@pytest.mark.parametrize(("way", "function"), LATE_FAILURES)
def test_a_predicate_of_two_that_fails_behind_the_first_solution_fails_the_run(
    solver: Solver, way: Any, function: Any
) -> None:
    """Never is what was found by then said to be all, however it is asked for."""
    x, y, b = integer("x", 0, 2), integer("y", 0, 2), boolean("b")
    rule = predicate(function, x, y)
    beside = [all_different([x + 3, y, b + 7]), (b == 0) | (x <= 2)]
    for rules in ([rule], [rule, *beside], [*beside, rule | (b == 1)]):
        with pytest.raises(PredicateError, match=function.__name__):
            way(Model("fails late", x, y, b, rules), solver)


@pytest.mark.parametrize("size", [3, 5])
@pytest.mark.parametrize("function", [raises_at_the_last, returns_none_at_the_last])
@pytest.mark.parametrize("way", [all_solutions, all_arrays, counted])
def test_a_predicate_of_several_that_fails_at_the_last_assignment_fails_the_run(
    solver: Solver, way: Any, function: Any, size: int
) -> None:
    q, b = variables("q", size, range(3)), boolean("b")
    rule = predicate(function, *q)
    for rules in ([rule], [rule, total(q) >= 2 * size - 2], [rule | (b == 1)]):
        with pytest.raises(PredicateError, match=function.__name__):
            way(Model("fails last", q, b, rules), solver)


def test_a_predicate_that_fails_behind_hundreds_of_solutions_fails_the_run(
    solver: Solver,
) -> None:
    def fails_once(x: int, y: int) -> bool:
        return x + y < 50 or [True][x - 29]  # 29 and 29 are the last but two

    x, y = integer("x", 0, 29), integer("y", 0, 29)
    for way in (all_solutions, counted):
        with pytest.raises(PredicateError, match="fails_once"):
            way(Model("fails late", x, y, predicate(fails_once, x, y)), solver)


def test_predicates_see_labels_and_nested_terms(solver: Solver) -> None:
    colour, x = variable("colour", ["red", "green"]), integer("x", 0, 3)
    rule = predicate(lambda name, number: len(name) == number, colour, x + 2)
    with solutions(Model("predicate", colour, x, rule), solver.name) as found:
        assert sorted(s.row for s in found) == [("green", 3), ("red", 1)]
