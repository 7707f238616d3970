"""`everyway set`: All solutions as one object, of any number."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...models.language.boards.placements import Placement
from ...models.language.errors import ExitCode
from ..command_options import as_command, memory, seconds, whole
from ..exit_codes import Refused
from ..progress import Progress, picture
from ..puzzles import refusals, say_document
from ..searching import failures, print_next
from ..solution_files import NewFile, write_file
from ..standard_streams import complain, counted, grouped, say, solutions_said
from ..tables import table
from ..two_models import title
from ..variants import Asked, load, puzzle_options

if TYPE_CHECKING:
    from ...models.language.drawing.heat_maps import HeatMap
    from ...models.language.model import Model
    from ...models.language.solution import Solution
    from ...solvers.diagram.solution_diagram import SolutionDiagram

EXAMPLES = """\
  everyway set dominoes rows=12 columns=12
  everyway set dominoes rows=12 columns=12 --at 10000000000000000
  everyway set queens n=8 --sample 3 --seed 1
  everyway set queens n=8 --from 90 -n 2
  everyway set queens n=8 --heat queen --svg queens.svg
  everyway set queens n=5 --svg diagram.svg
  everyway set dominoes rows=12 columns=12 -o tilings.set
  everyway set dominoes rows=12 columns=12 --read tilings.set --sample 5
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
    "--svg",
    type=NewFile(),
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Write what is drawn as SVG, else the diagram, if it is small; without FILE, or as -,"
    " to standard output.",
)
@click.option("-o", "--output", type=NewFile(), metavar="FILE", help="Save the set to FILE.")
@click.option(
    "--read",
    "source",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Read the set that was saved to FILE, and build none.",
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
    svg: str | None,
    output: str | None,
    source: str | None,
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
    _refuse_two({"--at": at, "--sample": sample, "--from": start, "--heat": heat})
    _refuse_two({"--svg": svg, "--json": as_json or None})
    if output == "-":
        raise Refused("-o - is no file; name the one to save the set to")
    limits = {"nodes": nodes, "time_limit": time_limit, "memory": most_memory}
    if source and any(limits.values()):
        raise Refused("--read builds nothing; leave --nodes, --time-limit and --memory out")
    if seed is not None and sample is None:
        raise Refused("--seed goes with --sample")
    if limit is not None and start is None:
        raise Refused("-n goes with --from, which says where to begin")
    begun, model = time.monotonic(), load(asked)
    if heat is not None and heat not in {**model.groups_by_name, **model.places}:
        raise Refused(f"{model.name} has no group or variable {heat!r}; show it by --model")
    found = _found(model, source, {name: most for name, most in limits.items() if most})
    if found is None:
        return ExitCode.UNDECIDED
    with Progress(f"reading {model.name}"), refusals(), failures():
        drawn: list[tuple[int, Solution]] = []
        for one in _drawn(found, at, sample, seed, start, limit):
            if time_limit and time.monotonic() > begun + time_limit:
                complain(f"UNDECIDED  only {counted(len(drawn), 'solution')} drawn in time")
                complain("give a longer --time-limit, or draw fewer")
                return ExitCode.UNDECIDED
            drawn.append(one)
        mapped = found.heat(heat) if heat else None
    if output:
        _save(found, output)
    if svg:
        _write(_picture(found, drawn, mapped), svg)
        return ExitCode.OK
    number = found.count()
    if as_json:
        more: dict[str, Any] = {"count": number, "nodes": found.nodes, "order": found.order}
        more |= {"solutions": [{"at": k + 1, **one.to_json()} for k, one in drawn]} if drawn else {}
        more |= {"marginals": mapped.counts} if mapped else {}
        say_document("everyway.set/1", model, **more)
        return ExitCode.OK
    how = "listed by a solver" if found.is_listed else f"{found.order} order, not enumerated"
    say(f"{title(model)}: {solutions_said(number)}")
    complain(f"exact: a diagram of {counted(found.nodes, 'node')}, {how}")
    for k, solution in drawn:
        say(f"\n{grouped(k + 1)}")
        say(picture(model, solution.assignment))
    if mapped:
        rows = mapped.rows()
        first = not isinstance(mapped.group, Placement)
        say("")
        say("\n".join(table(rows, right=range(first, max(map(len, rows), default=0)))))
    print_next(asked, number, complete=True)
    return ExitCode.OK


def _found(model: Model, source: str | None, limits: Mapping[str, Any]) -> SolutionDiagram | None:
    """The set, built or read; None where it is too large, as was said. Raises: Refused."""
    from ...solvers import Incomplete, TooLarge, load_set, solution_set

    if source:
        with Progress(f"reading {source}"), refusals():
            try:
                found = load_set(source, model)
            except OSError as error:
                raise Refused(f"{source} cannot be read: {error.strerror or error}") from None
        if not found.is_whole:
            raise Refused(f"{source} holds a part of the solutions; read it in Python: load_set")
        return found
    with Progress(f"reading {model.name}"), refusals(), failures():
        try:
            return solution_set(model, **limits)
        except (TooLarge, Incomplete) as error:
            complain(f"UNDECIDED  {error}")
            complain("`everyway count` may still count, and `everyway solve -n` lists some")
            return None


def _save(found: SolutionDiagram, output: str) -> None:
    """Raises: Refused where it cannot be written."""
    try:
        found.save(output)
    except OSError as error:
        raise Refused(f"{output} cannot be written: {error.strerror or error}") from None
    complain(f"written to {output}")


def _picture(
    found: SolutionDiagram, drawn: Sequence[tuple[int, Solution]], mapped: HeatMap | None
) -> str:
    """The text of an SVG file: of solutions, of a heat map, or of the diagram. Raises: Refused."""
    from ...models.language.drawing.svg import draw_svg, draw_svg_several

    if len(drawn) == 1:
        return draw_svg(drawn[0][1])
    if drawn:
        return draw_svg_several(found.model, [one for _, one in drawn], start=drawn[0][0] + 1)
    try:
        return mapped.to_svg() if mapped else found.to_svg()
    except ValueError as error:
        raise Refused(str(error)) from None


def _write(drawing: str, svg: str) -> None:
    if svg == "-":
        say(drawing)
        return
    write_file(svg, drawing.encode())
    complain(f"written to {svg}")


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
) -> Iterator[tuple[int, Solution]]:
    """The solutions to draw, and their places. Raises: Refused."""
    number = found.count()
    if (at or start or 0) > number:
        raise Refused(
            f"there is no number {grouped(at or start or 0)}; there are {grouped(number)}"
        )
    if at is not None:
        yield at - 1, found[at - 1]
    if start is not None:
        yield from islice(enumerate(found.starting_at(start - 1), start - 1), limit or 10)
    if sample is not None and number:
        yield from ((k, found[k]) for k in found.drawn_places(sample, seed))
