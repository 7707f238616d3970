"""Models with an objective, on every solver there is: the kit's own tests, and liars."""

import pytest

from everyway.conformance import best_solutions
from everyway.conformance.best_solutions import *  # noqa: F403 - conftest gives each test its solvers
from everyway.conformance.instances.random_models import best_rows, models_with_ties
from everyway.solvers.harness.registry import solver_named


@pytest.mark.parametrize("liar", ["lying_optimisers", "opposite_optimiser"])
def test_an_optimiser_that_lies_does_not_conform(liar: str) -> None:
    lying = solver_named(f"tests.support.{liar}:solutions")
    with pytest.raises(pytest.fail.Exception, match=r"not optimal|missing") as failed:
        best_solutions.test_random_models_have_exactly_their_best_solutions(lying)
    words = str(failed.value).partition("# the smallest that fails: ")[2]
    assert words.count("variable(") <= 2
    assert "minimise=" in words


def test_fronts_have_one_point_or_several_and_each_best_value_two_solutions() -> None:
    models = [model for seed in range(8) for model in models_with_ties(seed)]
    fronts = [len(best_rows(m)) // 2 for m in models if m.objective and m.objective.pareto]
    assert {1, 2, 3} <= set(fronts)
    assert all(len(best_rows(model)) % 2 == 0 for model in models)
