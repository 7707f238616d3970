"""From a model to a program: normal forms, and the best order found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import cast

from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.nodes import without_collecting
from .common.code import Program
from .lowering.estimate import estimated_nodes
from .lowering.loops_of_model import lower
from .lowering.ordering import orders
from .lowering.unfinished_levels import WIDEST
from .reading.cut_domains import cut_domains
from .reading.normal_forms import Automaton, Domain, Form, Loads, Rows, Tour, Values
from .reading.normalise import Normaliser

FEW = 50_000
"""The most assignments of a tree that is searched in the declared order without estimates."""
MANY = 20
"""The most open variables with which loops alone are no risk."""
GOOD_ENOUGH = 10_000
"""The most nodes of the declared order, in a small task, with which no other is estimated."""


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
        rather = Rows | Automaton | Tour | Values | Loads
        few = math.prod(map(len, self.domains or ())) <= FEW
        return few or not any(isinstance(form, rather) for form in self.forms)

    @property
    def open_variables(self) -> int:
        """The number of variables that have several values left."""
        return sum(len(domain) > 1 for domain in self.domains or ())

    @cached_property
    def best(self) -> Order:
        """The order with the fewest estimated nodes."""
        domains = self.domains
        assert domains is not None, "there is an order where something is left"
        declared = tuple(place for place, domain in enumerate(domains) if len(domain) > 1)
        if math.prod(len(domains[place]) for place in declared) <= FEW:
            return Order("declared", self.program(declared), 0.0)
        first = self._estimated("declared", declared)
        if not self.is_large and first.nodes <= GOOD_ENOUGH:
            return first
        others = orders(domains, self.forms, self.place_of).items()
        found = [first, *(self._estimated(*other) for other in others if other[1] != declared)]
        return min(found, key=lambda order: order.nodes)

    def _estimated(self, name: str, order: Sequence[int]) -> Order:
        program = self.program(order)
        return Order(name, program, estimated_nodes(program))

    def program(self, order: Sequence[int]) -> Program:
        """The program that chooses the open variables in `order`."""
        assert self.domains is not None, "there is a program where something is left"
        found = self._programs.get(tuple(order))
        if found is None:
            found = lower(self.names, self.domains, self.forms, order)
            self._programs[tuple(order)] = found
        return found

    @cached_property
    def _programs(self) -> dict[tuple[int, ...], Program]:
        """The programs so far, by their orders."""
        return {}


@without_collecting()
def read(model: Model) -> Task:
    """`model`, which has integer domains only, as a task before anything is propagated."""
    variables = cut_domains(model.variables, model.constraints)
    names = tuple(variable.name for variable in variables)
    if not all(variable.domain for variable in variables):
        return Task(names, [], None)
    forms = list(Normaliser(variables)(model.constraints))
    domains = [cast(Domain, variable.domain) for variable in variables]
    _keep_columns(domains, forms)
    return Task(names, forms, domains if all(domains) else None)


def _keep_columns(domains: list[Domain], forms: Sequence[Form]) -> None:
    """Leave variables the values that a table has for them, however many they had."""
    for form in forms:
        if isinstance(form, Rows) and form.allowed:
            for number, place in enumerate(form.places):
                domain = domains[place]
                values = sorted({row[number] for row in form.rows if row[number] in domain})
                if len(values) < len(domain):
                    domains[place] = tuple(values)
