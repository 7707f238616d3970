"""Answers to names that everyway lacks, and that other packages or other words for a thing have."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar


class Habits:
    """An object that answers a missing attribute, where its name is a habit, by what to write."""

    _habits: ClassVar[Mapping[str, str]] = {}

    if not TYPE_CHECKING:  # for which a class with this method has every attribute

        def __getattr__(self, name: str) -> Any:
            text = f"{type(self).__name__!r} object has no attribute {name!r}"
            advice = type(self)._habits.get(name)
            raise AttributeError(f"{text}; {advice}" if advice else text, name=name, obj=self)


class Shown:
    """An object that notebooks show, by a function of their room's."""

    __slots__ = ()
    _bundle: ClassVar[str]
    """The name of the function."""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The object as notebooks show it."""
        notebook = import_module(".drawing.notebook", __package__)
        found: dict[str, str] = getattr(notebook, self._bundle)(self)
        return found


def habits(advice: Mapping[str, str]) -> dict[str, str]:
    """`advice` by each of the names that its keys list, with spaces between them."""
    return {name: words for names, words in advice.items() for name in names.split()}


OF_NODES = habits(
    {
        "isin is_in in_ In inset member": "write any_of(x == v for v in values)",
        "not_in notin": "write all_of(x != v for v in values)",
        "implies": "write implies(a, b)",
        "iff equivalent": "write iff(a, b)",
        "OnlyEnforceIf only_enforce_if": "write implies(condition, constraint)",
        "Not negate": "write ~ before a constraint",
        "min": "write minimum(x, y)",
        "max": "write maximum(x, y)",
        "sum": "write total(x, y)",
    }
)
OF_GROUPS = habits(
    {
        "sum": "write total(x)",
        "min": "write minimum(x)",
        "max": "write maximum(x)",
        "all_different alldifferent": "write all_different(x)",
    }
)
OF_SETS = habits(
    {
        "union": "write s | t, or union(s, t, ...)",
        "intersection": "write s & t",
        "difference": "write s - t",
        "symmetric_difference": "write s ^ t",
        "issubset": "write s <= t",
        "issuperset": "write s >= t",
        "isdisjoint": "write disjoint(s, t)",
        "size card cardinality": "write size(s)",
        "sum": "write sum_of(s)",
    }
)
OF_PLACEMENTS = OF_GROUPS | {
    "along": "pieces are counted: write per(family) == 1; along is a filling's",
    "given": "write at(squares), or empty_at(squares)",
}
OF_FILLINGS = OF_GROUPS | {
    "per": "write along(family).all_different(), or along(family).total() == 15; per is a"
    " placement's, which counts pieces",
    "total": "write total(filling), or along(family).total() == 15",
    "at": "write given(values), or filling[square] == value",
}
OF_ALONG = habits({"sum": "write total() == 15", "alldifferent": "write all_different()"})
OF_TALLIES = habits(
    {
        "all_different increasing": "pieces are counted: write per(family) <= 1; the values of a"
        " filling are along(family)",
        "total sum": "this is a sum already: write per(family) == 1",
    }
)
OF_MODELS = habits(
    {
        "solve first satisfy getSolution get_solution": "write first(model), or solutions(model)"
        " for all of them, from everyway.solvers",
        "solutions enumerate solveAll solve_all getSolutions get_solutions getSolutionIter": "write"
        " solutions(model), or solve_all(model), from everyway.solvers",
        "count number_of_solutions": "write count(model), from everyway.solvers",
        "add addConstraint add_constraint addConstraints add_rule append post require Add": "a"
        " model is a value: write model = model + constraint, or model += constraint",
        "addVariable addVariables add_variable add_variables intvar NewIntVar new_int_var": "a"
        " model is a value: write model += integer(name, lower, upper)",
        "remove": "write model.without(label)",
        "minimize minimise Minimize set_objective": "a model is a value: write"
        " model.minimising(expression), or Model(…, minimise=expression)",
        "maximize maximise Maximize": "a model is a value: write model.maximising(expression), or"
        " Model(…, maximise=expression)",
        "minimizing": "write minimising",
        "maximizing": "write maximising",
        "draw plot": "what is drawn is a solution: everyway show, or the solution in a notebook",
    }
)

_ANOTHER_NAME = habits(
    {
        "alldiff": "all_different",
        "sum add": "total",
        "min": "minimum",
        "max": "maximum",
        "any or": "any_of",
        "all and": "all_of",
        "not nand": "none_of",
        "intvar newintvar int": "integer",
        "boolvar newboolvar bool": "boolean",
        "vararray array intvars": "variables",
        "table": "allowed",
        "negativetable": "forbidden",
        "automaton": "regular",
        "problem cpmodel solver": "Model",
        "gcc globalcardinalitycount": "cardinality",
        "nvalue nvalues": "number_of_values",
        "implication if": "implies",
        "ifthenelse ite cond": "conditional",
        "equivalence": "iff",
        "disjunctive": "no_overlap",
        "diffn diffnnonstrict addnooverlap2d": "no_overlap_2d",
    }
)
TOPICS = ("boards", "classes", "graphs", "pictures")
"""The modules of everyway.models that are no puzzles: each exports what its topic has."""

_COMPARER = (
    *("Benchmark", "Claim", "ClaimError", "Comparison", "ModelComparison", "Uniqueness"),
    *("unique", "bench", "compare", "compare_models", "compare_sets"),
    *("read_claim", "reported_claim", "saved_claim", "solver_claim"),
)
_ABOVE = {
    **dict.fromkeys(("first", "save", "solutions", "solve_all"), "everyway.solvers"),
    **dict.fromkeys(_COMPARER, "everyway.comparer"),
}
"""The public modules that this one may not import, by the names that they export."""

_SOLVING = ("getsolution", "getsolutions", "solutions", "solve", "solveall")


def home_of(name: str) -> str | None:
    """The module, everyway.models or one of its topics, that exports `name`.

    Not that of the classes: those are the words of other packages for what is written in ours.
    """
    topics = (topic for topic in TOPICS if topic != "classes")
    modules = ("everyway.models", *(f"everyway.models.{topic}" for topic in topics))
    return next((module for module in modules if name in import_module(module).__all__), None)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The one of `known` that `name` means in another package's spelling, or in a slip of ours."""
    plain = {_plain(one): one for one in known}
    wanted = _plain(name)
    other = _ANOTHER_NAME.get(wanted)
    if wanted in plain or other in plain.values():
        return plain.get(wanted, other)
    from difflib import get_close_matches  # rarely needed, and slow to import

    near = get_close_matches(wanted, plain, n=1, cutoff=0.75)
    return plain[near[0]] if near else None


def advice_on(name: str, known: Iterable[str]) -> str | None:
    """Words that say what `name` should be, of the names in `known` or of the solvers'."""
    if home := _ABOVE.get(name) or home_of(name):
        return f"write: from {home} import {name}"
    if _plain(name) in _SOLVING:
        return "write first(model), solutions(model) or solve_all(model), from everyway.solvers"
    near = nearest(name, known)
    return None if near is None else f"did you mean {near!r}?"


def no_attribute(module: str, name: str, known: Iterable[str]) -> Exception:
    """The error for the name that a module's `__getattr__`, which calls this, does not know.

    Where it is asked for by `from module import name`, Python would replace the message of an
    AttributeError; it lets an ImportError pass. A name of a module inside is left to Python.
    """
    advice = None if name.startswith("_") else advice_on(name, known)
    text = f"module {module!r} has no attribute {name!r}"
    if advice is None:
        return AttributeError(text)
    from importlib.util import find_spec

    asking = sys._getframe(2).f_code.co_filename
    if asking == "<frozen importlib._bootstrap>" and find_spec(f"{module}.{name}") is None:
        return ImportError(f"cannot import name {name!r} from {module!r}; {advice}", name=module)
    return AttributeError(f"{text}; {advice}")


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
