"""The diagram of a model straight from its declaration, in the order that is done first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count
from math import inf
from typing import TypeVar

from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.nodes import WithoutCollecting
from ...models.language.phrases import grouped
from .components import Components, components_of
from .decision_diagram import Diagram, Limits, TooLarge, no_rows
from .diagram_levels import RowCount, levels_of
from .frontier import Plan, orders
from .reading_of_model import Reading, TooManyValues, reading_of

FIRST_NODES = 2_000
"""The limit of the first round of the race."""
GROWTH = 5
"""The factor by which the limit grows from round to round."""
NODES_OF_A_PART, FEWEST_PARTS = 100, 10_000
"""The nodes that take as long as the count of a part, and the parts that are worth a beginning."""
WORDS_OF_A_NODE = 4
"""The words of a state with which it takes the work of two."""
NEAR = 10
"""The quotient of the states that are left and the limit up to which an order is waited for."""

MOST_PLACES = 2**31
"""Only so many values of a domain have a place in a level."""

T = TypeVar("T")
Make = Callable[[str, Sequence[int], int], T]
"""Makes something in an order, by its name and the places of its variables, of so many nodes."""


class Construction:
    """The diagrams of a model without labels and without an objective, over `names` or all."""

    def __init__(
        self,
        model: Model,
        limits: Limits,
        names: Sequence[str] | None = None,
        *,
        is_cut: bool = True,
    ) -> None:
        """The others than `names` are no levels where it `is_cut`, else the last ones."""
        self._model, self.limits = model, limits
        wanted = {variable.name for variable in model.variables} if names is None else set(names)
        self._first = [place for place, v in enumerate(model.variables) if v.name in wanted]
        self._size = len(self._first) if is_cut else len(model.variables)
        self._plans: dict[str, Plan | None] = {}
        self._counts: dict[str, RowCount] = {}
        self.goes_on = False
        """True if it is asked again with more nodes where these are too few."""
        self._known: dict[str, tuple[int, ...]] = {}
        """The orders that were asked for so far."""
        self._tried: dict[str, tuple[float, TooLarge]] = {}
        """By order, the most nodes that it was tried with, and why it was refused."""
        self._refused = 0
        """The limit at which no order was done, where it is raised."""

    @cached_property
    def _reading(self) -> Reading:
        """The model, read. Raises: TooLarge for domains that cannot be listed."""
        try:
            return reading_of(self._model, self.limits.check)
        except TooManyValues as error:
            words = f"{grouped(error.number)} values in all domains, too many to list,"
            raise TooLarge(0, len(self._first), "declared", words) from None

    @cached_property
    def orders(self) -> dict[str, tuple[int, ...]]:
        """The orders that are tried, by name: the places of the variables."""
        return dict(self._orders())

    @cached_property
    def _further(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        reading = self._reading
        return orders(len(self._model.variables), reading.scopes, self._first, reading.near())

    def _orders(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The orders one after the other; each is made once."""
        yield from list(self._known.items())
        for name, order in self._further:
            self._known[name] = order
            yield name, order

    def limits_of_rounds(self) -> Iterator[int]:
        """The most nodes of each round of the race."""
        nodes = FIRST_NODES
        while nodes < self.limits.nodes:
            if nodes > self._refused:
                yield nodes
            nodes *= GROWTH
        yield self.limits.nodes

    def raced(self) -> tuple[str, Diagram]:
        """The name of the first order whose diagram is done within a growing limit, and that.

        Raises: TooLarge where none is, of the order that comes first.
        """
        return self._raced(self._diagram)

    def counted(self) -> tuple[str, int]:
        """The name of the first order in which rows are counted, and their number.

        No diagram is held. Where all orders are far from their end, components are counted, too.
        Raises: TooLarge.
        """
        return self._raced(self._number, self._by_components)

    def _by_components(self, nodes: int, error: TooLarge) -> tuple[str, int]:
        """The number, if as much work as so many nodes finds it. Raises: `error`."""
        parts, most = count(), nodes // NODES_OF_A_PART
        is_near = min(map(self._left, self.orders)) <= NEAR * nodes

        def check() -> None:
            if next(parts) >= most:
                raise error
            self.limits.check()

        if self._components is None or most < FEWEST_PARTS or is_near:
            raise error
        return "components", self._components.within(check)

    @cached_property
    def _components(self) -> Components | None:
        return components_of(self._reading)

    def _raced(
        self, make: Make[T], otherwise: Callable[[int, TooLarge], tuple[str, T]] | None = None
    ) -> tuple[str, T]:
        error = None
        for nodes in self.limits_of_rounds():
            try:
                return self._round(nodes, make)
            except TooLarge as refused:
                error, self._refused = refused, nodes
            if otherwise is not None:
                with suppress(TooLarge):
                    return otherwise(nodes, error)
        assert error is not None, "there is a round"
        raise error

    def round(self, nodes: int) -> tuple[str, Diagram]:
        """One round of the race. Raises: TooLarge, of the order that comes first."""
        return self._round(nodes, self._diagram)

    def _round(self, nodes: int, make: Make[T]) -> tuple[str, T]:
        with WithoutCollecting():
            return self._first_done(nodes, make)

    def _first_done(self, nodes: int, make: Make[T]) -> tuple[str, T]:
        for name, most in self._attempts(nodes):
            if self._tried.get(name, (0,))[0] < most:
                try:
                    return name, make(name, self._known[name], most)
                except TooLarge as error:
                    self._tried[name] = (inf if error.is_final else most), error
                    if error.is_final:
                        del self._plans[name]
                        self._counts.pop(name, None)
        others = len(self.orders) - 1
        _, last = max(self._tried.values(), key=lambda tried: tried[0])
        raise last.with_more(f" and {others} other{'s' * (others > 1)}" if others else "")

    def _attempts(self, nodes: int) -> Iterator[tuple[str, int]]:
        """The orders with so many nodes: the one with the fewest states left first.

        Others that have as few by then have a part of these nodes, or at last all.
        """
        if nodes <= FIRST_NODES or not self._tried:
            yield next(self._orders())[0], nodes
        best, *others = sorted(self.orders, key=self._most_left)
        least = self._most_left(best)
        yield best, nodes
        yield from ((name, nodes // GROWTH) for name in others if self._most_left(name) <= least)
        if nodes == self.limits.nodes and not self.goes_on:
            yield from ((name, nodes) for name in others if self._left(name) <= NEAR * nodes)

    def _most_left(self, name: str) -> float:
        """The most states in the levels of an order that are left; `inf` where it is refused."""
        if self._tried.get(name, (0,))[0] == inf:
            return inf
        planned, counted = self._planned(name, self._known[name]), self._counts.get(name)
        return planned.most_left(counted.reached[0] if counted else 0) if planned else 0.0

    def _left(self, name: str) -> float:
        """The states that are expected there, where later levels are as full as the next one."""
        planned, counted = self._plans.get(name), self._counts.get(name)
        level, states = counted.reached if counted else (0, 1)
        full = states / 2 ** planned.widths[level - 1] if planned and level else 1
        return full * self._most_left(name)

    def in_order(self, name: str) -> Diagram:
        """The diagram in one order. Raises: TooLarge."""
        return self._diagram(name, self.orders[name], self.limits.nodes)

    def _plan(self, name: str, order: Sequence[int]) -> Plan | None:
        """The plan of an order; None where nothing solves the model."""
        reading = self._reading
        if not all(reading.values):
            return None
        machines = reading.machines(order)
        if machines is None:
            return None
        values = [reading.values[place] for place in order]
        places = [
            [domain.index(value) for value in some]
            for some, domain in zip(values, (reading.domains[p] for p in order), strict=True)
        ]
        if max(map(max, places), default=0) >= MOST_PLACES:
            raise TooLarge(0, len(order), name, "a value past the 2^31st of its domain")
        return Plan(name, values, places, machines)

    def _planned(self, name: str, order: Sequence[int]) -> Plan | None:
        if name not in self._plans:
            self._plans[name] = self._plan(name, order)
        return self._plans[name]

    def _number(self, name: str, order: Sequence[int], nodes: int) -> int:
        planned = self._planned(name, order)
        if planned is None:
            return 0
        counted = self._counts.setdefault(name, RowCount(planned))
        if self.goes_on:  # nodes stand for work, and wide ones take more
            nodes //= 1 + planned.words // WORDS_OF_A_NODE
        return counted.within(replace(self.limits, nodes=nodes))

    def _diagram(self, name: str, order: Sequence[int], nodes: int) -> Diagram:
        planned, reading = self._planned(name, order), self._reading
        kept = order[: self._size]
        names = tuple(reading.names[place] for place in kept)
        domains = tuple(reading.domains[place] for place in kept)
        if planned is None:
            return no_rows(names, domains)
        with WithoutCollecting():
            levels = levels_of(planned, self._size, replace(self.limits, nodes=nodes))
        return no_rows(names, domains) if levels is None else Diagram(names, domains, levels)
