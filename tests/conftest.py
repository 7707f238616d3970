"""How the tests meet the solvers: all that the registry finds, chosen by traits, never by name."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from everyway.conformance.choosing import wanted as traits_wanted
from everyway.solvers.harness.registry import Solver, solvers

from .settings import MODELS, SAMPLES, SEED

TABLE = pytest.StashKey[list[str]]()
"""The table of samples, shown below the results."""


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A script's `pytest &` ignores Ctrl-C, and all that it starts would.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.stash[TABLE] = []
    config.addinivalue_line(
        "markers", "solvers(**traits): run on the solvers with these traits alone"
    )


def pytest_report_header() -> list[str]:
    return [f"everyway: EVERYWAY_SEED={SEED} EVERYWAY_MODELS={MODELS} EVERYWAY_SAMPLES={SAMPLES}"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with an argument `solver` on every solver that has the traits it names."""
    own = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if "solver" not in metafunc.fixturenames or any("solver" in names for names in own):
        return
    wanted: dict[str, Any] = {"historical": False, **traits_wanted(metafunc.function)}
    for mark in metafunc.definition.iter_markers("solvers"):
        wanted |= mark.kwargs
    metafunc.parametrize("solver", list(_with_traits(wanted)))


def _with_traits(wanted: dict[str, Any]) -> Iterator[Any]:
    for solver in solvers():
        if all(getattr(solver.traits, trait) == value for trait, value in wanted.items()):
            yield pytest.param(solver, id=solver.name, marks=_missing(solver))


def _missing(solver: Solver) -> list[pytest.MarkDecorator]:
    """What skips a solver whose library is not installed."""
    if solver.is_installed():
        return []
    return [pytest.mark.skip(reason=f"not installed: {solver.how_to_install}")]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.stash[TABLE]:
        terminalreporter.section("samples: models a cell")
        terminalreporter.write_line("\n".join(config.stash[TABLE]))
