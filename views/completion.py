"""Completions that the shell offers: puzzles, parameters, variables, groups, solvers."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    import inspect

    from ..models.language.model import Model

MOST_VALUES = 1000
"""The values of a variable that are offered."""


def complete_puzzle(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The puzzles, or files; after a puzzle its parameters, and after `NAME=` their values."""
    words, begun = _rejoined([*(ctx.params.get("words") or ()), incomplete])
    words = words[max((p for p, word in enumerate(words) if "=" not in word), default=0) :]
    kept = begun[: len(begun) - len(incomplete.lstrip(":"))]
    with suppress(ValueError):  # what cannot be read offers nothing
        offered = _parameters(words, begun) if words else _puzzles(begun)
        if items := _items(offered, begun, kept):
            return items
    return [] if words else [CompletionItem(incomplete, type="file")]


def _rejoined(words: list[str]) -> tuple[list[str], str]:
    """The whole words of a line, and its last, which is begun.

    Some shells give `n=8` and `mine.py:two` in one word; bash in three, and click leaves out a
    last `=`.
    """
    whole: list[str] = []
    for word in words:
        if whole and (word in (":", "=") or whole[-1].endswith((":", "="))):
            whole[-1] += word
        else:
            whole.append(word)
    *before, begun = whole
    if len(before) > 1 and not begun and "=" not in before[-1]:
        begun = f"{before.pop()}="
    return before, begun


def _items(offered: Iterable[str], begun: str, kept: str = "") -> list[CompletionItem]:
    """All of `offered` that continues `begun`, less its part that the shell keeps."""
    return [CompletionItem(one[len(kept) :]) for one in offered if one.startswith(begun)]


def _puzzles(begun: str) -> list[str]:
    """The puzzles of the catalogue; of a file that is named, those in it."""
    from ..models.language.files import catalogue
    from ..models.language.files.puzzle_files import file_and_name, puzzles_in

    file, chosen = file_and_name(begun)
    if chosen is not None:
        return [f"{file}:{name}" for name in puzzles_in(file)]
    return [puzzle.name for puzzle in catalogue.puzzles()]


def _parameters(words: list[str], begun: str) -> list[str]:
    """The parameters of a puzzle that are not given yet, or the values of the one that is begun."""
    from ..models.language.files import catalogue

    found = catalogue.find(words[0]).parameters
    name, equals, _ = begun.partition("=")
    if equals:
        return [f"{name}={value}" for p in found if p.name == name for value in values(p)]
    taken = {word.partition("=")[0] for word in words[1:]}
    return [f"{parameter.name}=" for parameter in found if parameter.name not in taken]


def complete_given(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The variables of the puzzle, and after `NAME=` the values that it may take."""
    name, equals, _ = incomplete.partition("=")
    variables = [variable for model in _model(ctx) for variable in model.variables]
    if not equals:
        return _items([f"{variable.name}=" for variable in variables], incomplete)
    domains = [variable.domain[:MOST_VALUES] for variable in variables if variable.name == name]
    return _items([f"{name}={value}" for domain in domains for value in domain], incomplete)


def complete_group(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The groups of the puzzle, then its variables."""
    names = [(*(group.name for group in model.groups), *model.by_name) for model in _model(ctx)]
    return _items(dict.fromkeys(chain(*names)), incomplete)


def _model(ctx: click.Context) -> list[Model]:
    """The model of the puzzle on the line; none where there is none yet."""
    from .puzzles import load

    words = [*(ctx.params.get("words") or ()), *ctx.args]  # click has not sorted them yet
    try:
        before, last = _rejoined([*words, ""] if words else [])
        return [load([*before, *filter(None, [last])])]
    except (click.ClickException, ValueError):
        return []


def values(parameter: inspect.Parameter) -> list[str]:
    """The values of a parameter that can be listed: its choices, else its default."""
    from ..models.language.files.parameters import choices

    found = choices(parameter)
    if not found and isinstance(parameter.default, int | str):
        found = [str(parameter.default)]
    return found


def complete_solver(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The solvers; for `compare` also `all`."""
    from ..solvers.harness.registry import solvers

    names = [solver.name for solver in solvers()]
    return _items([*names, "all"] if ctx.info_name == "compare" else names, incomplete)
