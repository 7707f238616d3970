"""Declare a puzzle: variables, boards, and the constraints that a solution keeps.

>>> from everyway.models import Model, all_different, variables
>>> q = variables("q", 4, range(4))
>>> Model("a permutation", q, all_different(q))
<Model 'a permutation': 4 variables, 1 rule>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .language.arithmetic_expressions import product, total
from .language.boards.board import Board
from .language.boards.families import Family, Square, Squares
from .language.boards.fillings import Filling
from .language.boards.pieces import BISHOP, KING, KNIGHT, QUEEN, ROOK, Piece, leaper
from .language.boards.placements import Placement
from .language.check import Violation, is_solution, violations
from .language.choices import conditional, element, maximum, minimum
from .language.constraints import Constraint, all_of, any_of
from .language.errors import ModelError, ModelWarning, PredicateError
from .language.expressions import Expression, Variable, boolean, indicator, integer, variable
from .language.files.catalogue import load
from .language.files.model_as_data import fingerprint, same, to_data
from .language.files.model_from_data import from_data
from .language.files.puzzle_functions import known, puzzle
from .language.global_constraints.all_different import all_different, all_different_except
from .language.global_constraints.all_equal import all_equal
from .language.global_constraints.bin_packing import bin_packing
from .language.global_constraints.cardinality import cardinality
from .language.global_constraints.circuit import circuit, subcircuit
from .language.global_constraints.count import among, at_least, at_most, count, exactly
from .language.global_constraints.cumulative import cumulative
from .language.global_constraints.increasing import increasing
from .language.global_constraints.inverse import inverse
from .language.global_constraints.lexicographic import lexicographic
from .language.global_constraints.logic import iff, implies, none_of, xor
from .language.global_constraints.no_overlap import no_overlap
from .language.global_constraints.number_of_values import number_of_values
from .language.global_constraints.precedence import precedence
from .language.global_constraints.predicate import predicate
from .language.global_constraints.regular import regular
from .language.global_constraints.table import allowed, forbidden
from .language.groups import VariableList, variables
from .language.model import Model
from .language.nodes import Program, topological
from .language.phrases import counted, grouped
from .language.rules import Rule, rule
from .language.solution import Solution

if TYPE_CHECKING:
    from .language.boards.graphs_by_name import Graph, graph
    from .language.global_constraints.exact_cover import exact_cover
    from .language.symmetry.representatives import essentially_different
    from .language.symmetry.symmetries import Symmetry, symmetry
    from .language.symmetry.symmetry_breaking import break_symmetry
    from .language.symmetry.symmetry_group import SymmetryGroup, symmetries

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
    "Program",
    "QUEEN",
    "ROOK",
    "Rule",
    "Solution",
    "Square",
    "Squares",
    "Symmetry",
    "SymmetryGroup",
    "Variable",
    "VariableList",
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
    "fingerprint",
    "forbidden",
    "from_data",
    "graph",
    "grouped",
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
    "topological",
    "total",
    "variable",
    "variables",
    "violations",
    "xor",
]

_WHEN_USED = {
    "Graph": "boards.graphs_by_name",
    "Symmetry": "symmetry.symmetries",
    "SymmetryGroup": "symmetry.symmetry_group",
    "break_symmetry": "symmetry.symmetry_breaking",
    "essentially_different": "symmetry.representatives",
    "exact_cover": "global_constraints.exact_cover",
    "graph": "boards.graphs_by_name",
    "symmetries": "symmetry.symmetry_group",
    "symmetry": "symmetry.symmetries",
}
"""Names that few programs need, with the module of each; imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _WHEN_USED:
        from .language.global_constraints import constructor
        from .language.habits import no_attribute

        if found := constructor(name):
            return found
        raise no_attribute(__name__, name, __all__)
    return getattr(import_module(f".language.{_WHEN_USED[name]}", __name__), name)
