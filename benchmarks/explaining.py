"""Smallest sets of rules that cannot hold together, beside CPMpy's tools with its default solver.

    python benchmarks/explaining.py [--rounds N]

The same rules under the same names, in CPMpy's own words; processor time beyond imports, medians of
interleaved rounds after one that is not counted; the sizes of smallest sets must be equal. Needs
the extra `cpmpy`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import click
import cpmpy
from cpmpy.tools.explain import mus, smus
from measure import cpu, medians

from everyway.explainer import why
from everyway.models import Model, load

GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WRONG = f"53{1}{GIVENS[3:]}"
Case = tuple[Model, list[Any]]


def sudoku() -> Case:
    """A sudoku with a given too many, which no other given contradicts by itself."""
    cell = cpmpy.intvar(1, 9, shape=(9, 9))
    boxes = [cell[r : r + 3, c : c + 3].flatten() for r in (0, 3, 6) for c in (0, 3, 6)]
    lines = [line for k in range(9) for line in (cell[k, :], cell[:, k])]
    soft = [cpmpy.AllDifferent(line) for line in [*lines, *boxes]]
    soft += [cell[divmod(k, 9)] == int(x) for k, x in enumerate(WRONG) if x != "."]
    return load("sudoku", givens=WRONG), soft


def queens(n: int = 6) -> Case:
    """Six queens, one of them in a corner."""
    queen = cpmpy.boolvar(shape=(n, n))
    soft = [sum(line) == 1 for k in range(n) for line in (queen[k, :], queen[:, k])]
    for k in range(2 - n, n - 1):
        soft += [sum(board.diagonal(k)) <= 1 for board in (queen, queen[:, ::-1])]
    return load("queens", n=n, preplaced="r1c1"), [*soft, queen[0, 0] == 1]


def one_round(made: Callable[[], Case], smallest: bool) -> dict[str, float]:
    """The seconds of everyway and of CPMpy."""
    model, soft = made()
    size, ours = cpu(lambda: len(why(model, limit=1, check=None, quick=not smallest).sets[0]))
    other, theirs = cpu(lambda: len((smus if smallest else mus)(soft)))
    if smallest and size != other:
        raise click.ClickException(f"{model.name}: {size} units, and {other} by CPMpy")
    return {"ours": ours, "theirs": theirs}


QUESTIONS: dict[str, tuple[Callable[[], Case], bool]] = {
    "queens 6, r1c1 given: a smallest set": (queens, True),
    "queens 6, r1c1 given: a set": (queens, False),
    "sudoku, one wrong given: a set": (sudoku, False),
}
"""CPMpy's smallest set of the sudoku takes minutes, and is left out."""


@click.command()
@click.option("--rounds", default=5, help="Rounds of each question.")
def main(rounds: int) -> None:
    """Print the ratio of each question."""
    warnings.simplefilter("ignore")
    for name, (made, smallest) in QUESTIONS.items():
        ours, theirs = medians(partial(one_round, made, smallest), rounds).values()
        click.echo(f"{name}: {ours:.3f} s, CPMpy {theirs:.3f} s, {theirs / ours:.1f} times as fast")


if __name__ == "__main__":
    main()
