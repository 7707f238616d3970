"""The hand-written backtracker: what an observer sees, laziness, levels, and size."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    Variable,
    all_different,
    allowed,
    any_of,
    at_most,
    integer,
    predicate,
    rule,
    total,
    variable,
    variables,
)
from everyway.models.language.nodes import topological
from everyway.models.language.viewpoints.viewpoint import in_viewpoint
from everyway.models.queens import queens
from everyway.solvers import Unsupported
from everyway.solvers import count as count_by
from everyway.solvers import first as first_by
from everyway.solvers.flatmap import Step, levels, solutions
from everyway.solvers.flatmap.consistency import (
    Checking,
    InOrder,
    LargestDegree,
    Observed,
    Propagation,
    Removal,
    WeightedDegree,
)
from everyway.solvers.harness.contract import Control, Stopped
from everyway.solvers.harness.options import Options

from ..support.settings import SEED

count = partial(count_by, solver="flatmap")
first = partial(first_by, solver="flatmap")


class Watcher:
    """Writes down what it sees, and keeps the choices of each solution and each failure."""

    def __init__(self, model: Model, *, by_levels: bool = False) -> None:
        self.by_levels = by_levels
        self.tried = [()]
        self.labels = [rule.label for rule in model.rules]
        self.tries = 0
        self.events: list[tuple[Any, ...]] = []
        self.path: list[tuple[str, int]] = []
        self.numbers = [0]
        self.tree: dict[tuple[Any, ...], str] = {}
        self.solved_at: list[int] = []

    def chosen(self, variable: str, value: int, depth: int, parent: int) -> None:
        self.events.append(("chosen", variable, value, depth))
        self.tried.append((*self.tried[parent], (variable, value)))
        if self.by_levels:
            return
        assert 1 <= depth <= len(self.path) + 1
        assert parent == self.numbers[depth - 1], "the try that it was made in"
        self.tries += 1
        self.numbers[depth:] = [self.tries]
        self.path[depth - 1 :] = [(variable, value)]
        assert tuple(self.path) not in self.tree
        self.tree[tuple(self.path)] = "open"

    def removed(self, removal: Removal) -> None:
        assert all(set(left) < set(before) and left for _, before, left in removal.losses)

    def failed(self, reason: Removal, emptied: int | None, depth: int) -> None:
        self.events.append(("failed", self.labels[reason.rule], depth))
        if self.by_levels:
            return
        assert emptied is None or [loss.place for loss in reason.losses] == [emptied]
        assert depth == len(self.path)
        self._ends("failed")

    def solved(self, solution: Any) -> None:
        self.events.append(("solved", dict(solution)))
        if self.by_levels:
            return
        assert dict(self.path).items() <= dict(solution).items()
        self._ends("solved")
        self.solved_at.append(len(self.path))

    def _ends(self, how: str) -> None:
        assert self.tree.get(tuple(self.path), "open") == "open"
        self.tree[tuple(self.path)] = how


def watched(model: Model) -> tuple[list[dict[str, int]], Watcher]:
    watcher = Watcher(model)
    return [dict(s) for s in solutions(model, Control(), watcher)], watcher


def has_labels(model: Model) -> bool:
    return any(variable.labelled for variable in model.variables)


def rows_of(n: int) -> Model:
    return in_viewpoint(queens(n), "rows").model


x, y, z = integer("x", 0, 9), integer("y", 0, 9), integer("z", 0, 9)
MODELS = [
    Model("nothing"),
    rows_of(5),
    queens(4),
    Model("linear", x, y, z, x + 2 * y - z == 3, x + y + z != 9),
    Model("table", x, y, z, allowed([x, y, z], [(a, a * a, 2) for a in range(4)]), x + y + z >= 4),
    Model("general", x, y, z, any_of([x * y * z == 24, x - y * z == 7]), z > 1),
    *(m for m in map(random_model, range(SEED + 70_000, SEED + 70_080)) if not has_labels(m)),
]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_what_an_observer_sees_is_the_tree_of_the_solutions(model):
    found, watcher = watched(model)
    assert found == [dict(s) for s in solutions(model, Control())]
    assert [event[1] for event in watcher.events if event[0] == "solved"] == found
    inner = {path[:-1] for path in watcher.tree if path}
    for path, end in watcher.tree.items():
        below = [solution for solution in found if dict(path).items() <= solution.items()]
        assert (end == "open") == (path in inner)
        if end == "solved":
            assert len(below) == 1
        if end == "failed":
            assert below == []
    for parent in inner:
        children = [path[-1][0] for path in watcher.tree if path and path[:-1] == parent]
        assert len(set(children)) == 1, "the children of a state decide one variable"


@pytest.mark.parametrize("model", MODELS[:30], ids=lambda model: model.name)
@pytest.mark.parametrize("strategy", [Observed, InOrder, Checking, LargestDegree, WeightedDegree])
def test_every_strategy_finds_the_same_solutions_depth_first_and_by_levels(model, strategy):
    wanted = sorted(tuple(s.items()) for s in solutions(model, Control()))
    deep, level = Watcher(model), Watcher(model, by_levels=True)
    found = solutions(model, Control(), deep, strategy)
    assert sorted(tuple(s.items()) for s in found) == wanted
    found = levels.solutions(model, Control(), level, strategy)
    assert sorted(tuple(s.items()) for s in found) == wanted
    if strategy is not WeightedDegree:  # it learns from failures in the order in which they come
        assert sorted(deep.tried) == sorted(level.tried)


def decided(model: Model, strategy: type[Observed]) -> list[str]:
    """The variables that the tries are of, each once, in the order of the search."""
    watcher = Watcher(model)
    list(solutions(model, Control(), watcher, strategy))
    return list(dict.fromkeys(event[1] for event in watcher.events if event[0] == "chosen"))


def test_the_variable_in_most_constraints_with_open_ones_is_decided_next():
    hub, rim = variable("hub", range(3)), [variable(f"rim {n}", range(3)) for n in range(3)]
    far, near = variable("far", range(2)), variable("near", range(2))
    bound = [hub != one for one in rim]
    star = Model("star", *rim, hub, far, near, far != near, far + near != 5, *bound)
    assert decided(star, LargestDegree) == ["hub", "far", "rim 0", "rim 1", "rim 2"]
    assert decided(star, InOrder)[:3] == ["rim 0", "rim 1", "rim 2"]


def test_a_constraint_that_fails_draws_the_search_to_its_variables():
    """A sum fails, and a conflict of two of three variables, which a third shares."""
    a, b, c, d, e, f = variables("v", 6, range(3))
    rules = [rule("even", 2 * a + 2 * b - 2 * c == 1), rule("pairs", [d + e != 2, e + f != 1])]
    model = Model("drawn", a, b, c, d, e, f, *rules)
    propagation = WeightedDegree(model, Control(), Watcher(model, by_levels=True))
    state = [v.domain for v in (a, b, c, d, e, f)]
    assert propagation.next_open(state) == 4, "two constraints"
    for _ in range(2):
        assert propagation.decide(state, 0, 1, 0) is None
    assert propagation.next_open(state) == 0, "a constraint of weight 3"
    one_left = [*state[:4], (1,), (0,)]
    for _ in range(4):
        assert propagation.decide(one_left, 4, 1, 1) is None
    assert propagation.next_open(state) == 4
    assert propagation.next_open([*state[:3], state[3], state[4], (1,)]) == 0, "the weight is f's"


def test_rules_of_one_label_are_kept_apart_by_their_numbers():
    x, y = variable("x", [0, 1]), variable("y", [0, 1])
    rules = [rule("twin", x == y), rule("twin", x != y)]
    numbers: list[int] = []
    watcher = Watcher(model := Model("twins", x, y, *rules))
    watcher.removed = lambda removal: numbers.append(removal.rule)
    watcher.failed = lambda reason, *_: numbers.append(reason.rule)
    assert list(solutions(model, Control(), watcher)) == []
    assert set(numbers) == {0, 1}


@pytest.mark.parametrize("strategy", [Observed, Checking])
def test_what_is_said_of_one_variable_alone_is_removed_first(strategy):
    model = Model("facts last", x, y, z, x + y == 9, all_different([y, z]), x == 4, z != 0, y <= 7)
    watcher, given = Watcher(model), []
    watcher.removed = lambda removal: given.append((removal.rule, removal.given))
    list(solutions(model, Control(), watcher, strategy))
    facts = [rule for rule, alone in given if alone]
    assert (sorted(set(facts)), given[: len(facts)]) == ([2, 3, 4], [(n, True) for n in facts])


def test_failures_name_the_rule_that_is_broken():
    _, watcher = watched(rows_of(4))
    failed = {event[1] for event in watcher.events if event[0] == "failed"}
    assert failed == {"diagonals <= 1"}
    assert watcher.events[:3] == [
        ("chosen", "queen[row 1]", 1, 1),
        ("chosen", "queen[row 2]", 3, 2),
        ("failed", "diagonals <= 1", 2),
    ]
    _, watcher = watched(Model("rooks", q := variables("q", 3, range(2)), all_different(q)))
    assert {event[1] for event in watcher.events if event[0] == "failed"} == {
        "all_different(q[0], q[1], q[2])"
    }


RULES = {
    "linear": x + y + z == 26,
    "unequal": (x - x + y != y) & (x >= 0),
    "table": allowed([x, y, z], [(a, 9 - a, 30) for a in range(9)]),
    "general": x * y * z == 800,
    "predicate": predicate(lambda a, b, c: False, x, y, z),
    "pair": x * y == 82,
    "below": x + y <= 17,
}


@pytest.mark.parametrize("broken", sorted(set(RULES) - {"below"}))
def test_every_kind_of_constraint_is_named_when_it_fails(broken):
    """Beside rules that can be kept."""
    others = [x <= 8, y <= 8, z <= 8, RULES["below"]]
    found, watcher = watched(Model("broken", x, y, z, *others, RULES[broken]))
    assert found == []
    named = {event[1] for event in watcher.events if event[0] == "failed"}
    assert {str(rule) for rule in named} == {rule_label(RULES[broken])}


def rule_label(rule: Any) -> str:
    return Model("one", x, y, z, rule).rules[0].label


def scope_of(rule: Any) -> list[Variable]:
    return [node for node in topological([rule]) if isinstance(node, Variable)]


@pytest.mark.parametrize(
    "rule",
    [
        x + y + z >= 28,
        allowed([x, y], []),
        x * y * z < 0,
        all_different([integer("x", 1, 1), integer("y", 1, 1)]),
    ],
    ids=str,
)
def test_a_model_that_dies_at_the_root_reports_depth_0(rule):
    model = Model("dead", scope_of(rule), rule)
    found, watcher = watched(model)
    assert found == []
    assert watcher.events == [("failed", model.rules[0].label, 0)]


def test_without_an_observer_a_decision_is_the_bare_method():
    step = Step(rows_of(4), Control())
    assert type(step._propagation) is Propagation


# ---------------------------------------------------------------------------------- laziness


def test_nothing_happens_before_the_first_solution_is_asked_for():
    control = Control()
    stream = solutions(rows_of(8), control)
    assert (control.built_after, control.statistics) == (None, {})
    next(stream)
    assert control.built_after is not None
    tries = control.statistics["tries"]
    next(stream)
    assert tries < control.statistics["tries"]


@pytest.mark.parametrize(("n", "most"), [(8, 100), (20, 2_000)])
def test_the_first_solution_on_a_large_board_takes_few_tries(n, most):
    control = Control()
    assert next(solutions(rows_of(n), control))
    assert 0 < control.statistics["kept"] <= control.statistics["tries"] < most


def test_a_branch_is_searched_only_when_it_is_asked_for():
    control = Control()
    stream = solutions(Model("free", variables("b", 12, range(2))), control)
    for number, _ in enumerate(islice(stream, 50)):
        assert control.statistics["tries"] <= 12 + 2 * number


def test_bounds_that_creep_towards_each_other_can_be_stopped():
    far = [integer(name, 0, 10**12) for name in "ab"]
    control = Control(Options(time_limit=0.2))
    control.resume()
    with pytest.raises(Stopped):
        next(solutions(Model("creep", far, far[0] < far[1], far[1] < far[0]), control))


# ------------------------------------------------------------------------------------ levels


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_levels_finds_the_same_level_by_level(model):
    found, watcher = watched(model)
    by_level = sorted(range(len(found)), key=lambda place: watcher.solved_at[place])
    assert [dict(s) for s in levels.solutions(model, Control())] == [found[p] for p in by_level]


# -------------------------------------------------------------------------------------- size

FAR = 10**12


def test_wide_domains_lose_values_from_their_ends():
    a, b, c = (integer(name, 0, FAR) for name in "abc")
    model = Model("far", a, b, c, a == 3 * b, a > FAR // 2, b + c == FAR, c != b)
    assert first(model).row == (500_000_000_001, 166_666_666_667, 833_333_333_333)
    ends = Model("ends", a, b, all_different([a, b]), a >= FAR - 1, b >= FAR, a != b)
    assert count(ends) == 1
    assert count(Model("rows", a, b, allowed([a, b], [(7, FAR), (FAR, 8), (9, FAR + 1)]))) == 2
    assert count(Model("steps", variable("s", range(0, FAR, FAR // 4)), c, c <= 1)) == 8


@pytest.mark.parametrize("size", [4_095, 4_096, 4_097])
def test_domains_about_as_wide_as_a_table_lose_no_solution(size):
    wide, small = integer("wide", 0, size - 1), integer("small", 0, 2)
    rules = [wide != small, abs(wide - size) != 2, wide + small != size, wide * small <= 3 * size]
    model = Model("about", wide, small, *rules, any_of([wide < 5, wide % 7 == small]))
    assert count(model) == count_by(model, "brute-force")


def test_a_domain_past_the_machine_is_refused_by_name():
    assert first(Model("just", integer("w", 0, 2**62 - 1)))["w"] == 0
    with pytest.raises(Unsupported, match=r"flatmap cannot hold the domain of w: range\(0, "):
        first(Model("past", integer("w", 0, 2**62)))


HUGE = """
import sys
from everyway.models import Model, increasing, integer, total, variables
from everyway.solvers import first
from tests.support.memory import peak_megabytes
n = int(sys.argv[2])
b, x = variables("b", n, range(2)), variables("x", n, range(n))
model = {
    "free": lambda: Model("free", b),
    "strict": lambda: Model("strict", x, increasing(x, strict=True)),
    "increasing": lambda: Model("increasing", x, increasing(x)),
    "sum": lambda: Model("sum", b, total(b) <= 5),
}[sys.argv[1]]()
assert first(model, "flatmap") is not None
print(peak_megabytes())
"""


@pytest.mark.parametrize(
    ("kind", "variables"),
    [
        ("free", 10_000),
        ("strict", 10_000),
        ("increasing", 3_000),
        ("sum", 3_000),
        pytest.param("increasing", 10_000, marks=pytest.mark.slow),
        pytest.param("sum", 10_000, marks=pytest.mark.slow),
    ],
)
def test_thousands_of_variables_need_neither_recursion_nor_much_memory(kind, variables):
    command = [sys.executable, "-c", HUGE, kind, str(variables)]
    root = Path(__file__).parents[2]
    peak = subprocess.check_output(command, text=True, timeout=180, cwd=root)
    assert int(peak) < 3_000


def test_counting_constraints_bind_early():
    """At most two of forty: 1 + 40 + 780 leaves, and no search beside them."""
    b = variables("b", 40, range(2))
    control = Control()
    model = Model("few", b, at_most(b, 1, 2), total(b) <= 2)
    assert len(list(solutions(model, control))) == 821
    assert control.statistics["tries"] == control.statistics["kept"]
