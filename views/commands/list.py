"""`everyway list`: the puzzles, with their parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import endings
from ..options import json_option, talking_options
from ..output import say, say_json, styled
from ..wording import wrapped

if TYPE_CHECKING:
    from inspect import Parameter

    from ...models.language.catalogue import Puzzle

EXAMPLES = """\b
Examples:
  everyway list
  everyway list --json
"""

LONGEST = 24
"""The most characters of a default value."""


@click.command(epilog=EXAMPLES)
@json_option
@talking_options
def command(as_json: bool) -> int:
    """List the puzzles: those that come with everyway, and those of other packages.

    Each with its parameters and their defaults, as `everyway solve` takes them.
    """
    from ...models.language.catalogue import puzzles

    found = puzzles()
    if as_json:
        documents = [_document(puzzle) for puzzle in found]
        say_json({"schema": "everyway.list/1", "puzzles": documents})
    else:
        say("\n".join(map(_told, found)))
    return endings.OK


def _told(puzzle: Puzzle) -> str:
    """The name with the parameters, and below it what the puzzle is about."""
    name = styled(puzzle.name, bold=True)
    if puzzle.error:
        return f"{name}  {styled('broken', fg='red')}\n{wrapped(puzzle.error, '    ')}"
    parameters = "  ".join(map(_default, puzzle.parameters))
    line = wrapped(parameters, " " * (len(puzzle.name) + 2)).lstrip()
    return f"{name}  {line}".rstrip() + f"\n{wrapped(puzzle.summary, '    ')}".rstrip()


def _default(parameter: Parameter) -> str:
    """`n=8`, as it is typed; `n=…` where it must be given, or is long."""
    if parameter.default is parameter.empty:
        return f"{parameter.name}=…"
    return f"{parameter.name}={_typed(parameter.default)}"


def _typed(value: Any) -> str:
    """A value as it is written on the command line."""
    match value:
        case bool() | None:
            text = str(value).lower()
        case list() | tuple():
            separator = ";" if any(isinstance(item, list | tuple) for item in value) else ","
            text = separator.join(map(_typed, value))
        case _:
            text = str(value)
    text = " ".join(text.split())
    if len(text) > LONGEST:
        return f"{text[: LONGEST - 1]}…"
    return f"'{text}'" if not text or " " in text or ";" in text else text


def _document(puzzle: Puzzle) -> dict[str, Any]:
    from ...solvers.harness.comparison import plain

    if puzzle.error:
        return {"name": puzzle.name, "origin": puzzle.where, "broken": puzzle.error}
    return {
        "name": puzzle.name,
        "origin": puzzle.where,
        "summary": puzzle.summary,
        "parameters": [_parameter(parameter) for parameter in puzzle.parameters],
        "known": [
            {"params": plain(params), "count": known.count, "source": known.source}
            for counts in puzzle.knowns
            for params, known in counts.entries()
        ],
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    from ...models.language.parameters import in_words
    from ...solvers.harness.comparison import plain

    required = parameter.default is parameter.empty
    kind = Any if parameter.annotation is parameter.empty else parameter.annotation
    return {
        "name": parameter.name,
        "type": in_words(kind),
        "required": required,
        "default": None if required else plain(parameter.default),
    }
