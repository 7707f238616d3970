"""The choice of an engine for a task, by counted work alone.

Work is counted in nodes of loops, levels to compile, and steps of the kernel, each at a price in
billionths of a second of a machine of the year 2026. No clock is read: the same model is searched
by the same engine in the same order, whatever else the machine does.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .common.code import Program
from .common.slots import operations
from .plan import Order, Task

ROOT = 30_000
"""The work for a variable or a normal form of propagating a model once in Python."""
CHECKS = 50
"""The calls of `check` for which a task of many variables is first searched in Python."""
NODE_IN_PYTHON = 1_000
NODE_IN_MACHINE_CODE = 17
"""The same on average; in an order it is counted by operations."""
OPERATION = 0.6
"""An operation at a node in machine code, of which some are shared by nodes."""
LEVEL = 5_000_000
"""A level of loops to plan and to compile, before they are planned."""
LEVEL_TO_COMPILE = 1_000_000
OPERATION_TO_COMPILE = 200_000
STEP = 45
"""A step of the kernel."""
FIRST = 1_000_000
"""The work of the kernel before any loops are written."""
SHORT = 20_000_000
"""The work of loops in Python that nothing else is tried for."""
LONG = 500_000_000
"""The same of few variables, where there is no kernel."""
PROPAGATED_NODE = 60_000
"""A node of propagation in Python."""
RASH = 8
"""The quotient of nodes that loops make and promised, above which the kernel is asked again."""
FEWEST_NODES = 30_000_000
"""The nodes of loops that are not worth asking."""
LATE = 1.5
"""The quotient of the work done and what was expected, above which it is estimated again."""
FEWER = 3
"""The quotient of nodes of the kernel and of loops up to which an estimate is believed."""
VISITED = 200
"""The nodes visited for an estimate of propagation."""
MOST_LEVELS = 600
"""The deepest nest of loops, whatever they promise."""
LOADING_KERNEL = 60_000_000
"""The work of loading the kernel."""

PATIENCE = 2_000_000_000
"""The work of the kernel before the rest is handed over."""
HOPELESS = 25_000_000_000
"""The work expected of the kernel above which the rest is handed over."""
HOPELESS_LOOPS = 3_600_000_000_000
"""The same of loops, whose estimates are better."""
WORTH_A_SOLUTION = 4_000_000
"""The work of the kernel for each solution below which they come quickly enough."""


class OutOfPatience(Exception):
    """A trial has used up its work."""


def tried(task: Task, check: Callable[[], None]) -> list[tuple[int, ...]] | None:
    """All solutions of a task, if propagation in Python finds them in `CHECKS`; else None."""
    left = CHECKS

    def patiently() -> None:
        nonlocal left
        check()
        left -= 1
        if left < 0:
            raise OutOfPatience

    try:
        return list(task.dynamic().rows(patiently, {}))
    except OutOfPatience:
        return None


def at_the_root(task: Task) -> float:
    """The work of propagating a task in Python before it is searched."""
    return float(ROOT * (len(task.names) + len(task.forms)))


def is_for_the_kernel(task: Task) -> bool:
    """True if loading the kernel takes less than propagating a task in Python would."""
    return at_the_root(task) > LOADING_KERNEL


def compiling(task: Task) -> float:
    """The work of planning and compiling loops over the open variables of a task."""
    return float(LEVEL * min(task.open_variables, MOST_LEVELS))


def in_python(order: Order) -> float:
    """The work of loops in Python."""
    return order.nodes * NODE_IN_PYTHON


def as_machine_code(order: Order) -> float:
    """The work of loops as machine code, compiled first."""
    levels, found = len(order.program.levels), operations(order.program)
    compiled = levels * LEVEL_TO_COMPILE + found * OPERATION_TO_COMPILE
    return compiled + order.nodes * at_a_node(order.program)


def at_a_node(program: Program) -> float:
    """The work at a node of loops as machine code."""
    return NODE_IN_MACHINE_CODE / 4 + OPERATION * operations(program) / len(program.levels)


def by_loops(order: Order) -> float:
    """The work of loops in an order: short ones in Python, others as machine code."""
    work = in_python(order)
    return work if work < SHORT else as_machine_code(order)


def quicker(order: Order, left: float, nodes: float) -> bool:
    """True if loops look quicker than the kernel, which has work left, and a tree of `nodes`.

    Loops make more nodes than the kernel: where they promise far fewer, no descent came far.
    """
    return by_loops(order) < left and order.nodes * FEWER > nodes


def by_propagation(task: Task, check: Callable[[], None]) -> float:
    """The work of propagation in Python, from random descents."""
    engine, random = task.dynamic(), Random(0)
    visited, estimates = 0, list[float]()
    while len(estimates) < 3 or visited < VISITED:
        nodes, depth = engine.descend(random, check)
        estimates.append(nodes)
        visited += depth
    return sum(estimates) / len(estimates) * PROPAGATED_NODE


def in_loops(task: Task, check: Callable[[], None], *, machine: bool) -> Order | None:
    """The order of loops, where there is no kernel; None where propagation looks quicker."""
    if task.open_variables > MOST_LEVELS:
        return None
    order = task.best
    work = by_loops(order) if machine else in_python(order)
    if work < (SHORT if task.is_large else LONG) or work < by_propagation(task, check):
        return order
    return None
