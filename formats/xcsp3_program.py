"""A program that reads XCSP3 from its input and writes the model as data, in one line.

It is run by `xcsp3_files`. Whatever goes wrong is an error in a line, too.
"""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from typing import Any

from ..models.language.files.model_as_data import to_data
from ..models.language.model import Model
from .cpmpy_expressions import variables_in
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
    said = io.StringIO()
    try:
        with redirect_stdout(said):
            return {"model": to_data(_read(text))}
    except MemoryError:
        return {"error": "it needs too much memory; take a smaller instance"}
    except RecursionError:
        return {"error": "its expressions nest too deep for pycsp3's parser"}
    except SystemExit:
        what = " ".join(said.getvalue().split()[-12:])
        return {"error": f"it holds what CPMpy's reader does not know; pycsp3 says: {what}"[:400]}
    except BaseException as error:
        place = f"line {error.position[0]}: " if hasattr(error, "position") else ""
        kind = "" if type(error).__name__ == "ModelError" else f"{type(error).__name__}: "
        return {"error": f"{place}{kind}{error}"[:400]}


def _read(text: str) -> Model:
    sys.argv = ["xcsp3", "-nocompile"]  # pycsp3 reads them, and compiles its own model otherwise
    parser: Any = import_module("pycsp3.parser.xparser")
    names: Any = import_module("cpmpy.expressions.variables")
    read = _callbacks()
    with names._ignore_strict_variable_name_check():
        parser.CallbackerXCSP3(parser.ParserXCSP3(io.StringIO(text)), read).load_instance()
    stated = read.cpm_model.constraints[read.domains :]
    used = {one.name for one in variables_in([stated, read.cpm_model.objective_])}
    # A variable without a constraint is no part of a solution in XCSP3.
    declared = [one for one in read.cpm_variables.values() if one.name in used]
    return from_cpmpy(read.cpm_model, declared, "xcsp3")


def _callbacks() -> Any:
    """CPMpy's reader, which says what it does not know, and takes terms in sets."""
    library: Any = import_module("cpmpy")
    base: Any = import_module("cpmpy.tools.xcsp3.parser_callbacks").CallbacksCPMPy

    def within(term: Any, items: Any) -> Any:
        if any(hasattr(item, "is_bool") for item in items):
            return library.any([term == item for item in items])
        return library.InDomain(term, items)

    class Callbacks(base):  # type: ignore[misc]
        domains = 0
        """The number of constraints that are domains, which stand first."""

        def var_integer(self, x: Any, values: Any) -> None:
            super().var_integer(x, values)
            self.domains = len(self.cpm_model.constraints)

    read = Callbacks()
    outside = (2, lambda term, items: ~within(term, items))
    read.funcmap = {**base.funcmap, "in": (2, within), "notin": outside}
    read.force_exit = read.print_specific_methods = True
    return read


if __name__ == "__main__":
    main()
