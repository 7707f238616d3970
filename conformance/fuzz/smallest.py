"""The smallest model on which a solver still shows the same fault."""

from __future__ import annotations

import time

from ...models import Model
from ..shrink import shrunk
from .bench import Bench
from .faults import Fault
from .trial import attempts_for, shows

MOST_TRIES = 1_500


def smallest(fault: Fault, bench: Bench, seconds: float) -> Fault:
    """`fault` on a model of which no simpler one shows it, as far as found in so many seconds."""
    end = time.monotonic() + seconds
    attempts = attempts_for(fault, bench)
    latest = {fault.model: fault}

    def fails(model: Model) -> bool:
        found = None if time.monotonic() > end else shows(fault, model, bench, attempts)
        if found is not None:
            latest[model] = found  # perhaps on a variant of it
        return found is not None

    return latest[shrunk(fault.model, fails, MOST_TRIES)]
