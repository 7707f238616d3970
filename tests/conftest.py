"""The solvers for the tests: all that the registry finds, chosen by traits, never by name."""

from __future__ import annotations

import gc
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

try:
    import xdist  # noqa: F401 - an option of pyproject.toml is its
    from hypothesis import HealthCheck, settings
except ImportError as error:  # pytest would show a traceback, or an option that it does not know
    raise SystemExit(f"{error}; the tests need an extra: pip install '.[test]'") from error

from everyway.conformance.limits import wanted as traits_wanted
from everyway.solvers.harness.contract import Unsupported
from everyway.solvers.harness.registry import Solver, engines, solvers

from .support.seconds import one_of, one_of_the_rest
from .support.settings import MAY_BE_REFUSED, MODELS, ONE_OF, SAMPLES, SEED
from .support.skips import not_run

TABLE = "table of samples"
"""The property of a test that holds it; it is shown below the results."""


def pytest_configure(config: pytest.Config) -> None:
    # A script's `pytest &` ignores Ctrl-C, `nohup pytest` a hangup: what they start would, too.
    for number, usual in (
        (signal.SIGINT, signal.default_int_handler),
        (getattr(signal, "SIGHUP", signal.SIGINT), signal.SIG_DFL),
    ):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, usual)
    settings.register_profile(
        "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("any machine")
    config.addinivalue_line(
        "markers", "xdist_group(name): tests that one process of a parallel run does in turn"
    )
    config.addinivalue_line("markers", "engines: run on the engines of auto, each by name, as well")
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
    by_name = engines() if metafunc.definition.get_closest_marker("engines") else []
    metafunc.parametrize("solver", list(_with_traits([*solvers(), *by_name], wanted)))


def _with_traits(among: Sequence[Solver], wanted: dict[str, Any]) -> Iterator[Any]:
    for solver in among:
        if all(getattr(solver.traits, trait) == value for trait, value in wanted.items()):
            yield pytest.param(solver, id=solver.name, marks=_missing(solver))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, by ONE_OF, and what else an ordinary run leaves out, by its seconds."""
    for item in items:
        kind = item.callspec.params.get("kind") if hasattr(item, "callspec") else None
        if kind is not None:  # whose samples are drawn once in a process
            item.add_marker(pytest.mark.xdist_group(getattr(kind, "__name__", str(kind))))
        if item.get_closest_marker("web"):  # so that one Chromium starts
            item.add_marker(pytest.mark.xdist_group("web"))
    names = [solver.name for solver in (*solvers(), *engines())]
    met: Counter[tuple[str, str]] = Counter()
    for item in items:
        name, solver = getattr(item, "originalname", ""), _solver_of(item)
        if name in ONE_OF and solver is not None:
            several = ONE_OF[name][solver.traits.costly]
            if several is None or (met[name, solver.name] + names.index(solver.name)) % several:
                item.add_marker(pytest.mark.slow)
            met[name, solver.name] += 1
    _leave_out(items, names)


def _leave_out(items: Sequence[pytest.Item], names: Sequence[str]) -> None:
    """Mark as `rest`, or `slow`, the cases for which a run has no time, in turn by the seed."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if not item.get_closest_marker("slow"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for name, some in cases.items():
        step, of_rest = one_of(name, len(some)), one_of_the_rest(name, len(some))
        met = Counter[str]()
        for item in some:
            solver = _solver_of(item)
            place = SEED if solver is None else SEED + names.index(solver.name)
            by = "" if solver is None else solver.name
            if not step or (met[by] + place) % step:
                turn = (met[by] + place) % of_rest == min(1, of_rest - 1)
                item.add_marker(pytest.mark.rest if turn else pytest.mark.slow)
            met[by] += 1


def _solver_of(item: pytest.Item) -> Solver | None:
    """The solver that a test is run on, if it takes one."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    found = params.get("solver")
    return found if isinstance(found, Solver) else None


def pytest_collection_finish() -> None:
    gc.freeze()  # thousands of tests that each garbage collection would look through


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Skip where a solver refuses what it may refuse; anywhere else a refusal is a failure."""
    try:
        return (yield)
    except Unsupported as error:
        if getattr(item, "originalname", "") not in MAY_BE_REFUSED:
            raise
        pytest.skip(f"unsupported: {error}")


def _missing(solver: Solver) -> list[pytest.MarkDecorator]:
    """The mark that skips a solver whose library is not installed."""
    if solver.is_installed():
        return []
    return [pytest.mark.skip(reason=f"not installed: {solver.how_to_install}")]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    tables = [
        words
        for report in terminalreporter.getreports("passed")
        for name, words in report.user_properties
        if name == TABLE
    ]
    if tables:
        terminalreporter.section("samples: models a cell")
        terminalreporter.write_line(tables[0])
    terminalreporter.section("not run")
    terminalreporter.write_line(not_run(terminalreporter.getreports("skipped")))
