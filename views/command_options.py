"""The options that commands share, what may be written for them, and what a shell offers there."""

from __future__ import annotations

import math
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce, wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import augment_usage_errors
from click.shell_completion import CompletionItem

from ..models.language.late_dataclasses import dataclass, fields
from .exit_codes import Refused
from .standard_streams import answers_alone, chosen_color

if TYPE_CHECKING:
    import inspect

    from ..models.language.model import Model

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


def memory_size(value: object) -> int:
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


# ----------- Completions that the shell offers: puzzles, parameters, variables, groups, solvers.


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
    from .puzzles import model_of

    words = [*(ctx.params.get("words") or ()), *ctx.args]  # click has not sorted them yet
    try:
        before, last = _rejoined([*words, ""] if words else [])
        return [model_of([*before, *filter(None, [last])])]
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


# ------------------------------------------------------ How options are declared, and gathered.


class NewFile(click.Path):
    """A file to be written, in a folder that is there: known before any work is done for it."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = str(super().convert(value, param, ctx))
        folder = Path(path).parent
        if not folder.is_dir():
            self.fail(f"{path} cannot be written: there is no folder {folder}; make it first")
        return path


def flag(names: str, says: str, **more: Any) -> Callable[[F], F]:
    """Offers an option that is given or not: its names in one text, and the help."""
    return click.option(*names.split(), is_flag=True, help=says, **more)


def text(names: str, says: str, **more: Any) -> Callable[[F], F]:
    """Offers an option with a text: its names, behind them what stands for it, and the help."""
    *words, metavar = names.split()
    return click.option(*words, metavar=metavar, help=says, **more)


def texts(names: str, says: str, **more: Any) -> Callable[[F], F]:
    """Offers an option with a text that can be repeated."""
    return text(names, says, multiple=True, **more)


def number(names: str, what: str, says: str, *, least: int = 1, **more: Any) -> Callable[[F], F]:
    """Offers an option with a whole number: its names, what it is, and the help."""
    return click.option(*names.split(), type=whole(what, least), help=says, **more)


def new_file(names: str, says: str) -> Callable[[F], F]:
    """Offers an option with a file to be written: its names, and the help."""
    return text(f"{names} FILE", says, type=NewFile())


def drawing_file(says: str) -> Callable[[F], F]:
    """Offers --svg, whose file may be left out for standard output."""
    return text("--svg [FILE]", says, type=NewFile(), is_flag=False, flag_value="-")


def choice(names: str, says: str, *, of: Sequence[str], **more: Any) -> Callable[[F], F]:
    """Offers an option with one of several texts: its names, and the help."""
    return click.option(*names.split(), type=click.Choice(of), help=says, **more)


def time_limit(says: str = "Stop after so long.", **more: Any) -> Callable[[F], F]:
    """Offers --time-limit, in seconds."""
    return click.option("-t", "--time-limit", type=seconds, help=says, **more)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Offers several options, in this order."""
    return lambda function: reduce(lambda offered, option: option(offered), options[::-1], function)


def gathered(name: str, make: Callable[..., object], *options: str) -> Callable[[F], F]:
    """Gives a command one argument `name`, which `make` makes of several options."""

    def gather(function: F) -> F:
        @wraps(function)
        def called(**given: Any) -> Any:
            own = {option: given.pop(option) for option in options}
            return function(**{name: make(**own)}, **given)

        return cast(F, called)

    return gather


