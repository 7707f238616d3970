"""All solutions of a model, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any

from ...models.language.model import Model, Solution
from .enumeration import DEFAULT_SOLVER, _require_complete, solutions


class SolutionSet(Set[Solution]):
    """Every solution of a model, in canonical order: of declaration, then of the domains."""

    def __init__(self, model: Model, found: Iterable[Solution]) -> None:
        self.model = model
        self._sorted = tuple(sorted(found))
        self._members = frozenset(self._sorted)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self._sorted)

    def __len__(self) -> int:
        return len(self._sorted)

    def __contains__(self, solution: object) -> bool:
        return solution in self._members

    def __getitem__(self, place: int) -> Solution:
        return self._sorted[place]

    @classmethod
    def _from_iterable(cls, members: Iterable[Solution]) -> frozenset[Solution]:  # type: ignore[override]
        return frozenset(members)

    def __hash__(self) -> int:
        return hash(self._members)

    def to_json(self) -> list[dict[str, Any]]:
        """The solutions by the model's groups, in JSON's terms."""
        return [solution.to_json() for solution in self]

    def __repr__(self) -> str:
        return f"<{len(self)} solutions of {self.model.name!r}>"


def solve_all(model: Model, solver: str = DEFAULT_SOLVER, **options: Any) -> SolutionSet:
    """All solutions of `model`, sorted.

    Raises: Incomplete, with those found so far, where something stopped the search.
    """
    found: list[Solution] = []
    with solutions(model, solver, **options) as stream:
        found.extend(stream)
    _require_complete(stream.outcome, found)
    if len(set(found)) < len(found):
        from .contract import SolverFailed

        raise SolverFailed(f"{solver} reported a solution twice; compare solvers to see which")
    return SolutionSet(model, found)
