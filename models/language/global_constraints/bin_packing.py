"""Items of a size each, in bins of a capacity each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..arithmetic_expressions import Product, total
from ..constraints import Constraint
from ..expressions import Expression, Indicator
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, equal_lengths, numbers_of


@dataclass(frozen=True, eq=False, repr=False)
class BinPacking(Global):
    """Item i lies in bin `bins[i]`, 0-based, and no bin holds more than its capacity.

    `sizes` stand in the order of the items, `capacities` in that of the bins.
    """

    bins: tuple[Expression, ...]
    sizes: tuple[Expression, ...]
    capacities: tuple[Expression, ...]

    together = ("bins", "sizes")

    def holds(self, values: Sequence[int]) -> bool:
        size = len(self.bins)
        bins, sizes, capacities = values[:size], values[size : 2 * size], values[2 * size :]
        if not all(0 <= chosen < len(capacities) for chosen in bins):
            return False
        loads = [0] * len(capacities)
        for chosen, weight in zip(bins, sizes, strict=True):
            loads[chosen] += weight
        return all(load <= most for load, most in zip(loads, capacities, strict=True))

    def decompose(self) -> Iterable[Constraint]:
        for chosen in self.bins:
            yield (chosen >= 0) & (chosen < len(self.capacities))
        for place, capacity in enumerate(self.capacities):
            yield capacity >= total(
                Product((weight, Indicator(chosen == place)))
                for chosen, weight in zip(self.bins, self.sizes, strict=True)
            )

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        bins, pick = draw.terms(0, 3), draw.random
        sizes = [draw.amount(-1, 3) for _ in bins]
        return bin_packing(bins, sizes, [draw.capacity(0, 4) for _ in range(pick.randint(1, 3))])

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        bins = scene.over(
            lambda random, size: random.choices(range(3), k=size),
            lambda random, size: (0, 1, 2, 0, 1, 2, -1, 3),
        )
        sizes, row = scene.numbers(0, 4), scene.row
        loads = [sum(s for s, b in zip(sizes, row, strict=True) if b == k) for k in range(3)]
        return bin_packing(bins, sizes, [load + scene.random.choice((0, 1)) for load in loads])


def bin_packing(
    bins: Iterable[object], sizes: Iterable[object], capacities: Iterable[object]
) -> Constraint:
    """Item i of size `sizes[i]` lies in bin `bins[i]`; no bin holds more than its capacity.

    Formula: Σ {sizes[i] : bins[i] = b} ≤ capacities[b] for every bin b; 0 ≤ bins[i] < number
    of bins

    >>> from everyway.models import bin_packing, variables
    >>> bin_packing(variables("bin", 3, range(2)), sizes=[2, 2, 3], capacities=[4, 5])
    bin_packing([bin[0], bin[1], bin[2]], [2, 2, 3], [4, 5])
    """
    chosen, weights = numbers_of(bins, "bin_packing"), numbers_of(sizes, "bin_packing")
    equal_lengths("bin_packing", bins=chosen, sizes=weights)
    return BinPacking(chosen, weights, numbers_of(capacities, "bin_packing"))
