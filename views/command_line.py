"""The command `everyway`: its own help, and each command imported when it is used."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, TextIO, cast

import click

from ..models.language.errors import ExitCode
from .command_options import DEBUG, TALKING, together
from .exit_codes import ended_as_interrupted, exit_code_of, flushed, printed_warnings
from .standard_streams import Closed, ClosedError

FIRST = ("list", "solvers", "solve", "count", "compare", "check", "show", "export", "story")
"""The commands that the help names first, in this order."""


def _commands() -> dict[str, str]:
    """The help of each command: the first line of its file, so that listing them imports none."""
    found, folder = {}, os.path.join(os.path.dirname(__file__), "commands")
    for file in os.listdir(folder):
        name, _, ending = file.partition(".")
        if ending == "py" and not name.startswith("_"):
            with open(os.path.join(folder, file), encoding="utf-8") as lines:
                found[name] = lines.readline().strip().strip('"').partition("`: ")[2]
    return {name: found[name] for name in [*FIRST, *sorted(found.keys() - set(FIRST))]}


COMMANDS = _commands()

EXAMPLES = """\
  everyway compare queens n=8
  everyway solve sudoku
  everyway count ./my_puzzle.py size=5 -S cp-sat
"""

COMPLETION = """\
  bash  eval "$(_EVERYWAY_COMPLETE=bash_source everyway)"   in ~/.bashrc
  zsh   eval "$(_EVERYWAY_COMPLETE=zsh_source everyway)"    in ~/.zshrc
  fish  _EVERYWAY_COMPLETE=fish_source everyway | source    in config.fish
"""


class Commands(click.Group):
    """Commands that are imported when they are asked for, and end in the exit codes of ours."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__package__}.commands.{cmd_name}")
        return cast(click.Command, module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from ..models.language.files.catalogue import puzzles
            from ..models.language.phrases import did_you_mean, listed

            advice = did_you_mean(args[0], COMMANDS, "the commands are")
            if os.path.isfile(args[0]) or args[0] in {puzzle.name for puzzle in puzzles()}:
                advice = f"it is a puzzle: write everyway solve {shlex.join(args)}"
            elif owners := self._with_option(ctx, f"--{args[0]}"):
                advice = f"--{args[0]} is an option of {listed(owners)}"
            raise click.UsageError(f"there is no command {args[0]!r}; {advice}", ctx)
        return super().resolve_command(ctx, args)

    def _with_option(self, ctx: click.Context, name: str) -> list[str]:
        """The commands that have the option `name`, as they are typed."""
        every = {f"everyway {one}": self.get_command(ctx, one) for one in COMMANDS}
        every["everyway"] = self
        params = ((typed, param) for typed, one in every.items() if one for param in one.params)
        return [typed for typed, param in params if name in param.opts]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"\nExamples:\n{EXAMPLES}")
        formatter.write("\nExit codes, the first that applies of 130, 2, 1, 4, 3, 0:\n")
        with formatter.indentation():
            formatter.write_dl([(str(code.value), code.says) for code in ExitCode])
        formatter.write(
            f"\nShell completion of commands, puzzles, parameters, solvers:\n{COMPLETION}"
        )

    def invoke(self, ctx: click.Context) -> Any:
        """The exit code of the command that `ctx` names; errors are printed here."""
        try:
            with ended_as_interrupted(), printed_warnings():
                code = super().invoke(ctx)
                return flushed(code, debug=bool(ctx.meta.get(DEBUG)))
        except (click.exceptions.Exit, click.Abort):
            raise
        except BaseException as error:  # also SystemExit, of somebody's code: its code is not ours
            return exit_code_of(error, debug=bool(ctx.meta.get(DEBUG)))

    def make_context(
        self, info_name: str | None, args: list[str], *more: Any, **extra: Any
    ) -> click.Context:
        """The context; printing in it, as by --help and --version, ends as all printing does."""
        try:
            return super().make_context(info_name, args, *more, **extra)
        except (OSError, ClosedError) as error:
            raise click.exceptions.Exit(exit_code_of(error, debug=False)) from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line, and exit with its code unless `standalone_mode` is off."""
        if sys.stdout is None:
            sys.stdout = cast(TextIO, Closed())
        try:
            name = prog_name or "everyway"
            code = super().main(args, name, complete_var, standalone_mode=False, **extra)
        except (click.ClickException, click.Abort) as error:
            code = exit_code_of(error, debug=False)
        code = flushed(code if isinstance(code, int) else ExitCode.OK)
        if standalone_mode:
            sys.exit(code)
        return code


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """The installed version, by the name of the folder that says so, which is read at once."""
    if not asked or ctx.resilient_parsing:
        return
    places = (place or os.curdir for place in sys.path)
    folders = (folder for place in places if os.path.isdir(place) for folder in os.listdir(place))
    named = (folder[9:-10] for folder in folders if re.fullmatch(r"everyway-.*\.dist-info", folder))
    known = next(named, None)
    if known is None:
        from importlib.metadata import version
    click.echo(f"{ctx.info_name} {known or version('everyway')}")
    ctx.exit()


@click.group(
    "everyway",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
@together(*TALKING)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Every solution of a puzzle, from every solver, exactly once, and proof of who
    is wrong when they differ.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
