"""Evidence for a report: the fewest constraints on which a solver proven wrong errs again.

The proof is the run that was judged. Here the solver is asked anew, on models with fewer
constraints, each in a run of its own: what that shows stands beside the verdict and never makes
one, since a fault may come and go with the model.
"""

from __future__ import annotations

import dataclasses
import json
import pickle
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any

from ..models.language.check import Judge
from ..models.language.errors import ModelError
from ..models.language.expressions import size
from ..models.language.files.model_as_data import to_data
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.nodes import describe
from ..models.language.rules import Rule
from ..solvers.harness.options import Options
from ..solvers.harness.processes.child_process import ChildProcess, Gone
from ..solvers.harness.processes.payload import (
    ENDED,
    NEWS,
    READY,
    GarbledError,
    Payload,
    payload_of,
)
from ..solvers.harness.registry import solver_named
from ..solvers.harness.rows.packing import restored_malformed, text_of_malformed
from ..solvers.harness.running.run import Run
from .comparison import Comparison, Difference

if TYPE_CHECKING:
    from ..solvers.harness.processes.child import Sender


# ---------- Drops constraints one after the other, while a solver that is proven wrong still errs.


SECONDS_EACH = 1.0
"""The time limit of one run on fewer constraints."""
FEW_ASSIGNMENTS = 20_000
ATTEMPTS = 4
"""The number of times that a solver is asked which errs now and then."""

Place = tuple[int, int]
"""A constraint: the number of its rule, and its own in that."""


@dataclass(frozen=True)
class Fault:
    """A fault that a solver is to show again."""

    kind: str
    """missing, invented, not optimal or repeated.

    What is not optimal is so under fewer constraints too; what is missing may be beaten there.
    """
    solver: str
    address: str
    """The address of the solver, also for a process that does not know it by its name."""
    witness: Mapping[str, Any]
    fits: bool
    """True if the witness has a value of its domain for every variable."""


@dataclass(frozen=True)
class Found:
    """The state of the search."""

    kept: tuple[Place, ...]
    runs: int = 0
    """The number of times that the solver was asked."""
    times: int = 0
    """The number of times that it erred then."""
    smallest: bool = False
    """True if no constraint of these can be left out alone."""

    def to_json(self) -> dict[str, Any]:
        """The state in JSON's terms, for `read`."""
        return {**vars(self), "kept": list(self.kept)}


def read(body: bytes) -> Found:
    """The `Found` that `to_json` has written."""
    data = json.loads(body)
    return Found(**{**data, "kept": tuple((a, b) for a, b in data["kept"])})


@dataclass(frozen=True)
class ShrinkOrder:
    """The order for the process in which a solver is asked again."""

    payload: Payload
    fault: Fault
    options: Options
    seconds: float

    def perform(self, sender: Sender) -> None:
        """Send a report whenever fewer constraints suffice."""
        model = self.payload.opened()
        Run(model, self.fault.solver, self.options, address=self.fault.address).load()
        sender.send(READY, 0.0)

        def report(found: Found, kind: bytes = NEWS) -> None:
            sender.send(kind, 0.0, json.dumps(found.to_json()).encode())

        report(Shrinking(model, self.fault, self.options, self.seconds, report).found(), ENDED)


