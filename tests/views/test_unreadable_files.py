"""A file that cannot be read is a usage error with its name and the reason, at every door."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ..support.command_lines import everyway

QUEENS = ("queens", "n=4")
DOORS = {
    "claim": ("compare", *QUEENS, "-S", "flatmap", "--claim", "s={}.jsonl"),
    "incomplete claim": ("compare", *QUEENS, "-S", "flatmap", "--claim-incomplete", "s={}.jsonl"),
    "claim of a report": ("report", *QUEENS, "--claim", "s={}.jsonl", "-o", "page.html"),
    "proof": ("compare", *QUEENS, "--claim", "s=whole.jsonl", "--proof", "s={}.proof"),
    "proof alone": ("verify", *QUEENS, "{}.proof"),
    "solution": ("check", *QUEENS, "{}.json"),
    "saved file": ("export", "{}.db"),
    "saved file to go on with": ("solve", *QUEENS, "--all", "--save", "{}.db", "--resume"),
    "benchmark": ("bench", *QUEENS, "-S", "flatmap", "--save", "{}.bench", "--resume"),
    "set": ("set", *QUEENS, "--read", "{}.set"),
    "puzzles": ("unique", "--each", "{}.txt"),
    "puzzle": ("count", "./{}.py"),
    "puzzle as text": ("count", "./{}.toml"),
    "other model": ("compare", *QUEENS, "./{}.py"),
    "submission": ("check", "./{}.py", "--against", *QUEENS),
    "map": ("count", "--board", "{}.txt", "--rule", "rows == 1"),
    "FlatZinc": ("count", "./{}.fzn"),
    "clauses": ("count", "./{}.cnf"),
    "pseudo-Boolean": ("count", "./{}.opb"),
    "XCSP3": ("count", "./{}.xml"),
    "compressed XCSP3": ("count", "./{}.xml.lzma"),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("whole.jsonl").write_text('{"queen": []}\n')
    return tmp_path


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="no file that fails when read")
@pytest.mark.parametrize("door", DOORS)
def test_a_file_that_fails_while_it_is_read_is_a_usage_error(door):
    words = DOORS[door]
    name = next(word for word in words if "{}" in word).format("odd").rpartition("=")[2]
    os.symlink("/proc/self/mem", name)
    found = everyway(*(word.format("odd") for word in words))
    assert found.exit_code == 2, found.output
    assert os.path.basename(name) in found.stderr
    assert "nput/output error" in found.stderr or "disk I/O error" in found.stderr


@pytest.mark.parametrize("door", [door for door in DOORS if door not in ("map", "submission")])
def test_a_folder_in_the_place_of_a_file_is_a_usage_error(door):
    words = DOORS[door]
    name = next(word for word in words if "{}" in word).format("odd").rpartition("=")[2]
    os.mkdir(name)
    found = everyway(*(word.format("odd") for word in words))
    assert found.exit_code == 2, found.output
    assert os.path.basename(name) in found.stderr
    assert "folder" in found.stderr or "irectory" in found.stderr
