"""`everyway bench`: The times of solvers on puzzles, side by side, and whether they agree."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from .. import puzzles
from ..command_options import (
    as_command,
    limit_option,
    memory_option,
    search_options,
    solver_option,
    whole,
)
from ..completion import complete_puzzle
from ..exit_codes import Refused
from ..printed.run_table import bench_table, one_run
from ..progress import Progress
from ..searching import refuse_missing_viewpoints
from ..solution_files import NewFile, write_file
from ..standard_streams import answers_alone, complain, counted, say, say_json

if TYPE_CHECKING:
    from ...comparer.benchmark import Benchmark
    from ...models.language.model import Model
    from ...solvers.harness.options import Options

EXAMPLES = """\
  everyway bench queens n=4..10 -S flatmap -S cp-sat
  everyway bench queens n=4..8 costas_array n=5..7 --time-limit 10 --rounds 5
  everyway bench queens n=20..30 -n 1 -S flatmap@rows -S cp-sat@squares
  everyway bench sudoku -S all --json
  everyway bench queens n=6..12 --save queens.json --html queens.html
"""


@as_command(EXAMPLES)
@click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar="PUZZLE [NAME=VALUE]... [PUZZLE ...]",
    shell_complete=complete_puzzle,
)
@solver_option(several=True)
@click.option(
    "--rounds",
    type=whole("a number of rounds"),
    default=3,
    help="How often each solver runs on each puzzle; medians are shown.  [3]",
)
@click.option(
    "--html", type=NewFile(), metavar="FILE", help="Write a page too, with growth curves."
)
@click.option("--save", metavar="FILE", help="Keep every run in a file as soon as it ends.")
@click.option("--resume", is_flag=True, help="With --save: go on where that file was left.")
@limit_option
@search_options
@memory_option
def command(
    words: tuple[str, ...],
    options: Options,
    solvers: tuple[str, ...],
    rounds: int,
    html: str | None,
    save: str | None,
    resume: bool,
    stats: bool,
    as_json: bool,
) -> int:
    """Time solvers on puzzles, each run in a process of its own, and compare what they
    found.

    Parameters belong to the puzzle before them; n=4..10 stands for each of these numbers.
    Rounds take turns: every solver runs once on every puzzle before any runs again. A run
    that takes more than --time-limit, else 60 s, is stopped and shown as stopped.

    Times are those of all solutions, or of the first --limit, as wall time and as processor
    time. Importing the library, building the model and the search are never mixed.
    """
    from ...comparer.benchmark import planned

    if resume and save is None:
        raise Refused("--resume goes on with a file; name it with --save FILE")
    with answers_alone(), puzzles.refusals():
        models = dict(_models(words))
        for model in models.values():
            refuse_missing_viewpoints(model, set(solvers) - {"all"}, options.viewpoint)
        found = planned(models, solvers or None, rounds, options)
        ended = _ended(found, save, resume)
        if ended is not None and not found.timings:
            raise ended
        say_json(found.to_json()) if as_json else say(bench_table(found))
        for timing in found.timings if stats else ():
            complain(one_run(timing))
        if html is not None:
            _write_page(found, html)
    if isinstance(ended, KeyboardInterrupt):
        again = "; to go on: the same again with --resume" if save else ""
        raise KeyboardInterrupt(f"interrupted after {_so_far(found)}{again}")
    if ended is not None:
        raise Refused(str(ended))
    return found.exit_code()


def _ended(found: Benchmark, save: str | None, resume: bool) -> BaseException | None:
    """Run all that is left; what ended it before, if anything did."""
    from ...comparer.benchmark import measured
    from ...solvers.harness.contract import ClaimError

    def hear(puzzle: str, solver: str, number: int) -> None:
        progress.say(f"{_so_far(found)}; round {number}: {puzzle}, {solver}")

    with Progress("starting") as progress:
        try:
            for _ in measured(found, save, resume=resume, progress=hear):
                pass
        except (KeyboardInterrupt, ClaimError) as error:
            return error
    return None


def _models(words: Sequence[str]) -> Iterator[tuple[str, Model]]:
    """Each puzzle, as it is typed, for each choice of its parameters. Raises: Refused."""
    for name, *given in _by_puzzle(words):
        for choice in puzzles.choices(given):
            typed = [name, *(f"{key}={value}" for key, value in choice.items())]
            yield shlex.join(typed), puzzles.load(typed)


def _by_puzzle(words: Sequence[str]) -> list[list[str]]:
    """Each puzzle with the parameters behind it. Raises: Refused."""
    found: list[list[str]] = []
    for word in words:
        if not puzzles.is_parameter(word):
            found.append([word])
        elif not found:
            raise Refused(f"{word} belongs to no puzzle; write it behind one, as in queens n=4..8")
        else:
            found[-1].append(word)
    return found


def _so_far(found: Benchmark) -> str:
    """`12 of 84 runs`, at most: what does not finish is not run again."""
    most = len(found.puzzles) * len(found.solvers) * found.rounds
    return f"{len(found.timings)} of {counted(most, 'run')}"


def _write_page(found: Benchmark, path: str) -> None:
    from ..pages.report_page import bench_page

    write_file(path, bench_page(found).html.encode())
    complain(f"written to {path}")
