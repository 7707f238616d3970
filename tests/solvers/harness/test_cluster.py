"""The same solutions from a Dask cluster, also where a worker is killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from everyway.models import Model, all_different, predicate, variables
from everyway.models.queens import queens
from everyway.solvers import Incomplete, SolverFailed, SolverUnavailable, count, solutions
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.processes import pool
from everyway.solvers.harness.rows.packing import digest_of
from everyway.solvers.harness.running.independent_parts import counted

from ...support.clocks import until, without_hanging
from ...support.command_lines import ALONE, everyway

distributed = pytest.importorskip(
    "distributed", reason='a cluster needs: pip install "everyway[dask]"'
)
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
SOLVERS = ["cp-sat", "flatmap", "auto[python]"]


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """A client of a cluster of two processes."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
        ) as started,
        distributed.Client(started) as client,
    ):
        yield client


@pytest.fixture
def address(local: Any) -> str:
    return str(local.cluster.scheduler_address)


def busy(local: Any) -> int:
    """The number of requests in progress."""
    return sum(map(len, local.processing().values()))


@pytest.mark.parametrize("solver", SOLVERS)
def test_any_solver_counts_on_a_cluster(solver, address):
    found = counted(queens(7), solver, Options(cluster=address))
    assert found is not None
    assert found.number == 40
    assert found.outcome.statistics["workers"] == 2
    assert int(found.outcome.statistics["tasks"]) > 1


@pytest.mark.parametrize("solver", SOLVERS)
def test_any_solver_enumerates_on_a_cluster(solver, address):
    several = digest_of(s.row for s in solutions(queens(6), solver, cluster=address))
    assert several == digest_of(s.row for s in solutions(queens(6), solver))


def test_auto_sends_boxes(address):
    found = counted(queens(12), "auto", Options(cluster=address, shortcuts=()))
    assert found is not None
    assert found.number == 14200
    several = digest_of(s.row for s in solutions(queens(9), "auto", cluster=address))
    assert several == digest_of(s.row for s in solutions(queens(9), "auto"))


def kill_one(local: Any) -> None:
    """End a worker that has something to do."""
    pids = local.run(os.getpid)
    assert until(lambda: any(local.processing().values()))
    at_work = next(name for name, tasks in local.processing().items() if tasks)
    os.kill(pids[at_work], signal.SIGKILL)


def killed_during(local: Any, solver: str, n: int) -> int:
    killer = threading.Thread(target=kill_one, args=(local,))
    killer.start()
    try:
        return count(queens(n), solver, cluster=local.cluster.scheduler_address, shortcuts=())
    finally:
        killer.join()


def test_a_worker_that_is_killed_loses_nothing_and_counts_nothing_twice(local):
    before = set(local.run(os.getpid).values())
    assert killed_during(local, "flatmap", 9) == 352
    assert until(lambda: len(set(local.run(os.getpid).values()) - before) == 1)


@pytest.mark.slow
def test_a_count_of_15_queens_survives_the_end_of_a_worker(local):
    pytest.importorskip("llvmlite")
    assert killed_during(local, "auto", 15) == 2279184


def test_closing_cancels_what_is_asked(local, address):
    found = solutions(queens(13), "flatmap", cluster=address)
    next(found)
    with without_hanging():
        found.close()
    assert until(lambda: not busy(local))


def test_a_time_limit_applies(local, address):
    with without_hanging(), pytest.raises(Incomplete, match="time limit"):
        count(queens(15), "flatmap", cluster=address, time_limit=1)
    assert until(lambda: not busy(local))


def test_a_cluster_of_our_own_is_started_and_ended():
    found = counted(queens(6), "flatmap", Options(cluster="local", jobs=2))
    assert found is not None
    assert found.number == 4
    assert found.outcome.statistics["workers"] == 2


def test_the_commands(address):
    assert everyway("count", "queens", "n=6", "--cluster", address).stdout == "4\n"
    solved = everyway("solve", "queens", "n=6", "-a", "--jsonl", "--cluster", address, "-s")
    assert len(solved.stdout.splitlines()) == 4
    assert "2 workers" in solved.stderr


