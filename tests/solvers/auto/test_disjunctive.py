"""Pairs of tasks that do not overlap are joined to constraints of the same solutions."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from everyway.models import Constraint, Model, Variable, any_of, integer, variables
from everyway.models.language.global_constraints.no_overlap import NoOverlap
from everyway.solvers import first, solutions
from everyway.solvers.auto.reading import disjunctive
from everyway.solvers.auto.reading.disjunctive import with_machines


def machines(model: Model) -> list[tuple[list[str], list[str]]]:
    """The tasks and durations of each no_overlap that pairs are joined to."""
    joined = (c for c in with_machines(model).constraints if isinstance(c, NoOverlap))
    return [([v.name for v in c.starts], [str(d) for d in c.durations]) for c in joined]


def before(random: Random, x: Variable, length: int, y: Variable) -> Constraint:
    """One of the ways to say that x plus a length is at most y."""
    ways = [
        x + length <= y,
        y >= x + length,
        y - x >= length,
        x - y < 1 - length,
        y - length + 1 > x,
        -y <= -x - length,
    ]
    return random.choice(ways)


def drawn(random: Random) -> Model:
    """Pairs of a few tasks, most of them as long in each, some twice, and one with an end."""
    x = variables("x", random.randint(3, 4), range(random.randint(3, 5)))
    usual = {v: random.randint(1, 2) for v in x}
    rules = []
    for a, b in combinations(x, 2):
        for _ in range(random.choice((0, 1, 1, 1, 1, 1, 2))):
            length, other = (
                random.choice((0, 1, 2, 3)) if random.random() < 0.12 else usual[v] for v in (a, b)
            )
            pair = [before(random, a, length, b), before(random, b, other, a)]
            random.shuffle(pair)
            rules.append(any_of(pair))
    end = integer("end", 2, 5)
    return Model("tasks", x, end, rules, [v <= end for v in x], minimise=end)


def test_random_pairs_have_the_same_solutions() -> None:
    random, joined = Random(5), 0
    for _ in range(40):
        model = drawn(random)
        joined += bool(machines(model))
        plain = Model("plain", model.groups, model.constraints)
        rows = [{s.row for s in solutions(m, "brute-force")} for m in (plain, with_machines(plain))]
        assert rows[0] == rows[1]
        best, expected = first(model), first(model, "brute-force")
        assert (best is None) == (expected is None)
        if best is not None and expected is not None:
            assert best["end"] == expected["end"]
    assert joined > 15


def test_a_planted_fault_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    read = disjunctive._before

    def longer(constraint: Constraint) -> tuple[Variable, int, Variable] | None:
        found = read(constraint)
        return found and (found[0], found[1] + 1, found[2])

    monkeypatch.setattr(disjunctive, "_before", longer)
    with pytest.raises(AssertionError, match="Extra items"):
        test_random_pairs_have_the_same_solutions()


def test_a_machine_is_one_constraint_and_other_lengths_stay() -> None:
    x = variables("x", 5, range(30))
    apart = [any_of([a + 2 <= b, b + 2 <= a]) for a, b in combinations(x[:4], 2)]
    model = Model("machine", x, apart)
    assert machines(model) == [(["x[0]", "x[1]", "x[2]", "x[3]"], ["2"] * 4)]
    assert len(with_machines(model).constraints) == 1
    other = any_of([x[0] + 3 <= x[1], x[1] + 2 <= x[0]])
    assert with_machines(Model("m", x, apart, other)).constraints[-1] is other
    odd = [any_of([a + 2 <= b, b + (2 + (b is x[2])) <= a]) for a, b in combinations(x[:3], 2)]
    assert machines(Model("three", x, odd)) == [(["x[0]", "x[1]", "x[2]"], ["2", "2", "3"])]


def test_a_model_without_such_pairs_stays_itself() -> None:
    x = variables("x", 3, range(5))
    some = [
        x[0] + 1 <= x[1],
        any_of([x[0] <= x[1], x[1] + 2 <= x[0]]),
        any_of([x[0] == 1, x[1] == 2]),
    ]
    model = Model("others", x, some)
    assert with_machines(model) is model
