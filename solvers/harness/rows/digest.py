"""A digest of a set of solutions: whatever their order, in one pass, in twelve characters."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ....models.language.nodes import Value

SHOWN = 12
"""The number of hexadecimal digits that people compare; programs compare all 64."""

_MODULUS = 1 << 256
_write = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode


@dataclass(slots=True, repr=False, unsafe_hash=True)
class Digest:
    """The digest of a multiset of solutions: their number, and the sum of their SHA-256.

    A solution is hashed as its values in the order of declaration, without names, written as a
    JSON list in ASCII without spaces: `[2,4,1,3]`. The hashes are added as big-endian numbers
    modulo 2^256. The digest is the SHA-256 of the text `COUNT:SUM`, the count in decimal and the
    sum in 64 hexadecimal digits.

    >>> from everyway.solvers.harness.rows.digest import digest_of
    >>> digest_of([(2, 4, 1, 3), (3, 1, 4, 2)]) == digest_of([(3, 1, 4, 2), (2, 4, 1, 3)])
    True
    """

    count: int = 0
    total: int = 0

    def add(self, encoded: bytes) -> bytes:
        """Count a further solution, as `encode` wrote it. Its own SHA-256."""
        hashed = hashlib.sha256(encoded).digest()
        self.count += 1
        self.total = (self.total + int.from_bytes(hashed, "big")) % _MODULUS
        return hashed

    @property
    def full(self) -> str:
        """All 64 hexadecimal digits."""
        return hashlib.sha256(f"{self.count}:{self.total:064x}".encode()).hexdigest()

    @property
    def short(self) -> str:
        """The first 12 digits, for people."""
        return self.full[:SHOWN]

    def __repr__(self) -> str:
        return f"<Digest {self.short} of {self.count}>"


def encode(values: Sequence[Value]) -> bytes:
    """The values of one solution, in the order of declaration, as they are hashed."""
    try:
        return _write(list(values)).encode()
    except ValueError:  # Python refuses to write numbers of thousands of digits in decimal
        return _write([hex(v) if isinstance(v, int) else v for v in values]).encode()


def encode_numbers(values: Sequence[int]) -> bytes:
    """A faster `encode` for plain integers."""
    try:
        return str(list(values)).replace(" ", "").encode()
    except ValueError:
        return encode(values)


def digest_of(rows: Iterable[Sequence[Value]]) -> Digest:
    """The digest of solutions that are given by their values in the order of declaration."""
    digest = Digest()
    for row in rows:
        digest.add(encode(row))
    return digest
