"""A family of processes: it ends as its command does, and all of it ends with that."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from everyway.solvers.harness.processes import supervisor
from everyway.solvers.harness.processes.child_process import Family

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no supervisor")
PIPE = subprocess.PIPE
DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        if sys.argv[1] == "bare":
            os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(1000)"], {})
        time.sleep(1000)
    os._exit(0)
os.wait()
print("ready", flush=True)
time.sleep(1000)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, which is empty when a test has ended."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield tmp_path
    assert list(tmp_path.iterdir()) == []


def python(program: str, *words: str) -> Family:
    return Family([sys.executable, "-c", program, *words], stdin=PIPE, stdout=PIPE, stderr=PIPE)


def waited(family: Family) -> int:
    """The status of a command that ends by itself."""
    try:
        return family.process.wait(60)
    finally:
        family.close()


def members(family: Family) -> list[int]:
    """Its supervisor first; other processes of this one, of earlier tests, are none of it."""
    return [family.process.pid, *supervisor._descendants(family.process.pid)]


@pytest.mark.parametrize(
    ("program", "status"),
    [
        ("", 0),
        ("import os; os._exit(99)", 99),
        ("1 // 0", 1),
        ("import os; os.kill(os.getpid(), 9)", -signal.SIGKILL),
        ("import os; os.kill(os.getpid(), 15)", -signal.SIGTERM),
        ("import os; os.abort()", -signal.SIGABRT),
    ],
)
def test_its_status_is_that_of_the_command(program: str, status: int):
    assert waited(python(program)) == status


def test_a_command_that_is_not_there_is_reported():
    family = Family(["no-such-program"], stderr=PIPE)
    assert family.process.stderr is not None
    assert b"no-such-program cannot be run" in family.process.stderr.read()
    assert waited(family) == 127


def test_what_goes_in_and_out_is_the_commands_alone():
    family = python("import sys, os; sys.stdout.write(sys.stdin.read().upper()); os.close(1)")
    assert family.process.stdin is not None
    assert family.process.stdout is not None
    family.process.stdin.write(b"word")
    family.process.stdin.close()
    assert family.process.stdout.read() == b"WORD"
    assert waited(family) == 0


def test_its_temporary_files_go_with_it(temporary: Path):
    family = python("import tempfile; tempfile.mkstemp(); print(); input()")
    assert family.process.stdout is not None
    family.process.stdout.readline()
    (folder,) = temporary.iterdir()
    assert len(list(folder.iterdir())) == 1
    family.close()


@pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux alone")
@pytest.mark.parametrize("how", ["bare", "marked"])
@pytest.mark.parametrize("ending", ["end", "kill the command", "terminate the supervisor"])
def test_what_has_left_it_is_ended_too(how: str, ending: str):
    family = python(DAEMON, how)
    assert family.process.stdout is not None
    family.process.stdout.readline()
    several = members(family)
    assert len(several) == 3
    if ending == "kill the command":
        os.kill(several[1], signal.SIGKILL)
        family.process.wait(60)
    elif ending == "terminate the supervisor":
        os.kill(several[0], signal.SIGTERM)
        family.process.wait(60)
    family.close()
    assert not any(Path(f"/proc/{pid}").exists() for pid in several)


@pytest.mark.skipif(sys.platform != "linux", reason="environments are found in /proc")
def test_where_its_supervisor_is_killed_all_of_it_is_found_by_its_environment():
    family = python(DAEMON, "marked")
    assert family.process.stdout is not None
    family.process.stdout.readline()
    several = members(family)
    os.kill(several[0], signal.SIGKILL)
    family.process.wait(60)
    family.close()
    limit = time.monotonic() + 60
    while any(is_alive(pid) for pid in several) and time.monotonic() < limit:
        time.sleep(0.02)  # killed ones are buried by the system
    assert not any(is_alive(pid) for pid in several)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_several_threads_may_end_it():
    family = python("import time; time.sleep(1000)")
    several = members(family)
    threads = [threading.Thread(target=family.end) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    family.close()
    assert family.status is not None
    assert not any(Path(f"/proc/{pid}").exists() for pid in several)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is one way alone")
def test_processes_are_listed_by_the_system_where_there_is_no_proc(monkeypatch: pytest.MonkeyPatch):
    family = python("print(); input()")
    assert family.process.stdout is not None
    family.process.stdout.readline()
    by_proc = members(family)
    monkeypatch.setattr(supervisor.os.path, "exists", lambda path: False)
    by_list = members(family)
    monkeypatch.undo()
    assert set(by_proc) <= set(by_list)  # of which one is the program that lists
    family.close()
