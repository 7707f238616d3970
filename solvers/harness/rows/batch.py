"""Rows of values as a solver reports them: one, or many in an array, checked all together."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ....models.language.expressions import Variable

Row = tuple[int, ...]


class Batch:
    """The rows that are not read yet of what a solver reported last."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.names = [variable.name for variable in variables]
        self._domains = [variable.domain for variable in variables]
        self.rows: Iterator[Row] = iter(())
        self._fits = False

    def take(self, reported: Row | array[int]) -> None:
        """Read `reported` next."""
        self._fits = isinstance(reported, array) and self._is_of_the_domains(reported)
        self.rows = iter([reported] if isinstance(reported, tuple) else self._unpacked(reported))

    def fitting(self, most: int | None) -> Iterable[Row]:
        """The rows, or `most` of them; none where they are to be checked one by one."""
        return islice(self.rows, most) if self._fits else ()

    def _unpacked(self, rows: array[int]) -> Iterator[Any]:
        return struct.iter_unpack(f"={len(self.names)}{rows.typecode}", rows)

    def _is_of_the_domains(self, rows: array[int]) -> bool:
        width = len(self.names)
        columns = (set(rows[place::width]) for place in range(width))
        return all(
            all(value in domain for value in column)
            for column, domain in zip(columns, self._domains, strict=True)
        )
