"""`everyway compare`: Whether solvers agree on all solutions, and else who is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ...comparer.comparison import Comparison, RunReport
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.nodes import by_key
from ...models.language.phrases import duration, grouped
from ...solvers.harness.options import Options
from .. import command_options as option
from ..exit_codes import Refused
from ..progress import Progress
from ..puzzles import Asked, load, pair, puzzle_options
from ..searching import counts, print_next, print_noise, print_statistics, refuse_missing_viewpoints
from ..solution_files import write_page
from ..standard_streams import (
    complain,
    posted,
    say,
    say_json,
    styled,
    table,
    width,
    with_words,
    wrapped,
)
from ..start import OURS_ALONE
from ..two_models import compare_two, decide_claims, heading, read_mapping, second_of
from ..verdict import verdict

if TYPE_CHECKING:
    from ...comparer.claims import Claim


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

claim_options = option.together(
    option.texts(
        "--claim complete NAME=FILE",
        "Compare solutions from elsewhere: a JSON object a line, all that there are.",
    ),
    option.texts(
        "--claim-incomplete partial NAME=FILE", "The same from a file that need not hold all."
    ),
)
"""For a command that gets `complete` and `partial`."""


@option.as_command(EXAMPLES)
@puzzle_options("PUZZLE [NAME=VALUE]... [OTHER [NAME=VALUE]...]")
@option.solver(several=True)
@claim_options
@option.texts(
    "--proof proofs NAME=FILE",
    "The proof of a --claim, by `everyway prove` or anybody: it decides without a solver.",
)
@option.texts(
    "--map mapping NAME=OTHER",
    "Variables or a group of PUZZLE, and those of OTHER that stand for them. Repeatable.",
)
@option.flag(
    "--set as_sets", "With OTHER: by decision diagrams, which list no solution, of any number."
)
@option.limit
@option.project
@option.search
@option.memory
@option.in_process
@option.flag("--no-shrink", "Do not ask a solver that is proven wrong again, on fewer constraints.")
@option.new_file(
    "-o --html",
    "Write a page, too, as `everyway report` does; for its times quick solvers run again.",
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
    options = apart(options, in_process=in_process)
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
        _write_page(found, options, option.typed(), html)
    if stats:
        print_runs(found)
    return found.exit_code()


def apart(options: Options, *, in_process: bool) -> Options:
    """The options for solvers in processes of their own, or `in_process`. Raises: Refused."""
    option.refuse_several(
        {"--memory": options.memory, "--in-process": in_process}, option.ONE_PROCESS
    )
    return replace(options, isolate=not in_process)


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
    claimed = model if names is None else model.projected(names)
    claims = [*_claims(claimed, complete, True), *_claims(claimed, partial, False)]
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


def _write_page(found: Comparison, options: Options, command: str, html: str) -> None:
    """Write the page of a comparison, for whose times its quick solvers run again."""
    from ..pages.report_page import ROUNDS, How, report_page

    with Progress("writing the page") as progress:
        page = report_page([found], How(options, ROUNDS, progress.report), command)
    write_page(page, html, False, "")


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

        name, path = pair(word, "is not a claim; write NAME=FILE, for example mine=all.jsonl")
        yield read_claim(path, model, name=name, complete=complete)


# ------------------------------------------ The table of a comparison: a line for each run.


HEAD = ("solver", "", "solutions", "first", "all")
GAP = 3


def run_table(comparison: Comparison) -> str:
    """A line for each run, and below it why one is not complete."""
    best = comparison.model.objective is not None
    head = (*HEAD[:3], "best", *HEAD[3:]) if best else HEAD
    rows = [_row(run, best=best) for run in comparison.runs]
    lines = table([head, *rows], right=(2, 3, 4, 5) if best else (2, 3, 4))
    room = width() - len(lines[0]) - GAP
    searches = [_fitting(_search(run), room) for run in comparison.runs]
    first, *others = with_words(lines, ["search", *searches], GAP)
    colours = map(_colour, comparison.runs)
    coloured = [styled(row, fg=colour) for row, colour in zip(others, colours, strict=True)]
    below = [*_reasons(comparison), *_postings(comparison)]
    return "\n".join([styled(first, dim=True), *coloured, *below])


def _colour(run: RunReport) -> str | None:
    if run.wrong:
        return "red"
    return {"complete": None, "stopped": "yellow"}.get(run.status, "red" if run.required else None)


def _row(run: RunReport, *, best: bool) -> tuple[str, ...]:
    if not run.ran:
        return (run.solver, "", "–", "–", "–", *(["–"] if best else []))
    viewpoint, seconds = run.outcome.viewpoint, run.outcome.seconds
    if viewpoint in ("auto", "declared") or "@" in run.solver:
        viewpoint = ""
    times = duration(seconds["first"]), duration(seconds["all"])
    return (run.solver, viewpoint, grouped(run.reported), *([_best(run)] if best else []), *times)


def _best(run: RunReport) -> str:
    """The best value that a run claims; a question mark says that it is not proven."""
    known = run.outcome.objective
    if run.best in (None, []):
        return "none" if known is None or known.proven else "–"
    front = isinstance(run.best, list) and any(isinstance(one, list) for one in run.best)
    said = f"{str(run.best).count('[') - 1} points" if front else str(run.best)
    return said if known is None or known.proven else f"{said} ?"


def _fitting(parts: Sequence[str], room: int) -> str:
    """The first of `parts`, and as many of the others as fit beside it."""
    text, *more = parts
    for part in more:
        if len(text) + len(part) + 2 > room:
            break
        text = f"{text}, {part}"
    return text


def _search(run: RunReport) -> list[str]:
    """The counts that the solver reports; of a run that is not complete, how it ended."""
    if run.status == "stopped":
        return [f"stopped: {run.outcome.reason}"]
    if run.status != "complete":
        return [run.status]
    if run.outcome.viewpoint == "":
        return ["claimed"]
    return counts(run.outcome.statistics) or ["not reported"]


def _reasons(comparison: Comparison) -> Iterator[str]:
    """The reasons why solvers did not run, in full."""
    for run in comparison.runs:
        if run.status not in ("complete", "stopped") and run.outcome.reason:
            yield wrapped(run.outcome.reason, f"  {run.solver}: ", "    ")


def _postings(comparison: Comparison) -> Iterator[str]:
    """The constraints by how they were posted, each with the solvers that did so."""
    runs = [(run, run.outcome.posting) for run in comparison.runs if run.ran]
    said = ((words, run.solver) for run, how in runs if how for words in posted(how.ways))
    for words, names in by_key(said).items():
        yield wrapped(f"{words}: {', '.join(names)}", "  ", "    ")
