"""CPMpy with Z3."""

from __future__ import annotations

from functools import partial

from . import TRAITS as TRAITS
from . import by_hand, enumerated, improved

solutions = partial(enumerated, solver="z3")
improving = partial(improved, solver="z3")
script = partial(by_hand.script, solver="z3")
