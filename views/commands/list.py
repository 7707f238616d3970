"""`everyway list`: The puzzles, with their parameters."""

from __future__ import annotations

import inspect
import re
from inspect import Parameter
from itertools import islice
from typing import Any

import click

from ...models.language.errors import ExitCode, ModelError, PredicateError
from ...models.language.files.catalogue import Puzzle, find, puzzles
from ...models.language.files.parameters import choices, in_words
from ...models.language.phrases import grouped
from ...solvers.harness.contract import Unsupported
from ...solvers.harness.outcome import plain
from .. import command_options as option
from ..exit_codes import Refused
from ..progress import picture
from ..standard_streams import complain, joined, say, say_json, styled, wrapped
from ..two_models import title

EXAMPLES = """\
  everyway list
  everyway list sudoku
  everyway list --search knight
  everyway list --json
"""

LONGEST = 24
"""The most characters of a default value."""
MOST_KNOWN = 12
"""Known counts that are shown of one source."""
SECONDS = 5.0
"""The time in which a solution is found to be drawn."""


@option.as_command(EXAMPLES)
@click.argument("name", required=False, metavar="[PUZZLE]", shell_complete=option.complete_puzzle)
@option.text("--search WORD", "Those whose name or description has this word.")
def command(name: str | None, search: str | None, as_json: bool) -> int:
    """List the puzzles: those that come with everyway, and those of other packages.

    Each with its parameters and their defaults, as `everyway solve` takes them. Of one
    PUZZLE, by name or file, everything: its rules, what each parameter may be, the
    numbers of solutions that are known, and a picture.
    """
    if name is not None and search is not None:
        raise Refused("give a puzzle or --search, not both")
    if name is not None:
        return _one(find(name), as_json)
    found = puzzles() if search is None else [p for p in puzzles() if _speaks_of(p, search)]
    if as_json:
        documents = [_document(puzzle) for puzzle in found]
        say_json({"schema": "everyway.list/1", "puzzles": documents})
    elif not found:
        complain(f"no puzzle speaks of {search!r}; `everyway list` shows them all")
    else:
        say("\n".join(map(_entry, found)))
    return ExitCode.OK


def _speaks_of(puzzle: Puzzle, words: str) -> bool:
    """True if each of `words` is in the name, the description or the sources of a puzzle."""
    text = puzzle.name.replace("_", " ")
    if not puzzle.error:
        sources = [counts.source for counts in puzzle.knowns]
        text = " ".join([puzzle.name, text, inspect.getdoc(puzzle.function) or "", *sources])
    return all(word in text.lower() for word in words.lower().split())


# ---------------------------------------------------------------------------------- one puzzle


def _one(puzzle: Puzzle, as_json: bool) -> int:
    """The exit code, once all of one puzzle is printed. Raises: ModelError if it is broken."""
    puzzle.function  # noqa: B018 - asking for it is what finds the error
    if as_json:
        say_json({"schema": "everyway.list/1", "puzzles": [_document(puzzle)]})
        return ExitCode.OK
    blocks = [styled(puzzle.name, bold=True), *_paragraphs(puzzle)]
    blocks += ["\n".join(part) for part in (_parameters(puzzle), _known(puzzle)) if part]
    say("\n\n".join(filter(None, blocks)))
    drawn = _drawn(puzzle)
    if drawn:
        say(f"\n{drawn}")
    return ExitCode.OK


def _paragraphs(puzzle: Puzzle) -> list[str]:
    """The description of a puzzle, in lines that fit; examples and the like as they are."""
    text = inspect.getdoc(puzzle.function) or ""
    laid_out = re.compile(r"^(\s|>>>|[-*] )", re.MULTILINE)
    parts = text.split("\n\n")
    return [part if laid_out.search(part) else wrapped(part) for part in parts]


def _parameters(puzzle: Puzzle) -> list[str]:
    """A line for each parameter: how it is typed, and what it may be."""
    lines = [
        wrapped(_may_be(parameter), f"  {_default(parameter)}  ", "      ")
        for parameter in puzzle.parameters
    ]
    return ["parameters:", *lines] if lines else []


def _may_be(parameter: Parameter) -> str:
    kind = Any if parameter.annotation is parameter.empty else parameter.annotation
    return in_words(kind)


def _known(puzzle: Puzzle) -> list[str]:
    """The known numbers of solutions, by source."""
    lines = []
    for counts in puzzle.knowns:
        shown = [
            f"{' '.join(f'{key}={_typed(value)}' for key, value in params.items())}:"
            f" {grouped(known.count)}".removeprefix(": ")
            for params, known in islice(counts.entries(), MOST_KNOWN)
        ]
        more = [f"and {len(counts.counts) - MOST_KNOWN} more"] * (len(counts.counts) > MOST_KNOWN)
        lines += [wrapped(counts.source, "  ", "  "), joined([*shown, *more], "    ")]
    return ["known numbers of solutions:", *lines] if lines else []


def _drawn(puzzle: Puzzle) -> str:
    """A solution of the puzzle as it is without parameters, where one is soon found."""
    from ..pages.gallery import example

    if any(p.default is p.empty and p.kind is not p.VAR_KEYWORD for p in puzzle.parameters):
        return ""
    try:
        model = puzzle.model()
        solution = example(model, SECONDS)
    except (ModelError, PredicateError, Unsupported, RuntimeError, ImportError):
        return ""
    return "" if solution is None else f"{title(model)}\n{picture(model, solution.assignment)}"


# ------------------------------------------------------------------------------- all of them


def _entry(puzzle: Puzzle) -> str:
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
    required = parameter.default is parameter.empty
    return {
        "name": parameter.name,
        "type": _may_be(parameter),
        **({"choices": listed} if (listed := choices(parameter)) else {}),
        "required": required,
        "default": None if required else plain(parameter.default),
    }
