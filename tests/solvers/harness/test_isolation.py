"""A solver in a process of its own: what may become of it, and that the others go on."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from everyway.comparer import claims, compare
from everyway.comparer.claims import reported_claim
from everyway.comparer.comparison import Comparison, RunReport
from everyway.models import Model, integer
from everyway.models.language.files.catalogue import load
from everyway.solvers import solutions
from everyway.solvers.harness.contract import SolverFailed, SolverUnavailable
from everyway.solvers.harness.installing import ending, last_words, text_of
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.registry import UnknownSolver, solver_named
from everyway.solvers.harness.running import isolation
from everyway.solvers.harness.running.isolation import Isolated

from ...support.clocks import until, without_hanging
from ...support.fake_solvers import numbers

HERE = "tests.support.misbehaving"
MARK = "EVERYWAY_TEST"
"""In the environment of what a test starts, and of what that starts."""
MODEL, ROWS = numbers(3)


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """No process and no file outlives a test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv(MARK, str(tmp_path))
    EARLIER.clear()
    EARLIER.update(numbers_of_children(str(tmp_path)))
    yield
    assert not children(str(tmp_path))
    assert not list(tmp_path.glob("everyway-*"))


EARLIER: set[int] = set()
"""The processes of other tests, such as those that a library keeps for its next model."""


def children(mark: str) -> list[str]:
    """The processes that this one started in this test, dead ones included, and all that bear the
    mark.
    """
    return [said for number, said in numbers_of_children(mark).items() if number not in EARLIER]


def numbers_of_children(mark: str) -> dict[int, str]:
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, name, _, parent = stat.read_text().replace("(", "").split()[:4]
            command = stat.with_name("cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        marked = False
        with suppress(OSError):  # a dead one has no environment any more
            marked = f"{MARK}={mark}".encode() in stat.with_name("environ").read_bytes()
        if int(number) != os.getpid() and (int(parent) == os.getpid() or marked):
            found[int(number)] = f"{number} {name} {command[-60:]!r}"
    return found


def run_of(name: str, **options: object) -> tuple[Comparison, RunReport]:
    """`misbehaving`'s solver beside one that is right: the comparison, and its run."""
    found = compare(MODEL, [f"{HERE}:{name}", f"{HERE}:good"], isolate=True, **options)
    wild, good = found.runs
    assert (good.status, good.reported) == ("complete", 3)
    return found, wild


# ---------------------------------------------------------------------------------- crashes

FAILURES = {
    "aborts": "killed by SIGABRT (aborted)",
    "segfaults": "killed by SIGSEGV (segmentation fault)",
    "exits": "ended itself with status 99",
    "exits_quietly": "ended itself with status 0",
    "system_exits": "SystemExit: 0",
    "panics": "killed by SIGABRT (aborted); it printed: thread 'main' panicked at src/lib.rs:7:5: /"
    " index out of bounds",
    "raises": "ZeroDivisionError: of the adapter",
    "raises_of_none": "BaseException: of no kind that is caught",
    "is_killed": "was killed (SIGKILL); out of memory?",
    "is_terminated": "killed by SIGTERM (terminated)",
    "leaves_files": "killed by SIGABRT (aborted)",
}


@pytest.mark.parametrize("name", FAILURES)
def test_what_ends_a_solver_is_reported_and_the_others_go_on(name: str):
    found, wild = run_of(name)
    assert (wild.status, wild.outcome.reason) == ("failed", FAILURES[name])
    assert (wild.reported, wild.distinct, wild.verdict) == (1, 1, "undecided")
    assert (found.verdict, found.exit_code()) == ("undecided", 4)


def test_a_library_that_ends_the_process_when_imported():
    found = compare(
        MODEL, ["tests.support.aborts_at_import:solutions", f"{HERE}:good"], isolate=True
    )
    wild, good = found.runs
    assert wild.outcome.reason == "killed by SIGABRT (aborted) while its solver was imported"
    assert (good.status, found.exit_code()) == ("complete", 4)


def test_a_library_that_is_never_imported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(claims, "SECONDS_TO_IMPORT", 0.1)
    monkeypatch.setattr(isolation, "SECONDS_TO_START", 3.0)
    asked = ["tests.support.hangs_at_import:solutions", f"{HERE}:good"]
    wild, good = compare(MODEL, asked, isolate=True).runs
    assert wild.outcome.reason == "its solver was not imported within 3 s"
    assert (wild.status, good.status) == ("failed", "complete")


def test_one_that_closes_what_is_not_its_own():
    _, wild = run_of("closes_everything")
    assert wild.status == "failed"
    assert "closed the pipe" in str(wild.outcome.reason)


def test_a_process_that_is_killed_from_outside():
    run = Isolated(MODEL, f"{HERE}:waits")
    assert next(run) == {"x": 0}
    assert run._child is not None
    os.kill(run._child._family.process.pid, 9)
    assert list(run) == []
    assert (run.outcome.status, run.outcome.solutions) == ("failed", 1)


COPIES = f"""
import sys
from everyway.comparer import compare
from everyway.solvers.harness.processes import child_process
from tests.support.fake_solvers import numbers

copies = []
class Copy(child_process.Copy):
    def __init__(self, *given):
        copies.append(given)
        super().__init__(*given)
child_process.Copy = Copy

names = [*sys.argv[1:], "good"]
found = compare(numbers(3)[0], [f"{HERE}:{{name}}" for name in names], isolate=True, copied=True,
    time_limit=2.0)
assert len(copies) == len(names), copies
for run in found.runs:
    print(run.status, run.reported, run.outcome.reason, sep="|")
"""
"""Compares solvers in copies of a process with one thread, as the command does."""


@pytest.mark.skipif(sys.platform != "linux", reason="copies are for Linux")
def test_what_ends_a_copy_of_the_process_is_reported_and_the_others_go_on():
    command = [sys.executable, "-c", COPIES]
    names = ["aborts", "segfaults", "exits_quietly", "is_killed", "leaves_files", "hangs", "raises"]
    ran = subprocess.run([*command, *names], capture_output=True, text=True, check=True)
    limit = {"hangs": "stopped|1|time limit"}
    lines = [limit.get(name) or f"failed|1|{FAILURES[name]}" for name in names]
    assert ran.stdout.splitlines() == [*lines, "complete|3|None"]
    assert not ran.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="copies are for Linux")
