"""The table of counts that the world knows: every row that is small is counted."""

import pytest

from everyway.solvers import Incomplete, Unsupported, count
from everyway.solvers.harness.registry import default_solvers

from .truth import mapped, rows

MOST_SOLUTIONS = 3_000
SECONDS = 10.0

# Few solutions, but long to find; the benchmark says so.
LONG = ['pentominoes_rectangle {"m": 4, "n": 15}']


def small_rows():
    """The first rows of every mapped family that have few solutions; the benchmark counts all."""
    found = {}
    for row in rows():
        if row.family in mapped() and row.count <= MOST_SOLUTIONS and row.name not in LONG:
            found.setdefault(row.family, []).append(row)
    return [
        pytest.param(row, id=row.name[:70])
        for some in found.values()
        for row in sorted(some, key=lambda row: row.count)[:3]
    ]


def count_by_the_first_in_time(model):
    """Some instances are quick on one solver only; the benchmark asks them all the same way."""
    late = []
    for solver in default_solvers():
        try:
            return count(model, solver.name, time_limit=SECONDS)
        except (Incomplete, Unsupported) as error:
            late.append(f"{solver.name}: {error}")
    return "; ".join(late)


def test_every_mapped_family_stands_in_the_table():
    assert mapped().keys() <= {row.family for row in rows()}


@pytest.mark.parametrize("row", small_rows())
def test_a_model_has_the_count_of_the_table(row):
    model = row.model()
    if model.known is not None:
        assert model.known.count == row.count
    assert count_by_the_first_in_time(model) == row.count
