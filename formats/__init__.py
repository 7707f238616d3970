"""Models of other languages: MiniZinc, FlatZinc, XCSP3, DIMACS and OPB files, CPMpy and others.

A file that ends in `.mzn`, `.fzn`, `.xml`, `.cnf`, `.opb`, `.pb`, `.pbtxt` or `.json` is a puzzle
file on every command, as `.py` and `.toml` are.

>>> from everyway.formats import from_flatzinc
>>> text = "var 1..3: x :: output_var; constraint int_ne(x, 2); solve satisfy;"
>>> from everyway.solvers import count
>>> count(from_flatzinc(text))
2
"""

from __future__ import annotations

from .address_puzzles import from_address, to_address
from .clause_files import from_dimacs, from_opb
from .cpmpy_models import from_cpmpy, to_cpmpy
from .cpsat_models import from_cpsat
from .fpuzzles import from_fpuzzles
from .minizinc_files import from_flatzinc, from_minizinc
from .python_constraint_models import from_python_constraint
from .writing import LANGUAGES, written
from .xcsp3_files import from_xcsp3

__all__ = [
    "LANGUAGES",
    "from_address",
    "from_cpmpy",
    "from_cpsat",
    "from_dimacs",
    "from_flatzinc",
    "from_fpuzzles",
    "from_minizinc",
    "from_opb",
    "from_python_constraint",
    "from_xcsp3",
    "to_address",
    "to_cpmpy",
    "written",
]
