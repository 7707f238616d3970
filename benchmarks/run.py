"""Tasks × solvers side by side: processor time, wall, memory, counts, and the bars.

    python benchmarks/run.py [--quick] [--task NAME]... [--rounds N] [--markdown FILE]

    python benchmarks/run.py --family NAME [--seeds N] [--only ENTRANT]... [--page FILE]

Every run has a process of its own; a round is one run of each, so that other work of the machine
slows all alike. With --family, which may be `all`, these are random puzzles of many sizes, and the
table has the ratio of `auto` to the best peer for each. Ends with 1 where a count is wrong; a bar
that is not met is only reported.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import click
import family_page
import programs
import report
from bars import BARS
from families.catalogue import FAMILIES, families
from peers import PEERS
from rounds import Results, Rounds, group_of, unknown
from tasks import TASKS, Task


def _chosen(names: tuple[str, ...]) -> list[Task]:
    """The tasks that have one of `names` in their own; all, where there are none."""
    found = [t for t in TASKS.values() if not names or any(name in t.name for name in names)]
    if not found:
        raise click.UsageError(f"no task is called {names[0]!r}; there are: {', '.join(TASKS)}")
    return found


def _with_all_peers(task: Task) -> Task:
    """The same, run by all peers."""
    peers = dict.fromkeys([*task.entrants, *map(group_of, PEERS)])
    return replace(task, entrants=tuple(peers))


def _instances(names: tuple[str, ...], seeds: int, quick: bool) -> list[Task]:
    """The instances of the families with one of `names` in theirs; if quick, the smallest."""
    found = families(FAMILIES if "all" in names else names)
    if not found:
        raise click.UsageError(
            f"no family is called {names[0]!r}; there are: {', '.join(FAMILIES)}"
        )
    if quick:
        found = [replace(family, sizes=family.sizes[:1], shown=()) for family in found]
    return [task for family in found for task in family.instances(seeds)]


def _text(tasks: list[Task], results: Results, began: str) -> str:
    """All tables, in Markdown."""
    parts = [f"{began}. Load at the end: {report.machine().rpartition('load ')[2]}."]
    parts.append(report.table(report.VERDICT_HEADINGS, report.verdicts(BARS, results)))
    for task in tasks:
        parts.append(f"### {task.name}: {task.count:,} solutions")
        parts.append(report.table(report.TABLE_HEADINGS, report.table_of(task, results)))
    out = [f"- {line}" for line in report.left_out(tasks, results)]
    parts += ["\n".join(["Not run:", "", *out])] if out else []
    return "\n\n".join([*parts, *(f"WRONG: {line}" for line in results.wrong)]) + "\n"


@click.command(help=__doc__)
@click.option("--task", "names", multiple=True, help="Tasks whose names hold this; repeatable.")
@click.option("--family", "kinds", multiple=True, help="Families whose names hold this, or all.")
@click.option("--seeds", default=3, help="The number of seeds of a random family.")
@click.option("--only", multiple=True, help="These entrants alone, such as cp; repeatable.")
@click.option("--page", type=click.Path(path_type=Path), help="Write the page on families there.")
@click.option("--rounds", "number", default=5, help="The number of rounds.")
@click.option("--quick", is_flag=True, help="One round, and no run over 10 s.")
@click.option("--seconds", default=60.0, help="The limit of a run, and of an entrant's runs.")
@click.option("--markdown", type=click.Path(path_type=Path), help="Write the tables there too.")
@click.option("--all-peers", is_flag=True, help="Every peer at every task.")
@click.option("--peers", default=sys.executable, help="The interpreter that runs the peers.")
@click.option(
    "--reference",
    type=click.Path(exists=True, path_type=Path),
    help="C source of another bitboard to compare ours with.",
)
def main(
    names: tuple[str, ...],
    kinds: tuple[str, ...],
    seeds: int,
    only: tuple[str, ...],
    page: Path | None,
    number: int,
    quick: bool,
    seconds: float,
    markdown: Path | None,
    all_peers: bool,
    peers: str,
    reference: Path | None,
) -> None:
    """Run, and print the tables."""
    results, began, arguments = Results(), report.machine(), shlex.join(sys.argv[1:])
    tasks = _instances(kinds, 1 if quick else seeds, quick) if kinds else _chosen(names)
    if only:
        tasks = [replace(t, entrants=tuple(n for n in t.entrants if n in only)) for t in tasks]
    if all_peers:
        tasks = list(map(_with_all_peers, tasks))
    nobody = unknown(name for task in tasks for name in task.entrants)
    assert not nobody, f"no entrants are called {nobody}"
    with tempfile.TemporaryDirectory() as folder:
        programs.build(Path(folder), reference)
        rounds = Rounds(1 if quick else number, 10.0 if quick else seconds, peers, click.echo)
        for task in tasks:
            rounds.run([task], results)
            if page:
                text = family_page.page(tasks, results, arguments, rounds.seconds)
                family_page.write(page, text)
    if kinds:
        text = family_page.page(tasks, results, arguments, rounds.seconds)
    else:
        text = _text(tasks, results, began)
    click.echo(text)
    if markdown:
        markdown.write_text(text)
    raise SystemExit(1 if results.wrong else 0)


if __name__ == "__main__":
    main()
