"""Scripts and styles without comments and blanks, so that pages stay small.

Lines stay lines where they may end a statement without a semicolon. It is enough for the scripts
here, whose strings are in single quotes or backquotes, without one backquote within another.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<literal>'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"
    r"|//[^\n]*|/\*.*?\*/|(?P<line>\s*\n\s*)|(?P<blank>[ \t]+)",
    re.DOTALL,
)
_LINE = re.compile(
    r"(?P<literal>'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"
    r"|(?:^|(?<=[{;,(\[])|(?=\n+(?:[})\]]|$)))\n+|(?P<line>\n)\n*"
)
"""The ends of lines; those beside a bracket, a comma or a semicolon can go."""


def minified_script(text: str) -> str:
    """The same script in fewer letters."""

    def shorter(token: re.Match[str]) -> str:
        if token["literal"]:
            return token[0]
        if token["line"]:
            return "\n"
        around = text[token.start() - 1] + text[token.end() : token.end() + 1]
        return " " if token["blank"] and re.fullmatch(r"[\w$]{2}", around) else ""

    return _LINE.sub(
        lambda token: token["literal"] or token["line"] or "", _TOKEN.sub(shorter, text)
    )


def minified_style(text: str) -> str:
    """The same style sheet in fewer letters."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([{};,]) ?|(:) ", r"\1\2", text).strip()
