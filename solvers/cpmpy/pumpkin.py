"""CPMpy with Pumpkin, a solver by lazy clause generation."""

from __future__ import annotations

from . import named

TRAITS, solutions, improving, script = named("pumpkin")
