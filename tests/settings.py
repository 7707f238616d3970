"""What a run of the tests may be told by the environment."""

from __future__ import annotations

import os

SEED = int(os.environ.get("EVERYWAY_SEED", "1"))
"""The first seed of the random models."""
MODELS = int(os.environ.get("EVERYWAY_MODELS", "2000"))
"""How many random models there are."""
SAMPLES = int(os.environ.get("EVERYWAY_SAMPLES", "4"))
"""How many samples of each shape a solver gets in each cell; the slow run takes 20."""
