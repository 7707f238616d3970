"""A solver that counts without enumerating, and its own solutions: two numbers convict it."""

from textwrap import dedent

import pytest

from everyway.comparer import compare
from everyway.models import Model, variable
from everyway.models.queens import queens
from everyway.views.verdict import verdict as verdict_in_words

COUNTER = """
from everyway.solvers import flatmap

def solutions(model, control):
    return flatmap.solutions(model, control)

def counts(model, control):
    {body}
"""


@pytest.fixture
def counter(tmp_path, monkeypatch):
    """Writes a solver that lists rightly, and counts by what is given."""
    monkeypatch.syspath_prepend(tmp_path)

    def written(name, body):
        (tmp_path / f"{name}.py").write_text(dedent(COUNTER).format(body=body))
        return f"{name}:solutions"

    return written


@pytest.mark.parametrize("isolate", [False, True])
def test_another_number_than_its_solutions_convicts_a_solver(counter, isolate):
    name = counter(f"overcounts{isolate:d}", "yield from (3, 2)")
    found = compare(queens(6), ["flatmap", name, "diagram"], isolate=isolate)
    (one,) = found.differences
    assert (one.kind, one.solver, found.verdict, found.exit_code()) == (
        "wrong count",
        name,
        "differ",
        1,
    )
    assert str(one.violated[0]) == "count: it counts 5, and has reported 4 as all"
    assert [run.counted for run in found.runs] == [None, 5, 4]
    assert [run.to_json().get("counted") for run in found.runs] == [None, 5, 4]
    said = verdict_in_words(found, "everyway solve")
    assert f"{name} counts another number of solutions than it reports" in said
    assert "  it counts 5, and has reported 4 as all\n  so" in said


def test_the_best_solutions_are_counted_too(counter):
    x, y = variable("x", range(4)), variable("y", range(4))
    model = Model("m", x, y, x + y >= 2).maximising(x * y // 2)
    name = counter("miscounts", "yield 9")
    found = compare(model, ["flatmap", name, "auto"], isolate=False)
    assert [(one.kind, one.solver) for one in found.differences] == [("wrong count", name)]
    assert [run.counted for run in found.runs] == [None, 9, found.runs[0].reported]


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize("body", ["raise ValueError('no')", "yield from iter(lambda: 0, 1)"])
def test_a_count_that_fails_or_does_not_end_convicts_nobody(counter, body, isolate, monkeypatch):
    monkeypatch.setattr("everyway.comparer.own_counts.LEAST_SECONDS", 0.2)
    name = counter(f"fails{isolate:d}{len(body)}", body)
    found = compare(queens(6), ["flatmap", name], isolate=isolate)
    assert found.verdict == "agree"
    assert found.runs[1].counted is None


def test_some_of_the_variables_are_not_counted_apart(counter):
    name = counter("projects", "yield 77")
    x, y = variable("x", range(4)), variable("y", range(4))
    found = compare(Model("m", x, y, x < y), ["flatmap", name], isolate=False, project=["x"])
    assert found.verdict == "agree"
    assert found.runs[1].counted is None
