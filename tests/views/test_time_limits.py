"""`--time-limit` bounds what a command does in all: reading a puzzle, searching, printing."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

from everyway.models.queens import queens
from everyway.solvers import solutions
from everyway.solvers.harness.contract import Incomplete
from everyway.views import puzzles, searching
from everyway.views.exit_codes import within

from ..support.command_lines import everyway

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no alarms"
)

START = [sys.executable, "-c", "from everyway.views.start import main; main()"]
CATCHES = """
import time
try:
    time.sleep(60)
except {}:
    pass
from everyway.models import Model, integer
def puzzle() -> Model:
    return Model("m", integer("x", 0, 1))
"""
NEVER_ENDS = """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
"""


@pytest.mark.parametrize("caught", ["ValueError", "BaseException"])
def test_a_script_that_takes_long_to_read_ends_in_time(tmp_path, monkeypatch, caught):
    """Also one that catches the alarm: its model may lack what was to come."""
    monkeypatch.setattr(puzzles, "LEAST_READING", 0.0)
    path = tmp_path / "puzzle.py"
    path.write_text(CATCHES.format(caught))
    result = everyway("count", str(path), "-t", "0.1")
    assert (result.exit_code, result.stdout) == (3, "")
    said = " ".join(result.stderr.split())
    assert "puzzle.py was not read within 0.1 s; give a longer --time-limit" in said


@pytest.mark.skipif(not shutil.which("minizinc"), reason="MiniZinc is not installed")
def test_a_file_that_takes_long_to_flatten_ends_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(puzzles, "LEAST_READING", 0.0)
    path = tmp_path / "slow.mzn"
    path.write_text(
        "array[1..300] of var 1..9: x;\n"
        "constraint forall(i, j, k in 1..300 where i < j /\\ j < k)(x[i] + x[j] != 2 * x[k]);\n"
    )
    result = everyway("solve", str(path), "-t", "0.1")
    assert (result.exit_code, result.stdout) == (3, ""), result.output
    assert "was not read within 0.1 s" in " ".join(result.stderr.split())


@pytest.mark.slow
def test_a_script_that_cannot_be_ended_ends_with_the_process(tmp_path):
    (tmp_path / "puzzle.py").write_text(NEVER_ENDS)
    command = [*START, "count", "./puzzle.py", "-t", "0.1"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    said = "UNDECIDED  ./puzzle.py was not read within 1 s; give a longer --time-limit\n"
    assert (result.returncode, result.stdout, result.stderr) == (3, "", said)


def test_what_ends_in_time_goes_on_as_it_would_without_a_limit():
    before, threads = signal.getsignal(signal.SIGALRM), threading.active_count()
    assert within(60.0, "late", lambda: 3) == 3
    with pytest.raises(ValueError, match="its own"):
        within(60.0, "late", lambda: int("its own"))
    with pytest.raises(Incomplete, match="late"):
        within(0.05, "late", lambda: time.sleep(10))
    for tenths in range(1, 500):  # the alarm arrives while it is set, at work, or as work ends
        with pytest.raises(Incomplete, match="late"):
            within(tenths * 1e-7, "late", lambda: time.sleep(0.002))
        with suppress(Incomplete):
            within(tenths * 1e-7, "late", lambda: None)
    assert signal.getsignal(signal.SIGALRM) is before
    assert threading.active_count() == threads
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_printing_is_part_of_the_time_limit(monkeypatch):
    clock = iter([0.0, 10.0, 61.0])
    monkeypatch.setattr(searching, "perf_counter", lambda: next(clock))
    outcome, failure = searching.listen(solutions(queens(8), time_limit=60.0), lambda _: None)
    assert (outcome.status, outcome.reason, failure) == ("stopped", "time limit", None)
    assert outcome.solutions == 32
