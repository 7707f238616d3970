"""Loops over the open variables in one order: generated Python at first, then machine code.

One door: an order in; rows, or their number, out. `refusal` says why loops stay in Python.
"""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ...models.language.constraints import Constraint, any_of
from ...models.language.keeping import cached_property
from ...models.language.model import Model
from ..harness.contract import Control
from . import plan
from .common.code import Program
from .common.python_source import FEW_UNWATCHED, UNWATCHED, generate
from .common.slots import FINISHED
from .engine_run import NO_LLVMLITE, Row, Run, by_threads, can_compile, without
from .kernel.kernel_search import Unsearched
from .kernel_engine import is_quicker_for, other_than
from .loops.integers import NotCompilable, refuse
from .plan import Order

if TYPE_CHECKING:
    from .loops.machine_loops import Compiled

LOOK = 100_000
"""The work of a look for the mirror, for each variable and constraint."""
MOST_TICKS = 100_000
"""The ticks after which loops that were expected to be short go on in machine code."""
TICKS = 16
"""The number of calls of which one reads the clock."""
NODES_BETWEEN_SHARES = 50_000
"""The nodes after which a thread looks whether another waits, about a thousandth of a second."""
WHOLE = [(-1, 1)]
"""All candidates of the first level, each solution of weight 1."""


class Loops:
    """The loops of one run in one order. Rows that were `given` already are left out, each once."""

    def __init__(self, run: Run, order: Order, given: Iterable[Row] = ()) -> None:
        self.run, self.order, self.program = run, order, order.program
        self.given = set(given)
        self._nodes = 0
        statistics = run.control.statistics
        statistics["order"] = order.name
        if order.nodes:
            statistics["estimated_nodes"] = round(order.nodes)

    @property
    def work(self) -> float:
        """The work of counting so far, by one thread in machine code."""
        return self._nodes * self._work_at_a_node if self._nodes else 0.0

    @cached_property
    def _work_at_a_node(self) -> float:
        return plan.at_a_node(self.program)

    def found(self, promised: float | None = None) -> Generator[Any, None, Unsearched | None]:
        """Rows in the form that is asked for, or their number in parts, and what is left.

        With `promised`, the nodes for which loops were chosen, machine code that makes far more of
        them looks whether the kernel is quicker for what is left, which is then the answer.
        """
        if not self.run.counting:
            return (yield from self._found(-1, promised))
        machine = plan.NODE_IN_MACHINE_CODE * self.order.nodes
        work = machine if self.run.may_compile else plan.in_python(self.order)
        for first, ways in halves(self.run, self.program, work):
            for number in self._found(first):
                yield ways * number
        return None

    def _found(
        self, first: int, promised: float | None = None
    ) -> Generator[Any, None, Unsearched | None]:
        """The same below the candidates `first` of the first level; below all where it is -1."""
        number, why_not = 0, refusal(self.run, self.program)
        looks_short = not self.run.alone and plan.in_python(self.order) < plan.SHORT
        if why_not is not None or (looks_short and "compiled" not in vars(self)):
            found = yield from self._in_python(why_not, first)
            if found is None:
                return None
            number = found
        self.run.begin("machine code")
        from .loops.machine_loops import replay

        compiled = self.compiled
        words = compiled.layout.fresh()
        if first != -1:
            compiled.layout.go_on(words, 0, self.program.levels[0].domain & first)
        replay(compiled, words, number, self.run.control.check)
        if promised is None or self.run.control.jobs > 1:
            yield from self._in_machine_code(words)
            return None
        return (yield from self._until_given_up(words, promised))

    # ------------------------------------------------------------------------ in Python

    def _in_python(self, why_not: str | None, first: int) -> Generator[Any, None, int | None]:
        """The loops in Python, to their end; or the number of rows until they took too long."""
        self.run.begin("python loops", **({"because": why_not} if why_not else {}))
        most, number = None if why_not is not None else MOST_TICKS, 0
        tick = Clock(self.run.control, most).tick
        unwatched = UNWATCHED if most is None else FEW_UNWATCHED
        loops = generate(self.program, counting=self.run.counting, unwatched=unwatched)
        try:
            if self.run.counting:
                yield loops(tick, first)
                return None
            for row in loops(tick, first):
                number += 1
                if row in self.given:
                    self.given.discard(row)
                else:
                    yield row
        except plan.OutOfPatience:
            return number
        return None

    # ------------------------------------------------------------------- in machine code

    @cached_property
    def compiled(self) -> Compiled:
        """The loops as machine code."""
        from .loops.machine_loops import Compiled

        return Compiled(self.program, rows=not self.run.counting)

    def _in_machine_code(self, words: array[int]) -> Iterator[Any]:
        from .loops.machine_loops import NODES_A_CALL, finds
        from .loops.state import halved

        compiled, is_alone = self.compiled, self.run.control.jobs == 1
        nodes = NODES_A_CALL if is_alone else NODES_BETWEEN_SHARES
        search, halve = partial(finds, compiled, nodes=nodes), partial(halved, compiled.layout)
        for found in by_threads(search, halve, words, self.run.control):
            self._nodes += nodes if is_alone else 0
            yield from [found] if self.run.counting else self._rows_of(found)

    def _rows_of(self, batch: array[int]) -> Iterable[Any]:
        """The rows of a batch that were not given, in the form that is asked for."""
        left = without(batch, self.given) if self.given else batch
        return self.run.shaped(left) if left else ()

    def _until_given_up(
        self, words: array[int], promised: float
    ) -> Generator[Any, None, Unsearched | None]:
        """The rows of machine code, and what is left where the kernel is quicker for it."""
        from .loops.machine_loops import NODES_A_CALL, finds

        compiled, control = self.compiled, self.run.control
        nodes, most = 0, max(promised * plan.RASH, plan.FEWEST_NODES)

        def check() -> None:
            nonlocal nodes
            control.check()
            nodes += NODES_A_CALL
            if nodes > most and words[0] != FINISHED:
                raise plan.OutOfPatience

        while True:
            try:
                for batch in finds(compiled, words, check):
                    yield from self._rows_of(batch)
            except plan.OutOfPatience:
                left = self._untried(words)
                if is_quicker_for(self.run, left, nodes * self._work_at_a_node):
                    return left
                most *= 2
            else:
                return None

    def _untried(self, words: array[int]) -> Unsearched:
        """The boxes that are left, without the rows that were given."""
        from .loops.state import untried

        variables = self.run.model.variables
        clauses, path = list[Constraint](), list[Constraint]()
        levels = untried(self.compiled.layout, words)
        for place, chosen, values in levels:
            variable = variables[place]
            may_be = values if chosen is None else [*values, chosen]
            clauses.append(any_of([*path, *(variable == value for value in may_be)]))
            path += [] if chosen is None else [variable != chosen]
        clauses += [other_than(variables, row) for row in self.given]
        return Unsearched(len(levels), tuple(clauses))


