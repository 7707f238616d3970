"""Points for submissions by a rule of the teacher's, such as `same 10, too many 4, else 0`.

    rule    = part {"," part}
    part    = verdict number ["each"]
    verdict = "same" | "too many" | "too few" | "different" | "undecided" | "failed" | "else"
    number  = digits ["." digits]

A part counts once, by the verdict on the file: that of its first choice of parameters that is not
the same. With `each` it counts for every choice that has the verdict. `else` is every verdict that
no other part of its kind names; what is named by none has no points.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import dataclass
from .model_comparison import SAME
from .submission_reports import VERDICTS

ELSE = "else"
_PART = re.compile(r"([a-z]+(?: [a-z]+)*?) +([0-9]{1,6}(?:\.[0-9]{1,3})?)( +each)?")


@dataclass(frozen=True)
class Points:
    """A rule that was read."""

    rule: str
    once: Mapping[str, float]
    each: Mapping[str, float]

    def of(self, verdicts: Sequence[str]) -> float:
        """The points of a file with these verdicts, one for each choice of parameters."""
        whole = next((verdict for verdict in verdicts if verdict != SAME), SAME)
        return round(_found(self.once, whole) + sum(_found(self.each, v) for v in verdicts), 3)

    def most(self, choices: int) -> float:
        """The points of a file that is the same for every one of so many choices."""
        return self.of([SAME] * choices)


def read_points(rule: str) -> Points:
    """The rule that a text says. Raises: ModelError for one that cannot be read."""
    once: dict[str, float] = {}
    each: dict[str, float] = {}
    for part in rule.split(","):
        found = _PART.fullmatch(" ".join(part.split()))
        if found is None or found[1] not in (*VERDICTS, ELSE):
            raise ModelError(
                f"cannot read {part.strip()!r} as points; write for example 'same 10, too many 4,"
                f" else 0' or 'same 2 each'; the verdicts are {', '.join(VERDICTS)}"
            )
        kind = each if found[3] else once
        if found[1] in kind:
            raise ModelError(f"the points for {found[1]!r} are given twice; give them once")
        kind[found[1]] = float(found[2])
    return Points(rule, once, each)


def _found(points: Mapping[str, float], verdict: str) -> float:
    return points.get(verdict, points.get(ELSE, 0.0))
