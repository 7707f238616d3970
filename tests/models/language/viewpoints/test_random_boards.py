"""Random placements, fillings and partitions: every solver, from every viewpoint."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from everyway.conformance.instances.enumerate_naively import Row, size_of, solution_rows
from everyway.conformance.solving import reported
from everyway.formats.writing.as_python import as_code
from everyway.models import Model
from everyway.models.language.files.model_as_data import fingerprint, same, to_data
from everyway.models.language.files.model_from_data import from_data
from everyway.models.language.viewpoints.viewpoint import in_viewpoint, viewpoints
from everyway.solvers.harness.registry import Solver

from ....support.random_boards import random_board
from ....support.settings import MODELS, SEED, for_solver

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
SEEDS = range(SEED, SEED + min(MODELS // 20, 2_500))


@cache
def drawn(seed: int) -> tuple[Model, Counter[Row]]:
    model = random_board(seed)
    return model, solution_rows(model)


def test_every_solver_finds_exactly_the_solutions_from_every_viewpoint(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model, rows = drawn(seed)
        for viewpoint in ("auto", *viewpoints(model)):
            found = reported(model, solver, viewpoint=viewpoint)
            assert found == rows, f"{solver.name}@{viewpoint}, seed {seed}\n{as_code(model)}"


def test_a_view_has_the_same_solutions_one_by_one() -> None:
    for seed in range(SEED, SEED + MODELS // 5):
        model, rows = drawn(seed)
        for viewpoint in viewpoints(model):
            view = in_viewpoint(model, viewpoint)
            if size_of(view.model.variables) > 5_000:
                continue
            solutions = solution_rows(view.model)
            back = [
                view.restore(dict(zip(view.model.by_name, row, strict=True))) for row in solutions
            ]
            found = Counter(tuple(values[v.name] for v in model.variables) for values in back)
            assert found == rows, f"{viewpoint}, seed {seed}\n{as_code(model)}"


def test_random_boards_have_every_viewpoint_and_solutions() -> None:
    models = [drawn(seed) for seed in range(300)]
    seen = Counter(name for model, _ in models for name in viewpoints(model))
    assert all(seen[name] > 30 for name in ("squares", "rows", "columns", "partition")), seen
    both = sum(0 < len(rows) < size_of(model.variables) for model, rows in models)
    assert both > 120
    assert len({fingerprint(model) for model, _ in models}) > 250


def test_boards_survive_data() -> None:
    for seed in range(100):
        model, rows = drawn(seed)
        again = from_data(to_data(model), functions=True)
        assert same(again, model)
        assert to_data(again) == to_data(model)
        for row in list(rows)[:3]:
            solution = model.solution(dict(zip(model.by_name, row, strict=True)))
            assert model.assignment(solution.to_json()) == solution.assignment
