"""The configuration by which MiniZinc finds everyway as a solver, and the file with it."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Any

from ..models.language.errors import ModelError
from ..solvers.harness.atomic_files import write_text
from ..solvers.harness.installing import PACKAGE, installed_version
from .minizinc_files import LIBRARY
from .solver_program import SOLVER_FLAG, STANDARD_FLAGS

IDENTITY = "org.everyway.everyway"
FILE = "everyway.msc"
PROGRAM = "fzn-everyway"


def configuration() -> dict[str, Any]:
    """The content of the file. Raises: ModelError where the program is not installed."""
    program = which(PROGRAM, path=sysconfig.get_path("scripts")) or which(PROGRAM)
    if program is None:
        raise ModelError(f"the program {PROGRAM} is not installed; install everyway again")
    return {
        "id": IDENTITY,
        "name": "everyway",
        "description": "Each distinct output once, by the solvers of everyway",
        "version": installed_version(PACKAGE) or "0",
        "mznlib": str(LIBRARY.resolve()),
        "executable": os.path.abspath(program),
        "tags": ["cp", "int"],
        "stdFlags": STANDARD_FLAGS,
        "extraFlags": [[SOLVER_FLAG, "The solver of everyway that searches", "string", "auto"]],
        "supportsMzn": False,
        "supportsFzn": True,
        "needsSolns2Out": True,
    }


def folder_of_solvers() -> Path:
    """The folder in which MiniZinc looks for the solvers of this user."""
    minizinc = which("minizinc")
    if minizinc is not None:
        command = [minizinc, "--config-dirs"]
        with suppress(OSError, ValueError, KeyError, TypeError, subprocess.SubprocessError):
            said = subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
            return Path(json.loads(said)["userSolverConfigDir"])
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", Path.home()), "MiniZinc", "solvers")
    return Path.home() / ".minizinc" / "solvers"


def install(folder: str | os.PathLike[str] | None = None) -> Path:
    """Write the configuration into a folder, by default that of this user. The file.

    Raises: ModelError where the file is of somebody else, or cannot be written.
    """
    file = (folder_of_solvers() if folder is None else Path(folder)) / FILE
    text = json.dumps(configuration(), indent=2) + "\n"
    if file.exists() and not _is_ours(file):
        raise ModelError(f"{file} is there already and is not ours; move it away, or name a folder")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, text)
    except OSError as error:
        raise ModelError(f"{file} cannot be written: {error.strerror or error}") from error
    return file


def _is_ours(file: Path) -> bool:
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("id") == IDENTITY
