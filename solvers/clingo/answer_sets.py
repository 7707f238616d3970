"""The answer sets of a program of clingo's, read as they are found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..harness.adapting.sums_of_literals import Term
from ..harness.contract import Assignment, Control, SolverFailed

_PATIENCE = 0.05


def answer_sets(
    native: Any, declared: Mapping[str, Term], control: Control
) -> Iterator[Assignment]:
    """Every answer set that `native` reports, as the values of what is `declared`."""
    handle = native.solve(yield_=True, async_=True)
    try:
        while (found := _next(handle, control)) is not None:
            yield {name: _value(term, found) for name, term in declared.items()}
        _refuse_incomplete(handle.get())
    finally:
        handle.cancel()
        _note(native.statistics, control)


def _next(handle: Any, control: Control) -> Any:
    """The next answer set, or None if there is none."""
    handle.resume()
    control.check()
    while not handle.wait(_PATIENCE):
        control.check()
    return handle.model()


def _value(term: Term, found: Any) -> int:
    return next(value for value, literal in term.items() if found.is_true(literal))


def _refuse_incomplete(result: Any) -> None:
    if result.interrupted or not (result.exhausted or result.unsatisfiable):
        raise SolverFailed(
            f"clingo ended with {result}, which does not say that every solution was found"
        )


def _note(statistics: Any, control: Control) -> None:
    solving = statistics.get("solving", {}).get("solvers", {})
    for name in ("choices", "conflicts"):
        if name in solving:
            control.statistics[name] = int(solving[name])
