"""A program of its own: reads CPMpy models, and writes the solutions that CPMpy finds.

Each line of the input names a solver and holds a model with its variables, pickled by the process
that began this one. Each line of the output is a row of values, where the model has an objective
each better than the one before; null says that it was the last.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import signal
import sys
from importlib import import_module
from typing import Any, TextIO

OPTIONS: dict[str, dict[str, Any]] = {"ortools": {"num_workers": 1}}
"""The options of each solver."""
COMPLETE = ("OPTIMAL", "UNSATISFIABLE")
"""The statuses of CPMpy once it has found every solution, or the best."""
SHOWING = ("ortools",)
"""The solvers that show better and better solutions; others the best alone."""
REFUTED = "solver is in an infeasible state"
"""The words of Pumpkin for a constraint after others that have no solution together."""


def found_by(program: dict[str, str], output: TextIO) -> None:
    """Write every solution, or better ones.

    Raises: RuntimeError where CPMpy does not say that these are all, or the last is the best.
    """
    shown, model = pickle.loads(base64.b64decode(program["model"]))
    name = program["solver"]
    try:
        native = import_module("cpmpy").SolverLookup.get(name, model)
    except ValueError as error:
        if REFUTED in str(error):
            return
        raise

    def show() -> None:
        print(json.dumps([int(term.value()) for term in shown]), file=output, flush=True)

    if shown:  # CPMpy reads and forbids the values of these alone, from which all others follow
        native.user_vars = set(shown)
    options = OPTIONS.get(name, {})
    if not model.has_objective():
        native.solveAll(display=show, call_from_model=True, **options)
    elif name in SHOWING:
        native.solve(display=show, **options)
    elif native.solve(**options):
        show()
    status = native.status().exitstatus.name
    if status not in COMPLETE:
        raise RuntimeError(f"error: CPMpy ended with {status}, which is not complete")


def main() -> None:
    """Solve every model of the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who waits for the rows decides what ends
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing that a library prints is taken for a row
    for line in sys.stdin:
        found_by(json.loads(line), output)
        print("null", file=output, flush=True)


if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this file has modules that are named like libraries
    main()
