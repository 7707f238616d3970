"""Proofs of all solutions: found beside a search by propagation, then checked; and their sizes.

    python benchmarks/proofs.py [--rounds N]

The search is that of `flatmap`, in Python as the prover is, for the model as it is declared, which
the proof is about. Processor seconds beyond imports, medians of interleaved rounds after one that
is not counted.
"""

from __future__ import annotations

from functools import partial

import click
from measure import cpu, medians

from everyway.models import Model, load
from everyway.models.sudoku import SEVENTEEN_GIVENS
from everyway.proofs import check, prove
from everyway.solvers import count

CASES: dict[str, tuple[Model, str]] = {
    "8 queens": (load("queens", n=8), "flatmap@squares"),
    "10 queens": (load("queens", n=10), "flatmap@squares"),
    "sudoku of 17 clues": (load("sudoku", givens=SEVENTEEN_GIVENS), "flatmap"),
    "dominoes 8 × 8": (load("dominoes", rows=8, columns=8), ""),
    "dominoes without two corners": (load("dominoes", rows=8, columns=8, holes="r1c1 r8c8"), ""),
    "independent sets 10 × 10": (load("independent-sets", graph="grid_10_10"), ""),
}
"""Models, and who searches them as they are declared; nobody where solutions are too many."""


def one_round(model: Model, solver: str) -> dict[str, float]:
    """The seconds to search, where somebody does, to prove, and to check."""
    searched = cpu(lambda: count(model, solver))[1] if solver else 0.0
    proof, proved = cpu(lambda: prove(model))
    _, checked = cpu(lambda: check.check(iter(proof.text.splitlines())))
    return {"search": searched, "prove": proved, "check": checked}


@click.command()
@click.option("--rounds", default=3, help="Rounds of each proof.")
def main(rounds: int) -> None:
    """Print a line for each proof."""
    for name, (model, solver) in CASES.items():
        searched, proved, checked = medians(partial(one_round, model, solver), rounds).values()
        beside = f", {proved / searched:.2f} of a search's {searched:.2f} s" if solver else ""
        proof = prove(model)
        click.echo(
            f"{name}: {proof.number:,} by a {proof.kind} of {len(proof.text.encode()):,} bytes,"
            f" found in {proved:.2f} s{beside}, checked in {checked:.2f} s"
        )


if __name__ == "__main__":
    main()
