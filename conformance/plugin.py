"""The options of pytest by which a solver is tested: `pytest --everyway-solver package:solver`.

pytest loads this in every project where the package is installed: it imports nothing more.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest

_FACTS: list[dict[str, Any]] = []
_STDERR: list[int] = []
"""Standard error as it was before anything was captured."""
_REWRITTEN = (
    *("best_solutions", "counting", "known_puzzles", "large_models", "promises"),
    *("samples_and_random_models", "semantics", "semantics_over_graphs", "solving", "stopping"),
)
"""The modules whose assertions pytest is to explain."""


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
        from .kit import collected

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
        for solver in solvers_in(_FACTS):
            terminalreporter.section(f"conformance of {solver}")
            terminalreporter.write_line("\n".join(lines(_FACTS, solver)))


# ----------------------------------------------------------------------------------------- summary
# The report below the results: each constraint in each context, and the first failing case.


Fact = Mapping[str, Any]
"""The facts of one test: its solver, its part of the kit, its outcome, its tally if any."""

_LEGEND = "models run, !wrong, ~late, ?unsupported"


def solvers_in(facts: Sequence[Fact]) -> list[str]:
    """The solvers that were tested."""
    return list(dict.fromkeys(fact["solver"] for fact in facts))


def lines(facts: Sequence[Fact], solver: str) -> Iterator[str]:
    """The report on `solver`."""
    own = [fact for fact in facts if fact["solver"] == solver]
    tallies = [fact["tally"] for fact in own if fact.get("tally")]
    cells = {(t["row"], t["column"]): t for t in tallies if t["column"]}
    if cells:
        yield from _table(cells)
        yield ""
        yield from _reached(tallies)
        yield ""
    for part in ("promises", "semantics", "large", "puzzles", "counting", "objectives", "stopping"):
        outcomes = Counter(fact["outcome"] for fact in own if fact["part"] == part)
        if outcomes:
            yield f"{part:19} {_in_words(outcomes)}"
    rows = dict.fromkeys(t["row"] for t in tallies if not t["column"])
    drawn = {row: [t for t in tallies if t["row"] == row] for row in rows}
    for name, several in {"samples": list(cells.values()), **drawn}.items():
        if several:
            yield f"{name:19} {_summed(several)}"
    yield from ("", _verdict(own))
    first = next((t["first"] for t in tallies if t["first"]), "")
    if first:
        yield from ("", "the first failing case, as a program that shows it:", "", first)


def _table(cells: Mapping[tuple[str, str], Fact]) -> Iterator[str]:
    rows = list(dict.fromkeys(row for row, _ in sorted(cells)))
    columns = [c for c in _contexts() if any((row, c) in cells for row in rows)]
    yield f"{'':19}" + "".join(f"{c:>11}" for c in columns)
    for row in rows:
        yield f"{row:19}" + "".join(f"{_cell(cells.get((row, c))):>11}" for c in columns)
    yield f"({_LEGEND})"


def _reached(tallies: Sequence[Fact]) -> Iterator[str]:
    """The most terms or rows in one place, and the ends of the numbers, of each constraint."""
    from ..models.language.phrases import grouped

    yield f"{'reached':19}{'terms, rows':>13}{'numbers from':>26}{'to':>26}"
    for row in dict.fromkeys(sorted(tally["row"] for tally in tallies)):
        own = [tally["reach"] for tally in tallies if tally["row"] == row]
        ends = min(r["least_number"] for r in own), max(r["greatest_number"] for r in own)
        numbers = "".join(f"{grouped(number):>26}" for number in ends)
        yield f"{row:19}{max(r['most'] for r in own):>13}{numbers}"


def _contexts() -> Sequence[str]:
    from ..models.language.sample_arguments import COMPOSED, HUGE, SIZES, TWO_ALIKE
    from .instances.cells import CONTEXTS
    from .instances.harsh_models import HARSH, LARGE

    return [*CONTEXTS, *SIZES, HUGE, TWO_ALIKE, COMPOSED, HARSH, LARGE]


def _cell(tally: Fact | None) -> str:
    if tally is None:
        return "-"
    signs = (("!", "failures"), ("~", "late"), ("?", "unsupported"))
    counted = (f" {sign}{tally[name]}" for sign, name in signs if tally[name])
    return f"{tally['models']}{''.join(counted)}"


def _summed(tallies: Sequence[Fact]) -> str:
    from ..models.language.phrases import grouped

    models, wrong, late, refused = (
        sum(t[name] for t in tallies) for name in ("models", "failures", "late", "unsupported")
    )
    in_words = f", {grouped(late)} late" if late else ""
    return (
        f"{grouped(models)} models run, {grouped(wrong)} wrong{in_words},"
        f" {grouped(refused)} unsupported"
    )


def _in_words(outcomes: Counter[str]) -> str:
    words = (("passed", "passed"), ("failed", "failed"), ("skipped", "unsupported"))
    return ", ".join(f"{outcomes[key]} {word}" for key, word in words if outcomes[key])


def _verdict(facts: Sequence[Fact]) -> str:
    failed = sum(fact["outcome"] == "failed" for fact in facts)
    if failed:
        return f"{failed} of {len(facts)} tests failed: it does not conform"
    return f"{len(facts)} tests, none failed: it conforms, as far as it supports"
