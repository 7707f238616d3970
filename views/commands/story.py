"""`everyway story`: The number of solutions after each rule."""

from __future__ import annotations

from typing import Any

from ...models.language.errors import ExitCode
from ...models.language.phrases import shortened
from ...solvers.harness.running.enumeration import DEFAULT_SOLVER
from ...solvers.harness.running.independent_parts import Step, story
from .. import command_options as option
from ..progress import Progress
from ..puzzles import Asked, load, puzzle_options
from ..searching import only, print_next, refuse_missing_viewpoints
from ..standard_streams import complain, say, say_document, table
from ..two_models import title

EXAMPLES = """\
  everyway story queens n=8
  everyway story queens n=8 --rule "pairs(knight) <= 1"
  everyway story sudoku --cap 1000 --time-limit 1
"""


@option.as_command(EXAMPLES)
@puzzle_options()
@option.number(
    "--cap",
    "a number of solutions",
    "Enumerate at most so many a step; else 1000000.",
    default=10**6,
)
@option.time_limit("Stop each step after so long; else 5 s.", default="5")
@option.viewpoint
@option.solver()
def command(
    asked: Asked,
    cap: int,
    time_limit: float,
    viewpoint: str,
    solvers: tuple[str, ...],
    as_json: bool,
) -> int:
    """Print the number of solutions after each rule of a puzzle, in order: what every
    rule does.

    A number that would take too long to find is shown as `more than`.
    """
    solver = only(solvers) or DEFAULT_SOLVER
    model = load(asked)
    with Progress(f"counting {model.name}"):
        refuse_missing_viewpoints(model, [solver], viewpoint)
        steps = list(story(model, solver, cap=cap, time_limit=time_limit, viewpoint=viewpoint))
    if as_json:
        documents = list(map(_in_json, steps))
        say_document("everyway.story/1", model, solver=solver, cap=cap, steps=documents)
    else:
        rows = [(_words(step), _number(step)) for step in steps]
        say("\n".join([title(model), *table(rows, right=(1,), folded=0)]))
        engines = dict.fromkeys(step.by for step in steps if step.by != solver)
        if engines:
            complain(f"counted by {solver}: {', '.join(engines)}")
    print_next(asked, steps[-1].number, complete=steps[-1].exact)
    return ExitCode.OK


def _words(step: Step) -> str:
    return (step.rule.words or step.rule.label) if step.rule is not None else "no rule"


def _number(step: Step) -> str:
    best = f" with {step.best}" if step.best not in (None, []) and step.number else ""
    if step.exact:
        return f"{shortened(step.number)}{best}"
    if not step.number and step.best not in (None, []) and not step.proven:
        return f"best so far {step.best}, not proven"
    if not step.number:
        return "not known in time"
    return f"{'more than' if step.reason == 'limit' else 'at least'} {shortened(step.number)}{best}"


def _in_json(step: Step) -> dict[str, Any]:
    return {
        "rule": step.rule.label if step.rule is not None else None,
        "words": _words(step),
        "count": step.number,
        "exact": step.exact,
        "reason": step.reason,
        "by": step.by or None,
        **({"best": step.best, "proven": step.proven} if step.best is not None else {}),
    }
