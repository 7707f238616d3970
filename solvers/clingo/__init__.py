"""clingo: answer sets of a program that chooses a value for each variable and derives the rest.

The only choices are the values of the declared variables. Every other atom is derived from them
by rules without a cycle, so an answer set is a solution, and none comes twice.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ...models.language.phrases import grouped
from ..harness.adapting.literals import Aim, Term, costs
from ..harness.contract import Assignment, Control, SolverFailed, Traits
from .translation import MOST_ADDED, OPTIONS, Translation
from .translation import script as script

# ------------------------------- The answer sets of a program of clingo's, read as they are found.


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


# ---------------- clingo given an objective, by the parts of a sum: better and better answer sets.


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best."""
    library: Any = importlib.import_module("clingo")
    native = library.Control(["--models=0", "--opt-mode=opt"])
    aim = Aim(model, goal)
    with native.backend() as program:
        translation = Translation(program, aim.model, control)
        translation.post(aim.model.constraints)
        weights = costs(aim.terms(translation))
        if max((weight for _, weight in weights), default=0) > MOST_ADDED:
            raise translation.refused(f"clingo adds up weights of at most {grouped(MOST_ADDED)}")
        program.add_minimize(0, weights)
    control.searching()
    declared = {variable.name: term for variable, term in translation.variables.items()}
    for found in answer_sets(native, declared, control):
        yield aim.valued(found)


TRAITS = Traits(
    calls_python=False,
    randomised=True,
    viewpoint="squares",
    module="clingo",
    distribution="clingo",
    extra="clingo",
)

_SEEDS = 2**31


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by clingo."""
    library: Any = importlib.import_module(TRAITS.module)
    seed = [] if control.seed is None else [f"--seed={control.seed % _SEEDS}"]
    native = library.Control([*OPTIONS, *seed])
    with native.backend() as program:
        translation = Translation(program, model, control)
        translation.post(model.constraints)
    control.searching()
    declared = {variable.name: term for variable, term in translation.variables.items()}
    yield from answer_sets(native, declared, control)
