"""`everyway trace`: A page that shows the search for solutions, step by step."""

from __future__ import annotations

from ...models.language.errors import ExitCode
from .. import command_options as option
from ..exit_codes import Refused
from ..progress import Progress
from ..puzzles import Asked, load, puzzle_options
from ..searching import print_next
from ..solution_files import write_page
from ..standard_streams import complain, say_json

EXAMPLES = """\
  everyway trace crowns --open
  everyway trace queens n=6 -o queens6.html
  everyway trace queens n=6 --order levels --way check
  everyway trace ./my_puzzle.py size=4 --open
"""
LOOKED_FOR = 2.0
"""Seconds for a solution, so that where there is none the next step can be said."""


@option.as_command(EXAMPLES)
@puzzle_options()
@option.choice(
    "--order",
    "Begin with the search depth first, or level by level; the page has both.",
    of=["depth", "levels"],
    default="depth",
)
@option.choice(
    "--way",
    "Begin with this way to search; the page has all: hold each value against what is decided and"
    " no more (check), or propagate and decide next the first open variable (propagate), the one"
    " with the fewest values (fewest), the one in most constraints (degree), or that with the most"
    " failures for its values (weighted).",
    of=["check", "propagate", "fewest", "degree", "weighted"],
    default="fewest",
)
@option.viewpoint
@option.time_limit("Show as much of a search as is made in so long; else 6 s.", default="6")
@option.page
def command(
    asked: Asked,
    order: str,
    way: str,
    viewpoint: str,
    time_limit: float,
    output: str | None,
    show: bool,
    as_json: bool,
) -> int:
    """Write a page that shows the search for the solutions of a puzzle, step by step.

    The page needs no network and no installation. It replays what the solver flatmap does: what is
    tried, what each rule takes away and why, dead ends and solutions, up to 20000 tries of each
    search, and as far as it comes in the time limit. With --json, print the search as data instead.
    Under an objective the best value is found first, and the search is that for every solution
    which has it.
    """
    from ...solvers import Incomplete, solutions
    from ...solvers.harness.running.optimising import settled
    from ..pages.trace_document import SECONDS
    from ..pages.trace_page import trace, trace_data

    if show and (output == "-" or as_json):
        raise Refused("--open needs a file to open; leave out -o - and --json")
    model = load(asked)
    with Progress(f"tracing {model.name}"):
        if model.objective is not None:
            try:
                model, best = settled(model, SECONDS)
            except Incomplete as error:
                complain(f"{error}; without objective, or with smaller parameters, it is traced")
                return ExitCode.UNDECIDED
            complain(f"{best.words}; this is the search for what has that value")
        if as_json:
            say_json(trace_data(model, viewpoint=viewpoint, time_limit=time_limit))
            return ExitCode.OK
        page = trace(
            model,
            order=order,
            way=way,
            viewpoint=viewpoint,
            time_limit=time_limit,
            command=option.typed(),
        )
    write_page(page, output, show, asked.name or model.name)
    with solutions(model, limit=1, time_limit=LOOKED_FOR) as found:
        print_next(asked, sum(1 for _ in found), complete=found.outcome.complete)
    return ExitCode.OK
