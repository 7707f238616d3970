"""A run as another process performs it: what it is told, and what it sends back."""

from __future__ import annotations

import pickle
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ....models.language.errors import ModelError
from ..processes.child import Teller, let_go_of_memory
from ..processes.frames import ENDED, MISFIT, NEWS, READY, ROW
from ..processes.payload import ADVICE, Parcel
from ..rows.packing import MisfitError, Packer
from ..rows.violations import text_of_misfit
from .run import Run


@dataclass(frozen=True)
class RunOrder:
    """A run of a solver, for another process to perform."""

    parcel: Parcel
    solver: str
    """Its name, perhaps with a viewpoint."""
    address: str
    options: Mapping[str, Any]
    memory: int | None
    """The most bytes that it may have, if it is told."""

    def packed(self) -> bytes:
        """As bytes. Raises: ModelError where a parameter of the puzzle cannot travel."""
        try:
            return pickle.dumps(self)
        except Exception as error:  # whatever a parameter's own way to be pickled does
            raise ModelError(
                f"the model cannot travel to a process of its own ({error}); {ADVICE}"
            ) from error

    def perform(self, tell: Teller) -> None:
        """Run the solver once the one who asks lets it begin, and send all that it reports."""
        model = self.parcel.opened()
        run = Run(model, self.solver, address=self.address, **self.options)
        start = time.perf_counter()
        with suppress(Exception):  # the run itself tells why its solver cannot be had
            run.load()
        seconds = time.perf_counter() - start
        run.outcome.seconds["import"] = seconds
        tell.news(READY, run.outcome)
        tell.wait_to_begin()
        try:
            _report(run, tell)
        except BaseException as error:
            if run.outcome.status == "running":
                raise
            run.outcome.error = run.outcome.error or error
        finally:
            let_go_of_memory()
        run.outcome.seconds["import"] = seconds
        tell.news(ENDED, run.outcome, run.elapsed)


def _report(run: Run, tell: Teller) -> None:
    """Tell every row that `run` reports."""
    packer = Packer(run.projected)
    pack, names, first = packer.pack, packer.names, True
    whole = run.projected is run.model
    for found in run:
        if first:
            tell.news(NEWS, run.outcome, run.elapsed)
            first = False
        try:
            if run.misfit:
                raise MisfitError
            kept = found if whole else {name: found[name] for name in names}
            tell.tell(ROW, run.elapsed, pack(kept)[0])
        except MisfitError:
            tell.tell(MISFIT, run.elapsed, text_of_misfit(found, names))
