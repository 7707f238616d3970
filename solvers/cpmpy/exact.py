"""CPMpy with Exact, a pseudo-Boolean solver that reasons by cutting planes."""

from __future__ import annotations

from functools import partial

from . import by_hand, enumerated, improved, traits_with

TRAITS = traits_with("exact")
solutions = partial(enumerated, solver="exact")
improving = partial(improved, solver="exact")
script = partial(by_hand.script, solver="exact")
