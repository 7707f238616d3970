"""The process that replays CPMpy's models forbids each solution by what is shown of it."""

from __future__ import annotations

import base64
import io
import json
import pickle

import pytest

from everyway.solvers.cpmpy.replay import found_by

cpmpy = pytest.importorskip("cpmpy")


@pytest.mark.parametrize(("solver", "module"), [("z3", "z3"), ("pumpkin", "pumpkin_solver")])
def test_it_forbids_the_values_of_what_is_shown_alone(solver: str, module: str) -> None:
    """CPMpy forbids those of all variables, which takes long where there are many of its own."""
    pytest.importorskip(module)
    shown, other = cpmpy.intvar(0, 1, name="shown"), cpmpy.intvar(0, 2, name="other")
    data = pickle.dumps(([shown], cpmpy.Model([shown + other >= 1])))
    output = io.StringIO()
    found_by({"solver": solver, "model": base64.b64encode(data).decode()}, output)
    rows = [json.loads(line) for line in output.getvalue().splitlines()]
    assert sorted(rows) == [[0], [1]]
