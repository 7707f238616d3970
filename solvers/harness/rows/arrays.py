"""Solutions as NumPy arrays, rows × variables, many at once."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from operator import contains
from typing import Any, TypeVar, cast

from ....models.language.errors import ModelError
from ....models.language.expressions import Bounds, Domain, Variable
from ....models.language.viewpoints.viewpoint import View

Item = TypeVar("Item")

ROWS = 16_384
"""The rows of a full block."""


def numpy() -> Any:
    """NumPy. Raises: ImportError, with what to install."""
    try:
        return import_module("numpy")
    except ImportError as error:
        raise ImportError("arrays need NumPy; install it: pip install numpy") from error


def smallest_type(variables: Sequence[Variable]) -> Any:
    """The smallest signed integer type that holds every value of `variables`.

    Raises: ModelError for labels, or values past 64 bits.
    """
    np = numpy()
    least = most = 0
    for variable in variables:
        if variable.labelled:
            raise ModelError(f"arrays hold integers, and {variable.name} takes labels")
        domain = cast(Sequence[int], variable.domain)
        least, most = min(least, domain[0]), max(most, domain[-1])
    bits = bits_of(least, most)
    if bits is None:
        raise ModelError(f"arrays hold 64 bits, and the values of this model are {least} to {most}")
    return np.dtype(f"int{bits}")


def bits_of(least: int, most: int) -> int | None:
    """The fewest bits of a signed integer that holds these values; None past 64."""
    ends = ((bits, 1 << (bits - 1)) for bits in (8, 16, 32, 64))
    return next((bits for bits, end in ends if -end <= least and most < end), None)


def kind_of(domain: Domain | Bounds) -> str:
    """The type of a column: `int8` to `int64`, `big` for whole numbers past these, or `str`."""
    if isinstance(domain[0], str):
        return "str"
    bits = bits_of(int(domain[0]), cast(int, domain[-1]))
    return f"int{bits}" if bits else "big"


def in_blocks(rows: Iterable[Item]) -> Iterator[list[Item]]:
    """Rows put together in blocks."""
    rest = iter(rows)
    while block := list(islice(rest, ROWS)):
        yield block


def collected(rows: Iterable[Sequence[int]], variables: Sequence[Variable]) -> Iterator[Any]:
    """Rows put together in arrays."""
    np, kind = numpy(), smallest_type(variables)
    for block in in_blocks(rows):
        yield np.array(block, dtype=kind).reshape(len(block), len(variables))


def sorted_table(parts: Sequence[Any], variables: Sequence[Variable]) -> Any:
    """Rows in lists, and in arrays one behind the other, as one array in the order of values."""
    np, kind = numpy(), smallest_type(variables)
    shape = (-1, len(variables))
    found = np.concatenate([np.asarray(one).astype(kind).reshape(shape) for one in parts])
    return found[np.lexsort(found.T[::-1])]


def declared(block: Any, view: View, variables: Sequence[Variable]) -> Any:
    """A block of the variables of `view` as one of the declared `variables`."""
    if not view.marks:
        return block
    np = numpy()
    places = {variable.name: place for place, variable in enumerate(view.model.variables)}
    found = np.empty((len(block), len(variables)), dtype=smallest_type(variables))
    for place, variable in enumerate(variables):
        name, value = view.marks.get(variable.name, (variable.name, None))
        column = block[:, places[name]]
        found[:, place] = column if value is None else column == value
    return found


# -------- Rows of values as a solver reports them: one, or many in an array, checked all together.


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
        self._reported: Any = reported
        self._fits = isinstance(reported, array) and self._is_of_the_domains(reported)
        if isinstance(reported, tuple):
            self.rows = iter([reported])
        else:
            self.rows = struct.iter_unpack(f"={len(self.names)}{reported.typecode}", reported)

    def fitting(self, most: int | None) -> Iterable[Row]:
        """The rows, or `most` of them; none where they are to be checked one by one."""
        return islice(self.rows, most) if self._fits else ()

    def rest(self) -> array[int] | None:
        """The rows of an array after the first, one behind the other, if they fit."""
        if not self._fits:
            return None
        self.rows = iter(())
        rest: array[int] = self._reported[len(self.names) :]
        return rest

    def _is_of_the_domains(self, rows: array[int]) -> bool:
        width = len(self.names)
        if len(rows) == width:
            return all(map(contains, self._domains, rows))
        return all(
            all(map(domain.__contains__, _different(rows[place::width])))
            for place, domain in enumerate(self._domains)
        )


def _different(column: array[int]) -> Iterable[int]:
    """The different values of a column, by NumPy if it is imported and they are close together."""
    if len(column) < ROWS // 4 or (np := sys.modules.get("numpy")) is None:
        return set(column)
    values = np.asarray(column)
    least, most = values.min().item(), values.max().item()
    if values.dtype.kind != "i" or most - least > len(column):
        return set(column)
    counts = np.bincount(values.astype("int64") - least)
    return [place + least for place in np.flatnonzero(counts).tolist()]
