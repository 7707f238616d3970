"""Evidence for a report: the fewest constraints on which a solver proven wrong errs again.

The proof is the run that was judged. Here the solver is asked anew, on models with fewer
constraints, each in a run of its own: what that shows stands beside the verdict and never makes
one, since a fault may come and go with the model.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from ..models.language.errors import ModelError
from ..models.language.files.model_as_data import to_data
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.nodes import describe
from ..solvers.harness.options import Options
from ..solvers.harness.processes.child_process import ChildProcess, Gone
from ..solvers.harness.processes.frames import NEWS, READY, GarbledError
from ..solvers.harness.processes.payload import payload_of
from ..solvers.harness.registry import solver_named
from .comparison import Comparison, Difference
from .shrinking import Fault, Found, Place, Shrinking, ShrinkOrder, places, read, rules_of, under

SECONDS = 5.0
"""The time for dropping constraints, by default."""
SECONDS_TO_START = 20.0
GRACE = 1.0


@dataclass(frozen=True)
class Evidence:
    """The fewest constraints that were found on which the solver still shows the same witness."""

    constraints: tuple[str, ...]
    """In words; a rule that is whole is one."""
    number: int
    """The number of these constraints."""
    of: int
    """The number of constraints of the model."""
    runs: int
    """The number of times that the solver was asked again."""
    times: int
    """The number of times that it erred then; if 0, these are all constraints of the run."""
    smallest: bool
    """True if none of them can be left out alone."""
    model: Model
    """The declared variables under these constraints."""

    def to_json(self) -> dict[str, Any]:
        """The evidence in JSON's terms, with the model as data where that can be."""
        try:
            data = to_data(self.model)
        except ModelError:  # a predicate that has no name
            data = None
        return {
            "constraints": list(self.constraints),
            "number": self.number,
            "of": self.of,
            "runs": self.runs,
            "erred": self.times,
            "smallest": self.smallest,
            "model": data,
        }


def with_evidence(
    comparison: Comparison, options: Options, solvers: Sequence[str], seconds: float
) -> Comparison:
    """`comparison`, each difference with its solver's parameters and, in `seconds`, evidence.

    `solvers` are the runs that can be asked again, by `options`; claims from elsewhere cannot.
    Ctrl-C ends the asking: the comparison is whole without it.
    """
    runs = {run.solver: run for run in comparison.runs}
    live = [one for one in comparison.differences if one.solver in solvers]
    each = seconds / max(len(live), 1)
    without, differences = "it was not asked for", []
    for one in comparison.differences:
        outcome = runs[one.solver].outcome
        known = replace(one, version=outcome.version)
        if one.solver not in solvers:
            why = "a claim from elsewhere cannot be asked again"
            differences.append(replace(known, no_evidence=why))
            continue
        known = replace(known, parameters=_parameters(options, outcome.viewpoint))
        found = None
        try:
            found = _evidence(comparison.model, one, options, each) if each else None
        except KeyboardInterrupt:
            each, without = 0.0, "interrupted"
        differences.append(replace(known, evidence=found, no_evidence="" if found else without))
    return replace(comparison, differences=tuple(differences))


def _parameters(options: Options, viewpoint: str) -> dict[str, Any]:
    """The parameters of the solver; that it has a process of its own is none."""
    given = asdict(replace(options, viewpoint=viewpoint))
    without = [
        "isolate",
        "project",
        "shortcuts",
        "hand_over",
        *([] if options.memory else ["memory"]),
    ]
    return {name: value for name, value in given.items() if name not in without}


def _evidence(model: Model, difference: Difference, options: Options, seconds: float) -> Evidence:
    solver, fits = difference.solver, difference.solution is not None
    address = solver_named(solver).address
    fault = Fault(difference.kind, solver, address, dict(difference.witness), fits)
    if options.isolate:
        found = _apart(model, fault, options, seconds)
    else:
        found = Shrinking(model, fault, options, seconds).found()
    return Evidence(
        tuple(_in_words(model, found.kept)),
        len(found.kept),
        len(places(model)),
        found.runs,
        found.times,
        found.smallest and found.times > 0,
        under(model, found.kept),
    )


def _apart(model: Model, fault: Fault, options: Options, seconds: float) -> Found:
    """The result of asking again in a process of its own, as far as that has come."""
    found = Found(places(model))
    try:
        order = pickle.dumps(ShrinkOrder(payload_of(model), fault, options, seconds))
    except Exception:  # a model or a witness that cannot travel
        return found
    child = ChildProcess(order)
    patience = SECONDS_TO_START
    try:
        with suppress(Gone, GarbledError, ValueError, KeyError, json.JSONDecodeError):
            while (message := child.message(patience)) is not None:
                if message.kind != READY:
                    found = read(message.body)
                if message.kind not in (READY, NEWS):
                    break
                patience = seconds + GRACE
    finally:
        child.end()
    return found


def _in_words(model: Model, kept: Sequence[Place]) -> Iterator[str]:
    for rule, whole in rules_of(model, kept):
        if whole:
            yield rule.words or rule.label
        else:
            yield from (
                f"{rule.label}: {name}" if name else describe(constraint)
                for constraint, name in rule.places()
            )
