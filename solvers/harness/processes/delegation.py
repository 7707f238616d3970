"""A search that is left to workers, in parts.

A solver with the trait `threads` uses several cores by itself; for any other, and on a cluster,
workers search.

The parts are boxes of the model, each a model of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....models.language.model import Model
from ..contract import Assignment, Control, Unsupported
from ..options import cores
from ..registry import Solver
from ..rows.packing import Packer
from .distribute import Distribution, Workers
from .tasks import Box
from .worker import Answer, Search


class Boxes:
    """A search of any solver, in boxes of its model."""

    address = "everyway.solvers.harness.processes.worker:perform"

    def __init__(self, search: Search) -> None:
        self.source = search.packed()
        self._splitter = search.splitter
        self._packer = Packer(search.model)

    def parts(self, at_least: int) -> list[Box]:
        """`at_least` as many boxes, if the model can be cut so."""
        return self._splitter.boxes(at_least)

    def cut(self, part: Box) -> list[Box]:
        """Boxes that together are `part`."""
        return self._splitter.cut(part)

    def read(self, rows: bytes) -> Iterator[Assignment]:
        """The solutions in rows of bytes."""
        found: Any = map(self._packer.unpack, self._packer.rows(rows))
        return iter(found)


def assignments(solver: Solver, model: Model, control: Control) -> Iterator[Assignment]:
    """The solutions of `model`, by workers."""
    search = _search(solver, model, control, counting=False)
    for answer in answers(search, control):
        yield from search.read(answer.rows)


def counts(solver: Solver, model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`, in parts, by workers."""
    for answer in answers(_search(solver, model, control, counting=True), control):
        yield answer.number


def _search(solver: Solver, model: Model, control: Control, *, counting: bool) -> Boxes:
    if solver.traits.historical:
        raise Unsupported(f"{solver.name} takes a puzzle as a whole; leave out jobs and cluster")
    control.backend = solver.backend
    return Boxes(Search.controlled(solver.name, model, control, counting=counting))


def answers(search: Boxes, control: Control) -> Iterator[Answer]:
    """The answers of workers to a search that can be sent, as they come."""
    workers = _workers(control)
    try:
        control.searching()
        yield from Distribution(search, workers, control).answers()
    finally:
        workers.close()


def _workers(control: Control) -> Workers:
    cluster = control.options.cluster
    if cluster is None:
        from .pool import Processes

        return Processes(control.jobs)
    from .cluster import Cluster

    return Cluster(cluster, control.jobs if control.jobs > 1 else cores(), control)
