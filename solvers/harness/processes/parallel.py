"""The number of cores of a search, and the threads or processes that use them.

A solver with the trait `threads` uses several cores by itself. For any other, and on a cluster,
the search is left to workers, in parts: see delegation.py.
"""

from __future__ import annotations

import os

from ..registry import Solver

AUTO = "auto"
"""As many jobs as there are cores."""


def number_of_jobs(jobs: int | str) -> int:
    """`jobs` if it is a number from 1; for 0 or "auto" the cores that this process may use.

    Raises: ValueError.
    """
    if jobs in (AUTO, 0) and jobs is not False:
        return cores()
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise ValueError(f'jobs is {jobs!r}; it must be a whole number from 1, or "auto"')
    return jobs


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_distributed(solver: Solver, jobs: int, cluster: str | None) -> bool:
    """True if a search is to be cut in parts, and not to be left to the solver as a whole."""
    return cluster is not None or (jobs > 1 and not solver.traits.threads)
