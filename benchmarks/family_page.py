"""The results on the families: the bars, and every instance, lost or won, with all times."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from statistics import median

import report
from bars import searching
from family_bars import FAMILY_BARS, Compared, FamilyBar, compared, family_of, figure, time_of
from rounds import Results
from tasks import Task

MARK = "<!-- by benchmarks/run.py --family, to the end -->\n\n"
"""Where it begins in a page that has more above it."""
HEADER = """## Families that it was not tuned for

{families} families, most of them random, by

    python benchmarks/run.py {arguments}

{machine}.

All counts agree{wrong}. `> {limit:g}` is a run that was stopped after {limit:g} seconds; a ratio
with it is a bound."""

BAR_HEADINGS = ["bar", "at most", "instances", "median", "worst", "at", "verdict"]
FAMILY_HEADINGS = ["family", "instances", "lost", "median", "worst", "the best peers"]


def page(tasks: list[Task], results: Results, arguments: str, limit: float) -> str:
    """The results, in Markdown."""
    ran = [task for task in tasks if compared(results, task, _ours(task), _peers(task))]
    wrong = f", but for these: {'; '.join(results.wrong)}" if results.wrong else ""
    header = HEADER.format(
        families=len({family_of(task).name for task in ran}),
        arguments=arguments,
        limit=limit,
        machine=report.machine(),
        wrong=wrong,
    )
    bars = report.table(BAR_HEADINGS, list(_bars(ran, results)))
    parts = [header, "### The bars", bars, _choices(ran, results)]
    parts += ["### The families", SUMMARY, report.table(FAMILY_HEADINGS, _summary(ran, results))]
    for name, some in groupby(ran, lambda task: family_of(task).name):
        summary = f"<details><summary>{name[0].upper()}{name[1:]}</summary>"
        parts += [summary, _instances(list(some), results), "</details>"]
    out = [f"- {line}" for line in _left_out(tasks, results)]
    parts += ["### Not run", "\n".join(out)] if out else []
    return "\n\n".join(parts) + "\n"


def write(file: Path, text: str) -> None:
    """Write the results into a page, below what stands above the mark."""
    above, mark, _ = file.read_text("utf-8").partition(MARK) if file.exists() else ("", "", "")
    file.write_text(above + mark + text if mark else text, "utf-8")


SUMMARY = """An instance is lost where a peer is quicker. The ratio is ours over the best of the
peers named: above 1 everyway is slower."""


def _ours(task: Task) -> str:
    return "auto, count" if family_of(task).counted else "auto, solutions"


def _peers(task: Task) -> tuple[str, ...]:
    return family_of(task).peers


def _bars(tasks: list[Task], results: Results) -> Iterator[list[str]]:
    for bar in FAMILY_BARS:
        found = list(bar.seen(results, tasks))
        if found:
            worst = max(found, key=lambda one: one.ratio)
            middle = median(one.ratio for one in found)
            yield [
                bar.name,
                bar.limit,
                str(len(found)),
                figure(middle),
                worst.text,
                worst.task.name,
                _verdict(bar, found, middle),
            ]


def _choices(tasks: list[Task], results: Results) -> str:
    """A sentence on the engine and the order that `auto` chose in each round."""
    runs = {task.name: results.runs.get((task.name, _ours(task)), {}) for task in tasks}
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


def _verdict(bar: FamilyBar, found: list[Compared], middle: float) -> str:
    missed = sum(not bar.allows(one) for one in found)
    if missed:
        return f"**not met** at {missed}"
    return "**not met** by the median" if bar.median and middle > bar.median else "met"


def _summary(tasks: list[Task], results: Results) -> list[list[str]]:
    rows = []
    for name, some in groupby(tasks, lambda task: family_of(task).name):
        found = _all(list(some), results)
        ratios = [one.ratio for one in found]
        worst = max(found, key=lambda one: one.ratio)
        lost = sum(ratio > 1 for ratio in ratios)
        best = ", ".join(dict.fromkeys(one.theirs.entrant for one in found))
        middle = figure(median(ratios))
        rows.append([name, str(len(found)), str(lost), middle, worst.text, best])
    return rows


def _all(tasks: list[Task], results: Results) -> list[Compared]:
    found = (compared(results, task, _ours(task), _peers(task)) for task in tasks)
    return [one for one in found if one]


def _instances(tasks: list[Task], results: Results) -> str:
    entrants = [
        name
        for name in dict.fromkeys(name for task in tasks for name in task.entrants)
        if any(time_of(results, task, name) for task in tasks)
    ]
    headings = [
        "instance",
        "solutions",
        "lost or won",
        "ratio",
        "best peer",
        "search alone",
        *entrants,
    ]
    rows = []
    for one in _all(tasks, results):
        times = (time_of(results, one.task, name) for name in entrants)
        rows.append(
            [
                " ".join(word for word in one.task.name.split() if "=" in word),
                _count(one.task, results),
                "**lost**" if one.ratio > 1 else "won",
                one.text,
                one.theirs.entrant,
                _search_alone(one.task, results),
                *(str(time) if time else "" for time in times),
            ]
        )
    return report.table(headings, rows)


def _search_alone(task: Task, results: Results) -> str:
    found = compared(results, task, _ours(task), _peers(task), searching)
    return found.text if found else ""


def _count(task: Task, results: Results) -> str:
    count, _ = results.counts.get(task.name, ("", ""))
    return f"{count:,}" if isinstance(count, int) else count


def _left_out(tasks: list[Task], results: Results) -> Iterator[str]:
    for line in report.left_out(tasks, results):
        if ": over " not in line:
            yield line
    for task in tasks:
        ours = time_of(results, task, _ours(task))
        if ours and ours.stopped and not compared(results, task, _ours(task), _peers(task)):
            yield f"{task.name}: stopped, and so were all peers"
