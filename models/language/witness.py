"""Small searches for a solution that a declared symmetry spoils."""

from __future__ import annotations

import json
from collections.abc import Iterator

from .check import Judge
from .errors import ModelError
from .expressions import Variable
from .model import Model
from .nodes import Program, Value, topological
from .symmetry import Symmetry

MOST_TRIED = 50_000
"""So many values are tried for variables before a search is given up."""


def refute(model: Model, symmetry: Symmetry) -> None:
    """Nothing, where all solutions were looked at and each has its image among them.

    Raises: ModelError with a solution whose image is none; or that none was found in a search
    that was too large to end.
    """
    search = Search(model)
    judge = Judge(model)
    for values in search:
        image = symmetry(values)
        broken = judge.violations(image)
        if broken:
            raise ModelError(
                f"{symmetry.name!r} is no symmetry of {model.name}: of the solution"
                f" {_shown(model, values)} it makes {_shown(model, image)}, which breaks"
                f" {broken[0]}"
            )
    if not search.finished:
        raise ModelError(
            f"{symmetry.name!r} cannot be shown to be a symmetry of {model.name}: it brings some"
            " constraints to others than those declared; declare them as well, or leave it out"
        )


class Search:
    """Every solution, by trying values one variable at a time; given up when it is too large."""

    def __init__(self, model: Model, most: int = MOST_TRIED) -> None:
        self.finished = False
        self._most = most
        self._variables = model.variables
        place = {variable: number for number, variable in enumerate(model.variables)}
        self._due: list[list[Program]] = [[] for _ in range(len(place) + 1)]
        for constraint in model.constraints:
            scope = (node for node in topological([constraint]) if isinstance(node, Variable))
            last = max((place[variable] + 1 for variable in scope), default=0)
            self._due[last].append(Program([constraint]))

    def __iter__(self) -> Iterator[dict[str, Value]]:
        values: dict[str, Value] = {}
        choices: list[Iterator[Value]] = []
        tried = 0
        holds = self._hold(values)
        while tried < self._most:
            if holds and len(choices) == len(self._variables):
                yield dict(values)
                holds = False
            if holds:
                choices.append(iter(self._variables[len(choices)].domain))
            elif not choices:
                self.finished = True
                return
            value = next(choices[-1], None) if choices else None
            if value is None:
                choices.pop() if choices else None
                holds = False
                continue
            tried += 1
            values[self._variables[len(choices) - 1].name] = value
            holds = self._hold(values, len(choices))

    def _hold(self, values: dict[str, Value], due: int = 0) -> bool:
        return all(program.run(values) == [True] for program in self._due[due])


def _shown(model: Model, values: dict[str, Value]) -> str:
    return json.dumps(model.solution(values).to_json(), ensure_ascii=False)
