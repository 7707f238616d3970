"""A benchmark in a file: the document that `--json` prints with a seal, whole after every run.

It is data: what is read is checked field by field, and nothing of it is run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

from ..solvers.harness.atomic_files import write_text
from ..solvers.harness.saving.saved_file_format import SavedError
from .benchmark import SCHEMA, Benchmark, Timing

STATUSES = ("complete", "stopped", "failed", "unsupported", "unavailable")


class BenchmarkFile:
    """The file of a benchmark, which takes up the runs that it has. Raises: SavedError."""

    def __init__(self, path: str | Path, benchmark: Benchmark, *, resume: bool) -> None:
        self._path = Path(path)
        self._text: str | None = None
        if self._path.exists():
            if not resume:
                problem = "holds something already; resume it, or name another file"
                raise SavedError(path, problem)
            self._text = self._read()
            benchmark.timings[:] = self._timings(self._text, benchmark)
        self.write(benchmark)

    def write(self, benchmark: Benchmark) -> None:
        """Write the whole document anew, on disk when this ends. Raises: SavedError."""
        if self._text is not None and self._read() != self._text:
            raise SavedError(self._path, "was changed by somebody else; it stays as it is")
        document = benchmark.to_json()
        text = json.dumps(document | {"seal": _seal(document)}, indent=1)
        try:
            write_text(self._path, text)
        except OSError as error:
            problem = f"cannot be written: {error.strerror or error}"
            raise SavedError(self._path, problem) from error
        self._text = text

    def _read(self) -> str:
        try:
            return self._path.read_text("utf-8")
        except (OSError, ValueError) as error:
            problem = f"cannot be read: {getattr(error, 'strerror', None) or error}"
            raise SavedError(self._path, problem) from error

    def _timings(self, text: str, benchmark: Benchmark) -> list[Timing]:
        """The runs in a file of this benchmark."""
        try:
            document = json.loads(text)
            if document["schema"] != SCHEMA or document.pop("seal", None) != _seal(document):
                raise ValueError("its seal does not fit")
            header = {key: document[key] for key in benchmark.header}
            timings = [_timing(run) for run in document["runs"]]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            problem = f"is no file that `bench --save` wrote ({error}); name another"
            raise SavedError(self._path, problem) from error
        self._refuse_another(header, benchmark.header)
        known = [*benchmark.puzzles], [*benchmark.solvers]
        if any(one.puzzle not in known[0] or one.solver not in known[1] for one in timings):
            raise SavedError(self._path, "has runs of what it does not name; name another file")
        return timings

    def _refuse_another(self, header: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
        """Raises: SavedError where the file measures something else, or elsewhere."""
        for key, wanted in json.loads(json.dumps(asked)).items():
            if header[key] != wanted:
                both = isinstance(header[key], dict) and isinstance(wanted, dict)
                names = [name for name in wanted if both and header[key].get(name) != wanted[name]]
                what = key + (f" ({', '.join(names)})" if names else "")
                advice = f"ask for the same {key} to go on, or save to another file"
                raise SavedError(self._path, f"is of another bench, with other {what}; {advice}")


def _seal(document: Mapping[str, Any]) -> str:
    """A hash of a document, which shows damage and proves no author."""
    return sha256(json.dumps(document).encode()).hexdigest()


def _timing(data: Any) -> Timing:
    """A run, of fields that have been checked. Raises: ValueError, and what the
    wrong types raise.
    """
    found = Timing(**data)
    texts = (found.puzzle, found.solver, found.status, found.fault)
    more = (found.reason, found.version, found.viewpoint, found.digest)
    whole = (found.round, found.reported, found.judged)
    numbers = [*_times(found.seconds), *_times(found.processor)]
    good = (
        all(isinstance(text, str) for text in texts)
        and all(text is None or isinstance(text, str) for text in more)
        and all(type(number) is int and number >= 0 for number in whole)
        and all(type(number) in (int, float) and 0 <= number < inf for number in numbers)
        and all(isinstance(value, int | float | str) for value in found.statistics.values())
        and found.status in STATUSES
    )
    if not good:
        raise ValueError("a run is damaged")
    return found


def _times(times: Any) -> list[Any]:
    """The times that are known of a run."""
    every = (times[name] for name in ("import", "build", "first", "all"))
    return [number for number in every if number is not None]
