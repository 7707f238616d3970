"""The messages of a child process: a kind, a length, the seconds searched so far, a body."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

BEGIN = b"\0everyway 1\n"
"""Comes first; what is written before it is no message."""
HEADER = Struct(">cQd")

READY, ROW, MALFORMED, NEWS, ENDED, ANSWER = b"r", b"s", b"m", b"n", b"e", b"a"
"""The solver is imported; a packed row; a row that is no solution; how it goes; how it ended; what
was asked for, as JSON."""
KINDS = frozenset((READY, ROW, MALFORMED, NEWS, ENDED, ANSWER))
MOST_BYTES = 64 << 20
"""The most bytes of a message; a longer one is garbled."""


class Message(NamedTuple):
    """One message."""

    kind: bytes
    elapsed: float
    """Seconds for which the solver has built and searched."""
    body: bytes


class GarbledError(Exception):
    """Something else was written where messages are expected."""


def framed(kind: bytes, elapsed: float, body: bytes) -> bytes:
    """A message as it is sent."""
    return HEADER.pack(kind, len(body), elapsed) + body


class Frames:
    """Messages out of the bytes that arrive."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._begun = False

    def feed(self, data: bytes) -> None:
        """Take what has arrived."""
        self._data += data

    @property
    def is_broken_off(self) -> bool:
        """True if a message has begun to arrive and is not there as a whole."""
        return self._begun and bool(self._data)

    def messages(self) -> Iterator[Message]:
        """The messages that are there as a whole, each once. Raises: GarbledError."""
        if not self._begun:
            place = self._data.find(BEGIN)
            if place < 0:
                del self._data[: 1 - len(BEGIN)]
                return
            del self._data[: place + len(BEGIN)]
            self._begun = True
        start = 0
        try:
            while len(self._data) - start >= HEADER.size:
                kind, length, elapsed = HEADER.unpack_from(self._data, start)
                if kind not in KINDS or length > MOST_BYTES:
                    raise GarbledError
                end = start + HEADER.size + length
                if end > len(self._data):
                    break
                body = bytes(self._data[start + HEADER.size : end])
                start = end
                yield Message(kind, elapsed, body)
        finally:
            del self._data[:start]
