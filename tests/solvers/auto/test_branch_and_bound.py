"""The kernel finds the best value in one search, whose bound is read while it runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from random import Random
from threading import current_thread
from typing import Any

import pytest

from everyway.conformance.instances.random_models import best_rows, models_with_objectives
from everyway.models import Expression, Model, integer, load, total, variables
from everyway.models.language.expressions import bounds
from everyway.models.language.groups import Single
from everyway.models.language.objectives import Goal, Valuation
from everyway.solvers import first, improving, solutions
from everyway.solvers.auto import engine_run, kernel_engine, plan
from everyway.solvers.auto.kernel import kernel_search
from everyway.solvers.auto.kernel.kernel_code import uncompiled
from everyway.solvers.auto.kernel.kernel_search import Bound
from everyway.solvers.auto.kernel.machine_search import settling
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.plan import read
from everyway.solvers.auto.reading.normal_forms import Unposted
from everyway.solvers.harness.contract import Control, SolverFailed, Stopped, improvements_heard

from .test_handing_over import clauses
from .test_handing_over import drawn as wide

llvmlite = pytest.mark.skipif(not engine_run.can_compile(), reason="llvmlite is not installed")


def found_by(model: Model, solver: str, **options: Any) -> tuple[set[Any], Any]:
    """The rows that a solver finds, each once, and the outcome."""
    with solutions(model, solver, **options) as found:
        rows = [solution.row for solution in found]
    assert len(rows) == len(set(rows))
    return set(rows), found.outcome


@llvmlite
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_have_the_best_solutions_that_brute_force_finds() -> None:
    natively = 0
    for seed in range(40, 80):
        for number, model in enumerate(models_with_objectives(seed)):
            solver = ("auto", "auto[python]")[(seed + number) % 2]
            rows, outcome = found_by(model, solver)
            assert rows == best_rows(model), (seed, number, solver)
            best = outcome.objective
            assert best.proven, (seed, number, solver)
            natively += best.native and bool(best.incumbents)
    assert natively > 60


# ------------------------------------------------------------------- the kernel's search alone


def goals_of(model: Model) -> tuple[Goal, ...]:
    assert model.objective is not None
    return model.objective.goals


@cache
def searches() -> list[tuple[Model, Expression, int]]:
    """Models with an expression and a sign, of wide domains and with auxiliary variables too."""
    found = []
    for seed in range(25):
        for model in models_with_objectives(seed):
            found += [(model.without_objective(), g.expression, g.sign) for g in goals_of(model)]
        random = Random(seed)
        model = wide(seed)
        goal = total(random.choice([-50, -2, 1, 3]) * v for v in model.variables)
        found.append((model, goal, random.choice([1, -1])))
    return found


def values_of(model: Model, goal: Expression, sign: int) -> list[int] | None:
    """The values of the goal in the order found, by the kernel's source; None if not posted."""
    value = integer("value", *bounds(goal))
    task = read(model.rewritten([*model.groups, Single(value)], model.rules) + (value == goal))
    if task.domains is None:
        return []
    place = task.place_of["value"]
    try:
        search = kernel_search.posted(
            task.domains, task.forms, task.place_of, last=place, code=uncompiled
        )
    except Unposted:
        return None
    kernel_search.aim(search, place, sign, task.forms)
    known = Bound(place, sign)
    rows = kernel_search.better_and_better(search, known, search.memory, lambda: None)
    return [row[place] for row in rows]


def wrong() -> Iterator[int]:
    """The numbers of the searches that do not end with the best value by ever better ones."""
    for number, (model, goal, sign) in enumerate(searches()):
        found = values_of(model, goal, sign)
        if found is None:
            continue
        expected = best_of(number)
        rising = all(sign * one > sign * other for one, other in pairwise(found))
        if not rising or found[-1:] != ([] if expected is None else [expected]):
            yield number


@cache
def best_of(number: int) -> int | None:
    model, goal, sign = searches()[number]
    aimed = model.minimising(("min" if sign > 0 else "max", goal))
    names = [variable.name for variable in model.variables]
    rows = best_rows(aimed)
    return value_in(aimed, dict(zip(names, min(rows), strict=True))) if rows else None


def value_in(model: Model, values: Any) -> int:
    """The value of the first goal of a model."""
    assert model.objective is not None
    point = Valuation(model.objective).of(values)
    assert point is not None
    return point[0]


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_each_value_is_better_and_the_last_one_is_the_best() -> None:
    assert not list(wrong())


