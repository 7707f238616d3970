"""Solvers as people first write them: with the faults of the libraries that they trust."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

from everyway.models import Model
from everyway.models.language.check import Judge
from everyway.models.language.global_constraints.circuit import Subcircuit
from everyway.models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from everyway.models.language.global_constraints.regular import Regular
from everyway.models.language.late_dataclasses import replace
from everyway.solvers import cp, python_constraint
from everyway.solvers.cp import native_constraints as of_cp
from everyway.solvers.cp_sat import native_constraints
from everyway.solvers.cp_sat import translation as cp_sat
from everyway.solvers.cp_sat.translation import Translation, places
from everyway.solvers.harness.adapting.natives import Native, by_fields, required
from everyway.solvers.harness.contract import Assignment, Control, Unsupported
from everyway.solvers.harness.registry import Solver

from .naive_posting import kind

TWO_WORKERS = {"num_workers": 2, "enumerate_all_solutions": True}


def scripted(script: Callable[..., str]) -> Callable[[Any], Any]:
    """Says how a solver's faults are written as a script."""

    def marked(function: Any) -> Any:
        function.script = script
        return function

    return marked


ONE_WORKER = {"num_workers": 1, "enumerate_all_solutions": True}


def collected(model: Model, control: Control, parameters: dict[str, Any]) -> Iterator[Assignment]:
    """All that CP-SAT reports with these parameters."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.rows: list[list[int]] = []

        def on_solution_callback(self) -> None:
            held = self.response_proto.solution
            self.rows.append([factor * held[index] + plus for index, factor, plus in where])

    translation = Translation(model, control.check)
    where = places(translation.native, list(translation.variables.values()))
    solver = cp_model.CpSolver()
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    collector = Collector()
    solver.solve(translation.native.model, collector)
    names = [variable.name for variable in translation.variables]
    yield from (dict(zip(names, row, strict=True)) for row in collector.rows)


@scripted(partial(cp_sat.script, parameters=TWO_WORKERS))
def two_workers(model: Model, control: Control) -> Iterator[Assignment]:
    """CP-SAT with two workers, which loses solutions and says that it is complete."""
    yield from collected(model, control, TWO_WORKERS)


def posts_an_automaton(on: Any, regular: Any, terms: Any) -> None:
    """CP-SAT's own automaton, where there is something to read."""
    native = on.native
    if not terms or not regular.accepting or not regular.transitions:
        return native.clause([] if terms or regular.start not in regular.accepting else [0, ~0])
    handles = [native.handle(variable) for variable in native_constraints.distinct(native, terms)]
    moves = [(before, int(symbol), after) for before, symbol, after in regular.transitions]
    native.model.add_automaton(handles, regular.start, list(regular.accepting), moves)
    return None


OWN_AUTOMATON = {Regular: Native(Regular, posts_an_automaton)}


def automaton_script(*arguments: Any) -> str:
    """The question of `automaton` to CP-SAT, as a script."""
    with patch.dict(native_constraints.NATIVE, OWN_AUTOMATON):
        return cp_sat.script(*arguments)


@scripted(automaton_script)
def automaton(model: Model, control: Control) -> Iterator[Assignment]:
    """CP-SAT with its own automaton, which gives a solution more than once."""
    with patch.dict(native_constraints.NATIVE, OWN_AUTOMATON):
        yield from collected(model, control, ONE_WORKER)


def own_tasks(on: Any, starts: Any, durations: Any) -> None:
    """Intervals of the library's own, of no duration as well."""
    pairs = zip(starts, durations, strict=True)
    several = [on.native.FixedDurationIntervalVar(s.native, d.low, "") for s, d in pairs]
    on.add(on.native.DisjunctiveConstraint(several, ""))


def own_rectangles(on: Any, *lists: Any) -> None:
    """Rectangles of the library's own, without extent as well."""
    natives = [[term.native for term in terms] for terms in lists]
    on.add(on.native.NonOverlappingBoxesConstraint(*natives))


OWN_OF_CP = {
    NoOverlap: replace(of_cp.NATIVE[NoOverlap], post=by_fields(own_tasks)),
    NoOverlap2D: replace(of_cp.NATIVE[NoOverlap2D], post=by_fields(own_rectangles)),
    Subcircuit: required(
        Subcircuit, lambda on, terms: on.add(on.native.SubCircuit([term.native for term in terms]))
    ),
}


def cp_globals(model: Model, control: Control) -> Iterator[Assignment]:
    """OR-Tools' original CP solver with its own sub-circuit, tasks of no duration and the like."""
    with patch.dict(of_cp.NATIVE, OWN_OF_CP):
        yield from cp.solutions(model, control)


def posted_naively(model: Model, words: Collection[str]) -> Iterator[Assignment]:
    """python-constraint with its own words for sums and products, or with strings."""
    if not model.variables:
        yield from settled(model)
        return
    library = importlib.import_module("constraint")
    translation = kind(words)(model, Control(), library.Unassigned)
    if not translation.impossible:
        yield from python_constraint.problem(library, translation).getSolutions()


def settled(model: Model) -> Iterator[Assignment]:
    """The empty solution, if it is one: the library finds none where nothing is variable."""
    if Judge(model).solves({}):
        yield {}


def naively(*words: str) -> Callable[[Model, Control], Iterator[Assignment]]:
    def solutions(model: Model, control: Control) -> Iterator[Assignment]:
        yield from posted_naively(model, words)

    return scripted(partial(python_constraint.script, kind=kind(words)))(solutions)


sums = naively("sums")
products = naively("products")
strings = naively("strings")
everything = naively("sums", "products", "strings")


def aborts(model: Model) -> Iterable[Assignment]:
    """Ends the process where anything is compared."""
    import os

    if model.constraints:
        os.abort()
    return iter([])


def hangs(model: Model) -> Iterable[Assignment]:
    """Never ends, whatever it is asked, where anything is compared."""
    import time

    while model.constraints:
        time.sleep(1)
    return iter([])


def dawdles(model: Model, control: Control) -> Iterator[Assignment]:
    """Takes a second for every model, and stops when it is asked to."""
    import time

    from everyway.solvers.brute_force import solutions

    end = time.monotonic() + 1
    while time.monotonic() < end:
        control.check()
        time.sleep(0.01)
    yield from solutions(model, control)


def hangs_with_a_child(model: Model) -> Iterable[Assignment]:
    """Waits for a process of its own that never ends; the model's name says where to note it."""
    import subprocess
    import sys
    from pathlib import Path

    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(model.name).write_text(str(child.pid))
    child.wait()
    return iter([])


def loses_one(model: Model, control: Control) -> Iterator[Assignment]:
    """Brute force, but the last solution is kept back where two variables differ in the first."""
    from everyway.solvers.brute_force import solutions

    found = list(solutions(model, control))
    names = [variable.name for variable in model.variables]
    drop = len(found) > 1 and len(names) > 1 and found[-1][names[0]] > found[-1][names[1]]
    yield from found[:-1] if drop else found


def refuses(model: Model, control: Control) -> Iterator[Assignment]:
    """Solves nothing, and says so."""
    raise Unsupported(f"{model.name} is too hard")
    yield {}


def naive(name: str) -> Solver:
    """The solver of this name in this module."""
    return Solver(f"naive-{name.replace('_', '-')}", f"{__name__}:{name}")
