"""Explanations on the terminal: each set as it is found, the squares that matter, the proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..drawn_solutions import picture
from ..standard_streams import complain, say
from ..wording import counted, duration, listed, wrapped

if TYPE_CHECKING:
    from ...explainer import Explanation, Reason, Redundancy
    from ...models.language.constraints import Constraint
    from ...models.language.model import Model
    from ...models.language.solution import Solution

MOST_WHOLE = 4
"""Sets that are printed whole, of the smallest ones."""
MOST_NAMES = 8


class Printer:
    """Prints sets as they come, and at the end what they prove."""

    def __init__(
        self, model: Model, asked: Sequence[Constraint], words: str, before: Callable[[], object]
    ) -> None:
        """`words` say what was asked about by --not, if anything; `before` is called first."""
        self._model, self._asked, self._words = model, asked, words
        self._before, self._heard = before, 0

    def hear(self, reason: Reason) -> None:
        """Print a set, unless there were several."""
        self._before()
        self._heard += 1
        if self._heard == 1:
            say(wrapped(self._head(reason)))
        elif self._heard <= MOST_WHOLE:
            say("or these:")
        if self._heard <= MOST_WHOLE:
            self._print(reason)

    def end(self, found: Explanation, typed: str, seconds: float) -> None:
        """Print what is proven, or that there is nothing to explain."""
        self._before()
        if found.solutions:
            self._print_solutions(found, typed, seconds)
            return
        if not found.reasons:
            complain("not known in time; give a longer --time-limit, or ask --by rule")
            return
        for reason in found.reasons[self._heard :]:
            self.hear(reason)
        if self._heard > MOST_WHOLE:
            say(f"… and {counted(self._heard - MOST_WHOLE, 'further set')}; --json has them all")
        say(wrapped(_proof(found)))

    def _head(self, reason: Reason) -> str:
        name, number = self._model.name, len(reason.members)
        what = f"{self._words} cannot be" if self._words else f"{name} has no solution"
        these = "this" if number == 1 else f"these {number}"
        match reason.question:
            case _ if not number:
                return f"{what}: what is hard cannot hold alone"
            case "repair":
                return f"{name} has a solution without {these}:"
            case "needed":
                return f"{name} has one solution alone, and needs {these} for that:"
            case "not":
                return f"{what}: it cannot hold together with {these}"
            case _ if number == 1:
                return f"{what}: this cannot hold"
            case _:
                return f"{what}: these {number} cannot hold together"

    def _print(self, reason: Reason) -> None:
        from ...explainer.pictured import has_values, marks

        by_rule: dict[str, list[str]] = {}
        for unit in reason.members:
            by_rule.setdefault(unit.rule, []).append(unit.place)
        for label, places in by_rule.items():
            named = ", ".join(place for place in places if place)
            say(wrapped(f"{label}: {named}" if named else label, "  ", "    "))
        marked = marks(self._model, reason.members, self._asked)
        if has_values(marked):
            drawn = picture(self._model, marked, margin=4)
            say("\n".join(f"    {line}".rstrip() for line in drawn.splitlines()))

    def _print_solutions(self, found: Explanation, typed: str, seconds: float) -> None:
        solutions = list(found.solutions)
        if self._words:
            say(f"{self._words} can be:")
        else:
            solutions = solutions if len(solutions) > 1 else self._two(seconds) or solutions
            several = "solutions" if len(solutions) > 1 else "a solution"
            say(f"{self._model.name} has {several}, so there is nothing to explain:")
        say("\n\n".join(picture(self._model, one.assignment) for one in solutions))
        if len(solutions) > 1:
            one, other = solutions
            names = [v.name for v in self._model.variables if one[v.name] != other[v.name]]
            more = [*names[:MOST_NAMES], *(["others"] if len(names) > MOST_NAMES else [])]
            say(wrapped(f"They differ in {listed(more)}."))
        if not self._words:
            complain(f"Next: everyway why {typed} --not NAME=VALUE")

    def _two(self, seconds: float) -> list[Solution]:
        """Two solutions, or the only one, where they are found in time."""
        from ...solvers import solutions

        with solutions(self._model, limit=2, time_limit=seconds) as found:
            return list(found)


def _proof(found: Explanation) -> str:
    several = len(found.reasons) > 1
    said = {
        "all smallest": "No set is smaller, and "
        + ("these are all of this size." if several else "none other has this size."),
        "all": "These are all." if several else "There is no other.",
        "some": "No set is smaller." if found.smallest else "There may be smaller ones.",
    }[found.exact]
    shown = found.question != "repair" and not found.is_hard
    more = " Leave out any one, and the others have a solution." if shown else ""
    agreed = ", and by ".join([found.oracle, *found.checked_by])
    alone = "" if found.checked_by else " alone"
    return f"{said}{more} Proven by {agreed}{alone}, in {duration(found.seconds)}."


def print_redundancy(found: Redundancy) -> None:
    """Print what follows from what, and what says as much as all."""
    if found.complete and found.solution is None:
        say(f"{found.model.name} has no solution, from which every rule follows; ask why")
        return
    for unit, why in found.follows:
        others = listed([f"'{one}'" for one in why]) or "the domains alone"
        say(wrapped(f"'{unit}' follows from {others}", "", "  "))
    if not found.complete:
        complain("stopped before every rule was asked about; give a longer --time-limit")
    elif not found.follows:
        say(f"No rule of {found.model.name} follows from the others.")
    else:
        left = listed([f"'{unit}'" for unit in found.core])
        say(wrapped(f"These say as much as all: {left}.", "", "  "))
