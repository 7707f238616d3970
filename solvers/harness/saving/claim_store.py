"""A file of solutions that outlives its writer: what is committed is never lost.

The file is an SQLite database. The search is cut into boxes (see `Splitter`). A finished box is
committed together with its solutions; the solutions of an unfinished box are kept apart, as
pending. Everything is sealed by a hash, so that damage shows.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from sqlite3 import Connection
from sqlite3 import Error as DatabaseError
from typing import Any, NamedTuple

from ..processes.worker import Box
from ..rows.packing import Digest
from .reading_saved import read_tally, verify
from .saved_file_format import (
    BEGUN,
    FINISHED,
    MOST_BYTES,
    MOST_ROWS,
    TABLES,
    WAITING,
    SavedError,
    Tally,
    checked,
    connect,
    damaged,
    from_0,
    lock,
    read_as_data,
    seal,
    touch,
)

SECONDS_HELD = 1.0
"""The most seconds for which rows are held in memory, while more are coming."""
SECONDS_BETWEEN_COMMITS = 0.1


class Task(NamedTuple):
    """A box that is not finished."""

    number: int
    box: Box
    begun: bool
    """True if its search was begun before, and did not end."""


class Store:
    """A file that is open and locked for writing.

    Raises: SavedError from every method, for anything that goes wrong with the file.
    """

    def __init__(self, path: Path, connection: Connection) -> None:
        self.path = path
        self.tally = Tally()
        self.header: dict[str, Any] = {}
        self.connection = connection
        self._task = 0
        self._first_chunk = 0
        self._held: list[tuple[bytes, bytes]] = []
        self._digest = Digest()
        self._since = self._committed = float("-inf")
        self._broken = False

    @classmethod
    def create(cls, path: Path, header: dict[str, Any]) -> Store:
        """A new file, with a box that is the whole search. What goes wrong leaves no file."""
        is_new = touch(path)
        store = None
        try:
            store = cls._locked(path)
            if store._is_empty():
                store._write_first(header)
                return store
        except BaseException:
            if store is not None:
                store.close()
            if is_new:
                path.unlink(missing_ok=True)
            raise
        store.close()
        raise SavedError(path, "holds something already; resume it (--resume) or name another file")

    @classmethod
    def resume(cls, path: Path) -> Store | None:
        """The file as it was left, checked from end to end; None where nothing is in it yet."""
        if not path.exists():
            return None
        store = cls._locked(path)
        try:
            if store._is_empty():
                store.close()
                return None
            with store._as_a_whole(), read_as_data(path):
                store.header = verify(path, store.connection)
                store.tally = read_tally(path, store.connection)
                # what was found in boxes that were not finished is forgotten
                store._forget("box IN (SELECT id FROM boxes WHERE state != ?)", FINISHED)
                store._commit()
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def _locked(cls, path: Path) -> Store:
        with checked(path):
            connection = connect(path)
            try:
                lock(connection)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    # ----------------------------------------------------------------------------- the boxes

    def next_task(self) -> Task | None:
        """The box to search next, the newest first; None where all are finished."""
        with self._as_a_whole():
            found = self.connection.execute(
                "SELECT id, sides, generation, state FROM boxes WHERE state != 2"
                " ORDER BY id DESC LIMIT 1"
            ).fetchone()
        if found is None:
            return None
        number, sides, generation, state = found
        with read_as_data(self.path):
            read = [tuple(map(from_0, side)) for side in json.loads(sides)]
            box = Box(tuple((n, first, end) for n, first, end in read), from_0(generation))
        return Task(number, box, state == BEGUN)

    def cut(self, task: Task, parts: Sequence[Box]) -> None:
        """Replace a box by others that together are the same."""
        with self._as_a_whole():
            self.connection.execute("DELETE FROM boxes WHERE id = ?", (task.number,))
            for part in parts:
                self._set_box(self._last("boxes") + 1, part, WAITING, 0, 0)
            self.tally.waiting += len(parts) - 1
            self._commit_if_due()

    def begin(self, task: Task) -> None:
        """Record that the search of a box begins; what is added from now on belongs to it."""
        with self._as_a_whole():
            self._set_box(task.number, task.box, BEGUN, 0, 0)
            self._task, self._digest = task.number, Digest()
            self._first_chunk = self._last("chunks") + 1
            self._commit_if_due()

    def add(self, row: bytes, text: bytes) -> None:
        """Keep a packed solution, with its text as the digest wants it."""
        self._held.append((row, text))  # one step, which Ctrl-C leaves done or not done
        number = len(self._held)
        if number == 1:
            self._since = time.monotonic()
        full = number >= MOST_ROWS or number * len(row) > MOST_BYTES
        if full or time.monotonic() > self._since + SECONDS_HELD:
            with self._as_a_whole():
                self._flush()
                self._commit_if_due()

    def finish(self, task: Task) -> None:
        """Record that all solutions of a box are here."""
        with self._as_a_whole():
            self._flush()
            number, total = self._digest.count, self._digest.total
            self._set_box(task.number, task.box, FINISHED, number, total)
            tally = self.tally
            tally.waiting, tally.finished = tally.waiting - 1, tally.finished + 1
            tally.add(number, total)
            self._commit_if_due(last=not tally.waiting)

    def discard(self) -> int:
        """Forget the solutions that were added of the box that was begun; their number."""
        number = self._digest.count + len(self._held)
        with self._as_a_whole():
            self._forget("id >= ?", self._first_chunk)
            self._held.clear()
        return number

    def keep(self) -> None:
        """Commit all that was added, also of an unfinished box.

        Where the last step failed, only what was committed before it is kept.
        """
        if self._broken:
            return
        with self._as_a_whole():
            self._flush()
            self._commit()

    def close(self, *, forget: bool = False) -> None:
        """Give the file back; what was not committed is not in it. `forget` deletes it."""
        if forget:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
        with suppress(DatabaseError):
            self.connection.close()

    def settle(self, boxes_of: str) -> None:
        """Record the fingerprint of the model that the boxes cut; raise if it is another."""
        known = self.tally.boxes_of
        if known and known != boxes_of:
            raise SavedError(
                self.path,
                "was begun by another version, which hands this model to its solver in another"
                " form; go on with that version, or begin another file",
            )
        self.tally.boxes_of = boxes_of

    # ---------------------------------------------------------------------------- the tables

    def _is_empty(self) -> bool:
        with self._as_a_whole():
            found = self.connection.execute("SELECT 1 FROM sqlite_master").fetchone()
            if found is None and self.path.stat().st_size:
                raise damaged(self.path, "nothing in it can be read")
        return found is None

    def _write_first(self, header: dict[str, Any]) -> None:
        text = json.dumps(header)
        with self._as_a_whole():
            for statement in TABLES:
                self.connection.execute(statement)
            self.connection.execute("INSERT INTO header VALUES (1, ?, ?)", (text, seal(text)))
            self.connection.execute("INSERT INTO progress VALUES (1, '', '')")
            self._set_box(1, Box(), WAITING, 0, 0)
            self.tally.waiting = 1
            self._commit()
        self.header = header

    def _set_box(self, number: int, box: Box, state: int, solutions: int, total: int) -> None:
        row = (number, json.dumps(box.sides), box.generation, state, solutions, f"{total:064x}")
        self.connection.execute(
            "INSERT OR REPLACE INTO boxes VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, seal(*row))
        )

    def _flush(self) -> None:
        """Write the rows that are held in memory."""
        if not self._held:
            return
        for _, text in self._held:
            self._digest.add(text)
        rows = zlib.compress(b"".join(row for row, _ in self._held), 1)
        row = (self._last("chunks") + 1, self._task, len(self._held), rows)
        self.connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", (*row, seal(*row)))
        self.tally.chunks += 1
        self.tally.pending += len(self._held)
        self._held.clear()

    def _last(self, table: str) -> int:
        return int(self.connection.execute(f"SELECT max(id) FROM {table}").fetchone()[0] or 0)

    def _forget(self, where: str, value: int) -> None:
        deleted = self.connection.execute(f"DELETE FROM chunks WHERE {where}", (value,))
        self.tally.chunks -= deleted.rowcount
        self.tally.pending = 0

    # --------------------------------------------------------------------------- transactions

    def _commit_if_due(self, *, last: bool = False) -> None:
        if last or time.monotonic() > self._committed + SECONDS_BETWEEN_COMMITS:
            self._commit()

    def _commit(self) -> None:
        text = json.dumps(asdict(self.tally))
        self.connection.execute("UPDATE progress SET text = ?, seal = ?", (text, seal(text)))
        self.connection.execute("COMMIT")
        self._committed = time.monotonic()

    @contextmanager
    def _as_a_whole(self) -> Iterator[None]:
        """A step that is done as a whole, or undone with an error that says why."""
        try:
            with checked(self.path):
                if not self.connection.in_transaction:
                    self.connection.execute("BEGIN")
                yield
        except BaseException:
            self._broken = True
            with suppress(DatabaseError):
                self.connection.rollback()
            with suppress(SavedError, DatabaseError):  # what memory says is no longer so
                self.tally = read_tally(self.path, self.connection)
            raise
