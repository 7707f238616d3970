"""A question: which units of a model can hold together, beside what must hold in any case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..models.language.constraints import Constraint
from ..models.language.model import Model
from ..models.language.nodes import Program
from ..models.language.rules import rule
from ..models.language.solution import Solution
from ..models.language.viewpoints.labels import without_labels
from .blamed import Blamed

if TYPE_CHECKING:
    from ..solvers.harness.contract import Control
    from ..solvers.sat.guarded import GuardedSearch


class Question:
    """The units that may be blamed, and the constraints that are hard, over one model's variables.

    Solvers know integers alone: `coded` is the model without labels.
    """

    def __init__(self, model: Model, units: Sequence[Blamed], hard: Iterable[Constraint]) -> None:
        self.units, self.hard = list(units), tuple(hard)
        blamed = [constraint for unit in self.units for constraint in unit.constraints]
        every = tuple(dict.fromkeys([*blamed, *self.hard]))
        # a model refuses a rule of no constraint, and looks at none that is given as it is
        self.model = model.rewritten(model.groups, [rule("all", *every)])
        self.coded, self._decoded = without_labels(self.model)
        self._codes = dict(zip(every, self.coded.constraints, strict=True))
        self._program = Program(every)
        self._every = every

    def guarded(self, control: Control) -> GuardedSearch:
        """The SAT solver that is asked which units can hold together. Raises: Unsupported."""
        from ..solvers.sat.guarded import GuardedSearch

        units = [[self._codes[c] for c in unit.constraints] for unit in self.units]
        return GuardedSearch(self.coded, units, [self._codes[c] for c in self.hard], control)

    def constraints(self, chosen: Iterable[int]) -> tuple[Constraint, ...]:
        """The declared constraints of the units `chosen`, and what is hard."""
        found = [c for place in chosen for c in self.units[place].constraints]
        return tuple(dict.fromkeys([*self.hard, *found]))

    def part(self, chosen: Iterable[int]) -> Model:
        """The model of the units `chosen` alone, and of what is hard."""
        constraints = self.constraints(chosen)
        return self.model.rewritten(self.model.groups, [rule("part", *constraints)])

    def solution(self, coded: Mapping[str, int]) -> Solution:
        """Values over integers alone as a solution of the declared variables."""
        return self.model.solution(self._decoded(coded))

    def value(self, name: str, code: int) -> Any:
        """A value over integers alone as it was declared."""
        return self._decoded({name: code})[name]

    def broken(self, values: Mapping[str, Any]) -> set[Constraint]:
        """The constraints, of all units and of what is hard, that `values` break."""
        holds = self._program.run(values)
        return {c for c, one in zip(self._every, holds, strict=True) if not one}
