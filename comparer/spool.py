"""A claim on disk: every reported row once, split by hash so that a part at a time is compared."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from ..models.language.nodes import Value
from ..solvers.harness.rows.packing import Digest, MalformedError, Packer, text_of_malformed

T = TypeVar("T")

PARTITIONS = 256
"""The number of parts into which a claim is split, by the first byte of each solution's SHA-256."""

_BUFFERED = 4 << 20
_REPORT_EVERY = 1024


class SpoolError(RuntimeError):
    """The temporary files cannot be written; the message names the folder."""


class Workspace(AbstractContextManager["Workspace"]):
    """A temporary folder for spools, made when first needed and removed at the end."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._files = 0

    def __exit__(self, *details: object) -> None:
        if self._path is not None:
            shutil.rmtree(self._path, ignore_errors=True)

    def new_file(self) -> Path:
        """A path in the folder that nobody else has."""
        if self._path is None:
            self._path = Path(tempfile.mkdtemp(prefix="everyway-"))
        self._files += 1
        return self._path / f"{self._files}.rows"


class Partitions:
    """Records in partitions: in memory while they are few, then in one file in chunks.

    A record that was added is there to be read, also after a write has failed.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._path: Path | None = None
        self._chunks: list[list[tuple[int, int]]] = [[] for _ in range(PARTITIONS)]
        self.disk = 0
        """Bytes on disk."""
        self.buffers = [bytearray() for _ in range(PARTITIONS)]
        """The records of each partition that are in memory; a new one is added at its end."""

    def flush(self) -> None:
        """Move what is in memory to disk. Raises: SpoolError."""
        try:
            self._path = self._path or self._workspace.new_file()
            with self._path.open("r+b" if self.disk else "wb", buffering=0) as file:
                file.seek(self.disk)
                for chunks, buffer in zip(self._chunks, self.buffers, strict=True):
                    if buffer:
                        _write_all(file.write, buffer)
                        chunks.append((self.disk, len(buffer)))
                        self.disk += len(buffer)
                        buffer.clear()
        except OSError as error:
            folder = self._path.parent if self._path else tempfile.gettempdir()
            raise SpoolError(
                f"cannot write solutions to {folder}: {error.strerror or error};"
                " free some space, or set TMPDIR to a folder with more"
            ) from error

    def read(self, number: int) -> bytes:
        """All records of a partition, one after the other, in the order in which they came."""
        chunks = self._chunks[number]
        if not chunks or self._path is None:
            return bytes(self.buffers[number])
        parts = []
        with self._path.open("rb") as file:
            for start, length in chunks:
                file.seek(start)
                parts.append(file.read(length))
        return b"".join([*parts, self.buffers[number]])


def _write_all(write: Callable[[memoryview], int | None], data: bytearray) -> None:
    """Write `data` to the last byte; a raw file may take less than it is given."""
    with memoryview(data) as left:
        done = 0
        while done < len(left):
            with left[done:] as rest:
                done += write(rest) or 0


class Spool:
    """The reports of one claim: packed rows, rows that cannot be packed, and the digest of all."""

    def __init__(self, packer: Packer, workspace: Workspace) -> None:
        self.packer = packer
        self.digest = Digest()
        self._rows, self._malformed = Partitions(workspace), Partitions(workspace)
        self._malformed_held = 0
        self._first: bytes | None = None

    @property
    def reported(self) -> int:
        """The number of solutions that the claim reported, repeats and malformed rows included."""
        return self.digest.count

    @property
    def first(self) -> dict[str, Value] | None:
        """The first row that could be packed."""
        return None if self._first is None else self.packer.unpack(self._first)

    @property
    def disk(self) -> int:
        """Bytes on disk."""
        return self._rows.disk + self._malformed.disk

    def fill(
        self,
        reported: Iterable[Mapping[str, object]],
        progress: Callable[[int], None] = lambda count: None,
    ) -> None:
        """Add all that is `reported`; `progress` is called with the number so far, now and then.

        Raises: SpoolError; what had come until then, the last row included, is kept.
        """
        names = self.packer.names
        self._fill(reported, self.packer.pack, lambda row: text_of_malformed(row, names), progress)

    def fill_packed(
        self,
        reported: Iterable[tuple[bytes, bool]],
        progress: Callable[[int], None] = lambda count: None,
    ) -> None:
        """The same of what is packed already: rows, and texts of what is no solution.

        Raises: SpoolError.
        """
        text = self.packer.text

        def read(report: tuple[bytes, bool]) -> tuple[bytes, bytes]:
            row, fits = report
            if not fits:
                raise MalformedError
            return row, text(row)

        self._fill(reported, read, lambda report: report[0], progress)

    def _fill(
        self,
        reported: Iterable[T],
        read: Callable[[T], tuple[bytes, bytes]],
        text_of: Callable[[T], bytes],
        progress: Callable[[int], None],
    ) -> None:
        add, buffers = self.digest.add, self._rows.buffers
        until_flush = most = max(1, _BUFFERED // self.packer.row_size)
        for report in reported:
            try:
                row, text = read(report)
            except MalformedError:
                self._add_malformed(text_of(report))
                continue
            buffers[add(text)[0]] += row
            self._first = self._first or row
            until_flush -= 1
            if not until_flush:
                until_flush = most
                self._rows.flush()
            if not self.digest.count % _REPORT_EVERY:
                progress(self.digest.count)

    def _add_malformed(self, text: bytes) -> None:
        number = self.digest.add(text)[0]
        self._malformed.buffers[number] += text + b"\n"
        self._malformed_held += len(text)
        if self._malformed_held > _BUFFERED:
            self._malformed_held = 0
            self._malformed.flush()

    def rows(self, number: int) -> list[bytes]:
        """The packed rows of a partition, as often as each was reported."""
        return self.packer.rows(self._rows.read(number))

    def malformed(self, number: int) -> list[bytes]:
        """The texts of the rows of a partition that could not be packed."""
        return self._malformed.read(number).splitlines()
