"""docs/solvers.md says what the solvers do, and each fault that it lists has an example."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from everyway.solvers.harness.registry import Solver

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS))
    return importlib.import_module("make_solvers")


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_the_table_says_what_the_solver_does(writer: ModuleType, solver: Solver) -> None:
    if solver.name == "auto":
        pytest.skip("it chooses among the others")
    columns = writer.columns_of(writer.PAGE.read_text("utf-8"))
    assert columns[solver.name] == writer.column(solver), "run docs/make_solvers.py"


def test_the_table_has_a_column_for_every_solver(writer: ModuleType) -> None:
    columns = writer.columns_of(writer.PAGE.read_text("utf-8"))
    assert list(columns) == [solver.name for solver in writer.shown_solvers()]


def test_the_faults_are_those_of_the_examples(writer: ModuleType) -> None:
    assert writer.PAGE.read_text("utf-8").endswith(writer.FAULTS + writer.faults())
