"""The options that commands share, and what may be written for them."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import reduce, wraps
from typing import Any, TypeVar, cast

import click

from ..models.language.late_dataclasses import dataclass, fields
from .completion import complete_group, complete_solver
from .exit_codes import Refused
from .standard_streams import chosen_color

DEBUG = "everyway.debug"
"""Under this key the context knows whether tracebacks are wanted."""

F = TypeVar("F", bound=Callable[..., Any])
BYTES = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
UNITS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def seconds(value: str) -> float:
    """A time: `10` or `10s`, `500ms`, `2m`, `1h`. Raises: click.BadParameter."""
    match = re.fullmatch(r"([0-9]*\.?[0-9]+(?:e[0-9]+)?)\s*([a-z]*)", value.strip().lower())
    found = float(match[1]) * UNITS.get(match[2], math.nan) if match else math.nan
    if not 0 < found < math.inf:
        raise click.BadParameter(
            f"{value!r} is not a time above 0; write seconds, or for example 500ms or 2m"
        )
    return found


def memory(value: object) -> int:
    """Bytes: `2G`, `500M`, `1.5 GiB`, each unit 1024 times the last. Raises: click.BadParameter."""
    text = str(value)
    match = re.fullmatch(r"([0-9]*\.?[0-9]+)\s*([kmgt]?)(i?b)?", text.strip().lower())
    found = int(float(match[1]) * BYTES[match[2]]) if match else 0
    if found < 1:
        raise click.BadParameter(f"{text!r} is not an amount of memory; write for example 2G")
    return found


def whole(what: str, least: int = 1) -> Callable[[object], int]:
    """Reads a whole number from `least` on."""

    def number(value: object) -> int:
        text = str(value)
        digits = text.strip().removeprefix("+")
        if not (
            digits.isascii() and digits.isdigit() and len(digits) < 19 and int(digits) >= least
        ):
            raise click.BadParameter(f"{text!r} is not {what}; write a whole number from {least}")
        return int(digits)

    return number


def jobs(value: object) -> int:
    """The number that may search at once; 0 for that of the cores. Raises: click.BadParameter."""
    return 0 if value == "auto" else whole("a number of jobs", 0)(value)


def _set_debug(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        ctx.meta[DEBUG] = True


def _set_color(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None or ctx.color is None:
        ctx.color = ctx.find_root().color = chosen_color(value or "auto")


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Offers several options, in this order."""
    return lambda function: reduce(lambda offered, option: option(offered), options[::-1], function)


TALKING: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        callback=_set_color,
        expose_value=False,
        is_eager=True,
        help="Whether to colour; auto: on a terminal, unless NO_COLOR is set.",
    ),
    click.option(
        "--debug",
        is_flag=True,
        callback=_set_debug,
        expose_value=False,
        is_eager=True,
        help="Show the traceback of an error.",
    ),
)
"""The options of every command."""
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def as_command(examples: str, *, as_json: bool = True) -> Callable[[F], click.Command]:
    """Makes a command, whose last options are --json and those of every command."""

    def made(function: F) -> click.Command:
        command = click.command(epilog=f"\b\nExamples:\n{examples}")(function)
        last = (json_option, *TALKING) if as_json else TALKING
        return reduce(lambda offered, option: option(offered), last, command)

    return made


def solver_option(
    words: str = "The solver, as `everyway solvers` lists them, or its address, as"
    " my_module:solutions.",
    *,
    several: bool = False,
    viewpoints: bool = True,
) -> Callable[[F], F]:
    """Offers --solver."""
    every = " Repeatable; `all` adds every other." if several else ""
    return click.option(
        "-S",
        "--solver",
        "solvers",
        multiple=True,
        metavar="NAME[@VIEWPOINT]" if viewpoints else "NAME",
        callback=_with_modules_here,
        shell_complete=complete_solver,
        help=words + every,
    )


