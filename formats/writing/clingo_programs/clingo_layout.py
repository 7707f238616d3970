"""Rules of clingo in lines, which end behind a literal or an element."""

from __future__ import annotations

import re
from itertools import pairwise

from ..brackets import at_top, in_lines

WIDTH = 100


def laid_out(line: str) -> str:
    """A rule in as many lines as it takes; a remark in one."""
    if len(line) <= WIDTH or line.startswith("%"):
        return line
    return in_lines(line, lambda hidden: (one.rstrip() for one in _filled("", hidden, 4)))


def _filled(line: str, text: str, indent: int, after: int = 0) -> list[str]:
    """The lines of a text behind a line that is begun; what is in brackets is further in.

    As many signs as `after` follow on the last line.
    """
    lines = [line]
    sign = ";" if any(text[place] == ";" for place in at_top(text)) else ", "  # not in a tuple
    ends = [place + 1 for place in at_top(text) if text.startswith(sign, place)]
    for start, end in pairwise([0, *ends, len(text)]):
        part = text[start:end]
        size = len(part) + (after if end == len(text) else 0)
        if start and len(lines[-1]) + size > WIDTH:
            lines.append(" " * indent)
            part, size = part.lstrip(), size - len(part) + len(part.lstrip())
        a, b = max(pairwise(at_top(part)), key=lambda pair: pair[1] - pair[0], default=(0, 0))
        if not re.search(";|, ", part[a + 1 : b]):
            a, b = -1, len(part.rstrip("; "))
        if len(lines[-1]) + size <= WIDTH or part[a + 1 : b] == text:
            lines[-1] += part
        else:
            rest = size - b
            lines[-1:] = _filled(lines[-1] + part[: a + 1], part[a + 1 : b], indent + 4, rest)
            lines[-1] += part[b:]
    return lines
