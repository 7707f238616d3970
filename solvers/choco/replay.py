"""A program of its own: builds the models that it reads, and writes the solutions that Choco finds.

Each line of the input is a model: the `steps` that build it, the variables to be `shown`, the
`order` to decide them in, and perhaps a `goal`, by which each solution is better than the last.
Each line of the output is a row of values; null says that it was the last.
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
    """A native model, built step by step; variables are known by their names."""

    def __init__(self, native: Any, library: Any) -> None:
        """`native` is a model of `library`, which is pychoco."""
        self.native = native
        self.variables: dict[str, Any] = {}
        self._library = library

    def take(self, result: str, method: str, *arguments: Any) -> None:
        """One step: a variable, a constraint and its truth, or a constraint that must hold."""
        maker = getattr(self if method in ("automaton", "subgraph") else self.native, method)
        made = maker(*map(self._read, arguments))
        if not result:
            made.post()
        elif result in self.variables:
            made.reify_with(self.variables[result])
        else:
            self.variables[result] = made

    def automaton(
        self, states: int, start: int, accepting: list[int], moves: list[list[int]]
    ) -> Any:
        """An automaton whose moves are a state, the next, and the symbol between them."""
        made = self._library.FiniteAutomaton()
        for _ in range(states):
            made.add_state()
        made.set_initial_state(start)
        made.set_final(*accepting)
        for move in moves:
            made.add_transition(*move)
        return made

    def subgraph(self, size: int, edges: list[list[int]], kind: str) -> Any:
        """A graph variable: vertices up to `size` and `edges` are in it, or not."""
        graph = self._library.create_undirected_graph
        none, whole = graph(self.native, size), graph(self.native, size, [*range(size)], edges)
        return getattr(self.native, kind)(none, whole, "graph")

    def _read(self, argument: Any) -> Any:
        """An argument with variables for their names."""
        if isinstance(argument, list):
            return [self._read(item) for item in argument]
        return self.variables.get(argument, argument)


def rows(program: dict[str, Any]) -> Iterator[list[int]]:
    """The values of the shown variables in each solution."""
    library = import_module("pychoco")
    replay = Replay(library.Model(), library)
    for step in program["steps"]:
        replay.take(*step)
    if "goal" in program:
        name, greatest = program["goal"]
        replay.native.set_objective(replay.variables[name], greatest)
    solver = replay.native.get_solver()
    decided = [replay.variables[name] for name in program["order"]]
    if decided:
        solver.set_min_dom_lb_search(*decided)
    while solver.solve():
        yield [replay.variables[name].get_value() for name in program["shown"]]
    state = solver.get_search_state()
    if state != "TERMINATED":
        raise RuntimeError(f"error: Choco ended {state}, which is not complete")


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
