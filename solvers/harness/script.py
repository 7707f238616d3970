"""What the scripts have in common that show a fault in a library's own words.

A solver module, or its function, may offer

    def script(model: Model, expected: Iterable[Row], about: str) -> str

the text of a Python program that needs that library alone, enumerates the model and exits with 1
where it does not find exactly the `expected` rows (values in the model's order), with 0 where it
does. The model has integer domains alone, as for `solutions`. It raises Unsupported, or
NotImplementedError, where it cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap
from typing import Any, cast

from .registry import Solver

Row = tuple[int, ...]
Script = Callable[[Any, Iterable[Row], str], str]


def script_of(solver: Solver) -> Script | None:
    """The function that writes scripts for `solver`, if there is one."""
    found = getattr(solver.function, "script", None) or getattr(solver.module, "script", None)
    return cast("Script | None", found if callable(found) else None)


def header(about: str) -> str:
    """The lines of a script's documentation: what it shows, and how it ends."""
    told = "Exit status 1 while the fault is there, 0 once the solutions are as expected."
    paragraphs = [*about.replace("\\", "/").replace('"""', "'''").splitlines(), "", told]
    return "\n".join(line for text in paragraphs for line in (wrap(text, 95) or [""]))


def commented(text: str) -> str:
    """`text` as a comment at the end of a line."""
    return f"  # {text.encode('unicode_escape').decode()}"


def literal(name: str, columns: Sequence[str], rows: Iterable[Row]) -> str:
    """An assignment of the sorted `rows` to `name`, with what each column is in a comment."""
    lines = "".join(f"    {row!r},\n" for row in sorted(rows))
    listed = ", ".join(columns) or "no variables"
    return f"{name} = [{commented(listed)}\n{lines}]"


def filled(template: str, **parts: object) -> str:
    """`template` with its fields replaced."""
    return template.format(**parts)
