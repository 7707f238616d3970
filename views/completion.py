"""What the shell offers for puzzles, their parameters, and solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    import click


def complete_puzzle(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The puzzles, or files; after a puzzle its parameters."""
    from ..models.language import catalogue
    from ..models.language.errors import ModelError

    given = ctx.params.get("words") or ()
    if not given:
        names = [puzzle.name for puzzle in catalogue.puzzles()]
        items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]
    try:
        found = catalogue.find(given[0]).parameters
    except ModelError:
        return []
    taken = {word.partition("=")[0] for word in given[1:]}
    names = [f"{parameter.name}=" for parameter in found if parameter.name not in taken]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def complete_solver(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The solvers; for `compare` also `all`."""
    from ..solvers.harness.registry import solvers

    names = [solver.name for solver in solvers()]
    if ctx.info_name == "compare":
        names.append("all")
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
