"""Reading a file of solutions: as a claim, or to export it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from sqlite3 import Connection
from sqlite3 import Error as DatabaseError
from typing import Any, Self

from ....models.language.model import Model
from ....models.language.nodes import Value
from ..rows.packing import Packer
from .claim_verification import read_tally, verify
from .saved_file_format import MAGIC, SavedError, connect, damaged, inflated, read_as_data, seal
from .saved_model_and_solver import shape


class SavedSolutions:
    """The solutions that `save` wrote, complete or not, all checked; to be closed after use.

    Nobody writes to the file meanwhile.

    Raises: SavedError for a file that is not there, is damaged or is being written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            what = "is a folder" if self.path.is_dir() else "there is no such file"
            raise SavedError(self.path, f"{what}; name a file that `solve --save` wrote")
        with read_as_data(self.path):
            self._connection: Connection = connect(self.path)
            try:
                self._connection.execute("BEGIN")
                self.header = verify(self.path, self._connection)
                self._tally = read_tally(self.path, self._connection)
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back."""
        with suppress(DatabaseError):
            self._connection.close()

    def __len__(self) -> int:
        """The number of solutions; of a search that was stopped, of those found."""
        return self._tally.solutions + self._tally.pending

    @property
    def complete(self) -> bool:
        """True if these are all."""
        return self._tally.complete

    @property
    def digest(self) -> str | None:
        """The digest, all 64 digits; None where the file is not complete."""
        return self._tally.digest.full if self.complete else None

    @property
    def solver(self) -> str:
        """The solver that found them."""
        return str(self.header["solver"])

    @cached_property
    def model(self) -> Model:
        """The variables, in their groups, that a solution gives values to; no rules."""
        with read_as_data(self.path):
            return shape(self.header)

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """The values of each solution, in the order of declaration."""
        packer = Packer(self.model)
        for data in self._packed(packer.row_size):
            with read_as_data(self.path):
                found = list(map(packer.values, packer.rows(data)))
            yield from found

    def assignments(self) -> Iterator[Mapping[str, Any]]:
        """The values of each solution, by the names of variables."""
        names = tuple(variable.name for variable in self.model.variables)
        for row in self.rows():
            yield dict(zip(names, row, strict=True))

    def _packed(self, row_size: int) -> Iterator[bytes]:
        with read_as_data(self.path):
            for *row, sealed in self._connection.execute("SELECT * FROM chunks ORDER BY id"):
                if sealed != seal(*row):
                    raise damaged(self.path, f"chunk {row[0]} does not fit its seal")
                yield inflated(self.path, row, row_size)


def is_saved(path: str | Path) -> bool:
    """True if a file begins as those do that `save` writes."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False
