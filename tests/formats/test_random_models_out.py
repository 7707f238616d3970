"""Random models of every constraint leave with their solutions, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.formats import written
from everyway.models import ModelError
from everyway.solvers import Unsupported
from tests.formats.reading_back import enumerated, rows_of

LANGUAGES = ["clingo", "minizinc", "ortools", "python-constraint"]
MOST = 3_000
"""The most solutions that are compared."""
SEEDS = range(2_000, 2_150)


def _compare(seed: int, language: str, folder: Path) -> None:
    model = random_model(seed)
    if model.objective is not None or len(rows := rows_of(model)) > MOST:
        pytest.skip("it has an objective, or many solutions")
    try:
        written(model, language)
    except (Unsupported, ModelError):
        pytest.skip("the language cannot say it")
    assert enumerated(model, language, folder) == rows


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", SEEDS[::10])
def test_a_random_model_leaves(seed: int, language: str, tmp_path: Path) -> None:
    _compare(seed, language, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_models_leave(seed: int, language: str, tmp_path: Path) -> None:
    _compare(seed, language, tmp_path)
