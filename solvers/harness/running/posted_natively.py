"""Runs that are watched for what their solver posts natively, and what it has decomposed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ....models.language.constraints import Constraint, Core
from ....models.language.global_constraints import constraint_classes
from ....models.language.model import Model
from ....models.language.nodes import topological
from ....models.language.phrases import snake_case
from ..options import Options
from ..outcome import Outcome
from ..processes.child import Sender
from .isolation import Isolated
from .ordered_run import RunOrder
from .run import Run

NATIVE, DECOMPOSED = "native", "decomposed"
"""Under these keys the statistics of a watched run name kinds of constraints: `circuit`."""


@contextmanager
def decompositions(kinds: Iterable[type[Constraint]]) -> Iterator[list[Constraint]]:
    """The constraints of `kinds` that are asked for their decomposition meanwhile."""
    asked: list[Constraint] = []
    originals = {kind: kind.decompose for kind in kinds}

    def watched(original: Any) -> Any:
        def decompose(self: Constraint) -> Any:
            asked.append(self)
            return original(self)

        return decompose

    for kind, original in originals.items():
        setattr(kind, "decompose", watched(original))  # noqa: B010 - mypy refuses the assignment
    try:
        yield asked
    finally:
        for kind, original in originals.items():
            setattr(kind, "decompose", original)  # noqa: B010


@contextmanager
def watched(run: Run) -> Iterator[None]:
    """Adds to the statistics of `run`, which is made meanwhile, how constraints were posted."""
    kinds = [kind for kind in constraint_classes() if not issubclass(kind, Core)]
    with decompositions(kinds) as asked:
        yield
    if run.rewritten is not None:
        run.latest.statistics.update(_posted(run.rewritten, asked))


def _posted(model: Model, asked: Iterable[Constraint]) -> dict[str, str]:
    """The kinds of constraints in `model` by how they were posted, those of the core left out."""
    decomposed = set(asked)
    every = [c for c in topological(model.constraints) if isinstance(c, Constraint)]
    kinds: dict[str, set[str]] = {NATIVE: set(), DECOMPOSED: set()}
    for constraint in every:
        if not isinstance(constraint, Core):
            way = DECOMPOSED if constraint in decomposed else NATIVE
            kinds[way].add(snake_case(type(constraint).__name__))
    return {way: ", ".join(sorted(names)) for way, names in kinds.items()}


class _WatchedOrder(RunOrder):
    def report(self, run: Run, sender: Sender) -> None:
        with watched(run):
            super().report(run, sender)


class _WatchedAlone(Isolated):
    order_type = _WatchedOrder


def watched_outcome(model: Model, solver: str, options: Options) -> Outcome:
    """The outcome of a run whose solutions are let go, with how constraints were posted.

    Raises: ModelError for a model that cannot travel where it is to be isolated.
    """
    run = (_WatchedAlone if options.isolate else Run)(model, solver, options)
    with run, watched(run) if not options.isolate else run:
        for _ in run:
            pass
    return run.outcome
