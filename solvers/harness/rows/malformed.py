"""Malformed rows, which are no assignment of the model: compared, spooled and shown as text."""

from __future__ import annotations

import json
from ast import literal_eval
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from ....models.language.late_dataclasses import dataclass

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
