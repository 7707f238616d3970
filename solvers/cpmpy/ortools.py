"""CPMpy with OR-Tools CP-SAT."""

from __future__ import annotations

from functools import partial

from . import TRAITS as TRAITS
from . import by_hand, enumerated, improved

solutions = partial(enumerated, solver="ortools")
improving = partial(improved, solver="ortools")
script = partial(by_hand.script, solver="ortools")
