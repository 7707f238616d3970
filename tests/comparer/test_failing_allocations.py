"""Memory that runs out at any line of the spool, the comparer and the saved file, in turn.

A trace raises MemoryError at the n-th line that these modules run.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from everyway.comparer import claims, compare, comparison, spool
from everyway.models.queens import queens
from everyway.solvers import SavedSolutions, save
from everyway.solvers.harness.rows import packing
from everyway.solvers.harness.saving import claim_store, reading_saved, saved_file_format
from everyway.solvers.harness.saving import save as save_module

COMPARING = {module.__file__ for module in (claims, comparison, packing, packing, spool)}
SAVING = {
    module.__file__
    for module in (saved_file_format, claim_store, reading_saved, packing, packing, save_module)
}
POINTS = 60
"""The number of lines, evenly spread over all that are run, at which memory fails."""


class Failing:
    """Runs `task` with no memory left at the n-th line that `files` run; 0 for never."""

    def __init__(self, files: set[str | None], task: Callable[[], Any]) -> None:
        self._files, self._task = files, task
        self.lines = 0

    def run(self, at: int = 0) -> Any:
        """The result of the task; None where MemoryError is raised."""
        self.lines, self._at = 0, at
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            return self._task()
        except MemoryError:
            return None
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._line if frame.f_code.co_filename in self._files else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self.lines += 1
            if self.lines == self._at:
                raise MemoryError
        return self._line

    def points(self) -> range:
        """The lines at which to fail."""
        self.run()
        return range(1, self.lines, self.lines // POINTS)


def test_a_comparison_for_which_memory_fails_says_nothing_wrong():
    n, solvers = queens(5), ["flatmap", "auto[python]"]
    failing = Failing(COMPARING, lambda: compare(n, solvers))
    points = failing.points()
    found = [failing.run(point) for point in points]
    assert len(found) >= POINTS
    assert None in found
    for comparison_made in filter(None, found):
        whole = all(run.status == "complete" for run in comparison_made.runs)
        assert comparison_made.verdict == ("agree" if whole else "undecided")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.slow
def test_a_file_for_which_memory_fails_is_whole_as_far_as_it_goes(tmp_path: Path):
    path = tmp_path / "first.db"
    failing = Failing(SAVING, lambda: save(queens(5), path))
    states = set()
    for point in failing.points():
        path = tmp_path / f"{point}.db"
        outcome = failing.run(point)
        gc.collect()
        if not path.exists() or not path.stat().st_size:
            assert outcome is None
            continue
        with SavedSolutions(path) as saved:
            rows = list(saved.rows())
            states.add(saved.complete)
            assert len(set(rows)) == len(rows) == len(saved) <= 10
            assert len(rows) == 10 or not saved.complete
            assert saved.complete or outcome is None or not outcome.complete
        assert save(queens(5), path, resume=True).complete
        with SavedSolutions(path) as saved:
            assert len(set(saved.rows())) == len(saved) == 10
    assert states == {True, False}
