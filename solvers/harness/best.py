"""The best value of a run on a model with an objective, as far as it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from typing import Any

from ...models.language.objectives import SENSES, Objective, Point
from ...models.language.phrases import counted

IMPROVING, ENUMERATING = "improving", "enumerating"
"""The phases of such a run: the best value is looked for, then every solution that has it."""


@dataclass
class Best:
    """The best value found so far, and how it was found."""

    sense: str
    """minimise, maximise, lexicographic or pareto."""
    expression: str
    """The objective in words."""
    phase: str = IMPROVING
    proven: bool = False
    """True if there is nothing better; without a value, if there is no solution."""
    points: list[list[int]] = field(default_factory=list)
    """The value of each goal in the best solutions; of several points only with `pareto`."""
    bound: int | None = None
    """No solution has a better value of the goal that is looked at."""
    incumbents: list[tuple[float, int | list[int]]] = field(default_factory=list)
    """Seconds, and the value found by then, each better than the one before."""
    questions: int = 0
    """The number of times that the solver was asked for a better solution."""
    seconds: float = 0.0
    """Seconds that the first phase took."""
    native: bool = False
    """True if the solver's library was given the objective itself."""
    solution: dict[str, Any] | None = None
    """The values of a best solution so far."""

    @classmethod
    def of(cls, objective: Objective) -> Best:
        """Nothing is known yet of `objective`."""
        several = "pareto" if objective.pareto else "lexicographic"
        sense = SENSES[objective.goals[0].sense] if objective.single else several
        words = objective.words.partition(" ")[2] if objective.single else objective.words
        return cls(sense, words)

    def found(self, point: Point, values: Mapping[str, Any], seconds: float) -> None:
        """Record a better solution."""
        self.points = [list(point)]
        self.solution = dict(values)
        self.incumbents.append((round(seconds, 4), plain(point)))
        self.announce()

    def announce(self) -> None:
        """Let whoever listens hear of a better solution."""
        hear = _hearing.get()
        if hear is not None:
            hear(self)

    def settle(self, points: list[list[int]]) -> None:
        """Take what was proven before: the best points; of none, that there is no solution."""
        self.points, self.proven, self.phase = points, True, ENUMERATING

    @property
    def value(self) -> int | list[int] | list[list[int]] | None:
        """The best value so far: a number, one for each goal, or such a list for each point."""
        if self.sense == "pareto":
            return self.points
        return plain(tuple(self.points[0])) if self.points else None

    @property
    def so_far(self) -> str:
        """`best so far 20, 18, 17 · at least 12`."""
        values = [str(value) for _, value in self.incumbents[-MOST_SHOWN:]]
        if self.proven or not values:
            return self.words
        far = {"minimise": "at least", "maximise": "at most"}.get(self.sense)
        end = f" · {far} {self.bound}" if far and self.bound is not None else ""
        return f"best so far {', '.join(values)}{end}"

    @property
    def words(self) -> str:
        """`17 is the least mark[5]`, or `best so far 18, not proven`."""
        if not self.points:
            return "no solution" if self.proven else "no solution so far"
        if not self.proven:
            many = (
                f"{counted(len(self.points), 'point')} so far" if self.sense == "pareto" else None
            )
            return f"{many or f'best so far {self.value}'}, not proven"
        if self.sense == "pareto":
            return f"{counted(len(self.points), 'point')} that no other dominates"
        most = {"minimise": "the least", "maximise": "the greatest"}.get(self.sense, "best:")
        text = self.expression
        shown = text if len(text) <= WIDEST else f"{text[: WIDEST - 2]} …"
        return f"{self.value} is {most} {shown}"

    def to_json(self) -> dict[str, Any]:
        """The objective of a run, in JSON's terms."""
        found = {key: value for key, value in asdict(self).items() if key not in _HIDDEN}
        return {**found, "best": self.value, "incumbents": [list(one) for one in self.incumbents]}

    def to_message(self) -> dict[str, Any]:
        """All of this, for another process."""
        return asdict(self)


Hear = Callable[[Best], object]
_hearing: ContextVar[Hear | None] = ContextVar("hearing better solutions", default=None)


@contextmanager
def improvements_heard(hear: Hear) -> Iterator[None]:
    """Calls `hear` meanwhile with the best value whenever a run finds a better one."""
    token = _hearing.set(hear)
    try:
        yield
    finally:
        _hearing.reset(token)


WIDEST = 60
"""The most characters of an objective in a line on it."""
MOST_SHOWN = 6
"""The number of values that are shown on a line while better ones are looked for."""
_HIDDEN = ("points", "solution")


def plain(point: Point) -> int | list[int]:
    """The value of a single goal as a number, else the values as a list."""
    return point[0] if len(point) == 1 else list(point)
