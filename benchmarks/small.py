"""Models that take under 5 ms: `auto` beside Choco inside this process.

    python benchmarks/small.py [RUNS]

CPU ms, the least of so many runs (20 unless given), warm: by `auto` from declaring to the last
row, by Choco posting and searching alone. Beside them the parts of ours: declaring, reading, and
posting to the root fixpoint; the rest is choosing, searching and reporting.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from statistics import median

from families.catalogue import FAMILIES
from measure import cpu
from ours import as_given, for_choco

from everyway.models import Model
from everyway.solvers import solutions
from everyway.solvers.auto.kernel import kernel_search as kernel
from everyway.solvers.auto.plan import Task, read
from everyway.solvers.choco.replay import rows

MOST = 5.0
"""Milliseconds of each."""
PUZZLES = """
sudoku | zebra | send_more_money | magic_square | queens n=6 | map_colouring | golomb_ruler
latin_square n=3 | nonogram | futoshiki | kakuro | kenken | skyscrapers | costas_array n=4
all_interval n=5 | magic_sequence | prime_ring n=6 | young_tableau | stable_marriages | coins
hitori | star_battle | tents | skolem | graph_colouring | squared_rectangle | renban | suguru
ripple_effect | doppelblock | kropki | easy_as_abc | langford | schur n=6 | minesweeper | binairo
crowns | lights_out n=4 | beautiful_arrangement n=5 | magic_triangle | round_robin players=4
"""
RANDOM = "binary CSPs", "graph colouring", "tables", "quasigroup completion", "knapsacks"


def _models() -> Iterator[tuple[str, Callable[[], Model]]]:
    for words in PUZZLES.replace("\n", "|").split("|"):
        if words.strip():
            name, *sizes = words.split()
            size = {key: int(number) for key, number in (one.split("=") for one in sizes)}
            maker = getattr(import_module(f"everyway.models.{name}"), name)
            yield words.strip(), partial(maker, **size)
    for name in RANDOM:
        for seed in (41, 42):
            family = FAMILIES[name]
            yield f"{name} {seed}", partial(family.make, seed, **family.tiny)


def _posted(task: Task) -> None:
    domains = task.domains or []
    search = kernel.posted(domains, task.forms, task.place_of)
    kernel.root(search, domains, lambda: None)


def _measured(make: Callable[[], Model], runs: int) -> list[float]:
    """CPU ms of `auto`, Choco, declaring, reading, and posting."""
    model = make()
    program, task = for_choco(model), read(as_given(model))
    ways: list[Callable[[], object]] = [
        lambda: sum(1 for _ in solutions(make(), "auto")),
        lambda: sum(1 for _ in rows(program)),
        make,
        lambda: read(as_given(make())),
        lambda: _posted(task),
    ]
    if len({ways[0](), ways[1]()}) > 1:
        raise SystemExit(f"{model.name}: they do not find the same")
    spent = [1000 * min(cpu(way)[1] for _ in range(runs)) for way in ways]
    return [*spent[:3], spent[3] - spent[2], spent[4]]


def main(runs: int) -> None:
    """Print a line for each model, then the ratios of those that both enumerate soon."""
    print(f"{'':28}" + "".join(f"{h:>9}" for h in ("auto", "Choco", "declare", "read", "post")))
    ratios = []
    for name, make in _models():
        spent = _measured(make, runs)
        print(f"{name:28}" + "".join(f"{one:9.2f}" for one in spent), flush=True)
        if max(spent[:2]) <= MOST:
            ratios.append(spent[0] / spent[1])
    ratios.sort()
    tenths = ", ".join(f"{ratios[len(ratios) * k // 10]:.2f}" for k in (1, 5, 9))
    print(f"{len(ratios)} under {MOST:g} ms: median {median(ratios):.2f}; tenths 1, 5, 9: {tenths}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 20)
