"""A benchmark as tables: a line for each solver on each puzzle, then one for each solver."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ..exit_codes import bounded
from ..searching import counts
from ..standard_streams import styled
from ..tables import table
from ..verdict import in_colour
from ..wording import command_lines, counted, duration, grouped, joined, wrapped

if TYPE_CHECKING:
    from ...comparer.benchmark import Benchmark, Entry, Timing

HEAD = ("solver", "solutions", "import", "build", "first", "all", "CPU")
NOTHING = "–"


def bench_table(found: Benchmark) -> str:
    """The medians of every puzzle, the solvers in sum, what did not run, and the verdict."""
    failures = "\n".join(wrapped(bounded(one), "  ", "    ") for one in found.failures)
    blocks = [_medians(found), _in_sum(found), failures, _verdict(found)]
    return "\n\n".join(filter(None, blocks))


def one_run(timing: Timing) -> str:
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
    rows = [HEAD, *(_row(entry, found) for entry in entries)]
    head, *lines = table(rows, right=range(1, len(HEAD)))
    shown = [_what_is_shown(found), styled(head, dim=True)]
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
    number = counted(rounds[-1] if rounds else found.rounds, "round")
    what = few if limit else "all solutions"
    return joined([f"median of {several}{number}", f"all, CPU: the search for {what}"])


def _row(entry: Entry, found: Benchmark) -> tuple[str, ...]:
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
        rows.append(
            (
                solver,
                ", ".join(sorted(versions)),
                f"{sum(one.finished for one in entries)} of {len(entries)}",
                str(best.count(solver)),
            )
        )
    head, *lines = table(rows, right=(2, 3))
    return "\n".join([styled(head, dim=True), *lines])


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
        many = counted(len(who), "solver")
        same = f"{many}, the same solutions of {counted(len(found.puzzles), 'puzzle')}"
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
