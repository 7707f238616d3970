"""The counts that the world knows, and the model that must have each."""

from __future__ import annotations

import csv
import json
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from everyway.models import Model

from . import families

COUNTS = Path(__file__).parents[1] / "truth" / "counts.csv"


@dataclass(frozen=True)
class Row:
    """An instance of a family, and its number of solutions."""

    family: str
    params: dict[str, Any]
    count: int
    tier: str = ""

    @property
    def name(self) -> str:
        return f"{self.family} {json.dumps(self.params)}"

    def model(self) -> Model | None:
        """The model that counts this row; None where the family is not mapped."""
        make = mapped().get(self.family)
        return make(**self.params) if make else None


@cache
def mapped() -> dict[str, Callable[..., Model]]:
    """Every mapped family, with the function from its parameters to a model."""
    found: dict[str, Callable[..., Model]] = {}
    for info in pkgutil.iter_modules(families.__path__, f"{families.__name__}."):
        own = import_module(info.name).FAMILIES
        twice = found.keys() & own.keys()
        if twice:
            raise ValueError(f"{info.name} maps {sorted(twice)}, which another file maps")
        found |= own
    return found


def rows(path: Path = COUNTS) -> Iterator[Row]:
    """The rows of a file with the columns family, params (JSON) and count."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield Row(
                row["family"], json.loads(row["params"]), int(row["count"]), row.get("tier", "")
            )
