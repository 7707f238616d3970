"""The ends of a run, and the reports that a solver may make."""

from __future__ import annotations

from collections import defaultdict

import pytest

from everyway.models import (
    Model,
    ModelError,
    PredicateError,
    all_different,
    integer,
    variable,
    variables,
)
from everyway.models.queens import queens
from everyway.solvers import count, first, solutions
from everyway.solvers.harness.contract import SolverFailed, SolverUnavailable, Unsupported
from everyway.solvers.harness.registry import UnknownSolver
from everyway.solvers.harness.running.run import Run

from ...support.clocks import without_hanging
from ...support.fake_solvers import Asked, ending, numbers, register, three

# ------------------------------------------------------------------------------------- endings


def test_closing_stops_the_solver_and_says_so(monkeypatch):
    model, solver = three(monkeypatch)
    with solutions(model, "fake") as found:
        next(found)
    assert ending(found) == ("stopped", "closed")
    assert (solver.closed, solver.asked) == (True, 1)
    found.close()
    assert (list(found), ending(found)) == ([], ("stopped", "closed"))


def test_closing_before_the_first_starts_nothing(monkeypatch):
    model, solver = three(monkeypatch)
    with solutions(model, "fake") as found:
        pass
    assert (ending(found), solver.closed) == (("stopped", "closed"), False)


def test_closing_after_the_end_changes_nothing(monkeypatch):
    model, _ = three(monkeypatch)
    with solutions(model, "fake") as found:
        list(found)
    assert ending(found) == ("complete", None)


def test_a_solver_that_ignores_its_closing_is_left_alone(monkeypatch):
    def stubborn(model, control):
        for _ in range(2):
            try:
                yield {"x": 0}
            except GeneratorExit:
                yield {"x": 1}

    register(monkeypatch, stubborn)
    with without_hanging(), solutions(numbers(3)[0], "fake") as found:
        next(found)
    assert ending(found) == ("stopped", "closed")


def test_what_a_solver_raises_while_it_is_closed_hides_nothing(monkeypatch):
    def breaks(model, control):
        try:
            yield {"x": 0}
        finally:
            raise OSError("too late")

    register(monkeypatch, breaks)
    found = solutions(numbers(3)[0], "fake")
    next(found)
    with pytest.raises(KeyError, match="mine"), found:
        raise KeyError("mine")
    assert ending(found) == ("stopped", "closed")


def raising(error):
    def solve(model, control):
        yield {"x": 0}
        raise error

    return solve


@pytest.mark.parametrize("error", [ZeroDivisionError("by zero"), RecursionError(), OSError(5, "")])
def test_a_solver_that_raises_has_failed(monkeypatch, error):
    register(monkeypatch, raising(error))
    found = solutions(numbers(3)[0], "fake")
    next(found)
    for _ in range(2):
        with pytest.raises(SolverFailed, match=f"^fake failed: {type(error).__name__}") as caught:
            next(found)
        assert caught.value.__cause__ is error
    assert (found.outcome.status, found.outcome.error) == ("failed", error)
    assert found.outcome.seconds["all"] is None
    with pytest.raises(SolverFailed):
        count(numbers(3)[0], "fake")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Unsupported("no such thing"), "unsupported"),
        (SolverUnavailable("pip install it"), "unavailable"),
        (PredicateError("it raised"), "failed"),
        (SolverFailed("its library refused"), "failed"),
    ],
)
def test_errors_with_a_name_of_their_own_come_as_they_are(monkeypatch, error, status):
    register(monkeypatch, raising(error))
    found = solutions(numbers(3)[0], "fake")
    next(found)
    with pytest.raises(type(error)) as caught:
        next(found)
    assert caught.value is error
    assert ending(found) == (status, str(error))
    assert found.outcome.solutions == 1


def test_ctrl_c_passes_on_and_is_noted(monkeypatch):
    register(monkeypatch, raising(KeyboardInterrupt()))
    found = solutions(numbers(3)[0], "fake")
    with pytest.raises(KeyboardInterrupt):
        list(found)
    assert ending(found) == ("stopped", "interrupted")
    assert (list(found), found.outcome.solutions) == ([], 1)


def test_ctrl_c_is_not_lost_to_a_solver_that_breaks_as_it_is_closed(monkeypatch):
    class Broken(Asked):
        def __iter__(self):
            return self

        def __next__(self):
            raise KeyboardInterrupt

        def close(self):
            raise OSError("too late")

    register(monkeypatch, lambda model: Broken([]))
    with pytest.raises(KeyboardInterrupt):
        list(solutions(numbers(3)[0], "fake"))


def test_a_solver_that_leaves_the_program_is_never_complete(monkeypatch):
    register(monkeypatch, raising(SystemExit(3)))
    found = solutions(numbers(3)[0], "fake")
    with pytest.raises(SolverFailed, match="SystemExit: 3"):
        list(found)
    assert ending(found) == ("failed", "SystemExit: 3")


def test_a_solver_without_memory_was_stopped(monkeypatch):
    register(monkeypatch, raising(MemoryError()))
    found = solutions(numbers(3)[0], "fake")
    assert len(list(found)) == 1
    assert ending(found) == ("stopped", "memory")


# ------------------------------------------------------------------------------------- reports

