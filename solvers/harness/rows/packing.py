"""Solutions as rows of bytes: the place of each value in its domain, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import getitem, itemgetter
from struct import Struct
from typing import Any

from ....models.language.domains import Domain, size
from ....models.language.model import Model
from ....models.language.nodes import Value
from .digest import encode, encode_numbers
from .malformed import restored_malformed

_LARGEST_TABLE = 4096


class MalformedError(Exception):
    """The row lacks a variable, has one too many, or holds a value that is not of its domain."""


class Packer:
    """Packs the assignments of `model`; rows of bytes sort like the solutions that they stand for.

    The order is the canonical one: declaration order of the variables, domain order of the values.
    A row that is packed has, for every variable and nothing else, a plain value of its domain:
    `True` and `1.0` are not taken for 1.
    """

    def __init__(self, model: Model) -> None:
        variables = model.variables
        self.names = tuple(variable.name for variable in variables)
        self._kinds = tuple(str if v.labelled else int for v in variables)
        domains = {id(variable.domain): variable.domain for variable in variables}
        tables = {key: _table(domain) for key, domain in domains.items()}
        values = {key: _values(domain) for key, domain in domains.items()}
        self._tables: list[Any] = [tables[id(variable.domain)] for variable in variables]
        self._values = [values[id(variable.domain)] for variable in variables]
        self._layout = Struct(">" + ("".join(_code(v.domain) for v in variables) or "x"))
        self._take = _taker(self.names)
        self._encode: Callable[[Any], bytes] = encode if str in self._kinds else encode_numbers
        self._digits = _digits(list(domains.values()))

    @property
    def row_size(self) -> int:
        """Bytes in a row; at least 1, so that rows of no variables can be counted."""
        return self._layout.size

    @cached_property
    def row(self) -> Callable[[Mapping[str, object]], bytes]:
        """From an assignment to its row. The function raises: MalformedError."""
        take, kinds, tables = self._take, self._kinds, self._tables
        layout, width = self._layout.pack, len(self.names)

        def row(assignment: Mapping[str, object]) -> bytes:
            try:
                values = take(assignment)
                # types first: True and 1.0 would be found in the tables as 1
                if len(assignment) != width or tuple(map(type, values)) != kinds:
                    raise MalformedError
                return layout(*map(getitem, tables, values))
            except (KeyError, TypeError, IndexError, AttributeError):
                raise MalformedError from None

        return row

    def pack(self, assignment: Mapping[str, object]) -> tuple[bytes, bytes]:
        """The row of an assignment, and its text as the digest wants it. Raises: MalformedError."""
        row = self.row(assignment)
        return row, self.text(row)

    def text(self, row: bytes) -> bytes:
        """The text, as the digest wants it, of what was packed into `row`."""
        if self._digits is not None:
            return f"[{','.join(row.translate(self._digits).decode())}]".encode()
        return self._encode(self.values(row))

    def unpack(self, row: bytes) -> dict[str, Value]:
        """The assignment that was packed into `row`."""
        return dict(zip(self.names, self.values(row), strict=True))

    def restored(self, text: bytes) -> object:
        """The malformed row that `text` describes."""
        return restored_malformed(text, self.names)

    def values(self, row: bytes) -> tuple[Value, ...]:
        """The values that were packed into `row`, in the order of declaration."""
        return tuple(map(getitem, self._values, self._layout.unpack(row)))

    def rows(self, data: bytes) -> list[bytes]:
        """The rows that stand one after the other in `data`."""
        step = self.row_size
        return [data[start : start + step] for start in range(0, len(data), step)]


def _taker(names: Sequence[str]) -> Callable[[Mapping[Any, object]], tuple[Any, ...]]:
    """A function from an assignment to the values of `names`, in order."""
    if not names:
        return lambda assignment: ()
    if len(names) == 1:
        (only,) = names
        return lambda assignment: (assignment[only],)
    return itemgetter(*names)


def _digits(domains: Sequence[Domain]) -> bytes | None:
    """From the places of values to their digits, where all have one domain, of digits alone."""
    for domain in domains[:1]:
        if all(value in range(10) for value in domain) and domains.count(domain) == len(domains):
            return "".join(map(str, domain)).encode().ljust(256)
    return None


def _code(domain: Domain) -> str:
    """The layout of the place of a value, in as few bytes as the domain allows."""
    bits = (size(domain) - 1).bit_length()
    for code, most in (("B", 8), ("H", 16), ("I", 32), ("Q", 64)):
        if bits <= most:
            return code
    return f"{_bytes(domain)}s"


def _bytes(domain: Domain) -> int:
    return ((size(domain) - 1).bit_length() + 7) // 8


def _table(domain: Domain) -> dict[Value, int] | _Places:
    """From a value to its place in `domain`; a KeyError where it has none."""
    if isinstance(domain, range) and size(domain) > _LARGEST_TABLE:
        return _Wide(domain) if _code(domain).endswith("s") else _Places(domain)
    values: Sequence[Value] = domain
    return {value: place for place, value in enumerate(values)}


def _values(domain: Domain) -> Sequence[Value] | _WideValues:
    return _WideValues(domain) if isinstance(domain, range) and _bytes(domain) > 8 else domain


class _Places:
    """The places of the values of an interval, by arithmetic."""

    def __init__(self, domain: range) -> None:
        self._domain = domain
        self._first, self._step = domain[0], domain.step

    def __getitem__(self, value: Value) -> int | bytes:
        if value not in self._domain or isinstance(value, str):
            raise KeyError(value)
        return (value - self._first) // self._step


class _Wide(_Places):
    """The places of an interval that has more of them than a machine word can count."""

    def __getitem__(self, value: Value) -> int | bytes:
        return int(super().__getitem__(value)).to_bytes(_bytes(self._domain), "big")


class _WideValues:
    """The values at places that are written as bytes."""

    def __init__(self, domain: range) -> None:
        self._first, self._step = domain[0], domain.step

    def __getitem__(self, place: bytes) -> int:
        return self._first + self._step * int.from_bytes(place, "big")
