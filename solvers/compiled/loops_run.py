"""One run of loops: in Python, in machine code, or one after the other; counted by merging too."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ...models.language.model import Model
from ..harness.contract import Control
from . import choosing
from .common.code import Program
from .common.slots import Slots, State
from .llvm.refusals import NotCompilable, refuse
from .plan import Order, Task
from .python.loops import FEW_UNWATCHED, UNWATCHED, Saved, generate, saved_state
from .threads import by_threads

if TYPE_CHECKING:
    from .counting_by_merging import Merging
    from .llvm.engine import Compiled

LOOK = 100_000
"""The work of a look for the mirror, for each variable and constraint."""
MOST_LISTED = 10**15
"""The most solutions that merging is compared with listing."""
SHARE = 0.01
"""The share of the work of loops that merging may take before it must have come to its end."""
MOST_TICKS = 100_000
"""The ticks after which loops that were expected to be short go on in machine code."""
NO_LLVMLITE = "llvmlite is not installed"
TICKS = 16
"""The number of calls of which one reads the clock."""
SECONDS_A_CALL = 0.004
"""The time after which a thread looks whether another waits."""


class Engines(Enum):
    """The engines that may be used."""

    BOTH = "both"
    MACHINE = "machine"
    PYTHON = "python"
    KERNEL = "kernel"
    LOOPS = "loops"
    PROPAGATION = "propagation"
    DIAGRAM = "diagram"


class LoopsRun:
    """The loops of a model, however they are run."""

    def __init__(self, model: Model, control: Control, engines: Engines) -> None:
        self.model, self.control, self.engines = model, control, engines
        self._machine: Compiled | None = None
        self._merging: Merging | None = None
        self._form = "rows"
        self._given: set[tuple[int, ...]] = set()
        """Rows that were given already, and are not to be given again."""

    def _in_order(self, task: Task, order: Order, *, counting: bool) -> Iterator[Any]:
        """The search by loops in an order."""
        self.control.statistics["order"] = order.name
        if order.nodes:
            self.control.statistics["estimated_nodes"] = round(order.nodes)
        if not counting:
            yield from self._loops(order.program, choosing.in_python(order), counting=False)
        else:
            yield from self._counted(task, order)

    def _counted(self, task: Task, order: Order) -> Iterator[int]:
        """The number of solutions in an order, in parts: by merging, by halves, or one by one."""
        program, work = order.program, choosing.in_python(order)
        share = SHARE * (choosing.by_loops(order) if self._may_compile() else work)
        merged = self._merged(share)
        if merged is not None:
            yield merged
            return
        states = self._begun(program, share)
        if states is not None:
            yield from self._below(program, states)
            return
        searching = choosing.NODE_IN_MACHINE_CODE * order.nodes if self._may_compile() else work
        work = max(work, choosing.SHORT * task.is_large)
        for first, ways in self._halves(program, searching):
            for number in self._loops(program, work, counting=True, first=first):
                yield ways * number

    def _merged(self, work: float, at_first: float = 0.0) -> int | None:
        """The number of solutions by merging, if it comes to its end in so much work."""
        if self._merging is None:
            return None
        began = self.control.built_after or self.control.elapsed()
        found = self._merging.within(work, at_first)
        if found is None:
            return None
        self._merging, (order, frontier) = None, found
        self.control.statistics.clear()
        self.control.statistics["order"] = order
        self._begin("merging", merged_levels=frontier.depth, residues=frontier.most)
        self.control.built_after = began
        return frontier.total()

    def _unless_merged(self, numbers: Iterator[int]) -> Iterator[int]:
        """Numbers of solutions, until there are so many that merging comes to its end first."""
        total = asked = 0
        for number in numbers:
            total += number
            if total > 2 * asked:
                asked = total
                listed = choosing.NODE_IN_MACHINE_CODE * min(total, MOST_LISTED)
                merged = self._merged(SHARE * listed)
                if merged is not None:
                    yield merged - total + number
                    return
            yield number

    def _begun(self, program: Program, work: float) -> Iterator[tuple[State, int]] | None:
        """The states below the levels that so much work has merged, if that pays."""
        if self._merging is None or self._why_not(program) is not None:
            return None
        frontier = self._merging.begun(program, work)
        states = None if frontier is None else frontier.states()
        if frontier is not None and states is not None:
            self._begin("merging", merged_levels=frontier.depth, residues=len(frontier.counts))
        return states

    def _below(self, program: Program, states: Iterator[tuple[State, int]]) -> Iterator[int]:
        """The number of solutions below states, each of which is searched once."""
        from .llvm.batches import counts

        compiled = self._compiled(program, counting=True)
        for state, ways in states:
            for number in counts(compiled, compiled.pack(state), self.control.check):
                yield ways * number

    def _halves(self, program: Program, work: float) -> list[tuple[int, int]]:
        """Candidates of the first level, each with the weight of the solutions below."""
        whole = [(-1, 1)]
        look = LOOK * (len(self.model.variables) + len(self.model.constraints))
        if work < look or "mirror" not in self.control.options.shortcuts:
            return whole
        from .counting_half import mirrored_halves

        halves = mirrored_halves(self.model, program)
        if halves is None:
            return whole
        self.control.statistics["shortcut"] = "mirror"
        return halves

    def _begin(self, engine: str, **more: int | float | str) -> None:
        found = {"engine": engine, **more, **self.control.statistics} | {"engine": engine}
        self.control.statistics.clear()
        self.control.statistics.update(found)
        self.control.searching()

    def _may_compile(self) -> bool:
        return self.engines is not Engines.PYTHON and can_compile()

    def _loops(
        self, program: Program, work: float, *, counting: bool, first: int = -1
    ) -> Iterator[Any]:
        """Rows, or counts, of a program: in Python, in machine code, or one after the other."""
        why_not = self._why_not(program)
        if why_not is not None:
            self._begin("python loops", **({"because": why_not} if why_not else {}))
            yield from self._in_python(program, Clock(self.control, None), {}, counting, first)
            return
        words = None
        short = work < choosing.SHORT and self._machine is None
        if self.engines is Engines.BOTH and short:
            self._begin("python loops")
            clock, saved = Clock(self.control, MOST_TICKS), Saved()
            yield from self._in_python(program, clock, saved, counting, first)
            if "depth" not in saved:
                return
            compiled = self._compiled(program, counting=counting)
            words = compiled.pack(saved_state(program, saved, counting=counting))
        else:
            compiled = self._compiled(program, counting=counting)
            if first != -1:
                words = compiled.pack(State(0, (program.levels[0].domain & first,), {}))
        self._begin("machine code")
        yield from self._in_machine_code(compiled, words, counting=counting)

    def _compiled(self, program: Program, *, counting: bool) -> Compiled:
        if self._machine is None:
            from .llvm.engine import Compiled

            self._machine = Compiled(program, Slots(program, rows=not counting))
        return self._machine

    def _why_not(self, program: Program) -> str | None:
        """The reason why loops stay in Python, if they do; empty where that is obvious."""
        if self.engines is Engines.PYTHON:
            return ""
        if not program.levels or not program.possible:
            return ""
        if not can_compile():
            return NO_LLVMLITE
        try:
            refuse(program)
        except NotCompilable as reason:
            return str(reason)
        return None

    # ----------------------------------------------------------------------------- running

    def _in_python(
        self, program: Program, clock: Clock, saved: Saved, counting: bool, first: int
    ) -> Iterator[Any]:
        unwatched = UNWATCHED if clock.most is None else FEW_UNWATCHED
        loops = generate(program, counting=counting, unwatched=unwatched)
        if counting:
            yield loops(clock.tick, saved, first)
        else:
            yield from self._not_given(loops(clock.tick, saved, first))
        self.control.check()

    def _not_given(self, rows: Iterator[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """Rows without those that were given, each of which comes once."""
        for row in rows:
            if row in self._given:
                self._given.discard(row)
            else:
                yield row

    def _in_machine_code(
        self, compiled: Compiled, words: array[int] | None, *, counting: bool
    ) -> Iterator[Any]:
        from .llvm.batches import batches, counts, halved

        words = compiled.fresh() if words is None else words
        search: Any = partial(counts if counting else batches, compiled)
        if self.control.jobs > 1:
            search = partial(search, seconds=SECONDS_A_CALL)
        found = by_threads(search, partial(halved, compiled), words, self.control)
        if counting:
            yield from found
            return
        for batch in found:
            yield from self._rows_of(compiled, batch)

    def _rows_of(self, compiled: Compiled, batch: bytes) -> Iterable[Any]:
        """The rows of a batch that were not given, in the form that is asked for."""
        from .llvm.batches import FORMS, without

        left = without(compiled, batch, self._given) if self._given else batch
        return FORMS[self._form](compiled, left) if left else ()


class Clock:
    """The clock of generated loops: they stop when the control says so, or after `most` ticks."""

    def __init__(self, control: Control, most: int | None) -> None:
        self._control, self.most = control, most
        self._number = 0

    def tick(self) -> bool:
        """True if the loops are to stop."""
        self._number += 1
        if self._number % TICKS:
            return False
        late = self.most is not None and self._number > self.most
        return late or self._control.should_stop()


def can_compile() -> bool:
    """True if llvmlite is installed."""
    return find_spec("llvmlite") is not None