class Shrinking:
    """The search for few constraints, in this process; each try is a run of its own."""

    def __init__(
        self,
        model: Model,
        fault: Fault,
        options: Options,
        seconds: float,
        report: Callable[[Found], object] = lambda found: None,
    ) -> None:
        self._model, self._fault, self._report = model, fault, report
        self._options = replace(options, limit=None)
        self._end = time.monotonic() + seconds
        self._every = places(model)
        self._found = Found(self._every)
        self._attempts = ATTEMPTS

    def found(self) -> Found:
        """The fewest constraints that were found in time."""
        shows = [self._errs(self._every) for _ in range(2)]
        self._attempts = 1 if all(shows) else ATTEMPTS
        for guess in self._guesses():
            if self._keep(guess):
                return replace(self._found, smallest=True)
        if self._found.times or self._keep(self._every):
            self._drop_constraints()
        return self._found

    def _guesses(self) -> Iterator[list[Place]]:
        """Sets of constraints that, should one suffice, cannot be made smaller."""
        model, fault = self._model, self._fault
        number = prod(size(variable.domain) for variable in model.variables)
        if fault.kind == "invented" and fault.fits:
            alone = ([place] for place in self._every)  # of these the ones that the witness breaks
            broken = (one for one in alone if not Judge(under(model, one)).solves(fault.witness))
            yield from islice(broken, 3)
        elif fault.kind != "missing" or number <= FEW_ASSIGNMENTS:
            yield []

    def _drop_constraints(self) -> None:
        """Drop each rule; then half of the constraints at once, then fewer, at last each alone."""
        for number in range(len(self._model.rules)):
            self._drop([place for place in self._found.kept if place[0] == number])
        step = max(1, len(self._found.kept) // 2)
        while not self._late():
            start = 0
            while start < len(self._found.kept) and not self._late():
                if not self._drop(self._found.kept[start : start + step]):
                    start += step
            if step == 1:
                self._found = replace(self._found, smallest=not self._late())
                return
            step = max(1, step // 2)

    def _drop(self, dropped: Sequence[Place]) -> bool:
        """Go on without `dropped`, if the fault still shows then."""
        fewer = [place for place in self._found.kept if place not in dropped]
        return len(fewer) < len(self._found.kept) and self._keep(fewer)

    def _keep(self, kept: Sequence[Place]) -> bool:
        for _ in range(self._attempts):
            if self._late():
                return False
            if self._errs(kept):
                self._found = replace(self._found, kept=tuple(kept))
                self._report(self._found)
                return True
        return False

    # ------------------------------------------------------------------------------ a run

    def _errs(self, kept: Sequence[Place]) -> bool:
        """True if the solver, asked anew, shows the same fault under these constraints."""
        model, fault = under(self._model, kept), self._fault
        if fault.kind == "invented" and fault.fits and Judge(model).solves(fault.witness):
            return False
        seconds = min(SECONDS_EACH, max(self._end - time.monotonic(), 0.01))
        try:
            errs = errs_again(model, fault, replace(self._options, time_limit=seconds))
        except ModelError:  # it cannot travel, or is in no such viewpoint
            errs = False
        found = self._found
        self._found = replace(found, runs=found.runs + 1, times=found.times + errs)
        return errs

    def _late(self) -> bool:
        return time.monotonic() >= self._end


def errs_again(model: Model, fault: Fault, options: Options) -> bool:
    """True if the solver of `fault` shows it on `model`, which it is asked anew."""
    stream = Run(model, fault.solver, options, address=fault.address)
    names = [variable.name for variable in model.variables]
    excuses = _excuses(model, fault)
    seen = 0
    with closing(stream):
        for found in stream:
            seen += _is_the_witness(found, fault, names, malformed=stream.malformed)
            if fault.kind == "missing" and (seen or (not stream.malformed and excuses(found))):
                return False
            if seen == (2 if fault.kind == "repeated" else 1):
                return True
        return fault.kind == "missing" and bool(stream.outcome.complete)


def _excuses(model: Model, fault: Fault) -> Callable[[Mapping[str, Any]], bool]:
    """True of a solution that beats the witness, which then need not be reported."""
    objective, judge = model.objective, Judge(model)
    own = objective.valuation.of(fault.witness) if objective and fault.fits else None

    def beats(found: Mapping[str, Any]) -> bool:
        if objective is None or own is None:
            return False
        point = objective.valuation.of(found)
        return point is not None and objective.beats(point, own) and judge.solves(found)

    return beats


def _is_the_witness(found: Any, fault: Fault, names: Sequence[str], *, malformed: bool) -> bool:
    if not malformed:
        return fault.fits and dict(found) == fault.witness
    restored = restored_malformed(text_of_malformed(found, names), names)
    return not fault.fits and repr(restored) == repr(fault.witness)


def places(model: Model) -> tuple[Place, ...]:
    """Every constraint of `model`."""
    pairs = enumerate(model.rules)
    return tuple((number, own) for number, rule in pairs for own in range(len(rule.constraints)))


def under(model: Model, kept: Sequence[Place]) -> Model:
    """The variables of `model` under these of its constraints, with its objective."""
    fewer = model.rewritten(model.groups, [rule for rule, _ in rules_of(model, kept)])
    return fewer.aiming(model.objective)


def rules_of(model: Model, kept: Sequence[Place]) -> Iterator[tuple[Rule, bool]]:
    """The rest of each rule, with True if that is all of it."""
    for number, rule in enumerate(model.rules):
        places = [place for own, place in kept if own == number]
        if places:
            names = tuple(rule.names[place] for place in places) if rule.names else ()
            left = tuple(rule.constraints[place] for place in places)
            yield replace(rule, constraints=left, names=names), len(left) == len(rule.constraints)


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
    given = dataclasses.asdict(replace(options, viewpoint=viewpoint))
    without = {"isolate", "project", "shortcuts", "hand_over"}
    without |= set() if options.memory else {"memory"}
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
