"""A solver that counts without enumerating, and its own solutions: two numbers convict it."""

from textwrap import dedent

import pytest

from everyway.comparer import compare
from everyway.models import Model, variable
from everyway.models.queens import queens
from everyway.solvers import SolverFailed, count
from everyway.views.verdict import verdict as verdict_in_words
from tests.support.command_lines import alone

COUNTER = """
import os, signal, time, fractions, numpy
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
    monkeypatch.chdir(tmp_path)

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


NO_NUMBERS = {
    "raises": "raise ValueError('no')",
    "for ever": "yield from iter(lambda: 0, 1)",
    "negative": "yield from (9, -5)",
    "truths": "yield from [True] * 4",
    "float": "yield 4.0",
    "not a number": "yield float('nan')",
    "fraction": "yield fractions.Fraction(4)",
    "text": "yield 'four'",
    "nothing": "yield None",
}


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize("why", NO_NUMBERS)
def test_what_is_no_count_convicts_nobody(counter, why, isolate, monkeypatch):
    monkeypatch.setattr("everyway.comparer.backing.LEAST_SECONDS", 0.2)
    name = counter(f"fails{isolate:d}_{'_'.join(why.split())}", NO_NUMBERS[why])
    found = compare(queens(6), ["flatmap", name], isolate=isolate)
    assert found.verdict == "agree"
    assert found.runs[1].counted is None
    if why not in ("raises", "for ever"):
        with pytest.raises(SolverFailed, match=r"counts .*, no number from 0"):
            count(queens(6), name)


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize(
    ("body", "number"),
    [
        ("yield (numpy.arange(9) < 4).sum()", 4),
        ("yield from (numpy.uint8(200), numpy.uint8(60))", 260),
        ("yield 10**4000", 10**4000),
    ],
    ids=["of NumPy", "of few bits", "of many digits"],
)
def test_numbers_of_any_type_and_size_are_counted(counter, body, number, isolate):
    name = counter(f"numbers{isolate:d}{len(body)}", body)
    found = compare(queens(6), ["flatmap", name], isolate=isolate)
    assert found.runs[1].counted == number
    assert found.verdict == ("agree" if number == 4 else "differ")
    assert name in str(found) or number == 4
    assert verdict_in_words(found, "everyway solve")


def test_an_interrupted_count_leaves_the_verdict(counter):
    name = counter("interrupts", "os.kill(os.getpid(), signal.SIGINT); time.sleep(5); yield 4")
    found = compare(queens(6), ["flatmap", name, "diagram"], isolate=False)
    assert found.verdict == "agree"
    assert [run.counted for run in found.runs] == [None, None, None]


def test_a_module_is_imported_where_it_is_run_alone(counter, tmp_path):
    name = counter("imported", "yield 4")
    file = tmp_path / "imported.py"
    file.write_text(file.read_text() + "open('imports', 'a').write('again ')")
    found = alone("compare", "queens", "n=6", "-S", "flatmap", "-S", name, PYTHONPATH=str(tmp_path))
    assert found.returncode == 0, found.stderr
    assert (tmp_path / "imports").read_text() == "again " * 2  # to list, and to count


def test_some_of_the_variables_are_not_counted_apart(counter):
    name = counter("projects", "yield 77")
    x, y = variable("x", range(4)), variable("y", range(4))
    found = compare(Model("m", x, y, x < y), ["flatmap", name], isolate=False, project=["x"])
    assert found.verdict == "agree"
    assert found.runs[1].counted is None


def test_a_wrong_count_is_found_by_fuzz(counter, tmp_path):
    name = counter("plus_one", "yield 1 + sum(1 for _ in flatmap.solutions(model, control))")
    found = alone("fuzz", "-S", name, "--models", "4", PYTHONPATH=str(tmp_path))
    assert found.returncode == 1, found.stdout + found.stderr
    assert "does not show" not in found.stdout
    assert "counts another number of solutions than it reports" in found.stdout
