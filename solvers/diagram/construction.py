"""The diagram of a model straight from its declaration, in the order that is done first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.nodes import without_collecting
from ...models.language.phrases import grouped
from .decision_diagram import Diagram, Limits, TooLarge, no_rows
from .diagram_levels import RowCount, levels_of
from .frontier import Plan, orders, plan
from .reading_of_model import Reading, TooManyValues, reading_of

FIRST_NODES = 2_000
"""The limit of the first round of the race."""
GROWTH = 5
"""The factor by which the limit grows from round to round."""

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
        self._reached: dict[str, int] = {}
        """By order, the level at which it was last refused."""
        self._given_up: dict[str, TooLarge] = {}
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

    def _orders(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        reading = self._reading
        return orders(len(self._model.variables), reading.scopes, self._first, reading.near())

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

        No diagram is held. Raises: TooLarge.
        """
        return self._raced(self._number)

    def _raced(self, make: Make[T]) -> tuple[str, T]:
        error = None
        for nodes in self.limits_of_rounds():
            try:
                return self._round(nodes, make)
            except TooLarge as refused:
                error, self._refused = refused, nodes
        assert error is not None, "there is a round"
        raise error

    def round(self, nodes: int) -> tuple[str, Diagram]:
        """One round of the race. Raises: TooLarge, of the order that comes first."""
        return self._round(nodes, self._diagram)

    def _round(self, nodes: int, make: Make[T]) -> tuple[str, T]:
        refusals = dict[str, TooLarge]()
        for name, order in self._orders() if nodes == FIRST_NODES else self._furthest_first():
            try:
                refused = self._given_up.get(name)
                if refused is None:
                    return name, make(name, order, nodes)
            except TooLarge as error:
                refused = error
                if error.is_final:
                    self._given_up[name] = error
                    del self._plans[name]
                    self._counts.pop(name, None)
            refusals[name] = refused
            self._reached[name] = refused.level
        others = len(refusals) - 1
        first = refusals[next(iter(self.orders))]
        raise first.with_more(f" and {others} other{'s' * (others > 1)}" if others else "")

    def _furthest_first(self) -> list[tuple[str, tuple[int, ...]]]:
        """The orders, those first that reached the most levels in the round before."""
        return sorted(self.orders.items(), key=lambda order: -self._reached.get(order[0], 0))

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
        return plan(name, values, places, machines)

    def _planned(self, name: str, order: Sequence[int]) -> Plan | None:
        if name not in self._plans:
            self._plans[name] = self._plan(name, order)
        return self._plans[name]

    def _number(self, name: str, order: Sequence[int], nodes: int) -> int:
        planned = self._planned(name, order)
        if planned is None:
            return 0
        counted = self._counts.setdefault(name, RowCount(planned))
        with without_collecting():
            return counted.within(replace(self.limits, nodes=nodes))

    def _diagram(self, name: str, order: Sequence[int], nodes: int) -> Diagram:
        planned, reading = self._planned(name, order), self._reading
        kept = order[: self._size]
        names = tuple(reading.names[place] for place in kept)
        domains = tuple(reading.domains[place] for place in kept)
        if planned is None:
            return no_rows(names, domains)
        with without_collecting():
            levels = levels_of(planned, self._size, replace(self.limits, nodes=nodes))
        return no_rows(names, domains) if levels is None else Diagram(names, domains, levels)
