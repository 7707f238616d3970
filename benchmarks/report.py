"""Results as tables in Markdown, and a row for each bar."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from bars import Bar, everything, searching
from rounds import Results, settings
from tasks import Task

LIBRARIES = ("llvmlite", "numpy", "ortools", "python-constraint2", "pychoco", "clingo")


def verdicts(bars: Iterable[Bar], results: Results) -> list[list[str]]:
    """A row for each bar whose entrants have run."""
    return [row for bar in bars if (row := _verdict(bar, results)) is not None]


def _verdict(bar: Bar, results: Results) -> list[str] | None:
    value = bar.value(results)
    if value is None:
        return None
    missed = bar.why_not_said(results) or "**not met**"
    sign = "≥" if bar.at_least else "≤"
    return [
        bar.task,
        bar.name,
        f"{sign} {_limit(bar.limit)}",
        _figure(value),
        _figure(bar.as_called(results)),
        _figure(bar.with_building(results)),
        bar.inside,
        "met" if bar.is_met(value) else missed,
    ]


def _limit(limit: float) -> str:
    return f"1/{1 / limit:g}" if limit <= 0.125 and limit != 0.1 else f"{limit:g}"


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return f"1/{1 / value:.0f}" if 0 < value < 0.1 else f"{value:.3g}"


VERDICT_HEADINGS = [
    "task",
    "bar",
    "limit",
    "seen",
    "as called",
    "with building",
    "compiling",
    "verdict",
]


def table_of(task: Task, results: Results) -> list[list[str]]:
    """A row for each entrant of a task that ran, or that could not, the quickest first."""
    rows = []
    for group in task.entrants:
        name = results.quickest(task.name, group)
        if name is None:
            continue
        runs = list(results.records(task.name, group).values())
        notes = runs[0].notes
        row = [
            name,
            _seconds(median(map(searching, runs))),
            "",
            _seconds(median(map(everything, runs))),
            _seconds(median(run.wall["searching"] for run in runs)),
            f"{median(run.megabytes for run in runs):.0f}",
            str(len(runs)),
            ", ".join(str(notes[key]) for key in ("engine", "order") if key in notes),
        ]
        rows.append((median(map(searching, runs)), row))
    rows.sort(key=lambda found: found[0])
    for seconds, row in rows:
        row[2] = figure(seconds / rows[0][0])
    return [row for _, row in rows]


TABLE_HEADINGS = ["", "search, CPU s", "×", "with building", "wall s", "MB", "runs", "engine"]


def figure(value: float) -> str:
    """Three digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def _seconds(value: float) -> str:
    if value < 0.001:
        return f"{value:.6f}"
    return f"{value:.3g}" if value < 1 else f"{value:.2f}"


def left_out(tasks: Iterable[Task], results: Results) -> Iterator[str]:
    """The entrants that did not run at all, with the reason."""
    for task in tasks:
        for group in task.entrants:
            if results.quickest(task.name, group) is None:
                keys = [(task.name, name) for name in settings(group)]
                reasons = {results.out[key] for key in keys if key in results.out}
                yield f"{task.name}: {group}: {'; '.join(sorted(reasons)) or 'not there'}"


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown, its columns aligned."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    lines = [headings, ["-" * width for width in widths], *rows]
    return "\n".join(f"| {' | '.join(map(str.ljust, line, widths))} |" for line in lines)


def machine() -> str:
    """The day, the machine, the versions, and how busy it is."""
    versions = [f"Python {platform.python_version()}"]
    for library in LIBRARIES:
        try:
            versions.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            continue
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler:
        run = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
        versions.append(run.stdout.splitlines()[0])
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    here = f"{date.today()}, {_processor()}, {os.cpu_count()} cores, {sys.platform}"
    return f"{here}; {', '.join(versions)}; load {load}"


def _processor() -> str:
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
