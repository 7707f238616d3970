"""Solutions found in a thread of its own, so that ours sees Ctrl-C, time limits and closing.

A library that calls Python back in the middle of a search can stand no exception there, and one
that does not return has to be stopped from outside.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextvars import copy_context
from typing import Generic, TypeVar

from ..contract import Control
from ..options import SINGLE_THREADED

Item = TypeVar("Item")
Produce = Callable[[Callable[[Item], bool]], object]
"""Hands over item by item to a function, until that is False: no more are wanted."""

_PATIENCE = 0.02
_MOST_WAITING = 1024


def nothing() -> None:
    """Does nothing."""


def aside(
    items: Iterator[Item], control: Control, interrupt: Callable[[], object] = nothing
) -> Generator[Item, None, None]:
    """`items`, produced in another thread and read here; a bounded number lies unread.

    When it must end, `interrupt` is called from here until the thread has ended. Where there are no
    threads, they are produced as they are read. Raises: what the producer raises; Stopped when
    asked to stop.
    """
    if sys.platform in SINGLE_THREADED:
        return _in_this_thread(items, control)

    def produce(put: Callable[[Item], bool]) -> None:
        try:
            for item in items:
                if not put(item):
                    break
        finally:
            getattr(items, "close", nothing)()

    return produced(produce, control, interrupt)


def _in_this_thread(items: Iterator[Item], control: Control) -> Generator[Item, None, None]:
    try:
        for item in items:
            control.check()
            yield item
    finally:
        getattr(items, "close", nothing)()


def produced(
    produce: Produce[Item], control: Control, interrupt: Callable[[], object]
) -> Generator[Item, None, None]:
    """The items that `produce` hands over, as `aside` does it with items."""
    producer = _Producer(produce)
    producer.start()
    try:
        while True:
            control.check()
            found, is_finished = producer.take()
            for item in found:
                yield item
                control.check()
            if is_finished:
                break
    finally:
        producer.end(interrupt)
    control.check()
    if producer.error is not None:
        raise producer.error


class _Producer(threading.Thread, Generic[Item]):
    """Produces items; it waits while the number that was asked for lies unread.

    After the very first it waits until a second is asked for.
    """

    def __init__(self, produce: Produce[Item]) -> None:
        super().__init__(name="everyway search", daemon=True)
        self.error: BaseException | None = None
        context = copy_context()  # listeners of this thread listen there as well
        self._produce: Produce[Item] = lambda put: context.run(produce, put)
        self._condition = threading.Condition()
        self._found: list[Item] = []
        self._room = 0
        self._batch = 1
        self._is_wanted = True
        self._is_finished = False

    def run(self) -> None:
        """Produce; an exception is left in `error`."""
        try:
            self._produce(self.put)
        except BaseException as error:
            self.error = error
        finally:
            with self._condition:
                self._is_finished = True
                self._condition.notify_all()

    def put(self, item: Item) -> bool:
        """Hand over `item` and wait until more are wanted; False when none ever will be."""
        with self._condition:
            self._found.append(item)
            self._room -= 1
            if len(self._found) >= self._batch // 2:
                self._condition.notify_all()
            while self._room <= 0 and self._is_wanted:
                self._condition.wait()
            return self._is_wanted

    def take(self) -> tuple[list[Item], bool]:
        """The values found, after a short wait for some, and True if they are the last."""
        with self._condition:
            self._room = self._batch
            self._condition.notify_all()
            if len(self._found) < max(1, self._batch // 2) and not self._is_finished:
                self._condition.wait(_PATIENCE)
            found, self._found = self._found, []
            if found:
                self._batch = min(2 * self._batch, _MOST_WAITING)
            return found, self._is_finished

    def end(self, interrupt: Callable[[], object]) -> None:
        """Stop the search and wait for its thread."""
        with self._condition:
            self._is_wanted = False
            self._condition.notify_all()
        while self.is_alive():
            if not self._is_finished:  # what has finished has nothing left to interrupt
                interrupt()  # one that comes before the search has begun is lost: it is repeated
            self.join(_PATIENCE)
