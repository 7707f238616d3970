"""Entrants, and rounds: every one of a task once, each in a process of its own; then again.

Entrants are everyway's own engines, the yardsticks, and the peers: functions of a task and a clock;
see `measure.Clock`. To add one, add it to the table of its file. `group: setting` are the settings
of one solver; the first round finds out which is the quickest at a task, and only that one goes on.

    python benchmarks/rounds.py ENTRANT TASK

is the process of one run: it prints a line of JSON with the count, processor and wall seconds of
each phase, megabytes, and notes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from measure import PHASES, Entrant, Skip, measured
from ours import ADAPTERS, OURS
from peers import PEERS
from programs import BARE, PROGRAMS
from tasks import TASKS, Task

ENTRANTS: dict[str, Entrant] = {**OURS, **PROGRAMS, **PEERS, **ADAPTERS, **BARE}


def group_of(name: str) -> str:
    """The solver of which `name` is a setting, or the name itself."""
    return name.partition(": ")[0]


def settings(group: str) -> list[str]:
    """The names of the entrants of a group."""
    return [name for name in ENTRANTS if group_of(name) == group]


@dataclass(frozen=True)
class Record:
    """The time and memory of one run."""

    count: int
    processor: dict[str, float]
    wall: dict[str, float]
    megabytes: float
    notes: dict[str, Any]

    @property
    def seconds(self) -> float:
        """Wall seconds of it all."""
        return sum(self.wall[phase] for phase in PHASES)


@dataclass
class Results:
    """All runs so far, by task, entrant and round; and who does not run, with the reason."""

    runs: dict[tuple[str, str], dict[int, Record]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    out: dict[tuple[str, str], str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    counts: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By task, the count on which all agree so far, and who was the first to find it."""

    def mistake(self, task: Task, name: str, count: int) -> str:
        """The count that there should be, and whose it is; empty if `count` is right."""
        if name.endswith(", first"):
            return ""
        if task.count is not None:
            return "" if count == task.count else str(task.count)
        expected, by = self.counts.setdefault(task.name, (count, name))
        return "" if count == expected else f"{expected} as {by}"

    def records(self, task: str, group: str) -> dict[int, Record]:
        """By round, the runs of an entrant, or of the quickest setting of a group."""
        found = [self.runs[task, name] for name in settings(group) if self.runs.get((task, name))]
        return min(found, key=_typical, default={})

    def quickest(self, task: str, group: str) -> str | None:
        """The name of the setting that `records` takes."""
        found = [name for name in settings(group) if self.runs.get((task, name))]
        return min(found, key=lambda name: _typical(self.runs[task, name]), default=None)


def _typical(runs: dict[int, Record]) -> float:
    return median(record.processor["searching"] for record in runs.values())


@dataclass(frozen=True)
class Rounds:
    """The rounds to run. `seconds` limits each run, and all runs of an entrant together."""

    number: int
    seconds: float
    interpreter: str
    """The interpreter for the peers; everyway's own engines run by the one that runs this."""
    say: Callable[[str], None]

    def run(self, tasks: Iterable[Task], results: Results) -> None:
        """Add the runs of all `tasks` to `results`."""
        for task in tasks:
            for round_ in range(self.number):
                for name in _names(task):
                    if (task.name, name) not in results.out:
                        self._once(task, name, round_, results)
                _leave_the_quickest(task, results)

    def _once(self, task: Task, name: str, round_: int, results: Results) -> None:
        printed = self._printed(task, name)
        if "skipped" in printed:
            results.out[task.name, name] = printed["skipped"]
            self.say(f"{task.name:28} {name:36} {printed['skipped']}")
            return
        record = Record(**printed)
        if wrong := results.mistake(task, name, record.count):
            message = f"{task.name}: {name} found {record.count} solutions, not {wrong}"
            results.wrong.append(message)
            results.out[task.name, name] = f"WRONG: {record.count}"
            self.say(message)
            return
        runs = results.runs[task.name, name]
        runs[round_] = record
        cpu = record.processor
        self.say(
            f"{task.name:28} {name:36} round {round_ + 1}: {cpu['searching']:10.6f} s searching,"
            f" {cpu['declaring'] + cpu['building']:.4f} before,"
            f" {record.wall['searching']:.6f} s wall, {record.megabytes:.0f} MB"
        )
        if sum(run.seconds for run in runs.values()) > self.seconds:
            results.out[task.name, name] = "took long enough"

    def _printed(self, task: Task, name: str) -> dict[str, Any]:
        """The JSON that the process of one run prints."""
        own = name in OURS or name in ADAPTERS or name.startswith("everyway")
        interpreter = sys.executable if own else self.interpreter
        process = subprocess.Popen(
            [interpreter, __file__, name, task.name],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            output, errors = process.communicate(timeout=self.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return {"skipped": f"over {self.seconds:g} s"}
        if process.returncode:
            last = errors.strip().splitlines()[-1:] or ["no message"]
            return {"skipped": f"failed: {last[0]}"}
        printed: dict[str, Any] = json.loads(output.splitlines()[-1])
        return printed


def _names(task: Task) -> list[str]:
    """The entrants of a task, with all settings of each group."""
    return [name for group in task.entrants for name in settings(group)]


def _leave_the_quickest(task: Task, results: Results) -> None:
    """Drop all settings of a solver but the quickest."""
    for name in _names(task):
        best = results.quickest(task.name, group_of(name))
        if best is not None and name != best and (task.name, name) in results.runs:
            results.out.setdefault((task.name, name), f"slower than {best}")


def unknown(names: Iterable[str]) -> list[str]:
    """The `names` of no entrant and no group."""
    groups = {group_of(name) for name in ENTRANTS}
    return [name for name in names if name not in groups | ENTRANTS.keys()]


def _task(name: str) -> Task:
    if name in TASKS:
        return TASKS[name]
    from families.catalogue import task_named

    return task_named(name)


def main() -> None:
    """Measure what the command line names, in this process."""
    try:
        record = measured(ENTRANTS[sys.argv[1]], _task(sys.argv[2]))
    except (Skip, ImportError) as reason:
        record = {"skipped": str(reason)}
    print(json.dumps(record))


if __name__ == "__main__":
    main()
