"""Steps to the one solution, printed or as a document, by `everyway why --steps` and `--hint`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from .. import exit_codes
from ..drawn_solutions import picture
from ..exit_codes import Refused
from ..output_files import write_page
from ..progress import Progress
from ..puzzles import refusals, say_document
from ..searching import failures
from ..standard_streams import complain, say
from ..variants import Asked
from ..wording import wrapped

if TYPE_CHECKING:
    from ...explainer import NoSteps, Step
    from ...models.language.model import Model

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
        return exit_codes.UNDECIDED if self._stopped else exit_codes.OK

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
        from ...explainer.pictured import ASKED, OPEN

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
        from ..pages.steps_page import steps_page

        if self._stopped:
            return exit_codes.UNDECIDED
        write_page(steps_page(self._model, found), output, show=False, name=self._model.name)
        return exit_codes.OK

    def _refused(self, error: NoSteps) -> int:
        say(wrapped(f"{error}."))
        boards = [picture(self._model, solution.assignment) for solution in error.solutions]
        if boards:
            say("\n\n".join(boards))
        more = " --not NAME=VALUE" if error.solutions else ""
        complain(f"Next: everyway why {self._asked.typed()}{more}")
        return exit_codes.DIFFERENT


def _given(first: Step) -> dict[str, Any]:
    """The values that rules of one variable give, by the marks before the first step."""
    facts = [fact for mark in first.marks if not mark.known for fact in mark.found]
    return {fact.name: fact.value for fact in facts if fact.holds}
