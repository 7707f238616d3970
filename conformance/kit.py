"""All that a solver has to pass, as a class of tests."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import pytest

from ..solvers.harness.contract import SolverUnavailable, Unsupported
from ..solvers.harness.registry import Solver, UnknownSolver, solver_named
from . import (
    best_solutions,
    counting,
    known_puzzles,
    large_models,
    promises,
    samples_and_random_models,
    semantics,
    semantics_over_graphs,
    stopping,
)
from .limits import ended_after, is_for, limited, within_memory
from .samples_and_random_models import Budget, Cases, judged

PARTS: Mapping[str, Sequence[ModuleType]] = {
    "promises": (promises,),
    "semantics": (semantics, semantics_over_graphs),
    "large": (large_models,),
    "puzzles": (known_puzzles,),
    "counting": (counting,),
    "objectives": (best_solutions,),
    "checks": (samples_and_random_models,),
    "stopping": (stopping,),
}
"""The modules of tests by what they are called in the report."""
_FEW, _MANY = 4, 100
"""A test has so many times the limit for one model: those of few models, and those of many."""
_SHRINKING = 60.0


def solver_at(address: str) -> Solver:
    """The solver with this name, or at `package.module` or `package.module:function`.

    Raises: SolverUnavailable where there is none, or its library is not installed.
    """
    try:
        found = solver_named(address)
    except UnknownSolver:
        found = solver_named(f"{address}:solutions")
    found.load()
    return found


def conformance_of(address: str, **budget: Any) -> type:
    """A class of tests for the solver at `address`; `budget` is as in `Budget`.

    Raises: SolverUnavailable, ImportError or AttributeError where there is no such solver.
    """
    solver = solver_at(address)
    if not callable(solver.function):
        raise SolverUnavailable(f"{address} is no function; name one that yields solutions")
    chosen = {
        name: staticmethod(_unless_unsupported(test, part, solver.name))
        for part, modules in PARTS.items()
        for module in modules
        for name, test in vars(module).items()
        if name.startswith("test_") and is_for(test, solver.traits)
    }
    body = {**_fixtures(solver, budget), **chosen, "__doc__": f"The conformance of {solver.name}."}
    made = type("TestConformance", (), body)
    return pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")(made)


def _fixtures(solver: Solver, budget: dict[str, Any]) -> dict[str, Any]:
    cases: dict[Budget, Cases] = {}

    @pytest.fixture(name="solver")
    def the_solver(self: object) -> Solver:
        return solver

    @pytest.fixture(name="budget")
    def the_budget(self: object, request: pytest.FixtureRequest) -> Budget:
        return Budget(**{**_asked(request.config), **budget})

    @pytest.fixture(name="judge")
    def the_judge(self: object, budget: Budget, record_property: Any) -> Callable[..., None]:
        shown = cases.setdefault(budget, Cases(budget.shrink))
        return partial(judged, solver, shown, record_property)

    @pytest.fixture(autouse=True)
    def limits(
        self: object, request: pytest.FixtureRequest, budget: Budget, record_property: Any
    ) -> Iterator[None]:
        record_property("everyway solver", solver.name)
        record_property("everyway part", request.function.part)
        several = _MANY if request.function.part == "checks" else _FEW
        with (
            within_memory(),
            limited(budget.time_limit),
            ended_after(several * budget.time_limit + _SHRINKING),
        ):
            yield

    fixtures = (the_solver, the_budget, the_judge, limits)
    return {f"fixture_{number}": fixture for number, fixture in enumerate(fixtures)}


def _asked(config: pytest.Config) -> dict[str, Any]:
    """The budget that the command line asks for."""
    options = {name: config.getoption(f"everyway_{name}", None) for name in Budget.__annotations__}
    return {name: value for name, value in options.items() if value is not None}


def _unless_unsupported(test: Callable[..., None], part: str, solver: str) -> Callable[..., None]:
    """`test`, skipped where the solver says that it does not support its model.

    It is named after the solver as well, for where the process has to be ended.
    """

    @wraps(test)
    def tried(**given: Any) -> None:
        try:
            test(**given)
        except Unsupported as error:
            pytest.skip(f"unsupported: {error}")

    name, plain = f"{solver}: {test.__name__}", cast(FunctionType, tried)
    plain.__code__ = plain.__code__.replace(co_name=name)
    vars(tried)["__signature__"] = inspect.signature(test)
    vars(tried)["part"] = part
    return tried


# ---------------------------- The tests as pytest collects them where no file of yours holds them.


class Kit(pytest.Module):
    """A module that no file holds: the tests of one solver."""

    tests: type

    def _getobj(self) -> ModuleType:
        made = ModuleType("everyway_conformance")
        vars(made)["TestConformance"] = self.tests
        return made


def collected(session: pytest.Session, address: str) -> Iterator[pytest.Item]:
    """The tests of the solver at `address`. Raises: UsageError where there is none."""
    here = str(session.config.invocation_params.dir)
    if here not in sys.path:
        sys.path.insert(0, here)  # for a solver that lies there, and is not installed yet
    try:
        tests = conformance_of(address)
    except (SolverUnavailable, ImportError, AttributeError) as error:
        raise pytest.UsageError(f"--everyway-solver {address}: {error}") from error
    kit = Kit.from_parent(session, path=Path(__file__), name=address, nodeid=address)
    kit.tests = tests
    return session.genitems(kit)
