"""The line and column at which something stands in a text file, for errors."""

from __future__ import annotations

import re

from ..late_dataclasses import dataclass

_OF_A_MAP = re.compile(r"line (\d+)(?:, column (\d+))? of the map")
_OF_TOML = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@dataclass(frozen=True)
class Source:
    """A text, and the name of its file."""

    file: str
    text: str

    def at(self, offset: int) -> str:
        """`file:line:column` of the character at `offset`."""
        line = self.text.count("\n", 0, offset) + 1
        return f"{self.file}:{line}:{offset - self.text.rfind(chr(10), 0, offset)}"

    def of_key(self, key: str) -> str:
        """The place of a key, or of the table that it names; else the file."""
        found = self._key(key)
        return self.at(found.start(1)) if found else self.file

    def of_value(self, key: str, value: object) -> str:
        """The place of a text that stands as a value after `key`; else that of the key."""
        key_at = self._key(key)
        start = self.text.find(str(value), key_at.end()) if key_at and str(value).strip() else -1
        return self.at(start) if start >= 0 else self.of_key(key)

    def of_map(self, key: str, message: str) -> str:
        """The place in the map after `key` that `message` is about; else that of the key."""
        found, key_at = _OF_A_MAP.search(message), self._key(key)
        opened = re.compile(r"\s*(\"{3}|'{3})\s*").match(self.text, key_at.end() if key_at else 0)
        if not found or not opened:
            return self.of_key(key)
        first = self.text.count("\n", 0, opened.end())
        lines = self.text.split("\n")
        line = min(first + int(found[1]) - 1, len(lines) - 1)
        squares = [place for place, mark in enumerate(lines[line], 1) if not mark.isspace()]
        column = squares[int(found[2]) - 1 : int(found[2])] if found[2] else squares[:1]
        return f"{self.file}:{line + 1}:{(column or [1])[0]}"

    def of_toml(self, message: str) -> str:
        """The message of the reader of TOML, with its place in front."""
        found = _OF_TOML.fullmatch(message)
        if not found:
            return f"{self.file}: {message}"
        place = f"{self.file}:{found[2]}:{found[3]}" if found[2] else self.at(len(self.text))
        return f"{place}: {found[1][:1].lower()}{found[1][1:]}"

    def _key(self, key: str) -> re.Match[str] | None:
        """The place where `key` is given: `key =`, `[key]`, or inside a table `{key = …}`."""
        name = rf"([\"']?{re.escape(key)}[\"']?)[ \t]*"
        forms = (
            rf"^[ \t]*{name}(?:\.[^=\n]*)?=",
            rf"^[ \t]*\[\[?[ \t]*{name}[\].]",
            rf"[{{,]\s*{name}=",
        )
        found = (re.search(form, self.text, re.MULTILINE) for form in forms)
        return next(filter(None, found), None)
