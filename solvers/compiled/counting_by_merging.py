"""Counting by merging equal residues: which orders are tried, and how much work each is given.

Work is counted as in choosing.py, so that the same is done on an idle and on a busy machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from .choosing import NODE_IN_MACHINE_CODE
from .common.code import Program
from .lowering.ordering import orders
from .lowering.unfinished_levels import WIDEST
from .plan import Task

if TYPE_CHECKING:
    from .lowering.counting_orders import CountingOrder
    from .python.merging import Frontier

CHOICE = 250
"""The work of a choice of merging."""
LEVEL = 400_000
"""The work of lowering a level and of writing its functions."""
SCOPE = 60_000
"""The work of a variable or a normal form in the network, for all orders together."""
DESCENTS = 10
"""The number of descents by which the number of solutions is estimated."""
FIRST_SLICE = 500_000
"""The choices that each order gets in the first round; in every other four times as many."""
PAYS = 3
"""Merging has paid if so many partial solutions lead to a residue, on average."""
MOST_ESTIMATED = 2**26
"""The most choices of an order that is compared with the estimated number of solutions."""
MOST_WORK = 1e15
"""The most work that is ever given."""
MOST_LEVELS = 2_000
"""Orders of more variables are not looked for."""


class Merging:
    """The trials of merging in one task, and the work that was spent on them."""

    def __init__(self, task: Task, check: Callable[[], None]) -> None:
        self._task, self._check = task, check
        self._frontiers: dict[tuple[int, ...], Frontier] = {}
        self._spent = float(SCOPE * (task.open_variables + len(task.forms)))
        self._is_begun = False

    def within(self, work: float, at_first: float = 0.0) -> tuple[str, Frontier] | None:
        """The count by an order, if one comes to its end in so much work in all.

        So much may be spent `at_first` to see whether one surely does before all is enumerated.
        """
        lowering = 0 if self._frontiers else LEVEL * self._task.open_variables
        if max(work, at_first) < self._spent + lowering or not self.narrowest:
            return None
        if not self._is_begun:
            self._is_begun = True
            most = self._less_than_enumerating
            sure = [order for order in self.narrowest if order.choices <= most]
            found = self._race(sure, int(2 * sum(order.choices for order in sure)))
            if found is not None:
                return found
        return self._race(self.narrowest, self._choices(work - lowering))

    def begun(self, program: Program, work: float) -> Frontier | None:
        """As much of a program as could be merged in so much work in all, if that has paid."""
        order = tuple(level.place for level in program.levels)
        if work < self._spent + LEVEL * len(order) or not self.narrowest:
            return None
        frontier = self._frontier(order, program)
        frontier.merge(self._choices(work))
        ways, residues = sum(frontier.counts.values()), len(frontier.counts)
        return frontier if ways >= PAYS * residues and frontier.depth else None

    @cached_property
    def narrowest(self) -> list[CountingOrder]:
        """The two orders with the fewest choices, for all that is known before the search."""
        from .lowering.constraint_network import Network
        from .lowering.counting_orders import counting_orders

        task = self._task
        domains = task.domains or ()
        too_wide = any(d[-1] - d[0] >= WIDEST < len(d) for d in domains)
        if too_wide or not 0 < task.open_variables <= MOST_LEVELS:
            return []
        network = Network(domains, task.forms, task.place_of)
        return counting_orders(network, orders(domains, task.forms, task.place_of))[:2]

    def promised(self, at_first: float) -> tuple[tuple[int, ...], float]:
        """The order in which merging surely comes to its end, if it may begin, and the work.

        Without such an order, none and 0.
        """
        lowering = 0 if self._frontiers else LEVEL * self._task.open_variables
        if at_first < self._spent + lowering or self._is_begun or not self.narrowest:
            return (), 0.0
        best = self.narrowest[0]
        if best.choices > self._less_than_enumerating:
            return (), 0.0
        return best.places, CHOICE * best.choices

    @cached_property
    def _less_than_enumerating(self) -> int:
        """The choices that take no longer than lowering, or than writing down all solutions."""
        best = self.narrowest[0]
        free = LEVEL // CHOICE * len(best.places)
        solutions = prod(map(len, self._task.domains or ()))
        each = CHOICE // NODE_IN_MACHINE_CODE
        if not free < best.choices <= min(solutions // each, MOST_ESTIMATED):
            return free
        return max(free, self._frontier(best.places).sampled(DESCENTS, free) // each)

    def _choices(self, work: float) -> int:
        return int((min(work, MOST_WORK) - self._spent) / CHOICE)

    def _race(self, among: Iterable[CountingOrder], most: int) -> tuple[str, Frontier] | None:
        """The first order to come to its end, of those that get equal work in turn."""
        choices, spent, racing = FIRST_SLICE, 0, list(among)
        while racing:
            for order in racing.copy():
                given = min(choices, most - spent)
                if given <= 0:
                    return None
                frontier = self._frontier(order.places)
                if frontier.merge(given):
                    return order.name, frontier
                spent += given
                self._spent += CHOICE * given
                if frontier.is_full:
                    racing.remove(order)
            choices *= 4
        return None

    def _frontier(self, order: tuple[int, ...], program: Program | None = None) -> Frontier:
        found = self._frontiers.get(order)
        if found is None:
            from .python.merging import Frontier

            self._spent += LEVEL * len(order)
            found = Frontier(program or self._task.program(order), self._check)
            self._frontiers[order] = found
        return found