@pytest.mark.parametrize("name", ["waits", "leaves_a_daemon"])
def test_copies_end_with_the_process(name: str, tmp_path: Path):
    with subprocess.Popen([sys.executable, "-c", COPIES, name], cwd=Path.cwd()) as process:
        # itself, two supervisors, two solvers; the mark is in the environment of each
        assert until(lambda: len(children(str(tmp_path))) >= 5), children(str(tmp_path))
        time.sleep(0.2)
        process.kill()
    assert until(lambda: not children(str(tmp_path)))


# ------------------------------------------------------------------------- limits and memory


@pytest.mark.parametrize("name", ["hangs", "late"])
def test_one_that_is_deaf_is_killed_soon_after_its_limit(name: str):
    with without_hanging():
        found, wild = run_of(name, time_limit=0.5)
    assert (wild.status, wild.outcome.reason) == ("stopped", "time limit")
    assert wild.reported == (name == "hangs")
    assert (found.verdict, found.exit_code()) == ("undecided", 3)


def test_one_that_reports_without_end_is_killed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(isolation, "GRACE", 0.2)
    monkeypatch.setattr(isolation, "MOST_LIMITS", 1.0)
    found, wild = run_of("repeats_forever", time_limit=0.2)
    assert (wild.status, wild.outcome.reason) == ("stopped", "time limit")
    assert (found.verdict, found.differences[0].kind) == ("differ", "repeated")


def test_one_that_listens_ends_at_its_limit_by_itself():
    _, wild = run_of("pauses", time_limit=0.25)
    assert (wild.status, wild.outcome.reason) == ("stopped", "time limit")
    assert wild.reported < 3


