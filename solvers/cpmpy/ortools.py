"""CPMpy with OR-Tools CP-SAT."""

from __future__ import annotations

from . import named

TRAITS, solutions, improving, script = named("ortools", Cumulative="demands are constants")
