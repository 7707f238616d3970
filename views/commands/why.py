"""`everyway why`: The rules that cannot hold together, and what would mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...models.language.constraints import And, Constraint
from ...models.language.errors import ExitCode
from ...models.language.model import Model
from ...models.language.nodes import by_key
from ...models.language.phrases import duration, listed, number_of
from ...models.language.solution import Solution
from .. import command_options as option
from ..exit_codes import Refused
from ..progress import Progress, picture
from ..puzzles import Asked, load, puzzle_options
from ..searching import only, print_solutions
from ..solution_files import write_file, write_page
from ..standard_streams import complain, say, say_document, wrapped

if TYPE_CHECKING:
    from ...explainer import Explanation, NoSteps, Reason, Redundancy, Step
    from ...explainer.step_words import Explained
    from ...explainer.why_and_repairs import WhyOptions


EXAMPLES = """\
  everyway why queens n=3
  everyway why sudoku --not r1c3=1
  everyway why sudoku --given r1c3=1 --repair
  everyway why sudoku --needed givens
  everyway why futoshiki --steps
  everyway why sudoku --hint
"""
SCHEMA = "everyway.why/1"
PRESSES = ("1", "2", "3")
"""The hints of a step, each of which says more."""
GIVING = "*"
"""For --needed without a rule: the rules that give values."""


@option.as_command(EXAMPLES)
@puzzle_options()
@option.texts(
    "--not denied SQUARES|NAME=VALUE",
    "Why this cannot be, written as for --given. Repeatable: why not all of them.",
)
@option.flag("--repair", "What to give up so that the rest has a solution.")
@option.text(
    "--needed [RULE]",
    "The smallest set of givens, or places of RULE, that keeps the solution the only one.",
    is_flag=False,
    flag_value=GIVING,
)
@option.flag("--redundant", "The rules that follow from the others.")
@option.flag("--steps", "Every step to the one solution, the easiest first, and why.")
@option.choice(
    "--hint",
    "The next step after what is given, by --given too: where to look (1, or no number), which"
    " rule helps (2), what follows (3).",
    of=PRESSES,
    is_flag=False,
    flag_value="1",
)
@option.new_file("-o --output --html", "Of --steps: write a page to FILE.")
@option.choice(
    "--by",
    "What is blamed as one; else places, such as `row 3`, and rules for --redundant.",
    of=["rule", "place", "constraint"],
)
@option.texts("--hard RULE", "Never blame this rule. Repeatable.")
@option.flag("-a --all every", "Every set, not the smallest alone.")
@option.number("-n --limit", "a number of sets", "At most so many sets.")
@option.flag("--quick", "One set at once, which need not be a smallest.")
@option.time_limit("Stop after so long; else 10 s.", default="10")
@option.text("--check SOLVER", "The second solver that is asked of each set, or none.")
@option.new_file("--svg", "Draw the first set, too.")
@option.solver("The solver that is asked what can hold together; sat, unless given.")
def command(
    asked: Asked,
    denied: tuple[str, ...],
    repair: bool,
    needed: str | None,
    redundant: bool,
    steps: bool,
    hint: str | None,
    output: str | None,
    by: str | None,
    hard: tuple[str, ...],
    every: bool,
    limit: int | None,
    quick: bool,
    time_limit: float,
    check: str | None,
    svg: str | None,
    solvers: tuple[str, ...],
    as_json: bool,
) -> int:
    """Print the smallest sets of rules that cannot hold together.

    Each set is shown with the squares that matter. That it cannot hold together is
    said by two solvers; that no rule of it can be left out is shown by solutions.
    """
    from ... import explainer
    from ...models.language.files.rule_text import read_givens

    questions = {"--not": denied, "--repair": repair, "--needed": needed, "--redundant": redundant}
    questions |= {"--steps": steps, "--hint": hint}
    option.refuse_several(questions, "are different questions; ask one at a time")
    if output and not steps:
        raise Refused("-o writes a page of --steps; for a picture of a set, --svg FILE")
    options: WhyOptions = {"all": every, "limit": limit, "quick": quick, "time_limit": time_limit}
    options["solver"] = only(solvers)
    if by is not None:
        options["by"] = by
    if check is not None:
        options["check"] = None if check == "none" else check
    if redundant:
        _refuse_beside("--redundant", hard=hard, all=every, limit=limit, quick=quick, svg=svg)
    if needed is not None and hard:
        raise Refused("--hard: of --needed all other rules are taken for granted; leave it out")
    if quick and every:
        raise Refused("--quick is content with one set, and --all asks for every; give one of them")
    model = _rules_alone(load(asked))
    if steps or hint:
        of_sets = {"solver": solvers, "by": by, "hard": hard, "all": every, "limit": limit}
        _refuse_beside("--steps or --hint", **of_sets, quick=quick, check=check, svg=svg)
        printed = PrintedSteps(asked, model, time_limit, int(hint or 0))
        return printed.answer(output, as_json=as_json)
    with Progress(f"explaining {model.name}") as progress:
        if redundant:
            return _print_following(model, options, as_json=as_json)
        constraints = [c for rule in read_givens(denied, model) for c in rule.constraints]
        printer = Printer(model, constraints, " and ".join(denied), progress.stop)
        if not as_json:
            options["heard"] = printer.hear
        if needed is not None:
            found = explainer.needed(model, None if needed == GIVING else needed, **options)
        elif repair:
            found = explainer.repairs(model, hard=hard, **options)
        else:
            forbids = And(tuple(constraints)) if constraints else None
            found = explainer.why(model, forbids=forbids, hard=hard, **options)
        if as_json:
            say_document(SCHEMA, model, **found.to_json())
        else:
            printer.end(found, asked.typed(), time_limit)
    if svg and found.reasons:
        _draw(found, svg)
    if found.solutions:
        return ExitCode.DIFFERENT
    return ExitCode.OK if found.reasons else ExitCode.UNDECIDED


def _rules_alone(model: Model) -> Model:
    """`model` without its objective, of which a line on standard error says so."""
    from ...explainer.explanation import rules_alone

    if model.objective is not None:
        complain(wrapped(f"this is about the rules alone, not about: {model.objective.words}"))
    return rules_alone(model)


def _refuse_beside(question: str, **options: Any) -> None:
    given = [f"--{name}" for name, one in options.items() if one]
    if given:
        raise Refused(f"{listed(given)}: of sets of rules, not of {question}; leave it out")


def _draw(found: Explanation, path: str) -> None:
    from ...explainer.explanation import drawn

    if path == "-":
        raise Refused("the sets are on standard output; give --svg a file")
    picture = drawn(found.model, found.sets[0], found.asked)
    write_file(path, picture.encode(), says=True)


def _print_following(model: Model, options: WhyOptions, *, as_json: bool) -> int:
    from ... import explainer

    found = explainer.redundant(model, **options)
    if as_json:
        say_document(SCHEMA, model, **found.to_json())
    else:
        _print_redundancy(found)
    return ExitCode.OK if found.complete else ExitCode.UNDECIDED


# --------- Sets of rules, each printed as it is found, the squares that matter, and the proof.


MOST_WHOLE = 4
"""Sets that are printed whole, of the smallest ones."""


class Printer:
    """Prints sets as they come, and at the end what they prove."""

    def __init__(
        self, model: Model, asked: Sequence[Constraint], words: str, before: Callable[[], object]
    ) -> None:
        """`words` say what was asked about by --not, if anything; `before` is called first."""
        from ...explainer.explanation import Turned

        self._model, self._asked, self._words = model, asked, words
        self._before, self._heard, self._alike = before, 0, 0
        self._turned = Turned(model)

    def hear(self, reason: Reason) -> None:
        """Print a set, unless there were several, or it is one of them once it is turned."""
        self._before()
        if not self._turned.is_new(reason.members, self._asked):
            self._alike += 1
            return
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
            complain(f"not known in time: everyway why {typed}, with a longer -t or --by rule")
            return
        for reason in found.reasons[self._heard + self._alike :]:
            self.hear(reason)
        if self._alike:
            from ...explainer.explanation import like_these

            say(f"{like_these(self._alike)}; --json has all")
        if self._heard > MOST_WHOLE:
            say(f"… and {number_of(self._heard - MOST_WHOLE, 'further set')}; --json has them all")
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

        for label, places in by_key((unit.rule, unit.place) for unit in reason.members).items():
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
        print_solutions(solutions)
        if not self._words:
            complain(f"Next: everyway why {typed} --not SQUARES|NAME=VALUE")

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


def _print_redundancy(found: Redundancy) -> None:
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


# ------------------- Steps to the one solution, printed or as a document, by --steps and --hint.


class PrintedSteps:
    """The steps of a puzzle, or the next one alone: so many of its hints, or 0 for all steps."""

    def __init__(self, asked: Asked, model: Model, time_limit: float, hints: int) -> None:
        self._asked, self._model, self._time_limit, self._hints = asked, model, time_limit, hints
        self._stopped = False

    def answer(self, output: str | None, *, as_json: bool) -> int:
        """Print them, or write their page; the exit code. Raises: click.ClickException."""
        from ...explainer import NoSteps

        if output and (self._hints or as_json):
            raise Refused("-o writes a page of all steps; leave out --hint and --json")
        with Progress(f"explaining {self._model.name}") as progress:
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

    def _steps(self) -> Iterator[Explained]:
        """Each step in words, as far as there is time."""
        from ...explainer import steps
        from ...explainer.step_words import StepWords
        from ...solvers.harness.contract import Incomplete

        try:
            found = steps(self._model, time_limit=self._time_limit)
            words = StepWords(self._model)
            self._solution = found.solution
            yield from map(words.explained, islice(found, 1 if self._hints else None))
        except Incomplete as error:
            self._stopped = True
            complain(f"{error}: -t")

    def _print(self, found: Iterator[Explained], progress: Progress) -> None:
        number = 0
        for number, one in enumerate(found, 1):
            progress.stop()
            if number == 1:
                say(self._board(one))
            for hint in one.hints[: min(self._hints, 2)]:
                say(wrapped(hint))
            for place, sentence in enumerate(one.sentences if self._hints in (0, 3) else ()):
                begin = "     - " if place else "" if self._hints else f"{number:3}. "
                say(wrapped(sentence, begin))
        progress.stop()
        if not number and not self._stopped:
            say("Nothing is left to find.")
        elif not self._hints and not self._stopped:
            say(picture(self._model, self._solution.assignment))
        elif 0 < self._hints < len(PRESSES) and number:
            complain(f"Next: everyway why {self._asked.typed()} --hint {self._hints + 1}")

    def _board(self, one: Explained) -> str:
        """The values that are given; of a hint, too, the squares to look at, or to find."""
        from ...explainer.explanation import ASKED, OPEN

        found = [fact.name for fact in one.step.found] if self._hints == 3 else one.squares
        marked = dict.fromkeys(found if self._hints else (), ASKED)
        shown = dict.fromkeys(self._model.by_name, OPEN) | marked | _given(one.step)
        return picture(self._model, shown)

    def _say_document(self, found: list[Explained]) -> None:
        documents = [
            {**one.step.to_json(), "words": one.sentences, "hints": one.hints} for one in found
        ]
        given = _given(found[0].step) if found else {}
        done = not self._hints and not self._stopped
        solution = self._solution.to_json() if done else None
        say_document(
            "everyway.steps/1", self._model, given=given, solution=solution, steps=documents
        )

    def _write(self, output: str, found: list[Explained]) -> int:
        from ..pages.trace_page import steps_page

        if self._stopped:
            return ExitCode.UNDECIDED
        page = steps_page(self._model, found, option.typed())
        write_page(page, output, show=False, name=self._model.name)
        return ExitCode.OK

    def _refused(self, error: NoSteps) -> int:
        say(wrapped(f"{error}."))
        print_solutions(error.solutions)
        more = " --not SQUARES|NAME=VALUE" if error.solutions else ""
        complain(f"Next: everyway why {self._asked.typed()}{more}")
        return ExitCode.DIFFERENT


def _given(first: Step) -> dict[str, Any]:
    """The values that rules of one variable give, by the marks before the first step."""
    facts = [fact for mark in first.marks if not mark.known for fact in mark.found]
    return {fact.name: fact.value for fact in facts if fact.holds}