def off_by(steps: int) -> Callable[..., None]:
    """A bound that is read as a value that is better by some steps, or worse."""

    def tighten(known: Bound, memory: Any) -> None:
        other = Bound(known.place, known.sign)
        if known.value is not None:
            other.value = known.value - steps * known.sign
        RIGHT(other, memory)

    return tighten


def not_when_refuted(m: Any) -> bool:
    return bool(m[m[at.FRAME] + at.REFUTED]) or AIMS(m)


RIGHT, AIMS = Bound.tighten, settling.aims
FAULTS: list[tuple[Any, str, Callable[..., Any]]] = [
    (Bound, "tighten", off_by(1)),
    (Bound, "tighten", off_by(-1)),
    (settling, "aims", not_when_refuted),
]


@pytest.mark.parametrize(("module", "name", "fault"), FAULTS)
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_a_planted_fault_is_seen(monkeypatch, module, name, fault) -> None:
    monkeypatch.setattr(module, name, fault)
    assert next(wrong(), None) is not None


def test_the_greatest_values_may_come_first() -> None:
    rows = {}
    for last_first in (0, 1):
        domains: Any = [range(3), (0, 5, 70, 90), range(6000), range(-4, 5)]
        search = kernel_search.posted(domains, [], code=uncompiled)
        for v in search.variables:
            search.memory[v + at.LAST_FIRST] = last_first
        memory, found = search.memory, []
        for batch in kernel_search.finds(search, memory, lambda: None):
            found += [tuple(batch[i : i + 4]) for i in range(0, len(batch), 4)]
            if len(found) > 200:
                break
        rows[last_first] = found
    assert rows[0][0] == (0, 0, 0, -4)
    assert rows[1][0] == (2, 90, 5999, 4)
    assert len(set(rows[1])) == len(rows[1])


# ------------------------------------------------------------------------- ends, and other ways


