"""What every solver promises, whatever its library does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from everyway.models import (
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
from everyway.solvers.harness.contract import Control, Stopped, Unsupported
from everyway.solvers.harness.enumeration import solutions
from everyway.solvers.harness.registry import Solver

from .enumerate_naively import solution_rows
from .solving import reported

WAIT = 2.0
"""Seconds in which a solver must stop."""
SLACK = 1.0
"""Seconds more that a busy machine is given."""
PIGEONS, HOLES = 13, 12


def pigeons(form: str, pigeon_count: int = PIGEONS, holes: int = HOLES) -> Model:
    """More pigeons than holes: no solution, and a long way to see it."""
    q = variables("q", pigeon_count, range(holes))
    if form == "all_different":
        return Model("pigeons", q, all_different(q))
    return Model("pigeons", q, (one != other for one, other in combinations(q, 2)))


def small() -> Model:
    q = variables("q", 3, range(4))
    flag, colour = boolean("flag"), variable("colour", ["red", "blue"])
    return Model("small", q, flag, colour, total(q) == 4, (flag == 1) | (q[0] != q[1]))


def open_model(size: int = 20) -> Model:
    """A million solutions, and none needs a search."""
    return Model("open", variables("b", size, range(2)))


def test_every_solution_comes_once_with_a_value_for_every_variable(solver: Solver) -> None:
    model = small()
    with solutions(model, solver.name) as found:
        rows = [solution.row for solution in found]
        assert all(list(model.solution(s.values).values) == list(model.by_name) for s in found)
    assert len(rows) == len(set(rows)) and set(rows) == set(solution_rows(model))
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
    assert len(list(found)) == 3 and calls


@pytest.mark.solvers(streams=True)
def test_the_first_solution_is_there_long_before_the_last(solver: Solver) -> None:
    start = time.perf_counter()
    with solutions(open_model(), solver.name) as found:
        assert len(list(islice(found, 50))) == 50
    assert time.perf_counter() - start < WAIT + SLACK
    assert (found.outcome.status, found.outcome.reason) == ("stopped", "closed")


@pytest.mark.solvers(streams=True)
def test_memory_does_not_grow_with_the_number_of_solutions(solver: Solver) -> None:
    def peak_of_the_next(found: Any, number: int) -> int:
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        for _ in islice(found, number):
            pass
        return tracemalloc.get_traced_memory()[1] - before

    tracemalloc.start()
    try:
        with solutions(open_model(), solver.name) as found:
            list(islice(found, 100))
            few = peak_of_the_next(found, 200)
            many = peak_of_the_next(found, 4_000)
    finally:
        tracemalloc.stop()
    assert many < 3 * few + 300_000, "a solution that was handed over is still held"


@pytest.mark.solvers(streams=True)
def test_a_consumer_that_waits_does_not_let_solutions_pile_up(solver: Solver) -> None:
    with solutions(open_model(), solver.name) as found:
        next(found)
        tracemalloc.start()
        time.sleep(0.3)
        grown = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
    assert grown < 2_000_000


@pytest.mark.solvers(streams=True, interruptible=True)
def test_closing_the_iterator_stops_the_search(solver: Solver) -> None:
    threads = threading.active_count()
    found = solutions(open_model(), solver.name)
    next(found)
    start = time.perf_counter()
    found.close()
    assert time.perf_counter() - start < WAIT + SLACK
    assert list(found) == []
    wait_until(lambda: threading.active_count() <= threads)


def wait_until(done: Any) -> None:
    deadline = time.perf_counter() + WAIT + SLACK
    while not done() and time.perf_counter() < deadline:
        time.sleep(0.02)
    assert done()


@pytest.mark.solvers(interruptible=True)
@pytest.mark.parametrize("form", ["all_different", "pairwise"])
def test_a_time_limit_stops_a_search_that_has_no_solution(solver: Solver, form: str) -> None:
    start = time.perf_counter()
    try:
        with solutions(pigeons(form), solver.name, time_limit=0.3) as found:
            assert list(found) == []
    except Unsupported:  # too large for this solver
        with solutions(pigeons(form, 8, 7), solver.name, time_limit=0.3) as found:
            assert list(found) == []
    assert time.perf_counter() - start < 0.3 + WAIT + SLACK + imported(found)
    outcome = (found.outcome.status, found.outcome.reason)
    assert outcome in [("stopped", "time limit"), ("complete", None)]


def imported(found: Any) -> float:
    """Seconds that went into loading the library: not the search's."""
    return found.outcome.seconds["import"] or 0.0


