"""`everyway mcp`: Compare, explain and count models for a program that writes them."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

import click

from ...models.language.errors import ExitCode
from .. import command_options as option
from ..exit_codes import Refused
from ..standard_streams import answers, complain, is_terminal

EXAMPLES = """\
  everyway mcp
  everyway mcp --time-limit 10 --memory 1G
"""


@option.as_command(EXAMPLES, as_json=False)
@option.time_limit("The most seconds for a request; else 30.", default="30")
@click.option(
    "--memory",
    type=option.memory_size,
    default="2G",
    help="The most memory for each process of a request; else 2G.",
)
@option.flag(
    "--allow-python",
    "Take models in Python, too, which are programs, and may do what you may.",
)
def command(time_limit: float, memory: int, allow_python: bool) -> int:
    """Serve the tools compare_models, why_no_solution and solutions by the Model
    Context Protocol, over standard input and output; a client starts this command.

    Models come as text, in MiniZinc or TOML. Each request has a process of its own.
    """
    from ...solvers.harness.installing import pip_install
    from ..model_tools import Limits, serve

    if is_terminal(sys.stdin):
        complain("waiting for a client on standard input; Ctrl-C ends this")
    try:
        with redirect_stdout(answers()):
            serve(Limits(time_limit, memory, allow_python))
    except ImportError as error:
        raise Refused(f"the protocol needs its SDK ({error}); {pip_install('mcp')}") from None
    return ExitCode.OK