def _set_debug(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        ctx.meta[DEBUG] = True


def _set_color(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None or ctx.color is None:
        ctx.color = ctx.find_root().color = chosen_color(value or "auto")


_EARLY: dict[str, Any] = {"expose_value": False, "is_eager": True}
TALKING: tuple[Callable[[Any], Any], ...] = (
    choice(
        "--color",
        "Whether to colour; auto: on a terminal, unless NO_COLOR is set.",
        of=["auto", "always", "never"],
        callback=_set_color,
        **_EARLY,
    ),
    flag("--debug", "Show the traceback of an error.", callback=_set_debug, **_EARLY),
)
"""The options of every command."""
json = flag("--json as_json", "Print one JSON document.")


TYPED = "everyway.typed"


class Repeatable(click.Command):
    """A command that keeps the words by which it was called, for pages that say them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        args = [re.sub("^--up-to-symmetry=", "--symmetry=", one) for one in args]
        ctx.meta[TYPED] = shlex.join(["everyway", ctx.info_name or "", *args])
        with augment_usage_errors(ctx):  # so that every error says where help is
            return super().parse_args(ctx, args)


def typed() -> str:
    """The command that runs, as it was typed."""
    return str(click.get_current_context().meta[TYPED])


def as_command(examples: str, *, as_json: bool = True) -> Callable[[F], click.Command]:
    """Makes a command, whose last options are --json and those of every command.

    Whatever else is printed while it runs, such as by a puzzle's code, goes to standard error.
    """

    def made(function: F) -> click.Command:
        @wraps(function)
        def alone(**given: Any) -> Any:
            with answers_alone():
                return function(**given)

        command = click.command(cls=Repeatable, epilog=f"\b\nExamples:\n{examples}")(alone)
        last = (json, *TALKING) if as_json else TALKING
        return reduce(lambda offered, option: option(offered), last, command)

    return made


# ------------------------------------------------------------- The options of several commands.


def solver(
    words: str = "The solver, as `everyway solvers` lists them, or its address, as"
    " my_module:solutions.",
    *,
    several: bool = False,
    viewpoints: bool = True,
) -> Callable[[F], F]:
    """Offers --solver."""
    every = " Repeatable; `all` adds every other." if several else ""
    return texts(
        f"-S --solver solvers {'NAME[@VIEWPOINT]' if viewpoints else 'NAME'}",
        words + every,
        callback=_with_modules_here,
        shell_complete=complete_solver,
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


viewpoint = text(
    "--viewpoint squares|rows|columns|auto",
    "The variables that a board is searched in.",
    default="auto",
)
search = together(
    time_limit("Stop reading after so long, and each solver; also 500ms, 2m."),
    number("-r --seed", "a seed", "For solvers that take a seed.", least=0),
    viewpoint,
    flag("-s --stats", "Print times and counts on stderr."),
    text(
        "-p --jobs NUMBER|auto",
        "How many cores may search at once; auto: all.",
        type=jobs,
        default=1,
    ),
    text(
        "--cluster ADDRESS|local",
        "Search on a Dask cluster: where its scheduler listens, such as"
        " tcp://10.0.0.1:8786; local: one of processes of this machine, as many as --jobs.",
    ),
    as_options,
)
"""For a command that gets one `options`, and `stats`."""
memory = text(
    "--memory SIZE",
    "The most memory that a solver's process may hold, and each that it starts, such as 2G;"
    " one that needs more is stopped. On Linux.",
    type=memory_size,
)
in_process = flag(
    "--in-process",
    "Run all in this process, whatever that does to it; to find a fault, or where no other can be.",
)
limit = number("-n --limit", "a number of solutions", "Stop at so many solutions.")
project = texts(
    "--project NAME",
    "A group or variable that matters; each combination of values comes once. Repeatable.",
    callback=lambda context, parameter, names: names or None,
    shell_complete=complete_group,
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


def _symmetry(up_to_symmetry: bool, kinds: tuple[str, ...], breaking: bool) -> Symmetry | None:
    asked = {"--up-to-symmetry": up_to_symmetry, "--symmetry": kinds, "--break-symmetry": breaking}
    typed = next((name for name, value in asked.items() if value), None)
    return Symmetry(typed, kinds, breaking) if typed else None


symmetry = together(
    flag(
        "--up-to-symmetry",
        "Of solutions that are images of each other, such as turned boards, one.",
    ),
    texts(
        "--symmetry kinds KIND",
        "Up to this kind of symmetry alone: squares, pieces, lists, values, complements or"
        " declared. Repeatable.",
    ),
    flag(
        "--break-symmetry breaking",
        "Up to symmetry, with rules that spare the solver the images of a solution.",
    ),
    gathered("symmetry", _symmetry, "up_to_symmetry", "kinds", "breaking"),
)
"""For a command that gets one `symmetry`, or None."""
hand_over = click.option(
    "--no-hand-over",
    "hand_over",
    flag_value=False,
    default=True,
    help="Never hand the rest of a search over to a solver that learns, as auto may.",
)
enumeration = together(limit, project, hand_over, symmetry, solver(), search)
"""For a command that enumerates with one solver."""
page = together(
    new_file(
        "-o --output --html",
        "Write the page to FILE, or as - to standard output; else to PUZZLE.html here, which"
        " is replaced only if it is such a page.",
    ),
    flag("--open show", "Open the page in a browser."),
)
"""For a command that gets `output` and `show`, for `write_page`."""
resume = flag("--resume", "With --save: go on where that file was left.")


SECONDS = 60.0
"""Time for what is asked where counting may not end, unless another limit is given."""
TWO_FORMS = "are two forms of output; give one of them"
ONE_PROCESS = "exclude each other: memory is that of another process; leave out --in-process"


def refuse_several(given: Mapping[str, object], why: str) -> None:
    """Raises: Refused where more than one of the options is given."""
    named = [name for name, value in given.items() if value not in (None, False, ())]
    if len(named) > 1:
        raise Refused(f"{' and '.join(named)} {why}")
