"""Symmetries of a model with an objective: those that keep it, so that best moves to best."""

from __future__ import annotations

import json

import pytest

from everyway.conformance.instances.random_models import best_rows, models_with_objectives
from everyway.models import Model, break_symmetry, symmetries, symmetry, total, variables
from everyway.models.domination import domination
from everyway.solvers import count, count_orbits, counterexample, solve_all

from ...support.command_lines import everyway

X = variables("x", 3, range(3))
PLAIN = Model("three", X, total(X) >= 3)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_symmetries_bring_best_solutions_to_best_solutions() -> None:
    proper = 0
    for seed in range(40):
        for model in models_with_objectives(seed):
            rows, group = best_rows(model), symmetries(model)
            proper += group.order > 1
            assert rows == {
                image.row
                for row in rows
                for image in group.orbit(model.solution(dict(zip(model.by_name, row, strict=True))))
            }, (seed, model.objective and model.objective.words)
    assert proper > 20


@pytest.mark.parametrize(
    ("aim", "order"),
    [
        ({"minimise": total(X)}, 6),
        ({"minimise": X[0]}, 2),
        ({"maximise": X[0] - X[2]}, 1),
        ({"pareto": (X[0], X[1])}, 2),
        ({"minimise": (X[0], X[1])}, 1),
        ({"pareto": (X[0], ("max", X[1]))}, 1),
        ({"minimise": X[0] * X[1], "within": 1}, 2),
    ],
    ids=str,
)
def test_only_what_keeps_the_objective_is_a_symmetry(aim: dict[str, object], order: int) -> None:
    swaps = [symmetry(f"{a}{b}", {X[a]: X[b], X[b]: X[a]}) for a, b in ((0, 1), (1, 2), (0, 2))]
    model = PLAIN.with_symmetries(*swaps).declaring(aim)
    group = symmetries(model, ["declared"])
    assert group.order == order
    assert all(counterexample(model, one) is None for one in group.generators)
    seen = {group.least(solution).row for solution in solve_all(model)}
    assert count_orbits(model, group=group) == len(seen)
    broken = break_symmetry(model, group)
    assert broken.exact
    assert count(broken.model) == len(seen)


def test_what_brings_a_best_solution_to_a_worse_one_is_refuted() -> None:
    swap = symmetry("swap", {X[0]: X[1], X[1]: X[0]})
    assert counterexample(PLAIN, swap) is None
    refuted = counterexample(PLAIN.minimising(X[0]), swap)
    assert refuted is not None
    assert refuted["x"][0] == 0


def test_a_board_keeps_its_symmetries_under_the_number_of_its_pieces() -> None:
    model = domination(n=4, fewest=True)
    queen, rules = model.groups[0].variables, model.without_objective()
    assert symmetries(model).order == symmetries(rules).order == 8
    assert symmetries(rules.minimising(queen[0])).order == 2
    assert count(model) == 12
    assert count_orbits(model) == count_orbits(domination(n=4, k=2)) < 12


def test_the_command_counts_the_best_up_to_symmetry() -> None:
    result = everyway("count", "domination", "n=4", "fewest=yes", "--up-to-symmetry", "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["count"] == count_orbits(domination(n=4, k=2))
    assert document["symmetry"]["solutions"] == 12
    assert document["objective"]["best"] == 2
