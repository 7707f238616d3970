"""Claims: streams of solutions that somebody says are the whole set, from solvers and others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from ...models.language.model import Model, Solution
from .contract import Stopped
from .enumeration import raw
from .outcome import Outcome

INCOMPLETE = "incomplete claim"
"""Why a claim counts as stopped that does not say that it is the whole set."""


class ClaimError(ValueError):
    """A claim cannot be read; `path`, `line` and `column` (1-based, or None) say where."""

    def __init__(
        self, path: object, problem: str, line: int | None = None, column: int | None = None
    ) -> None:
        at = f", line {line}, column {column or 1}" if line else ""
        super().__init__(f"{path}{at}: {problem}")
        self.path, self.line, self.column = path, line, column


class Stream(Protocol):
    """What is reported, one assignment at a time, and how it went once that has ended."""

    def __iter__(self) -> Iterator[Mapping[str, Any]]: ...

    def close(self) -> None:
        """End early, and free what is held."""

    @property
    def outcome(self) -> Outcome:
        """How it went."""


@dataclass(frozen=True)
class Claim:
    """A claim under a name that is its own in a comparison."""

    name: str
    open: Callable[[], Stream]
    """Starts the stream; nothing is searched or read before."""
    required: bool = True
    """It was asked for by name: that it is unsupported or unavailable spoils the comparison."""
    first: bool = False
    """Read before any solver is run, so that what is wrong with it shows at once."""


def solver_claim(model: Model, solver: str, *, required: bool = True, **options: Any) -> Claim:
    """What `solver` says; it may name a viewpoint, as `cp-sat@squares`.

    Raises: UnknownSolver, and ValueError for a limit that makes no sense.
    """
    run = raw(model, solver, **options)
    return Claim(solver, lambda: run, required)


def told_claim(name: str, reported: Iterable[object], *, complete: bool = True) -> Claim:
    """What somebody says: solutions, or assignments by the names of variables, in any order.

    With `complete=False` it does not say that these are all.
    """
    return Claim(name, lambda: Told(name, reported, complete=complete))


class Told:
    """A stream of what somebody reports; where it raises, the claim has failed."""

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
            return found.values if isinstance(found, Solution) else found
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