def knapsack(number: int, seed: int = 7) -> Model:
    """The most value within a weight."""
    random = Random(seed)
    take = variables("take", number, range(2))
    weights, worth = ([random.randint(5, 40) for _ in take] for _ in range(2))
    carried = total(w * x for w, x in zip(weights, take, strict=True))
    goal = total(v * x for v, x in zip(worth, take, strict=True))
    return Model("knapsack", take, carried <= sum(weights) // 3, maximise=goal)


@llvmlite
def test_a_search_that_is_stopped_never_says_that_it_is_proven(monkeypatch) -> None:
    model, call = knapsack(12), kernel_search.call
    best = found_by(model, "brute-force")[1].objective.value
    monkeypatch.setattr(kernel_search, "call", lambda *given: call(*given[:4], 20))
    check, random, ends = Control.check, Random(3), []
    for _ in range(50):
        left = random.randint(0, 60)

        def stopping(control: Control) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Stopped
            check(control)

        monkeypatch.setattr(Control, "check", stopping)
        _, outcome = found_by(model, random.choice(["auto", "auto"]))
        objective = outcome.objective
        assert outcome.complete == (left >= 0)
        assert not objective.proven or objective.value == best
        assert objective.proven or "not proven" in objective.words or not objective.points
        ends.append((objective.proven, bool(objective.points)))
    assert {(False, False), (False, True), (True, True)} == set(ends)


@llvmlite
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_search_keeps_its_best(monkeypatch, jobs) -> None:
    model, call, improved = knapsack(20), kernel_search.call, []
    monkeypatch.setattr(kernel_search, "call", lambda *given: call(*given[:4], 20))

    def interrupt(_: object) -> None:
        improved.append(1)
        if len(improved) == 3:
            raise KeyboardInterrupt

    found = solutions(model, "auto", jobs=jobs)
    objective = found.outcome.objective
    with pytest.raises(KeyboardInterrupt), improvements_heard(interrupt), found:
        next(found)
    assert found.outcome.reason == "interrupted"
    assert len(objective.incumbents) == 3
    assert value_in(model, objective.solution) == objective.value
    assert "not proven" in objective.words


@llvmlite
@pytest.mark.parametrize("solver", ["auto", "auto[kernel]"])
def test_several_threads_share_the_best_value(monkeypatch, solver) -> None:
    call, threads = kernel_search.call, set()

    def noted(*given: Any) -> int:
        threads.add(current_thread().name)
        return call(*given[:4], 3)

    monkeypatch.setattr(kernel_search, "call", noted)
    at_once(monkeypatch)
    monkeypatch.setattr(plan, "SOON", float("inf"))
    for seed in range(6):
        model = knapsack(14, seed)
        rows, outcome = found_by(model, solver, jobs=3)
        assert (rows, outcome.objective.value) == best_loads(seed)
        values = [value for _, value in outcome.objective.incumbents]
        assert values == sorted(set(values))
    assert "everyway threads" in threads


@cache
def best_loads(seed: int) -> tuple[Any, int]:
    model = knapsack(14, seed)
    rows, outcome = found_by(model, "flatmap")
    return rows, outcome.objective.value


@llvmlite
def test_incumbents_come_one_by_one_and_can_be_left() -> None:
    model = knapsack(16)
    steps = improving(model, "auto")
    first, second = next(steps), next(steps)
    steps.close()
    assert value_in(model, first) < value_in(model, second)


def test_without_the_kernel_better_solutions_are_asked_for(monkeypatch) -> None:
    def refuses(*given: Any, **options: Any) -> Any:
        raise Unposted("not taken")

    monkeypatch.setattr(kernel_search, "posted", refuses)
    model = knapsack(8)
    rows, outcome = found_by(model, "auto")
    assert rows == best_rows(model)
    assert not outcome.objective.native
    assert outcome.objective.questions > 1


@llvmlite
@pytest.mark.parametrize("after", [0, 2, 4])
def test_a_long_search_goes_on_in_a_solver_that_learns(monkeypatch, after) -> None:
    pytest.importorskip("ortools")
    worked = property(lambda trial: float(trial.nodes))
    monkeypatch.setattr(kernel_engine.Trial, "work", worked)
    monkeypatch.setattr(kernel_engine.Trial, "is_time_to_look", lambda trial: True)
    for name in ("HOPELESS", "WORTH_A_SOLUTION", "SOON", "WORD_TO_TRANSLATE"):
        monkeypatch.setattr(plan, name, -1)
    for name in ("PATIENCE", "TURN"):
        monkeypatch.setattr(plan, name, after)
    call, judged, handed = kernel_search.call, kernel_engine.judged, []
    monkeypatch.setattr(kernel_search, "call", lambda *given: call(*given[:4], 1))

    def noted(name: str, model: Model, *others: Any) -> Any:
        for row in judged(name, model, *others):
            handed.append((name, len(others)))
            yield row

    monkeypatch.setattr(kernel_engine, "judged", noted)
    for seed in range(4):
        plain = clauses(seed)
        weighted = [n * x for n, x in enumerate(plain.variables, 1)]
        model = plain.maximising(total(weighted))
        before = len(handed)
        rows, outcome = found_by(model, "auto")
        assert rows == best_rows(model)
        assert outcome.objective.proven
        whose = {name for name, _ in handed[before:]}
        assert whose <= {outcome.complete_by, outcome.objective.proven_by}
        assert outcome.objective.words.endswith(", proven by cp-sat") == bool(whose)
    assert 3 in {number for _, number in handed}, "a control, a goal and an effort"
    handed.clear()
    assert found_by(model, "auto", hand_over=False)[0] == rows
    assert not handed


def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a solver that learns asked for the best value after no work."""
    monkeypatch.setattr(plan, "TURN", 0)
    for name in ("SOON", "WORD_TO_TRANSLATE"):
        monkeypatch.setattr(plan, name, -1)


@llvmlite
def test_what_is_not_proven_within_an_effort_is_proven_by_the_kernel(monkeypatch) -> None:
    pytest.importorskip("ortools")
    at_once(monkeypatch)
    monkeypatch.setattr(plan, "TURN", 100_000)
    monkeypatch.setattr(plan, "EFFORT", 1e-9)
    learned, tries = kernel_engine.judged, []

    def noted(*given: Any) -> Any:
        tries.append(given)
        return learned(*given)

    monkeypatch.setattr(kernel_engine, "judged", noted)
    model = load("golomb_ruler", marks=7, length=30, shortest=True)
    rows, outcome = found_by(model, "auto")
    assert len(rows) == 10
    assert tries
    assert (outcome.complete_by, outcome.objective.proven_by) == ("auto", None)


@llvmlite
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(("word", "far", "whose"), [(1e9, 0, 1), (1e9, 1e9, 0), (800, 1e9, 1)])
def test_a_search_that_did_little_is_handed_over_where_much_is_left(
    monkeypatch, word, far, whose, jobs
) -> None:
    pytest.importorskip("ortools")
    for name, value in (("TURN", 100_000), ("SOON", -1), ("WORD_TO_TRANSLATE", word), ("FAR", far)):
        monkeypatch.setattr(plan, name, value)
    model = load("golomb_ruler", marks=7, length=30, shortest=True)
    rows, outcome = found_by(model, "auto", jobs=jobs)
    assert len(rows) == 10
    assert outcome.objective.proven_by == ("cp-sat" if whose else None)


@llvmlite
def test_an_effort_is_a_number_where_the_work_left_is_more_than_numbers_hold() -> None:
    x = variables("x", 400, range(10_000))
    model = Model("m", x, [x[i] + x[i + 1] != 7 for i in range(399)])
    task = read(model)
    found = kernel_search.posted(task.domains or [], task.forms, task.place_of)
    assert kernel_search.root(found, task.domains or [], lambda: None)
    trial = kernel_engine.Trial(found, counting=False, improving=True)
    assert trial.sampled_left(lambda: None) == math.inf
    assert (trial.turns.effort(lambda: None) or 0) >= 0


@llvmlite
def test_a_turn_that_is_hardly_longer_than_one_in_vain_is_left_out(monkeypatch) -> None:
    monkeypatch.setattr(plan, "WORD_TO_TRANSLATE", 0)
    task = read(load("golomb_ruler", marks=8, length=40))
    found = kernel_search.posted(task.domains or [], task.forms, task.place_of)
    trial = kernel_engine.Trial(found, counting=False, improving=True)
    assert kernel_search.root(found, task.domains or [], lambda: None)
    trial.go_on(1_000_000, lambda: None)
    left = iter([math.inf, *[(plan.SOON + 1) * trial.work] * 4])
    monkeypatch.setattr(trial, "sampled_left", lambda *_: next(left))
    first, *others = [trial.turns.effort(lambda: None) for _ in range(5)]
    assert first
    assert others == [0, 0, 0, pytest.approx(4 * first)]


@llvmlite
def test_work_is_not_estimated_beyond_the_most_that_matters(monkeypatch) -> None:
    model = load("golomb_ruler", marks=8, length=40)
    task = read(model)
    found = kernel_search.posted(task.domains or [], task.forms, task.place_of)
    assert kernel_search.root(found, task.domains or [], lambda: None)
    trial, descend, number = kernel_engine.Trial(found, counting=True), kernel_search.descend, 0
    trial.go_on(1_000_000, lambda: None)

    def noted(*given: Any) -> Any:
        nonlocal number
        number += 1
        return descend(*given)

    monkeypatch.setattr(kernel_search, "descend", noted)
    whole = trial.sampled_left(lambda: None)
    assert number >= kernel_engine.FEWEST_DESCENTS
    before, number = number, 0
    assert 1 < trial.sampled_left(lambda: None, most=1)
    assert number < kernel_engine.FEWEST_DESCENTS
    number = 0
    assert trial.sampled_left(lambda: None, most=1e30) == whole
    assert number == before


@llvmlite
def test_a_false_proof_of_another_solver_ends_the_run(monkeypatch) -> None:
    at_once(monkeypatch)

    def wrongly(name: str, model: Model, control: Control, goal: Goal, *more: Any) -> Any:
        assert goal.sense == "max", "only the best value is asked for"
        yield first(model, "flatmap").row

    call = kernel_search.call
    monkeypatch.setattr(kernel_search, "call", lambda *given: call(*given[:4], 1))
    monkeypatch.setattr(kernel_engine, "judged", wrongly)
    with pytest.raises(SolverFailed, match=r"cp-sat proved .* best, but .* is better"):
        list(solutions(knapsack(12), "auto"))


@llvmlite
@pytest.mark.parametrize("reported", [0, 1])
def test_a_proof_of_less_than_what_was_found_ends_the_run(monkeypatch, reported) -> None:
    at_once(monkeypatch)
    monkeypatch.setattr(plan, "TURN", 100_000)
    monkeypatch.setattr(plan, "MANY_VALUES", 0)

    def wrongly(name: str, model: Model, *more: Any) -> Any:
        yield from [first(model, "flatmap").row] * reported

    monkeypatch.setattr(kernel_engine, "judged", wrongly)
    with pytest.raises(SolverFailed, match=r": proven best, while \d+ was found before"):
        list(solutions(knapsack(30), "auto"))
