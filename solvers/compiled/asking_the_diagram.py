"""When a count asks the diagram: the one counter beyond listing, within a given work.

The search goes on from where it was where the diagram does not come to its end. Each time the
diagram is asked it gets several times the work of the time before, and no more than a part of
what the search has done or is sure to have before it, so that in vain it costs little.
"""

from __future__ import annotations

from ...models.language.model import Model
from ..harness.contract import Control
from ..harness.registry import solver_named

DIAGRAM = "diagram"
MOST = 10_000_000_000
"""The most work that a diagram is tried for on an estimate."""
LEAST = 20_000_000
"""Less work is not worth reading a model anew."""
AGAIN = 4
"""The quotient of the work of a diagram and of the one tried before."""
SHARE_OF_LOOPS = 0.01
"""The share of the work that loops expect, or have done, for which a diagram is tried first."""


class Asking:
    """The diagrams that one count has asked for."""

    def __init__(self, model: Model, control: Control) -> None:
        self._model, self._control = model, control
        self._given = 0.0
        options = control.options
        self._may = options.hand_over and "merge" in options.shortcuts and not control.backend

    def count(self, work: float, most: float = MOST) -> int | None:
        """The number of solutions by a diagram, if that much work makes it; else None."""
        given = min(work, most)
        if not self._may or given < max(LEAST, AGAIN * self._given):
            return None
        self._given = given
        counts_within = getattr(solver_named(DIAGRAM).module, "counts_within", None)
        if counts_within is None:  # another package's solver of that name
            return None
        from ..harness.saving.box_control import BoxControl

        inside = BoxControl.inside(self._control, None)
        found: int | None = counts_within(self._model, inside, given)
        if found is not None:
            statistics = self._control.statistics
            statistics.clear()
            statistics.update(engine=DIAGRAM, handed_over=DIAGRAM, **inside.statistics)
        return found
