"""Solutions as rows of bytes: the place of each value in its domain, and nothing else."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from operator import call, itemgetter
from struct import Struct
from typing import Any

from ....models.language.expressions import Domain, size
from ....models.language.late_dataclasses import dataclass
from ....models.language.model import Model
from ....models.language.nodes import Value

# --------------------------------------------------------------------------------------- malformed
# Malformed rows, which are no assignment of the model: compared, spooled and shown as text.


_LONGEST_TEXT = 400
_LITERAL = frozenset(
    f"builtins.{kind.__name__}" for kind in (bool, dict, float, int, list, str, tuple, type(None))
)


@dataclass(frozen=True)
class Foreign:
    """Stands for a reported value that is neither an integer nor a label: its type and text."""

    kind: str
    text: str

    def __repr__(self) -> str:
        name = self.kind.rpartition(".")[2]
        return self.text if name in self.text else f"{name}({self.text})"


def text_of_malformed(given: Any, names: Sequence[str]) -> bytes:
    """One line of ASCII that differs for different rows; `names` are the model's.

    The digest hashes it: the list of the values in JSON, where `{}` stands for no value and
    `{"foreign": [type, text]}` for one that is neither a plain integer nor a string. Values of
    names that the model does not have stand behind.
    """
    if not isinstance(given, Mapping):
        return _line({"row": _foreign(given)})
    known: list[object] = [_shown(given[name]) if name in given else {} for name in names]
    own = frozenset(names)
    extra = sorted(
        (_line(_shown(key)).decode(), _line(_shown(value)).decode())
        for key, value in given.items()
        if key not in own
    )
    return _line([*known, *([{"extra": extra}] if extra else [])])


def restored_malformed(text: bytes, names: Sequence[str]) -> object:
    """The row that `text` describes, to be shown; what cannot be restored is a `Foreign`."""
    data = json.loads(text)
    if isinstance(data, dict):
        return _restored(data["row"])
    row = {name: _restored(item) for name, item in zip(names, data, strict=False) if item != {}}
    extra = data[len(names)]["extra"] if len(data) > len(names) else []
    return row | {_restored(json.loads(key)): _restored(json.loads(item)) for key, item in extra}


def _restored(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    if "hex" in item:
        return int(item["hex"], 16)
    kind, text = item["foreign"]
    if kind in _LITERAL:
        try:
            return literal_eval(text)
        except (ValueError, SyntaxError):  # nan, or cut off
            pass
    return Foreign(kind, text)


def _shown(value: object) -> object:
    return value if type(value) is int or type(value) is str else _foreign(value)


def _foreign(value: object) -> dict[str, object]:
    kind = type(value)
    try:
        text = repr(value)
    except Exception:  # an object that cannot even be printed must not hide its row
        text = "?"
    if len(text) > _LONGEST_TEXT:
        text = f"{text[:_LONGEST_TEXT]} … {sha256(text.encode(errors='replace')).hexdigest()}"
    return {"foreign": [f"{kind.__module__}.{kind.__qualname__}", text]}


def _line(value: object) -> bytes:
    try:
        return json.dumps(value, separators=(",", ":")).encode()
    except ValueError:  # Python refuses to write numbers of thousands of digits in decimal
        return json.dumps(_in_hexadecimal(value), separators=(",", ":")).encode()


def _in_hexadecimal(value: object) -> object:
    if isinstance(value, int):
        return {"hex": hex(value)}
    return [_in_hexadecimal(item) for item in value] if isinstance(value, list) else value


# -------- A digest of a set of solutions: whatever their order, in one pass, in twelve characters.


SHOWN = 12
"""The number of hexadecimal digits that people compare; programs compare all 64."""

_MODULUS = 1 << 256
_write = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode


@dataclasses.dataclass(slots=True, repr=False, unsafe_hash=True)
class Digest:
    """The digest of a multiset of solutions: their number, and the sum of their SHA-256.

    A solution is hashed as its values in the order of declaration, without names, written as a
    JSON list in ASCII without spaces: `[2,4,1,3]`. The hashes are added as big-endian numbers
    modulo 2^256. The digest is the SHA-256 of the text `COUNT:SUM`, the count in decimal and the
    sum in 64 hexadecimal digits.

    >>> from everyway.solvers.harness.rows.packing import digest_of
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
        places = {key: _place_in(domain) for key, domain in domains.items()}
        values = {key: _value_in(domain) for key, domain in domains.items()}
        self._places = [places[id(variable.domain)] for variable in variables]
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
        take, kinds, places = self._take, self._kinds, self._places
        layout, width = self._layout.pack, len(self.names)

        def row(assignment: Mapping[str, object]) -> bytes:
            try:
                values = take(assignment)
                # types first: True and 1.0 would be found as 1
                if len(assignment) != width or tuple(map(type, values)) != kinds:
                    raise MalformedError
                return layout(*map(call, places, values))
            except (LookupError, TypeError, ValueError, AttributeError):
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
        return tuple(map(call, self._values, self._layout.unpack(row)))

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


def _place_in(domain: Domain) -> Callable[[Any], Any]:
    """From a value to its place in `domain`; raises a LookupError or ValueError for no value."""
    if isinstance(domain, range) and size(domain) > _LARGEST_TABLE:
        if _code(domain).endswith("s"):  # more places than a machine word can count
            width = _bytes(domain)
            return lambda value: domain.index(value).to_bytes(width, "big")
        return domain.index
    values: Sequence[Value] = domain
    return {value: place for place, value in enumerate(values)}.__getitem__


def _value_in(domain: Domain) -> Callable[[Any], Value]:
    """From a place to its value in `domain`."""
    if _code(domain).endswith("s"):
        return lambda place: domain[int.from_bytes(place, "big")]
    return domain.__getitem__
