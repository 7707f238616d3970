"""`everyway show`: one solution, drawn, or the model in words."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import endings
from ..endings import Refused
from ..options import (
    json_option,
    search_options,
    solver_option,
    talking_options,
    whole,
)
from ..output import complain, say, say_json
from ..pictures import picture
from ..progress import Progress
from ..puzzles import in_json
from ..searching import listen, run_in_json, start, tell_statistics, told
from ..variants import Asked, load, puzzle_options
from ..wording import counted, grouped

if TYPE_CHECKING:
    from ...models.language.model import Model, Solution
    from ...solvers.harness.outcome import Outcome

EXAMPLES = """\b
Examples:
  everyway show queens n=8
  everyway show queens n=8 --index 92
  everyway show sudoku --svg sudoku.svg
  everyway show sudoku --model
"""


@click.command(epilog=EXAMPLES)
@puzzle_options()
@click.option(
    "-i",
    "--index",
    type=whole("the number of a solution"),
    default=1,
    help="Which one, from 1, in the order in which the solver finds them.",
)
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Write the drawing as SVG; - is standard output.",
)
@click.option(
    "--model", "as_model", is_flag=True, help="Print the declaration in words; nothing is solved."
)
@click.option("-a", "--all", "every", is_flag=True, help="With --model: cut no rule short.")
@solver_option()
@search_options
@json_option
@talking_options
def command(
    asked: Asked,
    index: int,
    svg: str | None,
    as_model: bool,
    every: bool,
    solvers: tuple[str, ...],
    stats: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Draw one solution of a puzzle: the first that the solver finds, or the one at
    --index. With --model, print the variables and rules instead.
    """
    if as_json and svg:
        raise Refused("--json and --svg are two forms of output; give one of them")
    if as_model and svg:
        raise Refused("--model is text; leave --svg out")
    if every and not as_model:
        raise Refused("--all goes with --model; `everyway solve --all` prints every solution")
    model = load(asked)
    if as_model:
        return _read(model, every, as_json)
    found = start(model, solvers, **options)
    last: deque[Solution] = deque(maxlen=1)
    with Progress(f"solving {model.name}"):
        outcome, failure = listen(found, last.append, index)
    if failure:
        raise failure
    if outcome.solutions < index:
        return _absent(outcome, index)
    if as_json:
        document = {"schema": "everyway.show/1", "puzzle": in_json(model), "index": index}
        say_json({**document, **run_in_json(outcome), "solution": last[0].to_json()})
    elif svg:
        _write_svg(last[0], svg)
    else:
        say(picture(model, last[0].values))
    if stats:
        tell_statistics(outcome)
    return endings.OK


def _read(model: Model, every: bool, as_json: bool) -> int:
    """Print the declaration of `model`. The exit code."""
    from ...models.language.reading import model_in_json, read_model

    if as_json:
        document = {"schema": "everyway.model/1", "puzzle": in_json(model)}
        say_json({**document, **model_in_json(model)})
        return endings.OK
    text = read_model(model, every=every)
    say(text)
    if "    … and " in text:
        complain("add --all to read every one")
    return endings.OK


def _write_svg(solution: Solution, path: str) -> None:
    """Raises: Refused where the file cannot be written."""
    from ...models.language.svg import draw_svg

    drawing = draw_svg(solution)
    if path == "-":
        say(drawing)
        return
    try:
        Path(path).write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from error
    complain(f"written to {path}")


def _absent(outcome: Outcome, index: int) -> int:
    """There are not `index` solutions, or not yet. The exit code. Raises: Refused."""
    if not outcome.complete:
        complain(told(outcome))
        return endings.UNDECIDED
    if outcome.solutions:
        one = outcome.solutions == 1
        there = f"{'is' if one else 'are'} {counted(outcome.solutions, 'solution')}"
        advice = f"write --index from 1 to {outcome.solutions}"
        raise Refused(f"there {there}, and no number {grouped(index)}; {advice}")
    complain("there is no solution")
    return endings.DIFFERENT
