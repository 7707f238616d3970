"""One run of the compiled solver: plan, choose an engine, and change it where that pays."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from enum import Enum
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ...models.language.model import Model
from ..harness.contract import Assignment, Control
from ..harness.rows.arrays import ROWS, collected
from . import choosing
from .choosing import SECONDS_TO_COMPILE, Choice
from .common.code import Program
from .common.slots import Slots, State
from .llvm.refusals import NotCompilable, refuse
from .plan import Task, task_of
from .python.loops import Saved, generate, saved_state
from .shared_search import counts_by_propagation, rows_by_propagation

if TYPE_CHECKING:
    from .llvm.engine import Compiled
    from .python.merging import Frontier

SECONDS_IN_PYTHON = 0.03
"""The time after which `auto` goes on in machine code."""
WORTH_A_LOOK = 0.05
"""The estimated time in Python above which shortcuts of counting are tried."""
TICKS = 4
"""The number of calls of which one reads the clock."""


class Engines(Enum):
    """The engines that may be used."""

    PYTHON = "python"
    MACHINE = "machine"
    BOTH = "both"


Row = tuple[int, ...]


class Search:
    """One run of the solver on a model."""

    def __init__(self, model: Model, control: Control, engines: Engines) -> None:
        self.model, self.control, self.engines = model, control, engines
        self._name = "auto" if engines is Engines.BOTH else "compiled"
        self._machine: Compiled | None = None
        self._form = "rows"

    def assignments(self) -> Iterator[Assignment]:
        """Every solution."""
        names = tuple(variable.name for variable in self.model.variables)
        return (dict(zip(names, row, strict=True)) for row in self.rows())

    def rows(self) -> Iterator[Row]:
        """Every solution, as a tuple of the values in order of the variables."""
        task = task_of(self.model, self.control.check)
        found = self._at_once(task)
        if found is not None:
            yield from found
            return
        if self.control.project is not None:
            self._begin("propagation")
            places = map(task.place_of.__getitem__, self.control.project)
            yield from task.dynamic().projected(places, self.control.check, self.control.statistics)
            return
        choice = self._chosen(task)
        if choice.order is None:
            self._begin("propagation")
            yield from rows_by_propagation(task, self.model, self.control, self._name)
        else:
            yield from self._loops(choice.order.program, choice.seconds, counting=False)

    def _at_once(self, task: Task) -> list[Row] | None:
        """All solutions, if propagation finds them at once."""
        found: list[Row] | None = None
        if task.domains is None:
            found = []
        elif not task.open_variables:
            found = [tuple(domain[0] for domain in task.domains)]
        elif task.is_large and self.control.project is None:
            found = choosing.tried(task, self.control.check)
        if found is not None:
            self._begin("propagation")
        return found

    def blocks(self) -> Iterator[Any]:
        """Every solution, in NumPy arrays of rows × variables."""
        self._form = "block"
        rows: list[Row] = []
        found: Any
        for found in self.rows():
            if isinstance(found, tuple):
                rows.append(found)
            else:
                yield found
            if len(rows) == ROWS:
                yield from collected(rows, self.model.variables)
                rows.clear()
        yield from collected(rows, self.model.variables)

    def batches(self) -> Iterator[Row | array[int]]:
        """Every solution: a row, or of machine code many of them, one behind the other."""
        self._form = "array"
        return self.rows()

    def counts(self) -> Iterator[int]:
        """The number of solutions, in parts."""
        task = task_of(self.model, self.control.check)
        found = self._at_once(task)
        if found is not None:
            yield len(found)
            return
        choice = self._chosen(task)
        if choice.order is None:
            self._begin("propagation")
            yield from counts_by_propagation(task, self.model, self.control, self._name)
        else:
            seconds = max(choice.seconds, WORTH_A_LOOK if task.is_large else 0.0)
            yield from self._counted(choice.order.program, seconds)

    def _counted(self, program: Program, seconds: float) -> Iterator[int]:
        """The number of solutions of a program, in parts: by merging, by halves, or one by one."""
        bounded = not any(level.wide for level in program.levels)
        if bounded and seconds >= WORTH_A_LOOK and "merge" in self.control.options.shortcuts:
            merged = self._merged(program)
            if merged is not None:
                yield from merged
                return
        for first, ways in self._halves(program, seconds):
            for number in self._loops(program, seconds, counting=True, first=first):
                yield ways * number

    def _merged(self, program: Program) -> Iterator[int] | None:
        """The number of solutions by merging equal residues; None where that does not pay."""
        from .python.merging import Frontier

        frontier = Frontier(program)
        paid = frontier.merge(Clock(self.control, None).tick)
        self.control.check()
        if not paid or (not frontier.is_done and self._why_not(program) is not None):
            return None
        self._begin("merging", merged_levels=frontier.depth, residues=len(frontier.counts))
        return self._rest(program, frontier)

    def _rest(self, program: Program, frontier: Frontier) -> Iterator[int]:
        """The number of solutions below a frontier; each residue is searched once."""
        if frontier.is_done:
            yield frontier.total()
            return
        from .llvm.batches import counts

        compiled = self._compiled(program, counting=True)
        for state, ways in frontier.states():
            for number in counts(compiled, compiled.pack(state), self.control.check):
                yield ways * number

    def _halves(self, program: Program, seconds: float) -> list[tuple[int, int]]:
        """Candidates of the first level, each with the weight of the solutions below."""
        whole = [(-1, 1)]
        if seconds < WORTH_A_LOOK or "mirror" not in self.control.options.shortcuts:
            return whole
        from .counting_half import mirrored_halves

        halves = mirrored_halves(self.model, program)
        if halves is None:
            return whole
        self.control.statistics["shortcut"] = "mirror"
        return halves

    # ---------------------------------------------------------------------------- choosing

    def _begin(self, engine: str, **more: int | float | str) -> None:
        found = {"engine": engine, **more, **self.control.statistics} | {"engine": engine}
        self.control.statistics.clear()
        self.control.statistics.update(found)
        self.control.searching()

    def _chosen(self, task: Task) -> Choice:
        machine = self.engines is not Engines.PYTHON and can_compile()
        choice = choosing.choose(task, self.control.check, machine=machine)
        if choice.order is not None:
            self.control.statistics["order"] = choice.order.name
            if choice.order.nodes:
                self.control.statistics["estimated_nodes"] = round(choice.order.nodes)
        return choice

    def _loops(
        self, program: Program, seconds: float, *, counting: bool, first: int = -1
    ) -> Iterator[Any]:
        """Rows, or counts, of a program: in Python, in machine code, or one after the other."""
        why_not = self._why_not(program)
        if why_not is not None:
            self._begin("python loops", **({"because": why_not} if why_not else {}))
            yield from self._in_python(program, Clock(self.control, None), {}, counting, first)
            return
        words = None
        short = seconds < self._worth_compiling(program) and self._machine is None
        if self.engines is Engines.BOTH and short:
            self._begin("python loops")
            clock, saved = Clock(self.control, SECONDS_IN_PYTHON), Saved()
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

    def _worth_compiling(self, program: Program) -> float:
        """The estimated time in Python above which machine code is compiled at once."""
        return 2 * SECONDS_IN_PYTHON + SECONDS_TO_COMPILE * len(program.levels)

    def _why_not(self, program: Program) -> str | None:
        """The reason why loops stay in Python, if they do; empty where that is obvious."""
        if self.engines is Engines.PYTHON:
            return ""
        if not program.levels or not program.possible:
            return ""
        if not can_compile():
            return "llvmlite is not installed"
        try:
            refuse(program)
        except NotCompilable as reason:
            return str(reason)
        return None

    # ----------------------------------------------------------------------------- running

    def _in_python(
        self, program: Program, clock: Clock, saved: Saved, counting: bool, first: int
    ) -> Iterator[Any]:
        loops = generate(program, counting=counting)
        if counting:
            yield loops(clock.tick, saved, first)
        else:
            yield from loops(clock.tick, saved, first)
        self.control.check()

    def _in_machine_code(
        self, compiled: Compiled, words: array[int] | None, *, counting: bool
    ) -> Iterator[Any]:
        from .llvm.batches import FORMS, batches, counts
        from .threads import by_threads

        words = compiled.fresh() if words is None else words
        if counting:
            yield from by_threads(counts, compiled, words, self.control)
            return
        for batch in by_threads(batches, compiled, words, self.control):
            yield from FORMS[self._form](compiled, batch)


class Clock:
    """The clock of generated loops: they stop when the control says so, or after some seconds."""

    def __init__(self, control: Control, seconds: float | None) -> None:
        self._control = control
        self._end = None if seconds is None else time.perf_counter() + seconds
        self._left = TICKS

    def tick(self) -> bool:
        """True if the loops are to stop."""
        self._left -= 1
        if self._left:
            return False
        self._left = TICKS
        late = self._end is not None and time.perf_counter() > self._end
        return late or self._control.should_stop()


def can_compile() -> bool:
    """True if llvmlite is installed."""
    return find_spec("llvmlite") is not None
