"""Branch and bound by the kernel: the bound is a number in its memory, read while it searches."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock

from ..reading.normal_forms import Form, Linear, Total
from .kernel_search import Check, Posted, call
from .machine_source import records as at
from .machine_source.values_left import greatest, least


def aim(search: Posted, place: int, sign: int, forms: Iterable[Form]) -> None:
    """Have better and better values of a variable looked for: less, or with `sign` -1, greater.

    Of the variables of which it is the sum, by one of `forms`, values that better it come first.
    """
    memory, v = search.memory, search.variables[place]
    memory[at.AIM] = v
    memory[at.AIM_LEAST], memory[at.AIM_GREATEST] = memory[v + at.LEAST], memory[v + at.GREATEST]
    for form in forms:
        if isinstance(form, Linear) and form.low == form.high:
            factor = form.total.variables.get(place, 0)
            if factor:
                _prefer(search, form.total, -sign if factor > 0 else sign)


def _prefer(search: Posted, total: Total, sign: int) -> None:
    """Try those values first with which a total times `sign` is small."""
    slopes = dict(total.variables)
    for image in total.images:
        slopes[image.place] = image.amounts[max(image.amounts)] - image.amounts[min(image.amounts)]
    for place, slope in slopes.items():
        search.memory[search.variables[place] + at.LAST_FIRST] = int(slope * sign < 0)


def bound(search: Posted, sign: int) -> int:
    """The best value that is left where nothing is decided."""
    return (least if sign > 0 else greatest)(search.memory, search.memory[at.AIM])


class Bound:
    """The best value so far of the searches of all threads."""

    def __init__(self, place: int, sign: int) -> None:
        self.place, self.sign = place, sign
        self.value: int | None = None
        self._lock = Lock()

    def note(self, row: Sequence[int]) -> bool:
        """True if a row is better than all that were noted before it, of this search or others."""
        value = row[self.place]
        with self._lock:
            if self.value is not None and self.sign * value >= self.sign * self.value:
                return False
            self.value = value
            return True

    def tighten(self, memory: array[int]) -> None:
        """Have a search look for better values alone."""
        if self.value is not None:
            better(memory, self.value, self.sign)


def better_and_better(
    search: Posted, known: Bound, memory: array[int], check: Check
) -> Iterator[array[int]]:
    """Rows, each better than those before it, in one search without restart; the last is best.

    Of several searches that share what is known, one may find what is no better than another's.
    `check` is called between calls of the kernel; what it raises leaves a search that can go on.
    """
    row = array("q", [0]) * search.width
    while memory[at.PHASE] != at.FINISHED:
        known.tighten(memory)
        if call(search, memory, row, 1):
            known.note(row)
            yield array("q", row)
        check()


def better(memory: array[int], value: int, sign: int) -> None:
    """From now on want values of the aim that are better than `value`."""
    if sign > 0:
        memory[at.AIM_GREATEST] = value - 1
    else:
        memory[at.AIM_LEAST] = value + 1
