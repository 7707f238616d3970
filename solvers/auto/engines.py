"""The engines of auto in their order: each takes what the one before has left, or stands alone.

    the diagram                         a count over a graph, at first
    read -> loops in Python             few assignments and nothing but code, or no machine code
         -> the kernel                  Python at first, then machine code
              -> loops in machine code  where they look quicker for what is left
                   -> the kernel        where they broke their promise
              -> the diagram            a count, where its tree is large
              -> a solver that learns   where nothing else progresses

Which of them searches follows from the model and the options, by counted work.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from ...models.language.global_constraints.connected import OverGraph
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.nodes import describe
from ..harness.contract import Assignment, BoxControl, Control, Stopped, Unsupported
from ..harness.registry import solver_named
from ..harness.rows.arrays import ROWS, collected
from ..harness.running.run import Seen
from . import plan
from .engine_run import Row, Run, tuples
from .kernel.kernel_search import posted
from .kernel.machine_source import records as at
from .kernel_engine import (
    Trial,
    begun,
    by_kernel,
    first_due,
    first_learned,
    is_hopeless,
    may_learn_first,
    rest_of,
)
from .paired_lists import in_two, pairs
from .plan import Order, Task, read
from .reading.normal_forms import Unposted

# ------------- When a count asks the diagram: the one counter beyond listing, within a given work.
#
# The search goes on from where it was where the diagram does not come to its end. Each time the
# diagram is asked it gets several times the work of the time before, and no more than a part of
# what the search has done or is sure to have before it, so that in vain it costs little.


DIAGRAM = "diagram"
MOST = 10_000_000_000
"""The most work that a diagram is tried for on an estimate."""
LEAST, LEAST_BESIDE_LOOPS = 10_000_000, 100_000_000
"""Less work is not worth reading a model anew; nor this much beside loops, which end soon."""
AGAIN = 1.9
"""The quotient of the work of a diagram and of that before, which goes on; under 2, to which
doubled work comes but for a rounding.
"""
AT_FIRST, FEW = 2_000_000_000, 20
"""The work of a diagram before a long search of a model with constraints over a graph, and others;
with FEW variables there is none.
"""
FOR_DAYS, SHARE_FOR_DAYS = 10**15, 0.25
"""The work left for which the diagram comes before descents, and its share of that of compiling."""
SHARE = 0.13
"""The share of the work that is done, or that loops expect, for which a diagram is tried."""


class Asking:
    """The diagrams that one count has asked for."""

    def __init__(self, model: Model, control: Control) -> None:
        self._model, self._control = model, control
        self._given = 0.0
        self._counting: Any = None
        options = control.options
        self._may = options.hand_over and "merge" in options.shortcuts and not control.backend

    def count(self, work: float, most: float = MOST, least: float = LEAST) -> int | None:
        """The number of solutions by a diagram, if that much work makes it; else None."""
        given = min(work, most)
        if not self._may or given < max(least, AGAIN * self._given):
            return None
        self._given = given
        if self._counting is None:
            counting = getattr(solver_named(DIAGRAM).module, "Counting", None)
            if counting is None:  # another package's solver of that name
                return None
            self._counting = counting(self._model)
        inside = BoxControl.inside(self._control, None)
        found: int | None = self._counting.within(inside, given)
        if found is not None:
            statistics = self._control.statistics
            statistics.clear()
            statistics.update(engine=DIAGRAM, handed_over=DIAGRAM, **inside.statistics)
        return found


FIRST_ROWS = 8
"""The most rows that are given before an engine is chosen."""
MOST_TRIAL, SOONER, SOONER_LISTED = 64, 4, 16
"""The multiple of the work of compiling after which the kernel goes on for good, and the part of it
for several threads, of which one makes the trial: to count, as a diagram may, and to list.
"""
MOST_LISTED = 10**15
"""The most solutions by which the work of listing them is reckoned."""


def assignments(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, by whichever engine looks quickest, or the one that is named."""
    names = tuple(variable.name for variable in model.variables)
    return (dict(zip(names, row, strict=True)) for row in _found(Run(model, control)))


