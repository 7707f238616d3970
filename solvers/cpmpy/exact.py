"""CPMpy with Exact, a pseudo-Boolean solver that reasons by cutting planes."""

from __future__ import annotations

from . import named

TRAITS, solutions, improving, script = named("exact")
