"""Sets that meet every one of other sets, cheapest first: by a MaxSAT solver, interruptible."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from threading import Thread
from typing import Any

from ..solvers.harness.contract import Control
from ..solvers.harness.options import SINGLE_THREADED

_SECONDS = 0.05


class HittingSets:
    """Subsets of 0 to `len(costs)` - 1, by python-sat's RC2."""

    def __init__(self, costs: Sequence[int], control: Control) -> None:
        formula: Any = import_module("pysat.formula").WCNF()
        for number, cost in enumerate(costs, 1):
            formula.append([-number], weight=cost)
        self._native: Any = import_module("pysat.examples.rc2").RC2(formula, solver="g3")
        self._control, self._size = control, len(costs)

    def hit(self, members: Iterable[int]) -> None:
        """Have every set from now on hold one of `members`."""
        self._native.add_clause([member + 1 for member in members])

    def block(self, members: Iterable[int]) -> None:
        """Have no set from now on hold all of `members`."""
        self._native.add_clause([-(member + 1) for member in members])

    def next(self) -> set[int] | None:
        """A cheapest set that is not blocked; None where there is none. Raises: Stopped."""
        self._control.check()
        model = self._computed()
        if model is None:
            return None
        return {literal - 1 for literal in model if 0 < literal <= self._size}

    def _computed(self) -> Any:
        """The model that RC2 finds in another thread, since no signal comes through to this one."""
        if sys.platform in SINGLE_THREADED:
            return self._native.compute()
        found: list[Any] = []
        work = Thread(
            target=lambda: found.append(self._native.compute(expect_interrupt=True)), daemon=True
        )
        work.start()
        try:
            work.join(_SECONDS)
            while work.is_alive():
                self._control.check()
                work.join(_SECONDS)
        except BaseException:
            self._native.interrupt()
            work.join()
            raise
        return found[0]

    def close(self) -> None:
        """Give back what the solver holds."""
        self._native.delete()