def counts(model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`, in parts."""
    return _found(Run(model, control, counting=True))


def batches(model: Model, control: Control) -> Iterator[Any]:
    """Every solution: a row, or of machine code many of them, one behind the other."""
    if not control.all_at_once:
        return _found(Run(model, control, form="array"))
    two = [] if control.backend else in_two(model)
    return pairs(model, two, control, _listed) if two else _listed(model, control)


def _listed(model: Model, control: Control) -> Iterator[Any]:
    """Every solution, many together."""
    return _together(_found(Run(model, control, form="array")), _packed)


def blocks(model: Model, control: Control) -> Iterator[Any]:
    """Every solution, in NumPy arrays of rows × variables."""
    found = _found(Run(model, control, form="block"))
    return _together(found, lambda rows: collected(rows, model.variables))


def _together(found: Iterator[Any], pack: Callable[[list[Row]], Iterable[Any]]) -> Iterator[Any]:
    """The same reports, but single rows as `pack` puts them together."""
    rows: list[Row] = []
    try:
        for one in found:
            if not isinstance(one, tuple):
                yield one
                continue
            rows.append(one)
            if len(rows) == ROWS:
                yield from pack(rows)
                rows = []
    except Stopped:
        yield from pack(rows)
        raise
    yield from pack(rows)


def _packed(rows: list[Row]) -> Iterable[Any]:
    """Rows in one array, where there are any and 64 bits hold them."""
    try:
        return [array("q", chain.from_iterable(rows))] if rows and rows[0] else rows
    except OverflowError:
        return rows


def _found(run: Run) -> Iterator[Any]:
    return ALONE[run.alone](run) if run.alone in ALONE else _one_after_the_other(run)


# ------------------------------------------------------------------------ one after the other


def _one_after_the_other(run: Run) -> Iterator[Any]:
    asking = Asking(run.model, run.control)
    task = read(run.model)
    if not task.domains:
        yield from _at_once(run, task)
        return
    is_kernel = run.alone == "kernel"
    is_short = task.is_few and task.is_code if run.may_compile else task.is_few or not task.is_large
    may_loop = is_short and task.suits_loops and run.control.project is None
    if not is_kernel and may_loop and plan.in_python(task.declared) <= plan.SHORT:
        yield from _by_loops(run, task.best)
        return
    try:
        task, trial = begun(run, task)
    except Unposted as reason:
        if is_kernel:
            what = _not_taken(run.model)
            raise Unsupported(f"auto[kernel] does not take {what}: {reason}") from reason
        yield from _without_kernel(run, task)
        return
    run.begin("kernel")
    if task.domains is None:
        return
    if is_kernel or run.control.project is not None:
        yield from _by_kernel(run, task, trial)
    elif run.counting:
        yield from _and_held(_by_kernel_or(run, task, trial, asking), trial)
    else:
        yield from _by_kernel_or(run, task, trial, asking)


def _work_at_first(model: Model) -> float:
    """The work of a diagram before a long search, which takes constraints over graphs in parts."""
    over_graph = [isinstance(one, OverGraph) for one in model.constraints]
    if len(model.variables) <= FEW or not any(over_graph):
        return 0
    return MOST if all(over_graph) else AT_FIRST


def _and_held(parts: Iterable[int], trial: Trial) -> Iterator[int]:
    """The parts of a number; where it is stopped, also what a trial has found beyond them."""
    given = 0
    try:
        for part in parts:
            given += part
            yield part
    except Stopped:
        held = sum(trial.take())
        if held > given:
            yield held - given
        raise


def _by_kernel(run: Run, task: Task, trial: Trial) -> Iterator[Any]:
    """The search by the kernel alone, or what is projected of it."""
    from .projection import Projected

    if run.control.project is None:
        return by_kernel(run, task, trial)
    return Projected(run, task, trial).found()


def _at_once(run: Run, task: Task) -> Iterator[Any]:
    """The solutions where a variable has no value, or where there is none."""
    run.begin("kernel")
    if task.domains is not None and task.program(()).possible:
        yield 1 if run.counting else ()


def _without_kernel(run: Run, task: Task) -> Iterator[Any]:
    """The search of what the kernel does not take: by loops, however deep they are."""
    if run.control.project is None:
        yield from _by_loops(run, task.best)
        return
    seen = Seen(run.control.project)
    for row in _by_loops(replace(run, form="rows", counting=False), task.best):
        if seen.is_new(dict(zip(task.names, row, strict=True))):
            yield 1 if run.counting else row


def _by_loops(run: Run, order: Order, asking: Asking | None = None) -> Iterator[Any]:
    """The search by loops, and by the kernel of what they leave."""
    from .loops_engine import Loops  # late: most models need no loops

    asking = asking or Asking(run.model, run.control)
    loops = Loops(run, order)
    if not run.counting:
        yield from loops.found()
        return
    work = plan.by_loops(order, machine=run.may_compile)
    jobs = run.control.jobs if run.may_compile else 1
    share = SHARE / jobs  # the diagram is made by one thread, while others wait
    if (number := asking.count(share * work, least=LEAST_BESIDE_LOOPS)) is not None:
        yield number
        return
    total = 0
    for part in loops.found():
        total += part
        done = max(plan.NODE_IN_MACHINE_CODE * min(total, MOST_LISTED), loops.work)
        if (number := asking.count(share * done, least=LEAST_BESIDE_LOOPS)) is not None:
            yield number - (total - part)
            return
        yield part


def _by_kernel_or(run: Run, task: Task, trial: Trial, asking: Asking) -> Iterator[Any]:
    """The search by the kernel, or by loops as soon as they look quicker.

    A part of what loops cost to compile is spent on the kernel before they are written. What a
    trial finds is kept until it is chosen, but for the first rows: nobody is to wait for these,
    and they are left out where loops find them again.
    """
    check, given = run.control.check, set[Row]()
    at_first = _work_at_first(run.model) if run.counting else 0
    root = array("q", trial.memory) if may_learn_first(run, trial) else None
    trial.go_on(SHARE * at_first if at_first == AT_FIRST else plan.FIRST, check)
    if trial.is_done:
        yield from by_kernel(run, task, trial)
        return
    if root and first_due(run, trial) < math.inf:
        for row in trial.dive(root, check):
            yield from run.shaped(row)
    del root
    compiling = plan.compiling(task)
    if run.counting and trial.left > FOR_DAYS:
        at_first = max(at_first, SHARE_FOR_DAYS * compiling)
    if (number := asking.count(at_first)) is not None:
        yield number
        return
    yield from _first_rows(run, trial, given)
    if run.control.options.limit is None:
        settle_order(trial, check)
        yield from _first_rows(run, trial, given)
    few = task.open_variables <= plan.MOST_LEVELS
    expected = 0.0 if few else float("inf")
    limit = plan.FIRST + compiling / (16 if run.counting else 4)
    due = first_due(run, trial)
    if due < math.inf and run.control.options.limit is not None:
        limit = max(limit, 2 * due)  # loops are not planned before another solver was asked once
    last = MOST_TRIAL * compiling if few or run.counting else 0.0
    if run.control.jobs > 1:
        last /= SOONER if run.counting else SOONER_LISTED
    elif run.counting:
        last = math.inf  # a diagram is asked as long as it takes
    by_tree = float("inf")
    while limit < last and not (trial.is_done or is_hopeless(run, trial)):
        if run.counting:
            before, by_tree = by_tree, min(trial.left, trial.left_lately())
            falls = by_tree <= before / 2  # an estimate that is not to be trusted
            first = compiling / 2 if before == float("inf") else trial.work
            most = first if falls else MOST
            number = asking.count(max(SHARE * trial.work, by_tree / 2000), most)
            if number is not None:
                yield number
                return
        if trial.work >= first_due(run, trial) and (yield from first_learned(run, trial)):
            return
        due = first_due(run, trial)
        trial.go_on(min(limit, due), check)
        yield from _first_rows(run, trial, given)
        if trial.work < limit and not (trial.is_done or trial.holds_much):
            continue
        if (trial.work > plan.LATE * expected or trial.holds_much) and not trial.is_done:
            left = trial.sampled_left(check)
            expected = trial.work + left
            if run.counting and left > compiling:  # a little before loops are planned
                number = asking.count(left / 400, compiling / 2)
                if number is not None:
                    yield number
                    return
            if _are_loops_quicker(run, task, trial, left):
                yield from _by_loops_or(run, task, given, asking)
                return
        if trial.holds_much:
            break
        limit *= 2
    if run.counting and is_hopeless(run, trial):
        number = asking.count(trial.left / 2)
        if number is not None:
            yield number
            return
    yield from by_kernel(run, task, trial)


def settle_order(trial: Trial, check: Callable[[], None]) -> None:
    """Search for a while, then in the declared order if descents promise far less by that."""
    memory, more = trial.memory, plan.SURELY_MORE
    due = plan.STEPS_BY_WEIGHTS * trial.work / max(memory[at.STEPS], 1)
    for _ in range(2):  # since it also ends at the first row
        if not (trial.is_done or trial.holds_much):
            trial.go_on(due, check)
    if trial.is_done or trial.holds_much or trial.probes:
        return
    if trial.left < plan.WORTH_ASKING * trial.work:
        return
    memory[at.IN_ORDER] = 1
    in_order = more * trial.sampled_left(check, trial.left / more)
    memory[at.IN_ORDER] = 0
    if in_order <= trial.left and in_order <= trial.sampled_left(check):
        memory[at.IN_ORDER] = 1


def _by_loops_or(run: Run, task: Task, given: set[Row], asking: Asking) -> Iterator[Any]:
    """The search by loops that the kernel's estimate promises to be quicker, while they are."""
    from .loops_engine import Loops

    if run.counting:
        yield from _by_loops(run, task.best, asking)
        return
    loops = Loops(run, task.best, given)
    left = yield from loops.found(promised=task.best.nodes)
    if left is None:
        if loops.given:
            raise RuntimeError("loops do not find solutions that the kernel found")
        return
    rest = replace(run, model=rest_of(run.model, left))
    task = read(rest.model)
    if task.domains is not None:
        rest.begin("kernel", after="machine code", boxes=left.boxes)
        task, trial = begun(rest, task)
        if task.domains is not None:
            yield from by_kernel(rest, task, trial)


def _are_loops_quicker(run: Run, task: Task, trial: Trial, left: float) -> bool:
    """True if loops look quicker than the kernel, which has work left: they are planned."""
    if left <= plan.compiling(task) or not task.suits_loops:
        return False
    may_be_hopeless = run.may_hand_over and trial.finds_few
    most = min(left, plan.HOPELESS_LOOPS) if may_be_hopeless else left
    nodes = trial.nodes * (1 + left / trial.work)
    return plan.quicker(task.best, most, nodes, machine=run.may_compile)


def _first_rows(run: Run, trial: Trial, given: set[Row]) -> Iterator[Any]:
    """A few rows, and one that is known, once."""
    if trial.known is not None:
        given.add(tuple(trial.known))
    elif not run.counting and not given:
        for batch in trial.take(FIRST_ROWS):
            given.update(tuples(batch, len(run.model.variables)))
            yield from run.shaped(batch)


# ------------------------------------------------------------------------- engines by name


def _not_taken(model: Model) -> str:
    """The first variable, or constraint, that the kernel does not take alone, in words."""
    parts = [(variable.name, Model("part", variable)) for variable in model.variables]
    parts += [
        (describe(constraint), Model("part", *model.variables, constraint))
        for constraint in model.constraints
    ]
    for words, part in parts:
        task = read(part)
        try:
            posted(task.domains or [], task.forms, task.place_of)
        except Unposted:
            return words
    return "this model"


def _loops_alone(run: Run) -> Iterator[Any]:
    from .loops_engine import Loops

    task = read(run.model)
    if task.domains is None:
        return
    if task.open_variables > plan.MOST_LEVELS:
        raise Unsupported(
            f"auto[loops] nests {plan.MOST_LEVELS} loops at most, and this model has"
            f" {task.open_variables} open variables"
        )
    yield from Loops(run, task.best).found()


def _diagram_alone(run: Run) -> Iterator[Any]:
    diagram = solver_named(DIAGRAM).module
    run.begin(DIAGRAM)
    if run.counting:
        yield from diagram.counts(run.model, run.control)
        return
    for found in diagram.solutions(run.model, run.control):
        yield tuple(found[variable.name] for variable in run.model.variables)


ALONE: Mapping[str, Callable[[Run], Iterator[Any]]] = {
    "loops": _loops_alone,
    "diagram": _diagram_alone,
}
"""Engines that are asked by name: each searches by itself, or says that it cannot."""
