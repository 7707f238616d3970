"""An enumeration as notebooks show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....models.language.drawing.notebook import HTML, PLAIN, Bundle
from ....models.language.printable import escaped, printable
from ....models.language.wording import counted

if TYPE_CHECKING:
    from .enumeration import Enumeration


def enumeration_bundle(run: Enumeration) -> Bundle:
    """The state of a run; showing it asks for no solution."""
    outcome = run.latest
    found = counted(outcome.solutions, "solution")
    state = {"running": "so far"}.get(outcome.status, outcome.status)
    reason = f" ({outcome.reason})" if outcome.reason else ""
    words = f"{run.model.name}, {outcome.solver}: {found} {state}{reason}"
    return {PLAIN: printable(words), HTML: f"<p>{escaped(words)}</p>"}
