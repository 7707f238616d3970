"""The search of normal forms by the kernel: rows, counts, projections."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence

from ..common.states import Domain
from ..reading.normal_forms import Form
from .kernel_code import kernel
from .kernel_posting.builder import Builder
from .kernel_posting.form_poster import Poster
from .machine_source import records as at
from .machine_source.depth_first import search

STEPS_A_CALL = 100_000
ROWS_AT_FIRST, MOST_ROWS = 64, 16_384

Statistics = MutableMapping[str, int | float | str]


class KernelSearch:
    """The kernel's memory for `forms` over `domains`, which all have values.

    Without `machine` the kernel's source is run by Python.

    Raises:
        Unposted: the kernel does not take the model.
    """

    def __init__(
        self, domains: Sequence[Domain], forms: Iterable[Form], *, machine: bool = True
    ) -> None:
        builder = Builder()
        variables = [builder.variable(domain) for domain in domains]
        poster = Poster(builder, variables)
        for form in forms:
            poster.post(form)
        builder.finish(variables, [variables, poster.auxiliaries], 1 if poster.auxiliaries else 0)
        self._memory = builder.packed()
        self._width, self._machine = len(variables), machine

    def rows(self, check: Callable[[], None], statistics: Statistics) -> Iterator[tuple[int, ...]]:
        """Every solution once, as the values by place."""
        for batch in self.batches(check, statistics):
            for first in range(0, len(batch), self._width):
                yield tuple(batch[first : first + self._width])

    def batches(self, check: Callable[[], None], statistics: Statistics) -> Iterator[array[int]]:
        """Every solution once, one behind the other; the first batches are small."""
        room = ROWS_AT_FIRST
        rows = array("q", bytes(8 * room * self._width))
        is_done = False
        while not is_done:
            is_done = self._search(rows, room, statistics)
            found = self._memory[at.FOUND]
            if found:
                yield rows[: found * self._width]
            if found == room < MOST_ROWS:
                room *= 4
                rows = array("q", bytes(8 * room * self._width))
            check()

    def count(self, check: Callable[[], None], statistics: Statistics) -> int:
        """The number of solutions."""
        total, is_done, nowhere = 0, False, array("q", [0])
        while not is_done:
            is_done = self._search(nowhere, 0, statistics)
            total += self._memory[at.FOUND]
            check()
        return total

    def _search(self, rows: array[int], room: int, statistics: Statistics) -> bool:
        """Search on for some steps; true if all is done."""
        memory = self._memory
        memory[at.FOUND], memory[at.CAPACITY] = 0, room
        if self._machine:
            places = memory.buffer_info()[0], rows.buffer_info()[0]
            answer = kernel().search(*places, STEPS_A_CALL)
        else:
            answer = search(memory, rows, STEPS_A_CALL)
        statistics["nodes"] = memory[at.NODES]
        assert answer != at.UNDECIDED, "the decided variables determine the others"
        if answer == at.SHORT:
            memory.frombytes(bytes(8 * len(memory)))
            memory[at.TRAIL_END] = len(memory)
        return answer == at.DONE
