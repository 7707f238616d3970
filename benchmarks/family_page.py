"""The results on the families: the bars, and every instance, lost or won, with all times.

A bar is a ratio of CPU seconds at each instance: its median and its worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from statistics import median

import report
from bars import Measure, searching
from families.catalogue import FAMILIES, SEARCH, Family
from report import figure
from rounds import Record, Results, group_of
from tasks import Task

AUTO, COUNT = "auto, solutions", "auto, count"
TICK = 1e-6
"""The least CPU seconds that are measured."""
OWN = ("auto[python], solutions", "auto[kernel], solutions")


def solving(record: Record) -> float:
    """CPU seconds from the declared model to the last solution; imports and declaring are apart."""
    return record.processor["building"] + record.processor["searching"]


def family_of(task: Task) -> Family:
    """The family that a task is of."""
    return FAMILIES[" ".join(word for word in task.name.split() if "=" not in word)]


@dataclass(frozen=True)
class Time:
    """The CPU seconds of an entrant at a task; of one that was stopped, the limit."""

    entrant: str
    seconds: float
    stopped: bool = False

    def __str__(self) -> str:
        return f"> {self.seconds:g}" if self.stopped else figure(self.seconds)


def time_of(results: Results, task: Task, group: str, measure: Measure = solving) -> Time | None:
    """The median of all rounds; None where the entrant did not run."""
    name = results.quickest(task.name, group)
    if name is not None:
        runs = results.records(task.name, group).values()
        return Time(name, median(map(measure, runs)))
    stopped = [key for key in results.out if key[0] == task.name and group_of(key[1]) == group]
    limits = [results.out[key] for key in stopped if results.out[key].startswith("over ")]
    return Time(group, float(limits[0].split()[1]), stopped=True) if limits else None


@dataclass(frozen=True)
class Compared:
    """The times of ours and of the best of others at a task."""

    task: Task
    ours: Time
    theirs: Time
    ratio: float

    @property
    def text(self) -> str:
        """The ratio, with a sign where one side was stopped."""
        sign = "> " if self.ours.stopped else "< " if self.theirs.stopped else ""
        return sign + figure(self.ratio)


def compared(
    results: Results, task: Task, ours: str, others: Iterable[str], measure: Measure = solving
) -> Compared | None:
    """Ours beside the quickest of the others by `measure`.

    None if either did not run, or both were stopped.
    """
    mine = time_of(results, task, ours)
    theirs = [found for name in others if (found := time_of(results, task, name, measure))]
    if mine is None or not theirs:
        return None
    best = min(theirs, key=lambda found: (found.stopped, found.seconds))
    if mine.stopped and best.stopped:
        return None
    one = results.runs.get((task.name, mine.entrant), {})
    other = results.runs.get((task.name, best.entrant), {})
    ratios = [solving(one[n]) / max(measure(other[n]), TICK) for n in one.keys() & other.keys()]
    ratio = median(ratios) if ratios else mine.seconds / max(best.seconds, TICK)
    return Compared(task, mine, best, ratio)


@dataclass(frozen=True)
class FamilyBar:
    """`ours` over the best of `others` at each instance; over a second where there are none."""

    name: str
    families: tuple[str, ...]
    ours: str
    others: tuple[str, ...]
    worst: float
    median: float | None = None
    measure: Measure = solving
    """The measure of the others."""
    slack: float = 0.0
    """CPU seconds by which ours may be slower, whatever the ratio."""

    def seen(self, results: Results, tasks: Iterable[Task]) -> Iterator[Compared]:
        """The comparison of each instance that has run."""
        for task in tasks:
            if family_of(task).name not in self.families:
                continue
            found = compared(results, task, self.ours, self.others, self.measure)
            mine = time_of(results, task, self.ours)
            if found:
                yield found
            elif mine and not self.others:
                yield Compared(task, mine, Time("1 s", 1.0), mine.seconds)

    def allows(self, found: Compared) -> bool:
        """True if an instance is within the limit on the worst."""
        if found.ours.stopped:
            return False
        late = found.ours.seconds - found.theirs.seconds
        return found.ratio <= self.worst or 0 < late <= self.slack

    @property
    def limit(self) -> str:
        """The limits as text."""
        worst = f"{self.worst:g}"
        middle = f"median {self.median:g}, worst {worst}" if self.median else worst
        return f"{middle}, or {1000 * self.slack:g} ms more" if self.slack else middle


def _named(*, counted: bool = False, **having: object) -> tuple[str, ...]:
    return tuple(
        f.name
        for f in FAMILIES.values()
        if f.counted == counted and all(getattr(f, key) == value for key, value in having.items())
    )


_ALL = _named()
_SEARCH = _named(peers=SEARCH, seconds=None)
_COVERS = "random exact covers", "pentominoes"
FAMILY_BARS = (
    FamilyBar("`auto` / best of our own engines", _ALL, AUTO, OWN, 1.3, slack=0.005),
    FamilyBar("streamed / best of Gecode, `cp`, Choco", _SEARCH, AUTO, SEARCH, 4, 1),
    FamilyBar(
        "the same, but of the peers the search alone", _SEARCH, AUTO, SEARCH, 4, 1, searching
    ),
    FamilyBar("100 minimal sudokus / `cp`", ("minimal sudokus",), AUTO, ("cp",), 1),
    FamilyBar("random 3-SAT / CaDiCaL", ("random 3-SAT",), AUTO, ("CaDiCaL",), 5),
    FamilyBar("exact covers, pentominoes / DLX in C", _COVERS, AUTO, ("DLX in C",), 3, slack=0.005),
    FamilyBar("`count` / OxiDD", _named(counted=True), COUNT, ("OxiDD",), 0.2),
    FamilyBar("`count` / arrays", _ALL, COUNT, ("auto, arrays",), 1.1),
    FamilyBar("first solution / first of `cp`", _ALL, "auto, first", ("cp, first",), 8),
    FamilyBar("CPU seconds", _named(seconds=2.0), AUTO, (), 2),
    FamilyBar("streamed / `cp-sat`", _named(peers=("cp-sat",)), AUTO, ("cp-sat",), 3),
)


MARK = "<!-- by benchmarks/run.py --family, to the end -->\n\n"
"""The line of a page below which the results stand."""
HEADER = """## Families that it was not tuned for

