"""`everyway compare`: Whether solvers agree on all solutions, and else who is wrong."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ...models.language.late_dataclasses import replace
from ..command_options import (
    as_command,
    limit_option,
    memory_option,
    project_option,
    search_options,
    solver_option,
    together,
)
from ..exit_codes import Refused
from ..printed.run_table import run_table
from ..progress import Progress
from ..puzzles import refusals
from ..searching import print_next, print_noise, print_statistics, refuse_missing_viewpoints
from ..solution_files import NewFile, write_page
from ..standard_streams import complain, say, say_json
from ..start import OURS_ALONE
from ..two_models import compare_two, decide_claims, heading, read_mapping, second_of
from ..variants import Asked, load, puzzle_options
from ..verdict import verdict

if TYPE_CHECKING:
    from ...comparer.claims import Claim
    from ...comparer.comparison import Comparison
    from ...models.language.model import Model
    from ...solvers.harness.options import Options
    from ..pages.page import Page

EXAMPLES = """\
  everyway compare queens n=8
  everyway compare queens n=6 -S cp-sat@squares -S cp-sat@rows
  everyway compare sudoku -S all --time-limit 10
  everyway compare queens n=8 --rule "pairs(knight) <= 1" --given r1c1
  everyway compare --board 8x6 --rule "columns == 1" --rule "rows <= 1"
  everyway compare queens n=8 --claim chuffed=solutions.jsonl
  everyway compare queens n=6 --html queens6.html
  everyway compare queens n=6 ./my_queens.py --map queen=dame
