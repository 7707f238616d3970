"""Random models of every constraint leave with their solutions, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.formats import written
from everyway.solvers import Unsupported
from tests.formats.reading_back import enumerated, rows_of

LANGUAGES = ["clingo", "minizinc", "ortools", "python-constraint"]
REFUSED = {(2_035, "python-constraint"), (2_141, "python-constraint")}
"""The seeds of models that a language cannot say, which are refused."""
SEEDS = [
    pytest.param(seed, marks=[pytest.mark.slow] if seed % 10 else [])
    for seed in range(2_000, 2_150)
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [618, 70_091, 123_616, *SEEDS])
def test_a_random_model_leaves(seed: int, language: str, tmp_path: Path) -> None:
    model = random_model(seed)
    if (seed, language) in REFUSED:
        with pytest.raises(Unsupported):
            written(model, language)
    else:
        assert enumerated(model, language, tmp_path) == rows_of(model)
