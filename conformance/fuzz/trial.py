"""One model before all solvers: which of them are proven wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

from ...models import Model
from ..instances.enumerate_naively import FEASIBLE, size_of
from .bench import Bench
from .faults import FAILED, HUNG, Fault, Known, fault_in, known
from .metamorphic import Variant, variants
from .solver_process import Answer, Row

MOST_ATTEMPTS = 20
"""The most times that a solver is asked that does not always show its fault."""
SAMPLE = 10
PATIENCE = 6.0
"""The factor on the time limit of a solver that was stopped by it."""


def tried(
    model: Model, bench: Bench, names: Iterable[str]
) -> tuple[Mapping[str, Answer], list[Fault]]:
    """The answer of each solver to `model`, and the faults that these prove."""
    answers = bench.ask_all(model, names)
    if len(answers) == 1 and _is_too_large(model):
        ((name, one),) = answers.items()
        return answers, related(model, bench, name, one)
    right = known(model, answers.values())
    found = (fault_in(model, name, one, right) for name, one in answers.items())
    return answers, [fault for fault in found if fault is not None and confirmed(fault, bench)]


def _is_too_large(model: Model) -> bool:
    """True if not all assignments are tried; those of a projected model are."""
    return size_of(model.variables) > FEASIBLE and not model.projection


def confirmed(fault: Fault, bench: Bench) -> bool:
    """True if it is proven, or shows once more, in a fresh process where the last one ended.

    One that stopped when its time was over may only be slow, and gets more.
    """
    if fault.kind not in (FAILED, HUNG):
        return True
    patience = PATIENCE if fault.answer.status == "stopped" else 1.0
    again = bench.ask(fault.model, fault.solver, patience)
    right = Known(fault.expected, fault.exact)
    return fault.is_like(fault_in(fault.model, fault.solver, again, right))


def related(model: Model, bench: Bench, name: str, answer: Answer) -> list[Fault]:
    """Faults on `model` or a variant of it, by what the solver finds of the others."""
    itself = Variant("itself", model, lambda row: row, lambda row: row)
    others = [(v, bench.ask(v.model, name)) for v in variants(model, Random(model.name))]
    every = [(itself, answer), *others]
    rows = _known_to_any(model, every)
    faults = []
    for variant, one in every:
        own = Counter(row for row in map(variant.forth, rows) if row is not None)
        fault = fault_in(variant.model, name, one, Known(own, False))
        if fault is not None and confirmed(fault, bench):
            faults.append(fault)
    return faults[:1]


def _known_to_any(model: Model, every: list[tuple[Variant, Answer]]) -> Counter[Row]:
    """The solutions of `model` that were found of it or of a variant, each judged."""
    back = (
        Answer("complete", rows=Counter(row for row in map(v.back, one.rows) if row is not None))
        for v, one in every
    )
    return known(model, back).rows


def shows(fault: Fault, model: Model, bench: Bench, attempts: int) -> Fault | None:
    """The fault of the same kind that the solver shows on `model`, if it does."""
    right: Known | None = None
    for _ in range(attempts):
        answer = bench.ask(model, fault.solver)
        if right is None:
            if _is_too_large(model):
                faults = related(model, bench, fault.solver, answer)
                return next((found for found in faults if fault.is_like(found)), None)
            right = known(model, [])
        found = fault_in(model, fault.solver, answer, right)
        if fault.is_like(found):
            return found
    return None


def attempts_for(fault: Fault, bench: Bench) -> int:
    """The number of times to ask on a smaller model: 1 where the fault shows every time.

    Otherwise so often that it would be missed on this model once in a hundred times.
    """
    if not fault.proven or all(_shown(fault, bench, 3)):
        return 1
    rate = min(0.9, max(0.1, sum(_shown(fault, bench, SAMPLE)) / SAMPLE))
    return min(MOST_ATTEMPTS, math.ceil(math.log(0.01) / math.log(1 - rate)))


def _shown(fault: Fault, bench: Bench, times: int) -> list[bool]:
    """True if the fault shows, each time."""
    return [shows(fault, fault.model, bench, 1) is not None for _ in range(times)]
