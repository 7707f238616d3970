"""The names of solvers as users write them: `NAME[SOLVER]@VIEWPOINT+MODE`, the name alone needed.

`minizinc[chuffed]@rows+decomposed` is MiniZinc with Chuffed, in the viewpoint of rows, on our
decompositions instead of its own constraints.
"""

from __future__ import annotations

import re
import warnings
from typing import NamedTuple

from ...models.language.phrases import did_you_mean

DECOMPOSED = "decomposed"
"""The mode in which a solver is given our decompositions, and none of its constraints is asked."""
ORIGINAL = "original"
"""The mode in which a solver is given the text from which the model was read, as it is."""
MODES = (DECOMPOSED, ORIGINAL)

OLD_NAMES = {"compiled": "auto", "generated": "auto[python]"}
"""Solvers of earlier versions, and what is asked in their place."""
_GRAMMAR = re.compile(
    r"(?P<base>[^][@+]*)(\[(?P<backend>[^][@+]*)\])?(@(?P<viewpoint>[^][@+]*))?(\+(?P<mode>.*))?"
)
_EXAMPLES = {"backend": "[gecode]", "viewpoint": "@rows", "mode": f"+{DECOMPOSED}"}


class UnknownSolver(ValueError):
    """No solver has this name."""


def current(name: str) -> str:
    """The name that a solver has now; of one that is not of this grammar, the same."""
    try:
        return SolverName.read(name).text
    except UnknownSolver:
        return name


class SolverName(NamedTuple):
    """The parts of a name; those that are left out are empty."""

    base: str
    backend: str = ""
    """The solver that the library is to use."""
    viewpoint: str = ""
    mode: str = ""

    @classmethod
    def read(cls, text: str) -> SolverName:
        """The parts of `text`. Raises: UnknownSolver where it is not of that form."""
        found = _GRAMMAR.fullmatch(str(text))
        if found is None or (found["backend"] and not found["base"]):
            raise UnknownSolver(
                f"cannot read the solver {text!r}; write for example minizinc[gecode],"
                " cp-sat@rows, choco+decomposed, or all three in this order"
            )
        base = found["base"]
        if base in OLD_NAMES:
            return cls._renamed(base, found)
        for part, example in _EXAMPLES.items():
            if found[part] == "":
                raise UnknownSolver(
                    f"{text!r} names no {'solver' if part == 'backend' else part}; write {base}"
                    f" alone, or for example {base}{example}"
                )
        if found["mode"] not in (None, *MODES):
            advice = did_you_mean(found["mode"], MODES, "there is")
            raise UnknownSolver(f"{text!r} asks for the mode {found['mode']!r}; {advice}")
        return cls(*(found[part] or "" for part in cls._fields))

    @classmethod
    def _renamed(cls, old: str, found: re.Match[str]) -> SolverName:
        """The name that an old one has now. Warns once."""
        new = cls.read(OLD_NAMES[old])
        warnings.warn(f"the solver {old} is called {new.runner} now", UserWarning, stacklevel=3)
        return new._replace(viewpoint=found["viewpoint"] or "", mode=found["mode"] or "")

    @property
    def text(self) -> str:
        """The whole name."""
        viewpoint = f"@{self.viewpoint}" if self.viewpoint else ""
        return self.runner + viewpoint + (f"+{self.mode}" if self.mode else "")

    @property
    def runner(self) -> str:
        """`NAME[SOLVER]`: what is run, however the model is given to it."""
        return f"{self.base}[{self.backend}]" if self.backend else self.base

    @property
    def anywhere(self) -> str:
        """The same without a viewpoint, for a model that is in it already."""
        return f"{self.runner}+{self.mode}" if self.mode else self.runner
