"""Runs a solver on a model: lazily, within limits, and never ending in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Unpack

from ....models.language.errors import ModelError
from ....models.language.late_dataclasses import replace
from ....models.language.model import Model
from ....models.language.phrases import counted
from ....models.language.solution import Solution
from ..contract import SolverFailed, SolverUnavailable, Unsupported
from ..options import AllOptions, asked, offers
from ..outcome import Outcome, require_complete
from ..rows.arrays import Batch, collected, declared, smallest_type
from .run import Run

DEFAULT_SOLVER = "auto"


class Enumeration(Run):
    """One solver's solutions of one model, each a `Solution`; what goes wrong is raised."""

    def __next__(self) -> Any:
        try:
            for values in self._ahead:
                self._outcome.solutions += 1
                if self._read is None:
                    return Solution(self.model, values)
                return Solution.unread(self.model, values, self._read)
        except KeyboardInterrupt:
            self._end("stopped", "interrupted")
            raise
        if not self._advance():
            raise_failure(self._outcome)
            self._refuse_to_have_lost_the_best()
            raise StopIteration
        if self.malformed:
            self._outcome.solutions -= 1
            error = self._malformed()
            self._end("failed", "it reported what is no solution", error)
            raise error
        self._ahead = self._batch.fitting(self._room()) if self._batch else ()
        return self.projected.solution(self._found)

    def _refuse_to_have_lost_the_best(self) -> None:
        """Raises: SolverFailed where a best value was found, and then no solution that has it."""
        best, outcome = self._outcome.objective, self._outcome
        if best is not None and best.points and outcome.complete and not outcome.solutions:
            error = SolverFailed(
                f"{outcome.solver} found a solution of the value {best.value}, and then none;"
                " compare solvers to see who is wrong"
            )
            self._end("failed", "it lost its best solution", error)
            raise error

    def parts(self) -> Iterator[Sequence[Any]]:
        """The rows of the solutions: a list, or an array with one behind the other, after another.

        Use it instead of iterating, not after.
        """
        self._control.all_at_once = self._limit is None
        for solution in self:
            yield [solution.row]
            if self._batch is None or self._limit is not None or self._read is not None:
                continue
            if rest := self._batch.rest():
                self._ahead = ()
                self._outcome.solutions += len(rest) // len(self._batch.names)
                yield rest

    def arrays(self) -> Iterator[Any]:
        """The solutions as NumPy arrays of rows × variables, in the order of declaration.

        A block has up to some thousands of rows, of the smallest integer type that holds every
        value. Use it instead of iterating, not after. Raises: ModelError for labels.
        """
        variables = self.projected.variables
        smallest_type(variables)
        is_looked_at = self.model.objective is not None and self._control.options.hand_over
        if is_looked_at or not self._is_plain() or self._solver.blocks is None:
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
        from ....models.language.phrases import escaped, printable

        return {PLAIN: printable(str(self)), HTML: f"<p>{escaped(str(self))}</p>"}

    def __str__(self) -> str:
        outcome = self.latest
        found = counted(outcome.solutions, "solution")
        state = "so far; loop over it for more" if outcome.status == "running" else outcome.ending
        reason = f" ({outcome.reason})" if outcome.reason else ""
        return f"{self.model.name}, {outcome.solver}: {found} {state}{reason}"

    _by_blocks = False
    _block: Any = None
    _batch: Batch | None = None
    """The rows from which the next assignments come; None where the solver has none."""
    _ahead: Iterable[tuple[int, ...]] = ()
    """Those of them that need no look at the limits, nor at what they are."""
    _read: Callable[[tuple[int, ...]], tuple[Any, ...]] | None = None
    """From the values of such a row to the declared ones, where they differ."""

    def close(self) -> None:
        """Stop the search, and free what it holds."""
        self._ahead, self._batch = (), None
        super().close()

    def _room(self) -> int | None:
        """The solutions that may still come before the limit."""
        return None if self._limit is None else self._limit - self._outcome.solutions

    def _start(self, model: Model) -> Iterator[Any]:
        if not self._by_blocks:
            if not self._is_plain() or self._solver.batches is None:
                return super()._start(model)
            self._batch = Batch(model.variables)
            if model is not self._sought:
                self._read = self._declared
            return iter(self._solver.batches(model, self._control))
        blocks = self._solver.blocks
        assert blocks is not None, "blocks come from a solver that has them"
        return iter(blocks(model, self._control))

    def _is_plain(self) -> bool:
        """True if every solution of the solver is one of this run, in this process."""
        plain = type(self) is Enumeration and self.projected is self.model
        plain = plain and self._given_first is None  # which may come first, and once
        return plain and not self._solver.is_distributed(self._control.options)

    def _declared(self, values: tuple[int, ...]) -> tuple[Any, ...]:
        assert self._view is not None, "what has begun has a view"
        names = [variable.name for variable in self._view.model.variables]
        found, _ = self._adapt(dict(zip(names, values, strict=True)))
        return tuple([found[variable.name] for variable in self.model.variables])

    def _next(self) -> None:
        if self._by_blocks:
            self._block = self._taken()
            return
        if self._batch is None:
            super()._next()
            return
        while (values := next(self._batch.rows, None)) is None:
            self._batch.take(self._taken())
        self._found, fits = self._adapt(dict(zip(self._batch.names, values, strict=True)))
        self.malformed = not fits

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
    solver that cannot do so has its solutions remembered, on disk when they are many.

    With several `jobs`, or "auto" for the number of cores, that many search at once: threads of a
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
