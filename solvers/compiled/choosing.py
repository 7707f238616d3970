"""The choice of an engine for a task, by counted work alone.

Work is counted in nodes of loops, levels to compile, and steps of the kernel, each at a price in
billionths of a second of a machine of the year 2026. No clock is read: the same model is searched
by the same engine in the same order, whatever else the machine does.
"""

from __future__ import annotations

from .common.code import Program
from .common.slots import operations
from .plan import Order, Task

NODE_IN_PYTHON = 1_000
NODE_IN_MACHINE_CODE = 17
"""The same on average; in an order it is counted by operations."""
OPERATION = 0.6
"""An operation at a node in machine code, of which some are shared by nodes."""
LEVEL, FORM = 5_000_000, 150_000
"""A level of loops to plan and to compile, before they are planned, and a normal form in them."""
LEVEL_TO_COMPILE = 1_000_000
OPERATION_TO_COMPILE = 200_000
STEP, STEP_IN_PYTHON = 45, 4_000
"""A step of the kernel, as machine code and as the Python that it is written in."""
STEPS_IN_PYTHON = 15_000
"""The steps in Python that take as long as loading the kernel as machine code."""
FIRST = 1_000_000
"""The work of the kernel before any loops are written."""
SHORT = 20_000_000
"""The work of loops in Python that nothing else is tried for."""
RASH = 8
"""The quotient of nodes that loops make and promised, above which the kernel is asked again."""
FEWEST_NODES = 30_000_000
"""The nodes of loops that are not worth asking."""
LATE = 1.5
"""The quotient of the work done and what was expected, above which it is estimated again."""
SURE = 1.5
"""The quotient of the works of the kernel and of loops above which loops are surely quicker."""
FEWER = 3
"""The quotient of nodes of the kernel and of loops up to which an estimate is believed."""
MOST_LEVELS = 600
"""The deepest nest of loops, whatever they promise."""
MOST_WORK = 1e18
"""More work than is ever done."""

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


def compiling(task: Task) -> float:
    """The work of planning and compiling loops over the open variables of a task."""
    return float(LEVEL * min(task.open_variables, MOST_LEVELS) + FORM * len(task.forms))


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


def by_loops(order: Order, *, machine: bool) -> float:
    """The work of loops in an order: short ones in Python, others as machine code."""
    work = in_python(order)
    return as_machine_code(order) if machine and work >= SHORT else work


def quicker(order: Order, left: float, nodes: float, *, machine: bool) -> bool:
    """True if loops look quicker than the kernel, which has work left, and a tree of `nodes`.

    Loops make more nodes than the kernel: where they promise far fewer, no descent came far.
    """
    return SURE * by_loops(order, machine=machine) < left and order.nodes * FEWER > nodes
