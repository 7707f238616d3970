"""One solution of each orbit, as solutions come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..solution import Solution
from .symmetry_group import SymmetryGroup, symmetries

MOST_REMEMBERED = 10_000
"""The most orbits that a complete enumeration remembers."""


class Representatives:
    """Gives the least solution of an orbit when a solution of it comes for the first time.

    So whoever finds the solutions, the same ones are given, and the first at once. Where the
    enumeration is `complete`, every orbit's least solution comes by itself, and when 10,000
    orbits are remembered the others wait for it: memory does not grow further.
    """

    def __init__(self, group: SymmetryGroup, *, complete: bool = True) -> None:
        self.group = group
        self._complete = complete
        self._seen: set[Solution] = set()

    def new(self, solution: Solution) -> Solution | None:
        """The least of the orbit of `solution`, if it was not given before."""
        if self._complete and len(self._seen) >= MOST_REMEMBERED:
            least = self.group.is_least(solution) and solution not in self._seen
            return solution if least else None
        first = self.group.least(solution)
        if first in self._seen:
            return None
        self._seen.add(first)
        return first


def essentially_different(
    solutions: Iterable[Solution], group: SymmetryGroup | None = None, *, complete: bool = True
) -> Iterator[Solution]:
    """The least of each orbit that `solutions` reach, lazily and each once.

    `complete` says that these are all solutions of their model, so that only 10,000 need to be
    remembered; of some alone, one of each orbit is. The `group` is by default that of
    `symmetries(model)`.

    >>> from everyway.models import essentially_different
    >>> from everyway.models.queens import queens
    >>> from everyway.solvers import solutions
    >>> len(list(essentially_different(solutions(queens(8)))))
    12
    """
    known: Representatives | None = None
    for solution in solutions:
        if known is None:
            known = Representatives(group or symmetries(solution.model), complete=complete)
        first = known.new(solution)
        if first is not None:
            yield first