{families} families, most of them random, by

    python benchmarks/run.py {arguments}

{machine}.

All counts agree{wrong}. `> {limit:g}` is a run that was stopped after {limit:g} seconds; a ratio
with it is a bound."""

BAR_HEADINGS = ["bar", "at most", "instances", "median", "worst", "at", "verdict"]
FAMILY_HEADINGS = ["family", "instances", "lost", "median", "worst", "the best peers"]


def write(file: Path, text: str) -> None:
    """Write the results into a page, below what stands above the mark."""
    above, mark, _ = file.read_text("utf-8").partition(MARK) if file.exists() else ("", "", "")
    file.write_text(above + mark + text if mark else text, "utf-8")


SUMMARY = """An instance is lost where a peer is quicker. The ratio is ours over the best of the
peers named: above 1 everyway is slower."""


def page(tasks: list[Task], results: Results, arguments: str, limit: float) -> str:
    """The results, in Markdown."""
    ran = [found for task in tasks if (found := _beside_peers(results, task))]
    kinds = {n: list(some) for n, some in groupby(ran, lambda one: family_of(one.task).name)}
    header = HEADER.format(
        families=len(kinds),
        arguments=arguments,
        limit=limit,
        machine=report.machine(),
        wrong=f", but for these: {'; '.join(results.wrong)}" if results.wrong else "",
    )
    bars = report.table(BAR_HEADINGS, list(_bars([one.task for one in ran], results)))
    parts = [header, "### The bars", bars, _choices(ran, results), "### The families", SUMMARY]
    parts.append(report.table(FAMILY_HEADINGS, [_summary(*kind) for kind in kinds.items()]))
    for name, some in kinds.items():
        summary = f"<details><summary>{name[0].upper()}{name[1:]}</summary>"
        parts += [summary, _instances(some, results), "</details>"]
    out = [f"- {line}" for line in _left_out(tasks, results)]
    parts += ["### Not run", "\n".join(out)] if out else []
    return "\n\n".join(parts) + "\n"


def _ours(task: Task) -> str:
    return COUNT if family_of(task).counted else AUTO


def _beside_peers(results: Results, task: Task, measure: Measure = solving) -> Compared | None:
    return compared(results, task, _ours(task), family_of(task).peers, measure)


def _bars(tasks: list[Task], results: Results) -> Iterator[list[str]]:
    for bar in FAMILY_BARS:
        found = list(bar.seen(results, tasks))
        if found:
            middle, worst = _middle_and_worst(found)
            missed = sum(not bar.allows(one) for one in found)
            verdict = "**not met** by the median" if bar.median and middle > bar.median else "met"
            verdict = f"**not met** at {missed}" if missed else verdict
            row = [bar.name, bar.limit, str(len(found)), figure(middle), worst.text]
            yield [*row, worst.task.name, verdict]


def _middle_and_worst(found: list[Compared]) -> tuple[float, Compared]:
    return median(one.ratio for one in found), max(found, key=lambda one: one.ratio)


def _choices(ran: list[Compared], results: Results) -> str:
    """A sentence on the engine and the order that `auto` chose in each round."""
    runs = {one.task.name: results.runs.get((one.task.name, _ours(one.task)), {}) for one in ran}
    differ = [
        name
        for name, some in runs.items()
        if len({(r.notes.get("engine"), r.notes.get("order")) for r in some.values()}) > 1
    ]
    several = sum(len(some) > 1 for some in runs.values())
    if not several:
        return "In one round there is nothing to say of choices that change."
    if not differ:
        return f"`auto` chose the same engine and order in all rounds, at {several} instances."
    return f"`auto` chose differently from round to round at: {', '.join(differ)}."


def _summary(name: str, found: list[Compared]) -> list[str]:
    middle, worst = _middle_and_worst(found)
    lost = sum(one.ratio > 1 for one in found)
    best = ", ".join(dict.fromkeys(one.theirs.entrant for one in found))
    return [name, str(len(found)), str(lost), figure(middle), worst.text, best]


def _instances(found: list[Compared], results: Results) -> str:
    names = dict.fromkeys(name for one in found for name in one.task.entrants)
    times = [{name: time_of(results, one.task, name) for name in names} for one in found]
    ran = [name for name in names if any(some[name] for some in times)]
    headings = ["instance", "solutions", "lost or won", "ratio", "best peer", "search alone"]
    rows = []
    for one, spent in zip(found, times, strict=True):
        alone = _beside_peers(results, one.task, searching)
        count, _ = results.counts.get(one.task.name, ("", ""))
        rows.append(
            [
                " ".join(word for word in one.task.name.split() if "=" in word),
                f"{count:,}" if isinstance(count, int) else count,
                "**lost**" if one.ratio > 1 else "won",
                one.text,
                one.theirs.entrant,
                alone.text if alone else "",
                *(str(spent[name] or "") for name in ran),
            ]
        )
    return report.table([*headings, *ran], rows)


def _left_out(tasks: list[Task], results: Results) -> Iterator[str]:
    yield from (line for line in report.left_out(tasks, results) if ": over " not in line)
    for task in tasks:
        ours = time_of(results, task, _ours(task))
        if ours and ours.stopped and not _beside_peers(results, task):
            yield f"{task.name}: stopped, and so were all peers"
