"""Counts every instance of a file of known counts, and says which are right.

    python benchmarks/verify_counts.py tests/truth/counts.csv [--solver NAME]... [--seconds S]

The file has the columns family, params (JSON) and count. Without `--solver`, the solvers that
`compare` runs are tried one after the other until one finishes within `--seconds` (10); with it,
every named solver counts every row. A row that is refused, by the declaration or by a solver,
is reported, and the others go on. Ends with 1 where a count is wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parent.parent))

from everyway.models import ModelError
from everyway.solvers import Incomplete, SolverUnavailable, Unsupported, count
from everyway.solvers.harness.registry import default_solvers
from tests.models.truth import Row, rows

RIGHT, WRONG, LATE, UNMAPPED, REFUSED = "right", "WRONG", "timed out", "unmapped", "refused"


def verdicts(row: Row, solvers: tuple[str, ...], seconds: float) -> Iterator[tuple[str, str]]:
    """The verdict of each solver on `row`, with its text."""
    try:
        model = row.model()
    except (ModelError, ValueError, TypeError) as error:
        yield REFUSED, f"{row.name}: {error}"
        return
    if model is None:
        yield UNMAPPED, row.name
        return
    for solver in solvers or [solver.name for solver in default_solvers()]:
        try:
            found = count(model, solver, time_limit=seconds)
        except Incomplete as error:
            if solvers:
                yield LATE, f"{row.name}: {error}"
            continue
        except (Unsupported, SolverUnavailable) as error:
            if solvers:
                yield REFUSED, f"{row.name}: {error} ({solver})"
            continue
        verdict = RIGHT if found == row.count else WRONG
        yield verdict, f"{row.name}: {found}, expected {row.count} ({solver})"
        if not solvers:
            return
    if not solvers:
        yield LATE, f"{row.name}: no solver finished within {seconds:g} s"


@click.command()
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--solver", "-S", "solvers", multiple=True, help="Count with this solver alone.")
@click.option("--seconds", default=10.0, help="The time limit of a solver for a row.")
@click.option("--family", "wanted", multiple=True, help="Count the rows of this family alone.")
@click.option("--verbose", is_flag=True, help="Print every row, not only what is not right.")
def main(
    path: Path, solvers: tuple[str, ...], seconds: float, wanted: tuple[str, ...], verbose: bool
) -> None:
    """Count every row of PATH."""
    totals: Counter[str] = Counter()
    families: dict[str, set[str]] = {RIGHT: set(), UNMAPPED: set()}
    for row in rows(path):
        if wanted and row.family not in wanted:
            continue
        for verdict, text in verdicts(row, solvers, seconds):
            totals[verdict] += 1
            families.setdefault(verdict, set()).add(row.family)
            if verbose or verdict in (WRONG, LATE, REFUSED):
                click.echo(f"{verdict:9} {text}")
    for verdict, number in totals.items():
        click.echo(f"{number:6} rows of {len(families[verdict]):3} families {verdict}")
    raise SystemExit(1 if totals[WRONG] else 0)


if __name__ == "__main__":
    main()
