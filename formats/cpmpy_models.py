"""CPMpy models as models of ours, and back.

What CPMpy has and everyway has too stays whole. What only CPMpy has is decomposed by it, and the
variables that it introduces are projected away.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import Any, NamedTuple

from ..models.language.arithmetic_expressions import Sum
from ..models.language.choices import defined
from ..models.language.constraints import RELATIONS, Constraint
from ..models.language.errors import ModelError
from ..models.language.expressions import Variable, integer
from ..models.language.files.printed_json import Choose
from ..models.language.model import Model
from ..models.language.viewpoints.labels import without_labels
from ..solvers.cpmpy.translation import Translation
from .cpmpy_meanings import MEANINGS, Counted, automaton, cardinality, compared, conjoined, diagram
from .flatzinc.terms import Names, Term, groups_by_index, names_of, number, truth

# ------------------------------ CPMpy's expressions as terms of ours, each part of them read once.


_UNNAMED = re.compile(r"[BI]V\d+")
_OTHERS = ("regular", "mdd", "gcc", "boolval", *RELATIONS)


def flat(items: Any) -> Iterator[Any]:
    """The items of nested lists, tuples and arrays, in order."""
    if isinstance(items, list | tuple) or getattr(items, "ndim", False):
        for item in items.flat if hasattr(items, "flat") else items:
            yield from flat(item)
    else:
        yield items


def variables_in(natives: Any) -> Iterator[Any]:
    """CPMpy's variables in nested lists of expressions, in order, as often as there are objects."""
    stack, seen = [*flat(natives)][::-1], set[int]()
    while stack:
        native = stack.pop()
        if not _is_expression(native) or id(native) in seen:
            continue
        seen.add(id(native))
        if hasattr(native, "_bv"):
            stack.append(native._bv)
        elif _is_variable(native):
            yield native
        else:
            stack += _inner(native)[::-1]


def _inner(native: Any) -> list[Any]:
    """The expressions in the arguments of an expression, but not in the rows of a table."""
    args = native.args[:1] if _is_known(native) and "table" in native.name else native.args
    return [*filter(_is_expression, flat(args))]


