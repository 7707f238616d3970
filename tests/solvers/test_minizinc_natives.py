"""The constraints of MiniZinc's library, its wrong ones, and the solvers that it runs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from everyway.conformance.instances.cells import Larger, cell, first_of
from everyway.conformance.samples_and_random_models import Cases, Tally
from everyway.models import Model, circuit, cumulative, forbidden, regular, subcircuit, variables
from everyway.models.language.global_constraints.cumulative import Cumulative
from everyway.models.language.global_constraints.table import Allowed, Forbidden
from everyway.models.language.late_dataclasses import replace
from everyway.solvers import SolverUnavailable, count, solutions
from everyway.solvers.harness.adapting.natives import Natives, always, by_fields
from everyway.solvers.harness.registry import solver_named
from everyway.solvers.minizinc import native_constraints, original
from everyway.solvers.minizinc.translation import Translation

MINIZINC = solver_named("minizinc")
pytestmark = pytest.mark.skipif(
    not MINIZINC.is_installed(), reason=f"not installed: {MINIZINC.how_to_install}"
)


def naive_table(text: Translation, terms: Any, rows: Any) -> str:
    """A table as it stands, in which a variable may stand twice."""
    listed = ", ".join(str(int(value)) for row in rows for value in row)
    names = ", ".join(term.native for term in terms)
    return text.call("table", f"[{names}]", f"array2d(1..{len(rows)}, 1..{len(terms)}, [{listed}])")


def naive_cumulative(text: Translation, *parts: Any) -> str:
    """Tasks as they stand, of any duration."""
    *lists, capacity = parts
    names = [f"[{', '.join(term.native for term in terms)}]" for terms in lists]
    return text.call("cumulative", *names, capacity.native)


def naive_truth(text: Translation, constraint: Any, parts: Any) -> Any:
    """The truth of a table, as the library reifies it."""
    taken = text.reified(naive_table(text, parts, constraint.rows))
    return taken if isinstance(constraint, Allowed) else text.negated(taken)


RIGHT = Translation.natives
TABLE = replace(RIGHT[Allowed], post=by_fields(naive_table))
TASKS = replace(RIGHT[Cumulative], post=by_fields(naive_cumulative))
TRUTHS = [replace(RIGHT[kind], reified=always, truth=naive_truth) for kind in (Allowed, Forbidden)]


def twice(kind: str) -> list[Larger]:
    return list(first_of(kind, "some twice", 2))


def negated() -> list[Model]:
    """Tables of which the negation of the negation is required."""
    return [model for sample, model in cell(Forbidden, "negated", 2) if sample.shape == "gapped"]


@pytest.mark.parametrize(
    ("models", "naive"),
    [
        (lambda: twice("Allowed"), [TABLE]),
        (lambda: twice("Cumulative"), [TASKS]),
        (negated, TRUTHS),
    ],
    ids=["table of one variable", "no duration", "truth of a table"],
)
def test_a_constraint_that_is_wrong_as_it_stands_is_convicted(
    models: Callable[[], list[Any]], naive: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kit's samples, which the adapter passes, hold one on which the library's own fails."""
    own, found = Tally("own", ""), Tally("naive", "")
    own.judge(MINIZINC, models(), Cases(shrink=0))
    monkeypatch.setattr(Translation, "natives", Natives(*RIGHT.values(), *naive))
    found.judge(MINIZINC, models(), Cases(shrink=0))
    assert found.failures > own.failures == 0


def test_an_automaton_of_more_states_times_symbols_than_may_be_written_is_decomposed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two states, by each of which stands where it goes from 0, 1 and 2: six numbers."""
    x = variables("x", 3, range(3))
    model = Model("no 2 twice", x, regular(x, {(0, 0): 0, (0, 2): 1, (1, 0): 0}, 0, [0, 1]))

    def is_written() -> bool:
        text = Translation(model, lambda: None)
        text.post(model.constraints)
        return "constraint regular(" in text.text()

    monkeypatch.setattr(native_constraints, "MOST_MOVES", 6)
    assert is_written()
    monkeypatch.setattr(native_constraints, "MOST_MOVES", 5)
    assert not is_written()


def test_no_variable_is_its_own_remainder_by_itself():
    x = variables("x", 1, range(1, 8))
    assert count(Model("own remainder", x, x[0] % x[0] == x[0]), "minizinc") == 0
    assert count(Model("no remainder", x, x[0] % x[0] == 0), "minizinc") == 7


@pytest.fixture
def plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A solver that is Gecode with the decompositions of the standard library."""
    program = shutil.which("fzn-gecode")
    if program is None:
        pytest.skip("not installed: fzn-gecode")
    description = {
        "id": "org.example.plain",
        "name": "Plain",
        "version": "1.0",
        "executable": program,
        "mznlib": "-Gstd",
        "stdFlags": ["-a"],
        "supportsFzn": True,
        "needsSolns2Out": True,
    }
    (tmp_path / "plain.msc").write_text(json.dumps(description), "utf-8")
    monkeypatch.setenv("MZN_SOLVER_PATH", str(tmp_path))
    original.said.cache_clear()
    original._installed.cache_clear()
    yield "minizinc[plain]"
    original.said.cache_clear()
    original._installed.cache_clear()


def test_the_solver_in_brackets_is_run_by_the_documented_encodings(plain: str) -> None:
    x = variables("x", 4, range(4))
    tasks = cumulative(x, [2, 1, 2, 1], [1, 0, 2, 1], 2)
    negated = forbidden([*x, *x[:3]], [(3, 2, 1, 0, 3, 2, 1), (0, 0, 0, 0, 0, 0, 1)])
    for rule in (circuit(x), subcircuit(x), tasks, negated):
        model = Model("one rule", x, rule)
        with solutions(model, plain) as found:
            assert sum(1 for _ in found) == count(model, "brute-force")
        assert found.outcome.statistics["its solver"] == "plain 1.0"
    assert "plain" in original.backends()


@pytest.mark.parametrize(
    ("name", "words"),
    [("gecod", "did you mean 'gecode'"), ("chuffed", "https://www.minizinc.org has")],
)
def test_a_solver_that_is_not_installed_is_refused_with_what_helps(name: str, words: str) -> None:
    if name in original.backends():
        pytest.skip(f"{name} is installed")
    with pytest.raises(SolverUnavailable) as refused:
        list(solutions(Model("x", variables("x", 1, range(2))), f"minizinc[{name}]"))
    assert words in str(refused.value)
