"""Text that moves no cursor: control characters are refused in names, and escaped elsewhere.

Unprintable are the control characters C0 (line breaks and tabs apart), DEL and C1, halves of
surrogate pairs, the line separators U+2028 and U+2029, the controls that turn the direction of
writing (U+202A to U+202E, U+2066 to U+2069), under which a text is read in another order than it is
stored, and U+FFFE and U+FFFF, which XML forbids. Letters of every script, joiners, marks of
direction and emoji are printable.
"""

from __future__ import annotations

import re

from .errors import ModelError

_UNPRINTABLE = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)


def printable(text: str) -> str:
    r"""`text` with every unprintable character escaped as Python's `repr` does.

    >>> print(printable("\x1b]0;title\x07"))
    \x1b]0;title\x07
    """
    if text.isprintable():
        return text
    return re.sub(_UNPRINTABLE, lambda found: found[0].encode("unicode_escape").decode(), text)


def printable_json(text: str) -> str:
    """A JSON text with every unprintable character of its strings escaped as JSON does."""
    if text.isprintable():
        return text
    return re.sub(_UNPRINTABLE, lambda found: f"\\u{ord(found[0]):04x}", text)


def escaped(text: str) -> str:
    """`text` as the text or an attribute of SVG or HTML, which moves no cursor either."""
    from html import escape

    return escape(printable(text))


def refuse_unprintable(text: str, what: str) -> str:
    """`text`, a name or a label, which is one line.

    Raises: ModelError for a line break, a tab, or an unprintable character.
    """
    if not text.isprintable():
        wrong = re.search(f"[\t\n]|{_UNPRINTABLE}", text)
        if wrong is not None:
            raise ModelError(
                f"{what} {_shortened(text)!r} holds the control character {wrong[0]!a};"
                " write it without"
            )
    return text


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