@pytest.mark.parametrize("name", ["grows", "bad_alloc"])
def test_memory_ends_at_the_cap(name: str):
    found, wild = run_of(name, memory=400 << 20)
    assert (wild.status, wild.outcome.reason, wild.reported) == ("stopped", "memory", 1)
    assert (found.verdict, found.exit_code()) == ("undecided", 3)


def test_the_time_for_which_a_solution_is_held_does_not_count():
    with solutions(MODEL, f"{HERE}:pauses", isolate=True, time_limit=1.0) as found:
        rows = [time.sleep(1.2) or solution.assignment for solution in found]
    assert (rows, found.outcome.status) == (ROWS, "complete")


def test_closing_ends_what_a_solver_has_started(tmp_path: Path):
    run = Isolated(MODEL, f"{HERE}:leaves_a_child")
    next(run)
    wait_for(3, tmp_path)  # its supervisor, the solver's process, and what that has started
    run.close()
    assert run.outcome.reason == "closed"
    assert not children(str(tmp_path))


def test_closing_ends_workers_too(tmp_path: Path):
    run = Isolated(load("queens", n=11), "flatmap", Options(jobs=2))
    next(run)
    wait_for(6, tmp_path)  # three processes with a supervisor each
    run.close()
    assert not children(str(tmp_path))


@pytest.mark.parametrize("name", ["leaves_a_daemon", "leaves_a_daemon_and_ends"])
def test_what_has_left_the_solvers_session_is_ended_too(name: str, tmp_path: Path):
    run = Isolated(MODEL, f"{HERE}:{name}")
    next(run)
    said = tmp_path / "daemon"  # where its number is, once it is there
    if name == "leaves_a_daemon":
        assert until(lambda: said.exists() and said.read_text())
    else:
        assert list(run) == []
        assert run.outcome.reason == "ended itself with status 3"
    run.close()
    number = said.read_text() if said.exists() else ""  # it may be ended before it says so
    assert not number or not Path("/proc", number).exists()
    assert not children(str(tmp_path))


def wait_for(number: int, mark: Path) -> None:
    """Wait until there are so many processes; a daemon in the making is one more."""
    assert until(lambda: len(children(str(mark))) == number), children(str(mark))


def test_one_that_is_forgotten_ends():
    run = Isolated(MODEL, f"{HERE}:waits")
    next(run)
    del run


# ------------------------------------------------------------------------ what it reports

MALFORMED = ["numpy_integers", "booleans", "floats", "nothing", "lacking", "no_mapping", "outside"]


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_solution_is_judged_as_in_this_process(name: str):
    found, _ = run_of(name)
    near = compare(MODEL, [f"{HERE}:{name}", f"{HERE}:good"])
    assert found.exit_code() == 1
    assert [str(d) for d in found.differences] == [str(d) for d in near.differences]
    assert [d.to_json() for d in found.differences] == [d.to_json() for d in near.differences]
    assert found.runs[0].digest == near.runs[0].digest
    assert found.shown == near.shown


def test_a_malformed_row_among_solutions_is_a_failure():
    with (
        pytest.raises(SolverFailed, match=r"reported \{'x': False\}"),
        solutions(MODEL, f"{HERE}:booleans", isolate=True) as found,
    ):
        list(found)


def test_solutions_are_the_same_as_in_this_process():
    model = load("queens", n=6)
    for solver in ("flatmap", "cp-sat@squares"):
        with solutions(model, solver, isolate=True) as found:
            assert {s.row for s in found} == {s.row for s in solutions(model, solver)}
        assert found.outcome.complete
        assert found.outcome.seconds["all"] is not None
        assert found.outcome.statistics


