"""docs/solvers.md says what the solvers do, and each fault that it lists has a live script."""

from __future__ import annotations

import importlib
import re
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
    """A native constraint that is lost shows here, as a sign that is another."""
    columns = writer.columns_of(writer.PAGE.read_text("utf-8"))
    found = writer.column(solver)
    assert columns[solver.name] == found, "run docs/make_solvers.py"
    some = {kind for kind, sign in found.items() if sign == writer.SIGNS["sometimes"]}
    assert some <= set(solver.traits.native_where), "the adapter says under which condition"


def test_the_table_has_a_column_for_every_solver(writer: ModuleType) -> None:
    columns = writer.columns_of(writer.PAGE.read_text("utf-8"))
    assert list(columns) == [solver.name for solver in writer.shown_solvers()]


def test_the_page_is_that_of_the_adapters_and_scripts(writer: ModuleType) -> None:
    text = writer.PAGE.read_text("utf-8")
    assert text == writer.page(writer.columns_of(text)), "run docs/make_solvers.py"


def test_a_script_says_where_the_fault_was_seen(writer: ModuleType) -> None:
    for path in writer.FAULTS.glob("*.py"):
        first, _, rest = path.read_text("utf-8").partition("\n")
        assert re.fullmatch(r'"""Seen in .+\.', first), path.name
        assert "everyway" not in rest.split('"""')[1], path.name


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.stem for path in sorted((DOCS / "faults").glob("*.py"))])
def test_a_fault_is_still_live(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    checked = importlib.import_module("check_faults")
    found, said = checked.state(name)
    if found == checked.MISSING:
        pytest.skip("its library is not installed")
    assert found in checked.LIVE, f"{name} is {found}; let the adapter have it again: {said}"