def test_what_a_worker_refuses_is_raised_here(address):
    q = variables("q", 3, range(3))
    with pytest.raises(Exception, match="is 0"):
        list(solutions(Model("broken", q, predicate(divides, *q)), "flatmap", cluster=address))


def divides(*values: int) -> bool:
    raise ValueError("is 0")


def test_an_address_at_which_nobody_listens(monkeypatch):
    monkeypatch.setattr(pool, "SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(SolverFailed, match="start one with `dask scheduler`"):
        count(queens(5), "flatmap", cluster="tcp://127.0.0.1:9")


def test_a_cluster_without_workers_is_reported(monkeypatch):
    monkeypatch.setattr(pool, "SECONDS_WITHOUT_WORKERS", 0.3)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(SolverFailed, match="has no workers; start some: dask worker tcp"),
    ):
        count(queens(5), "flatmap", cluster=empty.scheduler_address)


def test_without_dask_the_error_says_what_to_install(monkeypatch, tmp_path):
    (tmp_path / "distributed.py").write_text("raise ImportError('No module named distributed')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(SolverUnavailable, match=r"install them: pip install .*dask"):
        count(queens(5), "flatmap", cluster="local")


def test_a_model_of_several_parts_is_multiplied(address):
    q, r = variables("q", 8, range(8)), variables("r", 3, range(3))
    model = Model("two", q, r, all_different(q), all_different(r))
    assert count(model, "flatmap", cluster=address) == 40320 * 6


# ------------------------------------------------------------------- what is left of a cluster

LOCAL = ["--cluster", "local", "-p", "2", "-S", "flatmap"]


def begun(folder: Path, *words: str) -> subprocess.Popen[str]:
    """A command in `folder`, whose temporary files go to the folder `temporary` there."""
    folder.joinpath("temporary").mkdir()
    return subprocess.Popen(
        [*ALONE, *words],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder / "temporary")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def is_clean(folder: Path) -> bool:
    """True if a command has left no file and no process."""
    environments = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            environments.append(path.read_bytes())
    alive = any(os.fsencode(folder / "temporary") in one for one in environments)
    return not alive and [path.name for path in folder.rglob("*")] == ["temporary"]


@pytest.fixture(scope="module")
def seconds_to_start(tmp_path_factory: pytest.TempPathFactory) -> float:
    """The time for a small count by a cluster of our own, which leaves nothing behind."""
    folder, start = tmp_path_factory.mktemp("start"), time.monotonic()
    process = begun(folder, "count", "queens", "n=5", *LOCAL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "10\n", "")
    assert is_clean(folder)
    return time.monotonic() - start


def hears(process: subprocess.Popen[str]) -> bool:
    """True if a command has set its handlers of signals."""
    status = Path(f"/proc/{process.pid}/status").read_text("ascii")
    caught = int(status.split("SigCgt:")[1].split()[0], 16)
    return bool(caught >> (signal.SIGTERM - 1) & 1)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("part", [0.3, 0.45, 0.6, 0.75, 0.9, 1.2])
def test_a_signal_while_a_cluster_starts_ends_in_words(name, part, tmp_path, seconds_to_start):
    process, start = begun(tmp_path, "count", "queens", "n=14", *LOCAL), time.monotonic()
    assert until(lambda: hears(process))
    time.sleep(max(0.0, start + part * seconds_to_start - time.monotonic()))
    assert process.poll() is None, process.communicate()
    process.send_signal(signal.Signals[name])
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[1] == "interrupted"
    assert len(err.splitlines()) < 4, err
    assert until(lambda: is_clean(tmp_path))


def test_a_killed_command_leaves_no_cluster(tmp_path, seconds_to_start):
    process = begun(tmp_path, "count", "queens", "n=14", *LOCAL)
    time.sleep(1.5 * seconds_to_start)
    process.kill()
    process.communicate()
    assert until(lambda: is_clean(tmp_path))


def test_a_time_limit_applies_while_a_cluster_starts():
    with without_hanging(), pytest.raises(Incomplete, match="time limit"):
        count(queens(15), "flatmap", cluster="local", time_limit=0.01)