class Reader:
    """Reads CPMpy's expressions; `variables` has ours by the names that they have there.

    If `renumbered`, the names that CPMpy gave are the same whenever a program is run again: its
    counter never goes back. Those of variables that its decompositions introduce are so anyway.
    """

    def __init__(self, names: Mapping[str, str], *, renumbered: bool = False) -> None:
        self._names, self._taken = names, set(names.values())
        self._renumbered = renumbered
        self.variables: dict[str, Variable] = {}
        self._unnamed = Counter[str]()
        self._known: dict[int, Term] = {}
        self._kept: list[Any] = []  # what CPMpy made on the way, so that no id is used again
        self._split: dict[int, list[Any]] = {}
        self._defining: list[Any] = []
        self._terms = Names(lambda term: term, lambda items: list(items))

    def declare(self, native: Any, *, introduced: bool = False) -> Variable:
        """The variable for one of CPMpy's, which a decomposition may have introduced.

        Raises: ModelError where others have its name.
        """
        low, high = int(native.lb), int(native.ub)
        if native.name not in self.variables:
            own = self._names.get(native.name) or self._own_name(native.name, introduced)
            while native.name not in self._names and own in self._taken:
                own += "_"
            self._taken.add(own)
            self.variables[native.name] = integer(own, low, high)
        found = self.variables[native.name]
        if (found.domain[0], found.domain[-1]) != (low, high):
            raise ModelError(f"two variables are named {native.name}; CPMpy takes them for one")
        return found

    def _own_name(self, name: str, introduced: bool) -> str:
        """A name as it is, but numbers that CPMpy gave may count from 0 in what is read."""
        if _UNNAMED.fullmatch(name) is None:
            return name
        self._unnamed[name[:2]] += 1
        counted = f"{name[:2]}{self._unnamed[name[:2]] - 1}"
        return counted if introduced or self._renumbered else name

    def defining(self) -> list[Constraint]:
        """The constraints on the variables that decompositions introduced."""
        found = []
        while self._defining:
            found.append(truth(self.read(self._defining.pop())))
        return found

    def read(self, root: Any) -> Term:
        """The term of an expression; each part is read once, as deep as they nest."""
        stack = [root]
        while stack:
            native = stack[-1]
            if id(native) in self._known or not _is_expression(native):
                stack.pop()
                continue
            parts = self._reading(self._parts, native)
            waiting = [one for one in parts if id(one) not in self._known]
            if waiting:
                stack += waiting[::-1]
                continue
            stack.pop()
            self._known[id(native)] = self._reading(self._made, native)
        found: Term = self._reading(self._value, root)
        return found

    def _reading(self, read: Callable[[Any], Any], native: Any) -> Any:
        """The result of `read`. Raises: ModelError that shows `native` where it cannot be read."""
        try:
            return read(native)
        except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
            if isinstance(error, ModelError) and str(error).startswith(("CPMpy", "two variables")):
                raise
            raise ModelError(f"CPMpy's {_short(native)} cannot be read: {error}") from error

    def _parts(self, native: Any) -> list[Any]:
        """The expressions that must be read before `native` is."""
        if _is_variable(native):
            return []
        parts = _inner(native)
        return parts if _is_known(native) else parts + self._decomposed(native)

    def _decomposed(self, native: Any) -> list[Any]:
        """The parts of what CPMpy decomposes; what defines them is read later."""
        if id(native) not in self._split:
            if not hasattr(native, "decompose"):
                raise ModelError(f"CPMpy's {_short(native)} has no counterpart here")
            found, defining = native.decompose()
            self._kept += [found, defining, native]
            self._defining += flat(defining)
            self._split[id(native)] = [*flat(found)]
        return [*filter(_is_expression, self._split[id(native)])]

    def _value(self, argument: Any) -> Any:
        """The term of an argument that was read, a list for a list or an array."""
        if _is_expression(argument):
            return self._known[id(argument)]
        if hasattr(argument, "tolist"):
            argument = argument.tolist()
        if isinstance(argument, list | tuple):
            return [self._value(item) for item in argument]
        if isinstance(argument, float) and argument != int(argument):
            raise ValueError(f"{argument} is no whole number")
        return argument if isinstance(argument, str) else int(argument)

    def _made(self, native: Any) -> Term:
        terms, name = self._terms, native.name
        if hasattr(native, "_bv"):
            return self.declare(native._bv, introduced=True) == 0
        if _is_variable(native):
            return self.declare(native, introduced=True)
        if name == "boolval":
            return bool(native.args[0])
        if not _is_known(native):
            return self._by_parts(native)
        if name in ("regular", "mdd"):
            kind = automaton if name == "regular" else diagram
            return kind(terms, native, self._value(native.args[0]))
        if name in RELATIONS:
            left, right = map(self._value, native.args)
            return compared(terms, name, self._counted(native, left), right)
        args = self._value(native.args)
        if name == "gcc":
            return cardinality(terms, *args, closed=native.closed)
        return MEANINGS[name](terms, *args)

    def _counted(self, comparison: Any, left: Any) -> Any:
        """The left side of a comparison, as what it counts where that can stay whole."""
        native, name = comparison.args[0], getattr(comparison.args[0], "name", "")
        if name in ("count", "among"):
            terms, values = map(self._value, native.args)
            return Counted(terms, values if name == "among" else [values])
        if name == "nvalue" and comparison.name == "==":
            return Counted(self._value(native.args), None)
        return left

    def _by_parts(self, native: Any) -> Term:
        """The meaning by CPMpy's decomposition, where its arguments are defined."""
        given = filter(_is_expression, flat(native.args))
        terms = [number(self._known[id(one)]) for one in given]
        guard = defined(terms)
        if guard and any(_is_expression(one) for one in self._defining):
            raise ValueError("it is decomposed, and an argument may be undefined")
        parts = [self._value(part) for part in self._split[id(native)]]
        if native.is_bool():
            return conjoined(terms, map(truth, parts))
        (value,) = parts
        return Sum((number(value), *terms), (1, *(0 for _ in terms)), 0) if guard else value


def _is_known(native: Any) -> bool:
    """True for what is read as it is; a class of a user's own may have the name of another."""
    is_own = type(native).__module__.startswith("cpmpy.expressions.")
    return is_own and (native.name in MEANINGS or native.name in _OTHERS)


def _is_expression(native: Any) -> bool:
    """True for an expression of CPMpy's that is no array of them."""
    return hasattr(native, "is_bool") and not hasattr(native, "ndim")


def _is_variable(native: Any) -> bool:
    return hasattr(native, "lb") or hasattr(native, "_bv")


def _short(native: Any) -> str:
    try:
        text = f"{type(native).__name__} {native}"
    except RecursionError:  # it nests too deep to be shown
        text = type(native).__name__
    return text if len(text) < 120 else f"{text[:117]}…"


class InCPMpy(NamedTuple):
    """A model in CPMpy, and what its variables are there."""

    model: Any
    """The `cpmpy.Model`; its other variables are determined by those in `variables`."""
    variables: dict[str, Any]
    """CPMpy's variable for each of ours that makes a solution, by its name.

    Over labels, it takes their codes.
    """


