"""Processes that replay models: kept where they wait for the next, never where they are dying."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from everyway.solvers.harness.contract import Control
from everyway.solvers.harness.processes import replayer
from everyway.solvers.harness.processes.background import _Producer, aside
from everyway.solvers.harness.processes.replayer import replayer_for

ECHO = """
import json, sys
for line in sys.stdin:
    for row in json.loads(line):
        print(json.dumps(row), flush=True)
    print("null", flush=True)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "echo.py"
    path.write_text(ECHO)
    return path


@pytest.fixture(autouse=True)
def _no_idle_process(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(replayer, "_IDLE", [])
    yield
    replayer.end_idle()


def test_a_process_that_has_reported_all_is_kept(script):
    first = replayer_for(script)
    assert list(first.rows("echo", [[1], [2]])) == [[1], [2]]
    first.give_back()
    second = replayer_for(script)
    assert second is first
    assert list(second.rows("echo", [[3]])) == [[3]]
    second.give_back()


def test_one_that_was_killed_after_its_last_word_is_not_kept(script):
    first = replayer_for(script)
    assert list(first.rows("echo", [])) == []
    first.kill()
    first.give_back()
    assert replayer._IDLE == []


PROGRAM = """
import os, signal, sys
from pathlib import Path
from everyway.solvers.harness.processes import replayer

signal.signal(signal.SIGINT, signal.default_int_handler)
first = replayer.replayer_for(Path(sys.argv[1]))
list(first.rows("echo", []))
first.give_back()
end = first.end
first.end = lambda: (os.kill(os.getpid(), signal.SIGINT), end())
print(len(replayer._IDLE))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_ctrl_c_while_the_last_processes_are_ended_is_no_error(script):
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(script)], capture_output=True, text=True, check=True
    )
    assert (ended.stdout, ended.stderr) == ("1\n", "")


def test_what_has_finished_is_not_interrupted(monkeypatch):
    run = _Producer.run

    def run_and_linger(self: _Producer) -> None:
        run(self)
        time.sleep(0.05)

    monkeypatch.setattr(_Producer, "run", run_and_linger)
    interrupted: list[int] = []
    assert list(aside(iter([1, 2]), Control(), lambda: interrupted.append(1))) == [1, 2]
    assert interrupted == []
