"""CPMpy with Z3."""

from __future__ import annotations

from . import named

TRAITS, solutions, improving, script = named("z3")