def to_cpmpy(model: Model) -> InCPMpy:
    """`model` as a CPMpy model over integers, with an objective if it has one.

    The solutions of ours are those of CPMpy's, by `variables`: a variable that no constraint
    mentions takes each of its values, and CPMpy's `solveAll` leaves it out.
    Raises: Unsupported for what cannot be translated; ModelError for several objectives.
    """
    coded, _ = without_labels(model)
    translation = Translation(coded, lambda: None)
    goals = () if coded.objective is None else coded.objective.goals
    if len(goals) > 1:
        raise ModelError(f"{model.name} has {len(goals)} objectives; a CPMpy model has one")
    for goal in goals:
        translation.require_defined([goal.expression])
        native = translation.term_of(goal.expression).native
        translation.native.objective(native, minimize=goal.sense == "min")
    translation.post(coded.constraints)
    if translation.impossible:
        translation.native.add([importlib.import_module("cpmpy").BoolVal(False)])
    found = {variable.name: term.native for variable, term in translation.variables.items()}
    shown = model.projected(model.projection) if model.projection else model
    return InCPMpy(translation.native, {one.name: found[one.name] for one in shown.variables})


def from_cpmpy(native: Any, variables: Any = None, name: str = "from CPMpy") -> Model:
    """The CPMpy model `native` as a model of ours, with its objective.

    Its variables are those that its constraints and objective mention, as for CPMpy, under their
    own names, also those that CPMpy gave, such as IV0, and a solution takes CPMpy's `x`, too:
    `solution[x]`. Arrays are lists and grids. `variables`, an iterable of variables and arrays or a
    mapping of such by the names that they shall have, are those that make a solution: also what no
    constraint mentions; others are projected away.
    Raises: ModelError for what has no counterpart here, naming it.
    """
    return _read(native, variables, name)


def _read(native: Any, variables: Any, name: str, *, renumbered: bool = False) -> Model:
    if not hasattr(native, "constraints") or not hasattr(native, "objective_"):
        raise ModelError(f"from_cpmpy takes a cpmpy.Model, not {native!r}")
    chosen = None if variables is None else dict(_named(variables))
    reader = Reader({one.name: ours for ours, one in (chosen or {}).items()}, renumbered=renumbered)
    for one in [*(chosen or {}).values(), *variables_in([native.constraints, native.objective_])]:
        reader.declare(one)
    shown = list(reader.variables)[: len(chosen)] if chosen is not None else [*reader.variables]
    constraints = [truth(reader.read(one)) for one in flat(native.constraints)]
    objective: dict[str, Any] = {}
    if native.objective_ is not None:
        key = "minimise" if native.objective_is_min else "maximise"
        objective[key] = number(reader.read(native.objective_))
    constraints += reader.defining()
    groups = groups_by_index(reader.variables.values())
    by_native = {theirs: ours.name for theirs, ours in reader.variables.items()}
    model = Model(name, *groups, *constraints, **objective).known_by(by_native)
    hidden = len(reader.variables) > len(shown)
    kept = frozenset(reader.variables[one].name for one in shown)
    return model.projecting(*names_of(model, kept)) if hidden else model


def model_of(native: Any, name: str) -> Model:
    """The CPMpy model that a Python file holds."""
    return _read(native, None, name, renumbered=True)


def answering(native: Any, choose: Choose) -> tuple[Any, dict[str, Any]]:
    """A model whose solve leaves to all variables the values that are chosen; and these by name."""
    reader, values = Reader({}, renumbered=True), dict[str, Any]()
    for one in variables_in([native.constraints, native.objective_]):
        own = reader.declare(one)
        if own.name not in values:
            values[own.name] = choose(len(values), own.domain)
        one._value = values[own.name]
    cpmpy = importlib.import_module("cpmpy")
    return cpmpy.Model(cpmpy.boolvar() == 1), values  # of no variable no solution is displayed


def _named(variables: Any) -> Iterator[tuple[str, Any]]:
    """Each variable that is chosen, once, with the name that it shall have."""
    seen: set[str] = set()
    given = variables.items() if isinstance(variables, Mapping) else ((None, v) for v in variables)
    for own, several in given:
        shape = getattr(several, "shape", None)
        for place, one in enumerate(flat(several)):
            if not hasattr(one, "lb") or hasattr(one, "_bv"):
                raise ModelError(f"{one!r} is no variable of CPMpy; give variables and arrays")
            if one.name not in seen:
                seen.add(one.name)
                is_one = several is one or own is None
                yield (own or one.name) if is_one else f"{own}[{_index(place, shape)}]", one


def _index(place: int, shape: Any) -> str:
    """The index of the item at a place of an array, row by row."""
    if not shape:
        return str(place)
    return ",".join(str(place // prod(shape[at + 1 :]) % n) for at, n in enumerate(shape))
