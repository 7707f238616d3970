"""`everyway solve --save`, `--resume` and `everyway export`, as they are typed."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from everyway.models import Model, variable
from everyway.models.queens import queens
from everyway.solvers import SavedSolutions, export, save, solve_all
from everyway.solvers.harness.installing import pip_install

from ..support.command_lines import ALONE, everyway


@pytest.fixture
def path(tmp_path: Path) -> str:
    saved = str(tmp_path / "all.db")
    assert everyway("solve", "queens", "n=6", "--all", "--save", saved).exit_code == 0
    return saved


def test_saving_prints_the_number_and_the_digest(tmp_path):
    path = str(tmp_path / "all.db")
    result = everyway("solve", "queens", "n=8", "--all", "--save", path)
    assert result.exit_code == 0
    assert result.stdout == f"{path}: 92 solutions, complete  (3d4e95f8520c)\n"
    again = everyway("solve", "queens", "n=8", "--all", "--save", path)
    assert again.exit_code == 2
    assert "resume it" in again.stderr
    words = ("solve", "queens", "n=8", "--all", "--save", path, "--resume", "--json")
    document = json.loads(everyway(*words).stdout)
    assert document["schema"] == "everyway.save/1"
    assert document["solutions"] == document["resumed"] == 92


def test_what_was_stopped_ends_in_3_and_says_how_to_go_on(tmp_path):
    path = str(tmp_path / "all.db")
    words = ("solve", "queens", "n=11", "-S", "flatmap", "--all", "--save", path)
    stopped = everyway(*words, "-t", "50ms")
    assert stopped.exit_code == 3
    assert "not complete" in stopped.stdout
    assert f"everyway solve queens n=11 --all --save {path} --resume" in stopped.stderr
    assert everyway("export", path).exit_code == 3
    claimed = everyway("compare", "queens", "n=11", "-S", "auto", "--claim", f"mine={path}")
    assert claimed.exit_code == 3
    assert everyway(*words, "--resume").exit_code == 0
    claimed = everyway("compare", "queens", "n=11", "-S", "auto", "--claim", f"mine={path}")
    assert claimed.exit_code == 0
    assert "AGREE" in claimed.stdout


def test_without_solutions_it_ends_in_1(tmp_path):
    result = everyway("solve", "queens", "n=3", "--all", "--save", str(tmp_path / "all.db"))
    assert result.exit_code == 1
    assert ": no solution, complete" in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["--save", "x.db"],
        ["--all", "--resume"],
        ["--all", "--save", "x.db", "--jsonl"],
        ["--all", "--save", "x.db", "--isolate"],
        ["--all", "--save", "x.db", "--up-to-symmetry"],
        ["--all", "--save", "x.db", "--cluster", "local"],
        ["--all", "--save", "x.db", "-S", "flatmap", "--jobs", "2"],
        ["--all", "--save", "x.db", "-S", "nobody"],
        ["--all", "--save", "x.db", "--viewpoint", "boxes"],
        ["--all", "--save", "missing/x.db"],
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_refused_and_leaves_no_file(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = everyway("solve", "queens", "n=6", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_was_found(number, tmp_path):
    path = tmp_path / "all.db"
    words = [*ALONE, "solve", "queens", "n=12", "-S", "flatmap", "--all", "--save", str(path)]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    while not path.exists():
        time.sleep(0.02)
    time.sleep(0.5)
    process.send_signal(number)
    process.communicate(timeout=10)
    assert process.returncode == 130
    with SavedSolutions(path) as found:
        assert not found.complete
        assert len(set(found.rows())) == len(found)


# ------------------------------------------------------------------------------------ export


def test_lines_of_json_are_those_that_solve_prints(path):
    printed = everyway("solve", "queens", "n=6", "--all", "--jsonl").stdout.splitlines()
    exported = everyway("export", path).stdout.splitlines()
    assert sorted(exported) == sorted(printed)


def test_csv_has_a_column_a_variable(path, tmp_path):
    out = tmp_path / "all.csv"
    assert everyway("export", path, "-o", str(out)).exit_code == 0
    with out.open(newline="") as file:
        names, *rows = csv.reader(file)
    assert names == [variable.name for variable in queens(6).variables]
    assert {tuple(map(int, row)) for row in rows} == {s.row for s in solve_all(queens(6))}


def test_parquet_has_the_smallest_types(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    model = Model("m", variable("who", ["tea", "milk"]), variable("n", [1, 500]))
    save(model, tmp_path / "all.db")
    with SavedSolutions(tmp_path / "all.db") as saved:
        export(saved, tmp_path / "all.parquet")
    table = parquet.read_table(tmp_path / "all.parquet")
    assert [str(kind) for kind in table.schema.types] == ["string", "int16"]
    rows = {(row["who"], row["n"]) for row in table.to_pylist()}
    assert rows == {("tea", 1), ("tea", 500), ("milk", 1), ("milk", 500)}


def test_without_pyarrow_it_says_what_to_install(path, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = everyway("export", path, "-o", str(tmp_path / "all.parquet"))
    assert result.exit_code == 4
    assert f"install it: {pip_install('parquet')}" in result.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["all.db"]


def test_an_export_that_fails_leaves_what_was_there(path, tmp_path, monkeypatch):
    out = tmp_path / "all.csv"
    out.write_text("before")
    broken = ModuleType("csv")
    monkeypatch.setattr("everyway.solvers.harness.saving.reading_saved.csv", broken)
    assert everyway("export", path, "-o", str(out)).exit_code == 4
    assert out.read_text() == "before"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["all.csv", "all.db"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["missing.db"], "there is no such file"),
        (["."], "is a folder"),
        (["FILE", "-o", "all.zip"], "does not name its format"),
        (["FILE", "-f", "parquet"], "name a file with -o"),
        (["FILE", "-o", "missing/all.csv"], "cannot be written"),
    ],
    ids=["missing", "folder", "form", "stream", "output"],
)
def test_what_cannot_be_exported_is_reported(words, said, path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = everyway("export", *(path if word == "FILE" else word for word in words))
    assert result.exit_code == 2
    assert said in result.stderr
