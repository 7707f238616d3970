"""The bars on the families: a ratio of CPU seconds at each instance, its median and its worst."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from statistics import median

from bars import searching
from entrants import group_of
from families.catalogue import FAMILIES, Family
from rounds import Record, Results
from tasks import Task

AUTO = "auto, solutions"
TICK = 1e-6
"""The least CPU seconds that are measured."""
OWN = ("auto[python], solutions", "auto[kernel], solutions")


Measure = Callable[[Record], float]


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


def figure(value: float) -> str:
    """Three digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


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
_SEARCH = _named(peers=("cp", "choco", "gecode"), seconds=None)
FAMILY_BARS = (
    FamilyBar("`auto` / best of our own engines", _ALL, AUTO, OWN, 1.3, slack=0.005),
    FamilyBar(
        "streamed / best of Gecode, `cp`, Choco",
        _SEARCH,
        AUTO,
        ("cp", "choco", "gecode"),
        4,
        median=1,
    ),
    FamilyBar(
        "the same, but of the peers the search alone",
        _SEARCH,
        AUTO,
        ("cp", "choco", "gecode"),
        4,
        median=1,
        measure=searching,
    ),
    FamilyBar("100 minimal sudokus / `cp`", ("minimal sudokus",), AUTO, ("cp",), 1),
    FamilyBar("random 3-SAT / CaDiCaL", ("random 3-SAT",), AUTO, ("CaDiCaL",), 5),
    FamilyBar(
        "exact covers, pentominoes / DLX in C",
        ("random exact covers", "pentominoes"),
        AUTO,
        ("DLX in C",),
        3,
        slack=0.005,
    ),
    FamilyBar("`count` / OxiDD", _named(counted=True), "auto, count", ("OxiDD",), 0.2),
    FamilyBar("`count` / arrays", _ALL, "auto, count", ("auto, arrays",), 1.1),
    FamilyBar("first solution / first of `cp`", _ALL, "auto, first", ("cp, first",), 8),
    FamilyBar("CPU seconds", _named(seconds=2.0), AUTO, (), 2),
    FamilyBar("streamed / `cp-sat`", _named(peers=("cp-sat",)), AUTO, ("cp-sat",), 3),
)
