"""clingo: answer sets of a program that chooses a value for each variable and derives the rest.

The only choices are the values of the declared variables. Every other atom is derived from them
by rules without a cycle, so an answer set is a solution, and none comes twice.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ...models.language.phrases import grouped
from ..harness.adapting.literals import Aim, Term, costs
from ..harness.contract import Assignment, Control, SolverFailed, Traits
from .translation import MOST_ADDED, OPTIONS, Translation
from .translation import script as script

TRAITS = Traits(
    calls_python=False,
    randomised=True,
    viewpoint="squares",
    module="clingo",
    distribution="clingo",
    extra="clingo",
)

_PATIENCE = 0.05
_SEEDS = 2**31


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by clingo."""
    seed = [] if control.seed is None else [f"--seed={control.seed % _SEEDS}"]
    return _answer_sets(model, [*OPTIONS, *seed], control)


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best."""
    aim = Aim(model, goal)
    for found in _answer_sets(aim.model, ["--models=0", "--opt-mode=opt"], control, aim):
        yield aim.valued(found)


def _answer_sets(
    model: Model, options: Sequence[str], control: Control, aim: Aim | None = None
) -> Iterator[Assignment]:
    """Every answer set that clingo reports with these options, as values of the variables."""
    library: Any = importlib.import_module(TRAITS.module)
    native = library.Control(options)
    with native.backend() as program:
        translation = Translation(program, model, control, _register(native))
        translation.post(model.constraints)
        if aim is not None:
            _minimise(program, aim, translation)
    control.searching()
    handle = native.solve(yield_=True, async_=True)
    try:
        while (found := _next(handle, control)) is not None:
            terms = translation.variables.items()
            yield {variable.name: _value(term, found) for variable, term in terms}
        _refuse_incomplete(handle.get())
    finally:
        handle.cancel()
        _note(native.statistics, control)


def _register(native: Any) -> Callable[[Any], None] | None:
    """Takes a propagator, beside which `trendy` is the quickest preset; None in a browser."""
    if not hasattr(native, "register_propagator"):
        return None

    def register(propagator: Any) -> None:
        native.configuration.configuration = "trendy"
        native.configuration.sat_prepro = "no"  # without all variables no assignment is whole
        native.register_propagator(propagator)

    return register


def _minimise(program: Any, aim: Aim, translation: Translation) -> None:
    """Have the parts of a sum be least together."""
    weights = costs(aim.terms(translation))
    if max((weight for _, weight in weights), default=0) > MOST_ADDED:
        raise translation.refused(f"clingo adds up weights of at most {grouped(MOST_ADDED)}")
    program.add_minimize(0, weights)


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
