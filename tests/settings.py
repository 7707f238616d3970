"""What a run of the tests may be told by the environment."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

from everyway.solvers.harness.registry import Solver

Thing = TypeVar("Thing")

SEED = int(os.environ.get("EVERYWAY_SEED", "1"))
"""The first seed of the random models."""
MODELS = int(os.environ.get("EVERYWAY_MODELS", "2000"))
"""How many random models there are."""
SAMPLES = int(os.environ.get("EVERYWAY_SAMPLES", "4"))
"""How many samples of each shape a solver gets in each cell; the slow run takes 20."""


def for_solver(solver: Solver, models: Sequence[Thing]) -> Sequence[Thing]:
    """The models that an ordinary run gives to `solver`: every tenth to one that is costly."""
    return models[::10] if solver.traits.costly else models
