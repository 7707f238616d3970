"""The kernel's work on models of very many variables grows as they do."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from everyway.models import Constraint, Model, Variable, any_of, total, variables
from everyway.solvers import solutions
from everyway.solvers.auto import plan
from everyway.solvers.auto.engine_run import Run
from everyway.solvers.auto.kernel import kernel_search
from everyway.solvers.auto.kernel.kernel_posting import builder
from everyway.solvers.auto.kernel.kernel_search import Posted, finds, posted
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.kernel_engine import Improving, Trial, begun
from everyway.solvers.auto.plan import read
from everyway.solvers.harness.contract import Control, Stopped


def clause(random: Random, x: list[Variable]) -> Constraint:
    return any_of(each == random.randint(0, 1) for each in random.sample(x, 3))


def difference(random: Random, x: list[Variable]) -> Constraint:
    first, second = random.sample(x, 2)
    return first != second


def search_of(
    size: int, values: int, rule: Callable[[Random, list[Variable]], Constraint]
) -> Posted:
    """The search of as many variables, and half as many rules, of one kind."""
    random = Random(size)
    x = [Variable(f"x{number}", range(values)) for number in range(size)]
    task = read(Model("large", x, [rule(random, x) for _ in range(size // 2)]))
    assert task.domains is not None
    return posted(task.domains, task.forms)


def work(search: Posted) -> int:
    """The steps of a trial that looks for first solutions."""
    trial = Trial(search, counting=False)
    while not trial.solutions:
        trial.go_on(trial.work + 1, lambda: None)
    return search.memory[at.STEPS]


@pytest.mark.parametrize(("values", "rule"), [(2, clause), (10, difference)], ids=["or", "!="])
def test_a_first_solution_takes_work_in_proportion_to_the_model(
    values: int,
    rule: Callable[[Random, list[Variable]], Constraint],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(builder, "STEPS_TO_CREEP", 50)
    monkeypatch.setattr(kernel_search, "ROWS_AT_FIRST", 1)
    half, whole = (work(search_of(number, values, rule)) for number in (12_000, 24_000))
    assert whole < 2.5 * half


def test_a_trial_keeps_few_rows_of_many_variables() -> None:
    trial = Trial(search_of(4_000, 2, clause), counting=False)
    while not trial.solutions:
        trial.go_on(trial.work + plan.FIRST, lambda: None)
    assert 0 < sum(map(len, trial.take())) <= 2 * kernel_search.MOST_NUMBERS


def test_rows_of_many_variables_come_in_smaller_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_search, "MOST_NUMBERS", 100)
    search = search_of(10, 2, clause)
    whole = search.memory[:]
    rows = [len(batch) // 10 for batch in finds(search, search.memory, lambda: None)]
    assert max(rows) == 10
    assert sum(rows) == sum(kernel_search.finds(search, whole, lambda: None, counting=True))


MODELS = """
from everyway.models import *
x = variables("x", 70, range(3))
large = Model("large", x, [x[i] != x[j] for i in range(70) for j in range(i)], x[0] == 0)
y = variables("y", 12, range(-20, 20))
wide = Model("wide", y, all_different(*y), total(k * v for k, v in enumerate(y)) == 5, y[0] > 3)
names = "sudoku", "zebra", "langford", "send_more_money", "knights_tour", "domination", "akari"
models = [*map(load, names), *(load("queens", n=n) for n in (4, 6, 8, 9)), large, wide]
"""


def test_the_engine_follows_from_the_model_alone() -> None:
    pytest.importorskip("llvmlite")
    script = MODELS + (
        "from everyway.conformance.instances.random_models import random_model\n"
        "from everyway.solvers import solutions\n"
        "import sys, warnings\n"
        "warnings.simplefilter('ignore')  # of rules that can never hold\n"
        "named = len(models)\n"
        "models += [load('sudoku', variant=one) for one in ('diagonal', 'windoku', 'miracle')]\n"
        "models += map(random_model, range(100 - len(models)))\n"
        "order = list(range(len(models)))[:: int(sys.argv[1])]\n"
        "found = {}\n"
        "for number in order:\n"
        "    with solutions(models[number], limit=50) as rows:\n"
        "        some = [row.row for row in rows]\n"
        "    found[number] = some, sorted(rows.outcome.statistics.items())\n"
        "print([found[number] for number in range(named)])\n"
        "print([found[number] for number in range(named, 100)])\n"
    )
    first, again, other = (
        subprocess.run(
            [sys.executable, "-c", script, step], capture_output=True, text=True, check=True
        ).stdout
        for step in ("1", "1", "-1")
    )
    assert first == again == other
    named = first.splitlines()[0]
    assert "'kernel'" in named
    assert "python loops" not in named  # which small models gain nothing by


def test_small_models_go_to_the_kernel_unless_they_are_nothing_but_code() -> None:
    pytest.importorskip("llvmlite")
    x, y = variables("x", 3, range(9)), variables("y", 2, range(9))
    code = [x[0] * x[1] + x[2] * x[0] == 12, x[1] * x[2] % 5 == 1]
    for more, engine in (([], "python loops"), ([x[0] <= x[1] + y[0]], "kernel")):
        with solutions(Model("small", x, code, more, y if more else [])) as found:
            assert {tuple(solution["x"]) for solution in found} == {(1, 6, 6), (6, 1, 1)}
        assert found.outcome.statistics["engine"] == engine
    with solutions(Model("nothing", x)) as found:
        assert len(list(found)) == 9**3
    assert found.outcome.statistics["engine"] == "kernel"


def test_nobody_waits_for_the_first_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    random, take = Random(5), variables("take", 20, range(2))
    weights = [random.randint(1, 1000) for _ in take]
    heavy = total(weight * x for weight, x in zip(weights, take, strict=True))
    trials, init = list[Trial](), Trial.__init__

    def noted(self: Trial, *given: Any, **options: Any) -> None:
        trials.append(self)
        init(self, *given, **options)

    monkeypatch.setattr(Trial, "__init__", noted)
    with solutions(Model("knapsack", take, heavy == sum(weights) // 2)) as found:
        rows = [next(found).row]
        (trial,) = trials
        soon = trial.work
        rows += [solution.row for solution in found]
    assert 5 * soon < trial.work
    assert len(set(rows)) == len(rows) == trial.solutions


@pytest.mark.parametrize("kind", ["sums", "clauses"])
def test_what_a_decision_looks_at_is_counted_as_work(kind: str) -> None:
    """Beside long sums and many clauses a step would cost many times what it is said to cost."""

    def steps(size: int) -> float:
        x = variables("x", size, range(2))
        rules = [total(x) >= size // 2] if kind == "sums" else [any_of(x[0], y) for y in x[1:]]
        task = read(Model(kind, x, rules))
        assert task.domains is not None
        trial = Trial(posted(task.domains, task.forms), counting=True)
        trial.go_on(4_000 * plan.STEP, lambda: None)
        return trial.memory[at.STEPS] / trial.nodes

    assert steps(640) > 4 * steps(20)


@pytest.mark.parametrize("objective", [False, True])
@pytest.mark.parametrize(
    ("relate", "most"), [(lambda a, b: a + b <= 8, 1), (lambda a, b: a != b, 64)]
)
def test_time_is_looked_at_before_each_constraint_is_posted(monkeypatch, objective, relate, most):
    """Posting many tables may take longer than a search is given; what differs is posted soon."""
    met: list[object] = []

    def posting(_: object, form: object) -> None:
        met.append(form)
        control.stop()

    control = Control()
    monkeypatch.setattr(kernel_search.Poster, "post", posting)
    x = variables("x", 100, range(9))
    goal = {"minimise": x[0]} if objective else {}
    model = Model("many", x, [relate(a, b) for a, b in pairwise(x)], **goal)
    task = read(model)
    start: Callable[[], object] = partial(begun, Run(model, control), task)
    if model.objective:
        start = partial(Improving, model, task, model.objective.goals[0], control)
    with pytest.raises(Stopped):
        start()
    assert len(met) <= most < len(task.forms)
