"""The kernel hands over the rest of a search, and the two together find each solution once."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

import pytest

from everyway.comparer import compare
from everyway.models import (
    Model,
    Variable,
    all_different,
    allowed,
    any_of,
    element,
    integer,
    maximum,
    regular,
    total,
)
from everyway.models import count as counting
from everyway.solvers import SolverFailed, Unsupported, count, first, solutions
from everyway.solvers.auto import engines, kernel_engine, plan
from everyway.solvers.auto.kernel import kernel_search
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.kernel_engine import learners
from everyway.solvers.auto.plan import read
from everyway.solvers.auto.reading import cliques
from everyway.solvers.harness import registry
from everyway.solvers.harness.running.independent_parts import counted
from everyway.views.searching import counts, run_in_json, summary

from ...support.fake_solvers import register

GO_ON = kernel_engine.Trial.go_on


def forced(monkeypatch, nodes: int, *names: str) -> None:
    """Hand over after so many decisions, to the solvers of these names."""

    def by_nodes(trial, work, check):
        while not trial.is_done and trial.nodes < work:
            GO_ON(trial, (trial.memory[at.STEPS] + 1) * trial._step, check)

    monkeypatch.setattr(kernel_engine.Trial, "go_on", by_nodes)
    worked = property(lambda trial: float(trial.nodes))
    monkeypatch.setattr(kernel_engine.Trial, "work", worked)
    monkeypatch.setattr(kernel_search, "STEPS_A_CALL", 1)
    monkeypatch.setattr(kernel_search, "ROWS_AT_FIRST", 1)
    monkeypatch.setattr(kernel_engine, "learners", lambda task: list(names))
    for name in ("SHORT", "HOPELESS", "HOPELESS_LOOPS", "WORTH_A_SOLUTION"):
        monkeypatch.setattr(plan, name, -1)
    for name, number in {"FIRST": nodes, "PATIENCE": nodes, "STEPS_BY_WEIGHTS": 0}.items():
        monkeypatch.setattr(plan, name, number)


def rows(model: Model, **options) -> tuple[Counter, dict]:
    with solutions(model, "auto", **options) as found:
        return Counter(tuple(one.row) for one in found), found.outcome.statistics


def brute(model: Model) -> Counter:
    return Counter(tuple(one.row) for one in solutions(model, "brute-force"))


WIDE = [range(70), (1, 5, 9, 64), range(0, 6000, 2000), range(5000, 5100)]
"""Domains with several words of bits, with gaps, or too wide for bits."""


def drawn(seed: int) -> Model:
    """A model that the kernel takes, with auxiliary variables in some."""
    random = Random(seed)
    x = [Variable("wide", random.choice(WIDE)), Variable("x", range(-2, 3))]
    x += [Variable(f"y{place}", range(3)) for place in range(random.randint(1, 2))]
    a, b, *others = random.sample(x, len(x))
    model = Model("drawn", x, any_of(a != 1, b > 2), any_of(a < 2, b <= 5, others[0] != 0))
    for _ in range(random.randint(1, 2)):
        model += random.choice(
            [
                total(random.choice([-1, 1, 2]) * v for v in x) <= random.randint(5, 70),
                all_different(v + random.randint(0, 2) for v in x),
                allowed([a, b], [(0, 1), (1, 0), (2, 2), (1, 2), (5, 2), (2, 5), (64, 0), (0, 64)]),
                maximum(x) >= 2,
                counting(x, 1) <= 2,
                element([3, 0, 2, 1, a], others[0]) != b,
                regular(
                    x[-2:], {("s", 0): "s", ("s", 1): "t", ("t", 0): "s", ("t", 2): "t"}, "s", "st"
                ),
            ]
        )
    return model


@cache
def known() -> list[tuple[Model, Counter]]:
    """Models with their solutions."""
    a, b = integer("a", 0, 69), integer("b", -5, 64)
    bounds = Model("bounds", a, b, a + b <= 30, any_of(a != 3, b > 2), 2 * a - b >= -9)
    return [(model, brute(model)) for model in [bounds, *map(drawn, range(20))]]


def turns(monkeypatch, nodes: int) -> list[tuple[int, ...]]:
    """Have `cp-sat` asked for a first solution after so many decisions; those that it finds.

    Where a number of solutions is asked for, it comes sooner.
    """
    monkeypatch.setattr(plan, "TURN", nodes / plan.LONGER)
    for name in ("SOON", "TURN_FOR_ANY", "WORD_TO_TRANSLATE", "STEPS_BY_WEIGHTS"):
        monkeypatch.setattr(plan, name, -1)
    monkeypatch.setattr(kernel_engine.Trial, "dive", lambda *given: [])
    asked, judged = [], kernel_engine.judged

    def noted(name, model, control, *others):
        for row in judged(name, model, control, *others):
            if others and others[0] is not None:
                asked.append(row[:-1])
            yield row

    monkeypatch.setattr(kernel_engine, "judged", noted)
    return asked


@pytest.mark.parametrize("patience", [10**9, 2])
@pytest.mark.parametrize("nodes", [0, 1, 3])
def test_a_first_solution_of_another_solver_comes_once(monkeypatch, nodes, patience):
    pytest.importorskip("ortools")
    forced(monkeypatch, nodes, "brute-force")
    monkeypatch.setattr(plan, "PATIENCE", patience)
    asked = turns(monkeypatch, nodes)
    for turn, form in enumerate(("rows", "arrays", "first")):
        asked.clear()
        for model, expected in known()[turn::3]:
            if form == "rows":
                assert rows(model)[0] == expected
            elif form == "arrays":
                blocks = solutions(model, "auto").arrays()
                assert (
                    Counter(tuple(map(int, row)) for block in blocks for row in block) == expected
                )
            else:
                found = first(model)
                assert found is None if not expected else found.row in expected
        assert asked, "a first solution came from cp-sat"


@pytest.mark.parametrize("loops", [False, True])
def test_little_is_held_while_an_engine_is_chosen(monkeypatch, loops):
    monkeypatch.setattr(plan, "MOST_HELD", 40)
    monkeypatch.setattr(kernel_search, "ROWS_AT_FIRST", 4)
    monkeypatch.setattr(plan, "SHORT", -1)
    monkeypatch.setattr(engines, "_are_loops_quicker", lambda *given: loops)
    held, number = [], 0
    go_on = kernel_engine.Trial.go_on

    def noted(trial, work, check):
        go_on(trial, work, check)
        held.append(sum(map(len, trial._found)))

    monkeypatch.setattr(kernel_engine.Trial, "go_on", noted)
    for model, expected in known():
        assert rows(model)[0] == expected
        number = max(number, len(expected))
    assert number > 200
    assert 40 < max(held) < 200


def test_a_first_solution_and_loops(monkeypatch):
    pytest.importorskip("ortools")
    pytest.importorskip("llvmlite")
    asked = turns(monkeypatch, 0)
    monkeypatch.setattr(plan, "SHORT", -1)
    monkeypatch.setattr(kernel_engine.Trial, "go_on", lambda trial, work, check: None)
    monkeypatch.setattr(kernel_engine.Trial, "work", 10.0**9)
    monkeypatch.setattr(engines, "_are_loops_quicker", lambda *given: True)
    engine = Counter()
    for model, expected in known():
        found, statistics = rows(model)
        assert found == expected
        engine[statistics["engine"]] += 1
    assert asked
    assert engine["machine code"] > 3


@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("limit", [None, 1, 2])
def test_a_solution_in_the_declared_order_comes_once_and_first(monkeypatch, loops, limit):
    if loops:
        pytest.importorskip("llvmlite")
    monkeypatch.setattr(plan, "SHORT", -1)
    monkeypatch.setattr(engines, "_are_loops_quicker", lambda *given: loops)
    if loops:
        monkeypatch.setattr(kernel_engine.Trial, "work", 10.0**9)
    go_on, dive, dived = kernel_engine.Trial.go_on, kernel_engine.Trial.dive, []

    def late(trial, work, check):
        if work > plan.FIRST and not loops:
            go_on(trial, work, check)

    def noted(trial, root, check):
        for row in dive(trial, root, check):
            dived.append(tuple(row))
            yield row

    monkeypatch.setattr(kernel_engine.Trial, "go_on", late)
    monkeypatch.setattr(kernel_engine.Trial, "dive", noted)
    for model, expected in known():
        dived.clear()
        with solutions(model, "auto", limit=limit) as found:
            rows = [one.row for one in found]
        assert Counter(rows) == expected if limit is None else expected >= Counter(rows)
        assert len(rows) == min(limit or len(expected), len(expected))
        assert dived == rows[:1]


def test_that_there_is_none_is_on_the_word_of_who_proved_it(monkeypatch):
    pytest.importorskip("ortools")
    forced(monkeypatch, 1, "brute-force")
    monkeypatch.setattr(plan, "PATIENCE", 10**9)
    turns(monkeypatch, 1)
    monkeypatch.setattr(cliques, "FEWEST", 99)  # or the pigeons would be seen at once
    x = [Variable(f"x{place}", range(4)) for place in range(5)]
    model = Model("pigeons", x, *[a != b for a, b in combinations(x, 2)])
    with solutions(model, "auto") as found:
        assert not list(found)
    assert found.outcome.ending == "complete, on the word of cp-sat", found.outcome.statistics
    with solutions(model, "auto", hand_over=False) as found:
        assert not list(found)
    assert found.outcome.ending == "complete"


def test_a_first_solution_that_the_kernel_loses_ends_the_run(monkeypatch):
    pytest.importorskip("ortools")
    forced(monkeypatch, 0, "brute-force")
    monkeypatch.setattr(plan, "PATIENCE", 10**9)
    turns(monkeypatch, 0)
    model, _ = known()[0]
    finds = kernel_search.finds

    def losing(search, memory, check, *given, **options):
        yield from (batch for batch in finds(search, memory, check, *given, **options) if not batch)

    monkeypatch.setattr(kernel_search, "finds", losing)
    go_on = kernel_engine.Trial.go_on

    def late(trial, work, check):
        if work > plan.FIRST:
            go_on(trial, work, check)

    monkeypatch.setattr(kernel_engine.Trial, "go_on", late)
    with pytest.raises(SolverFailed, match="lost a solution"):
        rows(model)


@pytest.mark.parametrize("nodes", [1, 2, 5, 12])
def test_what_is_left_and_what_was_found_are_all_solutions_once(monkeypatch, nodes):
    forced(monkeypatch, nodes, "brute-force")
    handed = []
    for model, expected in known():
        found, statistics = rows(model)
        assert found == expected
        assert nodes != 2 or count(model) == found.total()
        handed.append(statistics.get("boxes"))
    assert handed.count(None) < 10
    assert nodes == 1 or max(filter(None, handed)) > 2


def clauses(seed: int, number: int = 9) -> Model:
    """Random clauses over Booleans, some of which share no other."""
    random = Random(seed)
    x = [Variable(f"x{place}", range(2)) for place in range(number)]
    some = (random.sample(x, 3) for _ in range(2 * number))
    return Model("clauses", x, [any_of([v == random.randint(0, 1) for v in vs]) for vs in some])


@pytest.mark.parametrize("name", ["sat", "cp-sat"])
def test_the_rest_is_found_by_a_solver_that_learns_in_every_form(monkeypatch, name):
    pytest.importorskip({"sat": "pysat", "cp-sat": "ortools"}[name])
    model = clauses(1)
    expected = brute(model)
    forced(monkeypatch, 4, name)
    assert rows(model)[0] == rows(model, jobs=2)[0] == expected
    assert rows(model)[1]["handed_over"] == name
    with solutions(model) as found:
        blocks = [tuple(row) for block in found.arrays() for row in block.tolist()]
    assert Counter(blocks) == expected
    assert first(model).row in expected
    with solutions(model, limit=3) as found:
        assert len({one.row for one in found} & expected.keys()) == 3
    with solutions(model) as found:
        next(found)
    assert found.outcome.reason == "closed"


def test_other_engines_keep_their_search(monkeypatch):
    model = clauses(2)
    forced(monkeypatch, 4, "brute-force")
    for solver in ("auto[python]", "auto[kernel]"):
        with solutions(model, solver) as found:
            list(found)
        assert "handed_over" not in found.outcome.statistics
    assert "handed_over" not in rows(model, hand_over=False)[1]


def test_what_nobody_else_can_search_goes_on(monkeypatch):
    def refuses(model, control):
        raise Unsupported("refused")
        yield

    register(monkeypatch, refuses)
    model = clauses(3)
    expected = brute(model)
    for names in [("fake",), (), ("fake", "brute-force")]:
        forced(monkeypatch, 4, *names)
        found, statistics = rows(model)
        assert found == expected
        assert statistics.get("handed_over") == (names[-1] if len(names) == 2 else None)


LIES = {
    "invents": (lambda found, all_: {**found[0], "x0": 1 - found[0]["x0"]}, "reported"),
    "leaves its box": (
        lambda found, all_: next(one for one in all_ if one not in found),
        "left to",
    ),
    "repeats": (lambda found, all_: found[0], "before"),
    "misses a variable": (lambda found, all_: {"x0": 1}, "no value"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_solver_that_lies_about_the_rest_is_convicted_by_name(monkeypatch, lie):
    model = clauses(1)
    every = [dict(one.assignment) for one in solutions(model, "brute-force")]
    lies, said = LIES[lie]

    def liar(rest, control):
        found = list(registry.solver_named("brute-force").start(rest, control))
        return iter([*found, lies(found, every)])

    register(monkeypatch, liar)
    forced(monkeypatch, 8, "fake")
    with pytest.raises(SolverFailed, match=f"(?s)^fake, .*{said}"):
        list(solutions(model))
    with pytest.raises(SolverFailed, match=f"(?s)^fake, .*{said}"):
        count(model)


def test_the_choice_follows_the_model_and_what_is_installed():
    easy = clauses(1)
    x = [integer(f"v{place}", 0, 20) for place in range(4)]
    hard = Model("sums", x, all_different(x), total(x) == 30)
    assert learners(read(easy))[:1] == [n for n in ("sat", "cp-sat") if installed(n)][:1]
    assert learners(read(hard))[:1] == [n for n in ("cp-sat", "sat") if installed(n)][:1]


def installed(name: str) -> bool:
    return registry.solver_named(name).is_installed()


def test_whose_word_it_is_stands_in_the_outcome_and_in_json(monkeypatch):
    model = clauses(1)
    forced(monkeypatch, 8, "brute-force")
    with solutions(model) as found:
        number = sum(1 for _ in found)
    outcome = found.outcome
    assert outcome.complete_by == "brute-force"
    assert run_in_json(outcome)["complete_by"] == "brute-force"
    assert outcome.ending == "complete, on the word of brute-force"
    assert summary(outcome).startswith(f"{number} solutions, {outcome.ending}, auto, ")
    assert "handed over: brute-force" in counts(outcome.statistics)
    free = integer("free", 0, 2)
    both = counted(Model("both", model.groups, free, model.rules))
    assert (both.number, both.outcome.complete_by) == (3 * number, "brute-force")
    twice = counted(in_two_parts())
    assert (twice.number, twice.outcome.complete_by) == (
        brute(in_two_parts()).total(),
        "brute-force",
    )
    with solutions(model, limit=2) as found:
        list(found)
    assert found.outcome.complete_by is None
    with solutions(model, "brute-force") as found:
        list(found)
    assert (found.outcome.complete_by, found.outcome.ending) == ("brute-force", "complete")


def in_two_parts() -> Model:
    """Two models in one, of which the last is not handed over."""
    easy = [integer(f"e{place}", 0, 1) for place in range(2)]
    hard = clauses(1)
    return Model("parts", hard.groups, hard.rules, easy, easy[0] != easy[1])


def test_in_a_comparison_nothing_is_handed_over(monkeypatch):
    model = clauses(1)
    forced(monkeypatch, 8, "brute-force")
    found = compare(model, ["auto", "brute-force"], hand_over=True)
    assert found.verdict == "agree"
    assert all("handed_over" not in run.outcome.statistics for run in found.runs)
