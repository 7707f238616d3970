"""A program that reads XCSP3 from its input and writes the model as data, in one line.

It is run by `xcsp3_files`. Whatever goes wrong is an error in a line, too.
"""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from ..models.language.files.model_as_data import to_data
from ..models.language.model import Model
from .cpmpy_models import from_cpmpy

MOST_MEMORY = 8 * 2**30
"""The bytes that reading may take, where the system can bound them."""


def main() -> None:
    """Read, write, and end at once: pycsp3 writes files when a process ends."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing that a library prints is taken for the answer
    with suppress(ImportError, ValueError, OSError):
        resource: Any = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    output.write(json.dumps(_answer(sys.stdin.buffer.read().decode())))
    output.flush()
    os._exit(0)


def _answer(text: str) -> dict[str, Any]:
    try:
        return {"model": to_data(_read(text))}
    except MemoryError:
        return {"error": "it needs too much memory; take a smaller instance"}
    except RecursionError:
        return {"error": "its expressions nest too deep for pycsp3's parser"}
    except SystemExit:
        return {"error": "pycsp3's parser gave up: it holds what CPMpy's reader does not know"}
    except BaseException as error:
        place = f"line {error.position[0]}: " if hasattr(error, "position") else ""
        kind = "" if type(error).__name__ == "ModelError" else f"{type(error).__name__}: "
        return {"error": f"{place}{kind}{error}"[:400]}


def _read(text: str) -> Model:
    sys.argv = ["xcsp3", "-nocompile"]  # pycsp3 reads them, and compiles its own model otherwise
    parser: Any = import_module("pycsp3.parser.xparser")
    callbacks: Any = import_module("cpmpy.tools.xcsp3.parser_callbacks")
    names: Any = import_module("cpmpy.expressions.variables")
    read = callbacks.CallbacksCPMPy()
    read.force_exit = True
    with names._ignore_strict_variable_name_check():
        parser.CallbackerXCSP3(parser.ParserXCSP3(io.StringIO(text)), read).load_instance()
    return from_cpmpy(read.cpm_model, list(read.cpm_variables.values()), "xcsp3")


if __name__ == "__main__":
    main()
