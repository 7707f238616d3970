"""Solutions as arrays: the same rows, in blocks, whatever the solver and the viewpoint."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy
import pytest

from everyway.conformance.instances.enumerate_naively import Row, solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, ModelError, variable, variables
from everyway.models.queens import queens
from everyway.solvers import solutions
from everyway.solvers.harness.registry import Solver


def rows(model: Model, solver: str, **options: object) -> Counter[tuple[int, ...]]:
    found = solutions(model, solver, **options)
    blocks = list(found.arrays())
    assert found.outcome.complete
    assert sum(map(len, blocks)) == found.outcome.solutions
    assert all(block.shape[1] == len(found.projected.variables) for block in blocks)
    return Counter(tuple(row) for block in blocks for row in block.tolist())


@cache
def of_four_queens() -> Counter[Row]:
    return solution_rows(queens(4))


def test_every_solver_gives_its_solutions_as_arrays(solver: Solver) -> None:
    assert rows(queens(4), solver.name) == of_four_queens()


@pytest.mark.parametrize("name", ["auto", "auto[python]", "auto[loops]"])
@pytest.mark.parametrize("viewpoint", ["squares", "rows", "columns"])
def test_a_viewpoint_gives_the_declared_variables(name: str, viewpoint: str) -> None:
    if name == "auto":
        pytest.importorskip("llvmlite")
    assert rows(queens(7), f"{name}@{viewpoint}") == rows(queens(7), "flatmap")


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_as_arrays() -> None:
    found = 0
    for seed in range(150):
        model = random_model(seed)
        if any(v.labelled for v in model.variables):
            with pytest.raises(ModelError, match="takes labels"):
                list(solutions(model).arrays())
        else:
            found += 1
            assert rows(model, "auto") == solution_rows(model), f"random_model({seed})"
    assert found > 50


@pytest.mark.parametrize(
    ("values", "kind"),
    [(range(-128, 128), "int8"), (range(129), "int16"), ([0, 2**40], "int64")],
)
def test_the_smallest_type_that_holds_every_value(values, kind):
    (block,) = solutions(Model("one", variable("x", values)), "auto[python]").arrays()
    assert block.dtype == numpy.dtype(kind)
    assert block[:, 0].tolist() == list(values)


def test_values_past_64_bits_are_refused():
    with pytest.raises(ModelError, match="64 bits"):
        list(solutions(Model("big", variable("x", [0, 2**64]))).arrays())


@pytest.mark.parametrize("limit", [1, 91, 92, 93])
def test_a_limit_ends_the_blocks_and_is_reported(limit):
    found = solutions(queens(8), limit=limit)
    assert sum(map(len, found.arrays())) == min(limit, 92)
    assert found.outcome.complete == (limit >= 92)
    assert found.outcome.solutions == min(limit, 92)


def test_projected_arrays():
    x = variables("x", 2, range(3))
    model = Model("pair", x, variable("y", range(50)))
    assert rows(model, "auto", project=["x"]) == Counter(
        {(a, b): 1 for a in range(3) for b in range(3)}
    )


def test_no_solution_is_no_block():
    assert not rows(queens(3), "auto")
