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

from ..models.language.errors import ModelError
from ..models.language.files.model_as_data import to_data
from ..models.language.model import Model
from .flatzinc.groups_and_rules import groups_by_index
from .xcsp3_instances import Instance

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
        return {"error": f"it holds what is not read; pycsp3 says: {what}"[:400]}
    except BaseException as error:
        place = f"line {error.position[0]}: " if hasattr(error, "position") else ""
        own = isinstance(error, ModelError)
        kind = "" if own else f"pycsp3's parser breaks off, {type(error).__name__}: "
        why = str(error) or "it holds what that does not know"
        return {"error": f"{place}{kind}{why}"[:400]}


def _read(text: str) -> Model:
    sys.argv = ["xcsp3", "-nocompile"]  # pycsp3 reads them, and compiles its own model otherwise
    parser: Any = import_module("pycsp3.parser.xparser")
    methods: Any = import_module("pycsp3.parser.callbacks").Callbacks
    kinds = parser.TypeCtr

    class Loader(parser.CallbackerXCSP3):  # type: ignore[misc]
        """Reports constraints, trees of operators as they are written, and says which it cannot."""

        def load_ctr(self, constraint: Any) -> None:
            try:
                given = [one.value for one in constraint.ctr_args]
                if constraint.type == kinds.INTENSION and len(given) == 1:
                    self.cb.ctr_intension(None, *given)
                elif constraint.type == kinds.CLAUSE and len(given) == 1:
                    self.cb.clause(*given)
                else:
                    super().load_ctr(constraint)
            except (AssertionError, TypeError, ValueError, LookupError, AttributeError) as error:
                why = str(error) or "it is not of XCSP3-core"
                why = "its lists have different lengths" if why.startswith("zip()") else why
                raise ModelError(f"the constraint {constraint.type.name.lower()}: {why}") from error

    read = type("Callbacks", (Instance, methods), {})()
    Loader(parser.ParserXCSP3(io.StringIO(text)), read).load_instance()
    # A variable without a constraint is no part of a solution in XCSP3.
    groups = groups_by_index(one for one in read.variables.values() if one.name in read.used)
    return Model("xcsp3", *groups, *read.found, **read.objective)


if __name__ == "__main__":
    main()
