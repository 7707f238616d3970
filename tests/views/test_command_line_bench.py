"""`everyway bench`: several puzzles on one line, the table, the file, and what ends it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from ..support.clocks import until
from ..support.command_lines import ALONE, everyway
from .test_command_line_isolation import NUMBERS, ROOT, processes_of

HERE = "tests.support.misbehaving"
GOOD = ("-S", f"{HERE}:good")


def test_parameters_belong_to_the_puzzle_before_them(tmp_path: Path):
    page = tmp_path / "page.html"
    words = ("queens", "n=4..5", "langford", "n=3", "queens", "n=5", "-S", "flatmap")
    result = everyway("bench", *words, *words[-2:], "--rounds", "1", "--html", str(page))
    assert result.exit_code == 0
    table, sums, judged = result.stdout.rstrip().split("\n\n")
    assert judged == "rows judged: all"
    lines = table.splitlines()
    assert lines[0] == "median of 1 round · all, CPU: the search for all solutions"
    assert [line for line in lines if not line.startswith(" ")][1:] == [
        "queens n=4",
        "queens n=5",
        "langford n=3",
    ]
    assert [line.split()[:2] for line in lines if "flatmap" in line] == [
        ["flatmap", "2"],
        ["flatmap", "10"],
        ["flatmap", "2"],
    ]
    assert sums.split()[-5:] == ["flatmap", "3", "of", "3", "3"]
    assert max(map(len, result.stdout.splitlines())) < 80
    assert page.read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["n=4", "queens"], "n=4 belongs to no puzzle"),
        (["queens", "n=9..4"], "n=9..4 is no range; write the smaller number first"),
        (["queens", "n=4", "langfort"], "did you mean 'langford'?"),
        (["queens", "m=4"], "'m'"),
        (["queens", "-S", "flatmop"], "did you mean 'flatmap'?"),
        (["queens", "--rounds", "0"], "'0' is not a number of rounds"),
        (["queens", "--resume"], "name it with --save FILE"),
        (["langford", "-S", "flatmap@rows"], "rows"),
        ([], "something is missing"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_runs(words, message):
    result = everyway("bench", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_counts_that_differ_are_said_loudly(tmp_path: Path):
    result = everyway("bench", "queens", "n=4", *GOOD, "-S", "flatmap", "--rounds", "1", "-s")
    assert result.exit_code == 1
    assert "DIFFER  queens n=4: 2 solutions from flatmap, 3 solutions from" in result.stdout
    assert "queens n=4, flatmap, round 1: complete\n  wall import" in result.stderr
    failing = ("queens", "n=4", "-S", f"{HERE}:segfaults", "-S", f"{HERE}:late", "-t", "200ms")
    result = everyway("bench", *failing)
    assert result.exit_code == 4
    assert "killed by SIGSEGV" in result.stdout
    assert "> 200 ms" in result.stdout
    assert "UNDECIDED" in result.stdout


@pytest.fixture
def started(tmp_path: Path):
    """A bench that hangs in its second run, and the file that has the first."""
    puzzle, file = tmp_path / "numbers.py", tmp_path / "runs.json"
    puzzle.write_text(NUMBERS)
    words = ["bench", str(puzzle), *GOOD, "-S", f"{HERE}:late", "--rounds", "1"]
    words += ["-t", "3", "--save", str(file), "--color", "never"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        [*ALONE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
        text=True,
    )
    try:
        assert until(lambda: file.exists() and json.loads(file.read_text())["runs"])
        assert until(lambda: len(processes_of(str(tmp_path))) >= 3)
        yield process, words, file
    finally:
        process.kill()
        process.communicate()
    assert until(lambda: not processes_of(str(tmp_path)))


def test_ctrl_c_prints_what_there_is(started):
    process, _, _ = started
    process.send_signal(signal.SIGINT)
    printed, complained = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "not run" in printed
    assert f"{HERE}:good" in printed
    assert "interrupted after 1 of 2 runs; to go on: the same again with --resume" in complained


def test_one_that_is_killed_goes_on_where_it_was(started):
    process, words, file = started
    process.kill()
    process.wait(timeout=10)
    (first,) = json.loads(file.read_text())["runs"]
    refused = everyway(*words)
    assert refused.exit_code == 2
    assert "holds something already; resume it (--resume)" in refused.stderr
    other = [word.replace("late", "pauses") for word in words]
    refused = everyway(*other, "--resume")
    assert refused.exit_code == 2
    assert "is of another bench, with other solvers" in refused.stderr
    result = everyway(*words, "--resume", "--json")
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    assert document | {"seal": ""} == json.loads(file.read_text()) | {"seal": ""}
    assert document["runs"][0] == first
    assert document["runs"][1]["status"] == "stopped"
