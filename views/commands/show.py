"""`everyway show`: one solution, drawn."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import click

from .. import endings
from ..endings import Refused
from ..options import (
    json_option,
    puzzle_argument,
    search_options,
    solver_option,
    talking_options,
    whole,
)
from ..output import complain, say, say_json
from ..pictures import picture
from ..progress import Progress
from ..puzzles import in_json, load
from ..searching import listen, run_in_json, start, tell_statistics, told
from ..wording import counted, grouped

if TYPE_CHECKING:
    from ...models.language.model import Solution
    from ...solvers.harness.enumeration import Outcome

EXAMPLES = """\b
Examples:
  everyway show queens n=8
  everyway show queens n=8 --index 92
  everyway show sudoku --json
"""


@click.command(epilog=EXAMPLES)
@puzzle_argument()
@click.option(
    "-i",
    "--index",
    type=whole("the number of a solution"),
    default=1,
    help="Which one, from 1, in the order in which the solver finds them.",
)
@solver_option()
@search_options
@json_option
@talking_options
def command(
    words: tuple[str, ...],
    index: int,
    solvers: tuple[str, ...],
    stats: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Draw one solution of a puzzle: the first that the solver finds, or the one at
    --index.
    """
    model = load(words)
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
    else:
        say(picture(model, last[0].values))
    if stats:
        tell_statistics(outcome)
    return endings.OK


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
