"""`everyway bench`: The times of solvers on puzzles, side by side, and whether they agree."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ...models.language.model import Model
from ...models.language.phrases import duration, grouped, number_of
from ...solvers.harness.contract import ClaimError
from ...solvers.harness.options import Options
from .. import command_options as option
from ..exit_codes import Refused, bounded
from ..progress import Progress
from ..puzzles import choices, is_parameter, model_of
from ..searching import counts, refuse_missing_viewpoints
from ..solution_files import write_file
from ..standard_streams import (
    command_lines,
    complain,
    headed,
    joined,
    say,
    say_json,
    styled,
    wrapped,
)
from ..verdict import in_colour

if TYPE_CHECKING:
    from ...comparer.benchmark import Benchmark, Entry, Timing


EXAMPLES = """\
  everyway bench queens n=4..10 -S flatmap -S cp-sat
  everyway bench queens n=4..8 costas_array n=5..7 --time-limit 10 --rounds 5
  everyway bench queens n=20..30 -n 1 -S flatmap@rows -S cp-sat@squares
  everyway bench sudoku -S all --json
  everyway bench queens n=6..12 --save queens.json --html queens.html
"""


@option.as_command(EXAMPLES)
@click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar="PUZZLE [NAME=VALUE]... [PUZZLE ...]",
    shell_complete=option.complete_puzzle,
)
@option.solver(several=True)
@option.number(
    "--rounds",
    "a number of rounds",
    "How often each solver runs on each puzzle; medians are shown.  [3]",
    default=3,
)
@option.new_file("-o --html", "Write a page too, with growth curves.")
@option.text("--save FILE", "Keep every run in a file as soon as it ends.")
@option.resume
@option.limit
@option.search
@option.memory
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
    models = dict(_models(words))
    for model in models.values():
        refuse_missing_viewpoints(model, set(solvers) - {"all"}, options.viewpoint)
    found = planned(models, solvers or None, rounds, options)
    ended = _ended(found, save, resume)
    if ended is not None and not found.timings:
        raise ended
    say_json(found.to_json()) if as_json else say(_table(found))
    for timing in found.timings if stats else ():
        complain(_one_run(timing))
    if html is not None:
        from ..pages.report_page import bench_page

        write_file(html, bench_page(found, option.typed()).html.encode(), says=True)
    if isinstance(ended, KeyboardInterrupt):
        again = "; to go on: the same again with --resume" if save else ""
        raise KeyboardInterrupt(f"interrupted after {_so_far(found)}{again}")
    if ended is not None:
        raise Refused(str(ended))
    return found.exit_code()


def _ended(found: Benchmark, save: str | None, resume: bool) -> BaseException | None:
    """Run all that is left; what ended it before, if anything did."""
    from ...comparer.benchmark import measured

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
        for choice in choices(given):
            typed = [name, *(f"{key}={value}" for key, value in choice.items())]
            yield shlex.join(typed), model_of(typed)


def _by_puzzle(words: Sequence[str]) -> list[list[str]]:
    """Each puzzle with the parameters behind it. Raises: Refused."""
    found: list[list[str]] = []
    for word in words:
        if not is_parameter(word):
            found.append([word])
        elif not found:
            raise Refused(f"{word} belongs to no puzzle; write it behind one, as in queens n=4..8")
        else:
            found[-1].append(word)
    return found


def _so_far(found: Benchmark) -> str:
    """`12 of 84 runs`, at most: what does not finish is not run again."""
    most = len(found.puzzles) * len(found.solvers) * found.rounds
    return f"{len(found.timings)} of {number_of(most, 'run')}"


# --------- A benchmark as tables: a line for each solver on each puzzle, then one for each solver.


HEAD = ("solver", "solutions", "import", "build", "first", "all", "CPU")
NOTHING = "–"


def _table(found: Benchmark) -> str:
    """The medians of every puzzle, the solvers in sum, what did not run, and the verdict."""
    failures = "\n".join(wrapped(bounded(one), "  ", "    ") for one in found.failures)
    blocks = [_medians(found), _in_sum(found), failures, _verdict(found)]
    return "\n\n".join(filter(None, blocks))


def _one_run(timing: Timing) -> str:
    """All that was measured of a run, in a few lines."""
    clocks = {"wall": timing.seconds, "CPU": timing.processor}
    parts = [
        f"{clock} {', '.join(f'{name} {duration(value)}' for name, value in seconds.items())}"
        for clock, seconds in clocks.items()
    ]
    how = timing.status if timing.reason is None else f"{timing.status}: {timing.reason}"
    words = f"{timing.puzzle}, {timing.solver}, round {timing.round}: {bounded(how)}"
    return joined([words, *parts, *counts(timing.statistics)], "", "  ")


def _medians(found: Benchmark) -> str:
    """For each puzzle a heading, and a line for each solver."""
    entries = found.entries
    rows = [HEAD, *(_row_of_table(entry, found) for entry in entries)]
    head, *lines = headed(rows, range(1, len(HEAD)))
    shown = [_what_is_shown(found), head]
    for place, (entry, line) in enumerate(zip(entries, lines, strict=True)):
        if place % len(found.solvers) == 0:
            shown.append(styled(entry.puzzle, bold=True))
        colour = None if entry.finished else "red" if entry.status == "failed" else "yellow"
        shown.append(styled(line, fg=colour))
    return "\n".join(shown)


def _what_is_shown(found: Benchmark) -> str:
    """`median of 3 rounds · all, CPU: the search for all solutions`."""
    rounds = sorted({len(entry.timings) for entry in found.entries if entry.finished})
    several = f"{rounds[0]} to " if len(rounds) > 1 else ""
    limit = found.options.limit
    few = "the first solution" if limit == 1 else f"the first {grouped(limit or 0)} solutions"
    number = number_of(rounds[-1] if rounds else found.rounds, "round")
    what = few if limit else "all solutions"
    return joined([f"median of {several}{number}", f"all, CPU: the search for {what}"])


def _row_of_table(entry: Entry, found: Benchmark) -> tuple[str, ...]:
    """The figures of a solver on a puzzle; a run that was stopped has no time for all."""
    last = entry.last
    if last is None or entry.status not in ("complete", "stopped"):
        return (entry.solver, entry.status, *[NOTHING] * (len(HEAD) - 2))
    times = [duration(entry.median("seconds", phase)) for phase in ("import", "build", "first")]
    whole = [duration(entry.median(clock, "all")) for clock in ("seconds", "processor")]
    if not entry.finished:
        after = duration(entry.stopped_after(found.options.time_limit))
        whole = [f"> {after}" if last.reason == "time limit" else last.reason or "", NOTHING]
    least = "" if entry.finished else "≥ "
    return (entry.solver, f"{least}{grouped(last.reported)}", *times, *whole)


def _in_sum(found: Benchmark) -> str:
    """For each solver its version, and on how many puzzles it finished, and was the quickest."""
    if len(found.puzzles) == 1 and len(found.solvers) == 1:
        return ""
    best = [_quickest(found, puzzle) for puzzle in found.puzzles]
    rows = [("solver", "version", "finished", "quickest")]
    for solver in found.solvers:
        entries = [entry for entry in found.entries if entry.solver == solver]
        versions = {one.last.version for one in entries if one.last and one.last.version}
        finished = f"{sum(one.finished for one in entries)} of {len(entries)}"
        rows.append((solver, ", ".join(sorted(versions)), finished, str(best.count(solver))))
    return "\n".join(headed(rows, (2, 3)))


def _quickest(found: Benchmark, puzzle: str) -> str | None:
    """The solver that finished a puzzle in the least time."""
    entries = [one for one in found.entries if one.puzzle == puzzle and one.finished]
    times = {one.solver: one.median("seconds", "all") or 0.0 for one in entries}
    return min(times, key=lambda solver: times[solver], default=None)


def _verdict(found: Benchmark) -> str:
    """DIFFER, UNDECIDED or AGREE with the reasons; the rows that were judged."""
    if found.verdict is None:
        return str(found.rows)
    word = in_colour(found.verdict)
    indent = " " * (len(found.verdict) + 2)
    if found.verdict == "agree":
        who = {one.solver for one in found.timings if one.status == "complete"}
        many = number_of(len(who), "solver")
        same = f"{many}, the same solutions of {number_of(len(found.puzzles), 'puzzle')}"
        return f"{word}  {same}\n{indent}{found.rows}"
    reasons = [f"{name}: {words}" for name, words in found.differences.items()] or found.open
    lines = [wrapped(reason, indent).lstrip() for reason in reasons]
    for name in list(found.differences)[:1]:
        runs = [one for one in found.timings if one.puzzle == name and one.reported]
        names = dict.fromkeys(one.solver for one in runs if one.status in ("complete", "stopped"))
        solvers = shlex.join(word for solver in names for word in ("-S", solver))
        command = f"everyway compare {name} {solvers}"
        lines += ["who is wrong, and the proof:", *command_lines(command)]
    return f"{word}  " + f"\n{indent}".join(lines)
