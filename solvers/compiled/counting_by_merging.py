"""Counting by merging equal residues: which orders are tried, and how much work each is given.

All by counted choices, so that the same is done on an idle and on a busy machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from math import prod

from .common.code import Program
from .lowering.constraint_network import Network
from .lowering.counting_orders import CountingOrder, counting_orders
from .lowering.ordering import orders
from .lowering.unfinished_levels import WIDEST
from .plan import Task
from .python.merging import Frontier

SECONDS_A_CHOICE = 5e-7
"""The time of a choice of merging; machine code enumerates thirty solutions in it."""
SOLUTIONS_A_CHOICE = 30
CHOICES_A_LEVEL = 1_000
"""The choices that take as long as to lower a level and to write its functions."""
DESCENTS = 10
"""The number of descents by which the number of solutions is estimated."""
FIRST_SLICE = 500_000
"""The choices that each order gets in the first round; in every other four times as many."""
SHARE = 0.04
"""The share of the time of enumerating that trials may take."""
PAYS = 3
"""Merging has paid if so many partial solutions lead to a residue, on average."""
MOST_ESTIMATED = 2**26
"""The most choices of an order that is compared with the estimated number of solutions."""
MOST_CHOICES = 10**12
"""The most choices that are ever given."""
MOST_LEVELS = 2_000


class Merging:
    """The trials of merging in one task."""

    def __init__(self, task: Task, check: Callable[[], None]) -> None:
        self._task, self._check = task, check
        self._frontiers: dict[tuple[int, ...], Frontier] = {}

    @cached_property
    def narrowest(self) -> list[CountingOrder]:
        """The two orders with the fewest residues, for all that is known before the search."""
        task = self._task
        assert task.domains is not None, "there is an order where something is left"
        too_wide = any(d[-1] - d[0] >= WIDEST < len(d) for d in task.domains)
        if too_wide or not 0 < task.open_variables <= MOST_LEVELS:
            return []
        network = Network(task.domains, task.forms, task.place_of)
        return counting_orders(network, orders(task.domains, task.forms, task.place_of))[:2]

    def surely(self) -> tuple[str, Frontier] | None:
        """The count by an order, if one surely takes less than enumerating, whatever that takes."""
        most = self._less_than_enumerating
        sure = [order for order in self.narrowest if order.choices <= most]
        return self._race(sure, int(2 * sum(order.choices for order in sure)))

    @property
    def _less_than_enumerating(self) -> float:
        """The choices that take no longer than lowering, or than writing down all solutions."""
        if not self.narrowest:
            return 0
        best = self.narrowest[0]
        free = CHOICES_A_LEVEL * len(best.places)
        most = min(prod(map(len, self._task.domains or ())) // SOLUTIONS_A_CHOICE, MOST_ESTIMATED)
        if not free < best.choices <= most:
            return free
        return max(free, self._frontier(best).sampled(DESCENTS, free) // SOLUTIONS_A_CHOICE)

    def within(self, seconds: float) -> tuple[str, Frontier] | None:
        """The count by an order, if one comes to its end in a share of `seconds`."""
        choices = self._share(seconds, programs=2)
        return self._race(self.narrowest, choices) if choices > 0 else None

    def begun(self, program: Program, seconds: float) -> Frontier | None:
        """As much of a program as could be merged in a share of `seconds`, if that has paid."""
        choices = self._share(seconds, programs=1)
        if choices <= 0:
            return None
        order = tuple(level.place for level in program.levels)
        frontier = self._frontiers.get(order) or Frontier(program, self._check)
        frontier.merge(choices)
        ways, residues = sum(frontier.counts.values()), len(frontier.counts)
        return frontier if ways >= PAYS * residues and frontier.depth else None

    def _share(self, seconds: float, programs: int) -> int:
        """The choices that a share of `seconds` leaves after programs have been lowered."""
        lowering = programs * self._task.open_variables * CHOICES_A_LEVEL
        return int(min(SHARE * seconds / SECONDS_A_CHOICE, MOST_CHOICES)) - lowering

    def _race(self, among: Iterable[CountingOrder], most: int) -> tuple[str, Frontier] | None:
        """The first order to come to its end, of those that get equal work in turn."""
        choices, spent, racing = FIRST_SLICE, 0, list(among)
        while racing and spent < most:
            for order in racing:
                frontier = self._frontier(order)
                if frontier.merge(min(choices, most - spent)):
                    return order.name, frontier
                spent += choices
            racing = [order for order in racing if not self._frontier(order).is_full]
            choices *= 4
        return None

    def _frontier(self, order: CountingOrder) -> Frontier:
        found = self._frontiers.get(order.places)
        if found is None:
            program = self._task.program(order.places)
            found = self._frontiers[order.places] = Frontier(program, self._check)
        return found
