"""The outcome of a run of a solver."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from ...models.language.constraints import Constraint, Core
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.keeping import cached_property
from ...models.language.model import Model
from ...models.language.nodes import Node, decompositions_heard, topological
from ...models.language.phrases import snake_case
from .contract import Best, Incomplete

# ------------------ The posting of the constraints of a model: native, decomposed, or partly both.


WAYS = ("native", "mixed", "decomposed")
"""As one; in parts, some posted as one; in comparisons and logic alone."""

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

    def watched(self) -> AbstractContextManager[None]:
        """Hears what is asked for its decomposition meanwhile."""
        return decompositions_heard(self._hear)

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

    def after(self, before: Posting | None) -> Posting:
        """The posting of this and of earlier parts of the same model."""
        if before is None:
            return self
        return Posting({way: Counter(before.ways[way]) + Counter(self.ways[way]) for way in WAYS})


def _whole(roots: Iterable[Node]) -> list[Constraint]:
    """The constraints under `roots` that a solver may post as one."""
    return [
        node
        for node in topological(roots)
        if isinstance(node, Constraint) and not isinstance(node, Core | Predicate)
    ]


HANDED_OVER = "handed_over"
"""Under this key, statistics name the solver that was given the rest of a search."""


@dataclass
class Outcome:
    """The outcome of a run; its status is one of running, complete, stopped, failed, unsupported,
    unavailable.
    """

    solver: str
    viewpoint: str
    status: str = "running"
    reason: str | None = None
    """The reason if not complete: limit, time limit, interrupted, closed, memory, or a failure."""
    solutions: int = 0
    seconds: dict[str, float | None] = field(
        default_factory=lambda: dict.fromkeys(("import", "build", "first", "all"))
    )
    """Seconds to import the library, to build, to the first solution and to the end of the
    search; the last two from where it begins, without the time for which a solution is held.
    """
    statistics: dict[str, int | float | str] = field(default_factory=dict)
    version: str | None = None
    counts: bool = False
    """True if the solver also counts without enumerating, as is known once it is imported."""
    error: BaseException | None = None
    noise: str = ""
    """The output that a run in a process of its own has printed."""
    objective: Best | None = None
    """The best value so far, where the model has an objective."""
    posting: Posting | None = None
    """The posting of constraints; None where it is not seen, as in a claim or in workers."""

    @property
    def complete(self) -> bool:
        """True if every solution was found."""
        return self.status == "complete"

    @property
    def complete_by(self) -> str | None:
        """The solver on whose word every solution was found; None where the run is not complete."""
        return str(self.statistics.get(HANDED_OVER, self.solver)) if self.complete else None

    @property
    def ending(self) -> str:
        """Its status in words: `complete`, or `complete, on the word of sat`."""
        whose = f", on the word of {self.complete_by}" if HANDED_OVER in self.statistics else ""
        return self.status + (whose if self.complete else "")

    def to_json(self) -> dict[str, Any]:
        """The run as every document of the command line has it."""
        return {
            "solver": self.solver,
            "version": self.version,
            "viewpoint": self.viewpoint or None,
            "status": self.status,
            "reason": self.reason,
            "seconds": dict(self.seconds),
            "statistics": plain(dict(self.statistics)),
            "constraints": self.posting and self.posting.ways,
            **({"objective": plain(self.objective.to_json())} if self.objective else {}),
        }


def require_complete(outcome: Outcome, found: Any) -> None:
    """Raises: Incomplete, with what was `found`, where something stopped the run."""
    if not outcome.complete:
        best = f"; {outcome.objective.words}" if outcome.objective else ""
        number = f"{outcome.solutions} solutions{best}"
        raise Incomplete(f"{outcome.solver} stopped ({outcome.reason}) after {number}", found)


def plain(value: Any) -> Any:
    """`value` in JSON's terms: what JSON does not know, or would change, is written as text."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if value is None or type(value) in (bool, int, str):
        return value
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        return repr(value)
