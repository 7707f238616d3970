"""Runs a solver on a model: lazily, within limits, and never ending in silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Unpack

from ....models.language.errors import ModelError
from ....models.language.model import Model
from ....models.language.phrases import counted
from ....models.language.solution import Solution
from ..contract import SolverFailed, SolverUnavailable, Unsupported
from ..options import AllOptions, asked, offers
from ..outcome import Outcome, require_complete
from ..rows.arrays import collected, declared, smallest_type
from .run import Run

DEFAULT_SOLVER = "auto"


class Enumeration(Run):
    """One solver's solutions of one model, each a `Solution`; what goes wrong is raised."""

    def __next__(self) -> Any:
        if not self._advance():
            raise_failure(self._outcome)
            raise StopIteration
        if self.malformed:
            self._outcome.solutions -= 1
            error = self._malformed()
            self._end("failed", "it reported what is no solution", error)
            raise error
        return self.projected.solution(self._found)

    def arrays(self) -> Iterator[Any]:
        """The solutions as NumPy arrays of rows × variables, in the order of declaration.

        A block has up to some thousands of rows, of the smallest integer type that holds every
        value. Use it instead of iterating, not after. Raises: ModelError for labels.
        """
        variables = self.projected.variables
        smallest_type(variables)
        fast = type(self) is Enumeration and self.projected is self.model
        fast = fast and not self._solver.is_distributed(self._control.options)
        if not fast or self._solver.blocks is None:
            yield from collected((solution.row for solution in self), variables)
            return
        self._by_blocks = True
        while self._advance():
            assert self._view is not None, "what has begun has a view"
            yield declared(self._block, self._view, variables)
        raise_failure(self._outcome)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The progress of this run, for a notebook; showing it asks for no solution."""
        from ....models.language.drawing.notebook import HTML, PLAIN
        from ....models.language.printable import escaped, printable

        outcome = self.latest
        found = counted(outcome.solutions, "solution")
        state = "so far" if outcome.status == "running" else outcome.status
        reason = f" ({outcome.reason})" if outcome.reason else ""
        words = f"{self.model.name}, {outcome.solver}: {found} {state}{reason}"
        return {PLAIN: printable(words), HTML: f"<p>{escaped(words)}</p>"}

    _by_blocks = False
    _block: Any = None

    def _start(self, model: Model) -> Iterator[Any]:
        if not self._by_blocks:
            return super()._start(model)
        blocks = self._solver.blocks
        assert blocks is not None, "blocks come from a solver that has them"
        return iter(blocks(model, self._control))

    def _next(self) -> None:
        if not self._by_blocks:
            super()._next()
            return
        self._block = self._taken()

    def _count(self) -> None:
        if not self._by_blocks:
            super()._count()
            return
        self._outcome.solutions += len(self._block)
        if self._limit is not None and self._outcome.solutions > self._limit:
            self._block = self._block[: self._limit - self._outcome.solutions]
            self._outcome.solutions = self._limit
            self._end("stopped", "limit")


def raise_failure(outcome: Outcome) -> None:
    """Raises: what a run failed by, if it failed."""
    error = outcome.error
    if error is None or outcome.status == "stopped":
        return
    if isinstance(error, Unsupported | SolverUnavailable | ModelError | SolverFailed):
        raise error
    raise SolverFailed(f"{outcome.solver} failed: {outcome.reason}") from error


@offers(AllOptions)
def solutions(
    model: Model, solver: str = DEFAULT_SOLVER, **keywords: Unpack[AllOptions]
) -> Enumeration:
    """Every solution of `model`, once, as a lazy iterator with an `outcome`.

    `solver` may name a viewpoint: `cp-sat@squares`. `time_limit` is in seconds, of building and
    searching. A limit ends the iteration; the outcome says if there was more. With `project`,
    names of groups or variables, a solution gives values to these alone, and each comes once; a
    solver that cannot do so has those that it found remembered, on disk when they are many.

    With several `jobs`, or "auto" for the number of cores, so many search at once: threads of a
    solver that has them, else processes, each with parts of the model. With a `cluster`, the
    address of a Dask scheduler or "local", its workers do. The solutions are the same, in another
    order.

    With `isolate` the solver has a process of its own, of no more than `memory` bytes; whatever
    becomes of that, this one goes on. It searches ahead of what is asked of it.

    Raises: UnknownSolver; while iterating Unsupported, SolverUnavailable, SolverFailed.
    """
    options = asked(**keywords)
    if not options.isolate and options.memory is None:
        return Enumeration(model, solver, options)
    from .isolation import IsolatedEnumeration

    return IsolatedEnumeration(model, solver, options)


@offers(AllOptions)
def first(
    model: Model, solver: str = DEFAULT_SOLVER, **keywords: Unpack[AllOptions]
) -> Solution | None:
    """A solution of `model`, or None if there is none; nothing further is searched.

    Raises: Incomplete where something stopped the search before it found one.
    """
    with solutions(model, solver, options=replace(asked(**keywords), limit=1)) as found:
        for solution in found:
            assert isinstance(solution, Solution)
            return solution
    require_complete(found.outcome, None)
    return None
