"""`everyway set`: All solutions as one object, of any number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...models.language.boards.placements import Placement
from .. import exit_codes
from ..command_options import as_command, memory, seconds, whole
from ..drawn_solutions import picture
from ..exit_codes import Refused
from ..heading import title
from ..progress import Progress
from ..puzzles import refusals, say_document
from ..searching import failures, print_next
from ..standard_streams import complain, say
from ..tables import table
from ..variants import Asked, load, puzzle_options
from ..wording import counted, grouped

if TYPE_CHECKING:
    from ...models.language.solution import Solution
    from ...solvers.diagram.solution_diagram import SolutionDiagram

EXAMPLES = """\
  everyway set dominoes rows=12 columns=12
  everyway set dominoes rows=12 columns=12 --at 10000000000000000
  everyway set queens n=8 --sample 3 --seed 1
  everyway set queens n=8 --from 90 -n 2
  everyway set queens n=8 --heat queen
"""


@as_command(EXAMPLES)
@puzzle_options()
@click.option("--at", type=whole("the number of a solution"), help="Draw this one, from 1.")
@click.option("--sample", type=whole("a number of solutions"), help="Draw so many at random.")
@click.option("-r", "--seed", type=int, help="Draw the same ones again.")
@click.option("--from", "start", type=whole("the number of a solution"), help="Draw from this one.")
@click.option(
    "-n", "--limit", type=whole("a number of solutions"), help="With --from: so many; else 10."
)
@click.option(
    "--heat",
    metavar="GROUP",
    help="Of a placement how often each square is taken; else each value of each variable.",
)
@click.option(
    "--nodes",
    type=whole("a number of nodes"),
    help="Build at most so many, or list as many solutions; else 2000000.",
)
@click.option("-t", "--time-limit", type=seconds, help="Stop after so long.")
@click.option("--memory", "most_memory", type=memory, help="The most memory, such as 2G.")
def command(
    asked: Asked,
    at: int | None,
    sample: int | None,
    seed: int | None,
    start: int | None,
    limit: int | None,
    heat: str | None,
    nodes: int | None,
    time_limit: float | None,
    most_memory: int | None,
    as_json: bool,
) -> int:
    """Hold all solutions of a puzzle as one object, which need not list them: count them,
    and draw any of them, by number or at random.

    Solutions stand in canonical order: of declaration, then of the domains. Where the
    object would be too large, exit code 3 says which limit to raise.
    """
    from ...solvers import Incomplete, TooLarge, solution_set
    from ...solvers.diagram.limits_of_diagrams import MOST_NODES

    _refuse_two({"--at": at, "--sample": sample, "--from": start, "--heat": heat})
    if seed is not None and sample is None:
        raise Refused("--seed goes with --sample")
    if limit is not None and start is None:
        raise Refused("-n goes with --from, which says where to begin")
    model = load(asked)
    if heat is not None and heat not in {**model.groups_by_name, **model.places}:
        raise Refused(f"{model.name} has no group or variable {heat!r}; show it by --model")
    with Progress(f"reading {model.name}"), failures(), refusals():
        try:
            found = solution_set(
                model, nodes=nodes or MOST_NODES, time_limit=time_limit, memory=most_memory
            )
        except (TooLarge, Incomplete) as error:
            complain(f"UNDECIDED  {error}")
            complain("`everyway count` may still count, and `everyway solve -n` lists some")
            return exit_codes.UNDECIDED
        drawn = _drawn(found, at, sample, seed, start, limit)
    if as_json:
        more: dict[str, Any] = {"count": found.count(), "nodes": found.nodes, "order": found.order}
        more |= {"solutions": [{"at": k + 1, **one.to_json()} for k, one in drawn]} if drawn else {}
        more |= {"marginals": _of_group(found, heat)} if heat else {}
        say_document("everyway.set/1", model, **more)
        return exit_codes.OK
    number = found.count()
    said = f"{grouped(number)} solution{'' if number == 1 else 's'}"
    how = "listed by a solver" if found.is_listed else f"{found.order} order, not enumerated"
    say(f"{title(model)}: {said}")
    complain(f"exact: a diagram of {counted(found.nodes, 'node')}, {how}")
    for k, solution in drawn:
        say(f"\n{grouped(k + 1)}")
        say(picture(model, solution.assignment))
    if heat:
        say("")
        say("\n".join(_heat(found, heat)))
    print_next(asked, number, complete=True)
    return exit_codes.OK


def _refuse_two(given: dict[str, Any]) -> None:
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise Refused(f"{' and '.join(named)} ask for two things; give one of them")


def _drawn(
    found: SolutionDiagram,
    at: int | None,
    sample: int | None,
    seed: int | None,
    start: int | None,
    limit: int | None,
) -> Sequence[tuple[int, Solution]]:
    """The solutions to draw, and their places. Raises: Refused."""
    number = found.count()
    if (at or start or 0) > number:
        raise Refused(
            f"there is no number {grouped(at or start or 0)}; there are {grouped(number)}"
        )
    if at is not None:
        return [(at - 1, found[at - 1])]
    if start is not None:
        return list(islice(enumerate(found.starting_at(start - 1), start - 1), limit or 10))
    if sample is not None and number:
        return [(found.place(one), one) for one in found.sample(sample, seed)]
    return []


def _of_group(found: SolutionDiagram, name: str) -> dict[str, dict[Any, int]]:
    """For each variable of a group, in how many solutions it has each value."""
    group = found.model.groups_by_name.get(name)
    names = [variable.name for variable in group.variables] if group else [name]
    marginals = found.marginals()
    return {one: marginals[one] for one in names}


def _heat(found: SolutionDiagram, name: str) -> list[str]:
    """A row a variable, a column a value; of a placement, how often each square is taken."""
    group, marginals = found.model.groups_by_name.get(name), _of_group(found, name)
    if isinstance(group, Placement):
        rows, columns = range(1, group.board.height + 1), range(1, group.board.width + 1)
        taken = {
            (square.row, square.column): grouped(marginals[variable.name].get(1, 0))
            for square, variable in group.by_square.items()
        }
        grid = [[taken.get((row, column), "") for column in columns] for row in rows]
        return table(grid, right=range(len(columns)))
    values = sorted({value for each in marginals.values() for value in each})
    lines = [
        [one, *(grouped(each.get(value, 0)) for value in values)] for one, each in marginals.items()
    ]
    return table([["", *map(str, values)], *lines], right=range(1, len(values) + 1))
