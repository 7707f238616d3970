"""A run in another process: the order for it, and the messages that it sends back."""

from __future__ import annotations

import pickle
import time
from contextlib import suppress
from typing import ClassVar

from ....models.language.errors import ModelError
from ....models.language.late_dataclasses import dataclass
from ..best import improvements_heard
from ..options import Options
from ..processes.child import Sender, let_go_of_memory
from ..processes.frames import ENDED, MALFORMED, NEWS, READY, ROW
from ..processes.payload import ADVICE, Payload
from ..rows.malformed import text_of_malformed
from ..rows.packing import MalformedError, Packer
from .run import Run


@dataclass(frozen=True)
class RunOrder:
    """A run of a solver, for another process to perform."""

    run_type: ClassVar[type[Run]] = Run

    payload: Payload
    solver: str
    """Its name, perhaps with a viewpoint."""
    address: str
    options: Options

    def packed(self) -> bytes:
        """The order as bytes. Raises: ModelError for a parameter that cannot be pickled."""
        try:
            return pickle.dumps(self)
        except Exception as error:  # whatever a parameter's own way to be pickled does
            raise ModelError(
                f"the model cannot travel to a process of its own ({error}); {ADVICE}"
            ) from error

    def perform(self, sender: Sender) -> None:
        """Run the solver once the one who asks lets it begin, and send all that it reports."""
        model = self.payload.found()
        run = self.run_type(model, self.solver, self.options, address=self.address)
        start = time.perf_counter()
        with suppress(Exception):  # the run itself reports why its solver cannot be had
            run.load()
        seconds = time.perf_counter() - start
        run.outcome.seconds["import"] = seconds
        sender.progress(READY, run.outcome)
        sender.wait_to_begin()
        try:
            with improvements_heard(lambda _: sender.progress(NEWS, run.outcome, run.elapsed)):
                self.report(run, sender)
        except BaseException as error:
            if run.outcome.status == "running":
                raise
            run.outcome.error = run.outcome.error or error
        finally:
            let_go_of_memory()
        run.outcome.seconds["import"] = seconds
        sender.progress(ENDED, run.outcome, run.elapsed)

    def report(self, run: Run, sender: Sender) -> None:
        """Send every row that `run` reports."""
        packer = Packer(run.projected)
        row_of, names, first = packer.row, packer.names, True
        for found in run:
            if first:
                sender.progress(NEWS, run.outcome, run.elapsed)
                first = False
            try:
                if run.malformed:
                    raise MalformedError
                sender.send(ROW, run.elapsed, row_of(run.kept(found)))
            except MalformedError:
                sender.send(MALFORMED, run.elapsed, text_of_malformed(found, names))
