"""The ends of MiniZinc's family of processes, and the words for them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from everyway.conformance.stopping import fruitless
from everyway.solvers import SolverFailed, solutions
from everyway.solvers.harness.registry import solver_named

MINIZINC = solver_named("minizinc")
pytestmark = [
    pytest.mark.skipif(
        not MINIZINC.is_installed(), reason=f"not installed: {MINIZINC.how_to_install}"
    ),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc"),
]


def descendants(command: str) -> list[int]:
    """The processes below this one whose program is called so."""
    parents: dict[int, tuple[int, str]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        number, _, name = head.partition(" (")
        parents[int(number)] = int(rest.split()[1]), name
    below = {os.getpid()}
    for _ in range(5):
        below |= {pid for pid, (parent, _) in parents.items() if parent in below}
    return [pid for pid in below if parents.get(pid, (0, ""))[1] == command]


def killed(command: str) -> None:
    """Kill the program once it is at work: there twice, since some runs only ask its version."""
    seen: set[int] = set()
    for _ in range(200):
        time.sleep(0.5)
        found = set(descendants(command))
        if at_work := found & seen:
            for pid in at_work:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return
        seen = found


def reason_after(then: Callable[[], object]) -> str:
    """The reason for which a fruitless search failed while `then` was done beside it."""
    beside = threading.Thread(target=then)
    beside.start()
    try:
        with pytest.raises(SolverFailed) as caught:
            list(solutions(fruitless("pairwise"), "minizinc", time_limit=100))
    finally:
        beside.join()
    return str(caught.value)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("fzn-gecode", "the solver that MiniZinc ran failed or was killed; MiniZinc ended itself"),
        ("minizinc", "MiniZinc was killed (SIGKILL); out of memory?, not complete"),
    ],
)
def test_what_ended_it_is_said_first_and_no_warning_of_its_library(command: str, words: str):
    said = reason_after(lambda: killed(command))
    assert said.startswith(words)
    assert "deprecated" not in said
    assert descendants("fzn-gecode") == descendants("minizinc") == []
