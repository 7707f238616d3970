"""The posting of the constraints of a model: native, decomposed, or partly both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property

from ...models.language.constraints import Constraint, Core
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.model import Model
from ...models.language.nodes import Node, decompositions_heard, topological
from ...models.language.phrases import snake_case

WAYS = ("native", "mixed", "decomposed")
"""As one; in parts, some of which are posted as one; in comparisons and logic alone."""

Ways = dict[str, dict[str, int]]
"""For each way the number of constraints of each kind, such as `{"native": {"circuit": 2}, …}`."""


class Posting:
    """The constraints of a model but those of the core, by how they were posted."""

    def __init__(self, known: Mapping[str, Mapping[str, int]] | None = None) -> None:
        """The posting that is `known` already, or one to be heard."""
        self.model: Model | None = None
        """The model that was posted, as its solver was given it."""
        self._known = known
        self._parts: dict[Node, list[Sequence[Node]]] = {}

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Hears what is asked for its decomposition meanwhile."""
        with decompositions_heard(self._hear):
            yield

    def _hear(self, whole: Node, parts: Sequence[Node]) -> None:
        self._parts.setdefault(whole, []).append(parts)

    @cached_property
    def ways(self) -> Ways:
        """The number of constraints by way and kind."""
        if self._known is not None:
            return {way: dict(self._known.get(way, {})) for way in WAYS}
        found: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
        for constraint in _whole(self.model.constraints if self.model else ()):
            found[self._way(constraint)][snake_case(type(constraint).__name__)] += 1
        return {way: dict(sorted(numbers.items())) for way, numbers in found.items()}

    def _way(self, constraint: Constraint) -> str:
        asked = self._parts.get(constraint)
        if asked is None:
            return "native"
        # Asked twice, it has other parts each time, and only one of them may have been posted.
        some = all(any(one not in self._parts for one in _whole(parts)) for parts in asked)
        return "mixed" if some else "decomposed"

    def with_more(self, more: Posting) -> Posting:
        """The posting of this and a further part of the same model."""
        sums = {way: Counter(self.ways[way]) + Counter(more.ways[way]) for way in WAYS}
        return Posting(sums)


def _whole(roots: Iterable[Node]) -> list[Constraint]:
    """The constraints under `roots` that a solver may post as one."""
    return [
        node
        for node in topological(roots)
        if isinstance(node, Constraint) and not isinstance(node, Core | Predicate)
    ]
