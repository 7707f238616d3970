"""Drops constraints one after the other, while a solver that is proven wrong still errs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from ..models.language.check import Judge
from ..models.language.domains import size
from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.rules import Rule
from ..solvers.harness.options import Options
from ..solvers.harness.processes.frames import ENDED, NEWS, READY
from ..solvers.harness.processes.payload import Payload
from ..solvers.harness.rows.malformed import restored_malformed, text_of_malformed
from ..solvers.harness.running.run import Run

if TYPE_CHECKING:
    from ..solvers.harness.processes.child import Sender

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
        asked_anew(model, self.fault, self.options).load()
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
            self._drop_rules()
            self._drop_constraints()
        return self._found

    def _guesses(self) -> Iterator[list[Place]]:
        """Sets of constraints that, should one suffice, cannot be made smaller."""
        if self._fault.kind == "invented" and self._fault.fits:
            yield from ([place] for place in self._broken()[:3])
        elif self._fault.kind != "missing" or self._assignments() <= FEW_ASSIGNMENTS:
            yield []

    def _broken(self) -> list[Place]:
        """The constraints that an invented witness breaks."""
        witness = self._fault.witness
        return [place for place in self._every if not Judge(self._of([place])).solves(witness)]

    def _assignments(self) -> int:
        product = 1
        for variable in self._model.variables:
            product *= size(variable.domain)
        return product

    def _drop_rules(self) -> None:
        for number in range(len(self._model.rules)):
            self._drop([place for place in self._found.kept if place[0] == number])

    def _drop_constraints(self) -> None:
        """First half of them at once, then fewer, at last each alone."""
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
        model, fault = self._of(kept), self._fault
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

    def _of(self, kept: Sequence[Place]) -> Model:
        return under(self._model, kept)


def asked_anew(model: Model, fault: Fault, options: Options) -> Run:
    """A run of the solver of `fault`, in this process."""
    return Run(model, fault.solver, options, address=fault.address)


def errs_again(model: Model, fault: Fault, options: Options) -> bool:
    """True if the solver of `fault` shows it on `model`, which it is asked anew."""
    stream = asked_anew(model, fault, options)
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
