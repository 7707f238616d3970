"""The options of pytest by which a solver is tested: `pytest --everyway-solver package:solver`.

pytest loads this in every project where the package is installed: it imports nothing more.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import suppress
from typing import Any

import pytest

_FACTS: list[dict[str, Any]] = []
_STDERR: list[int] = []
"""Standard error as it was before anything was captured."""
_REWRITTEN = (
    "checks",
    "known_puzzles",
    "large",
    "promises",
    "promises_predicates",
    "semantics",
    "semantics_own",
    "semantics_scopes",
    "solving",
    "stopping",
    "stopping_leftovers",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options; what is left out is as in `Budget`."""
    group = parser.getgroup("everyway", "conformance of solvers")
    group.addoption(
        "--everyway-solver",
        action="append",
        metavar="SOLVER",
        help="test this solver, by name or as module:function; alone if no tests are named",
    )
    for name, kind, words in (
        ("models", int, "how many random models"),
        ("seed", int, "the seed of the first random model"),
        ("samples", int, "samples of each shape of argument, for each constraint and context"),
        ("time-limit", float, "seconds for each model"),
        ("shrink", int, "how many failures are shrunk, to the smallest model that fails"),
    ):
        group.addoption(f"--everyway-{name}", type=kind, metavar="NUMBER", help=words)


def pytest_configure(config: pytest.Config) -> None:
    """Run the kit alone where no tests are named; forget what an earlier session said."""
    _FACTS.clear()
    with suppress(OSError):  # it may be closed
        _STDERR[:] = [os.dup(2)]
    pytest.register_assert_rewrite(*(f"everyway.conformance.{name}" for name in _REWRITTEN))
    if config.getoption("everyway_solver") and config.args_source != config.ArgsSource.ARGS:
        config.args = []


def standard_error() -> int:
    """The standard error that is seen though all is captured."""
    return _STDERR[0] if _STDERR else 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add the tests of each solver that is asked for."""
    for address in session.config.getoption("everyway_solver") or ():
        from .collecting import collected

        items += collected(session, address)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep what a test of the kit says."""
    said = dict(report.user_properties)
    is_last = report.when == "call" or (report.when == "setup" and not report.passed)
    if is_last and "everyway solver" in said:
        facts = {name: said.get(f"everyway {name}") for name in ("solver", "part", "tally")}
        _FACTS.append({**facts, "outcome": report.outcome})


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Generator[None]:
    """Show how each solver fared, below all else: what fails first stands last."""
    yield
    if _FACTS:
        from .summary import lines, solvers_in

        for solver in solvers_in(_FACTS):
            terminalreporter.section(f"conformance of {solver}")
            terminalreporter.write_line("\n".join(lines(_FACTS, solver)))