def test_a_limit_and_a_projection():
    with solutions(load("queens", n=6), "flatmap", isolate=True, limit=2) as found:
        assert len(list(found)) == 2
    assert (found.outcome.status, found.outcome.reason) == ("stopped", "limit")
    x, y = integer("x", 0, 2), integer("y", 0, 2)
    with solutions(Model("two", x, y), "flatmap", isolate=True, project=["x"]) as found:
        assert [s.assignment for s in found] == [{"x": 0}, {"x": 1}, {"x": 2}]


def test_labels_travel():
    model = load("sudoku")
    assert compare(model, ["flatmap", "flatmap-levels"], isolate=True).verdict == "agree"


def test_noise_spoils_nothing():
    found, wild = run_of("talks")
    assert found.verdict == "agree"
    noise = wild.outcome.noise
    assert noise.startswith("noise on stdout\nnoise on stderr\n")
    assert "UserWarning: a warning of its own" in noise
    assert "\x1b" not in noise
    assert len(noise) < 20_000


def test_several_processes_of_one_solver():
    with solutions(load("queens", n=6), "flatmap", isolate=True, jobs=2) as found:
        assert len(list(found)) == 4


# --------------------------------------------------------------------- not there at all


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("too_old", "pip install --upgrade some_library"),
        ("not_installed", "install it: pip install no_such_library"),
    ],
)
def test_a_solver_that_cannot_be_had(name: str, words: str):
    found, wild = run_of(name)
    assert wild.status == wild.verdict == "unavailable"
    assert words in str(wild.outcome.reason)
    assert (found.verdict, found.exit_code()) == ("undecided", 4)
    with pytest.raises(SolverUnavailable), solutions(MODEL, f"{HERE}:{name}", isolate=True) as none:
        list(none)


# ------------------------------------------------------------------------------- options


def test_a_solver_is_named_by_its_address():
    assert solver_named(f"{HERE}:good").address == f"{HERE}:good"
    for name in ("a:b:c", "no name:x", "x:", ":x"):
        with pytest.raises(UnknownSolver):
            solver_named(name)


def test_claims_stand_beside_processes():
    found = compare(MODEL, ["flatmap"], [reported_claim("file", ROWS[:2])], isolate=True)
    assert [str(d) for d in found.differences] == ["1 solution is missing from file"]


@pytest.mark.parametrize("memory", [0, -1, True, "2G"])
def test_memory_is_a_number_of_bytes(memory: object):
    with pytest.raises(ValueError, match="memory"):
        solutions(MODEL, "flatmap", isolate=True, memory=memory)


def test_memory_is_that_of_a_process_of_its_own():
    with pytest.raises(ValueError, match="isolate=True"):
        compare(MODEL, ["flatmap"], memory=1 << 30)


def test_endings_in_words():
    assert [ending(status) for status in (None, 3, -6, -63)] == [
        "cannot be ended: the system holds it",
        "ended itself with status 3",
        "killed by SIGABRT (aborted)",
        "killed by signal 63",
    ]
    assert text_of(b"a\x1b[1mb\x07\xff\n") == "ab\\x07\ufffd"
    assert last_words("one\n\n two \nthree\n") == "two / three"
    assert last_words("x" * 500).startswith("… xxx")


def test_a_crash_is_reported_by_the_line_that_names_the_exception() -> None:
    pages = "\n".join(f"|0x{page:016x}|  0%|  F|A|" for page in range(100))
    named = "Unhandled exception: java.lang.OutOfMemoryError: Could not commit the memory"
    assert last_words(f"{named}\n\nFatal error: Unhandled exception\n{pages}") == named
    assert last_words("Traceback\n  File x\nValueError: no") == "File x / ValueError: no"


def test_what_is_wrong_is_reported_in_the_words_of_the_solvers_viewpoint():
    found = compare(load("queens", n=4), ["flatmap", f"{HERE}:floats_in_rows@rows"])
    (difference,) = [one for one in found.differences if one.kind == "invented"]
    assert [violation.detail for violation in difference.violated] == [
        "queen[row 1] = 2.0 is no integer",
        *(f"queen[row {row}] has no value" for row in (2, 3, 4)),
    ]
