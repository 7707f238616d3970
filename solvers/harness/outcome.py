"""The outcome of a run of a solver."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .best import Best
from .contract import Incomplete
from .ways_of_posting import Posting

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
