"""`everyway solvers`: The solvers: installed, or how to install them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ...models.language.errors import ExitCode
from ...solvers.harness.contract import Traits
from ...solvers.harness.registry import Solver, solvers
from .. import command_options as option
from ..standard_streams import joined, say, say_json, styled, wrapped

EXAMPLES = """\
  everyway solvers
  everyway solvers --json
"""


@option.as_command(EXAMPLES)
def command(as_json: bool) -> int:
    """List the solvers: the version that is installed or the line that installs it,
    and what each is like.
    """
    found = solvers()
    if as_json:
        documents = [_document(solver) for solver in found]
        say_json({"schema": "everyway.solvers/1", "solvers": documents})
    else:
        say("\n".join(map(_entry, found)))
    return ExitCode.OK


def _entry(solver: Solver) -> str:
    name = styled(solver.name, bold=True)
    problem = _problem(solver)
    if problem:
        return f"{name}  {styled('broken', fg='red')}\n{wrapped(problem, '    ')}"
    summary = wrapped(solver.summary, "    ")
    words = [*_words(solver.traits), *_backends(solver)]
    return f"{name}  {_state(solver)}\n{summary}\n{joined(words, '    ')}"


def _problem(solver: Solver) -> str | None:
    """The reason why the solver cannot be imported, if so: another package may do anything."""
    try:
        solver.traits, solver.summary, solver.is_installed()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return f"{solver.address} cannot be imported: {type(error).__name__}: {error}"
    return None


def _state(solver: Solver) -> str:
    if not solver.is_installed():
        return styled(f"not installed: {solver.how_to_install}", fg="yellow")
    version = solver.version()
    library = solver.traits.distribution or solver.traits.module
    return f"{library} {version}" if version else library or "built in"


def _backends(solver: Solver) -> Iterator[str]:
    """The names under which it runs the solvers that its library has."""
    names = solver.backends()
    if names:
        yield f"runs {', '.join(f'{solver.name}[{name}]' for name in names)}"


def _words(traits: Traits) -> Iterator[str]:
    """The traits of a solver in words, where they are not those of most."""
    if traits.compared:
        yield "compared unless others are named"
    if traits.historical:
        yield "historical: solves one puzzle"
    yield "streams" if traits.streams else "holds all solutions before the first"
    if not traits.interruptible:
        yield "cannot be interrupted"
    yield "calls Python tests" if traits.calls_python else "calls no Python tests"
    if traits.randomised:
        yield "takes a seed"
    if traits.projects:
        yield "projects by blocking" if traits.blocks else "projects"
    yield f"sees a board as {traits.viewpoint}"
    if traits.slow_without:
        yield f"50 to 100 times slower without {traits.slow_without}: pip install it"


def _document(solver: Solver) -> dict[str, Any]:
    problem = _problem(solver)
    if problem:
        return {"name": solver.name, "broken": problem}
    return {
        "name": solver.name,
        "summary": solver.summary,
        "installed": solver.is_installed(),
        "version": solver.version(),
        "install": solver.how_to_install if solver.traits.module else None,
        "traits": asdict(solver.traits),
        "backends": solver.backends(),
    }
