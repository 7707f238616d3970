"""Scripts and styles without comments and blanks, so that pages stay small.

Lines stay lines, so that a script means the same without semicolons. It is enough for the scripts
here, whose strings are in single quotes or backquotes, without one backquote within another.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<literal>'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"
    r"|//[^\n]*|/\*.*?\*/|(?P<line>\s*\n\s*)|(?P<blank>[ \t]+)",
    re.DOTALL,
)


def minified_script(text: str) -> str:
    """The same script in fewer letters."""

    def shorter(token: re.Match[str]) -> str:
        if token["literal"]:
            return token[0]
        if token["line"]:
            return "\n"
        around = text[token.start() - 1] + text[token.end() : token.end() + 1]
        return " " if token["blank"] and re.fullmatch(r"[\w$]{2}", around) else ""

    return re.sub(r"\n+", "\n", _TOKEN.sub(shorter, text)).strip()


def minified_style(text: str) -> str:
    """The same style sheet in fewer letters."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([{};,]) ?|(:) ", r"\1\2", text).strip()
