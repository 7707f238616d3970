"""Declare a puzzle: variables, boards, and the constraints that a solution keeps.

>>> from everyway.models import Model, all_different, variables
>>> q = variables("q", 4, range(4))
>>> Model("a permutation", q, all_different(q))
<Model 'a permutation': 4 variables, 1 rule>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .language.arithmetic_expressions import product, total
    from .language.boards.board import Board
    from .language.boards.graphs_by_name import Graph, graph
    from .language.boards.grid import Family, Square, Squares
    from .language.boards.pieces import BISHOP, KING, KNIGHT, QUEEN, ROOK, Piece, leaper
    from .language.boards.placements import Filling, Placement
    from .language.check import Violation, is_solution, violations
    from .language.choices import conditional, element, maximum, minimum
    from .language.constraints import Constraint, all_of, any_of
    from .language.errors import ModelError, ModelWarning, PredicateError
    from .language.expressions import (
        Expression,
        Variable,
        boolean,
        bounds,
        indicator,
        integer,
        variable,
    )
    from .language.files.catalogue import load
    from .language.files.model_as_data import fingerprint, same, to_data
    from .language.files.model_from_data import from_data
    from .language.files.puzzle_files import known, puzzle
    from .language.global_constraints.all_different import all_different, all_different_except
    from .language.global_constraints.all_equal import all_equal
    from .language.global_constraints.bin_packing import bin_packing
    from .language.global_constraints.cardinality import cardinality
    from .language.global_constraints.circuit import circuit, subcircuit
    from .language.global_constraints.count import among, at_least, at_most, count, exactly
    from .language.global_constraints.cumulative import cumulative
    from .language.global_constraints.exact_cover import exact_cover
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
    from .language.symmetry.symmetries import Symmetry, symmetry
    from .language.symmetry.symmetry_breaking import break_symmetry, essentially_different
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
    "bounds",
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

_NAMES = {
    "arithmetic_expressions": ("product", "total"),
    "boards.board": ("Board",),
    "boards.graphs_by_name": ("Graph", "graph"),
    "boards.grid": ("Family", "Square", "Squares"),
    "boards.pieces": ("BISHOP", "KING", "KNIGHT", "Piece", "QUEEN", "ROOK", "leaper"),
    "boards.placements": ("Filling", "Placement"),
    "check": ("Violation", "is_solution", "violations"),
    "choices": ("conditional", "element", "maximum", "minimum"),
    "constraints": ("Constraint", "all_of", "any_of"),
    "errors": ("ModelError", "ModelWarning", "PredicateError"),
    "expressions": (
        "Expression",
        "Variable",
        "boolean",
        "bounds",
        "indicator",
        "integer",
        "variable",
    ),
    "files.catalogue": ("load",),
    "files.model_as_data": ("fingerprint", "same", "to_data"),
    "files.model_from_data": ("from_data",),
    "files.puzzle_files": ("known", "puzzle"),
    "global_constraints.all_different": ("all_different", "all_different_except"),
    "global_constraints.all_equal": ("all_equal",),
    "global_constraints.bin_packing": ("bin_packing",),
    "global_constraints.cardinality": ("cardinality",),
    "global_constraints.circuit": ("circuit", "subcircuit"),
    "global_constraints.count": ("among", "at_least", "at_most", "count", "exactly"),
    "global_constraints.cumulative": ("cumulative",),
    "global_constraints.exact_cover": ("exact_cover",),
    "global_constraints.increasing": ("increasing",),
    "global_constraints.inverse": ("inverse",),
    "global_constraints.lexicographic": ("lexicographic",),
    "global_constraints.logic": ("iff", "implies", "none_of", "xor"),
    "global_constraints.no_overlap": ("no_overlap",),
    "global_constraints.number_of_values": ("number_of_values",),
    "global_constraints.precedence": ("precedence",),
    "global_constraints.predicate": ("predicate",),
    "global_constraints.regular": ("regular",),
    "global_constraints.table": ("allowed", "forbidden"),
    "groups": ("VariableList", "variables"),
    "model": ("Model",),
    "nodes": ("Program", "topological"),
    "phrases": ("counted", "grouped"),
    "rules": ("Rule", "rule"),
    "solution": ("Solution",),
    "symmetry.symmetries": ("Symmetry", "symmetry"),
    "symmetry.symmetry_breaking": ("break_symmetry", "essentially_different"),
    "symmetry.symmetry_group": ("SymmetryGroup", "symmetries"),
}
"""The public names by their modules, each imported when one of them is first asked for."""

_HOMES = {name: home for home, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        from .language.global_constraints import constructor
        from .language.habits import no_attribute

        if found := constructor(name):
            return found
        raise no_attribute(__name__, name, __all__)
    globals()[name] = found = getattr(import_module(f".language.{_HOMES[name]}", __name__), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
