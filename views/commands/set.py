"""`everyway set`: All solutions as one object, of any number."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...models.language.boards.placements import Placement
from ...models.language.errors import ExitCode
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.phrases import grouped, number_of, solutions_said
from ...models.language.solution import Solution
from ...solvers.harness.contract import Incomplete
from .. import command_options as option
from ..exit_codes import Refused
from ..progress import Progress, picture
from ..puzzles import Asked, load, puzzle_options
from ..searching import print_next
from ..solution_files import refused_file, write_drawing
from ..standard_streams import complain, say, say_document, table
from ..two_models import title

if TYPE_CHECKING:
    from ...models.language.drawing.heat_maps import HeatMap
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


@option.as_command(EXAMPLES)
@puzzle_options()
@option.number("--at", "the number of a solution", "Draw this one, from 1.")
@option.number("--sample", "a number of solutions", "Draw so many at random.")
@click.option("-r", "--seed", type=int, help="Draw the same ones again.")
@option.number("--from start", "the number of a solution", "Draw from this one.")
@option.number("-n --limit", "a number of solutions", "With --from: so many; else 10.")
@option.gathered(
    "drawing", lambda **given: Drawing(**given), "at", "sample", "seed", "start", "limit"
)
@option.text(
    "--heat GROUP",
    "Of a placement how often each square is taken; else each value of each variable.",
)
@option.drawing_file(
    "Write what is drawn as SVG, else the diagram, if it is small; without FILE, or as -,"
    " to standard output."
)
@option.new_file("-o --output", "Save the set to FILE.")
@option.text(
    "--read source FILE",
    "Read the set that was saved to FILE, and build none.",
    type=click.Path(dir_okay=False),
)
@option.number(
    "--nodes",
    "a number of nodes",
    "Build at most so many, or list as many solutions; else 2000000.",
)
@option.time_limit()
@click.option(
    "--memory", "most_memory", type=option.memory_size, help="The most memory, such as 2G."
)
def command(
    asked: Asked,
    drawing: Drawing,
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
    shown = {
        "--at": drawing.at,
        "--sample": drawing.sample,
        "--from": drawing.start,
        "--heat": heat,
    }
    for forms in (shown, {"--svg": svg, "--json": as_json}):
        option.refuse_several(forms, "ask for two things; give one of them")
    if output == "-":
        raise Refused("-o - is no file; name the one to save the set to")
    limits = {"nodes": nodes, "time_limit": time_limit, "memory": most_memory}
    if source and any(limits.values()):
        raise Refused("--read builds nothing; leave --nodes, --time-limit and --memory out")
    if drawing.seed is not None and drawing.sample is None:
        raise Refused("--seed goes with --sample")
    if drawing.limit is not None and drawing.start is None:
        raise Refused("-n goes with --from, which says where to begin")
    begun, model = time.monotonic(), load(asked)
    if heat is not None and heat not in {**model.groups_by_name, **model.places}:
        raise Refused(f"{model.name} has no group or variable {heat!r}; show it by --model")
    found = _found(model, source, {name: most for name, most in limits.items() if most})
    with Progress(f"reading {model.name}"):
        drawn: list[tuple[int, Solution]] = []
        for one in drawing.solutions(found):
            if time_limit and time.monotonic() > begun + time_limit:
                some = f"only {number_of(len(drawn), 'solution')} drawn in time"
                raise Incomplete(f"{some}; give a longer --time-limit, or draw fewer", None)
            drawn.append(one)
        mapped = found.heat(heat) if heat else None
    if output:
        with refused_file(output, "written"):
            found.save(output)
        complain(f"written to {output}")
    if svg:
        write_drawing(svg, _picture(found, drawn, mapped))
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
    complain(f"exact: a diagram of {number_of(found.nodes, 'node')}, {how}")
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


def _found(model: Model, source: str | None, limits: Mapping[str, Any]) -> SolutionDiagram:
    """The set, built or read. Raises: Refused; Incomplete, also where it is too large."""
    from ...solvers import TooLarge, load_set, solution_set

    if source:
        with Progress(f"reading {source}"), refused_file(source, "read"):
            found = load_set(source, model)
        if not found.is_whole:
            raise Refused(f"{source} holds a part of the solutions; read it in Python: load_set")
        return found
    with Progress(f"reading {model.name}"):
        try:
            return solution_set(model, **limits)
        except (TooLarge, Incomplete) as error:
            advice = "`everyway count` may still count, and `everyway solve -n` lists some"
            raise Incomplete(f"{error}; {advice}", None) from None


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


@dataclass(frozen=True)
class Drawing:
    """The solutions that are to be drawn: one, some from one on, or a sample."""

    at: int | None
    sample: int | None
    seed: int | None
    start: int | None
    limit: int | None

    def solutions(self, found: SolutionDiagram) -> Iterator[tuple[int, Solution]]:
        """Them, and their places. Raises: Refused."""
        first, number = self.at or self.start or 0, found.count()
        if first > number:
            raise Refused(f"there is no number {grouped(first)}; there are {grouped(number)}")
        if self.at is not None:
            yield self.at - 1, found[self.at - 1]
        if self.start is not None:
            places = enumerate(found.starting_at(self.start - 1), self.start - 1)
            yield from islice(places, self.limit or 10)
        if self.sample is not None and number:
            yield from ((k, found[k]) for k in found.drawn_places(self.sample, self.seed))
