"""Models of other languages: MiniZinc and FlatZinc files, CPMpy models.

A file that ends in `.mzn` or `.fzn` is a puzzle file on every command, as `.py` and `.toml` are.

>>> from everyway.formats import from_flatzinc
>>> text = "var 1..3: x :: output_var; constraint int_ne(x, 2); solve satisfy;"
>>> from everyway.solvers import count
>>> count(from_flatzinc(text))
2
"""

from __future__ import annotations

from .cpmpy_models import from_cpmpy, to_cpmpy
from .minizinc_files import from_flatzinc, from_minizinc

__all__ = ["from_cpmpy", "from_flatzinc", "from_minizinc", "to_cpmpy"]
