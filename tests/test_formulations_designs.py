"""Designs, algebra and arithmetic: the formulations of one puzzle have the same solutions."""

import pytest

from everyway.models import load
from everyway.solvers import count

SOLVERS = ["cp-sat", "flatmap"]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    ("name", "choice", "params"),
    [
        ("social_golfers", {"form": ["groups", "meetings"]}, {"groups": 2, "size": 2, "weeks": 3}),
        ("social_golfers", {"form": ["groups", "meetings"]}, {"groups": 3, "size": 2, "weeks": 2}),
        ("social_golfers", {"form": ["groups", "meetings"]}, {"groups": 2, "size": 3, "weeks": 2}),
        ("social_golfers", {"form": ["groups", "meetings"]}, {"groups": 3, "size": 1, "weeks": 2}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 0}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 1}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 2}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 3}),
        ("round_robin", {"form": ["games", "opponents"]}, {"players": 4}),
        ("hadamard", {"form": ["marks", "signs"]}, {"n": 1}),
        ("hadamard", {"form": ["marks", "signs"]}, {"n": 3}),
        ("hadamard", {"form": ["marks", "signs"]}, {"n": 4}),
        ("hadamard", {"form": ["marks", "signs"]}, {"n": 4, "normalized": True}),
        ("difference_sets", {"form": ["ring", "elements"]}, {"v": 7, "k": 3}),
        ("difference_sets", {"form": ["ring", "elements"]}, {"v": 6, "k": 5, "times": 4}),
        ("difference_sets", {"form": ["ring", "elements"]}, {"v": 6, "k": 3}),
        ("integer_partitions", {"form": ["times", "parts"]}, {"n": 6}),
        ("integer_partitions", {"form": ["times", "parts"]}, {"n": 6, "kind": "distinct"}),
        ("integer_partitions", {"form": ["times", "parts"]}, {"n": 6, "kind": "odd"}),
        ("integer_partitions", {"form": ["times", "parts"]}, {"n": 0}),
        ("egyptian_fractions", {"implied": [True, False]}, {"n": 3}),
        ("egyptian_fractions", {"implied": [True, False]}, {"n": 4, "distinct": True}),
    ],
)
def test_each_formulation_has_as_many_solutions(name, choice, params, solver):
    ((parameter, values),) = choice.items()
    one, other = (load(name, **{parameter: value}, **params) for value in values)
    assert count(one, solver, time_limit=60) == count(other, solver, time_limit=60)
