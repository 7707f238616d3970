"""All solutions of a model, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Unpack

from ....models.language.model import Model
from ....models.language.phrases import counted, grouped
from ....models.language.solution import Solution
from ..contract import SolverFailed
from ..options import AllOptions, offers
from ..outcome import require_complete
from .enumeration import DEFAULT_SOLVER, solutions


class SolutionSet(Sequence[Solution]):
    """Every solution of a model, in canonical order: of declaration, then of the domains.

    Two sets are equal where the same solutions are in both; `a - b` are those of `a` alone.
    """

    def __init__(self, model: Model, found: Iterable[Solution]) -> None:
        self.model = model
        self._sorted = tuple(sorted(found))
        self._members = frozenset(self._sorted)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._sorted)

    def __contains__(self, solution: object) -> bool:
        return isinstance(solution, Solution) and solution in self._members

    def __getitem__(self, place: Any) -> Any:
        return self._sorted[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SolutionSet) and self._members == other._members

    def __hash__(self) -> int:
        return hash(self._members)

    def __sub__(self, other: SolutionSet) -> SolutionSet:
        return SolutionSet(self.model, self._members - other._members)

    def to_json(self) -> list[dict[str, Any]]:
        """The solutions by the model's groups, in JSON's terms."""
        return [solution.to_json() for solution in self]

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'solution')} of {self.model.name!r}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The first of these solutions, small, for a notebook."""
        from ....models.language.drawing.notebook import several_bundle

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
    with solutions(model, solver, **keywords) as stream:
        found = list(stream)
    require_complete(stream.outcome, found)
    if len(set(found)) < len(found):
        raise SolverFailed(f"{solver} reported a solution twice; compare solvers to see which")
    return SolutionSet(model, found)
