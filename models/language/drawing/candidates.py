"""Candidates: on each open square its possible values, with the number of solutions of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from math import ceil, sqrt
from typing import Any

from ..boards.placements import Placement
from ..boards.sides import Sides
from ..model import Model
from ..phrases import escaped, grouped
from ..set_variables import Subset
from .svg_style import CELL, fitting, paint, text

MARK, UNKNOWN, MOST_LETTERS, MOST_ACROSS, LONGEST = "*", "?", 9, 4, 4
"""Before a marked text, and after one that is not all. Longer texts, and more values in a row, say
how many; longer numbers are shares of all."""


class CandidateText(str):
    """The text for a variable of several values; a picture has each, with its number below."""

    numbers: Mapping[Any, int]
    """The number of solutions with each value, 0 where it is not known; none where the text says
    it."""


def candidate_values(
    model: Model,
    marginals: Mapping[str, Mapping[Any, int]],
    marked: Collection[str] = (),
    undecided: Collection[str] = (),
) -> dict[str, Any]:
    """The value to draw for each variable, by its name: the only one, or its candidates.

    A square of a placement has the number of solutions with a piece there, or `?` where it is not
    known, and so have sides and members of sets; `marked` are names, and so are `undecided`, which
    may have more values, a `?`.
    """
    found: dict[str, Any] = {}
    for group in model.groups:
        for name in (variable.name for variable in group.variables):
            numbers = marginals[name]
            if len(numbers) == 1 and name not in undecided:
                (found[name],) = numbers
                continue
            words = list(map(str, numbers))
            said = ("/" if max(map(len, words), default=0) > 1 else "").join(words)
            said = said if len(said) <= MOST_LETTERS else f"{len(words)} values"
            pieces = isinstance(group, Placement) and numbers.keys() == {0, 1}
            if isinstance(group, Placement | Subset | Sides) and numbers.keys() == {0, 1}:
                said = grouped(numbers[1]) if pieces and numbers[1] else UNKNOWN
            said += UNKNOWN * (name in undecided)
            found[name] = CandidateText(MARK * (name in marked) + said)
            found[name].numbers = {} if pieces else numbers
    return found


def candidate_parts(found: CandidateText, x: float, y: float) -> Iterator[str]:
    """The candidates in the square whose upper left corner is there, in rows; a frame if marked."""
    if found.startswith(MARK):
        box = f'x="{x + 2:g}" y="{y + 2:g}" width="{CELL - 4}" height="{CELL - 4}"'
        yield f"<rect {box} {paint('', 'huered', 1.5)}/>"
    number, total = len(found.numbers), sum(found.numbers.values())
    across = ceil(sqrt(number))
    if not 0 < across <= MOST_ACROSS or found.endswith(UNKNOWN):
        words = found.removeprefix(MARK)
        yield text(x + CELL / 2, y + 25, words, "ink", fitting(words, CELL - 8, 15))
        return
    slot = (CELL - 6) / across
    left, top = x + 3 + slot / 2, y + 3 + slot * (across - ceil(number / across)) / 2
    for place, (value, count) in enumerate(found.numbers.items()):
        middle, above = left + slot * (place % across), top + slot * (place // across)
        words, many = str(value), grouped(count)
        size = fitting(words, slot - 1, 0.6 * slot)
        if not count:
            yield text(middle, above + 0.7 * slot, words, "ink", size, bold=True)
            continue
        said = many if len(many) <= LONGEST else f"{100 * count // total} %"
        yield f"<g><title>{escaped(f'{words}: {many} of {grouped(total)}')}</title>"
        yield text(middle, above + 0.55 * slot, words, "ink", size, bold=True)
        yield text(middle, above + 0.93 * slot, said, "soft", min(fitting(said, slot), 0.4 * slot))
        yield "</g>"
