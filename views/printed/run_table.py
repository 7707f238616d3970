"""The table of a comparison: a line for each run."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...models.language.global_constraints import constraint_classes
from ...models.language.phrases import snake_case
from ..exit_codes import bounded
from ..searching import counts
from ..standard_streams import (
    command_lines,
    counted,
    duration,
    grouped,
    joined,
    posted,
    styled,
    width,
    wrapped,
)
from ..tables import table, with_words
from ..verdict import in_colour

if TYPE_CHECKING:
    from ...comparer.benchmark import Benchmark, Entry, Timing
    from ...comparer.comparison import Comparison, RunReport
    from ...conformance.fuzz.cases import Case
    from ...conformance.fuzz.hunt import Report


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
    solvers: dict[str, list[str]] = {}
    for run in comparison.runs:
        ways = run.outcome.posting.ways if run.ran and run.outcome.posting else {}
        for words in posted(ways):
            solvers.setdefault(words, []).append(run.solver)
    for words, names in solvers.items():
        yield wrapped(f"{words}: {', '.join(names)}", "  ", "    ")


# --------- A benchmark as tables: a line for each solver on each puzzle, then one for each solver.


HEAD_OF_TABLE = ("solver", "solutions", "import", "build", "first", "all", "CPU")
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
    rows = [HEAD_OF_TABLE, *(_row_of_table(entry, found) for entry in entries)]
    head, *lines = table(rows, right=range(1, len(HEAD_OF_TABLE)))
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


def _row_of_table(entry: Entry, found: Benchmark) -> tuple[str, ...]:
    """The figures of a solver on a puzzle; a run that was stopped has no time for all."""
    last = entry.last
    if last is None or entry.status not in ("complete", "stopped"):
        return (entry.solver, entry.status, *[NOTHING] * (len(HEAD_OF_TABLE) - 2))
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


# --------------------------------------------------------- The report of `everyway fuzz`, as text.


CONTEXTS = {
    "top": "top",
    "negated": "not",
    "implied": "b=>c",
    "implies": "c=>b",
    "equivalent": "iff",
    "or": "or",
    "xor": "xor",
}
"""The heads of the columns: how a constraint stands in a model."""
MOST_WITNESSES = 4


def fuzz_report(report: Report) -> str:
    """The whole report: what was tried, how each solver fared, each fault, and a last line."""
    blocks = [
        _tried(report),
        _solvers(report),
        *map(_case, report.cases),
        _verdict_of_report(report),
    ]
    return "\n\n".join(blocks)


def _tried(report: Report) -> str:
    """The number of models with each constraint in each context, and anywhere else."""
    coverage = report.coverage
    head = ["models with", *CONTEXTS.values(), "nested", "shapes"]
    rows = [head]
    for kind in constraint_classes():
        tried, there_are = coverage.shapes(kind)
        numbers = [coverage.of(kind, context) for context in CONTEXTS]
        if any(numbers) or coverage.elsewhere[kind]:
            cells = [*numbers, coverage.elsewhere[kind]]
            rows.append([snake_case(kind.__name__), *map(str, cells), f"{tried}/{there_are}"])
    total = f"{counted(coverage.missed, 'cell')} of constraint, context and shape not tried"
    first, *others = table(rows, right=range(1, len(head)))
    return "\n".join([styled(first, dim=True), *others, f"  {total}"])


def _solvers(report: Report) -> str:
    """A line for each solver."""
    rows = [["solver", "models", "complete", "unsupported", "faults"]]
    for name, tally in report.tallies.items():
        numbers = (tally.models, tally.complete, tally.unsupported)
        faults = ", ".join(f"{grouped(n)} {kind}" for kind, n in sorted(tally.faults.items()))
        rows.append([name, *map(grouped, numbers), faults or "none"])
    problems = [
        wrapped(f"{name}: {tally.problem}", "  ", "    ")
        for name, tally in report.tallies.items()
        if tally.problem
    ]
    first, *others = table(rows, right=(1, 2, 3))
    return "\n".join([styled(first, dim=True), *others, *problems])


def _case(case: Case) -> str:
    """One fault: who, what, on which model, and the script."""
    from ...conformance.fuzz.faults import VERBS

    fault = case.fault
    who = f"{fault.solver} {case.version or ''}".strip()
    title = wrapped(f"FAULT  {who} {VERBS[fault.kind]}", "", "       ")
    lines = [styled(title, fg="red", bold=True), *_facts(case)]
    script = [f"    {line}".rstrip() for line in case.script.splitlines()]
    return "\n".join([*lines, "", *script])


def _facts(case: Case) -> Iterator[str]:
    fault, model = case.fault, case.fault.model
    seen = f"seed {case.number}" + (f", {case.times} models in all" if case.times > 1 else "")
    yield wrapped(f"found in the model of {seen}; the smallest that shows it:", "  ")
    for variable in model.variables:
        values = ", ".join(map(str, list(variable.domain)[:20]))
        yield wrapped(f"{variable.name} in {{{values}}}", "    ", "      ")
    for constraint in model.constraints:
        yield wrapped(str(constraint), "    ", "      ")
    if fault.reason:
        yield wrapped(fault.reason, "  ", "    ")
    else:
        many = counted(fault.expected.total(), "solution")
        least = "" if fault.exact else "at least "
        reported = grouped(fault.answer.rows.total())
        yield f"  it has {least}{many}; {reported} {'was' if reported == '1' else 'were'} reported"
        witnesses = fault.witnesses
        shown = ", ".join(map(str, witnesses[:MOST_WITNESSES]))
        more = ", …" if len(witnesses) > MOST_WITNESSES else ""
        yield wrapped(f"{fault.kind}: {shown}{more}", "  ", "    ")
    yield wrapped(_about_the_script(case), "  ", "  ")
    yield f"    {case.path}"


def _about_the_script(case: Case) -> str:
    needs = "its library alone" if case.alone else "everyway"
    match case.shown:
        case True:
            shows = "shows the fault"
        case False:
            shows = "does not show the fault; that may lie in how everyway asks"
        case None:
            shows = "was not run"
    return f"the script below, saved with the details, needs {needs} and {shows}:"


def _verdict_of_report(report: Report) -> str:
    if report.is_idle:
        refused = any(not tally.problem for tally in report.tallies.values())
        why = "every model was refused" if refused else "no solver could be asked"
        return styled(f"NOTHING TRIED  {why}", bold=True, fg="yellow")
    models = f"{counted(report.models, 'model')} in {duration(report.seconds)}"
    proven = sum(case.fault.proven for case in report.cases)
    others = len(report.cases) - proven
    ended = "crash or hang" if others == 1 else "crashes or hangs"
    parts = [
        counted(proven, "proven fault") if proven else "",
        f"{grouped(others)} {ended}" if others else "",
    ]
    found = " and ".join(filter(None, parts)) or "no fault"
    end = "  (interrupted)" if report.interrupted else ""
    first, last = report.plan.seed, report.plan.seed + max(report.models, 1) - 1
    seeds = f"seeds {first} to {last}"
    text = f"{found.upper()}  {models}, {seeds}{end}"
    return styled(wrapped(text), bold=True, fg="red" if report.cases else "green")
