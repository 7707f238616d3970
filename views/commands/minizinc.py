"""`everyway minizinc`: everyway as a solver of MiniZinc."""

from __future__ import annotations

import json
from shutil import which

import click

from ...models.language.errors import ExitCode
from .. import command_options as option
from ..exit_codes import Refused
from ..standard_streams import complain, say

EXAMPLES = """\
  everyway minizinc --install
  minizinc --solver everyway -a model.mzn
"""


@option.as_command(EXAMPLES, as_json=False)
@option.flag("--install installing", "Write the file for MiniZinc.")
@option.text(
    "--folder DIR",
    "With --install: another folder than that of your solvers; MiniZinc looks in those of"
    " MZN_SOLVER_PATH.",
    type=click.Path(file_okay=False),
)
def command(installing: bool, folder: str | None) -> int:
    """Let MiniZinc know everyway as a solver, for `minizinc --solver everyway`.

    The solver prints each distinct output once. Without --install, the file is printed that
    would be written.
    """
    from ...formats.solver_program import configuration, install

    if folder is not None and not installing:
        raise Refused("--folder goes with --install")
    if not installing:
        say(json.dumps(configuration(), indent=2))
        return ExitCode.OK
    file = install(folder)
    complain(f"written to {file}; to take everyway away from MiniZinc again, delete that file")
    if which("minizinc") is None:
        complain("MiniZinc is not on the path; it is had from https://www.minizinc.org")
    complain("Next: minizinc --solver everyway -a model.mzn")
    return ExitCode.OK