"""

claim_options = together(
    click.option(
        "--claim",
        "complete",
        multiple=True,
        metavar="NAME=FILE",
        help="Compare solutions from elsewhere: a JSON object a line, all that there are.",
    ),
    click.option(
        "--claim-incomplete",
        "partial",
        multiple=True,
        metavar="NAME=FILE",
        help="The same from a file that need not hold all.",
    ),
)
"""For a command that gets `complete` and `partial`."""


@as_command(EXAMPLES)
@puzzle_options("PUZZLE [NAME=VALUE]... [OTHER [NAME=VALUE]...]")
@solver_option(several=True)
@claim_options
@click.option(
    "--proof",
    "proofs",
    multiple=True,
    metavar="NAME=FILE",
    help="The proof of a --claim, by `everyway prove` or anybody: it decides without a solver.",
)
@click.option(
    "--map",
    "mapping",
    multiple=True,
    metavar="NAME=OTHER",
    help="Variables or a group of PUZZLE, and those of OTHER that stand for them. Repeatable.",
)
@click.option(
    "--set",
    "as_sets",
    is_flag=True,
    help="With OTHER: by decision diagrams, which list no solution, of any number.",
)
@limit_option
@project_option
@search_options
@memory_option
@click.option(
    "--in-process",
    is_flag=True,
    help="Run the solvers in this process, whatever they do to it; to find faults in one.",
)
@click.option(
    "--no-shrink",
    is_flag=True,
    help="Do not ask a solver that is proven wrong again, on fewer constraints.",
)
@click.option(
    "--html",
    type=NewFile(),
    metavar="FILE",
    help="Write a page, too, as `everyway report` does; for its times quick solvers run again.",
)
def command(
    asked: Asked,
    options: Options,
    solvers: tuple[str, ...],
    complete: tuple[str, ...],
    partial: tuple[str, ...],
    proofs: tuple[str, ...],
    mapping: tuple[str, ...],
    as_sets: bool,
    in_process: bool,
    no_shrink: bool,
    html: str | None,
    stats: bool,
    as_json: bool,
) -> int:
    """Run solvers on a puzzle, compare their whole sets of solutions, and say with
    proof who is wrong where they differ.

    Without --solver it runs those worth comparing that are installed. Each has a
    process of its own, so that one that crashes or hangs does not spoil the rest.

    With OTHER, whose parameters are those of PUZZLE unless it has its own, two models
    are compared: whether OTHER has the same solutions, too many or too few.
    """
    if in_process and options.memory:
        raise Refused("--memory is for a process of its own; leave out --in-process")
    options = replace(options, isolate=not in_process)
    pair, mapped = second_of(asked), read_mapping(mapping)
    if html and pair is not None:
        raise Refused("--html is for solvers on one puzzle; leave it out, or the other puzzle")
    if as_sets:
        if pair is None or complete or partial or proofs or solvers or html or options.limit:
            raise Refused("--set is for two puzzles alone; leave out what is beside it")
        return compare_two(pair, mapped, solvers, options, as_json=as_json, as_sets=True)
    if pair is not None and not (complete or partial or proofs):
        return compare_two(pair, mapped, solvers, options, as_json=as_json)
    if pair is not None or mapped:
        raise Refused("--map is for two puzzles, and --claim for one; leave one of them out")
    model = load(asked)
    if proofs:
        if solvers or partial or html or options.projecting(model).project is not None:
            raise Refused("--proof decides a whole --claim alone; leave out what is beside it")
        given_claims = [*_claims(model, complete, True)]
        return decide_claims(model, given_claims, proofs, options, as_json=as_json)
    if html and options.projecting(model).project is not None:
        raise Refused("--html shows whole solutions; leave it out, or the projection")
    with Progress(f"comparing {model.name}", late=True) as progress:
        given = solvers, complete, partial
        found = compared(model, *given, options, progress, shrink=not no_shrink)
    if as_json:
        say_json(found.to_json())
    else:
        other = f"everyway show {asked.typed()}"
        say("\n\n".join([heading(model), run_table(found), verdict(found, other)]))
    if found.common:
        print_next(asked, found.common.count, complete=found.verdict == "agree")
    if html:
        named = dict(zip(("solver", "claim", "claim_incomplete"), given, strict=True))
        again = command_of("compare", asked, options, **named)
        write_page(_page(found, options, again), html, False, "")
    if stats:
        print_runs(found)
    return found.exit_code()


def compared(
    model: Model,
    solvers: Sequence[str],
    complete: Sequence[str],
    partial: Sequence[str],
    options: Options,
    progress: Progress,
    *,
    shrink: bool = True,
) -> Comparison:
    """The comparison of solvers and of claims, each a `NAME=FILE`. Raises: Refused."""
    from ...comparer.comparing_solvers import compare
    from ...comparer.evidence import SECONDS

    names = options.projecting(model).project
    with refusals():
        claimed = model if names is None else model.projected(names)
    claims = [*_claims(claimed, complete, True), *_claims(claimed, partial, False)]
    _refuse_repeated([*dict.fromkeys(solvers), *(claim.name for claim in claims)])
    with refusals():
        refuse_missing_viewpoints(model, solvers, options.viewpoint)
        return compare(
            model,
            solvers or None,
            claims,
            progress=progress.report,
            shrink=SECONDS if shrink else 0.0,
            copied=click.get_current_context().obj == OURS_ALONE,
            options=options,
        )


def command_of(command: str, asked: Asked, options: Options, **given: Sequence[str]) -> str:
    """The command that makes the same again; `given` are options of it, such as `solver`."""
    searched = {
        name: [str(getattr(options, name))]
        for name in ("limit", "time_limit", "seed", "viewpoint", "jobs", "memory", "cluster")
        if getattr(options, name) != getattr(type(options)(), name)
    }
    words = [
        word
        for name, values in {**given, **searched}.items()
        for value in values
        for word in (f"--{name.replace('_', '-')}", value)
    ]
    return f"everyway {command} {asked.typed()} {shlex.join(words)}".rstrip()


def _page(found: Comparison, options: Options, command: str) -> Page:
    """The page of a comparison, for whose times its quick solvers run again."""
    from ..pages.report_page import ROUNDS, How, report_page

    with Progress("writing the page") as progress:
        return report_page([found], How(options, ROUNDS, progress.report), command)


def print_runs(found: Comparison) -> None:
    """Print the times and counts of each run on standard error."""
    for run in found.runs:
        complain(f"{run.solver}:")
        print_statistics(run.outcome)
        print_noise(run.outcome)


def _claims(model: Model, given: Sequence[str], complete: bool) -> Iterator[Claim]:
    """The claims of `NAME=FILE` words. Raises: Refused."""
    for word in given:
        from ...comparer.claims import read_claim  # which brings a database

        name, equals, path = word.partition("=")
        if not (name and equals and path):
            raise Refused(f"{word!r} is not a claim; write NAME=FILE, for example mine=all.jsonl")
        with refusals():
            yield read_claim(path, model, name=name, complete=complete)


def _refuse_repeated(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise Refused(f"two claims are called {name!r}; give each its own name")
