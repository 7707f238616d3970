"""Exercises of the lessons: for each the file to begin with, and the reference to mark it by.

An exercise is a file of `views/exercises/`. Its docstring names the lesson, `START` is the file to
begin with, `CHECKED` the parameters that are tried, and the function of its name the reference.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path

from ..models.language.late_dataclasses import dataclass
from . import exercises
from .exit_codes import Refused
from .tables import table


@dataclass(frozen=True)
class Exercise:
    """An exercise by its name."""

    name: str
    summary: str
    start: str
    """The text of the file to begin with."""
    checked: tuple[str, ...]
    """Parameters as on the command line: `n=3..5` is each of them."""
    reference: str
    """The path of the file with the reference."""


def names() -> list[str]:
    """The name of every exercise."""
    return sorted(module.name for module in pkgutil.iter_modules(exercises.__path__))


def find(name: str) -> Exercise:
    """The exercise of a name. Raises: Refused where there is none."""
    from ..models.language.phrases import did_you_mean

    wanted = name.replace("-", "_")
    if wanted not in names():
        advice = did_you_mean(name, names(), "there are")
        everything = "`everyway new --exercise` lists all"
        raise Refused(f"there is no exercise {name!r}; {advice} {everything}")
    module = import_module(f"{exercises.__name__}.{wanted}")
    summary = (module.__doc__ or "").partition("\n")[0]
    return Exercise(wanted, summary, module.START, module.CHECKED, str(module.__file__))


def named_like(file: str) -> str | None:
    """The exercise that a Python file is called after, if there is one."""
    path = Path(file)
    stem = path.stem.replace("-", "_")
    return stem if path.suffix == ".py" and stem in names() else None


def listed() -> str:
    """A line for each exercise, by lesson."""
    found = sorted(map(find, names()), key=lambda one: (_lesson(one), one.name))
    rows = [("exercise", "of"), *((one.name, one.summary.rstrip(".")) for one in found)]
    return "\n".join(table(rows))


def _lesson(exercise: Exercise) -> int:
    """The number in `Lesson 3: …`."""
    return int(exercise.summary.partition(":")[0].rpartition(" ")[2])
