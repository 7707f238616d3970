"""What the shell offers for puzzles, their parameters, and solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    import inspect

    import click


def complete_puzzle(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The puzzles, or files; after a puzzle its parameters, and after `NAME=` their values."""
    from ..models.language.errors import ModelError
    from ..models.language.files import catalogue

    given = ctx.params.get("words") or ()
    if not given:
        names = [puzzle.name for puzzle in catalogue.puzzles()]
        items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]
    try:
        found = catalogue.find(given[0]).parameters
    except ModelError:
        return []
    # Some shells give `n=8` in one word; bash in three, and click leaves out a last `=`.
    name, equals, begun = incomplete.partition("=")
    if not equals:
        words = [word for word in given[1:] if word != "="]
        name, begun = (words or [""])[-1], incomplete
    prefix = f"{name}=" if equals else ""
    for parameter in found:
        if parameter.name == name:
            offered = [value for value in values(parameter) if value.startswith(begun)]
            return [CompletionItem(f"{prefix}{value}") for value in offered]
    taken = {word.partition("=")[0] for word in given[1:]}
    names = [f"{parameter.name}=" for parameter in found if parameter.name not in taken]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


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
    if ctx.info_name == "compare":
        names.append("all")
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