class Clock:
    """The clock of generated loops, which stops them by what it raises."""

    def __init__(self, control: Control, most: int | None) -> None:
        self._control, self._most = control, most
        self._number = 0

    def tick(self) -> None:
        """Raises: Stopped where the control says so; OutOfPatience after `most` ticks."""
        self._number += 1
        if self._number % TICKS:
            return
        self._control.check()
        if self._most is not None and self._number > self._most:
            raise plan.OutOfPatience


def refusal(run: Run, program: Program) -> str | None:
    """The reason why loops stay in Python; empty where that is obvious, None if they need not."""
    if run.alone == "python" or not program.levels or not program.possible:
        return ""
    if not can_compile():
        return NO_LLVMLITE
    try:
        refuse(program)
    except NotCompilable as reason:
        return str(reason)
    return None


def halves(run: Run, program: Program, work: float) -> list[tuple[int, int]]:
    """Candidates of the first level, each with the weight of the solutions below."""
    look = LOOK * (len(run.model.variables) + len(run.model.constraints))
    if work < look or "mirror" not in run.control.options.shortcuts:
        return WHOLE
    found = mirrored_halves(run.model, program)
    if found is None:
        return WHOLE
    run.control.statistics["shortcut"] = "mirror"
    return found


# ---------------- Counting half: where reversing all values is a symmetry, solutions come in pairs.


def mirrored_halves(model: Model, program: Program) -> list[tuple[int, int]] | None:
    """Candidates of the first level with their weights; None without the symmetry.

    It is proven on the declaration. A solution and its image differ in the first variable, unless
    its value is the middle one.
    """
    from ...models.language.symmetry.invariance import Invariance
    from ...models.language.symmetry.symmetries import complement

    if not program.levels or program.levels[0].wide or program.levels[0].filters:
        return None
    level = program.levels[0]
    size = level.domain.bit_length()
    if size < 2 or _turned(level.domain, size) != level.domain:
        return None
    if not Invariance(model).holds(complement(model.variables)):
        return None
    lower = level.domain & ((1 << size // 2) - 1)
    middle = level.domain & ~lower & ~_turned(lower, size)
    return [(lower, 2), (middle, 1)] if middle else [(lower, 2)]


def _turned(word: int, size: int) -> int:
    return int(f"{word:0{size}b}"[::-1], 2)
