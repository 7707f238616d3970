"""A program of its own: builds the models that it reads, and writes the solutions that Choco finds.

Each line of the input is a model: the `steps` that build it, the variables to be `shown`, and the
`order` to decide them in. Each line of the output is a row of values; null says that it was the
last.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any


class Replay:
    """A native model, built step by step; variables are known by their number."""

    def __init__(self, native: Any) -> None:
        self.native = native
        self.variables: list[Any] = []

    def take(self, name: str, *arguments: Any) -> None:
        """One step."""
        getattr(self, name)(*arguments)

    def _several(self, places: list[int]) -> list[Any]:
        return [self.variables[place] for place in places]

    def interval(self, low: int, high: int) -> None:
        """A new variable from `low` to `high`."""
        self.variables.append(self.native.intvar(low, high))

    def among(self, values: list[int]) -> None:
        """A new variable of the given values."""
        self.variables.append(self.native.intvar(values))

    def member(self, place: int, values: list[int]) -> None:
        """The values that a variable may take."""
        self.native.member(self.variables[place], values).post()

    def boolean(self) -> None:
        """A new 0/1 variable."""
        self.variables.append(self.native.boolvar())

    def weighted(self, result: int, places: list[int], factors: list[int], plus: int) -> None:
        """A weighted sum, and `plus`."""
        several = self._several([*places, result])
        self.native.scalar(several, [*factors, -1], "=", -plus).post()

    def times(self, result: int, left: int, right: int) -> None:
        """A product."""
        self.native.times(*self._several([left, right, result])).post()

    def extreme(self, result: int, which: str, places: list[int]) -> None:
        """The `max` or `min` of variables."""
        getattr(self.native, which)(self.variables[result], self._several(places)).post()

    def distance(self, result: int, place: int) -> None:
        """An absolute value."""
        self.native.absolute(self.variables[result], self.variables[place]).post()

    def chosen(self, result: int, items: list[int], index: int) -> None:
        """An item by its index, from 0."""
        several = self._several(items)
        self.native.element(self.variables[result], several, self.variables[index]).post()

    def reified(self, truth: int, left: int, relation: str, right: int) -> None:
        """A 0/1 variable that is 1 where two compare so, as `reify_x_eq_y` not always is."""
        compared = self.native.arithm(self.variables[left], relation, self.variables[right])
        compared.reify_with(self.variables[truth])

    def related(self, left: int, relation: str, right: int) -> None:
        """The comparison of two."""
        self.native.arithm(self.variables[left], relation, self.variables[right]).post()

    def fixed(self, place: int, value: int) -> None:
        """The value of a variable."""
        self.native.arithm(self.variables[place], "=", value).post()

    def different(self, places: list[int]) -> None:
        """No two are equal."""
        self.native.all_different(self._several(places)).post()


def rows(program: dict[str, Any]) -> Iterator[list[int]]:
    """The values of the shown variables in each solution."""
    replay = Replay(import_module("pychoco").Model())
    for step in program["steps"]:
        replay.take(*step)
    solver = replay.native.get_solver()
    decided = [replay.variables[place] for place in program["order"]]
    if decided:
        solver.set_min_dom_lb_search(*decided)
    while solver.solve():
        yield [replay.variables[place].get_value() for place in program["shown"]]


def main() -> None:
    """Replay every model of the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who waits for the rows decides what ends
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing that the library prints is taken for a row
    for line in sys.stdin:
        for row in rows(json.loads(line)):
            print(json.dumps(row), file=output, flush=True)
        print("null", file=output, flush=True)


if __name__ == "__main__":
    main()
