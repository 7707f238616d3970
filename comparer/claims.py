"""Claims: streams of solutions that somebody says are the whole set, from solvers and others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, Unpack, cast

from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Known, Model
from ..models.language.solution import Solution
from ..solvers.harness.contract import ClaimError, Stopped
from ..solvers.harness.options import AllOptions, asked, offers
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.running.run import Run

if TYPE_CHECKING:
    from ..solvers.harness.running.isolation import Isolated

STARTED_AHEAD = 8
"""The most processes that wait for their turn."""
SECONDS_TO_IMPORT = 20.0
"""The time a solver waits at most for those that start beside it to be imported."""

INCOMPLETE = "incomplete claim"
"""The reason for which a claim counts as stopped that is not said to be the whole set."""


class Stream(Protocol):
    """Reported assignments one at a time, and the outcome once they have ended."""

    def __iter__(self) -> Iterator[Mapping[str, Any]]: ...

    def close(self) -> None:
        """End early, and free what is held."""

    @property
    def outcome(self) -> Outcome:
        """The outcome so far."""


@dataclass(frozen=True)
class Claim:
    """A claim under a name that is its own in a comparison."""

    name: str
    open: Callable[[], Stream]
    """Starts the stream; nothing is searched or read before."""
    required: bool = True
    """True if asked for by name: without it, nothing is agreed on."""
    first: bool = False
    """Read before any solver is run, so that what is wrong with it shows at once."""
    isolated: Isolated | None = None
    """The stream, where it comes from a process of its own, which may start before it is read."""


@offers(AllOptions)
def solver_claim(
    model: Model,
    solver: str,
    *,
    required: bool = True,
    **keywords: Unpack[AllOptions],
) -> Claim:
    """The claim of `solver`, which may name a viewpoint, as `cp-sat@squares`.

    It hands no search over to another, so that no two claims come from one solver.
    With `isolate` it says so from a process of its own, which gets no more than `memory` bytes.

    Raises: UnknownSolver, and ValueError for a limit that makes no sense; isolated also ModelError
    for a model that cannot travel.
    """
    options = replace(asked(**keywords), hand_over=False)
    if options.memory is not None and not options.isolate:
        raise ValueError("memory is that of a process of its own; write isolate=True too")
    if not options.isolate:
        run = Run(model, solver, options)
        return Claim(solver, lambda: run, required)
    from ..solvers.harness.running.isolation import Isolated

    apart = Isolated(model, solver, options)
    return Claim(solver, lambda: apart, required, isolated=apart)


class Turns:
    """Claims in the order in which they are read; their processes start before their turn comes.

    A solver is timed while no other is imported.
    """

    def __init__(
        self,
        claims: Iterable[Claim],
        started: Callable[[], object] = lambda: None,
        *,
        copied: bool = False,
    ) -> None:
        """`started` is called once processes are; they may be `copied` from this one."""
        self._started, self._copied = started, copied
        self._claims = sorted(claims, key=lambda claim: not claim.first)

    def __iter__(self) -> Iterator[Claim]:
        started: set[str] = set()
        for place, claim in enumerate(self._claims):
            coming = self._claims[place : place + STARTED_AHEAD]
            self._start([one for one in coming if one.name not in started])
            started |= {one.name for one in coming}
            yield claim

    def _start(self, claims: Sequence[Claim]) -> None:
        """Start processes side by side, and wait until they are ready.

        All are started before a thread listens to one, since no other can be copied then.
        """
        isolated = [claim.isolated for claim in claims if claim.isolated is not None]
        for one in isolated:
            one.prepare(copied=self._copied)
        for one in isolated:
            one.listen()
        self._started()
        limit = time.monotonic() + SECONDS_TO_IMPORT
        for one in isolated:
            one.wait_until_ready(max(limit - time.monotonic(), 0.0))

    def close(self) -> None:
        """End every process."""
        for claim in self._claims:
            if claim.isolated is not None:
                claim.isolated.close()


def reported_claim(
    name: str, reported: Iterable[object], *, complete: bool = True, model: Model | None = None
) -> Claim:
    """The claim of who `reported` solutions, or assignments by the names of variables.

    They come in any order. With `complete=False` it does not say that these are all. Given a
    `model`, they are in the forms of a file of JSON Lines, too: by groups, `{"q": [2, 4, 1, 3]}`.
    An iterator is compared once, since nothing is left of it; a list as often as you like.

    Raises: ClaimError for one solution in the place of several; when it is compared, for an
    iterator that has been read, and for a name that the `model` does not have.
    """
    if isinstance(reported, Mapping | str | bytes) or not isinstance(reported, Iterable):
        raise ClaimError(name, f"expected a list of solutions, found {reported!r:.60}")
    left = [reported] if isinstance(reported, Iterator) else None

    def start() -> Reported:
        if left == []:
            raise ClaimError(name, "its iterator has been read; give a list, to compare it again")
        rows = left.pop() if left else reported
        if model is not None:
            rows = (_by_variable(name, number, row, model) for number, row in enumerate(rows, 1))
        return Reported(name, rows, complete=complete)

    return Claim(name, start)


def _by_variable(name: str, number: int, row: object, model: Model) -> object:
    """A solution by its variables. Raises: ClaimError, with its number from 1."""
    if isinstance(row, Solution):
        return row
    try:
        return model.assignment(cast(Any, row))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise ClaimError(name, str(error), number) from error


def given_counts(counts: Mapping[str, int]) -> tuple[Known, ...]:
    """Numbers of solutions by who gives them. Raises: ValueError for what is no number from 0."""
    for source, number in counts.items():
        if type(number) is not int or number < 0:
            raise ValueError(f"the count of {source} is {number!r}; write an int from 0")
    return tuple(Known(number, source) for source, number in counts.items())


class Reported:
    """A stream of reports; where it raises, the claim has failed."""

    def __init__(self, name: str, reported: Iterable[object], *, complete: bool = True) -> None:
        self._reported = iter(reported)
        self._complete = complete
        self.outcome = Outcome(name, "")

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Any:
        try:
            found = next(self._reported)
        except StopIteration:
            self._end("complete" if self._complete else "stopped", INCOMPLETE)
            raise
        except ClaimError:
            raise
        except Stopped:
            self._end("stopped", "closed")
        except Exception as error:
            self._end("failed", f"{type(error).__name__}: {error}")
            self.outcome.error = error
        else:
            self.outcome.solutions += 1
            return found.assignment if isinstance(found, Solution) else found
        raise StopIteration

    def close(self) -> None:
        """End the claim; unless it had ended, it counts as stopped."""
        self._end("stopped", "closed")
        close = getattr(self._reported, "close", None)
        if close is not None:
            close()

    def _end(self, status: str, reason: str) -> None:
        if self.outcome.status == "running":
            self.outcome.status = status
            self.outcome.reason = None if status == "complete" else reason
