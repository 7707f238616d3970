"""CPMpy with OR-Tools CP-SAT."""

from __future__ import annotations

from functools import partial

from ...models.language.late_dataclasses import replace
from . import TRAITS as OF_ALL
from . import by_hand, enumerated, improved

TRAITS = replace(
    OF_ALL, native_where={**OF_ALL.native_where, "Cumulative": "demands are constants"}
)

solutions = partial(enumerated, solver="ortools")
improving = partial(improved, solver="ortools")
script = partial(by_hand.script, solver="ortools")
