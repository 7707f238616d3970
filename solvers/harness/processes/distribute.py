"""One search by many workers: parts go out, and what they find is taken when they are done."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from ..contract import Control
from .worker import Answer, Request, raise_error

T = TypeVar("T")

SECONDS_A_REQUEST = 0.4
"""About as long a worker searches before it answers."""
SECONDS_BETWEEN_CHECKS = 0.05
REQUESTS_A_WORKER = 2
"""So that none waits for the next request."""
PARTS_A_WORKER = 8
"""To begin with."""


Numbered = tuple[int, Answer]
"""An answer, under the number of its request."""


class Workers(Protocol):
    """The workers, on this machine or on others, to which requests go."""

    name: str
    """Their name in statistics."""

    @property
    def size(self) -> int:
        """The number of requests that are worked on at once."""

    def submit(self, number: int, request: Request) -> None:
        """Have a request answered, under a number."""

    def answers(self, seconds: float) -> list[Numbered]:
        """The answers that have come, each once; waits for one for so many seconds."""

    def close(self) -> None:
        """Stop all work."""


def drained(queue: SimpleQueue[T], seconds: float) -> list[T]:
    """All that is in a queue; waits for the first for so many seconds."""
    found: list[T] = []
    with suppress(Empty):
        found.append(queue.get(timeout=seconds))
        while True:
            found.append(queue.get_nowait())
    return found


class Divisible(Protocol):
    """A search that can be cut in parts, and sent."""

    address: str
    source: bytes

    def parts(self, at_least: int) -> list[Any]:
        """Parts that together are the search: `at_least` as many if it can be cut so."""

    def cut(self, part: Any) -> list[Any]:
        """Parts that together are `part`."""


class Distribution:
    """A search that goes on at workers; what is found is counted when a request is answered."""

    def __init__(self, search: Divisible, workers: Workers, control: Control) -> None:
        self._search, self._workers, self._control = search, workers, control
        self._waiting: deque[Any] = deque()
        self._asked: set[int] = set()
        self._done = 0

    def answers(self) -> Iterator[Answer]:
        """The answers of the workers, until no part is left."""
        self._waiting.extend(self._search.parts(PARTS_A_WORKER * max(self._workers.size, 1)))
        while self._waiting or self._asked:
            self._control.check()
            self._ask()
            for number, found in self._workers.answers(SECONDS_BETWEEN_CHECKS):
                if number in self._asked:
                    self._asked.remove(number)
                    raise_error(found)
                    self._done += 1
                    self._waiting.extend(found.left)
                    self._update_statistics()
                    yield found

    def _ask(self) -> None:
        """Send parts out, as long as workers have too little to do."""
        room = REQUESTS_A_WORKER * self._workers.size - len(self._asked)
        if room > len(self._waiting) > 0 and self._asked:
            self._waiting = deque(cut for part in self._waiting for cut in self._search.cut(part))
        each = max(1, len(self._waiting) // max(4 * self._workers.size, 1))
        for _ in range(min(room, len(self._waiting))):
            parts = tuple(self._waiting.popleft() for _ in range(min(each, len(self._waiting))))
            if parts:
                self._send(parts)

    def _send(self, parts: tuple[Any, ...]) -> None:
        number = self._done + len(self._asked)
        left = self._control.remaining()
        seconds = SECONDS_A_REQUEST if left is None else max(min(SECONDS_A_REQUEST, left), 0.0)
        self._asked.add(number)
        self._workers.submit(
            number, Request(self._search.address, self._search.source, parts, seconds)
        )

    def _update_statistics(self) -> None:
        self._control.statistics[self._workers.name] = self._workers.size
        self._control.statistics["tasks"] = self._done
