"""Several processes enumerate by any solver: the same solutions, each once, and all stop."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, ModelError, all_different, predicate, total, variables
from everyway.models.language.viewpoints.labels import without_labels
from everyway.models.queens import queens
from everyway.solvers import Incomplete, SolverFailed, Unsupported, count, solutions, solve_all
from everyway.solvers.harness.contract import Control
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.processes import child_process, worker
from everyway.solvers.harness.processes.pool import Distribution, Processes
from everyway.solvers.harness.processes.worker import Answer, Request, answer
from everyway.solvers.harness.registry import solvers
from everyway.solvers.harness.rows.packing import Packer, digest_of
from everyway.solvers.harness.running.independent_parts import counted

from ...support.clocks import without_hanging

OTHERS = ("cp-sat", "flatmap", "auto[python]", "python-constraint")


def children() -> list[int]:
    """The processes that were started here and are there."""
    command = ["ps", "-ax", "-ww", "-o", "pid=,ppid=,args="]  # -ww: lines of any length
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line.split(None, 2) for line in found.stdout.splitlines()]
    return [
        int(pid)
        for pid, parent, arguments in lines
        if int(parent) == os.getpid() and "processes.child" in arguments
    ]


def nothing_is_left() -> bool:
    return not children() and not any(t.name == "everyway jobs" for t in threading.enumerate())


@pytest.mark.parametrize("solver", OTHERS)
def test_the_solutions_do_not_depend_on_jobs(solver):
    with solutions(queens(7), solver, jobs=2) as found:
        several = digest_of(solution.row for solution in found)
    assert several == digest_of(solution.row for solution in solutions(queens(7), solver))
    assert found.outcome.complete
    assert found.outcome.statistics["jobs"] == 2
    assert nothing_is_left()


@pytest.mark.parametrize("solver", OTHERS)
def test_the_count_does_not_depend_on_jobs(solver):
    assert count(queens(6), solver, jobs=3) == 4


def test_the_outcome_says_how_many_jobs_and_tasks_there_were():
    found = counted(queens(8), "flatmap", Options(jobs=2))
    assert found is not None
    assert found.number == 92
    assert found.outcome.statistics["jobs"] == 2
    assert int(found.outcome.statistics["tasks"]) > 2


def test_parts_that_share_no_variable_are_still_multiplied():
    q, r = variables("q", 7, range(7)), variables("r", 3, range(3))
    model = Model("two", q, r, all_different(q), all_different(r))
    assert count(model, "flatmap", jobs=2) == 5040 * 6


def test_a_projection_comes_once_whatever_the_parts():
    q = variables("q", 5, range(4))
    model = Model("sums", q, total(q) == 9)
    for solver in ("cp-sat", "flatmap"):
        some = [tuple(s.row) for s in solutions(model, solver, jobs=2, project=["q[3]", "q[4]"])]
        assert len(some) == len(set(some)) == 16


def test_solutions_with_labels_come_back_as_labels():
    colour = variables("colour", 4, ["red", "green", "blue"])
    model = Model("path", colour, *(a != b for a, b in pairwise(colour)))
    assert solve_all(model, "flatmap", jobs=2) == solve_all(model, "flatmap")


def test_closing_ends_every_process():
    found = solutions(queens(12), "flatmap", jobs=2)
    next(found)
    assert len(children()) == 2
    with without_hanging():
        found.close()
    assert nothing_is_left()


def test_a_limit_ends_every_process():
    with solutions(queens(10), "flatmap", jobs=2, limit=7) as found:
        assert len(list(found)) == 7
    assert nothing_is_left()


def test_a_time_limit_ends_every_process():
    with without_hanging(), pytest.raises(Incomplete, match="time limit"):
        count(queens(14), "flatmap", jobs=2, time_limit=1)
    assert nothing_is_left()


def test_a_process_that_is_killed_is_replaced_and_loses_nothing():
    found = solutions(queens(10), "flatmap", jobs=2)
    rows = [solution.row for solution in islice(found, 5)]
    os.kill(children()[0], signal.SIGKILL)
    rows += [solution.row for solution in found]
    assert len(rows) == len(set(rows)) == 724
    assert found.outcome.complete


def test_a_request_of_which_every_process_dies_is_a_failure(monkeypatch):
    monkeypatch.setattr(child_process, "_COMMAND", "import sys; sys.exit(3)")
    with pytest.raises(SolverFailed, match="worker processes died"):
        count(queens(6), "flatmap", jobs=2)
    assert nothing_is_left()


def test_a_predicate_that_cannot_travel_is_refused_in_clear_words():
    q = variables("q", 3, range(3))
    model = Model("secret", q, predicate(lambda a, b: a < b, q[0], q[1]))
    with pytest.raises(ModelError, match="cannot travel: define it with def at the top level"):
        count(model, "flatmap", jobs=2)


def test_a_predicate_with_a_name_travels():
    q = variables("q", 3, range(3))
    model = Model("known", q, predicate(is_even, q[0], q[1]))
    assert count(model, "flatmap", jobs=2) == 15


def is_even(*values: int) -> bool:
    return sum(values) % 2 == 0


def test_what_a_worker_refuses_is_raised_here():
    from everyway.models import variable

    model = Model("large", x := variable("x", range(10**9)), x * x != 5)
    with pytest.raises(Unsupported, match="brute-force"):
        count(model, "brute-force", jobs=2)


def test_a_solver_of_one_puzzle_takes_it_as_a_whole():
    historical = next(solver.name for solver in solvers() if solver.traits.historical)
    with pytest.raises(Unsupported, match="as a whole"):
        list(solutions(queens(5), historical, jobs=2))


# --------------------------------------------------------------------- without a process


class Here:
    """Workers that answer at once, in this process, and some of them twice too late."""

    name = "here"
    size = 3

    def __init__(self) -> None:
        self.asked: list[tuple[int, Request]] = []

    def submit(self, number: int, request: Request) -> None:
        self.asked.append((number, request))

    def answers(self, seconds: float) -> list[tuple[int, Answer]]:
        number, request = self.asked.pop(0)
        found = answer(request)
        return [(number, found), (number, found)]  # what comes twice is taken once

    def close(self) -> None:
        pass


def integers_only(seed: int) -> Model:
    """A random model that can travel."""
    model, _ = without_labels(random_model(seed))
    try:
        worker.Search(model, "flatmap", counting=True).packed()
    except ModelError:  # a predicate over labels
        return integers_only(seed + 1000)
    return model


def distributed(model: Model, *, counting: bool) -> list[Answer]:
    control = Control()
    search = worker.Search.controlled("flatmap", model, control, counting=counting)
    return list(Distribution(search, control).answers(Here()))


@pytest.mark.parametrize("seconds", [0.0, 1e-5, 0.05])
@pytest.mark.parametrize("seed", range(25))
def test_however_early_boxes_are_cut_the_solutions_are_the_same(seed, seconds, monkeypatch):
    monkeypatch.setattr(worker, "SECONDS_A_BOX", seconds)
    model = integers_only(seed)
    packer = Packer(model)
    found = [
        a
        for part in distributed(model, counting=False)
        for a in map(packer.unpack, packer.rows(part.rows))
    ]
    names = [variable.name for variable in model.variables]
    rows = Counter(tuple(values[name] for name in names) for values in found)
    assert rows == Counter(solution.row for solution in solutions(model, "flatmap"))
    assert sum(part.number for part in distributed(model, counting=True)) == rows.total()


def test_an_answer_says_what_went_wrong():
    gone = answer(Request(b"no search", (), 1.0))
    assert gone.error is not None
    with pytest.raises(SolverFailed, match="error: "):
        worker.raise_error(gone)


def test_processes_can_be_closed_before_they_did_anything():
    several: Sequence[Processes] = [Processes(2), Processes(1)]
    for one in several:
        one.close()
    assert nothing_is_left()
