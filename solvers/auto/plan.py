"""From a model to a program: normal forms, and the best order found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from ...models.language.global_constraints.connected import OverGraph
from ...models.language.keeping import cached_property
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.nodes import WithoutCollecting
from .common.code import Program
from .common.slots import operations
from .loops.unfinished_levels import WIDEST
from .reading.cliques import with_cliques
from .reading.normal_forms import (
    Automaton,
    Circuit,
    Cumulative,
    Domain,
    Form,
    Linear,
    Logic,
    NValue,
    Table,
)
from .reading.normalise import Normaliser, cut_domains

FEW = 50_000
"""The most assignments of a tree that is searched in the declared order without estimates."""
MANY = 20
"""The most open variables with which loops alone are no risk."""
GOOD_ENOUGH = 10_000
"""The most nodes of the declared order, in a small task, with which no other is estimated."""
TOO_MANY = 2_000_000
"""The nodes of that order that few descents are enough to see as too many for Python."""


@dataclass(frozen=True)
class Order:
    """An order of the open variables, the program that follows it, and its estimated nodes."""

    name: str
    program: Program
    nodes: float


@dataclass(frozen=True)
class Task:
    """A model in normal forms. `domains` is None if one is emptied."""

    names: tuple[str, ...]
    forms: Sequence[Form]
    domains: list[Domain] | None

    @cached_property
    def place_of(self) -> dict[str, int]:
        """The place of each variable."""
        return {name: place for place, name in enumerate(self.names)}

    @property
    def is_large(self) -> bool:
        """True if loops alone are a risk: many open variables, or very many values."""
        wide = any(len(domain) > WIDEST for domain in self.domains or ())
        return wide or self.open_variables > MANY

    @property
    def suits_loops(self) -> bool:
        """True if loops cut as soon as the kernel does, or if the assignments are few."""
        rather = Table | Automaton | Circuit | NValue | Cumulative
        if self.is_over_graphs:
            return False  # loops would test what it is decomposed into
        return self.is_few or not any(isinstance(form, rather) for form in self.forms)

    @property
    def is_code(self) -> bool:
        """True if each constraint is code of its own, which loops run and the kernel tabulates."""
        return bool(self.forms) and all(
            isinstance(form, Logic) or (isinstance(form, Linear) and form.total.others)
            for form in self.forms
        )

    @cached_property
    def is_over_graphs(self) -> bool:
        """True if a constraint is over a graph."""
        logic = (form.constraint for form in self.forms if isinstance(form, Logic))
        return any(isinstance(constraint, OverGraph) for constraint in logic)

    @cached_property
    def open_variables(self) -> int:
        """The number of variables that have several values left."""
        return sum(len(domain) > 1 for domain in self.domains or ())

    @cached_property
    def declared(self) -> Order:
        """The declared order. Its estimate is rough where it is plainly short, or too long."""
        if self.is_few:
            return Order("declared", self.program(self._places), 0.0)
        return self._estimated("declared", self._places, small=GOOD_ENOUGH, large=TOO_MANY)

    @cached_property
    def best(self) -> Order:
        """The order with the fewest estimated nodes."""
        if self.is_few or (not self.is_large and self.declared.nodes <= GOOD_ENOUGH):
            return self.declared
        assert self.domains is not None, "there is an order where something is left"
        from .loops.ordering import orders  # late: most models need no loops

        is_known = not self.is_large and self.declared.nodes <= TOO_MANY
        first = self.declared if is_known else self._estimated("declared", self._places)
        others = orders(self.domains, self.forms, self.place_of).items()
        found = [first, *(self._estimated(*one) for one in others if one[1] != self._places)]
        return min(found, key=lambda order: order.nodes)

    @property
    def _places(self) -> tuple[int, ...]:
        """The places of the open variables."""
        assert self.domains is not None, "there is an order where something is left"
        return tuple(place for place, domain in enumerate(self.domains) if len(domain) > 1)

    @property
    def is_few(self) -> bool:
        """True if the assignments are so few that the declared order is as good as any."""
        return math.prod(map(len, self.domains or ())) <= FEW

    def _estimated(
        self, name: str, order: Sequence[int], small: float = 0.0, large: float = math.inf
    ) -> Order:
        from .loops.ordering import estimated_nodes

        program = self.program(order)
        return Order(name, program, estimated_nodes(program, small=small, large=large))

    def program(self, order: Sequence[int]) -> Program:
        """The program that chooses the open variables in `order`."""
        assert self.domains is not None, "there is a program where something is left"
        from .loops.loops_of_model import lower

        found = self._programs.get(tuple(order))
        if found is None:
            found = lower(self.names, self.domains, self.forms, order)
            self._programs[tuple(order)] = found
        return found

    @cached_property
    def _programs(self) -> dict[tuple[int, ...], Program]:
        """The programs so far, by their orders."""
        return {}


def read(model: Model) -> Task:
    """`model`, which has integer domains only, as a task before anything is propagated."""
    with WithoutCollecting():
        return _read(model)


def _read(model: Model) -> Task:
    variables, constraints = cut_domains(model.variables, model.constraints)
    names = tuple(variable.name for variable in variables)
    if not all(variable.domain for variable in variables):
        return Task(names, [], None)
    domains = [cast(Domain, variable.domain) for variable in variables]
    forms = list(with_cliques(list(Normaliser(variables)(constraints)), domains))
    _keep_columns(domains, forms)
    return Task(names, forms, domains if all(domains) else None)


def _keep_columns(domains: list[Domain], forms: Sequence[Form]) -> None:
    """Leave variables the values that a table has for them, however many they had."""
    for form in forms:
        if isinstance(form, Table) and form.allowed:
            for place, column in zip(form.places, form.columns, strict=True):
                domain, found = domains[place], column.different
                if len(found) < len(domain) or not found.issuperset(domain):
                    domains[place] = tuple(sorted(value for value in found if value in domain))


# -------------------------------------- The choice of an engine for a task, by counted work alone.
#
# Work is counted in nodes of loops, levels to compile, and steps of the kernel, each at a price in
# billionths of a second of a machine of the year 2026. No clock is read: the same model is
# searched by the same engine in the same order, whatever else the machine does.


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
FIRST = 1_000_000
"""The work of the kernel before any loops are written."""
STEPS_BY_WEIGHTS, WORTH_ASKING, SURELY_MORE = 150_000, 8, 2
"""The steps of the kernel before the declared order is tried by descents, the quotient of what is
left and done from which it is, and of what the order by weights and that one leave from which the
declared one is taken.
"""
SHORT = 20_000_000
"""The work of loops in Python that nothing else is tried for."""
RASH = 8
"""The quotient of nodes that loops make and promised, above which the kernel is asked again."""
FEWEST_NODES = 30_000_000
"""The nodes of loops that are not worth asking."""
MOST_HELD = 1 << 22
"""The most numbers of rows that wait for the choice of an engine."""
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

TURN, EFFORT, LONGER = 3_000_000, 0.01, 4
"""The work of the kernel before a learning solver is first asked for the best value, the effort of
CP-SAT then, some hundredths of a second, and the factor of both from one turn to the next.
"""
MANY_VALUES = 128
"""The values of a goal above which a learning solver is not required to find better ones alone: a
constraint parallel to what it makes small or great keeps it busy longer than finding them again.
"""
TURN_FOR_ANY = 40_000_000
"""The least such work where that solver is asked for any solution."""
WORD_TO_TRANSLATE = 2_000
"""A part, for each word of what is posted, of the work of translating a model for that solver."""
FAR = 12
"""The quotient of the work that is left and that of translating above which a search for the best
is handed over although it did less.
"""
SOON, BELIEVED = 2, 2
"""The quotient of the work that is left, by descents, and done up to which the kernel goes on
alone; and how often in a row it does so before it is seen that it is later than that.
"""
MUCH_LATER = 16
"""The same quotient above which that solver's turn is made longer in proportion, up to a limit."""
HARDLY_LONGER = 1.5
"""The quotient of a turn's effort and the longest before it below which it is left out."""
PATIENCE = 2_000_000_000
"""The work of the kernel before the rest is handed over."""
HOPELESS = 25_000_000_000
"""The work expected of the kernel above which the rest is handed over."""
PATIENCE_ON_GRAPHS, HOPELESS_ON_GRAPHS = 50_000_000, 100_000_000
"""Both where it tries values before it decides, since learning from cuts is mostly quicker then."""
HOPELESS_LOOPS = 3_600_000_000_000
"""The same of loops, whose estimates are better."""
WORTH_A_SOLUTION = 4_000_000
"""The work of the kernel for each solution below which they come quickly enough."""
WORTH_ON_GRAPHS = 20_000_000
"""The same where it tries values before it decides."""


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
