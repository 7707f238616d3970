"""CP-SAT's constraints that cannot hold at all, and scripts that define flags of absl."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway.models.language.files import catalogue
from everyway.solvers import count

from ..support.command_lines import everyway
from .test_cpsat_models import read

cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="not installed: ortools")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (
            "element { linear_index { offset: 2 } exprs { } linear_target { } }",
            1,
        ),
        ("cumulative { capacity { offset: -1 } intervals: 1 demands { } }", 1),
        ("cumulative { capacity { vars: 0 coeffs: 1 offset: -1 } intervals: 1 demands { } }", 2),
        ("routes { }", 2),
    ],
)
def test_what_cannot_hold_makes_its_enforcement_literal_false(text: str, number: int) -> None:
    interval = "constraints { interval { start { } size { offset: 1 } end { offset: 1 } } }"
    model = cp_model.CpModel()
    model.proto.parse_text_format(
        "variables { name: 'b' domain: [0, 1] } constraints { enforcement_literal: 0"
        f" {text} }} {interval}"
    )
    assert model.validate() == ""
    assert len(read(model)) == number


ABSL = """
from absl import app, flags
from ortools.sat.python import cp_model
most = flags.DEFINE_integer("most", 4, "the greatest value", short_name="m")
def main(argv):
    model = cp_model.CpModel()
    model.new_int_var(0, most.value, "x")
    cp_model.CpSolver().solve(model)
if __name__ == "__main__":
    app.run(main)
"""


@pytest.mark.parametrize("name", ["first", "second"])
def test_scripts_define_flags_of_absl(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.py"
    file.write_text(ABSL, "utf-8")
    assert count(catalogue.load(str(file))) == count(catalogue.load(str(file))) == 5


def test_a_file_of_bytes_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everyway.formats.minizinc_files.MOST_BYTES", 10**6)
    (tmp_path / "large.pb").write_bytes(bytes(10**6 + 1))
    result = everyway("count", str(tmp_path / "large.pb"))
    assert result.exit_code == 2
    assert "has more than 1 MB" in result.stderr
