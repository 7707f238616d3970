"""All solutions of a model, listed: a sequence that answers as any set of solutions does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, Unpack

from ...models.language.model import Model
from ...models.language.phrases import counted, grouped
from ...models.language.solution import Solution
from ..harness.contract import SolverFailed
from ..harness.options import AllOptions, offers
from ..harness.outcome import require_complete
from ..harness.running import enumeration
from ..harness.running.enumeration import DEFAULT_SOLVER
from .held_diagrams import ModelDiagram, listed
from .solution_diagram import SolutionDiagram


class SolutionSet(SolutionDiagram, Sequence[Solution]):
    """Every solution of a model, in canonical order: of declaration, then of the domains.

    Two sets are equal where the same solutions are in both; `a - b` are those of `a` alone. What a
    list does not answer at once is asked of the diagram of these solutions, made when it is needed.
    """

    def __init__(
        self, model: Model, found: Iterable[Solution], source: Model | None = None
    ) -> None:
        """These are all solutions of `source`, where it is given, and `model` its projection."""
        self._model, self._source = model, source
        self._sorted = tuple(sorted(found, key=attrgetter("key")))

    @property
    def model(self) -> Model:
        """The model of whose variables these are assignments."""
        return self._model

    @cached_property
    def _members(self) -> dict[Solution, int]:
        """The place of each, from 0."""
        return {solution: place for place, solution in enumerate(self._sorted)}

    @cached_property
    def _held(self) -> ModelDiagram:  # type: ignore[override]
        rows, source = (one.row for one in self._sorted), self._source or self._model
        return listed(source, self._model, rows, is_whole=self._source is not None)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._sorted)

    def __bool__(self) -> bool:
        return bool(self._sorted)

    def __contains__(self, solution: object) -> bool:
        if isinstance(solution, Solution):
            return solution in self._members
        return isinstance(solution, Mapping) and super().__contains__(solution)

    def __getitem__(self, place: Any) -> Any:
        return self._sorted[place]

    def place(self, solution: Mapping[str, Any]) -> int:
        found = self._members.get(solution) if isinstance(solution, Solution) else None
        return super().place(solution) if found is None else found

    def count(self, solution: object = None) -> int:
        """The number of solutions; how often one is among them, if it is given."""
        return len(self._sorted) if solution is None else int(solution in self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SolutionSet):
            return self._members.keys() == other._members.keys()
        return super().__eq__(other)

    __hash__ = SolutionDiagram.__hash__

    def __sub__(self, other: SolutionDiagram) -> SolutionDiagram:
        if isinstance(other, SolutionSet):
            return SolutionSet(self.model, self._members.keys() - other._members.keys())
        return super().__sub__(other)

    def to_json(self) -> list[dict[str, Any]]:
        """The solutions by the model's groups, in JSON's terms."""
        return [solution.to_json() for solution in self]

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'solution')} of {self.model.name!r}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The first of these solutions, small, for a notebook."""
        from ...models.language.drawing.notebook import several_bundle

        number = f"{grouped(len(self))} solution{'s' if len(self) != 1 else ''}"
        return several_bundle(self.model, self._sorted, f"{number} of {self.model.name}")


@offers(AllOptions)
def solve_all(
    model: Model, solver: str = DEFAULT_SOLVER, **keywords: Unpack[AllOptions]
) -> SolutionSet:
    """All solutions of `model`, sorted.

    Raises: Incomplete, with those found so far, where something stopped the search; SolverFailed
    where the solver repeats itself.
    """
    with enumeration.solutions(model, solver, **keywords) as stream:
        found = list(stream)
    require_complete(stream.outcome, found)
    every = SolutionSet(stream.projected, found, stream.model)
    if len(every._members) < len(found):
        raise SolverFailed(f"{solver} reported a solution twice; compare solvers to see which")
    return every
