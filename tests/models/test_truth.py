"""The table of counts that the world knows: a small row of each family, a third in every run.

The whole table takes an hour: `python benchmarks/verify_counts.py tests/truth/counts.csv`.
"""

from __future__ import annotations

import pytest

from everyway.models import Model
from everyway.solvers import Incomplete, Unsupported, count
from everyway.solvers.harness.registry import default_solvers, engines

from ..support.settings import a_third
from .truth import mapped, rows

MOST_SOLUTIONS = 100
VERY_MANY = 3_000
PATIENCE = (0.5, 3.0, 12.0, 120.0)
"""Seconds that each solver may take, until one finishes."""

MOST_OF_AN_ENGINE = 1.0
"""Seconds that an engine asked by name may take; one that does not end is slow, not wrong."""

# Few solutions, but long to find; the benchmark says so.
LONG = ("pentominoes_rectangle", "squared_square")

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


def a_row_of_each_family() -> list:
    """The one with the most solutions up to a hundred, or else the fewest, if not very many."""
    found: dict[str, list] = {}
    for row in rows():
        if row.family in mapped() and row.family not in LONG:
            found.setdefault(row.family, []).append(row)
    chosen = []
    for some in found.values():
        few = [row for row in some if row.count <= MOST_SOLUTIONS]
        chosen.append(max(few, key=by_count) if few else min(some, key=by_count))
    chosen = [row for row in chosen if row.count <= VERY_MANY]
    return a_third(pytest.param(row, id=row.name[:70]) for row in chosen)


def by_count(row) -> int:
    return row.count


def counts_in_time(model: Model) -> dict[str, int]:
    """The number that each of two solvers has found, if it finishes; one at least does."""
    found: dict[str, int] = {}
    for seconds in PATIENCE:
        for solver in default_solvers()[:2]:
            try:
                found[solver.name] = count(model, solver.name, time_limit=seconds)
            except (Incomplete, Unsupported):
                continue
        if found:
            break
    return found


def test_every_mapped_family_stands_in_the_table():
    assert mapped().keys() <= {row.family for row in rows()}


def test_nearly_every_family_of_the_table_is_mapped():
    assert len(mapped()) >= 250


def by_an_engine() -> list:
    """The rows, each with an engine in turn; with every other one in a slow run."""
    names = [engine.name for engine in engines()]
    return [
        pytest.param(*row.values, name, id=f"{name} {row.id}", marks=marks)
        for number, row in enumerate(a_row_of_each_family())
        for place, name in enumerate(names)
        for marks in [row.marks if (number // 3 - place) % len(names) == 0 else pytest.mark.slow]
    ]


@pytest.mark.parametrize(("row", "engine"), by_an_engine())
def test_an_engine_that_ends_in_time_finds_the_count_of_the_table(row, engine):
    try:
        found = count(row.model(), engine, time_limit=MOST_OF_AN_ENGINE)
    except (Incomplete, Unsupported) as error:
        pytest.skip(str(error))
    assert found == row.count


@pytest.mark.parametrize("row", a_row_of_each_family())
def test_a_model_has_the_count_of_the_table_on_every_solver_in_time(row):
    model = row.model()
    if model.known is not None:
        assert model.known.count == row.count
    assert set(counts_in_time(model).values()) == {row.count}
