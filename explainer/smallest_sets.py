"""Every smallest set of units that cannot hold together, and every smallest repair.

A set cannot hold together, and is smallest so, exactly if it meets every set whose giving up would
let the rest hold (a repair), and no smaller one does: the two are each other's minimal hitting
sets. So the cheapest set that meets all repairs that are known is asked about: it cannot hold
together, and is proven smallest, or it can, and shows further repairs. Repairs are found likewise.

Source: A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with
minimal hitting set dualization" (CP 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing

from ..solvers.harness.contract import Control
from .hitting_sets import HittingSets
from .oracles import Judged

Core = Callable[[Collection[int]], set[int] | None]
"""Some of the units asked about that cannot hold together; None if all of them can."""


def shrunk(core: Core, cannot: set[int]) -> set[int]:
    """Units of `cannot` that cannot hold together, while any of them less can."""
    kept: set[int] = set()
    while cannot - kept:
        last = max(cannot - kept)
        smaller = core(sorted(cannot - {last}))
        if smaller is None:
            kept.add(last)
        else:
            cannot = smaller
    return cannot


def grown(oracle: Judged, number: int) -> set[int]:
    """Units that can hold together, while not with any other unit: the units that hold in the last
    solution of `oracle`, and more.
    """
    fits = oracle.held
    for unit in range(number):
        if unit not in fits and oracle.core(sorted(fits | {unit})) is None:
            fits = oracle.held
    return fits


def smallest_sets(oracle: Judged, costs: Sequence[int], control: Control) -> Iterator[set[int]]:
    """Every set that cannot hold together while any of it less can, the cheapest first.

    All units together cannot, and what is hard alone can.
    """
    number = len(costs)
    with closing(HittingSets(costs, control)) as sets:
        sets.hit(range(number))
        while (found := sets.next()) is not None:
            if oracle.core(sorted(found)) is not None:
                yield found
                sets.block(found)
                continue
            while oracle.core(sorted(found)) is None:  # several repairs that share nothing
                repair = set(range(number)) - grown(oracle, number)
                sets.hit(repair)
                found = found | repair


def smallest_repairs(oracle: Judged, costs: Sequence[int], control: Control) -> Iterator[set[int]]:
    """Every set without which the rest can hold together, but not without less, cheapest first.

    All units together cannot, and what is hard alone can.
    """
    whole = set(range(len(costs)))
    with closing(HittingSets(costs, control)) as sets:
        sets.hit(shrunk(oracle.core, set(whole)))
        while (found := sets.next()) is not None:
            cannot = oracle.core(sorted(whole - found))
            if cannot is None:
                yield found
                sets.block(found)
            else:
                sets.hit(shrunk(oracle.core, cannot))
