"""One box of a search, and the control of a solver while it searches that."""

from __future__ import annotations

from typing import NamedTuple

from ....models.language.late_dataclasses import dataclass, field, replace
from ..contract import Control
from ..processes.worker import Box


class Task(NamedTuple):
    """A box that is not finished."""

    number: int
    box: Box
    begun: bool
    """True if its search was begun before, and did not end."""


@dataclass
class BoxControl(Control):
    """The control of a box: it ends after some seconds, and with the search as a whole."""

    whole: Control = field(default_factory=Control)
    seconds: float | None = None
    begun: float = 0.0

    @classmethod
    def inside(cls, whole: Control, seconds: float | None) -> BoxControl:
        """The control of a box, in a search that has one."""
        return cls(
            replace(whole.options, time_limit=None),
            whole.project,
            whole=whole,
            seconds=seconds,
            begun=whole.elapsed(),
        )

    def elapsed(self) -> float:
        return self.whole.elapsed() - self.begun

    def searching(self) -> None:
        super().searching()
        if self.whole.built_after is None:
            self.whole.searching()

    @property
    def overran(self) -> bool:
        """True if the box takes longer than it may, and is to be cut."""
        if self.seconds is None or self.built_after is None:
            return False
        return self.elapsed() > self.built_after + self.seconds

    def remaining(self) -> float | None:
        left = self.whole.remaining()
        if self.seconds is None:
            return left
        box = (self.built_after or 0.0) + self.seconds - self.elapsed()
        return box if left is None else min(box, left)

    def should_stop(self) -> bool:
        return self._stop or self.overran or self.whole.should_stop()
