"""The kernel's search in parts, counted, projected, and given up for loops: each solution once."""

from array import array
from collections.abc import Iterator
from random import Random

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, any_of, load
from everyway.models.language.viewpoints.labels import without_labels
from everyway.models.queens import queens
from everyway.solvers import count, solutions
from everyway.solvers.auto import engines, kernel_engine, plan
from everyway.solvers.auto.kernel import kernel_search
from everyway.solvers.auto.kernel.kernel_search import (
    Posted,
    call,
    descend,
    finds,
    halve,
    posted,
)
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.loops import machine_loops as llvm_batches
from everyway.solvers.auto.plan import Task, read
from everyway.solvers.auto.reading.normal_forms import Unposted

from .test_kernel import brute, rows_found

pytest.importorskip("llvmlite", reason="machine code needs it")


def models(first: int, number: int) -> Iterator[tuple[Model, Task]]:
    """Random models that the kernel takes, with their tasks."""
    for seed in range(first, first + number):
        model = without_labels(random_model(seed))[0]
        task = read(model)
        if model.variables and task.domains is not None:
            yield model, task


def search(task: Task, **more: object) -> Posted | None:
    """The kernel's search; None where it does not take the model."""
    try:
        return posted(task.domains or [], task.forms, task.place_of, **more)  # type: ignore[arg-type]
    except Unposted:
        return None


def in_parts(found: Posted, random: Random) -> list[tuple[int, ...]]:
    """All rows, by parts that are cut now and then while they are searched for a few steps."""
    parts, rows = [array("q", found.memory)], list[tuple[int, ...]]()
    room = array("q", bytes(8 * found.width * 1000))
    for _ in range(20):
        part = random.choice(parts)
        number = call(found, part, room, 1000, random.choice([1, 3, 10]))
        rows += [tuple(room[i * found.width : (i + 1) * found.width]) for i in range(number)]
        given = halve(found, part)
        parts += [given] if given else []
    for part in parts:
        rows += rows_found(Posted(part, found.code, found.width, found.each, found.variables))
    return rows


def test_parts_of_a_search_are_the_whole() -> None:
    number = 0
    for model, task in models(0, 200):
        found = search(task)
        if found is not None:
            expected = brute(model)
            assert sorted(in_parts(found, Random(number))) == expected
            number += len(expected) > 1
    assert number > 20


def test_counts_and_projections_of_random_models() -> None:
    random, number = Random(0), 0
    for model, task in models(1_000, 200):
        counted = search(task, counting=True)
        if counted is None:
            continue
        expected = brute(model)
        assert sum(finds(counted, counted.memory, lambda: None, counting=True)) == len(expected)
        places = random.sample(range(len(model.variables)), random.randint(1, len(model.variables)))
        projected = search(task, project=places)
        assert projected is not None
        shown = [tuple(row[place] for place in places) for row in rows_found(projected)]
        assert sorted(shown) == sorted({tuple(row[p] for p in places) for row in expected})
        number += len(expected) > 1
    assert number > 20


def test_random_descents_estimate_the_steps_that_are_left() -> None:
    found = search(read(queens(7)), counting=True)
    assert found is not None
    random, steps = Random(0), 300
    call(found, found.memory, array("q", [0]), 0, steps)
    begun = found.memory[:]
    estimates = [descend(found, found.memory, random)[0] for _ in range(500)]
    assert found.memory == begun
    call(found, found.memory, array("q", [0]), 0, 10**9)
    left = found.memory[at.STEPS] - begun[at.STEPS]
    assert left > steps
    assert 0.9 < sum(estimates) / len(estimates) / left < 1.1


def large() -> Model:
    """The 9,408 reduced Latin squares of order 6, of which the kernel gives the first at once."""
    return load("latin_square", n=6, reduced=True)


@pytest.fixture
def giving_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is given up for loops as soon as it has found something."""
    monkeypatch.setattr(plan, "SHORT", -1)
    monkeypatch.setattr(plan, "FIRST", 50_000)
    monkeypatch.setattr(plan, "compiling", lambda task: 200_000.0)
    monkeypatch.setattr(plan, "by_loops", lambda order, machine: 0.0)
    monkeypatch.setattr(kernel_search, "STEPS_A_CALL", 200)


@pytest.mark.usefixtures("giving_up")
@pytest.mark.parametrize("form", ["rows", "arrays"])
def test_rows_that_were_given_are_not_given_again_by_loops(form: str) -> None:
    with solutions(large(), "auto") as found:
        if form == "rows":
            rows = [solution.row for solution in found]
        else:
            rows = [tuple(row) for block in found.arrays() for row in block.tolist()]
        assert found.outcome.statistics["engine"] == "machine code"
    assert len(rows) == len(set(rows)) == 9_408


@pytest.mark.usefixtures("giving_up")
def test_given_rows_that_loops_do_not_find_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "tuples", lambda batch, width: [(9,) * width])
    with pytest.raises(Exception, match="loops do not find"):
        list(solutions(large(), "auto"))


def test_what_is_left_is_known_though_nothing_was_searched_since_it_was_asked_for() -> None:
    found = search(read(queens(10)))
    assert found is not None
    trial = kernel_engine.Trial(found, counting=True)
    trial.go_on(1_000_000, lambda: None)
    assert 0 < trial.left_lately() < float("inf")
    assert trial.left_lately() == trial.left


def test_no_clock_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    random, chosen = Random(1), set()
    for clock in ("perf_counter", "process_time", "monotonic"):
        now = [getattr(time, clock)()]

        def jumps(now: list[float] = now) -> float:
            now[0] += random.choice([0.0, 0.0001, 0.003])
            return now[0]

        monkeypatch.setattr(time, clock, jumps)
    for _ in range(4):
        for model in (queens(9), queens(12), large()):
            with solutions(model, "auto") as found:
                next(iter(found))
            statistics = found.outcome.statistics
            chosen.add((model.name, statistics["engine"], statistics.get("order")))
    assert len(chosen) == 3


@pytest.mark.filterwarnings("ignore:rule")
@pytest.mark.parametrize("solver", ["auto", "auto[kernel]"])
def test_a_model_without_variables_has_one_solution_beside_a_loaded_kernel(solver: str) -> None:
    assert len(list(solutions(queens(8), "auto"))) == 92
    assert len(list(solutions(large(), "auto", limit=1))) == 1
    for model, number in ((Model("empty"), 1), (Model("none", any_of([])), 0)):
        assert len(list(solutions(model, solver))) == count(model, solver) == number


@pytest.mark.usefixtures("giving_up")
@pytest.mark.parametrize("nodes", [40, 150, 300])
def test_loops_that_break_their_promise_give_what_is_left_to_the_kernel(
    monkeypatch: pytest.MonkeyPatch, nodes: int
) -> None:
    monkeypatch.setattr(llvm_batches, "NODES_A_CALL", nodes)
    monkeypatch.setattr(plan, "RASH", 0)
    monkeypatch.setattr(plan, "STEPS_BY_WEIGHTS", 0)
    monkeypatch.setattr(plan, "FEWEST_NODES", 2 * nodes)
    monkeypatch.setattr(plan, "at_a_node", lambda program: 1e9)
    for model, number in ((large(), 9_408), (queens(8), 92)):
        with solutions(model, "auto") as found:
            rows = [solution.row for solution in found]
        statistics = found.outcome.statistics
        assert (statistics["engine"], statistics["after"]) == ("kernel", "machine code")
        assert len(rows) == len(set(rows)) == number