@pytest.mark.solvers(interruptible=True)
def test_a_solver_that_is_told_to_stop_says_so(solver: Solver) -> None:
    control = Control()
    stream = solver.start(pigeons("pairwise"), control)
    threading.Timer(0.2, control.stop).start()
    start = time.perf_counter()
    try:
        assert list(stream) == []
    except (Stopped, Unsupported):
        pass  # it never ends in silence when it was stopped
    else:
        assert time.perf_counter() - start < 0.2, "it ended as if complete after it was stopped"
    assert time.perf_counter() - start < 0.2 + WAIT + SLACK


CTRL_C = """
import sys
from tests.test_contract import pigeons
from everyway.solvers.harness.contract import Unsupported
from everyway.solvers.harness.enumeration import solutions
from everyway.solvers.harness.registry import solver_named
solver_named(sys.argv[1]).load()
print("searching", flush=True)
for pigeon_count, holes in ((13, 12), (8, 7)):
    try:
        with solutions(pigeons(sys.argv[2], pigeon_count, holes), sys.argv[1]) as found:
            print(list(found), flush=True)
    except Unsupported:
        continue  # too large for this solver
    except KeyboardInterrupt:
        print("interrupted", found.outcome.status, found.outcome.reason, flush=True)
    break
"""


@pytest.mark.solvers(interruptible=True)
@pytest.mark.parametrize("form", ["all_different", "pairwise"])
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_ctrl_c_ends_a_search_that_has_no_solution(solver: Solver, form: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CTRL_C, solver.name, form],
        cwd=Path(__file__).parent.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        too_late = threading.Timer(60, process.kill)
        too_late.start()
        assert process.stdout.readline() == "searching\n"
        time.sleep(0.7)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)  # nothing to a quick solver that has ended
        said = process.stdout.read()
        process.wait()
        too_late.cancel()
    assert time.perf_counter() - start < WAIT + SLACK
    assert said in ("interrupted stopped interrupted\n", "[]\n")


@pytest.mark.solvers(streams=True)
def test_ctrl_c_between_two_solutions_is_not_swallowed(solver: Solver) -> None:
    with pytest.raises(KeyboardInterrupt), solutions(open_model(), solver.name) as found:
        for _ in found:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
    assert found.outcome.status == "stopped"


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


@pytest.mark.solvers(streams=True)
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
    try:
        next(found)
    except Unsupported as error:
        assert "wide" in str(error) and found.outcome.solutions == 0
        assert found.outcome.status == "unsupported"
        return
    assert 1 + len(list(found)) == 6


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
    assert first.outcome.complete and second.outcome.complete


def test_a_solver_leaves_the_model_as_it_was(solver: Solver) -> None:
    model = small()
    before = dict(vars(model)), [dict(vars(variable)) for variable in model.variables]
    reported(model, solver)
    for variable_, old in zip(model.variables, before[1], strict=True):
        assert {key: vars(variable_)[key] for key in ("name", "domain")} == {
            key: old[key] for key in ("name", "domain")
        }
    assert all(vars(model)[key] is value for key, value in before[0].items())


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
        assert function.__name__ in str(caught.value) and "x = " in str(caught.value)
        if "raised" in words:
            assert words in str(caught.value)
        assert found.outcome.status == "failed"


def test_predicates_see_labels_and_nested_terms(solver: Solver) -> None:
    colour, x = variable("colour", ["red", "green"]), integer("x", 0, 3)
    rule = predicate(lambda name, number: len(name) == number, colour, x + 2)
    with solutions(Model("predicate", colour, x, rule), solver.name) as found:
        assert sorted(s.row for s in found) == [("green", 3), ("red", 1)]


@pytest.mark.parametrize("depth", [5_000])
def test_thousands_of_nested_terms_are_solved(solver: Solver, depth: int) -> None:
    x = integer("x", 0, 3)
    deep: Any = x
    for _ in range(depth):
        deep = abs(1 - deep)
    model = Model("deep", x, deep == 1)
    try:
        assert reported(model, solver) == solution_rows(model)
    except Unsupported as error:
        assert str(error)


def test_a_term_shared_by_many_paths_is_solved(solver: Solver) -> None:
    x = integer("x", 0, 1)
    term: Any = x
    for _ in range(60):
        term = term + term
    model = Model("doubled", x, term >= 1)
    try:
        assert reported(model, solver) == solution_rows(model)
    except Unsupported as error:
        assert str(error)


def test_constraints_nested_in_each_other_are_solved(solver: Solver) -> None:
    x, y = integer("x", 0, 3), integer("y", 0, 1)
    rule: Any = x == y
    for _ in range(1_000):
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
