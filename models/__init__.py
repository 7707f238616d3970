"""Declare a puzzle: variables, boards, and the constraints that a solution keeps.

>>> from everyway.models import Model, all_different, variables
>>> q = variables("q", 4, range(4))
>>> Model("a permutation", q, all_different(q))
<Model 'a permutation': 4 variables, 1 rule>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .language.board import Board
from .language.catalogue import known, load, puzzle
from .language.check import Violation, is_solution, violations
from .language.choices import conditional
from .language.constraints import (
    Constraint,
    all_different,
    all_different_except,
    all_equal,
    all_of,
    any_of,
    iff,
    implies,
    none_of,
    xor,
)
from .language.counting import (
    among,
    at_least,
    at_most,
    cardinality,
    count,
    exactly,
    number_of_values,
    precedence,
)
from .language.data import fingerprint, from_data, same, to_data
from .language.errors import ModelError, ModelWarning, PredicateError
from .language.expressions import (
    Expression,
    Variable,
    boolean,
    element,
    indicator,
    integer,
    maximum,
    minimum,
    product,
    total,
    variable,
)
from .language.families import Family, Square, Squares
from .language.fillings import Filling
from .language.graphs import circuit, subcircuit
from .language.groups import variables
from .language.model import Model, Rule, Solution, rule
from .language.ordering import increasing, inverse, lexicographic
from .language.pieces import BISHOP, KING, KNIGHT, QUEEN, ROOK, Piece, leaper
from .language.placements import Placement
from .language.scheduling import bin_packing, cumulative, no_overlap
from .language.tables import allowed, forbidden, predicate, regular
from .language.wording import counted

if TYPE_CHECKING:
    from .language.exact_cover import exact_cover
    from .language.graphs_by_name import Graph, graph
    from .language.representatives import essentially_different
    from .language.symmetry import Symmetry, symmetry
    from .language.symmetry_breaking import break_symmetry
    from .language.symmetry_group import SymmetryGroup, symmetries

__all__ = [
    "BISHOP",
    "Board",
    "Constraint",
    "Expression",
    "Family",
    "Filling",
    "Graph",
    "KING",
    "KNIGHT",
    "Model",
    "ModelError",
    "ModelWarning",
    "Piece",
    "Placement",
    "PredicateError",
    "QUEEN",
    "ROOK",
    "Rule",
    "Solution",
    "Square",
    "Squares",
    "Symmetry",
    "SymmetryGroup",
    "Variable",
    "Violation",
    "all_different",
    "all_different_except",
    "all_equal",
    "all_of",
    "allowed",
    "among",
    "any_of",
    "at_least",
    "at_most",
    "bin_packing",
    "boolean",
    "break_symmetry",
    "cardinality",
    "circuit",
    "conditional",
    "count",
    "counted",
    "cumulative",
    "element",
    "essentially_different",
    "exact_cover",
    "exactly",
    "graph",
    "fingerprint",
    "forbidden",
    "from_data",
    "iff",
    "implies",
    "increasing",
    "indicator",
    "integer",
    "inverse",
    "is_solution",
    "known",
    "leaper",
    "lexicographic",
    "load",
    "maximum",
    "minimum",
    "no_overlap",
    "none_of",
    "number_of_values",
    "precedence",
    "predicate",
    "product",
    "puzzle",
    "regular",
    "rule",
    "same",
    "subcircuit",
    "symmetries",
    "symmetry",
    "to_data",
    "total",
    "variable",
    "variables",
    "violations",
    "xor",
]

_WHEN_USED = {
    "Graph": "graphs_by_name",
    "Symmetry": "symmetry",
    "SymmetryGroup": "symmetry_group",
    "break_symmetry": "symmetry_breaking",
    "essentially_different": "representatives",
    "exact_cover": "exact_cover",
    "graph": "graphs_by_name",
    "symmetries": "symmetry_group",
    "symmetry": "symmetry",
}
"""What few programs need, with the module of each; imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _WHEN_USED:
        from .language.habits import no_attribute

        raise no_attribute(__name__, name, __all__)
    return getattr(import_module(f".language.{_WHEN_USED[name]}", __name__), name)
