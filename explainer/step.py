"""Steps as values: what is found, by which places of rules, from which known facts."""

from __future__ import annotations

from typing import Any

from ..models.language.late_dataclasses import dataclass
from .blamed import Blamed


@dataclass(frozen=True)
class Fact:
    """A variable has a value, or has it not."""

    name: str
    """The name of the variable."""
    value: Any
    """The value, as it was declared."""
    holds: bool = True
    """False if the variable does not have it."""

    def __str__(self) -> str:
        return f"{self.name} {'=' if self.holds else '!='} {self.value}"

    def to_json(self) -> dict[str, Any]:
        """The three fields."""
        return {"name": self.name, "value": self.value, "holds": self.holds}


@dataclass(frozen=True, eq=False)
class Step:
    """A deduction: from places of rules and known facts, what is found follows."""

    found: tuple[Fact, ...]
    """The facts that follow; none where the rules and facts cannot hold together, as at the end of
    a chain, nor where nothing but `marks` is left to say."""
    rules: tuple[Blamed, ...]
    """The places of rules that are used; none where all other values of a variable are out."""
    known: tuple[Fact, ...]
    """The facts that are used and were found before, or are given."""
    chain: tuple[Step, ...] = ()
    """Deductions one after another from the opposite of what is found, the last a contradiction.
    A step of a chain also uses what was found before in the chain."""
    marks: tuple[Step, ...] = ()
    """The marks pencilled in since the step before: each of one place and one known value."""

    @property
    def supposed(self) -> Fact | None:
        """The supposition that the chain refutes, if there is a chain."""
        if not self.chain:
            return None
        (found,) = self.found
        return Fact(found.name, found.value, not found.holds)

    @property
    def cost(self) -> tuple[int, int, int]:
        """The length of its chain, then the number of its places, then of its known facts."""
        return len(self.chain), len(self.rules), len(self.known)

    def __str__(self) -> str:
        why = [*map(str, self.rules), *map(str, self.known)]
        return f"{', '.join(map(str, self.found))} because {'; '.join(why) or 'of its domain'}"

    def to_json(self) -> dict[str, Any]:
        """The fields, facts and places as they are in JSON."""
        return {
            "found": [fact.to_json() for fact in self.found],
            "rules": [unit.to_json() for unit in self.rules],
            "known": [fact.to_json() for fact in self.known],
            "chain": [step.to_json() for step in self.chain],
            "marks": [step.to_json() for step in self.marks],
        }