BAD = {
    "nothing": None,
    "a variable less": {"x": 1},
    "a variable more": {"x": 1, "y": 0, "z": 0},
    "another variable": {"x": 1, "z": 0},
    "another variable, and one that is made up": defaultdict(int, {"x": 1, "z": 0}),
    "a Boolean": {"x": True, "y": 0},
    "a float": {"x": 1.0, "y": 0},
    "text": {"x": "1", "y": 0},
    "no value": {"x": None, "y": 0},
    "an int of a kind of its own": {"x": type("int64", (int,), {})(1), "y": 0},
    "a value outside the domain": {"x": 3, "y": 0},
    "a value in a gap of the domain": {"x": 1, "y": 1},
    "a row": (1, 0),
    "a number": 7,
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_what_is_no_assignment_never_becomes_a_solution(monkeypatch, bad):
    x, y = integer("x", 0, 2), variable("y", (0, 2))
    model = Model("two", x, y, x + y >= 0)
    register(monkeypatch, Asked([{"x": 0, "y": 2}, bad, {"x": 1, "y": 0}]))
    found = solutions(model, "fake")
    assert next(found).row == (0, 2)
    for _ in range(2):
        with pytest.raises(SolverFailed, match=r"^fake reported .*; compare solvers"):
            next(found)
    assert ending(found) == ("failed", "it reported what is no solution")
    assert found.outcome.solutions == 1
    with pytest.raises(SolverFailed):
        count(model, "fake")


def test_what_is_no_assignment_shows_as_it_is_to_who_asks_for_the_raw_reports(monkeypatch):
    register(monkeypatch, Asked([{"x": 0}, None, {"x": True}]))
    run = Run(numbers(3)[0], "fake")
    assert [(given, run.malformed) for given in run] == [
        ({"x": 0}, False),
        (None, True),
        ({"x": True}, True),
    ]
    assert run.outcome.complete


def test_a_solver_may_use_one_dictionary_for_all_its_solutions(monkeypatch):
    def reuses(model):
        shared = {}
        for x in range(3):
            shared["x"] = x
            yield shared

    register(monkeypatch, reuses)
    assert [solution["x"] for solution in list(solutions(numbers(3)[0], "fake"))] == [0, 1, 2]


def test_labels_are_coded_for_the_solver_and_decoded_for_the_reader(monkeypatch):
    register(monkeypatch, Asked([{"colour": 1, "x": 0}]))
    model = Model("labels", variable("colour", ["red", "blue"]), integer("x", 0, 0))
    assert first(model, "fake").assignment == {"colour": "blue", "x": 0}


@pytest.mark.parametrize(
    "form", [list, tuple, iter, lambda rows: {id(r): r for r in rows}.values()]
)
def test_a_solver_may_return_any_iterable_and_do_without_control(monkeypatch, form):
    model, rows = numbers(4)
    register(monkeypatch, lambda model: form(rows))
    found = solutions(model, "fake", limit=3)
    assert [solution["x"] for solution in found] == [0, 1, 2]
    assert ending(found) == ("stopped", "limit")


@pytest.mark.parametrize(
    "function",
    [
        lambda model, *, fast=True: [{"x": 0}],
        lambda model, **options: [{"x": 0}],
        lambda model, control=None: [{"x": 0}] if control else [],
        lambda *given: [{"x": 0}] if len(given) == 2 else [],
    ],
)
def test_control_is_given_to_those_who_take_it(monkeypatch, function):
    register(monkeypatch, function)
    assert count(numbers(1)[0], "fake") == 1


def test_a_solver_that_returns_nothing_has_failed(monkeypatch):
    register(monkeypatch, lambda model: None)
    with pytest.raises(SolverFailed, match="fake failed: TypeError"):
        count(numbers(3)[0], "fake")


def test_statistics_can_be_read_while_the_solver_works(monkeypatch):
    model, rows = numbers(3)
    register(monkeypatch, Asked(rows))
    found = solutions(model, "fake")
    assert [found.outcome.statistics["asked"] for _ in found] == [1, 2, 3]


# ------------------------------------------------------------------------------- the solver asked


@pytest.mark.parametrize("form", ["squares", "rows", "columns"])
def test_a_viewpoint_may_stand_with_the_name_of_the_solver(form):
    for found in (
        solutions(queens(4), f"flatmap@{form}"),
        solutions(queens(4), "flatmap", viewpoint=form),
        solutions(queens(4), f"flatmap@{form}", viewpoint="auto"),
    ):
        assert len(set(found)) == 2
        assert found.outcome.viewpoint == form
    assert solutions(queens(4), f"flatmap@{form}").outcome.solver == f"flatmap@{form}"


def test_a_viewpoint_that_is_unknown_or_that_the_model_lacks_is_named():
    found = solutions(queens(4), "flatmap@row")
    with pytest.raises(ModelError, match="unknown viewpoint 'row'; did you mean 'rows'"):
        next(found)
    assert found.outcome.status == "failed"
    q = variables("q", 2, range(2))
    with pytest.raises(ModelError, match="has no columns viewpoint"):
        first(Model("none", q, all_different(q)), viewpoint="columns")


@pytest.mark.parametrize("solver", ["flatmop", "", "flatmop@rows", None, 3])
def test_a_solver_that_nobody_has_is_refused_at_once(solver):
    with pytest.raises(UnknownSolver, match=r"no solver|name is empty"):
        solutions(queens(4), solver)


def test_the_default_is_our_own_solver():
    found = solutions(queens(4))
    assert (found.outcome.solver, found.outcome.version) == ("auto", None)
