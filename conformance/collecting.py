"""The kit's tests as pytest collects them where no file of yours holds them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from ..solvers.harness.contract import SolverUnavailable
from .kit import conformance_of


class Kit(pytest.Module):
    """A module that no file holds: the tests of one solver."""

    tests: type

    def _getobj(self) -> ModuleType:
        made = ModuleType("everyway_conformance")
        vars(made)["TestConformance"] = self.tests
        return made


def collected(session: pytest.Session, address: str) -> Iterator[pytest.Item]:
    """The tests of the solver at `address`. Raises: UsageError where there is none."""
    here = str(session.config.invocation_params.dir)
    if here not in sys.path:
        sys.path.insert(0, here)  # for a solver that lies there, and is not installed yet
    try:
        tests = conformance_of(address)
    except (SolverUnavailable, ImportError, AttributeError) as error:
        raise pytest.UsageError(f"--everyway-solver {address}: {error}") from error
    kit = Kit.from_parent(session, path=Path(__file__), name=address, nodeid=address)
    kit.tests = tests
    return session.genitems(kit)
