"""`everyway why`: The rules that cannot hold together, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ...models.language.errors import ExitCode
from ..command_options import as_command, seconds, solver_option, whole
from ..exit_codes import Refused
from ..printed.explained import PrintedSteps, Printer, print_redundancy
from ..progress import Progress
from ..puzzles import refusals, say_document
from ..searching import failures, only
from ..solution_files import NewFile, write_file
from ..standard_streams import complain, listed, wrapped
from ..variants import Asked, load, puzzle_options

if TYPE_CHECKING:
    from ...explainer import Explanation, Redundancy
    from ...explainer.why_and_repairs import WhyOptions
    from ...models.language.constraints import Constraint
    from ...models.language.model import Model

EXAMPLES = """\
  everyway why queens n=3
  everyway why sudoku --not r1c3=1
  everyway why sudoku --given r1c3=1 --repair
  everyway why sudoku --needed givens
  everyway why futoshiki --steps
  everyway why sudoku --hint
"""
SCHEMA = "everyway.why/1"
GIVING = "*"
"""For --needed without a rule: the rules that give values."""


@as_command(EXAMPLES)
@puzzle_options()
@click.option(
    "--not",
    "denied",
    multiple=True,
    metavar="SQUARES|NAME=VALUE",
    help="Why this cannot be, written as for --given. Repeatable: why not all of them.",
)
@click.option("--repair", is_flag=True, help="What to give up so that the rest has a solution.")
@click.option(
    "--needed",
    is_flag=False,
    flag_value=GIVING,
    metavar="[RULE]",
    help="The smallest set of givens, or places of RULE, that keeps the solution the only one.",
)
@click.option("--redundant", is_flag=True, help="The rules that follow from the others.")
@click.option(
    "--steps", is_flag=True, help="Every step to the one solution, the easiest first, and why."
)
@click.option("--hint", is_flag=True, help="The next step after what is given, by --given too.")
@click.option(
    "-o", "--output", type=NewFile(), metavar="FILE", help="Of --steps: write a page to FILE."
)
@click.option(
    "--by",
    type=click.Choice(["rule", "place", "constraint"]),
    help="What is blamed as one; else places, such as `row 3`, and rules for --redundant.",
)
@click.option("--hard", multiple=True, metavar="RULE", help="Never blame this rule. Repeatable.")
@click.option("-a", "--all", "every", is_flag=True, help="Every set, not the smallest alone.")
@click.option("-n", "--limit", type=whole("a number of sets"), help="At most so many sets.")
@click.option("--quick", is_flag=True, help="One set at once, which need not be a smallest.")
@click.option(
    "-t", "--time-limit", type=seconds, default="10", help="Stop after so long; else 10 s."
)
@click.option(
    "--check", metavar="SOLVER", help="The second solver that is asked of each set, or none."
)
@click.option("--svg", type=NewFile(), metavar="FILE", help="Draw the first set, too.")
@solver_option("The solver that is asked what can hold together; sat, unless given.")
def command(
    asked: Asked,
    denied: tuple[str, ...],
    repair: bool,
    needed: str | None,
    redundant: bool,
    steps: bool,
    hint: bool,
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
    questions = {"denied": denied, "repair": repair, "needed": needed, "redundant": redundant}
    _refuse_two(**questions, steps=steps, hint=hint)
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
        with convictions():
            return PrintedSteps(asked, model, time_limit, hint=hint).answer(output, as_json=as_json)
    with refusals(), failures(), convictions(), Progress(f"explaining {model.name}") as progress:
        if redundant:
            return _print_following(model, options, as_json=as_json)
        question = Denied(model, denied)
        printer = Printer(model, question.constraints, question.words, progress.stop)
        if not as_json:
            options["heard"] = printer.hear
        found = _asked(model, question, repair, needed, hard, options)
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


def _refuse_two(**questions: Any) -> None:
    given = [f"--{'not' if name == 'denied' else name}" for name, one in questions.items() if one]
    if len(given) > 1:
        raise Refused(f"{listed(given)} are different questions; ask one at a time")


def _refuse_beside(question: str, **options: Any) -> None:
    given = [f"--{name}" for name, one in options.items() if one]
    if given:
        raise Refused(f"{listed(given)}: of sets of rules, not of {question}; leave it out")


@contextmanager
def convictions() -> Iterator[None]:
    """Ends with the exit code of a difference where a solver is proven wrong."""
    from ...solvers.harness.contract import Disagreement

    try:
        yield
    except Disagreement as error:
        raise Convicted(str(error)) from error


class Convicted(click.ClickException):
    """It is proven that a solver is wrong."""

    exit_code = ExitCode.DIFFERENT


class Denied:
    """The denial of --not: its constraints and its words."""

    def __init__(self, model: Model, texts: Sequence[str]) -> None:
        from ...models.language.files.rule_text import read_givens

        self.words = " and ".join(texts)
        self.constraints: list[Constraint] = [
            constraint for rule in read_givens(texts, model) for constraint in rule.constraints
        ]


def _asked(
    model: Model,
    denied: Denied,
    repair: bool,
    needed: str | None,
    hard: Sequence[str],
    options: WhyOptions,
) -> Explanation:
    from ... import explainer
    from ...models.language.constraints import And

    if needed is not None:
        return explainer.needed(model, None if needed == GIVING else needed, **options)
    if repair:
        return explainer.repairs(model, hard=hard, **options)
    forbids = And(tuple(denied.constraints)) if denied.constraints else None
    return explainer.why(model, forbids=forbids, hard=hard, **options)


def _draw(found: Explanation, path: str) -> None:
    from ...explainer.explanation import drawn_marks, marks

    if path == "-":
        raise Refused("the sets are on standard output; give --svg a file")
    drawn = drawn_marks(found.model, marks(found.model, found.sets[0], found.asked))
    write_file(path, drawn.encode())
    complain(f"written to {path}")


def _print_following(model: Model, options: WhyOptions, *, as_json: bool) -> int:
    from ... import explainer

    found: Redundancy = explainer.redundant(model, **options)
    if as_json:
        say_document(SCHEMA, model, **found.to_json())
    else:
        print_redundancy(found)
    return ExitCode.OK if found.complete else ExitCode.UNDECIDED
