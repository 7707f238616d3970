"""CPMpy with Pumpkin, a solver by lazy clause generation."""

from __future__ import annotations

from functools import partial

from . import by_hand, enumerated, improved, traits_with

TRAITS = traits_with("pumpkin")
solutions = partial(enumerated, solver="pumpkin")
improving = partial(improved, solver="pumpkin")
script = partial(by_hand.script, solver="pumpkin")
