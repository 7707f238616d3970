"""The projected solutions found so far, for solvers that cannot find each once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlite3 import Connection

MOST_IN_MEMORY = 200_000
"""Past so many projections they are kept in a temporary file."""


class Seen:
    """The values of `names` that have come before: in memory, then in a temporary database.

    Of each combination its SHA-256 is kept. The file is deleted when the object is.
    """

    def __init__(self, names: Sequence[str], most_in_memory: int = MOST_IN_MEMORY) -> None:
        self._names = names
        self._most = most_in_memory
        self._memory: set[bytes] = set()
        self._disk: Connection | None = None

    def is_new(self, values: Mapping[str, Any]) -> bool:
        """True if this combination comes for the first time; from now on it does not."""
        row = json.dumps([values[name] for name in self._names])
        key = sha256(row.encode()).digest()
        if key in self._memory or not self._is_new_on_disk(key):
            return False
        self._memory.add(key)
        if len(self._memory) > self._most:
            self._spill()
        return True

    def _is_new_on_disk(self, key: bytes) -> bool:
        if self._disk is None:
            return True
        found = self._disk.execute("SELECT 1 FROM seen WHERE key = ?", (key,)).fetchone()
        return found is None

    def _spill(self) -> None:
        """Move what is in memory to the file."""
        import sqlite3  # which not every Python in a browser has

        if self._disk is None:
            self._disk = sqlite3.connect("")  # a temporary file, deleted when closed
            self._disk.execute("CREATE TABLE seen (key BLOB PRIMARY KEY) WITHOUT ROWID")
        self._disk.executemany("INSERT INTO seen VALUES (?)", ((key,) for key in self._memory))
        self._disk.commit()
        self._memory.clear()

    def __del__(self) -> None:
        if self._disk is not None:
            with suppress(Exception):
                self._disk.close()
