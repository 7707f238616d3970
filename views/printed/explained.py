"""Explanations on the terminal: each set as it is found, the squares that matter, the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...models.language.errors import ExitCode
from ..exit_codes import Refused
from ..progress import Progress, picture
from ..puzzles import refusals, say_document
from ..searching import failures
from ..solution_files import write_page
from ..standard_streams import complain, counted, duration, listed, say, wrapped
from ..variants import Asked

if TYPE_CHECKING:
    from ...explainer import Explanation, NoSteps, Reason, Redundancy, Step
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
        from ...explainer.explanation import has_values, marks

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


# ----------------------------------------------------------------------------------- printed steps
# Steps to the one solution, printed or as a document, by `everyway why --steps` and `--hint`.


SCHEMA = "everyway.steps/1"


class PrintedSteps:
    """The steps of a puzzle, or the next one alone, each with its words."""

    def __init__(self, asked: Asked, model: Model, time_limit: float, *, hint: bool) -> None:
        self._asked, self._model, self._time_limit, self._hint = asked, model, time_limit, hint
        self._stopped = False

    def answer(self, output: str | None, *, as_json: bool) -> int:
        """Print them, or write their page; the exit code. Raises: click.ClickException."""
        from ...explainer import NoSteps

        if output and (self._hint or as_json):
            raise Refused("-o writes a page of all steps; leave out --hint and --json")
        with refusals(), failures(), Progress(f"explaining {self._model.name}") as progress:
            try:
                return self._answer(output, progress, as_json)
            except NoSteps as error:
                progress.stop()
                return self._refused(error)

    def _answer(self, output: str | None, progress: Progress, as_json: bool) -> int:
        found = self._steps()
        if output:
            return self._write(output, list(found))
        if as_json:
            self._say_document(list(found))
        else:
            self._print(found, progress)
        return ExitCode.UNDECIDED if self._stopped else ExitCode.OK

    def _steps(self) -> Iterator[tuple[Step, list[str]]]:
        """Each step with its sentences, as far as there is time."""
        from ...explainer import steps
        from ...explainer.step_words import StepWords
        from ...solvers.harness.contract import Incomplete

        try:
            found = steps(self._model, time_limit=self._time_limit)
            words = StepWords(self._model)
            self._solution = found.solution
            for step in islice(found, 1 if self._hint else None):
                yield step, words.said(step)
        except Incomplete as error:
            self._stopped = True
            complain(f"{error}: -t")

    def _print(self, found: Iterator[tuple[Step, list[str]]], progress: Progress) -> None:
        number = 0
        for number, (step, said) in enumerate(found, 1):
            progress.stop()
            if number == 1:
                say(self._board(step))
            for place, sentence in enumerate(said):
                begin = "     - " if place else "" if self._hint else f"{number:3}. "
                say(wrapped(sentence, begin))
        progress.stop()
        if not number and not self._stopped:
            say("Nothing is left to find.")
        elif not self._hint and not self._stopped:
            say(picture(self._model, self._solution.assignment))

    def _board(self, step: Step) -> str:
        """The values that are given; of a hint, too, the squares that it finds."""
        from ...explainer.explanation import ASKED, OPEN

        shown = dict.fromkeys(self._model.by_name, OPEN) | _given(step)
        if self._hint:
            shown |= {fact.name: ASKED for fact in step.found}
        return picture(self._model, shown)

    def _say_document(self, found: list[tuple[Step, list[str]]]) -> None:
        documents = [{**step.to_json(), "words": said} for step, said in found]
        given = _given(found[0][0]) if found else {}
        done = not self._hint and not self._stopped
        solution = self._solution.to_json() if done else None
        say_document(SCHEMA, self._model, given=given, solution=solution, steps=documents)

    def _write(self, output: str, found: list[tuple[Step, list[str]]]) -> int:
        from ..pages.trace_page import steps_page

        if self._stopped:
            return ExitCode.UNDECIDED
        write_page(steps_page(self._model, found), output, show=False, name=self._model.name)
        return ExitCode.OK

    def _refused(self, error: NoSteps) -> int:
        say(wrapped(f"{error}."))
        boards = [picture(self._model, solution.assignment) for solution in error.solutions]
        if boards:
            say("\n\n".join(boards))
        more = " --not NAME=VALUE" if error.solutions else ""
        complain(f"Next: everyway why {self._asked.typed()}{more}")
        return ExitCode.DIFFERENT


def _given(first: Step) -> dict[str, Any]:
    """The values that rules of one variable give, by the marks before the first step."""
    facts = [fact for mark in first.marks if not mark.known for fact in mark.found]
    return {fact.name: fact.value for fact in facts if fact.holds}