def _with_modules_here(
    context: click.Context, option: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Lets an address name a module of the current directory, after all that is installed."""
    if not all(map(str.strip, names)):
        raise click.BadParameter("a solver's name is empty; `everyway solvers` lists them")
    with suppress(OSError):  # a directory that is gone
        here = os.getcwd()
        if any(":" in name for name in names) and here not in sys.path:
            sys.path.append(here)
    from ..solvers.harness.registry import current

    return tuple(map(current, names))


def as_options(function: F) -> F:
    """Gives a command one `options: Options`, of all that it offers and that `Options` has."""

    @wraps(function)
    def packed(**given: Any) -> Any:
        from ..solvers.harness.options import Options

        offered = {field.name for field in fields(Options)} & given.keys()
        try:
            options = Options(**{name: given.pop(name) for name in offered})
        except ValueError as error:
            raise Refused(f"--{error}") from error
        return function(options=options, **given)

    return cast(F, packed)


viewpoint_option = click.option(
    "--viewpoint",
    default="auto",
    metavar="squares|rows|columns|auto",
    help="The variables that a board is searched in.",
)
search_options = together(
    click.option(
        "-t",
        "--time-limit",
        type=seconds,
        help="Stop a solver after so long of its own work; also 500ms, 2m.",
    ),
    click.option("-r", "--seed", type=whole("a seed", 0), help="For solvers that take a seed."),
    viewpoint_option,
    click.option("-s", "--stats", is_flag=True, help="Print times and counts on stderr."),
    click.option(
        "-p",
        "--jobs",
        type=jobs,
        default=1,
        metavar="NUMBER|auto",
        help="How many cores may search at once; auto: all.",
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS|local",
        help="Search on a Dask cluster: where its scheduler listens, such as"
        " tcp://10.0.0.1:8786; local: one of processes of this machine, as many as --jobs.",
    ),
    as_options,
)
"""For a command that gets one `options`, and `stats`."""
memory_option = click.option(
    "--memory",
    type=memory,
    metavar="SIZE",
    help="The most memory that a solver's process may hold, and each that it starts, such as 2G;"
    " one that needs more is stopped. On Linux.",
)
limit_option = click.option(
    "-n", "--limit", type=whole("a number of solutions"), help="Stop at so many solutions."
)
project_option = click.option(
    "--project",
    multiple=True,
    metavar="NAME",
    callback=lambda context, parameter, names: names or None,
    shell_complete=complete_group,
    help="A group or variable that matters; each combination of values comes once. Repeatable.",
)


@dataclass(frozen=True)
class Symmetry:
    """Up to which symmetry solutions are found."""

    typed: str
    """The option that asks for it."""
    kinds: tuple[str, ...]
    """The kinds of symmetry; none for all."""
    breaking: bool
    """True to search under rules against symmetry."""


def as_symmetry(function: F) -> F:
    """Gives a command one `symmetry: Symmetry | None`, of the options for it."""

    @wraps(function)
    def packed(up_to_symmetry: bool, kinds: tuple[str, ...], breaking: bool, **given: Any) -> Any:
        asked = {"--up-to-symmetry": up_to_symmetry, "--symmetry": kinds}
        asked["--break-symmetry"] = breaking
        typed = next((name for name, value in asked.items() if value), None)
        symmetry = Symmetry(typed, kinds, breaking) if typed else None
        return function(symmetry=symmetry, **given)

    return cast(F, packed)


symmetry_options = together(
    click.option(
        "--up-to-symmetry",
        is_flag=True,
        help="Of solutions that are images of each other, such as turned boards, one.",
    ),
    click.option(
        "--symmetry",
        "kinds",
        multiple=True,
        metavar="KIND",
        help="Up to this kind of symmetry alone: squares, pieces, lists, values, complements or"
        " declared. Repeatable.",
    ),
    click.option(
        "--break-symmetry",
        "breaking",
        is_flag=True,
        help="Up to symmetry, with rules that spare the solver the images of a solution.",
    ),
    as_symmetry,
)
"""For a command that gets one `symmetry`, or None."""
hand_over_option = click.option(
    "--no-hand-over",
    "hand_over",
    flag_value=False,
    default=True,
    help="Never hand the rest of a search over to a solver that learns, as auto may.",
)
enumeration_options = together(
    limit_option,
    project_option,
    hand_over_option,
    symmetry_options,
    solver_option(),
    search_options,
)
"""For a command that enumerates with one solver."""
