"""Declare a puzzle: variables, boards, and the constraints that a solution keeps.

>>> from everyway.models import Model, all_different, variables
>>> q = variables("q", 4, range(4))
>>> Model("a permutation", q, all_different(q))
<Model 'a permutation': 4 variables, 1 rule>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .language.arithmetic_expressions import product as product
    from .language.arithmetic_expressions import total as total
    from .language.boards.board import Board as Board
    from .language.boards.graphs_by_name import Graph as Graph
    from .language.boards.graphs_by_name import graph as graph
    from .language.boards.grid import Family as Family
    from .language.boards.grid import Squares as Squares
    from .language.boards.pieces import BISHOP as BISHOP
    from .language.boards.pieces import KING as KING
    from .language.boards.pieces import KNIGHT as KNIGHT
    from .language.boards.pieces import QUEEN as QUEEN
    from .language.boards.pieces import ROOK as ROOK
    from .language.boards.pieces import Piece as Piece
    from .language.boards.pieces import leaper as leaper
    from .language.boards.placements import Filling as Filling
    from .language.boards.placements import Placement as Placement
    from .language.boards.words_on_graphs import connected as connected
    from .language.boards.words_on_graphs import forest as forest
    from .language.boards.words_on_graphs import loop as loop
    from .language.boards.words_on_graphs import path as path
    from .language.boards.words_on_graphs import regions as regions
    from .language.boards.words_on_graphs import tree as tree
    from .language.check import Violation as Violation
    from .language.check import is_solution as is_solution
    from .language.check import violations as violations
    from .language.choices import conditional as conditional
    from .language.choices import element as element
    from .language.choices import maximum as maximum
    from .language.choices import minimum as minimum
    from .language.constraints import Constraint as Constraint
    from .language.constraints import all_of as all_of
    from .language.constraints import any_of as any_of
    from .language.constraints import iff as iff
    from .language.constraints import implies as implies
    from .language.constraints import none_of as none_of
    from .language.constraints import xor as xor
    from .language.errors import ModelError as ModelError
    from .language.errors import ModelWarning as ModelWarning
    from .language.errors import PredicateError as PredicateError
    from .language.expressions import Expression as Expression
    from .language.expressions import Variable as Variable
    from .language.expressions import boolean as boolean
    from .language.expressions import bounds as bounds
    from .language.expressions import constant as constant
    from .language.expressions import indicator as indicator
    from .language.expressions import integer as integer
    from .language.expressions import variable as variable
    from .language.files.catalogue import load as load
    from .language.files.model_as_data import fingerprint as fingerprint
    from .language.files.model_as_data import same as same
    from .language.files.model_as_data import to_data as to_data
    from .language.files.model_from_data import from_data as from_data
    from .language.files.puzzle_files import known as known
    from .language.files.puzzle_files import puzzle as puzzle
    from .language.global_constraints.all_different import all_different as all_different
    from .language.global_constraints.all_different import (
        all_different_except as all_different_except,
    )
    from .language.global_constraints.all_equal import all_equal as all_equal
    from .language.global_constraints.bin_packing import bin_packing as bin_packing
    from .language.global_constraints.cardinality import cardinality as cardinality
    from .language.global_constraints.circuit import circuit as circuit
    from .language.global_constraints.circuit import subcircuit as subcircuit
    from .language.global_constraints.count import among as among
    from .language.global_constraints.count import at_least as at_least
    from .language.global_constraints.count import at_most as at_most
    from .language.global_constraints.count import count as count
    from .language.global_constraints.count import exactly as exactly
    from .language.global_constraints.cumulative import cumulative as cumulative
    from .language.global_constraints.exact_cover import exact_cover as exact_cover
    from .language.global_constraints.increasing import increasing as increasing
    from .language.global_constraints.inverse import inverse as inverse
    from .language.global_constraints.lexicographic import lexicographic as lexicographic
    from .language.global_constraints.no_overlap import no_overlap as no_overlap
    from .language.global_constraints.no_overlap import no_overlap_2d as no_overlap_2d
    from .language.global_constraints.number_of_values import number_of_values as number_of_values
    from .language.global_constraints.precedence import precedence as precedence
    from .language.global_constraints.predicate import predicate as predicate
    from .language.global_constraints.regular import regular as regular
    from .language.global_constraints.table import allowed as allowed
    from .language.global_constraints.table import forbidden as forbidden
    from .language.groups import Square as Square
    from .language.groups import VariableList as VariableList
    from .language.groups import variables as variables
    from .language.model import Model as Model
    from .language.nodes import Program as Program
    from .language.nodes import topological as topological
    from .language.phrases import counted as counted
    from .language.phrases import grouped as grouped
    from .language.rules import Rule as Rule
    from .language.rules import rule as rule
    from .language.set_variables import disjoint as disjoint
    from .language.set_variables import equal_sets as equal_sets
    from .language.set_variables import size as size
    from .language.set_variables import subset as subset
    from .language.set_variables import sum_of as sum_of
    from .language.set_variables import union as union
    from .language.solution import Solution as Solution
    from .language.symmetry.symmetries import Symmetry as Symmetry
    from .language.symmetry.symmetries import symmetry as symmetry
    from .language.symmetry.symmetry_breaking import break_symmetry as break_symmetry
    from .language.symmetry.symmetry_breaking import essentially_different as essentially_different
    from .language.symmetry.symmetry_group import SymmetryGroup as SymmetryGroup
    from .language.symmetry.symmetry_group import symmetries as symmetries

_NAMES = {
    "arithmetic_expressions": ("product", "total"),
    "boards.board": ("Board",),
    "boards.graphs_by_name": ("Graph", "graph"),
    "boards.grid": ("Family", "Squares"),
    "boards.pieces": ("BISHOP", "KING", "KNIGHT", "Piece", "QUEEN", "ROOK", "leaper"),
    "boards.placements": ("Filling", "Placement"),
    "boards.words_on_graphs": ("connected", "forest", "loop", "path", "regions", "tree"),
    "check": ("Violation", "is_solution", "violations"),
    "choices": ("conditional", "element", "maximum", "minimum"),
    "constraints": ("Constraint", "all_of", "any_of", "iff", "implies", "none_of", "xor"),
    "errors": ("ModelError", "ModelWarning", "PredicateError"),
    "expressions": (
        "Expression",
        "Variable",
        "boolean",
        "bounds",
        "constant",
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
    "global_constraints.no_overlap": ("no_overlap", "no_overlap_2d"),
    "global_constraints.number_of_values": ("number_of_values",),
    "global_constraints.precedence": ("precedence",),
    "global_constraints.predicate": ("predicate",),
    "global_constraints.regular": ("regular",),
    "global_constraints.table": ("allowed", "forbidden"),
    "groups": ("Square", "VariableList", "variables"),
    "model": ("Model",),
    "nodes": ("Program", "topological"),
    "phrases": ("counted", "grouped"),
    "rules": ("Rule", "rule"),
    "set_variables": ("disjoint", "equal_sets", "size", "subset", "sum_of", "union"),
    "solution": ("Solution",),
    "symmetry.symmetries": ("Symmetry", "symmetry"),
    "symmetry.symmetry_breaking": ("break_symmetry", "essentially_different"),
    "symmetry.symmetry_group": ("SymmetryGroup", "symmetries"),
}
"""The public names by their modules, each imported when one of them is first asked for."""

_HOMES = {name: home for home, names in _NAMES.items() for name in names}
__all__ = sorted(_HOMES)


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
