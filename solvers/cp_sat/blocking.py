"""Each combination of values of the projected variables once, by forbidding what was found.

CP-SAT enumerates the values of all its variables, and takes no constraint while it does. So a
search is left to itself as long as it keeps finding new combinations; when it mostly repeats
itself it is ended, what was found is forbidden, and another search begins. That one makes some of
its choices by chance: in CP-SAT's own order one combination may come with millions of completions
before the next, by chance the next soon comes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing

from ..harness.contract import Assignment, Control
from ..harness.running.projection import Seen
from . import native_constraints
from .translation import Translation

PATIENCE = 1_000
"""The repeats read before a search is ended: about as long as another takes to start."""
MOST_FORBIDDEN = 100_000
"""Past so many combinations no more are forbidden: the native model would outgrow the search."""

Search = Callable[[bool], Generator[Assignment, None, None]]
"""Searches for all solutions of the native model as it then is, partly by chance if asked so."""


def projected(
    names: Sequence[str], search: Search, translation: Translation, control: Control
) -> Generator[Assignment, None, None]:
    """A solution for each combination of values of `names`; a normal end means that is all."""
    projection = Projection(names, translation, control)
    while not projection.is_complete:
        with closing(search(projection.repeats_itself)) as found:
            yield from projection.new(found)
        projection.forbid()  # only now, as the search that has ended read the same native model


class Projection:
    """The combinations that were found, and those of them that the native model forbids."""

    def __init__(self, names: Sequence[str], translation: Translation, control: Control) -> None:
        held = {variable.name: linear for variable, linear in translation.variables.items()}
        self._names, self._terms = names, [held[name] for name in names]
        self._native, self._statistics = translation.native, control.statistics
        self._seen = Seen(names)
        self._searches = self._repeats = self._forbidden = 0
        self._to_forbid: list[tuple[int, ...]] = []
        self.is_complete = False
        """True if a search came to its end, so that no combination is left."""

    @property
    def repeats_itself(self) -> bool:
        """True if a search had to be ended."""
        return self._searches > 0

    def new(self, found: Iterator[Assignment]) -> Iterator[Assignment]:
        """Those of a search's solutions that are new, until it ends or repeats itself too much."""
        self._searches += 1
        repeats = 0
        self._report()
        for solution in found:
            if self._seen.is_new(solution):
                self._note(solution)
                yield solution
                continue
            repeats += 1
            self._repeats += 1
            self._report()
            if self._is_worth_another(repeats):
                return
        self.is_complete = True

    def _report(self) -> None:
        self._statistics.update(searches=self._searches, repeats=self._repeats)

    def _note(self, solution: Assignment) -> None:
        if self._forbidden + len(self._to_forbid) < MOST_FORBIDDEN:
            self._to_forbid.append(tuple(solution[name] for name in self._names))

    def _is_worth_another(self, repeats: int) -> bool:
        """True if so many repeats took about as long as another search takes to start.

        That takes the longer the more is forbidden, and is in vain if nothing was found since.
        """
        known = self._forbidden + len(self._to_forbid)
        return bool(self._to_forbid) and repeats >= PATIENCE + known

    def forbid(self) -> None:
        """Have the native model forbid what was found since this was last done."""
        native_constraints.table(self._native, self._terms, self._to_forbid, allowed=False)
        self._forbidden += len(self._to_forbid)
        self._to_forbid = []
